"""Watching a turn: what is made of each look at the board while the dice lie, and what ends it (rules 6.2, 6.3).

That is the dice being lifted, the opponent's throw, somebody's word, or the last checker borne off.
"""

from contextlib import nullcontext
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.play import Play
from engine.plays.turn_end import win_of
from engine.referee.flagging import FAULT_SECONDS, PATIENCE_SECONDS, flag_board
from engine.referee.seats import renamed
from engine.referee.turn_ending import conclude, end_turn
from engine.referee.unseen import (
    before_reply,
    give_to_opponent,
    is_doubted,
    is_of_opponent,
    taken_too_soon,
)
from engine.state.events import Candidate
from engine.tables.tables_game import TablesGame
from engine.turn.context import TurnContext
from engine.turn.misread import seen_better
from engine.turn.premature_throw import (
    PREMATURE_SECONDS,
    call_premature,
    opponents_throw,
    played_ahead,
    receive,
    thrown_again,
    unfinished,
)
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind, dice_on_board, throw_of
from engine.turn.tracker import Held, Timer
from engine.turn.turn_reading import ILLEGAL_PRIOR, MARGIN, TurnReading, TurnVerdict

ONE_LIFTED_SECONDS = 1.0
"""How long one die is gone: longer, as one may be hidden by a checker."""
UNPLAYED_SECONDS = 8.0
"""How long dice that were lifted without a move are waited for: they may be thrown again, having been cocked, and
people take their time for that; the opponent's throw ends it sooner.
"""
THROWN_BADLY_SECONDS = 0.4
"""How long the opponent's cocked dice lie before they end a turn whose dice are lifted."""
PRESSED_SECONDS = 1.0
"""How long the board is looked at for what was played once somebody says that the turn is over, free of hands."""
WON_SECONDS = 1.0
"""How long the last checker has been off before the game is over, dice lifted or not."""


def watch_turn(context: TurnContext) -> None:
    """One more look while a throw is being played."""
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    reading = context.read(context.position, side, roll)
    if renamed(context, reading, side, roll):
        reading = context.read(context.position, side, roll)
    if _pressed(context, reading):
        return
    if roll.carried:
        _watch_carried(context, reading, side, roll)
        return
    if _went_on(context, reading, side, roll):
        return
    unplayed = _is_unplayed(context, reading)
    lifted = unplayed and not dice_on_board(context.tracker.dice, roll)
    if lifted and not context.profile.throws.own_half and is_doubted(context):
        # they had been played already: what lies there now is the next throw
        _lifted(context, reading, side, roll, unplayed=True)
        return
    if lifted and thrown_again(context, side):
        return
    if _ended_by_throw(context, reading, side, roll, unplayed=unplayed):
        return
    if seen_better(context, side, roll):
        return
    if played_ahead(context, side, roll, reading, doubted=is_doubted(context)):
        return
    if is_of_opponent(context, reading, side, roll):
        if context.hold(Timer.OTHERS, reading.seen).lasts(context.tracker.now, FAULT_SECONDS):
            give_to_opponent(context, side, roll)
        return
    flag_board(context, reading, side, roll)
    if not _lifted(context, reading, side, roll, unplayed=unplayed):
        _watch_win(context, reading, side)


def _is_unplayed(context: TurnContext, reading: TurnReading) -> bool:
    """Whether nobody has moved, though the dice that were seen can be played."""
    return not context.tracker.told and not reading.moved and reading.final is TurnVerdict.OPEN


def _ended_by_throw(
    context: TurnContext, reading: TurnReading, side: Side, roll: Roll, *, unplayed: bool
) -> bool:
    """Whether the opponent's throw lies there long enough for the turn to be over, or to be called premature."""
    other, now = opponents_throw(context, side, roll), context.tracker.now
    if other.is_of(side.other):
        held = context.sight(other)
        if other.lasts(now):
            _opponent_threw(context, other, held, reading)
            return True
    elif other.kind is ThrowKind.COCKED and unplayed:
        # Where nobody has moved it is rather the mover who threw again, and will once more.
        context.forget(Timer.LIFTED, Timer.THROW)
    elif other.kind is ThrowKind.COCKED and not dice_on_board(context.tracker.dice, roll):
        # The dice were lifted and the opponent has thrown, if badly: the wait for a surer look is over.
        held = context.sight(other)
        if held.lasts(now, THROWN_BADLY_SECONDS):
            dice = context.tracker.dice
            conclude(context, only_if_moved=False)
            # None of them is of the turn that is over, not even one that came to lie on the mover's half.
            context.tracker = replace(context.tracker, dice=dice)
            context.keep(Timer.THROW, held)
            return True
    else:
        context.forget(Timer.THROW)
    return False


def _went_on(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> bool:
    """Whether the turn was complete and the next has begun, though its dice seem to lie there still: the opponent plays
    what could not be played of them, or they are another throw that looks like it.

    The opponent's is that where dice may lie anywhere, the mover's own where they throw again; until it is played, they
    may as well be the same dice, pushed aside.
    """
    if reading.final is TurnVerdict.LEGAL:
        context.tracker = replace(context.tracker, complete=context.tracker.look)
    if reading.ongoing is TurnVerdict.LEGAL or context.tracker.complete is None:
        return False
    with context.looking_back(context.tracker.complete):
        before = context.read(context.position, side, roll)
    if before.final is not TurnVerdict.LEGAL:
        # what the turn is played from has been put right since
        return False
    after = before.legal[0].outcome.position
    owed = bool(after.past.owed) and not after.past.again
    thrower = side if after.past.again else side.other
    throw = throw_of(context.tracker.dice, thrower, context.profile.throws, context.game.dice)
    if not owed and not _is_another(context, throw, thrower):
        return False
    going_on = context.read(after, thrower, after.past.owed_roll if owed else throw.roll)
    gain = going_on.ongoing_score - max(reading.ongoing_score, reading.open_score - ILLEGAL_PRIOR)
    if going_on.ongoing is not TurnVerdict.LEGAL or not going_on.moved or gain < MARGIN:
        return False
    with context.looking_back(context.tracker.complete):
        conclude(context, only_if_moved=False)
    if not owed:
        receive(context, throw)
    return True


def _is_another(context: TurnContext, throw: Throw, thrower: Side) -> bool:
    """Whether the dice that lie there, not all of them where they lay, can be another throw, whose it is not being told
    by its half: one of the same numbers, or with a die just where one with its number lay.
    """
    if context.profile.throws.own_half and thrower is not context.match_state.side:
        return False
    stay = sum(die.thrown for die in context.tracker.dice if die.present)
    return throw.is_of(thrower) and stay < len(throw.dice)


def _lifted(context: TurnContext, reading: TurnReading, side: Side, roll: Roll, *, unplayed: bool) -> bool:
    """Whether the dice have been lifted, or one of them for longer; that ends the turn."""
    count, now = dice_on_board(context.tracker.dice, roll), context.tracker.now
    if count >= len(roll.dice) or context.tracker.told or context.profile.shared_dice:
        context.forget(Timer.LIFTED)
        return False
    held = context.hold(Timer.LIFTED, min(count, 1))
    if not held.lasts(now, ONE_LIFTED_SECONDS if count else 0.0, looks=1):
        return False
    if context.tracker.unwatched and context.tracker.dice_coming:
        # They may be of the next throw, which tells what has happened meanwhile.
        return True
    if unplayed and taken_too_soon(context, side, roll, reading.seen):
        conclude(context, only_if_moved=False)
        return True
    if unplayed and is_doubted(context):
        # It had been played already when it was first seen, nobody knows from which board.
        context.play(roll, Play(), context.position, inferred=True)
        return True
    patience = UNPLAYED_SECONDS if unplayed else PATIENCE_SECONDS
    if not unplayed or held.lasts(now, patience):
        end_turn(context, reading, last_chance=held.lasts(now, patience))
    return True


def _watch_win(context: TurnContext, reading: TurnReading, side: Side) -> None:
    """The last checker has been off for a while: the turn is over, dice lifted or not."""
    best = reading.legal[0].outcome.position if reading.final is TurnVerdict.LEGAL else None
    if best is None or not win_of(context.game, best, side):
        context.forget(Timer.WON)
    elif context.hold(Timer.WON, best).lasts(context.tracker.now, WON_SECONDS):
        end_turn(context, reading, last_chance=False)


def _opponent_threw(context: TurnContext, throw: Throw, held: Held, reading: TurnReading) -> None:
    """The opponent's throw lies there: it ends the turn, unless the mover was still at their play (rules 6.2, 6.4)."""
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    with context.looking_back():
        left = context.read(context.position, side, roll)
        premature = unfinished(context, side, roll, left)
    if premature and unfinished(context, side, roll, reading):
        if held.lasts(context.tracker.now, PREMATURE_SECONDS):
            call_premature(context, throw, left)
        return
    if not premature and left.final is TurnVerdict.OPEN and _replied(context, throw):
        return
    # Where the mover has finished since the dice fell, it is how the board stands now that counts.
    with nullcontext() if premature else context.looking_back():
        conclude(context, only_if_moved=False)
    receive(context, throw)


def _replied(context: TurnContext, throw: Throw) -> bool:
    """Whether a board that no play leads to is that of the opponent, who has moved already while nobody saw it."""
    side, roll, game = context.match_state.side, context.match_state.roll, context.game
    assert side is not None and roll is not None and throw.roll is not None
    if context.match_state.fault is not None or not isinstance(game, TablesGame):
        return False
    with context.looking_back():
        seen = context.settled
    first = context.tracker.of(Timer.SEEN)
    if first is not None and first.what == seen and first.time < min(die.time for die in throw.dice):
        # It stood there before the reply was thrown.
        return False
    found = before_reply(game, context.position, side, roll, throw.roll, seen)[:2]
    if not found:
        return False
    context.play(roll, found[0].play, found[0].position, inferred=True)
    if len(found) > 1:
        context.ask(
            "play", side, tuple(Candidate(roll, each.play, each.position, True, 0.5) for each in found)
        )
    receive(context, throw)
    return True


def _watch_carried(context: TurnContext, reading: TurnReading, side: Side, roll: Roll) -> None:
    """One more look while a side plays what its opponent could not: the next throw ends that, as a rule its own."""
    thrower = side.other if context.position.past.thrower_again else side
    throw = context.seen_throw(thrower)
    if throw.is_of(thrower):
        context.sight(throw)
        if throw.lasts(context.tracker.now):
            with context.looking_back():
                conclude(context, only_if_moved=False)
            if context.is_to_throw(thrower):
                receive(context, throw)
        return
    if throw.kind is ThrowKind.COCKED and throw.side is thrower:
        if context.sight(throw).lasts(context.tracker.now, COCKED_SECONDS):
            conclude(context, only_if_moved=False)
            if context.is_to_throw(thrower):
                context.call_cocked(thrower, throw, throw.why)
        return
    context.forget(Timer.THROW)
    flag_board(context, reading, side, roll)


def press(context: TurnContext) -> None:
    """Somebody says that the turn is over: it is as soon as the board shows how, for
    they may be quicker than the eye.
    """
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    context.hold(Timer.PRESSED, True)
    if (
        context.tracker.look is not None
        and context.read(context.position, side, roll).final is TurnVerdict.LEGAL
    ):
        conclude(context, only_if_moved=False)


def _pressed(context: TurnContext, reading: TurnReading) -> bool:
    """Whether the turn, of which somebody has said that it is over, is: on a look at the board as it has been since."""
    held, look = context.tracker.of(Timer.PRESSED), context.tracker.look
    if held is None or look is None or look.time <= held.time:
        return False
    shown = context.hold(Timer.SHOWN, True)
    if reading.final is not TurnVerdict.LEGAL and not shown.lasts(context.tracker.now, PRESSED_SECONDS):
        return False
    end_turn(context, reading, last_chance=True)
    return True
