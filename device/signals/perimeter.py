"""The perimeter: which LED of a strip around the board lies at which point of the picture.

Points are those of the picture: 1 bottom right, 12 bottom left, 13 top left, 24 top right. So they do not move when the
players turn the board's direction round, and a point in a player's numbering is first looked up in their seating.
"""

from dataclasses import dataclass

from engine.squares import SIZE

POINTS = 24
_COLUMNS = POINTS // 2


@dataclass(frozen=True, slots=True)
class Perimeter:
    """A strip of 24-60 LEDs that begins at the picture's point `first`; clockwise as seen from above.

    >>> Perimeter(24, 24, clockwise=True).points[:3]
    (24, 1, 2)
    >>> Perimeter(48, 1, clockwise=False).points[:4]
    (1, 1, 24, 24)
    """

    leds: int
    first: int
    clockwise: bool

    @property
    def points(self) -> tuple[int, ...]:
        """For every LED the point that it is nearest to."""
        step = 1 if self.clockwise else -1
        arcs = (led * POINTS // self.leds for led in range(self.leds))
        return tuple((self.first - 1 + step * arc) % POINTS + 1 for arc in arcs)


def ends_of_file(square: str) -> tuple[int, int]:
    """The two points, near and far, between which the file of a square lies, on a board of squares.

    >>> ends_of_file("a1"), ends_of_file("i9")
    ((12, 13), (1, 24))
    """
    file = "abcdefghi".index(square[0])
    column = (2 * file + 1) * _COLUMNS // (2 * SIZE)
    return _COLUMNS - column, _COLUMNS + 1 + column
