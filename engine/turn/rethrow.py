"""Dice lifted without a move: a throw that did not count, as is seen when the same player throws again."""

from dataclasses import replace

from engine.board import Side
from engine.state.events import Cocked
from engine.turn.context import TurnContext
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind
from engine.words.reasons import ThrowReason


def thrown_again(context: TurnContext, side: Side) -> bool:
    """Whether the side on turn, whose dice were lifted before it moved, has thrown anew, well or badly."""
    again = context.seen_throw(side)
    if again.kind is ThrowKind.VALID and again.side is side:
        context.sight(again)
        if again.lasts(context.tracker.now):
            _take_back(context, side)
            context.accept(again)
        return True
    if again.kind is ThrowKind.COCKED and _lies_with(context, again, side):
        if context.sight(again).lasts(context.tracker.now, COCKED_SECONDS):
            _take_back(context, side)
            context.call_cocked(side, again, again.why)
        return True
    return False


def _take_back(context: TurnContext, side: Side) -> None:
    thrown = context.tracker.thrown
    if thrown:
        context.happen(Cocked(side, ThrowReason.THROWN_AGAIN), max(die.frame for die in thrown))
        context.tracker = replace(context.tracker, thrown=())


def _lies_with(context: TurnContext, throw: Throw, side: Side) -> bool:
    if not context.profile.throws.own_half:
        return True
    return 2 * sum(die.side is side for die in throw.dice) >= len(throw.dice)
