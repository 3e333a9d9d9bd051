"""Why a board that no legal play reaches is wrong: the most telling rule it breaks, and the nearest legal play, by
looking for one where the legal plays are too many to list.
"""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from engine.board import OFF, Shape, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.faults.checks import end_violations
from engine.faults.likeliest import account_of
from engine.faults.move_path import Account, trips_between
from engine.faults.usage import number_violations, usage_violation
from engine.faults.violation import Violation
from engine.past import Past
from engine.play import Fault, Move, Outcome, Play
from engine.plays.legal import every_play, legal_plays
from engine.plays.membership import reached
from engine.plays.notation import made, written
from engine.plays.ordered import Exploration, TurnNode, explorations
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import DiceSource, TablesGame
from engine.tafl.tafl_faults import likely_tafl_play, tafl_fault
from engine.tafl.tafl_game import TaflGame

_MANY_NUMBERS = 5
"""Throws that give more numbers to play than this are listed only where the moments of the turn are few."""
_MOST_LISTED = 2_000


def explain(game: Rules, position: Position, side: Side, roll: Roll | None, seen: Position) -> Fault:
    """The fault of a seen position that no legal play of the roll reaches from `position`.

    Where several rules are broken it is that of the most telling one; the others are in `Fault.also`.
    """
    if isinstance(game, TaflGame):
        return tafl_fault(game, position, side, seen)
    assert roll is not None
    if game.family is not None:
        return game.family.explain(game, position, side, roll, seen)
    account = _account(game, position, position.past, side, roll, seen)
    outcomes = _outcomes(game, position, side, roll)
    if outcomes is None:
        nearest = nearest_by_looking(game, position, side, roll, account.moves)
    else:
        nearest = _nearest(outcomes, side, seen, account.moves)
    violations = [*account.violations, *number_violations(account, position)]
    if _ends_bind(account, outcomes, side):
        violations += end_violations(account.exploration.steps, seen.of(side), seen.of(side.other))
    if not violations:
        after = None if nearest is None else made(game, position, side, nearest)
        best = None if after is None else _account(game, position, position.past, side, roll, after)
        violations = [usage_violation(account, position, nearest, best)]
    tried, legal = (written(game, position, side, each) for each in (Play(account.moves), nearest or Play()))
    violations = [_reasoned(game, violation, tried, legal) for violation in violations]
    violations.sort(key=lambda violation: violation.telling)
    first, *others = (_fault(violation, side, nearest) for violation in violations)
    known = {first.rule}
    also: list[Fault] = []
    for fault in others:
        if fault.rule not in known:
            known.add(fault.rule)
            also.append(fault)
    args = first.args if nearest is None else (*first.args, ("legal", legal or "no move"))
    return Fault(first.rule, first.message, args, first.points, nearest, tuple(also))


def likely_play(
    game: Rules, position: Position, side: Side, seen: Position, roll: Roll | None = None
) -> Play:
    """The moves as they seem to have been made, legal or not; with the dice thrown, where a roll is given."""
    if isinstance(game, TaflGame):
        return likely_tafl_play(game, position, side, seen)
    rolls = game.rolls if roll is None else (roll,)
    legal = [play for each in rolls if (play := _legal_way(game, position, side, each, seen)) is not None]
    if legal:
        return min(legal, key=lambda play: len(play.moves))
    if position == seen:
        return Play()
    if game.family is not None:
        return _without_dice(game, position, side, seen)
    moved = sum(max(0, men - there) for men, there in zip(position.of(side), seen.of(side), strict=True))
    if roll is None and moved > game.dice:
        rolls = tuple(each for each in rolls if game.numbers_at(position.past).is_doublet(each)) or rolls
    accounts = (_account(game, position, position.past, side, each, seen) for each in rolls)
    play = Play(min(accounts, key=lambda account: (account.cost, len(account.steps))).moves)
    if _leads(game, position, side, play, seen):
        return play
    # By its dice it would have hit on the way, which it has not: it went straight there.
    straight = _without_dice(game, position, side, seen)
    return straight if _leads(game, position, side, straight, seen) else play


def _leads(game: Rules, position: Position, side: Side, play: Play, seen: Position) -> bool:
    """Whether a play that is made as it is told leads to this board."""
    after = made(game, position, side, play)
    return (after.white, after.black) == (seen.white, seen.black)


@lru_cache(maxsize=32)
def _account(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll, seen: Position
) -> Account:
    """The likeliest account of a board, of which both its fault and its moves are told."""
    return account_of(explorations(game, position, side, roll, None), seen)


_NOT_THROWN = {"dice": "given", "dice_once": "given_once"}
"""What is said instead where numbers are given, not thrown."""


def _reasoned(game: TablesGame, violation: Violation, tried: str, legal: str) -> Violation:
    """The violation with what was tried, where no rule is named; and without throwing where nothing is thrown."""
    if violation.message == "unreachable":
        message = "unreachable_tried" if tried else "unreachable_still"
        args = dict(violation.args) | {"tried": tried, "play": legal or "no move"}
        return replace(violation, message=message, args=tuple(args.items()))
    if game.source_of_dice is not DiceSource.THROWN:
        return replace(violation, message=_NOT_THROWN.get(violation.message, violation.message))
    return violation


def _fault(violation: Violation, side: Side, nearest: Play | None) -> Fault:
    args = (("mover", side.value), ("opponent", side.other.value), *violation.args)
    return Fault(violation.rule, violation.message, args, violation.points, nearest)


def _outcomes(game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...] | None:
    """Every legal result, or None where listing them all would take long."""
    return _listed(game, position, position.past, side, roll)


@lru_cache(maxsize=64)
def _listed(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll
) -> tuple[Outcome, ...] | None:
    try:
        if len(game.units(roll, past, side)) > _MANY_NUMBERS:
            return every_play(game, position, side, roll, _MOST_LISTED)
        return legal_plays(game, position, side, roll)
    except TooManyPlays:
        return None


def _legal_way(game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Play | None:
    """The legal play of a roll that shows this board, if there is one."""
    outcomes = _outcomes(game, position, side, roll)
    if outcomes is None:
        try:
            found = reached(game, position, side, roll, seen)
        except TooManyPlays:
            return None
        return None if found is None else found.play
    return next((outcome.play for outcome in outcomes if outcome.position == seen), None)


def _ends_bind(account: Account, outcomes: tuple[Outcome, ...] | None, side: Side) -> bool:
    """Whether the rules about the end of a turn bind: some legal play keeps them."""
    steps = account.exploration.steps
    if not steps.game.turn_rules:
        return False
    if outcomes is None:
        return True
    return any(
        not end_violations(steps, outcome.position.of(side), outcome.position.of(side.other))
        for outcome in outcomes
    )


def _nearest(outcomes: tuple[Outcome, ...], side: Side, seen: Position, moves: tuple[Move, ...]) -> Play:
    """The legal play whose result differs least from what is seen, and shares most moves with what was made."""
    moved = Counter((move.origin, move.target) for move in moves)
    own, theirs = seen.of(side), seen.of(side.other)

    def differing(outcome: Outcome) -> int:
        ours, others = outcome.position.of(side), outcome.position.of(side.other)
        return sum(abs(here - there) for here, there in zip((*ours, *others), (*own, *theirs), strict=True))

    distances = [differing(outcome) for outcome in outcomes]
    least = min(distances)
    closest = [outcome for outcome, distance in zip(outcomes, distances, strict=True) if distance == least]

    def unshared(outcome: Outcome) -> int:
        shared = Counter((move.origin, move.target) for move in outcome.play.moves) & moved
        return -shared.total()

    return min(closest, key=unshared).play


def _without_dice(game: TablesGame, position: Position, side: Side, seen: Position) -> Play:
    """The moves that lead from board to board in games that the kernel does not play."""
    own, theirs, after, others = (
        position.of(side),
        position.of(side.other),
        seen.of(side),
        seen.of(side.other),
    )
    if len(own) != game.bar + 1:
        left = [square for square, men in enumerate(own) if men and not after[square]]
        come = [square for square, men in enumerate(after) if men and not own[square]]
        gone = tuple(square for square, men in enumerate(theirs) if men and not others[square])
        return Play(tuple(map(Move, left, come)), gone, Shape.TAFL)
    there = game.facing(side)
    return Play(
        tuple(
            Move(
                trip.origin,
                trip.target,
                trip.target != OFF and theirs[there[trip.target]] > others[there[trip.target]],
            )
            for trip in trips_between(own, after)
            if trip.origin is not None and trip.target is not None
        )
    )


_MOST_LOOKED_AT = 2_000
"""So many moments are looked at for a way to use all numbers after the moves that were made."""


def nearest_by_looking(
    game: TablesGame, position: Position, side: Side, roll: Roll, made: tuple[Move, ...]
) -> Play | None:
    """A legal play that begins with as many of the moves made as can be kept, or None if none is found in good time."""
    for exploration in explorations(game, position, side, roll, None):
        kept = _kept(exploration, made)
        for count in dict.fromkeys((len(kept), len(kept) // 2, 0)):
            end, moves = _completed(exploration, kept[:count])
            whole = exploration.unplayed(end) == 0 and not game.turn_rules
            if whole or _is_legal(game, position, side, roll, exploration.position_at(end)):
                return Play(moves)
    return None


def _is_legal(game: TablesGame, position: Position, side: Side, roll: Roll, end: Position) -> bool:
    """Whether a turn can end so, as far as can be found out."""
    try:
        return reached(game, position, side, roll, end) is not None
    except TooManyPlays:
        return False


def _kept(exploration: Exploration, made: tuple[Move, ...]) -> list[tuple[TurnNode, Move | None]]:
    """The moments reached by those of the moves that the rules allow, one after the other."""
    node = exploration.start
    found: list[tuple[TurnNode, Move | None]] = []
    waiting = [(move.origin, move.target) for move in made]
    while waiting:
        ways = {
            (move.origin, move.target): (child, move) for child, move in exploration.children(node) if move
        }
        next_one = next((wanted for wanted in waiting if wanted in ways), None)
        if next_one is None:
            break
        waiting.remove(next_one)
        found.append(ways[next_one])
        node = ways[next_one][0]
    return found


def _completed(
    exploration: Exploration, kept: list[tuple[TurnNode, Move | None]]
) -> tuple[TurnNode, tuple[Move, ...]]:
    """The moment with the fewest numbers left that is found after the kept moves, and all moves that lead there."""
    begin = kept[-1][0] if kept else exploration.start
    first = tuple(move for _, move in kept if move is not None)
    ways: dict[TurnNode, tuple[Move, ...]] = {begin: first}
    waiting = [begin]
    best = begin
    while waiting and len(ways) < _MOST_LOOKED_AT:
        node = waiting.pop()
        if exploration.unplayed(node) < exploration.unplayed(best):
            best = node
            if exploration.unplayed(best) == 0:
                break
        for child, move in reversed(exploration.children(node)):
            if child not in ways:
                ways[child] = ways[node] if move is None else (*ways[node], move)
                waiting.append(child)
    return best, ways[best]
