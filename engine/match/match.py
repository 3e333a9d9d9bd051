"""A match: its games, who begins them (rules sections 1.11 and 5.6), their turns and results, and the score."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from engine.board import OFF, Shape, Side
from engine.dice import Roll
from engine.match.cube import Cube, CubeAction
from engine.match.terms import USUAL_TERMS, Stake, Terms
from engine.match_format import Chosen, MatchFormat
from engine.match_formats import find_match_format
from engine.play import Fault, Play
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import Decide, NextGame, TablesGame


class Crawford(Enum):
    """Where a match stands with the game that is played without the cube when somebody first needs one point."""

    PENDING = "pending"
    ACTIVE = "active"
    EXPIRED = "expired"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Score:
    """The points that each player has."""

    white: int = 0
    black: int = 0

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.white if side is Side.WHITE else self.black

    def plus(self, side: Side | None, points: int) -> "Score":
        """The score after a side has won that many points; the same after a draw, which nobody (None) has won."""
        match side:
            case None:
                return self
            case Side.WHITE:
                return Score(self.white + points, self.black)
            case Side.BLACK:
                return Score(self.white, self.black + points)

    @property
    def leader(self) -> Side | None:
        """Who has more points; None while both have as many."""
        if self.white == self.black:
            return None
        return Side.WHITE if self.white > self.black else Side.BLACK


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner (None: a draw), the points won with the cube counted, and in what way.

    `how` is single, gammon, backgammon, passed, resigned, flag or draw, or the name of another game's win.
    """

    winner: Side | None
    points: int
    how: str


@dataclass(frozen=True, slots=True)
class CheckerTurn:
    """A roll and what was played with it.

    `roll` is None where a player did not throw because their entry was closed; `fault` is set where an
    illegal play stood; `inferred` where nobody saw the roll or the play and it was concluded from what came
    after. `before` is the board that the turn began with, where it is known.
    """

    side: Side
    roll: Roll | None
    play: Play
    after: Position
    fault: Fault | None = None
    inferred: bool = False
    frame: int = 0
    before: Position | None = None

    @property
    def next_side(self) -> Side:
        """Whose turn it is after this one: the opponent's, unless the throw gives another one."""
        past = self.after.past
        carried = self.roll is not None and self.roll.carried
        again = past.again or (carried and not past.thrower_again)
        return self.side if again else self.side.other


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """A double, to `value`, and its answer, None while there is none; RACCOON: it was
    beavered, and the beaver answered so.

    `before` is the cube as it was, where it is known.
    """

    side: Side
    value: int
    answer: CubeAction | None = None
    frame: int = 0
    before: Cube | None = field(default=None, compare=False)

    @property
    def next_side(self) -> Side:
        """Whose turn it is after this one: who doubled is still to throw."""
        return self.side


Turn = CheckerTurn | CubeTurn


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: where it started, the score before it, its turns and its result (None: unfinished).

    `chosen` is which game it was; `place` the number of games of the match's format before it; `cube` how
    the cube was left, where that is known.
    """

    start: Position
    score: Score
    crawford: bool = False
    turns: tuple[Turn, ...] = ()
    result: Result | None = None
    chosen: Chosen | None = None
    place: int = 0
    cube: Cube | None = field(default=None, compare=False)

    @property
    def position(self) -> Position:
        """The board after its last turn."""
        plays = [turn.after for turn in self.turns if isinstance(turn, CheckerTurn)]
        return plays[-1] if plays else self.start


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `length` points (0: single games for points), with its players' names, and what they agreed on.

    `game_id` is the game that is played or the name of a series of games; `match_format` the games in turn, where
    that is more than one game without options; `dice` what the set of dice is called, where somebody named it.
    """

    length: int
    white: str
    black: str
    games: tuple[Game, ...] = ()
    game_id: str = "backgammon"
    match_format: MatchFormat | None = None
    terms: Terms = USUAL_TERMS
    dice: str = ""

    @property
    def agreed(self) -> MatchFormat:
        """The games that are played in it, in turn. Raises UnknownGame."""
        return self.match_format or find_match_format(self.game_id)

    def chosen(self, game: Game) -> Chosen:
        """Which game one of its games was."""
        return game.chosen or self.agreed.game(game.place)

    def rules(self, game: Game) -> Rules:
        """The rules of one of its games, its options and the terms included."""
        return self.chosen(game).rules(last_turn_equaliser=self.terms.last_turn_equaliser)


def cube_after(game: Game) -> Cube:
    """The cube as a game has it after its last turn; a double that was not answered, or
    was passed, has not turned it.
    """
    if game.cube is not None:
        return game.cube
    cube = Cube()
    for turn in game.turns:
        if isinstance(turn, CubeTurn):
            cube = (turn.before or cube).offered(turn.side).answered(turn.answer)
    return cube


def crawford_next(state: Crawford, length: int, score: Score) -> Crawford:
    """Where the match stands with Crawford when the next game starts at `score`.

    The first game in which exactly one player needs one point is played without the cube (rules section 5.2).
    """
    if state is Crawford.ACTIVE:
        return Crawford.EXPIRED
    if (
        state is Crawford.PENDING
        and length > 1
        and (score.white == length - 1) != (score.black == length - 1)
    ):
        return Crawford.ACTIVE
    return state


def first_crawford(length: int, terms: Terms) -> Crawford:
    """Where a match to `length` points stands with Crawford as it begins."""
    return Crawford.PENDING if length > 1 and terms.crawford else Crawford.OFF


def match_winner(
    length: int,
    score: Score,
    match_format: MatchFormat | None = None,
    played: int = 0,
    results: Iterable[Result | None] = (),
) -> Side | None:
    """The player who has won the match, or None; `played` games of its format are over, with these `results`.

    A match of length 0 is won only where its format comes to an end.
    """
    first = next((side for side in Side if length and score.of(side) >= length), None)
    if first is not None or match_format is None or not match_format.is_played_out(played):
        return first
    if score.leader is None and match_format.best_win:
        return _better_wins(results)
    return score.leader


def _better_wins(results: Iterable[Result | None]) -> Side | None:
    """Who has the better single win, or of those that are alike the better next one."""
    ended = [result for result in results if result is not None]
    white, black = (
        sorted((result.points for result in ended if result.winner is side), reverse=True) for side in Side
    )
    return None if white == black else Side.WHITE if white > black else Side.BLACK


def begins(game: Rules, white: int, black: int) -> Side | None:
    """Who begins after a die each; None for a tie."""
    if white == black:
        return None
    higher = Side.WHITE if white > black else Side.BLACK
    return higher.other if game.decide is Decide.LOW_DIE else higher


def first_to_play(game: Rules) -> Side | None:
    """Who begins the first game of a match without any dice being thrown for it; None where that is to be decided."""
    return Side.WHITE if game.decide is Decide.WHITE_FIRST else None


def next_to_play(before: Rules, winner: Side | None) -> Side | None:
    """Who begins the game after one that this side has won (None: a draw); None where it is decided as at first."""
    if winner is None:
        return None
    match before.next_game:
        case NextGame.WINNER:
            return winner
        case NextGame.LOSER:
            return winner.other
        case NextGame.DECIDE_AGAIN:
            return None


def result_of(
    terms: Terms,
    cube: Cube,
    position: Position,
    winner: Side | None,
    grade: int,
    how: str,
    game: Rules | None = None,
) -> Result:
    """The result of a game that ends in a position; `grade` is what it counts without the cube. A draw counts nothing.

    `game` is given where it was played out: one that counts the loser's checkers itself
    is not made to count them twice.
    """
    if winner is None:
        return Result(None, 0, how)
    if terms.jacoby and cube.in_play and not cube.is_turned:
        grade = 1
    match terms.stake:
        case Stake.GAME:
            grade = 1
        case Stake.PER_MAN:
            if not (isinstance(game, TablesGame) and any(each.per_man for each in game.grades)):
                grade *= _left(position, winner.other) or _left(position, winner)
        case Stake.POINT:
            pass
    return Result(winner, grade * cube.value, how)


def passed(terms: Terms, cube: Cube, position: Position, offered_by: Side) -> Result:
    """The result of a game in which a double is passed: a single game at what the cube stood at before the offer."""
    return result_of(terms, cube, position, offered_by, 1, "passed")


def _left(position: Position, side: Side) -> int:
    """How many of a side's checkers are on the board, the bar or in the hand."""
    men = position.of(side)
    return sum(map(bool, men)) if position.shape is Shape.TAFL else sum(men) - men[OFF]
