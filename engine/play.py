"""A play: the moves of one turn."""

from dataclasses import dataclass
from functools import cache

from engine.board import Shape


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
