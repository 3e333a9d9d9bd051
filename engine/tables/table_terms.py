"""Terms of the Nordic games, told when what they mean happens (rules A24)."""

from dataclasses import dataclass

from engine.board import OFF
from engine.tables.moment import Moment


@dataclass(frozen=True, slots=True)
class Fat:
    """Fåt: a number that cannot be played."""

    message: str = "told_fat"

    def count(self, moment: Moment, unplayed: int) -> int:
        """How many numbers were left, unless the game is over."""
        return 0 if moment.own[OFF] == moment.men else unplayed


@dataclass(frozen=True, slots=True)
class Huk:
    """The huk, a side's 13: reached by its first checker."""

    message: str = "told_huk"

    def count(self, moment: Moment, unplayed: int) -> int:
        """1 when a checker stands there and none had come so far."""
        return int(moment.own[13] > 0 and not any(moment.before[:14]))


@dataclass(frozen=True, slots=True)
class Bomarsund:
    """Bomarsund: made points on the opponent's fifth and sixth at once, where they enter with a 5 and with a 6.

    They are counted from their start: on their 5 and 6 by the distance to go nobody may make a point.
    """

    message: str = "told_bomarsund"

    def count(self, moment: Moment, unplayed: int) -> int:
        """1 when the second of them is made."""
        there = [moment.facing.index(point) for point in (20, 19)]
        now, before = (all(men[point] >= 2 for point in there) for men in (moment.own, moment.before))
        return int(now and not before)


NORDIC = (Fat(), Huk(), Bomarsund())
"""The terms of the Swedish and the Finnish game."""
