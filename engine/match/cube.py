"""The doubling cube."""

from dataclasses import dataclass, replace
from enum import Enum

from engine.board import Side


class CubeAction(Enum):
    """What a player may do with the cube."""

    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class Progression(Enum):
    """How the stake grows with every double: twice what it was, or one more (rules section 5.4)."""

    DOUBLING = "doubling"
    ARITHMETIC = "arithmetic"


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of the game and who may raise it.

    `value` is 1, 2, 4 ... (1, 2, 3 ... in an arithmetic progression); `owner` is None while the cube stands
    in the middle; `offered_by` is the side whose double has not been answered yet; `in_play` is False in a
    Crawford game and where the game is played without a cube.
    """

    value: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    in_play: bool = True
    progression: Progression = Progression.DOUBLING

    def may_double(self, side: Side) -> bool:
        """Whether a side may offer a double now, its turn and the dice apart."""
        return self.in_play and self.offered_by is None and self.owner in (None, side)

    @property
    def next_value(self) -> int:
        """What the stake is raised to by one double."""
        return self.value * 2 if self.progression is Progression.DOUBLING else self.value + 1

    @property
    def raises(self) -> int:
        """How many times the stake has been raised since the game began."""
        return self.value.bit_length() - 1 if self.progression is Progression.DOUBLING else self.value - 1

    @property
    def is_turned(self) -> bool:
        """Whether a double has been offered and accepted in this game."""
        return self.owner is not None

    def offered(self, side: Side) -> "Cube":
        """The cube after a side has offered a double."""
        return replace(self, offered_by=side)

    def raised(self) -> "Cube":
        """The cube turned to the next value where it stands: by a tie at the opening, or by a raccoon."""
        return replace(self, value=self.next_value)

    def taken(self) -> "Cube":
        """The cube after the double on offer has been taken: the next value, owned by the taker."""
        taker = None if self.offered_by is None else self.offered_by.other
        return replace(self, value=self.next_value, owner=taker, offered_by=None)

    def beavered(self) -> "Cube":
        """The cube after the double on offer has been beavered: raised twice, owned by who took it."""
        return self.taken().raised()

    def answered(self, answer: CubeAction | None) -> "Cube":
        """The cube after an answer to the double on offer; as it lay before where that is a pass, or there is none."""
        match answer:
            case CubeAction.TAKE:
                return self.taken()
            case CubeAction.BEAVER:
                return self.beavered()
            case CubeAction.RACCOON:
                return self.beavered().raised()
        return replace(self, offered_by=None)
