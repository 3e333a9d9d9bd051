"""When a made point may be broken: hit like a blot, all its checkers going to the bar (rules section 1.4)."""

from dataclasses import dataclass

from engine.board import OFF
from engine.tables.moment import Moment


def _lone_checker(moment: Moment) -> bool:
    """Whether either side has borne off all but one: then nothing is broken any more."""
    return moment.men - 1 in (moment.own[OFF], moment.theirs[OFF])


@dataclass(frozen=True, slots=True)
class BreakRun:
    """Any point of six or more made ones in a row may be broken by a checker that has the whole row ahead of it.

    `adjacent_only`: only by one that stands right behind the row.
    """

    adjacent_only: bool = False

    def breakable(self, moment: Moment, origins: int, die: int) -> int:
        """The origins behind a row that would land in it."""
        if _lone_checker(moment):
            return 0
        made = moment.facing_theirs(2)
        found, top = 0, 0
        for point in range(moment.bar - 1, -1, -1):
            if made >> point & 1:
                top = top or point
                continue
            if top - point >= 6:
                row = (1 << top + 1) - (1 << point + 1)
                behind = 1 << top + 1 if self.adjacent_only else -1 << top + 1
                found |= origins & row << die & behind
            top = 0
        return found


@dataclass(frozen=True, slots=True)
class BreakEntry:
    """A checker may break a made point as it enters, if it cannot enter otherwise.

    With `cannot_enter` that is asked of the number: there is but one point to enter on with it. Without, of the side:
    only while it has more checkers on the bar than points to enter on.
    """

    cannot_enter: bool = False

    def breakable(self, moment: Moment, origins: int, die: int) -> int:
        """The bar, while that is so."""
        if _lone_checker(moment):
            return 0
        bar = moment.bar
        if self.cannot_enter:
            return origins & 1 << bar
        available = sum(
            not moment.own[point] and moment.theirs[moment.facing[point]] <= 1
            for point in range(bar - 6, bar)
        )
        return origins & 1 << bar if moment.own[bar] > available else 0
