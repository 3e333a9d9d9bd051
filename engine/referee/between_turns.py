"""Between a turn and the opponent's throw: the last play may yet be seen better, or be changed."""

from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.play import Outcome
from engine.plays.legal import listed_plays
from engine.position import Position
from engine.referee.flagging import CLEARED_SECONDS, FAULT_SECONDS
from engine.referee.seats import undecided
from engine.referee.turn_revision import look_again
from engine.referee.unseen import both_moved, missed_before_reply, take_board, turn_missed
from engine.state.match_state import turns_now
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import heaps_alone
from engine.turn.context import TurnContext
from engine.turn.histories import moved_about
from engine.turn.throws import FollowedDie, Throw, fresh, roll_of, throw_of, where_lay
from engine.turn.tracker import Timer
from engine.turn.turn_reading import TurnReading, TurnVerdict


def after_turn(context: TurnContext, *, last_chance: bool = False) -> None:
    """One more look between a turn and the opponent's throw, the last with `last_chance`: the play may yet change."""
    last, before = context.match_state.last_play, context.match_state.position_before
    if last is None or before is None or last.roll is None or undecided(context) is not None:
        return
    reading = context.read(before, last.side, last.roll)
    match reading.final:
        case TurnVerdict.LEGAL:
            _legal_now(context, reading.legal[0].outcome, last.roll, last_chance=last_chance)
        case TurnVerdict.OPEN if reading.seen == context.tracker.refused:
            # A person has said since how the board is to be taken.
            pass
        case TurnVerdict.OPEN if reading.seen != context.position and heaps_alone(
            reading.seen, context.position
        ):
            # A heap is counted otherwise, which accuses nobody.
            context.forget(Timer.BOARD)
        case TurnVerdict.OPEN if _is_as_believed(context, reading):
            if context.hold(Timer.BOARD, reading.seen).lasts(context.tracker.now, CLEARED_SECONDS):
                context.recognise()
                context.settle("play", turns_now(context.match_state))
        case TurnVerdict.OPEN:
            _changed_since(context, before, reading.seen, last_chance=last_chance)
        case TurnVerdict.UNSURE:
            context.forget(Timer.BOARD)


def _legal_now(context: TurnContext, outcome: Outcome, roll: Roll, *, last_chance: bool) -> None:
    """The board is one to which the roll leads: it is what the last turn was, whatever it was taken for."""
    held = context.hold(Timer.BOARD, outcome.position)
    if not last_chance and not held.lasts(context.tracker.now, CLEARED_SECONDS):
        return
    if outcome.position == context.tracker.refused:
        return
    context.recognise()
    look_again(context)
    if outcome.position != context.position:
        context.amend(outcome.play, outcome.position, roll, None, held.frame)
    context.settle("play", turns_now(context.match_state))


def _changed_since(context: TurnContext, before: Position, seen: Position, *, last_chance: bool) -> None:
    """The board has changed since the turn ended, and its roll does not lead there: the mover has gone on, if nobody
    else has; with `last_chance` turns were missed.
    """
    last, held = context.match_state.last_play, context.hold(Timer.BOARD, seen)
    assert last is not None
    if last_chance and _is_of_throw(context):
        return
    if context.tracker.was_blind:
        if last_chance:
            take_board(context, seen)
        return
    if not held.lasts(context.tracker.now, FAULT_SECONDS) or (not last_chance and _played_on(context, seen)):
        return
    theirs = last.side.other
    if moved_about(context.position.of(theirs), seen.of(theirs)) or both_moved(before, last.side, seen):
        # What the opponent has moved is no other play of the last turn.
        if last_chance:
            take_board(context, seen)
        return
    play, fault = context.explained(before, last.side, last.roll, seen)
    context.amend(play, seen, last.roll, fault, held.frame)


def _is_as_believed(context: TurnContext, reading: TurnReading) -> bool:
    """Whether the board is as it is on record, or that one, from which more checkers are gone than a turn takes off, is
    likelier than any other.
    """
    return reading.seen == context.position or context.likelihood(context.position) > reading.open_score


def _is_of_throw(context: TurnContext) -> bool:
    """Whether the board is what the throw that lies there leads to: it has been played already, and nobody saw it."""
    side = context.match_state.side
    throw = context.seen_throw(side)
    if side is None or not throw.is_of(side):
        return False
    return context.read(context.position, side, throw.roll).ongoing is TurnVerdict.LEGAL


def _played_on(context: TurnContext, seen: Position) -> bool:
    """Whether the board changed because a throw is played already that did not count, or that nobody saw."""
    side = context.match_state.side
    if side is None:
        return False
    dice = context.tracker.played_though_cocked(context.game.dice)
    thrown = roll_of(dice) if dice else None
    if thrown is not None and context.read(context.position, side, thrown).ongoing is TurnVerdict.LEGAL:
        _count(context, side, thrown, dice)
        return True
    if _counts_after_all(context, side) or _of_dice_lying(context, side):
        return True
    if any(
        outcome.position == seen
        for roll in context.game.rolls
        for outcome in listed_plays(context.game, context.position, side, roll)
    ):
        return True
    return _thrown_by_mover(context, side)


def _of_dice_lying(context: TurnContext, side: Side) -> bool:
    """Whether all dice that lie there are the throw that is played, one of them just where one of the last throw lay,
    and taken for that.
    """
    lying = fresh(tuple(die for die in context.tracker.dice if die.present))
    throw = throw_of(lying, side, context.profile.throws, context.game.dice)
    if not throw.is_of(side) or throw.roll is None:
        return False
    if context.read(context.position, side, throw.roll).ongoing is not TurnVerdict.LEGAL:
        return False
    _count(context, side, throw.roll, throw.dice)
    return True


def _thrown_by_mover(context: TurnContext, side: Side) -> bool:
    """Whether the mover plays on with dice that lie on their own half: then `side` had its turn, and nobody saw it."""
    throw, cocked = context.seen_throw(side), _lying_cocked(context, side)
    if _explains_reply(context, side, throw):
        return True
    if not _explains_reply(context, side, cocked):
        return False
    # It was taken for a throw of `side` that fell on the wrong half.
    turn_missed(context, side, cocked, at_any_rate=False)
    context.tracker = replace(context.tracker, cocked=())
    return True


def _explains_reply(context: TurnContext, side: Side, throw: Throw) -> bool:
    """Whether a throw of the opponent's leads to the board, after a turn of `side` that nobody saw."""
    game, roll = context.game, throw.roll
    if not throw.is_of(side.other) or roll is None or not isinstance(game, TablesGame):
        return False
    return bool(missed_before_reply(game, context.position, side, roll, context.settled))


def _lying_cocked(context: TurnContext, side: Side) -> Throw:
    """What the dice of a throw that did not count amount to as they are seen now, where they still lie as they lay."""
    dice = fresh(where_lay(context.tracker.dice, context.tracker.cocked))
    return throw_of(dice, side, context.profile.throws, context.game.dice)


def _counts_after_all(context: TurnContext, side: Side) -> bool:
    """Whether the dice of a throw that did not count still lie where they lay, well as is seen now, and are played."""
    throw = _lying_cocked(context, side)
    if not throw.is_of(side) or throw.roll is None:
        return False
    _count(context, side, throw.roll, throw.dice)
    return True


def _count(context: TurnContext, side: Side, roll: Roll, dice: tuple[FollowedDie, ...]) -> None:
    """A throw counts after all, since it is played: nothing is left of what did not count."""
    context.throw(side, roll, dice, opening=False, inferred=True)
    context.tracker = replace(context.tracker, cocked=())
