"""The shape of a board, what stands on it, and what evidence of that is."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

OFF = 0
"""Index of the borne-off checkers, in every array over the sites of a tables board."""
BAR = 25
"""Index of the bar, in every array over the sites of a tables board."""
POINTS = range(1, 25)
"""The twenty-four points."""


def column_of(point: int) -> int:
    """The column, 0 leftmost to 11 rightmost, of a point (1-24) that is counted from the lower right on."""
    return 12 - point if point <= 12 else point - 13


class Side(Enum):
    """One of the two players; White sits near (at the bottom of the picture), Black far. Not a colour on a board."""

    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Kind(Enum):
    """One of the two kinds of checkers on a real board, by measured brightness."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> "Kind":
        """The other kind."""
        return Kind.DARK if self is Kind.LIGHT else Kind.LIGHT


class View(Enum):
    """What state the eye finds the scene in; only a CLEAR one is read."""

    CLEAR = "clear"
    MOVING = "moving"
    HAND = "hand"
    COVERED = "covered"
    MOVED = "moved"
    DARK = "dark"
    LOST = "lost"


class CubePlace(Enum):
    """Where the cube lies, as the near player sees it."""

    CENTRE = "centre"
    NEAR = "near"
    FAR = "far"
    OFFERED_NEAR = "offered-near"
    OFFERED_FAR = "offered-far"


class Shape(Enum):
    """The shape of a board: what its sites are."""

    TABLES = "tables"
    TAFL = "tafl"


@dataclass(frozen=True, slots=True)
class Occupancy:
    """What stands where on a board, as seen, without regard to rules.

    On a tables board both tuples have 26 entries of checkers: 0 borne off, 1-24 the points as the near player
    counts them (1 bottom right, 12 bottom left, 13 top left, 24 top right in the picture), 25 the bar. On a
    board of squares both have 81, row by row from the near left corner; a king counts two.
    """

    light: tuple[int, ...]
    dark: tuple[int, ...]

    @property
    def shape(self) -> Shape:
        """The shape of the board, which is told by how many sites it has."""
        return Shape.TABLES if len(self.light) == BAR + 1 else Shape.TAFL


class Evidence(Protocol):
    """What a look at the board says of every possible occupancy; vision provides it, reading consumes it."""

    def log_likelihood(self, occupancy: Occupancy) -> float:
        """Natural logarithm of the probability of what was seen, were the board so; 0 for a perfect match."""

    def by_site(self, occupancy: Occupancy) -> tuple[float, ...]:
        """What each site adds to that, in an order that is always the same."""

    def best(self, men: tuple[int, int] | None) -> Occupancy:
        """The most likely occupancy of all, rules aside.

        Where `men` is given it has exactly that many (light, dark) checkers on points and bar together; the
        borne-off entries are 0.
        """


@dataclass(frozen=True, slots=True)
class Seating:
    """Who has which checkers and which way round the board is played; White always sits near.

    `home_right`: the near player's home table is at their right hand, so that their own numbering is the picture's.
    `hand_right`: both throw at their right hand, as they should; in a mirrored picture it is the left one.
    """

    near: Kind = Kind.LIGHT
    home_right: bool = True
    hand_right: bool = True

    def kind(self, side: Side) -> Kind:
        """The kind of checkers that a side has."""
        return self.near if side is Side.WHITE else self.near.other

    def side(self, kind: Kind) -> Side:
        """The side that has a kind of checkers."""
        return Side.WHITE if kind is self.near else Side.BLACK

    def slot(self, point: int) -> int:
        """The point of the picture where a point in White's own numbering lies, and the other way round."""
        if self.home_right or point in (OFF, BAR):
            return point
        return 13 - point if point <= 12 else 37 - point
