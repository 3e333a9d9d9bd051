"""A position: where each side's checkers stand, in that side's own numbering."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.board import OFF, Shape, Side
from engine.past import NOTHING_PAST, Past
from engine.squares import SQUARES, squares_text

SITES = 26


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both sides, each in its owner's own numbering (distance to go).

    Tuples of 26 counts: index 0 the checkers borne off, 1-24 the points, 25 the bar or the hand; on a board of squares
    of 81, row by row from a1 (a man 1, the king 2). Two positions are
    equal when the same checkers stand on the same sites, whatever their `past`.
    """

    white: tuple[int, ...]
    black: tuple[int, ...]
    past: Past = field(default=NOTHING_PAST, compare=False)

    def of(self, side: Side) -> tuple[int, ...]:
        """The checkers of one side in its own numbering."""
        return self.white if side is Side.WHITE else self.black

    def pip_count(self, side: Side) -> int:
        """The points that a side's checkers have still to travel, the bar counted as 25."""
        return sum(point * men for point, men in enumerate(self.of(side)))

    def mirrored(self) -> "Position":
        """The same position with the players exchanged."""
        return Position(self.black, self.white, self.past.mirrored())

    def shifted(self, wrong: "Position", right: "Position") -> "Position | None":
        """The position with the checkers moved that differ between two others; None where they are no longer there."""
        white, black = (
            tuple(men + new - old for men, new, old in zip(*counts, strict=True))
            for counts in ((self.white, right.white, wrong.white), (self.black, right.black, wrong.black))
        )
        return None if min(*white, *black) < 0 else replace(self, white=white, black=black)

    @property
    def shape(self) -> Shape:
        """The shape of the board on which it stands."""
        return Shape.TAFL if len(self.white) == SQUARES else Shape.TABLES

    def __str__(self) -> str:
        if self.shape is Shape.TAFL:
            return squares_text(self.white, self.black)
        hand, pinned = self.past.hand, self.past.pinned
        white = side_text(self.white, hand[0], pinned[0])
        return f"W: {white} B: {side_text(self.black, hand[1], pinned[1])}"


def side_text(men: tuple[int, ...], hand: int = 0, pinned: int = 0) -> str:
    """One side's checkers as text, bar first, then points from 24 down, those pinned, and those borne off.

    So many of those on the bar are in the hand; `pinned` is a set of bits. A pinned checker is not told with its point.
    """
    return " ".join(f"{name}({number})" for name, number in side_parts(men, hand, pinned))


def side_parts(men: tuple[int, ...], hand: int = 0, pinned: int = 0) -> Iterator[tuple[str | int, int]]:
    """The parts of that text: where, and how many; behind `pin` the point."""
    bar = len(men) - 1
    hand = min(hand, men[bar])
    free = [men[point] - (pinned >> point & 1) for point in range(bar)]
    if men[bar] > hand:
        yield "bar", men[bar] - hand
    if hand:
        yield "hand", hand
    yield from ((point, free[point]) for point in range(bar - 1, 0, -1) if free[point] > 0)
    yield from (("pin", point) for point in range(bar - 1, 0, -1) if pinned >> point & 1)
    if men[OFF]:
        yield "off", men[OFF]
