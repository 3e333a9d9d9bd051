"""The doubling cube."""

from dataclasses import dataclass
from enum import Enum

from engine.board import Side


class CubeAction(Enum):
    """What a player may do with the cube."""

    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of the game and who may raise it.

    `value` is 1, 2, 4 ...; `owner` is None while the cube stands in the middle; `offered_by` is the side whose double
    has not been answered yet; `in_play` is False in a Crawford game and where the game is played without a cube.
    """

    value: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    in_play: bool = True

    def may_double(self, side: Side) -> bool:
        """Whether a side may offer a double now, its turn and the dice apart."""
        return self.in_play and self.offered_by is None and self.owner in (None, side)

    def offered(self, side: Side) -> "Cube":
        """The cube after a side has offered a double."""
        return Cube(self.value, self.owner, side, self.in_play)

    def taken(self) -> "Cube":
        """The cube after the double on offer has been taken: twice the value, owned by the taker."""
        taker = None if self.offered_by is None else self.offered_by.other
        return Cube(self.value * 2, taker, None, self.in_play)
