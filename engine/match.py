"""A match: its games, their turns and results, and the score."""

from dataclasses import dataclass
from enum import Enum

from engine.board import Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.fault import Fault
from engine.play import Play
from engine.position import Position


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

    def plus(self, side: Side, points: int) -> "Score":
        """The score after a side has won that many points."""
        if side is Side.WHITE:
            return Score(self.white + points, self.black)
        return Score(self.white, self.black + points)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner, the points won with the cube counted, and in what way.

    `how` is single, gammon, backgammon, passed, resigned or flag, or the name of another game's win.
    """

    winner: Side
    points: int
    how: str


@dataclass(frozen=True, slots=True)
class CheckerTurn:
    """A roll and what was played with it.

    `roll` is None where a player did not throw because his entry was closed; `fault` is set where an illegal play
    stood; `inferred` where nobody saw the roll or the play and it was concluded from what came after. `before` is the board that
    the turn began with, where it is known.
    """

    side: Side
    roll: Roll | None
    play: Play
    after: Position
    fault: Fault | None = None
    inferred: bool = False
    frame: int = 0
    before: Position | None = None


@dataclass(frozen=True, slots=True)
class CubeTurn:
    """A double, to `value`, and its answer, None while there is none."""

    side: Side
    value: int
    answer: CubeAction | None = None
    frame: int = 0


Turn = CheckerTurn | CubeTurn


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: where it started, the score before it, its turns and its result (None: unfinished)."""

    start: Position
    score: Score
    crawford: bool = False
    turns: tuple[Turn, ...] = ()
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `length` points (0: single games for points), with its players' names."""

    length: int
    white: str
    black: str
    games: tuple[Game, ...] = ()
    game_id: str = "backgammon"


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


def match_winner(length: int, score: Score) -> Side | None:
    """The player who has won the match, or None; a match of length 0 is never won."""
    if not length:
        return None
    return next((side for side in Side if score.of(side) >= length), None)
