"""A play: the moves of one turn, where they lead, and why it is illegal."""

from dataclasses import dataclass
from functools import cache

from engine.board import Shape
from engine.position import Position


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker moved by one die, in the mover's own numbering: 25 the bar, 0 off."""

    origin: int
    target: int
    hit: bool = False


@cache
def move_of(origin: int, target: int, hit: bool) -> Move:
    """The move, always the same object; for searches that make thousands of them."""
    return Move(origin, target, hit)


@dataclass(frozen=True, slots=True)
class Play:
    """All moves of one turn, in an order in which they can be made; no moves at all is a dance.

    `captured`: on a board of squares, the squares whose men the turn takes off the board. Moves on such a board are
    told by `shape`, and their sites are squares.
    """

    moves: tuple[Move, ...] = ()
    captured: tuple[int, ...] = ()
    shape: Shape = Shape.TABLES


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position that a roll leads to, its past included, and one play that leads there."""

    position: Position
    play: Play


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a seen position breaks, with the points concerned and the nearest legal play.

    `rule` is an id such as `R.must_use`; `message` the id of its sentence in engine.words.wording, filled with `args`;
    `points` are in the mover's own numbering (25 the bar, 0 off). `also`: the other rules broken, less telling ones.
    """

    rule: str
    message: str
    args: tuple[tuple[str, str | int], ...] = ()
    points: tuple[int, ...] = ()
    nearest: Play | None = None
    also: "tuple[Fault, ...]" = ()
