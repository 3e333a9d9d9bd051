"""What a format for analysis programs can hold of a game: backgammon as its rules have it, turn after turn.

No such program knows an illegal play that stood, nor a play whose roll nobody saw. Where the format can put
the board up in the middle of a game, the game goes on from there; elsewhere it fits up to the first such
thing. Remarks say where, why, and how the game ended.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Side
from engine.dice import Roll
from engine.i18n import Phrase, marked, phrase
from engine.match.cube import Cube, CubeAction
from engine.match.match import (
    CheckerTurn,
    CubeTurn,
    Game,
    Match,
    Result,
    Turn,
    match_winner,
)
from engine.records.codes.game_standing import is_possible, shared_point, standing_of
from engine.records.misfit_record import misfit, steps_text, twice_running
from engine.records.replay import led_to
from engine.records.result_remarks import ROOMY, clean_name, names_in, remark_line
from engine.records.scoring import (
    crawford_by_score,
    cube_at_start,
    ends_with_beaver,
    is_taken_for_jacoby,
    points_counted,
)
from engine.records.variations import HYPERGAMMON, is_known, is_played_as, variation_of
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names

__all__ = [
    "ROOMY", "STAND_IN", "Boards", "FormatFit", "Jump", "clean_name", "fit_of", "is_known", "names_in", "remark_line",
    "remarks_on", "steps_text", "variation_of",
]  # fmt: skip

STAND_IN = Roll((6, 6))
"""The roll written for a player who did not throw, their entry being closed: it dances there like any other."""

MOST_MOVES = 4
"""The moves of a play, at most, where a format has room for those of a doublet."""
_CUBE = Cube()
_ENDINGS = frozenset(
    (marked("single"), marked("gammon"), marked("backgammon"), marked("passed"), marked("resigned"))
)
"""Ways in which a game of backgammon ends; those of other games are called so in every language."""
_MOST_CUBE = 128
"""GNU Backgammon 1.07 dies of any higher cube in a match; in single games it knows them."""


class Boards(Enum):
    """Where a format can put a board up: nowhere, only after an illegal play that stood, where a game begins (illegal
    plays being told by their moves), or wherever it is needed.
    """

    NOWHERE = "nowhere"
    ILLEGAL = "illegal"
    START = "start"
    ANYWHERE = "anywhere"

    @property
    def at_start(self) -> bool:
        """Whether a game may begin as it likes; such formats are not read by the scores and habits of .mat files."""
        return self in (Boards.START, Boards.ANYWHERE)


@dataclass(frozen=True, slots=True)
class Jump:
    """A turn that no reader could follow: the board is put up as it stood after it. `why` is a remark on it.

    `next_side` is who is to play then, `roll` what they throw, where that is known.
    """

    turn: CheckerTurn
    why: Phrase
    next_side: Side
    next_roll: Roll | None


@dataclass(frozen=True, slots=True)
class FormatFit:
    """What a format can hold of a game: its first turns, whether that is all of it with its result, and remarks.

    `cube`: how the cube stood when the game began; `points`: what the game counts, where somebody won it and that fits.
    """

    parts: tuple[Turn | Jump, ...]
    whole: bool
    remarks: tuple[Phrase, ...]
    cube: Cube = _CUBE
    points: int | None = None

    @property
    def all_remarks(self) -> tuple[Phrase, ...]:
        """The remarks, with those on boards that are put up."""
        return (*(part.why for part in self.parts if isinstance(part, Jump)), *self.remarks)


def fit_of(
    match: Match, each: Game, boards: Boards = Boards.NOWHERE, games: Collection[str] | None = None
) -> FormatFit:
    """How much of a game of a match fits into a format that can put boards up so, and knows these `games`, by default
    those that GNU Backgammon knows.
    """
    game, names = match.rules(each), names_in(match)
    known = _variations(boards) if games is None else games
    if not isinstance(game, TablesGame) or not is_played_as(game, known):
        why = phrase("this format knows only backgammon, not {games}", games=game.called)
        return _stopped((), each, names, _unwritten(why))
    if match_winner(match.length, each.score) is not None:
        # GNU Backgammon passes over such a game, or takes it for one that begins at 0-0.
        score = f"{each.score.white}-{each.score.black}"
        why = phrase(
            "it began at {score}, when the match to {length} was over", score=score, length=match.length
        )
        return _stopped((), each, names, _unwritten(why))
    if each.start != game.start and not boards.at_start:
        why = phrase("it was followed only from {position}", position=str(each.start))
        return _stopped((), each, names, _unwritten(why))
    fitting = _Fitting(match, game, each, names, boards)
    why_not = fitting.cube_misfit()
    if why_not is not None:
        return _stopped((), each, names, _unwritten(why_not))
    for index in range(len(each.turns)):
        reason = fitting.take(index)
        if reason is not None:
            why = unwritten_from(index + 1, reason)
            return _stopped(fitting.parts, each, names, why, fitting.remarks, fitting.begins)
    remarks = fitting.remarks
    if each is not match.games[-1] and not boards.at_start and ends_with_beaver(each):
        # GNU Backgammon would take the beaver at the first throw of the next game.
        why = unwritten_from(len(each.turns), phrase("the game ended with a beaver"))
        return _stopped(fitting.parts[:-1], each, names, why, remarks, fitting.begins)
    result = each.result
    if result is None:
        return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins)
    if result.winner is None:
        remarks.append(phrase("The game was a draw, for which this format has no line."))
        return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins)
    counted = points_counted(match, each, result, fitting.cube)
    if counted is None:
        remarks.append(_beside(result, names, phrase("This format has no line for so many points.")))
        return FormatFit(tuple(fitting.parts), False, tuple(remarks), fitting.begins)
    if not boards.at_start and not fitting.parts:
        remarks.append(_beside(result, names, phrase("GNU Backgammon passes over a game without a turn.")))
    if not boards.at_start and is_taken_for_jacoby(match, result, fitting.cube):
        remarks.append(
            _beside(result, names, phrase("GNU Backgammon takes it for 1 point, by the Jacoby rule."))
        )
    return FormatFit(tuple(fitting.parts), True, tuple(remarks), fitting.begins, counted)


def remarks_on(
    match: Match, boards: Boards, games: Collection[str] | None = None
) -> tuple[tuple[int, Phrase], ...]:
    """What a person should know of a match as such a format has it: what is not in the file as it was, and why; each
    with the number of its game.
    """
    taken_for = (False,) * len(match.games) if boards.at_start else crawford_by_score(match)
    found: list[tuple[int, Phrase]] = []
    for number, (each, crawford) in enumerate(zip(match.games, taken_for, strict=True), 1):
        remarks = fit_of(match, each, boards, games).all_remarks
        if not boards.at_start and crawford is not each.crawford:
            took = (
                phrase("GNU Backgammon takes it for the Crawford game, which it was not.")
                if crawford
                else phrase("GNU Backgammon does not know that it was the Crawford game.")
            )
            remarks = (*remarks, took)
        found += [(number, remark) for remark in remarks]
    return tuple(found)


class _Fitting:
    """A game being fitted, turn by turn."""

    def __init__(self, match: Match, game: TablesGame, each: Game, names: Names, boards: Boards) -> None:
        self.match, self.game, self.each, self.names, self.boards = match, game, each, names, boards
        self.parts: list[Turn | Jump] = []
        self.remarks: list[Phrase] = []
        self.begins = cube_at_start(each)
        self.cube = self.begins
        self._position = each.start
        self._last: Side | None = None

    def cube_misfit(self) -> Phrase | None:
        """Why the format cannot hold the cube that the game began with; None where it can."""
        value = self.begins.value
        if value & (value - 1):
            return phrase("no program knows a cube of {value}", value=value)
        if self.match.length and value > _MOST_CUBE:
            return phrase("the cube stood at {value}, at which GNU Backgammon breaks down", value=value)
        if value > 1 and not self.boards.at_start:
            return phrase("the cube stood at {value} when it began", value=value)
        return None

    def take(self, index: int) -> Phrase | None:
        """Take in a turn; why the format cannot go on with it, or None."""
        turn = self.each.turns[index]
        if isinstance(turn, CubeTurn):
            reason = self._double(turn)
            if reason is None:
                if self._ends_with(index) and self.each.result == Result(
                    turn.side, self.cube.value, "resigned"
                ):
                    # Resigned for what a pass costs: GNU Backgammon would count the double as taken.
                    turn = replace(turn, answer=CubeAction.PASS)
                self.parts.append(turn)
                self._last = turn.side if turn.answer is None else turn.side.other
            return reason
        reason, illegal = misfit(self.game, self._position, turn, self._last, self.names)
        if reason is None:
            if turn.roll is None:
                who = self.names.of(turn.side)
                self.remarks.append(
                    phrase(
                        "in turn {turn} {name} did not throw, the entry being closed; 6-6 stands for it.",
                        turn=index + 1,
                        name=who,
                    )
                )
            self.parts.append(turn)
        elif illegal and self._is_told_by_moves(turn):
            self.parts.append(turn)
        elif self._may_put_up(turn, illegal):
            why = phrase(
                "in turn {turn} {why}. The board is put up as it stood after it.", turn=index + 1, why=reason
            )
            self.parts.append(Jump(turn, why, *self._follows(index, turn)))
        else:
            return reason
        self._position, self._last = turn.after, turn.side
        return None

    def _ends_with(self, index: int) -> bool:
        """Whether the game ended with this turn, a double that nobody answered."""
        turn = self.each.turns[index]
        return isinstance(turn, CubeTurn) and turn.answer is None and index == len(self.each.turns) - 1

    def _is_told_by_moves(self, turn: CheckerTurn) -> bool:
        """Whether an illegal play is one that the format tells by its moves, as any other."""
        return (
            self.boards is Boards.START
            and len(turn.play.moves) <= MOST_MOVES
            and shared_point(turn.after) is None
            and led_to(self.game, self._position, turn) == turn.after
        )

    def _may_put_up(self, turn: CheckerTurn, illegal: bool) -> bool:
        """Whether the format can put the board up as it stood after a turn that does not fit."""
        if self.boards is Boards.ILLEGAL:
            return illegal and is_possible(standing_of(self.match, self.each, turn.after, self.cube))
        if self.boards is not Boards.ANYWHERE or shared_point(turn.after) is not None:
            return False
        return all(sum(turn.after.of(side)) == sum(self.game.start.of(side)) for side in Side)

    def _follows(self, index: int, turn: CheckerTurn) -> tuple[Side, Roll | None]:
        """Who plays after a turn, and with what roll."""
        later = self.each.turns[index + 1 : index + 2]
        side = later[0].side if later else turn.side.other
        roll = next((each.roll for each in later if isinstance(each, CheckerTurn)), None)
        return side, roll

    def _double(self, turn: CubeTurn) -> Phrase | None:
        who, cube = self.names.of(turn.side), self.cube
        if self._last is turn.side:
            return twice_running(who)
        if turn.value != cube.value * 2:
            return phrase(
                "{name} doubled from {before} to {value}", name=who, before=cube.value, value=turn.value
            )
        if self.match.length and turn.value > _MOST_CUBE:
            return phrase(
                "{name} doubled to {value}, at which GNU Backgammon breaks down", name=who, value=turn.value
            )
        if cube.owner is turn.side.other:
            return phrase("{name} doubled though the cube was not theirs", name=who)
        match turn.answer:
            case CubeAction.TAKE:
                self.cube = Cube(turn.value, turn.side.other)
            case CubeAction.BEAVER:
                self.cube = Cube(turn.value * 2, turn.side.other)
            case CubeAction.RACCOON:
                self.cube = Cube(turn.value * 4, turn.side.other)
        return None


def _variations(boards: Boards) -> tuple[str, ...]:
    return ("nackgammon", *HYPERGAMMON) if boards.at_start else ()


def _stopped(
    parts: Sequence[Turn | Jump],
    each: Game,
    names: Names,
    why: Phrase,
    remarks: Sequence[Phrase] = (),
    cube: Cube = _CUBE,
) -> FormatFit:
    said = Phrase("{why}. {outcome}", (("why", why), ("outcome", _outcome(each.result, names))))
    return FormatFit(tuple(parts), False, (*remarks, said), cube)


def _unwritten(why: Phrase) -> Phrase:
    return phrase("not written, because {why}", why=why)


def unwritten_from(turn: int, why: Phrase) -> Phrase:
    """A game is not written from a turn on."""
    return phrase("nothing is written from turn {turn} on, because {why}", turn=turn, why=why)


def _beside(result: Result, names: Names, more: Phrase) -> Phrase:
    """How a game ended, and what a format makes of that."""
    return Phrase("{outcome} {more}", (("outcome", _outcome(result, names)), ("more", more)))


def _outcome(result: Result | None, names: Names) -> Phrase:
    if result is None:
        return phrase("The game was not finished.")
    if result.winner is None:
        return phrase("The game was a draw.")
    name = names.of(result.winner)
    how = Phrase(result.how) if result.how in _ENDINGS else result.how
    if result.points == 1:
        return phrase("{name} won 1 point ({how}).", name=name, how=how)
    return phrase("{name} won {points} points ({how}).", name=name, points=result.points, how=how)
