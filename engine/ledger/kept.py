"""How much of a match the record keeps: the people who play it may ask for less."""

from enum import Enum


class Kept(Enum):
    """What of a match is kept once it is over, or the next one has begun."""

    FULL = "full"
    """Everything."""
    ANONYMOUS = "anonymous"
    """The match, without the players' names."""
    OFF = "off"
    """Nothing."""

    def spares_more_than(self, other: "Kept") -> bool:
        """Whether less is kept than with another choice."""
        order = tuple(Kept)
        return order.index(self) > order.index(other)
