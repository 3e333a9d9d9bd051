"""A play: the moves of one turn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One checker moved by one die, in the mover's own numbering: 25 the bar, 0 off."""

    origin: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """All moves of one turn, in an order in which they can be made; no moves at all is a dance."""

    moves: tuple[Move, ...] = ()
