"""Restrictions that a game may add to blocking, hitting and bearing off (rules section 1.4), as rule objects.

Step rules say from where a checker may be moved by a die at a moment of a turn. Sets of points are sets of bits in the
mover's own numbering; shifted left by a die, a set of targets becomes the set of origins that lead there.
"""

from dataclasses import dataclass

from engine.board import OFF
from engine.tables.moment import Broken, Moment, points_named


@dataclass(frozen=True, slots=True)
class NoHitAndRun:
    """A checker that has hit on one of the points 1 to `within` may not move again in the same turn.

    `only_to_safety`: it may not move on to a point where it would join its own, but may elsewhere.
    """

    within: int = 6
    only_to_safety: bool = False
    rule: str = "R.hit_run"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin but the points where such a checker stands alone."""
        hitters = moment.lost_here() & (1 << self.within + 1) - 2 & moment.standing() & ~moment.standing(2)
        if self.only_to_safety:
            hitters &= moment.standing() << die
        return origins & ~hitters

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The checker that is to stay."""
        return Broken("hit_run", (origin, target), (("point", origin),))


@dataclass(frozen=True, slots=True)
class HeadLimit:
    """At most `limit` checkers may leave the head, the first point of one's way, in a turn."""

    limit: int = 1
    rule: str = "R.head"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin, but the head only while it may still be left."""
        head = moment.bar - 1
        left = moment.before[head] - moment.own[head]
        return origins if left < self.limit else origins & ~(1 << head)

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """How many may leave."""
        message = "head" if self.limit == 1 else "head_several"
        return Broken(message, (origin,), (("count", self.limit),))


@dataclass(frozen=True, slots=True)
class RunnerFirst:
    """While a single checker has left the head, and not yet come to one of the points
    `region` to 1, no other may move.
    """

    region: int
    rule: str = "R.runner"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Only the runner's point, while it is on its way."""
        head = moment.bar - 1
        if moment.men - moment.own[head] != 1:
            return origins
        # There may be none: a checker that is missing on the board has left the head, too.
        runner = next((site for site, men in enumerate(moment.own) if men and site != head), 0)
        return origins if runner <= self.region else origins & 1 << runner

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """Where the runner is, and where it has to come to."""
        head = moment.bar - 1
        runner = next(site for site, men in enumerate(moment.own) if men and site != head)
        return Broken("runner", (runner, origin), (("point", runner), ("region", self.region)))


@dataclass(frozen=True, slots=True)
class SinglesBefore:
    """Before a side's point `region`, no more than `most` of its checkers may stand on one point, the head exempt.

    `until_reached`: only until one of them has come to that point or beyond.
    """

    region: int = 13
    most: int = 1
    until_reached: bool = False
    rule: str = "R.band"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin from which none comes to stand upon too many of its own there."""
        if self.until_reached and any(moment.own[: self.region + 1]):
            return origins
        full = moment.standing(self.most) & -1 << self.region + 1 & ~(1 << moment.bar - 1)
        return origins & ~(full << die)

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """How many may stand there."""
        message = "band" if self.most == 1 else "band_most"
        return Broken(message, (target,), (("point", target), ("region", self.region), ("count", self.most)))


@dataclass(frozen=True, slots=True)
class MostOnPoint:
    """No more than `most` of a side's checkers may come to stand on one point."""

    most: int = 2
    rule: str = "R.band"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin from which none comes to stand upon too many of its own."""
        return origins & ~(moment.standing(self.most) << die)

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """How many may stand on a point."""
        return Broken("most_on_point", (target,), (("point", target), ("count", self.most)))


@dataclass(frozen=True, slots=True)
class EnterOnEmpty:
    """A checker may not enter on a point where its own side stands, the head exempt with `head`, nor with `enemy`
    where one of the opponent's does.
    """

    enemy: bool = False
    head: bool = False
    rule: str = "R.entry"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin on the board, and the bar if the point of entry is free."""
        entry = moment.bar - die
        own = moment.own[entry] and not (self.head and die == 1)
        taken = own or (self.enemy and moment.theirs[moment.facing[entry]] == 1)
        return origins & ~(1 << moment.bar) if taken else origins

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """Whose checker stands there."""
        return Broken("entry" if moment.own[target] else "entry_enemy", (target,), (("point", target),))


@dataclass(frozen=True, slots=True)
class NoHitUntilHome:
    """No checker may hit until `needed` of its side's stand on the last six points, or are off."""

    needed: int = 1
    rule: str = "R.no_hit_yet"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin that leads to no checker of the opponent's, while too few are home."""
        if sum(moment.own[:7]) >= self.needed:
            return origins
        return origins & ~(moment.facing_theirs() << die)

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """How many must be home."""
        message = "no_hit_yet" if self.needed == 1 else "no_hit_yet_several"
        return Broken(message, (target,), (("point", target), ("count", self.needed)))


@dataclass(frozen=True, slots=True)
class NoHalfUntilEntered:
    """No checker may pass the middle of its way while its side has others to bring in."""

    rule: str = "R.entry"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Only origins that lead no farther than the middle."""
        if not moment.own[moment.bar]:
            return origins
        return origins & -1 << (moment.bar - 1) // 2 + 1 + die

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The checker that is to wait."""
        return Broken("half_way", (origin, target), (("point", origin),))


@dataclass(frozen=True, slots=True)
class SingleFile:
    """A side's checkers keep their order: none passes another or comes to stand with it, but on the point `last`,
    beyond which none may move.
    """

    last: int = 13
    rule: str = "R.file"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin from which none of its own stands in the way, and the way does not end before."""
        found, others = 0, moment.standing() & ~(1 << self.last)
        for origin in range(self.last + die, moment.bar + 1):
            between = (1 << origin) - (1 << origin - die)
            if origins >> origin & 1 and not others & between:
                found |= 1 << origin
        return found

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The point beyond which it went, or the checker in its way."""
        if target < self.last:
            return Broken("file_end", (origin, target), (("point", self.last),))
        way = (point for point in range(origin - 1, target - 1, -1) if moment.own[point])
        point = next(way, target)
        return Broken("file", (origin, point), (("point", point),))


@dataclass(frozen=True, slots=True)
class HukAfter:
    """The point 13 may not be entered until `needed` checkers have left the head."""

    needed: int = 5
    rule: str = "R.huk"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Every origin but the one that leads to 13, while too few have left."""
        if moment.men - moment.own[24] >= self.needed:
            return origins
        return origins & ~(1 << 13 + die)

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """How many must have left, and have."""
        left = moment.men - moment.own[24]
        return Broken("huk", (13,), (("needed", self.needed), ("left", left)))


@dataclass(frozen=True, slots=True)
class PairsFirst:
    """Two checkers, and no more, must have come in on each of the first six points before any may move on."""

    rule: str = "R.entry"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Only the hand, and only to a point that lacks a checker and holds none of the opponent's,
        while the pairs are being made.
        """
        bar = moment.bar
        if not moment.hand or not moment.own[bar]:
            return origins
        point = bar - die
        free = moment.own[point] < 2 and not moment.theirs[moment.facing[point]]
        return origins & 1 << bar if free else 0

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The points that lack a checker."""
        wanting = tuple(point for point in range(moment.bar - 1, moment.bar - 7, -1) if moment.own[point] < 2)
        message = "pairs_full" if moment.own[target] >= 2 else "pairs_hit"
        if origin != moment.bar:
            message = "pairs_first"
        return Broken(message, wanting, (("points", points_named(wanting)), ("point", target)))


@dataclass(frozen=True, slots=True)
class CornerByDoublet:
    """A checker passes from the first half of its way to the second only in a throw with a doublet."""

    rule: str = "R.corner"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Only origins that do not cross the middle, unless a doublet was thrown."""
        if moment.doublet:
            return origins
        crossing = ((1 << 13 + die) - 1) & -1 << 13
        return origins & ~crossing

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The checker that would pass."""
        return Broken("corner_doublet", (origin, target), (("point", origin),))


def runs_on_their_path(moment: Moment, at_least: int, length: int) -> list[tuple[int, int]]:
    """The runs of points held by the mover with so many checkers each, as (last, first) points of the opponent's way.

    Points are consecutive on the opponent's way, in their numbering; `last` is the nearer to their end. Only runs of at
    least `length` are told.
    """
    there = [False] * (moment.bar + 1)
    for point in range(1, moment.bar):
        there[moment.facing[point]] = moment.own[point] >= at_least
    found: list[tuple[int, int]] = []
    start = 0
    for point in range(1, moment.bar + 1):
        if there[point] and not start:
            start = point
        elif not there[point] and start:
            if point - start >= length:
                found.append((start, point - 1))
            start = 0
    return found


def points_of_run(moment: Moment, run: tuple[int, int]) -> tuple[int, ...]:
    """The points of such a run in the mover's numbering, as the opponent comes to them."""
    last, first = run
    return tuple(moment.facing.index(point) for point in range(first, last - 1, -1))


@dataclass(frozen=True, slots=True)
class KeepGap:
    """A side may not hold all six points of its first quarter, nor with `both` of the opponent's first quarter."""

    both: bool = False
    rule: str = "R.gap"

    def allows(self, moment: Moment) -> bool:
        """Whether a gap is left."""
        own = moment.own
        filled = all(own[19:25]) or (self.both and all(own[7:13]))
        return not filled

    def broken(self, moment: Moment) -> Broken:
        """The quarter that is full."""
        filled = all(moment.own[19:25])
        points = tuple(range(24, 18, -1)) if filled else tuple(range(12, 6, -1))
        return Broken("gap", points)


@dataclass(frozen=True, slots=True)
class PrimeNeedsPasser:
    """Six points in a row on the opponent's way may be held only if one of their checkers is ahead of them, or off."""

    rule: str = "R.prime"

    def allows(self, moment: Moment) -> bool:
        """Whether every such run has been passed."""
        return all(any(moment.theirs[:last]) for last, _ in runs_on_their_path(moment, 1, 6))

    def broken(self, moment: Moment) -> Broken:
        """The run that none has passed."""
        runs = [run for run in runs_on_their_path(moment, 1, 6) if not any(moment.theirs[: run[0]])]
        return Broken("prime_passer", points_of_run(moment, runs[0]))


@dataclass(frozen=True, slots=True)
class PrimeNeedsPasserAtOnce:
    """As PrimeNeedsPasser, but to be kept by every single move, not only at the end of the turn."""

    rule: str = "R.prime"

    def allowed(self, moment: Moment, origins: int, die: int) -> int:
        """Only origins whose move makes no such run."""
        kept = 0
        for origin in range(1, moment.bar + 1):
            if origins >> origin & 1:
                own = list(moment.own)
                own[origin] -= 1
                own[max(origin - die, OFF)] += 1
                after = Moment(moment.before, moment.before_theirs, tuple(own), moment.theirs, moment.facing)
                if PrimeNeedsPasser().allows(after):
                    kept |= 1 << origin
        return kept

    def broken(self, moment: Moment, after: Moment, origin: int, target: int) -> Broken:
        """The points of the run."""
        run = PrimeNeedsPasser().broken(after)
        return Broken(run.message, run.points, (("points", points_named(run.points)),))


@dataclass(frozen=True, slots=True)
class OpenIfAllTrapped:
    """Six points in a row may not be held while all of the opponent's checkers stand on the one point behind them."""

    rule: str = "R.prime"

    def allows(self, moment: Moment) -> bool:
        """Whether some checker of the opponent's stands elsewhere."""
        on_board = sum(moment.theirs[1:])
        return not any(
            first + 1 < len(moment.theirs) and on_board and moment.theirs[first + 1] == on_board
            for _, first in runs_on_their_path(moment, 1, 6)
        )

    def broken(self, moment: Moment) -> Broken:
        """The run behind which they stand."""
        theirs = moment.theirs
        runs = [
            run for run in runs_on_their_path(moment, 1, 6) if run[1] + 1 < len(theirs) and theirs[run[1] + 1]
        ]
        return Broken("prime_trapped", points_of_run(moment, runs[0]))


@dataclass(frozen=True, slots=True)
class SixNeed:
    """Six points in a row may be held only by a side that has checkers on its points `needed`."""

    needed: tuple[int, ...] = (2, 1)
    rule: str = "R.prime"

    def allows(self, moment: Moment) -> bool:
        """Whether there is no such run, or it is earned."""
        return not runs_on_their_path(moment, 1, 6) or all(moment.own[point] for point in self.needed)

    def broken(self, moment: Moment) -> Broken:
        """The run, and where checkers are needed."""
        run = points_of_run(moment, runs_on_their_path(moment, 1, 6)[0])
        return Broken("prime_needs", run, (("needed", points_named(self.needed)),))


@dataclass(frozen=True, slots=True)
class MaxPrime:
    """At most `most` made points in a row, unless the last of the opponent's checkers on the points has been hit."""

    most: int = 5
    rule: str = "R.prime"

    def allows(self, moment: Moment) -> bool:
        """Whether no run is longer, or it may be."""
        theirs = moment.theirs
        last_hit = theirs[-1] > 0 and not any(theirs[1:-1])
        return last_hit or not runs_on_their_path(moment, 2, self.most + 1)

    def broken(self, moment: Moment) -> Broken:
        """The run, and how long it may be."""
        run = points_of_run(moment, runs_on_their_path(moment, 2, self.most + 1)[0])
        return Broken("prime_most", run, (("count", self.most),))


@dataclass(frozen=True, slots=True)
class LeaveEntry:
    """A side may not hold all six points on which a checker of the opponent's, that waits on the bar, could enter."""

    rule: str = "R.gap"

    def allows(self, moment: Moment) -> bool:
        """Whether none waits, or a point is left open to it."""
        return not moment.theirs[moment.bar] or any(moment.own[point] < 2 for point in _entry(moment))

    def broken(self, moment: Moment) -> Broken:
        """The points that are closed."""
        return Broken("entry_shut", _entry(moment))


def _entry(moment: Moment) -> tuple[int, ...]:
    """The points on which the opponent enters, in the mover's numbering, as the opponent comes to them."""
    return tuple(moment.facing.index(point) for point in range(moment.bar - 1, moment.bar - 7, -1))


@dataclass(frozen=True, slots=True)
class MaxMadeInFirstQuarter:
    """At most `most` points of a side's first quarter may hold two or more of its checkers."""

    most: int = 2
    rule: str = "R.band"

    def allows(self, moment: Moment) -> bool:
        """Whether there are no more."""
        return sum(men >= 2 for men in moment.own[19:25]) <= self.most

    def broken(self, moment: Moment) -> Broken:
        """The points, and how many there may be."""
        made = tuple(point for point in range(24, 18, -1) if moment.own[point] >= 2)
        return Broken("made_in_first_quarter", made, (("count", self.most),))
