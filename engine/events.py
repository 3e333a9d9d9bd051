"""Events: what happened, as the referee sees it; the log of them is the record of an evening."""

from dataclasses import dataclass

from engine.board import Seating, Side, View
from engine.cube import Cube
from engine.dice import Roll
from engine.fault import Fault
from engine.match import Crawford, Result, Score
from engine.play import Play
from engine.position import Position


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the readings between which the referee could not decide."""

    roll: Roll | None
    play: Play | None
    position: Position
    legal: bool
    weight: float


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match of `length` points (0: single games) begins."""

    game_id: str
    length: int
    white: str
    black: str
    crawford: Crawford


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins, at the starting position or, where the camera came later, in the middle."""

    start: Position
    seating: Seating
    crawford: bool
    cube: Cube
    to_play: Side | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A valid throw. `inferred`: nobody saw it, it was concluded."""

    side: Side
    roll: Roll
    opening: bool = False
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Cocked:
    """A throw that does not count: a die leans, or lies off the thrower's half."""

    side: Side
    why: str


@dataclass(frozen=True, slots=True)
class Tied:
    """Both opening dice show the same: throw again."""

    value: int


@dataclass(frozen=True, slots=True)
class Played:
    """A turn was played out: the play as made, the position after it, and its fault where it was illegal."""

    side: Side
    roll: Roll | None
    play: Play
    after: Position
    fault: Fault | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """The last play was changed on the board before the opponent threw, or a person put it right."""

    play: Play
    after: Position
    roll: Roll | None
    fault: Fault | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """The board shows what no legal play reaches; provisional until the opponent throws."""

    side: Side
    fault: Fault
    seen: Position


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The illegal board was put right."""

    side: Side


@dataclass(frozen=True, slots=True)
class Doubled:
    """A side offers to double to `value`."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The double was taken."""

    side: Side


@dataclass(frozen=True, slots=True)
class CubeFault:
    """The cube was moved against the rules: not in play, not his, not his turn; `why` is None once it is put back."""

    side: Side
    why: str | None


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game has ended."""

    result: Result


@dataclass(frozen=True, slots=True)
class Conceded:
    """The game before this one, which was left unfinished on the board, had been given up: its result."""

    result: Result


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match has been won."""

    winner: Side


@dataclass(frozen=True, slots=True)
class Asked:
    """The referee is not sure, and asks; the first candidate is the one it goes on with meanwhile."""

    question: int
    what: str
    side: Side | None
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A question is answered, by a person (`choice`) or because the board has made it clear (None)."""

    question: int
    choice: int | None


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """The camera's view became clear or was disturbed."""

    view: View


@dataclass(frozen=True, slots=True)
class Corrected:
    """A person put something right; what is None stays as it was. `undo`: the last turn is taken off the record."""

    what: str
    position: Position | None = None
    to_play: Side | None = None
    score: Score | None = None
    cube: Cube | None = None
    names: tuple[str, str] | None = None
    seating: Seating | None = None
    roll: Roll | None = None
    undo: bool = False


Event = (
    MatchStarted | GameStarted | Thrown | Cocked | Tied | Played | Amended | FaultSeen | FaultCleared | Doubled | Taken
    | CubeFault | GameOver | Conceded | MatchOver | Asked | Settled | ViewChanged | Corrected
)  # fmt: skip
"""Anything that can happen."""
