"""How much of a match the record keeps: the people who play it may ask for less."""

from enum import Enum


class Retention(Enum):
    """What of a match is kept once it is over, or the next one has begun."""

    FULL = "full"
    """Everything."""
    ANONYMOUS = "anonymous"
    """The match, without the players' names."""
    OFF = "off"
    """Nothing."""

    def spares_more_than(self, other: "Retention") -> bool:
        """Whether less is kept than with another choice."""
        order = tuple(Retention)
        return order.index(self) > order.index(other)
