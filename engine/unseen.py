"""Turns of which nobody saw the end: since then the opponent has thrown, and moved already."""

from engine.board import Side
from engine.dice import Roll
from engine.errors import VastTurn
from engine.legal import completable, listed_plays
from engine.outcome import Outcome
from engine.position import Position
from engine.tables import TablesGame


def before_reply(
    game: TablesGame, before: Position, side: Side, roll: Roll, reply: Roll, seen: Position
) -> tuple[Outcome, ...]:
    """The legal plays of a roll after which the opponent, by his own roll, can have come to the board that is seen.

    None where it is not known how many ways there are of playing one of the two.
    """
    return tuple(
        outcome
        for outcome in listed_plays(game, before, side, roll)
        if _may_have_stood(outcome.position, seen, side) and _leads_on(game, outcome, side, reply, seen)
    )


def missed_before_reply(
    game: TablesGame, before: Position, side: Side, reply: Roll, seen: Position
) -> tuple[tuple[Roll, Outcome], ...]:
    """The same where nobody saw the first roll either: which it may have been, and what was played with it."""
    return tuple(
        (roll, outcome)
        for roll in game.rolls
        for outcome in before_reply(game, before, side, roll, reply, seen)
    )


def _may_have_stood(after: Position, seen: Position, side: Side) -> bool:
    """Whether the opponent's moves can have left this of a side's checkers: they only take away, from points."""
    stood, stands = after.of(side), seen.of(side)
    return all(now <= then for then, now in zip(stood[1:-1], stands[1:-1], strict=True))


def _leads_on(game: TablesGame, outcome: Outcome, side: Side, reply: Roll, seen: Position) -> bool:
    if outcome.position.past.again:
        return False
    try:
        return seen in completable(game, outcome.position, side.other, reply)
    except VastTurn:
        return False
