"""Heaps: many checkers on one point, which an eye easily counts wrong, each time in the same way."""

from engine.board import Side
from engine.position import Position

HEAP = 6
"""So many checkers on one point are a heap."""


def heaps_alone(seen: Position, other: Position) -> bool:
    """Whether a board differs from the one that is seen by nothing but how many lie in heaps, or are off."""
    return all(
        here == there or here >= HEAP
        for side in Side
        for here, there in zip(seen.of(side)[1:], other.of(side)[1:], strict=True)
    )


def differ_by_heaps(one: Position, other: Position) -> bool:
    """Whether two boards differ by nothing but that, whichever of them has the heaps: one that is read far too short
    looks like none.
    """
    return heaps_alone(one, other) or heaps_alone(other, one)


def stays_heap(before: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether the contents (light, dark) of a site were a heap of either kind and still are."""
    return any(min(then, since) >= HEAP for then, since in zip(before, now, strict=True))
