"""Wins other than bearing off the last checker, and chips won in the course of a game, as rule objects."""

from dataclasses import dataclass

from engine.dice import Roll
from engine.tables.moment import Moment


@dataclass(frozen=True, slots=True)
class Pattern:
    """All of a side's checkers stand on the points of a pattern, none borne off; `munk`
    more against a checker on the bar.

    `counts` are (point, checkers). `levels`: it is called by how many of the opponent's are on the bar, too.
    """

    how: str
    counts: tuple[tuple[int, int], ...]
    worth: int = 1
    munk: int = 0
    levels: bool = False

    def called(self, men: tuple[int, ...]) -> str:
        """What it is called where the loser's checkers stand so."""
        return self.how + ("", " + munk", " + dubbelmunk")[min(men[-1], 2)] if self.levels else self.how

    def points(self, moment: Moment) -> int | None:
        """The worth of the pattern, if it is made."""
        if any(moment.own[point] != men for point, men in self.counts):
            return None
        return self.worth + (self.munk if moment.theirs[moment.bar] else 0)


@dataclass(frozen=True, slots=True)
class Jan:
    """The opponent has more checkers on the bar than points left to bring them in on.

    `by_breaking`: only if the turn that led to it broke a made point on one of these points of the winner's.
    """

    how: str
    worth: int
    by_breaking: range | None = None

    def points(self, moment: Moment) -> int | None:
        """The worth of the jan, if they cannot bring them all in."""
        theirs = moment.theirs
        free = sum(not men for men in theirs[19:25])
        if theirs[moment.bar] <= free:
            return None
        if self.by_breaking is not None and not any(
            moment.broken_here() >> point & 1 for point in self.by_breaking
        ):
            return None
        return self.worth


@dataclass(frozen=True, slots=True)
class Mother:
    """The opponent's last checker on their starting point is pinned, and none of one's own stands on one's own.

    Where both sides' last ones are pinned, nobody wins.
    """

    worth: int = 2
    how: str = "mother"

    def points(self, moment: Moment) -> int | None:
        """The worth of the mother, 0 for a draw, less than 0 if it is one's own that is lost."""
        own, theirs, facing, head = moment.own, moment.theirs, moment.facing, moment.bar - 1
        end = facing[head]
        pinned = theirs[head] == 1 and own[end] > 0
        lost = own[head] == 1 and theirs[end] > 0
        if pinned and lost:
            return 0
        if pinned and not own[head]:
            return self.worth
        return -self.worth if lost and not theirs[head] else None


@dataclass(frozen=True, slots=True)
class AllHome:
    """All of a side's checkers have come home."""

    how: str = "all home"
    worth: int = 1

    def points(self, moment: Moment) -> int | None:
        """The worth of it."""
        return self.worth if sum(moment.own[1:7]) == moment.men else None


@dataclass(frozen=True, slots=True)
class AllOn:
    """All of a side's checkers stand on one point; with `alone`, while the opponent has none on the like one."""

    point: int
    how: str = "single"
    worth: int = 1
    alone: bool = False

    def points(self, moment: Moment) -> int | None:
        """The worth of it."""
        there = moment.own[self.point] == moment.men
        return self.worth if there and not (self.alone and moment.theirs[self.point]) else None


@dataclass(frozen=True, slots=True)
class ClosedOut:
    """The opponent has a checker on the bar and all six points of the home table are made against them."""

    how: str = "closed out"
    worth: int = 1

    def points(self, moment: Moment) -> int | None:
        """The worth of it."""
        closed = moment.theirs[moment.bar] and all(men >= 2 for men in moment.own[1:7])
        return self.worth if closed else None


_PATTERNS = (range(2, 13, 2), range(1, 13, 2))
"""Every second point of a side's own half: the even ones, and the odd ones behind them."""


@dataclass(frozen=True, slots=True)
class Alternating:
    """Twelve checkers stand in pairs on every second point of the side's own half; the three others as `spare` says.

    `spare_anywhere`: the others may stand anywhere, else only on points of the pattern. `second`: who has
    made the even pattern may go on to the odd one while the point behind it, their 1, is empty. That wins the
    game; a first pattern that is gone on from wins a chip.
    """

    spare_anywhere: bool = False
    second: bool = True
    how: str = "interval"
    worth: int = 1

    def points(self, moment: Moment) -> int | None:
        """The worth of the pattern that ends the game."""
        even, odd = (self._made(moment, pattern) for pattern in _PATTERNS)
        ended = odd or (even and not moment.won and not self._goes_on(moment))
        return self.worth if ended else None

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """A chip for the even pattern that is gone on from."""
        return int(self.stops(moment))

    def stops(self, moment: Moment) -> bool:
        """Whether that pattern is made for the first time: what is left of the throw is not played."""
        return not moment.won and self._made(moment, _PATTERNS[0]) and self._goes_on(moment)

    def _goes_on(self, moment: Moment) -> bool:
        return self.second and not moment.own[1] and not moment.theirs[moment.facing[1]]

    def _made(self, moment: Moment, pattern: range) -> bool:
        held = [moment.own[point] for point in pattern]
        return all(men >= 2 for men in held) and (self.spare_anywhere or sum(held) == moment.men)


@dataclass(frozen=True, slots=True)
class NoNearer:
    """Nobody comes nearer to a pattern of every second point: fewer of its twelve checkers missing than before, or as
    many, and fewer of all standing beside it.
    """

    turns: int = 20

    def progress(self, moment: Moment) -> bool:
        """Whether the nearer pattern has come nearer; the odd one, where the even one is won."""
        patterns = _PATTERNS[1:] if moment.won else _PATTERNS
        now, before = (
            min(_lacking(men, pattern) for pattern in patterns) for men in (moment.own, moment.before)
        )
        return now < before


def _lacking(men: tuple[int, ...], pattern: range) -> tuple[int, int]:
    """How many of a pattern's twelve checkers are missing, and how many of all stand on none of its points."""
    held = [men[point] for point in pattern]
    return sum(max(0, 2 - there) for there in held), sum(men) - sum(held)


@dataclass(frozen=True, slots=True)
class NobodyMoves:
    """Nobody moves any more: both may wait on the bar for points that their own checkers hold and cannot leave."""

    turns: int = 20

    def progress(self, moment: Moment) -> bool:
        """Whether a checker has moved."""
        return moment.own != moment.before


@dataclass(frozen=True, slots=True)
class FiveThrees:
    """All fifteen stand in threes on any five points of the home table."""

    how: str = "three by three"
    worth: int = 2

    def points(self, moment: Moment) -> int | None:
        """The worth of it."""
        return self.worth if sorted(moment.own[1:7]) == [0, 3, 3, 3, 3, 3] else None


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven points of a side's own half are made, in a row if `consecutive`; two chips
    while the opponent has not as many.
    """

    consecutive: bool = False

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """The chips for making them in this turn, or others than before."""
        held = self._made(moment.own)
        if not held or held == self._made(moment.before):
            return 0
        return 1 if self._made(moment.theirs) else 2

    def stops(self, moment: Moment) -> bool:
        """Never: the turn goes on."""
        return False

    def _made(self, men: tuple[int, ...]) -> tuple[int, ...]:
        """The points that are made, where they are seven, and in a row if they have to be; else none."""
        made = tuple(point for point in range(1, 13) if men[point] >= 2)
        in_a_row = any(set(range(start, start + 7)) <= set(made) for start in range(1, 7))
        return made if len(made) >= 7 and (in_a_row or not self.consecutive) else ()


@dataclass(frozen=True, slots=True)
class FiveTriples:
    """All fifteen stand in threes on five points of the home table in a row, or with `all_home` anyhow at home."""

    all_home: bool = False

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """A chip for coming to stand so in this turn."""
        return int(self._so(moment.own) and not self._so(moment.before))

    def stops(self, moment: Moment) -> bool:
        """Never: the turn goes on."""
        return False

    def _so(self, men: tuple[int, ...]) -> bool:
        home = men[1:7]
        if self.all_home:
            return sum(home) == sum(men)
        return all(count == 3 for count in home[:5]) or all(count == 3 for count in home[1:])


@dataclass(frozen=True, slots=True)
class Triplet:
    """Three equal dice win a chip."""

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """A chip for the throw."""
        return int(roll is not None and not roll.carried and roll.is_doublet)

    def stops(self, moment: Moment) -> bool:
        """Never: the turn goes on."""
        return False


@dataclass(frozen=True, slots=True)
class ExposedHead:
    """A six that is thrown with all checkers home and none left on the 6 costs chips."""

    cost: int = 3

    def chips(self, moment: Moment, roll: Roll | None) -> int:
        """Less than nothing for such a throw."""
        home = not any(moment.before[7:]) and any(moment.before[1:6])
        exposed = home and not moment.before[6] and roll is not None and 6 in roll.dice
        return -self.cost if exposed else 0

    def stops(self, moment: Moment) -> bool:
        """Never: the turn goes on."""
        return False
