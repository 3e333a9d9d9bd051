"""Usage: what is wrong with moves that are each possible but do not use the throw as the rules demand."""

from collections import Counter

from engine.board import OFF
from engine.faults.move_path import Account
from engine.faults.violation import Args, Violation
from engine.play import Move, Play
from engine.plays.chains import chains
from engine.plays.notation import written
from engine.plays.ordered import TurnNode
from engine.position import Position
from engine.tables.moment import points_named
from engine.tables.numbers import ThrowPlan
from engine.tables.tables_game import BearOff

_SEVERAL_NUMBERS = 4
"""Of so many numbers the moves are no longer told one by one: a sentence is short."""


def number_violations(account: Account, position: Position) -> list[Violation]:
    """The violations of moves that would be moves, had the numbers for them been thrown."""
    steps, plan = account.exploration.steps, account.exploration.plan
    farthest = max(steps.game.home, sum(plan.numbers))
    unthrown = [
        step.move
        for step in account.steps
        if step.number is None
        and step.move.origin > step.move.target
        and (step.move.target != OFF or step.move.origin <= farthest)
    ]
    if not unthrown:
        return []
    if len(account.steps) > len(plan.numbers):
        told = _of_whole_ways(account, position)
        if told is not None:
            return told
        few = len(plan.numbers) < _SEVERAL_NUMBERS
        whole = written(steps.game, position, steps.side, Play(account.moves))
        play = _move_by_move(account, position) if few else whole
        points = tuple(sorted({move.origin for move in account.moves}, reverse=True))
        message = "too_many_here"
        if len(plan.numbers) == 2:
            message = "too_many"
        elif len(plan.numbers) == 4 and len(set(plan.numbers)) == 1:
            message = "too_many_doublet"
        args = (("play", play), ("count", len(account.steps)), ("given", len(plan.numbers)))
        return [Violation("R.too_many", message, args, points)]
    return [_unthrown(account, move, position) for move in unthrown]


def _of_whole_ways(account: Account, position: Position) -> list[Violation] | None:
    """What is wrong with checkers each of which is taken to have gone its whole way at once, where there are not
    more of them than numbers; None where nothing is but that they used too many.

    Who bears off too soon is told of that alone.
    """
    numbers = account.exploration.plan.numbers
    ways = [
        (chain.stops[0][0], chain.stops[-1][0])
        for chain in chains(Play(account.moves))
        for _ in range(chain.count)
    ]
    if len(ways) > len(numbers):
        return None
    if any(target == OFF for _, target in ways) and any(
        each.rule == "R.bearoff" for each in account.violations
    ):
        return []
    sums = {0}
    for number in numbers:
        sums |= {each + number for each in sums}
    wrong = [(origin, target) for origin, target in ways if target != OFF and origin - target not in sums]
    return [_unthrown(account, Move(*way), position) for way in wrong] or None


def _move_by_move(account: Account, position: Position) -> str:
    """The moves of an account as they are counted, none joined to a checker's whole way."""
    steps = account.exploration.steps
    moves = sorted(account.moves, key=lambda move: -move.origin)
    texts = Counter(written(steps.game, position, steps.side, Play((move,))) for move in moves)
    return " ".join(text + (f"({count})" if count > 1 else "") for text, count in texts.items())


def _unthrown(account: Account, move: Move, position: Position) -> Violation:
    """The violation of a move by a number that was not thrown, or thrown less often than it was used."""
    steps, plan = account.exploration.steps, account.exploration.plan
    numbers = plan.numbers
    points = (move.origin, move.target)
    distance = move.origin - move.target
    text = written(steps.game, position, steps.side, Play((move,)))
    rival = next((step for step in account.steps if step.number == distance and step.move is not move), None)
    if distance in numbers and rival is not None and numbers.count(distance) == 1:
        play = written(steps.game, position, steps.side, Play((rival.move, move)))
        return Violation("R.dice", "dice_once", (("unit", distance), ("play", play)), points)
    if distance in numbers and rival is not None:
        return Violation("R.dice", "dice_spent", (("unit", distance), ("move", text)), points)
    need = f"a {distance}" if distance <= 6 else f"{distance} points"
    args: Args = (
        ("move", text),
        ("need", need),
        ("high", max(numbers, default=0)),
        ("low", min(numbers, default=0)),
    )
    given = sorted(set(numbers))
    if len(given) == 1 and distance in account.exploration.roll.dice:
        message = "dice_lower"
    elif len(given) == 1:
        message = "dice_doublet" if len(numbers) > 1 else "dice_single"
    elif len(given) == 2 and len(numbers) == 2:
        message = "dice"
    else:
        message, args = "dice_several", (*args, ("numbers", points_named(tuple(given))))
    return Violation("R.dice", message, args, points)


def usage_violation(
    account: Account, position: Position, nearest: Play | None, best: Account | None
) -> Violation:
    """Moves that are each possible but make up no legal play, as a violation; `best` is how the nearest one goes."""
    exploration = account.exploration
    steps, plan = exploration.steps, exploration.plan
    if nearest is None:
        return Violation("R.must_use", "must_use_more", ())
    most = len(nearest.moves)
    text: Args = (("play", written(steps.game, position, steps.side, nearest)),)
    points = tuple(sorted({move.origin for move in nearest.moves}, reverse=True))
    used, could = _used(account), () if best is None else _used(best)
    if len(used) < most:
        return _must_use(account, plan, could, most, text, points)
    if most == 1 < plan.compulsory and sum(used) < sum(could):
        message = "higher_die" if len(plan.numbers) == 2 else "higher_die_of"
        return Violation("R.higher_die", message, (("unit", could[0]), *text), points)
    if steps.game.bearoff is BearOff.STRICT_REAR and best is not None:
        wasted, least = _waste(account.end, account), _waste(best.end, best)
        if wasted > least:
            args = (("wasted", wasted), ("least", least), *text)
            return Violation("R.waste", "waste", args, points)
    return Violation("R.dice", "unreachable", (("roll", str(exploration.roll)), *text), ())


def _must_use(
    account: Account, plan: ThrowPlan, could: tuple[int, ...], most: int, text: Args, points: tuple[int, ...]
) -> Violation:
    numbers = plan.numbers
    alike = len(set(could)) == 1
    args: Args = (("count", most), ("numbers", points_named(could)), *text)
    if could:
        args = (("unit", could[0]), ("high", max(could)), ("low", min(could)), *args)
    if account.exploration.roll.carried:
        return Violation("R.must_use", "must_use_carried", args, points)
    if not could:
        return Violation("R.must_use", "must_use_play", args, points)
    if most == 1:
        return Violation("R.must_use", "must_use_one", args, points)
    if alike:
        message = "must_use_all" if most == len(numbers) else "must_use_some"
        if most == len(numbers) == 2:
            message = "must_use_twice"
        return Violation("R.must_use", message, args, points)
    if most == len(numbers) == 2:
        return Violation("R.must_use", "must_use_both", args, points)
    return Violation("R.must_use", "must_use_numbers" if most < 5 else "must_use_many", args, points)


def _used(account: Account) -> tuple[int, ...]:
    """The numbers of a legal way, highest first."""
    return tuple(sorted((step.number for step in account.steps if step.number is not None), reverse=True))


def _waste(end: TurnNode, account: Account) -> int:
    """The pips of the numbers used beyond what the checkers have moved."""
    start = account.exploration.start
    moved = sum(site * (b - a) for site, (b, a) in enumerate(zip(start.own, end.own, strict=True)))
    return sum(_used(account)) - moved
