"""Accounts: how a side seems to have got from one board to the board seen, and all that is wrong with it."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.board import OFF
from engine.faults.checks import MoveChecks, opponent_violations
from engine.faults.trips import trip_violation, trips_between
from engine.faults.violation import RESTRICTION, UNTHROWN, Violation
from engine.play import Move
from engine.plays.ordered import Exploration, TurnNode
from engine.position import Position
from engine.tables.fields import occupied
from engine.tables.moment import points_named
from engine.tables.tables_game import Landing


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
