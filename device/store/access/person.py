"""People who have a PIN and a name of their own, and what they may do; tokens, by which programs are let in."""

from dataclasses import dataclass
from enum import Enum

from device.shape import Shaped, choice, number, shaped, text, whole

PEOPLE = 40
"""How many people may have a PIN of their own."""


class Right(Enum):
    """What somebody may do who has been let in; each may do all that those before it may."""

    SPECTATOR = "spectator"
    """See what others do not: games that are kept back while they are played, and what was deleted."""
    REFEREE = "referee"
    """Referee: all that is done at the desk, and enter results."""
    DIRECTOR = "director"
    """Set the table up, plan tournaments, and say who may what. Who gives the table's own PIN is one."""

    def covers(self, other: "Right") -> bool:
        """Whether who may this may the other, too."""
        order = list(Right)
        return order.index(self) >= order.index(other)


@shaped({"id": whole(1), "name": text(), "right": choice(Right), "made": number("Unix time.")})
@dataclass(frozen=True, slots=True)
class Person(Shaped):
    """Somebody with a PIN of their own: their number, name, what they may, when they were entered (Unix time), and the
    digests of what the phones are known again by that were let in by it.
    """

    id: int
    name: str
    right: Right
    made: float
    hashed: str
    devices: tuple[str, ...] = ()


@shaped({"id": whole(1), "name": text(), "made": number("Unix time.")}, name="Token")
@dataclass(frozen=True, slots=True)
class Token(Shaped):
    """A program that may do what the referee may: its number, what people call it, when it was let in (Unix time)."""

    id: int
    name: str
    made: float
    digest: str
