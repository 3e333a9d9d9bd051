"""Watching a turn: the board while the dice lie, flagged where the throw cannot be played out any more, when they are
lifted, and until the opponent throws (rules 6.2, 6.3).
"""

from contextlib import nullcontext
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.plays.legal import listed_plays
from engine.plays.turn_end import after_turn as as_it_stands
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.referee.seats import fits_otherwise, played_otherwise, renamed, undecided, weigh_anew
from engine.referee.turn_revision import (
    ErrorSource,
    TurnFit,
    ask_of_board,
    both_moved,
    fit_of,
    look_again,
    opened_otherwise,
    remembering,
    review,
    taken_for_illegal,
    whose_error,
)
from engine.referee.unseen import (
    before_reply,
    is_doubted,
    missed_before_reply,
    take_as_seen,
    take_board,
    taken_too_soon,
)
from engine.state.events import Candidate, FaultCleared, FaultSeen
from engine.state.match_state import Phase, turns_now
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import heaps_alone
from engine.turn.context import Held, Timer, TurnContext
from engine.turn.histories import moved_about
from engine.turn.misread import (
    PAUSE,
    Misread,
    answer_dice,
    ask_of_dice,
    dice_in_doubt,
    dice_or,
    misread,
    other_throws,
    seen_better,
    throw_again,
)
from engine.turn.premature_throw import (
    PREMATURE_SECONDS,
    call_premature,
    opponents_throw,
    played_ahead,
    receive,
    thrown_again,
    unfinished,
)
from engine.turn.throws import (
    COCKED_SECONDS,
    Throw,
    ThrowKind,
    dice_on_board,
    fresh,
    roll_of,
    throw_of,
    where_lay,
)
from engine.turn.turn_reading import (
    ILLEGAL_PRIOR,
    MARGIN,
    TurnReading,
    TurnVerdict,
    candidates,
    read_turn,
    settled_board,
)

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
    reading = _read(context, context.position, side, roll)
    if renamed(context, reading, side, roll):
        reading = _read(context, context.position, side, roll)
    if _pressed(context, reading):
        return
    if roll.carried:
        _watch_carried(context, reading, side, roll)
        return
    unplayed = _is_unplayed(context, reading)
    if unplayed and not dice_on_board(context.tracker.dice, roll) and thrown_again(context, side):
        return
    if _ended_by_throw(context, reading, side, roll, unplayed=unplayed):
        return
    if seen_better(context, side, roll) or played_ahead(context, side, roll, reading):
        return
    flag_board(context, reading, side, roll)
    if not _lifted(context, reading, roll, unplayed=unplayed):
        _watch_win(context, reading, side)


def _is_unplayed(context: TurnContext, reading: TurnReading) -> bool:
    """Whether nobody has moved, though the dice that were seen can be played."""
    return not context.tracker.told and not reading.moved and reading.final is TurnVerdict.OPEN


def _ended_by_throw(
    context: TurnContext, reading: TurnReading, side: Side, roll: Roll, *, unplayed: bool
) -> bool:
    """Whether the opponent's throw lies there long enough for the turn to be over, or to be called premature."""
    other, now = opponents_throw(context, side, roll), context.tracker.now
    if other.kind is ThrowKind.VALID and other.side is side.other:
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


def _lifted(context: TurnContext, reading: TurnReading, roll: Roll, *, unplayed: bool) -> bool:
    """Whether the dice have been lifted, or one of them for longer; that ends the turn."""
    count, now = dice_on_board(context.tracker.dice, roll), context.tracker.now
    if count >= len(roll.dice) or context.tracker.told or context.profile.shared_dice:
        context.forget(Timer.LIFTED)
        return False
    held = context.hold(Timer.LIFTED, min(count, 1))
    if not held.lasts(now, ONE_LIFTED_SECONDS if count else 0.0, looks=1):
        return False
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
        left = _read(context, context.position, side, roll)
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
        seen = settled_board(game, context.evidence, context.seating, context.position)
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
    if throw.kind is ThrowKind.VALID and throw.side is thrower:
        context.sight(throw)
        if throw.lasts(context.tracker.now):
            with context.looking_back():
                conclude(context, only_if_moved=False)
            if context.match_state.phase is Phase.TO_THROW and context.match_state.side is thrower:
                receive(context, throw)
        return
    if throw.kind is ThrowKind.COCKED and throw.side is thrower:
        if context.sight(throw).lasts(context.tracker.now, COCKED_SECONDS):
            conclude(context, only_if_moved=False)
            if context.match_state.phase is Phase.TO_THROW and context.match_state.side is thrower:
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
        and _read(context, context.position, side, roll).final is TurnVerdict.LEGAL
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


def conclude(context: TurnContext, *, only_if_moved: bool) -> None:
    """End the turn now, on what was seen last.

    With `only_if_moved` a turn that nobody has begun, or that is still being played, is left as it is.
    """
    side, roll = context.match_state.side, context.match_state.roll
    assert side is not None and roll is not None
    reading = _read(context, context.position, side, roll)
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
    side, roll, before = context.match_state.side, context.match_state.roll, context.position
    assert side is not None and roll is not None
    best = reading.legal[0].outcome
    match reading.final:
        case TurnVerdict.LEGAL:
            fit = fit_of(context, reading, side, roll)
            if fit is TurnFit.PUT_RIGHT or (fit is TurnFit.YES and review(context, reading, side, roll)):
                conclude(context, only_if_moved=False)
                return
            options = other_throws(context, side, roll, best)
            if not options:
                answer_dice(context, side, roll, best.position)
            if context.match_state.fault is not None:
                context.happen(FaultCleared(side))
            with remembering(context):
                context.play(roll, best.play, best.position)
            ask_of_board(context, fit)
            if options:
                context.ask("roll", side, options)
            weigh_anew(context)
        case TurnVerdict.OPEN:
            held = context.tracker.of(Timer.BOARD)
            if last_chance or (held is not None and held.lasts(context.tracker.now, FAULT_SECONDS)):
                _stands(context, reading, side, roll)
        case TurnVerdict.UNSURE if last_chance and opened_otherwise(context, reading, side, roll):
            conclude(context, only_if_moved=False)
        case TurnVerdict.UNSURE if last_chance and not played_otherwise(context, reading, side, roll):
            options = candidates(context.game, reading, before, side, roll)
            found, rival = misread(context, reading, side, roll), reading.gain
            if found is not None and found.gain > rival:
                _take_for(
                    context, found, side, dice_or(found, options[0], rival), sure=found.gain > rival + MARGIN
                )
                return
            likelier = options[0]
            stands = None if likelier.legal else context.explained(before, side, roll, likelier.position)[1]
            assert likelier.play is not None
            with remembering(context):
                context.play(roll, likelier.play, likelier.position, stands)
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
    if context.tracker.was_blind or _may_have_replied(context, side, reading.seen):
        take_as_seen(context, roll, reading.seen)
        return
    play, fault = context.explained(context.position, side, roll, reading.seen)
    first = context.tracker.of(Timer.SEEN)
    frame = first.frame if first is not None and first.what == reading.seen else None
    if doubt is ErrorSource.EITHER:
        with remembering(context):
            context.play(roll, play, reading.seen, inferred=True, frame=frame)
        return
    if found is not None:
        ask_of_dice(context, side, dice_in_doubt(context, side, roll, reading.seen, found), turn)
    with remembering(context):
        context.play(roll, play, reading.seen, fault, frame=frame)


def _may_have_replied(context: TurnContext, side: Side, seen: Position) -> bool:
    """Whether the opponent has moved, too, rather than `side` their checkers: several have moved, or any while for a
    time nothing was seen.
    """
    before, theirs = context.position, side.other
    any_moved = moved_about(before.of(theirs), seen.of(theirs)) > 0
    return any_moved and (context.tracker.blind > 0 or both_moved(before, side, seen))


def _read(context: TurnContext, before: Position, side: Side, roll: Roll) -> TurnReading:
    key = (before, side, roll, context.seating)
    memory, evidence = context.tracker.memory, context.evidence
    if memory is not None and memory[0][0] is evidence and memory[0][1:] == key:
        return memory[1]
    reading = read_turn(context.game, before, side, roll, context.seating, evidence)
    context.tracker = replace(context.tracker, memory=((evidence, *key), reading))
    return reading


def after_turn(context: TurnContext, *, last_chance: bool = False) -> None:
    """One more look between a turn and the opponent's throw, the last with `last_chance`: the play may yet change."""
    last, before = context.match_state.last_play, context.match_state.position_before
    if last is None or before is None or last.roll is None or undecided(context) is not None:
        return
    reading = _read(context, before, last.side, last.roll)
    now = context.tracker.now
    match reading.final:
        case TurnVerdict.LEGAL:
            best = reading.legal[0].outcome
            held = context.hold(Timer.BOARD, best.position)
            if not last_chance and not held.lasts(now, CLEARED_SECONDS):
                return
            if best.position == context.tracker.refused:
                return
            context.recognise()
            look_again(context)
            if best.position != context.position:
                context.amend(best.play, best.position, last.roll, None, held.frame)
            context.settle("play")
        case TurnVerdict.OPEN if reading.seen == context.tracker.refused:
            pass
        case TurnVerdict.OPEN if reading.seen != context.position and heaps_alone(
            reading.seen, context.position
        ):
            # a heap is counted otherwise, which accuses nobody
            context.forget(Timer.BOARD)
        case TurnVerdict.OPEN if reading.seen != context.position and not _is_as_believed(context, reading):
            held = context.hold(Timer.BOARD, reading.seen)
            if context.tracker.was_blind:
                if last_chance:
                    take_board(context, reading.seen)
            elif held.lasts(now, FAULT_SECONDS) and not _played_on(
                context, reading.seen, last_chance=last_chance
            ):
                theirs = last.side.other
                if not moved_about(context.position.of(theirs), reading.seen.of(theirs)) and not both_moved(
                    before, last.side, reading.seen
                ):
                    play, fault = context.explained(before, last.side, last.roll, reading.seen)
                    context.amend(play, reading.seen, last.roll, fault, held.frame)
                elif last_chance:
                    # What the opponent has moved is no other play of the last turn: a turn was missed.
                    take_board(context, reading.seen)
        case TurnVerdict.OPEN:
            if context.hold(Timer.BOARD, reading.seen).lasts(now, CLEARED_SECONDS):
                context.recognise()
                context.settle("play")
        case TurnVerdict.UNSURE:
            context.forget(Timer.BOARD)


def _is_as_believed(context: TurnContext, reading: TurnReading) -> bool:
    """Whether the board believed, which more checkers are gone from than a turn takes
    off, is likelier than any of that.
    """
    return context.likelihood(context.position) > reading.open_score


def _played_on(context: TurnContext, seen: Position, *, last_chance: bool) -> bool:
    """Whether the board changed because the opponent plays already: a throw that did not count, or one nobody saw."""
    side = context.match_state.side
    if side is None or last_chance:
        return False
    dice = context.tracker.played_though_cocked(context.game.dice)
    thrown = roll_of(dice) if dice else None
    if thrown is not None and _read(context, context.position, side, thrown).ongoing is TurnVerdict.LEGAL:
        context.throw(side, thrown, dice, opening=False, inferred=True)
        context.tracker = replace(context.tracker, cocked=())
        return True
    if _counts_after_all(context, side):
        return True
    if any(
        outcome.position == seen
        for roll in context.game.rolls
        for outcome in listed_plays(context.game, context.position, side, roll)
    ):
        return True
    throw, game = context.seen_throw(side), context.game
    if throw.kind is not ThrowKind.VALID or throw.side is not side.other or throw.roll is None:
        return False
    if not isinstance(game, TablesGame):
        return False
    board = settled_board(game, context.evidence, context.seating, context.position)
    return bool(missed_before_reply(game, context.position, side, throw.roll, board))


def _counts_after_all(context: TurnContext, side: Side) -> bool:
    """Whether the dice of a throw that did not count still lie where they lay, well as is seen now, and are played."""
    dice = fresh(where_lay(context.tracker.dice, context.tracker.cocked))
    throw = throw_of(dice, side, context.profile.throws, context.game.dice)
    if throw.kind is not ThrowKind.VALID or throw.side is not side or throw.roll is None:
        return False
    context.throw(side, throw.roll, throw.dice, opening=False, inferred=True)
    context.tracker = replace(context.tracker, cocked=())
    return True


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
            if context.match_state.seen == reading.seen or context.tracker.was_blind or is_doubted(context):
                return
            if _is_asked_about(context, reading.seen):
                return
            found = misread(context, reading, side, roll)
            if found is not None and found.sure:
                throw_again(context, found)
                return
            if found is not None:
                _doubt_dice(context, reading, side, roll, found)
                return
            if fits_otherwise(context, reading, side, roll):
                return
            if whose_error(context, reading, side, roll, end=False) is not ErrorSource.PLAYER:
                return
            if _may_have_replied(context, side, reading.seen) or taken_for_illegal(
                context, reading, side, roll
            ):
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


def _is_asked_about(context: TurnContext, seen: Position) -> bool:
    """Whether people are asked if the last turn led to this very board."""
    turns = turns_now(context.match_state)
    return any(
        (seen.white, seen.black) == (each.position.white, each.position.black)
        for question in context.match_state.questions
        if question.turns == turns
        for each in question.candidates
    )
