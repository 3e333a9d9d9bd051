"""A turn is over: its play goes on record, or the illegal play that stands, or people are asked which it was
(rules 6.2, 6.3).
"""

from engine.board import Side
from engine.dice import Roll
from engine.referee.flagging import FAULT_SECONDS
from engine.referee.seats import played_otherwise, weigh_anew
from engine.referee.taken_board import rests_on_misreading
from engine.referee.turn_revision import (
    ErrorSource,
    TurnFit,
    ask_of_board,
    fit_of,
    opened_otherwise,
    remembering,
    review,
    taken_for_illegal,
    whose_error,
)
from engine.referee.unseen import (
    give_to_opponent,
    is_doubted,
    is_of_opponent,
    may_have_danced,
    may_have_replied,
    next_throw,
    take_as_seen,
    taken_too_soon,
    turn_missed,
)
from engine.state.events import Candidate, FaultCleared
from engine.state.match_state import Phase
from engine.turn.context import TurnContext
from engine.turn.misread import (
    Misread,
    answer_dice,
    ask_of_dice,
    dice_in_doubt,
    dice_or,
    misread,
    other_throws,
    throw_again,
)
from engine.turn.throws import dice_on_board
from engine.turn.tracker import Timer
from engine.turn.turn_reading import MARGIN, TurnReading, TurnVerdict, candidates


def conclude(context: TurnContext, *, only_if_moved: bool) -> None:
    """End the turn now, on what was seen last.

    With `only_if_moved` a turn that nobody has begun, or that is still being played, is left as it is.
    """
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    reading = context.read(context.position, side, roll)
    if only_if_moved and reading.final is not TurnVerdict.LEGAL:
        unfinished = reading.ongoing is not TurnVerdict.OPEN and dice_on_board(
            context.tracker.dice, roll
        ) == len(roll.dice)
        if unfinished or not reading.moved:
            return
    end_turn(context, reading, last_chance=True)


def end_turn(context: TurnContext, reading: TurnReading, *, last_chance: bool) -> None:
    """The turn is over: record the play, the illegal play that stands, or ask; without
    `last_chance` look again first.
    """
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    match reading.final:
        case TurnVerdict.LEGAL:
            _play(context, reading, side, roll)
        case TurnVerdict.OPEN:
            held = context.tracker.of(Timer.BOARD)
            if last_chance or (held is not None and held.lasts(context.tracker.now, FAULT_SECONDS)):
                _stands(context, reading, side, roll)
        case TurnVerdict.UNSURE if last_chance and opened_otherwise(context, reading, side, roll):
            conclude(context, only_if_moved=False)
        case TurnVerdict.UNSURE if last_chance and not played_otherwise(context, reading, side, roll):
            _play_likeliest(context, reading, side, roll)


def _play(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> None:
    """The board is a legal result, and goes on record as it is unless the turns before it were others."""
    best = reading.legal[0].outcome
    fit = fit_of(context, reading, side, roll)
    if fit is TurnFit.PUT_RIGHT or (fit is TurnFit.YES and review(context, reading, side, roll)):
        conclude(context, only_if_moved=False)
        return
    options = other_throws(context, side, roll, best)
    if not options:
        answer_dice(context, side, roll, best.position)
    if context.match_state.fault is not None:
        context.happen(FaultCleared(side))
    again = next_throw(context, roll)
    with remembering(context):
        context.play(roll, best.play, best.position)
    ask_of_board(context, fit)
    if options:
        context.ask("roll", side, options)
    weigh_anew(context)
    if again is not None and context.is_to_throw(side.other) and may_have_danced(context, side.other):
        turn_missed(context, side.other, again, at_any_rate=False)


def _play_likeliest(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> None:
    """Nobody can tell what was played: the likeliest play, or other dice, which is asked about."""
    options = candidates(context.game, reading, context.position, side, roll)
    found, rival = misread(context, reading, side, roll), reading.gain
    if found is not None and found.gain > rival:
        _take_for(context, found, side, dice_or(found, options[0], rival), sure=found.gain > rival + MARGIN)
        return
    likelier, doubted = options[0], is_doubted(context)
    accuses = not (likelier.legal or doubted)
    fault = context.explained(context.position, side, roll, likelier.position)[1] if accuses else None
    assert likelier.play is not None
    with remembering(context):
        context.play(roll, likelier.play, likelier.position, fault, inferred=doubted)
    if len(options) > 1:
        context.ask("play", side, options)


def _take_for(
    context: TurnContext, found: Misread, side: Side, options: tuple[Candidate, ...], *, sure: bool
) -> None:
    """The turn is over, and its dice are taken for others than they seemed; people are asked unless that is `sure`."""
    game = context.match_state.game
    assert game is not None
    turn = len(game.turns)
    throw_again(context, found)
    conclude(context, only_if_moved=False)
    if not sure:
        ask_of_dice(context, side, options, turn)


def _stands(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> None:
    """The board is no legal result: the play is illegal and stands, unless it was the dice that were misread."""
    if taken_too_soon(context, side, roll, reading.seen):
        conclude(context, only_if_moved=False)
        return
    if is_of_opponent(context, reading, side, roll):
        give_to_opponent(context, side, roll)
        if context.match_state.phase is Phase.TO_MOVE:
            conclude(context, only_if_moved=False)
        return
    if is_doubted(context):
        take_as_seen(context, roll, reading.seen)
        return
    found, game = misread(context, reading, side, roll), context.match_state.game
    assert game is not None
    turn = len(game.turns)
    if found is not None and found.likelier:
        options = dice_in_doubt(context, side, roll, reading.seen, found)
        _take_for(context, found, side, options, sure=found.sure)
        return
    if found is None and not context.tracker.was_blind and played_otherwise(context, reading, side, roll):
        return
    doubt = whose_error(context, reading, side, roll, end=True)
    if doubt is ErrorSource.RECORD:
        conclude(context, only_if_moved=False)
        return
    legal = taken_for_illegal(context, reading, side, roll)
    if legal is not None and not context.tracker.was_blind:
        play, _ = context.explained(context.position, side, roll, reading.seen)
        boards = ((legal.play, legal.position, True), (play, reading.seen, False))
        with remembering(context):
            context.play(roll, legal.play, legal.position, inferred=True)
        context.ask("play", side, tuple(Candidate(roll, *board, 0.5) for board in boards))
        return
    if context.tracker.was_blind or may_have_replied(context, side, reading.seen):
        take_as_seen(context, roll, reading.seen)
        return
    play, fault = context.explained(context.position, side, roll, reading.seen)
    first = context.tracker.of(Timer.SEEN)
    frame = first.frame if first is not None and first.what == reading.seen else None
    if doubt is ErrorSource.EITHER or rests_on_misreading(context, side, roll, end=True):
        with remembering(context):
            context.play(roll, play, reading.seen, inferred=True, frame=frame)
        return
    if found is not None:
        ask_of_dice(context, side, dice_in_doubt(context, side, roll, reading.seen, found), turn)
    with remembering(context):
        context.play(roll, play, reading.seen, fault, frame=frame)
