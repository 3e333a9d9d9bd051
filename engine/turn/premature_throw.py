"""Throws that do not count, or not yet: made before the opponent has finished or while their illegal play stands
(rules 6.3 and 6.4), and thrown again after the dice were lifted without a move.
"""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.profile import Premature
from engine.state.events import Cocked, Counts, Doubled, PrematureThrow, Taken, ThrownTooSoon
from engine.state.match_state import Phase, is_taken
from engine.turn.context import TurnContext
from engine.turn.misread import misread
from engine.turn.throws import COCKED_SECONDS, NO_THROW, Throw, ThrowKind, dice_on_board, set_aside
from engine.turn.tracker import Timer
from engine.turn.turn_reading import TurnReading, TurnVerdict
from engine.words.reasons import ThrowReason

PREMATURE_SECONDS = 0.8
"""How long the opponent's dice lie beside an unfinished play before their throw is called premature."""
AHEAD_SECONDS = 1.0
"""How long the board shows that a throw made too soon was played all the same."""
_BECOMES = {
    Premature.STAND: Counts.LATER,
    Premature.REROLL: Counts.NO,
    Premature.OPPONENT_CHOICE: Counts.UNLESS_ASKED,
}


def opponents_throw(context: TurnContext, side: Side, roll: Roll) -> Throw:
    """The throw of the side not on turn, if there is one; where dice may lie anywhere, not the mover's pushed aside."""
    other = context.seen_throw(side.other)
    if context.profile.throws.own_half:
        return other
    if not dice_on_board(context.tracker.dice, roll):
        context.hold(Timer.AWAY, True)
    beside = sum(die.thrown for die in context.tracker.dice) >= len(roll.dice)
    return other if beside or context.tracker.of(Timer.AWAY) else NO_THROW


def unfinished(context: TurnContext, side: Side, roll: Roll, reading: TurnReading) -> bool:
    """Whether the mover's dice all lie there, and their play can be finished legally but is not.

    A board from which no legal play can come any more is no unfinished play but an illegal one, and a complete play
    beside dice that were left lying is a turn that the throw ends (rules 6.2).
    """
    return (
        not context.tracker.told
        and reading.final is TurnVerdict.OPEN
        and reading.ongoing is TurnVerdict.LEGAL
        and dice_on_board(context.tracker.dice, roll) == len(roll.dice)
        and misread(context, reading, side, roll) is None
    )


def call_premature(context: TurnContext, throw: Throw, left: TurnReading) -> None:
    """The opponent has thrown before the mover has finished: the profile says what becomes of it."""
    assert throw.side is not None and throw.roll is not None
    known = context.match_state.premature
    if known is None or known.counts is Counts.NO:
        counts = _BECOMES[context.profile.premature]
        frame = max(die.frame for die in throw.dice)
        context.happen(ThrownTooSoon(throw.side, throw.roll, PrematureThrow.UNFINISHED, counts), frame)
        context.tracker = replace(context.tracker, left=left.seen)
    context.tracker = replace(context.tracker, dice=set_aside(context.tracker.dice, throw.dice))
    context.forget(Timer.THROW)


def receive(context: TurnContext, throw: Throw) -> None:
    """The throw of the side on turn counts, unless an illegal play has to be put right first."""
    if context.match_state.phase is not Phase.TO_THROW or context.match_state.side not in (throw.side, None):
        return
    if not context.match_state.must_put_right:
        _recall_double(context, throw)
        context.accept(throw)
        return
    assert throw.side is not None and throw.roll is not None
    frame = max(die.frame for die in throw.dice)
    context.happen(ThrownTooSoon(throw.side, throw.roll, PrematureThrow.FAULT, Counts.NO), frame)
    context.mark_dice()
    # Should the players go on with it nevertheless, the referee goes with them; the fault stays on record.
    dice = set_aside(context.tracker.dice, throw.dice)
    context.tracker = replace(context.tracker, cocked=throw.dice, dice=dice)
    context.forget(Timer.THROW)


def _recall_double(context: TurnContext, throw: Throw) -> None:
    """Who throws may have doubled before, while nobody saw it: then the cube lies where their opponent has taken it."""
    look, held, by = context.tracker.look, context.tracker.of(Timer.CUBE), throw.side
    if look is None or look.cube is None or held is None or by is None or held.what != look.cube.place:
        return
    if held.lasts(context.tracker.now, 0.0) and is_taken(context.match_state, by, look.cube):
        context.happen(Doubled(by, context.match_state.cube.next_value), held.frame)
        context.happen(Taken(by.other), held.frame)


def played_ahead(
    context: TurnContext, side: Side, roll: Roll, reading: TurnReading, *, doubted: bool
) -> bool:
    """Whether the opponent has played the throw that they made too soon: then the
    mover's turn was over as it was left, which accuses nobody where it is `doubted` from which board it was played.
    """
    premature, left = context.match_state.premature, context.tracker.left
    if premature is None or left is None or premature.side is side or reading.ongoing is not TurnVerdict.OPEN:
        context.forget(Timer.AHEAD)
        return False
    ahead = context.read(left, premature.side, premature.roll)
    if ahead.final is not TurnVerdict.LEGAL or not ahead.moved:
        context.forget(Timer.AHEAD)
        return False
    if context.hold(Timer.AHEAD, reading.seen).lasts(context.tracker.now, AHEAD_SECONDS):
        play, fault = context.explained(context.position, side, roll, left)
        dice = tuple(die for die in context.tracker.dice if die.premature)
        context.play(roll, play, left, None if doubted else fault, inferred=True)
        if context.match_state.phase is Phase.TO_THROW:
            context.throw(premature.side, premature.roll, dice, opening=False, inferred=True)
            context.tracker = replace(context.tracker, told=len(dice) < len(premature.roll.dice))
    return True


def thrown_again(context: TurnContext, side: Side) -> bool:
    """Whether the side on turn, whose dice were lifted before it moved, has thrown anew, well or badly."""
    again = context.seen_throw(side)
    if again.is_of(side):
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
