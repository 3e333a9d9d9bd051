"""The likeliest account of a board seen, among all ways of moving, with the numbers thrown or without.

Breaking a rule has a cost, and the way with the least cost is believed (Dijkstra's search,
guided towards the board seen).
"""

from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from itertools import accumulate, count
from math import inf
from operator import mul, sub
from typing import NamedTuple

from engine.board import OFF
from engine.faults.checks import Counts, MoveChecks, opponent_violations
from engine.faults.move_path import Account, PathStep, Trip, paired, trip_violation, whenever, whole_ways
from engine.faults.violation import BACKWARDS, STRAYED, UNTHROWN, VANISHED, Violation
from engine.play import Move
from engine.plays.ordered import Exploration, TurnNode
from engine.position import Position
from engine.tables.numbers import ThrowPlan
from engine.tables.tables_game import BearOff, TablesGame

_MOST_LOOKED_AT = 800
"""So many moments are looked at for an account by one plan, half as many more by several; then the
checkers are paired in order.
"""
_AGAIN = 1.0
"""The weight of what was wrong with the move before, too."""
_LONG = 6
"""A turn with so many numbers is long."""
_MOST_UNNUMBERED = 3
"""So many checkers beyond the numbers to play are paired in every way; where more have
moved, they are paired in order.
"""


def account_of(explorations: tuple[Exploration, ...], seen: Position) -> Account:
    """The likeliest way in which a side got to the board seen, by any plan that its throw leaves to it."""
    searches = [_Search(exploration, seen) for exploration in explorations]
    most = _MOST_LOOKED_AT if len(searches) == 1 else _MOST_LOOKED_AT * 3 // 2
    for _ in range(most):
        # The plan is followed that may still have the likeliest account; none of which a likelier one is known.
        least = min(search.cost for search in searches)
        search = min(searches, key=lambda each: each.bound(least))
        if search.bound(least) == inf:
            break
        search.look()
    ended = [search for search in searches if search.cost < inf]
    return min((search.account() for search in ended or searches), key=lambda account: account.rank)


class _Place(NamedTuple):
    """A moment of the search: the moment of the turn; the last move without a number; from where the next may be made.

    Moves without a number are made first, the hindmost checkers first; `before` is None once a number has been used.
    """

    node: TurnNode
    before: Trip | None
    below: int


_FIRST = Trip(99, 99)


@dataclass(slots=True)
class _Way:
    """How a place was reached most cheaply."""

    cost: float
    parent: _Place | None = None
    step: PathStep | None = None
    violations: tuple[Violation, ...] = ()


@dataclass(slots=True)
class _Known:
    """The places reached so far, each with its way, and those whose way is certain."""

    ways: dict[_Place, _Way] = field(default_factory=dict)
    done: set[_Place] = field(default_factory=set)


class _Search:
    """The search for the likeliest account by one plan."""

    def __init__(self, exploration: Exploration, seen: Position) -> None:
        self.exploration = exploration
        self.steps = exploration.steps
        self.game: TablesGame = exploration.steps.game
        self.plan: ThrowPlan = exploration.plan
        self.checks = MoveChecks(exploration.steps)
        side = exploration.steps.side
        self.own, self.theirs = seen.of(side), seen.of(side.other)
        self.seen = seen
        self.any_order = not (
            self.game.step_rules or self.game.breaks or self.game.wins or self.game.turn_rules
        )
        # No move puts a checker of the opponent's on a point: each that is seen on a new one was moved there.
        self.surely_wrong = STRAYED * sum(
            max(0, men - before)
            for men, before in zip(
                self.theirs[: self.game.bar], exploration.start.theirs[: self.game.bar], strict=True
            )
        )
        self.known = _Known()
        self.heap: list[tuple[float, int, _Place]] = []
        # In a long turn the latest of the places that cost alike is looked at first, to follow ways to their end.
        self.ticket = count(0, 1 if len(exploration.plan.numbers) < _LONG else -1)
        self.later = [
            tuple(number for stage in self.plan.stages[index + 1 :] for number in stage.numbers)
            for index in range(len(self.plan.stages))
        ]
        self._sites = range(self.game.bar + 1)
        self._skipped: dict[tuple[int, bool], tuple[Violation, ...]] = {}
        self._ended: tuple[_Place, tuple[Violation, ...]] | None = None
        self.cost = inf
        """What the likeliest account that has been found costs."""
        first = exploration.start
        moved = sum(max(0, men - wanted) for men, wanted in zip(first.own, self.own, strict=True))
        if moved <= len(self.plan.numbers) + _MOST_UNNUMBERED:
            self._offer(_Place(first, _FIRST, self.game.bar), _Way(0.0))

    def bound(self, least: float) -> float:
        """What an account that has not been found yet costs at least; infinity where none can be likelier than the one
        that has, or as likely as one by another plan, which costs `least`.
        """
        bound = self.heap[0][0] + self.surely_wrong if self.heap else inf
        return inf if bound >= self.cost or bound > least else bound

    def look(self) -> None:
        """Look at the place that may belong to the likeliest account."""
        here = heappop(self.heap)[2]
        if here in self.known.done:
            return
        self.known.done.add(here)
        way = self.known.ways[here]
        if here.node.own == self.own:
            wrong = tuple(opponent_violations(self.steps, here.node.theirs, self.theirs))
            total = (
                way.cost
                + sum(violation.weight for violation in wrong)
                + 0.01 * self.exploration.unplayed(here.node)
            )
            if total < self.cost:
                self.cost, self._ended = total, (here, wrong)
        self._expand(here, way)

    def account(self) -> Account:
        """The likeliest account that was found; where none was, the checkers paired in order."""
        if self._ended is None:
            return paired(self.exploration, self.seen)
        return self._told(self.cost, *self._ended)

    def _offer(self, place: _Place, way: _Way) -> None:
        """Take note of a way to a place, if it is the cheapest so far and the board seen can still be reached."""
        known = self.known.ways.get(place)
        if place in self.known.done or (known is not None and known.cost <= way.cost):
            return
        more = self._least_more(place)
        if more is None:
            return
        self.known.ways[place] = way
        heappush(self.heap, (way.cost + more, next(self.ticket), place))

    def _least_more(self, place: _Place) -> float | None:
        """What the rest of the way costs at least; None where numbers alone cannot lead on to the board seen."""
        node = place.node
        apart: list[int] = list(map(sub, node.own, self.own))
        ahead = list(accumulate(apart))
        behind, worst = ahead[-1], max(0, *ahead)
        need = sum(map(mul, self._sites, apart))
        # What has left sites and what has come to them add up to all that differs, and differ by what is missing.
        moves = (sum(map(abs, apart)) + behind) // 2
        extra = abs(behind)
        by_numbers = not extra and not worst and self._sums(node, need)
        numbers = len(node.left) + len(self.later[node.stage])
        if place.before is None:
            return 0.0 if by_numbers and moves <= numbers else None
        if extra or worst:
            return max(VANISHED * extra + BACKWARDS * max(0, worst - extra), UNTHROWN * (moves - numbers))
        return max(0.0 if by_numbers else UNTHROWN, UNTHROWN * (moves - numbers))

    def _sums(self, node: TurnNode, need: int) -> bool:
        """Whether numbers that are left can add up to the points still to be travelled."""
        if self.own[OFF] == node.own[OFF]:
            return need in sums_of(node.left + self.later[node.stage])
        return self.game.bearoff is BearOff.ANY_TWO or need <= sum(node.left) + sum(self.later[node.stage])

    def _expand(self, here: _Place, way: _Way) -> None:
        node = here.node
        over: tuple[Violation, ...] = ()
        if (
            node is not self.exploration.start and (self.game.wins or node.own[OFF] == self.game.men)
        ) and self.steps.over(node.own, node.theirs):
            over = (Violation("R.too_many", "over"),)
        if here.before is not None:
            self._expand_trips(here, way)
        slack = list(accumulate(map(sub, self.own, node.own)))
        # None is moved from where as many are to stand below it as do.
        origins = [
            origin
            for origin in range(min(here.below, self.game.bar), 0, -1)
            if node.own[origin] and slack[origin - 1] > 0
        ]
        for number in dict.fromkeys(node.left):
            allowed = self.checks.sources(node.own, node.theirs, number)
            for origin in origins:
                for target in self._targets(node, origin, number):
                    if min(slack[target:origin]) > 0:
                        legal = bool(allowed >> origin & 1) and target == self._target(node, origin, number)
                        self._make(here, way, origin, target, number, legal, over)
        self._skip(here, way)

    def _skip(self, here: _Place, way: _Way) -> None:
        """Go on to the numbers that come later, though these have not all been played."""
        node = here.node
        if node.stage + 1 >= len(self.plan.stages):
            return
        following = TurnNode(node.own, node.theirs, node.stage + 1, self.plan.stages[node.stage + 1].numbers)
        playable = any(self.checks.sources(node.own, node.theirs, number) for number in set(node.left))
        violations = () if self.plan.lenient and not playable else self._out_of_turn(node.stage, playable)
        cost = way.cost + sum(violation.weight for violation in violations)
        self._offer(_Place(following, here.before, self.game.bar), _Way(cost, here, None, violations))

    def _out_of_turn(self, stage: int, playable: bool) -> tuple[Violation, ...]:
        """The violation of playing numbers of a later stage while some of this one are left."""
        known = self._skipped.get((stage, playable))
        if known is not None:
            return known
        earlier, later = self.plan.stages[stage].numbers, self.plan.stages[stage + 1].numbers
        if len(earlier) == 1 and len(later) == 1:
            message = "low_first" if playable else "low_first_lost"
        else:
            alike = len(set(earlier)) == 1
            kind = "_mixed" if not alike else "_both" if len(earlier) == 2 else ""
            message = f"stage_first{kind}{'' if playable else '_lost'}"
        args = (
            ("low", earlier[0]),
            ("high", later[0]),
            ("count", len(earlier)),
            ("earlier", " and the ".join(map(str, earlier))),
            ("later", f"{later[0]}s" if len(later) > 1 else str(later[0])),
        )
        return self._skipped.setdefault((stage, playable), (Violation("R.low_first", message, args),))

    def _target(self, node: TurnNode, origin: int, number: int) -> int:
        """Where the rules take a checker by a number."""
        if self.game.bearoff is BearOff.ANY_TWO and not any(node.own[self.game.home + 1 :]):
            return OFF
        return max(origin - number, OFF)

    def _targets(self, node: TurnNode, origin: int, number: int) -> tuple[int, ...]:
        wanted = self._target(node, origin, number)
        return (wanted,) if wanted or number >= origin else (wanted, origin - number)

    def _make(
        self,
        here: _Place,
        way: _Way,
        origin: int,
        target: int,
        number: int,
        legal: bool,
        over: tuple[Violation, ...],
    ) -> None:
        """Move a checker by a number, in every way that the opponent's checkers can have been treated."""
        node = here.node
        left = list(node.left)
        left.remove(number)
        stage, numbers = node.stage, tuple(left)
        if not left and stage + 1 < len(self.plan.stages):
            stage, numbers = stage + 1, self.plan.stages[stage + 1].numbers
        alike = stage == node.stage and self.any_order and len(set(node.left)) == 1
        for own, theirs, hit, violations in self._treated(node, origin, target, number, legal):
            all_violations = (*over, *violations)
            # Who goes on breaking a rule that the last move broke has not done another thing wrong.
            cost = way.cost + sum(
                _AGAIN if violation in way.violations else violation.weight for violation in all_violations
            )
            place = _Place(TurnNode(own, theirs, stage, numbers), None, origin if alike else self.game.bar)
            self._offer(place, _Way(cost, here, PathStep(Move(origin, target, hit), number), all_violations))

    def _treated(
        self, node: TurnNode, origin: int, target: int, number: int | None, legal: bool
    ) -> list[tuple[Counts, Counts, bool, tuple[Violation, ...]]]:
        """What a move can have done: both sides' checkers after it, whether it hit, and what is wrong with it."""
        own, theirs, hit = self.steps.after(node.own, node.theirs, origin, target)
        if legal:
            return [(own, theirs, hit, ())]
        violations = self.checks.of(node.own, node.theirs, origin, target, number)
        if (
            not violations
            and number is not None
            and target
            and not self.checks.sources(node.own, node.theirs, number) >> origin & 1
        ):
            violations = (
                Violation("R.block", "block", self.checks.move_args(node.own, origin, target), (target,)),
            )
        if not violations and number is not None and target and self._target(node, origin, number) == OFF:
            violations = (
                Violation(
                    "R.bearoff", "bearoff_any", self.checks.move_args(node.own, origin, target), (origin,)
                ),
            )
        there = self.steps.facing[target]
        if not hit:
            return [(own, theirs, False, violations)]
        if node.theirs[there] < self.game.block_at:
            found = [(own, theirs, True, violations)]
            return (
                [*found, (own, node.theirs, False, violations)]
                if violations and self.theirs[there]
                else found
            )
        if self.game.breaks and self.theirs[there] < node.theirs[there]:
            broken = self.checks.breaking(node.own, node.theirs, origin, target)
            others = tuple(violation for violation in violations if violation.rule != "R.block")
            allowed = number is not None and self._may_break(node, origin, number)
            return [(own, theirs, True, others if allowed else (*others, broken))]
        return [(own, node.theirs, False, violations)]

    def _may_break(self, node: TurnNode, origin: int, number: int) -> bool:
        moment = self.steps.moment(node.own, node.theirs)
        return any(rule.breakable(moment, 1 << origin, number) for rule in self.game.breaks)

    def _expand_trips(self, here: _Place, way: _Way) -> None:
        """Moves without a number: of any length, backwards, or of checkers that vanish or appear."""
        node, last = here.node, here.before
        assert last is not None
        sites = range(self.game.bar, -1, -1)
        surplus: list[int | None] = [site for site in sites if node.own[site] > self.own[site]]
        missing: list[int | None] = [site for site in sites if node.own[site] < self.own[site]]
        more = sum(node.own) - sum(self.own)
        for origin in surplus if more >= 0 else [*surplus, None]:
            for target in missing if more <= 0 else [*missing, None]:
                trip = Trip(origin, target)
                if trip.order < last.order:
                    continue
                self._travel(here, way, trip)

    def _travel(self, here: _Place, way: _Way, trip: Trip) -> None:
        node = here.node
        origin, target = trip.origin, trip.target
        wrong = trip_violation(self.steps, node.own, trip, self.plan.numbers)
        if origin is None or target is None:
            men = list(node.own)
            if origin is not None:
                men[origin] -= 1
            if target is not None:
                men[target] += 1
            ways: list[tuple[Counts, Counts, bool, tuple[Violation, ...]]] = [
                (tuple(men), node.theirs, False, ())
            ]
        elif wrong is not None and wrong.rule == "R.conservation":
            ways = [(*self.steps.after(node.own, node.theirs, origin, target)[:2], False, ())]
        elif wrong is not None:
            after = list(node.own)
            after[origin] -= 1
            after[target] += 1
            ways = [(tuple(after), node.theirs, False, ())]
            if target not in (OFF, self.game.bar):
                ways = [(*each[:3], ()) for each in self._treated(node, origin, target, None, False)]
        else:
            ways = self._treated(node, origin, target, None, False)
        for own, theirs, hit, violations in ways:
            told = tuple(violation for violation in violations if self._whenever(violation, node, origin))
            all_violations = told if wrong is None else (wrong, *told)
            step = None if origin is None or target is None else PathStep(Move(origin, target, hit), None)
            cost = way.cost + sum(
                violation.weight
                for violation in (*violations, *all_violations[: len(all_violations) - len(told)])
            )
            if wrong is None:
                assert origin is not None and target is not None
                odd = min((abs(number - origin + target) for number in self.plan.numbers), default=0)
                cost += UNTHROWN + 0.01 * odd
            place = _Place(TurnNode(own, theirs, node.stage, node.left), trip, here.below)
            self._offer(place, _Way(cost, here, step, all_violations))

    def _whenever(self, violation: Violation, node: TurnNode, origin: int | None) -> bool:
        """Whether a move without a number has this violation whenever in the turn it was made."""
        return origin is not None and whenever(self.exploration, self.own, violation, node.own, origin)

    def _told(self, cost: float, end: _Place, wrong: tuple[Violation, ...]) -> Account:
        """The account of the way to an end."""
        ways: list[_Way] = []
        at: _Place | None = end
        while at is not None:
            ways.insert(0, self.known.ways[at])
            at = ways[0].parent
        made = tuple(way.step for way in ways if way.step is not None)
        violations = whole_ways(
            self.exploration, made, [(way.step, violation) for way in ways for violation in way.violations]
        )
        return Account(self.exploration, made, (*violations, *wrong), end.node, cost)


@cache
def sums_of(numbers: tuple[int, ...]) -> frozenset[int]:
    """All that some of the numbers can add up to."""
    found = {0}
    for number in numbers:
        found |= {total + number for total in found}
    return frozenset(found)
