"""Accounts: how a side seems to have got from one board to the board seen, trip by trip and move by move, and all that
is wrong with it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import OFF
from engine.faults.checks import MoveChecks, opponent_violations
from engine.faults.violation import RESTRICTION, UNTHROWN, Violation, place
from engine.play import Move
from engine.plays.ordered import Exploration, Steps, TurnNode
from engine.position import Position
from engine.tables.fields import occupied
from engine.tables.moment import points_named
from engine.tables.tables_game import Landing


class Trip(NamedTuple):
    """One checker's way: from where to where (None: it vanished, or came from nowhere)."""

    origin: int | None
    target: int | None

    @property
    def order(self) -> tuple[int, int]:
        """The order in which trips are made: the hindmost checkers first."""
        return (
            99 if self.origin is None else -self.origin,
            99 if self.target is None else -self.target,
        )


def trips_between(before: tuple[int, ...], after: tuple[int, ...]) -> list[Trip]:
    """The checkers that left, hindmost first, paired with those that came."""
    sites = range(len(before) - 1, -1, -1)
    left = [site for site in sites for _ in range(before[site] - after[site])]
    come = [site for site in sites for _ in range(after[site] - before[site])]
    longer = max(len(left), len(come))
    origins: list[int | None] = [*left, *[None] * (longer - len(left))]
    targets: list[int | None] = [*come, *[None] * (longer - len(come))]
    return [Trip(origin, target) for origin, target in zip(origins, targets, strict=True)]


def trip_violation(
    steps: Steps, own: tuple[int, ...], trip: Trip, numbers: tuple[int, ...]
) -> Violation | None:
    """What is wrong with a trip whatever numbers were thrown; None where another number could have made it."""
    origin, target, bar = trip.origin, trip.target, steps.game.bar
    owner = ("owner", steps.side.value)
    if origin is None:
        assert target is not None
        return Violation("R.conservation", "appeared", (owner, ("point", place(target, bar))), (target,))
    hand = origin == bar and own[origin] <= steps.start.hand
    where = place(origin, bar, hand=hand)
    if target is None or (target == OFF and origin > max(steps.game.home, sum(numbers))):
        return Violation("R.conservation", "vanished", (owner, ("point", where)), (origin,))
    if origin == OFF:
        return Violation("R.direction", "returned", (("point", place(target, bar)),), (target,))
    if target == bar:
        return Violation("R.direction", "put_on_bar", (("point", where),), (origin,))
    if target > origin:
        return Violation("R.direction", "direction", (("move", f"{where}/{target}"),), (origin, target))
    return None


@dataclass(frozen=True, slots=True)
class PathStep:
    """One move of an account with the number it used (None: one that was not thrown)."""

    move: Move
    number: int | None


@dataclass(frozen=True, slots=True)
class Account:
    """The moves as they seem to have been made, what is wrong with them, and where the numbers were then.

    `end` is the moment reached; its numbers left are those not used. `unplayed` of those should have been.
    """

    exploration: Exploration
    steps: tuple[PathStep, ...]
    violations: tuple[Violation, ...]
    end: TurnNode
    cost: float

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in order."""
        return tuple(step.move for step in self.steps)

    @property
    def unplayed(self) -> int:
        """How many numbers are left that must be played if they can be."""
        return self.exploration.unplayed(self.end)

    @property
    def rank(self) -> tuple[float, int, int]:
        """How far from legal it is; less is likelier."""
        return self.cost, self.unplayed, len(self.steps)


def whole_ways(
    exploration: Exploration, made: tuple[PathStep, ...], found: Iterable[tuple[PathStep | None, Violation]]
) -> tuple[Violation, ...]:
    """Violations of steps, those of landing on closed points and of bearing off too soon told of the checker's whole
    way; each violation once.

    A whole way is closed at its end, or between, where no way round is open.
    """
    told: list[Violation] = []
    for step, violation in found:
        if step is not None and violation.message in ("block", "block_single"):
            told.append(_closed(exploration, made, step, violation))
        elif step is not None and violation.message in _TOO_SOON:
            told.append(_too_soon(exploration, made, step, violation))
        else:
            told.append(violation)
    return tuple(dict.fromkeys(told))


_TOO_SOON = ("bearoff_hand", "bearoff_never", "bearoff_outside")


def _too_soon(
    exploration: Exploration, made: tuple[PathStep, ...], step: PathStep, violation: Violation
) -> Violation:
    way, checks = _way_of(made, step), MoveChecks(exploration.steps)
    whole = checks.move_args(exploration.start.own, way[0].move.origin, way[-1].move.target)
    args = dict(violation.args) | dict(whole)
    return Violation(violation.rule, violation.message, tuple(args.items()), violation.points)


def _closed(
    exploration: Exploration, made: tuple[PathStep, ...], step: PathStep, violation: Violation
) -> Violation:
    checks = MoveChecks(exploration.steps)
    way = _way_of(made, step)
    origin, target = way[0].move.origin, way[-1].move.target
    args = checks.move_args(exploration.start.own, origin, target)
    if step is way[-1]:
        return Violation(violation.rule, violation.message, (*args, ("point", target)), (target,))
    firsts = {origin - each.number for each in way if each.number is not None}
    theirs = exploration.start.theirs
    closed = {point for point in firsts if point > target and checks.made_against(theirs, point)}
    points = tuple(sorted(closed | {step.move.target}, reverse=True))
    return Violation(violation.rule, "block_between", (*args, ("points", points_named(points))), points)


def _way_of(made: tuple[PathStep, ...], step: PathStep) -> list[PathStep]:
    """The steps of the checker that made this one, its whole way."""
    ways: list[list[PathStep]] = []
    for each in made:
        way = next((way for way in ways if way[-1].move.target == each.move.origin != OFF), None)
        if way is None:
            ways.append([each])
        else:
            way.append(each)
    return next(way for way in ways if any(each is step for each in way))


def whenever(
    exploration: Exploration, wanted: tuple[int, ...], violation: Violation, own: tuple[int, ...], origin: int
) -> bool:
    """Whether a move without a number breaks this rule whenever in the turn it was made; `wanted`: the counts seen."""
    steps = exploration.steps
    match violation.rule:
        case "R.bar_first":
            men = (*own[:-1], wanted[-1])
            return not steps.movable(men, occupied(men)) >> origin & 1
        case "R.bearoff":
            return violation.message == "bearoff_never" or any(wanted[steps.game.home + 1 :])
        case "R.block" | "R.break" | "R.pinned":
            return True
    return False


def paired(exploration: Exploration, seen: Position) -> Account:
    """The account in which the hindmost checker that left went to the hindmost point that another came to."""
    steps, plan, start = exploration.steps, exploration.plan, exploration.start
    wanted, bar = seen.of(steps.side), steps.game.bar
    checks = MoveChecks(steps)
    own, theirs, left = list(start.own), start.theirs, list(plan.numbers)
    violations: list[Violation] = []
    made: list[PathStep] = []
    for trip in trips_between(start.own, wanted):
        wrong = trip_violation(steps, tuple(own), trip, plan.numbers)
        if wrong is not None:
            violations.append(wrong)
        origin, target = trip.origin, trip.target
        if origin is None or target is None:
            continue
        number = origin - target if origin - target in left else None
        if number is not None:
            left.remove(number)
        men = tuple(own)
        if wrong is None:
            found = checks.of(men, theirs, origin, target, number)
            violations += [
                violation for violation in found if whenever(exploration, wanted, violation, men, origin)
            ]
        there = steps.facing[target]
        hit = steps.game.landing is Landing.HIT and target not in (OFF, bar) and theirs[there] == 1
        if hit:
            theirs = steps.after(men, theirs, origin, target)[1]
        own[origin] -= 1
        own[target] += 1
        made.append(PathStep(Move(origin, target, hit), number))
    violations += opponent_violations(steps, theirs, seen.of(steps.side.other))
    cost = sum(violation.weight for violation in violations) + UNTHROWN * sum(
        step.number is None for step in made
    )
    if not cost:
        violations.append(Violation("R.dice", "unreachable", (("roll", str(exploration.roll)),)))
    stage = len(plan.stages) - 1
    kept = tuple(number for number in left if number in plan.stages[stage].numbers)
    end = TurnNode(wanted, theirs, stage, kept)
    return Account(exploration, tuple(made), tuple(dict.fromkeys(violations)), end, cost + RESTRICTION)
