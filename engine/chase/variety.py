"""A variety of chase: which numbers are played, and how a side's last checker moves."""

from dataclasses import dataclass
from enum import Enum

from engine.board import BAR
from engine.dice import Roll

CORNERS = (1, 6, 7, 12, 13, 18, 19, 24)
"""The corner points in the order in which they are passed."""
CORNER_STEPS = {1: 1, 6: 2}
"""How many corners on a number takes a last checker."""


class Counting(Enum):
    """Which numbers of a throw are played."""

    ONES_AND_SIXES = "1s, 6s and doublets; 6-6 four times, the other doublets twice"
    SIXES_MOVE_TWO = "the same, a single 6 being played by two checkers"
    ALL = "every number, doublets four times"


class LastChecker(Enum):
    """How a side's last checker moves."""

    PLACED = "from corner to corner, put on one before their first turn alone; safe while off the corners"
    SHIFTS = (
        "may shift to the next corner, the opponent playing the other numbers; then from corner to corner"
    )
    ORDINARY = "like any other"


class CornerEntry(Enum):
    """On which corner a last checker is put."""

    AHEAD = "the next one ahead"
    EITHER_SIDE = "the nearest, ahead or behind"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Variety:
    """What chase games differ in; `skip`: a checker that would land on one of its own goes on to the next point."""

    counting: Counting = Counting.ONES_AND_SIXES
    doublets_again: bool = True
    last: LastChecker = LastChecker.PLACED
    entry: CornerEntry = CornerEntry.AHEAD
    skip: bool = True

    def alone(self, men: tuple[int, ...]) -> bool:
        """Whether a side with these counts is down to a last checker that has rules of its own."""
        return self.last is not LastChecker.ORDINARY and men_left(men) == 1

    def units(self, roll: Roll, *, alone: bool) -> tuple[int, ...]:
        """The numbers that a roll gives to play, highest first; `alone`: to a last checker on a corner."""
        if roll.carried:
            numbers = roll.dice
        elif roll.is_doublet:
            four = self.counting is Counting.ALL or roll.dice[0] == 6
            numbers = roll.dice * 2 if four and not alone else roll.dice
        elif self.counting is Counting.ALL:
            numbers = roll.dice
        else:
            numbers = tuple(die for die in roll.dice if die in CORNER_STEPS)
            if self.counting is Counting.SIXES_MOVE_TWO and 6 in numbers and not alone:
                numbers = (6, *numbers)
        return tuple(number for number in numbers if not alone or number in CORNER_STEPS)


def men_left(men: tuple[int, ...]) -> int:
    """How many checkers a side still has in play."""
    return sum(men[1 : BAR + 1])
