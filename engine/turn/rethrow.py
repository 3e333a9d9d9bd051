"""Dice lifted without a move: a throw that did not count, as is seen when the same player throws again."""

from dataclasses import replace

from engine.board import Side
from engine.i18n import marked
from engine.state.events import Cocked
from engine.turn.context import Case
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind

AGAIN = marked("the dice were thrown again")


def thrown_again(case: Case, side: Side) -> bool:
    """Whether the side on turn, whose dice were lifted before it moved, has thrown anew, well or badly."""
    again = case.seen_throw(side)
    if again.kind is ThrowKind.VALID and again.side is side:
        case.sight(again)
        if again.lasts(case.attention.now):
            _take_back(case, side)
            case.accept(again)
        return True
    if again.kind is ThrowKind.COCKED and _lies_with(case, again, side):
        if case.sight(again).lasts(case.attention.now, COCKED_SECONDS):
            _take_back(case, side)
            case.call_cocked(side, again, again.why)
        return True
    return False


def _take_back(case: Case, side: Side) -> None:
    thrown = case.attention.thrown
    if thrown:
        case.happen(Cocked(side, AGAIN), max(die.frame for die in thrown))
        case.attention = replace(case.attention, thrown=())


def _lies_with(case: Case, throw: Throw, side: Side) -> bool:
    if not case.profile.throws.own_half:
        return True
    return 2 * sum(die.side is side for die in throw.dice) >= len(throw.dice)
