"""A board from which the turn that is played cannot be completed is flagged, while its dice still lie."""

from engine.board import Side
from engine.dice import Roll
from engine.plays.turn_end import after_turn as as_it_stands
from engine.position import Position
from engine.referee.seats import fits_otherwise
from engine.referee.taken_board import rests_on_misreading
from engine.referee.turn_revision import ErrorSource, taken_for_illegal, whose_error
from engine.referee.unseen import is_doubted, may_have_replied
from engine.state.events import FaultCleared, FaultSeen
from engine.state.match_state import turns_now
from engine.turn.context import TurnContext
from engine.turn.misread import PAUSE, Misread, ask_of_dice, dice_in_doubt, misread, throw_again
from engine.turn.tracker import Timer
from engine.turn.turn_reading import ILLEGAL_PRIOR, MARGIN, TurnReading, TurnVerdict

FAULT_SECONDS = 1.0
"""How long an illegal board stands, still and free of hands, before it is flagged."""
CLEARED_SECONDS = 0.4
"""How long the board stands right again before the flag is taken down."""
REST_SECONDS = 1.4
"""From when on a board on which the hands rest is rather the end of a play than the middle of one."""
AS_LIKELY, DOUBT_SECONDS = 1.0, 1.4
"""By how much likelier at most (in log-likelihood) it is that its dice were misread than that a board is illegal for
people to be asked which it is once it has stood for so long.
"""
PATIENCE_SECONDS = 2.0
"""How long the referee looks again after the dice are lifted before they ask."""


def flag_board(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> None:
    """Flag a board from which the turn cannot be completed, or take the flag down."""
    now = context.tracker.now
    # What stands there does so whatever is made of it: a roll read anew, or a look in doubt, begins no new wait.
    stood = context.hold(Timer.BOARD, reading.seen)
    verdict = _weighed_at_rest(reading) if stood.lasts(now, REST_SECONDS) else reading.ongoing
    judged = context.hold(Timer.VERDICT, verdict)
    match verdict:
        case TurnVerdict.OPEN if reading.seen == context.tracker.refused:
            # A person has said since how the board is to be taken.
            pass
        case TurnVerdict.OPEN:
            first = context.hold(Timer.SEEN, reading.seen)
            if not (stood.lasts(now, FAULT_SECONDS) and judged.lasts(now, 0.0)):
                return
            if _is_told(context, reading.seen) or _is_otherwise(context, reading, side, roll):
                return
            _, fault = context.explained(context.position, side, roll, reading.seen)
            seen = as_it_stands(context.game, context.position, side, roll, reading.seen)
            context.happen(FaultSeen(side, fault, seen), min(first.frame, stood.frame))
        case TurnVerdict.LEGAL if judged.lasts(now, CLEARED_SECONDS):
            context.recognise()
            if context.match_state.fault is not None:
                context.happen(FaultCleared(side), judged.frame)
        case _:
            pass


def _is_told(context: TurnContext, seen: Position) -> bool:
    """Whether a board is flagged already, or people are asked about it: whether the last turn led to this very one, or
    from which the present one is played.
    """
    turns = turns_now(context.match_state)
    is_asked_about = any(
        (seen.white, seen.black) == (each.position.white, each.position.black)
        for question in context.match_state.questions
        if question.turns == turns
        for each in question.candidates
    )
    return context.match_state.seen == seen or is_asked_about or is_doubted(context)


def _is_otherwise(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether a board may well be something else than the player's error: turns that nobody saw, misread dice, other
    seats, an error of the record, the opponent's reply, or what the eye is hardly to be believed.
    """
    if context.tracker.was_blind:
        return True
    found = misread(context, reading, side, roll)
    if found is not None:
        if found.sure:
            throw_again(context, found)
        else:
            _doubt_dice(context, reading, side, roll, found)
        return True
    return (
        fits_otherwise(context, reading, side, roll)
        or whose_error(context, reading, side, roll, end=False) is not ErrorSource.PLAYER
        or may_have_replied(context, side, reading.seen)
        or taken_for_illegal(context, reading, side, roll) is not None
        or rests_on_misreading(context, side, roll, end=False)
    )


def _weighed_at_rest(reading: TurnReading) -> TurnVerdict:
    """What a board amounts to on which hands have rested for a while: hardly ever is that the middle of a play."""
    against = reading.open_score - reading.ongoing_score + PAUSE - ILLEGAL_PRIOR
    if reading.ongoing is TurnVerdict.UNSURE and reading.final is TurnVerdict.OPEN and against > MARGIN:
        return TurnVerdict.OPEN
    return reading.ongoing


def _doubt_dice(context: TurnContext, reading: TurnReading, side: Side, roll: Roll, found: Misread) -> None:
    """A board is wrong, or the dice were misread: after a while people are asked, and nobody is accused.

    Where it may as well be the board they are asked sooner, before it may have been put right.
    """
    game, now = context.match_state.game, context.tracker.now
    held, stood = context.hold(Timer.DICE, (reading.seen, found.roll)), context.tracker.of(Timer.BOARD)
    soon = found.gain < AS_LIKELY and stood is not None and stood.lasts(now, DOUBT_SECONDS)
    if game is not None and (soon or held.lasts(now, PATIENCE_SECONDS)):
        ask_of_dice(context, side, dice_in_doubt(context, side, roll, reading.seen, found), len(game.turns))
