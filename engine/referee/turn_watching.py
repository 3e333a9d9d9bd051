"""Watching a turn: the board while the dice lie, when they are lifted, and until the opponent throws (rules 6.2, 6.3)."""

from contextlib import nullcontext
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.plays.legal import listed_plays
from engine.plays.result import win_of
from engine.position import Position
from engine.referee.anew import (
    BlameDoubt,
    TurnFit,
    ask_of_board,
    both_moved,
    fit_of,
    look_again,
    remembering,
    review,
    whose_error,
)
from engine.referee.flagging import CLEARED_SECONDS, FAULT_SECONDS, PATIENCE_SECONDS, flag_board
from engine.referee.seats import played_otherwise, undecided, weigh_anew
from engine.referee.unseen import before_reply, missed_before_reply, take_as_seen, take_board
from engine.state.events import Candidate, FaultCleared
from engine.state.match_state import Phase
from engine.tables.tables import TablesGame
from engine.turn.context import Case, candidates
from engine.turn.misread import (
    ask_of_dice,
    dice_in_doubt,
    misread,
    other_throws,
    seen_better,
    throw_again,
)
from engine.turn.premature_throw import (
    HASTY_SECONDS,
    call_hasty,
    opponents_throw,
    played_ahead,
    receive,
    unfinished,
)
from engine.turn.rethrow import thrown_again
from engine.turn.throws import COCKED_SECONDS, Throw, ThrowKind, lying
from engine.turn.tracker import Held
from engine.turn.turn_reading import TurnReading, TurnVerdict, read_turn, settled_board

ONE_LIFTED_SECONDS = 1.0
"""How long one die is gone: longer, as one may be hidden by a checker."""
UNPLAYED_SECONDS = 4.0
"""How long dice that were lifted without a move are waited for: they may be thrown again, having been cocked."""
THROWN_BADLY_SECONDS = 0.4
"""How long the opponent's cocked dice lie before they end a turn whose dice are lifted."""
PRESSED_SECONDS = 1.0
"""How long the board is looked at for what was played once somebody says that the turn is over, free of hands."""
WON_SECONDS = 1.0
"""How long the last checker has been off before the game is over, dice lifted or not."""


def watch_turn(case: Case) -> None:
    """One more look while a throw is being played."""
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    now = case.attention.now
    reading = _read(case, case.position, side, roll)
    told = case.attention.told
    if _pressed(case, reading):
        return
    if roll.carried:
        _watch_carried(case, reading, side, roll)
        return
    unplayed = (
        not told
        and not lying(case.attention.dice, roll)
        and not reading.moved
        and reading.final is TurnVerdict.OPEN
    )
    if unplayed and thrown_again(case, side):
        return
    other = opponents_throw(case, side, roll)
    if other.kind is ThrowKind.VALID and other.side is side.other:
        held = case.sight(other)
        if other.lasts(now):
            _opponent_threw(case, other, held, reading)
            return
    elif other.kind is ThrowKind.COCKED and not lying(case.attention.dice, roll):
        # The dice were lifted and the opponent has thrown, if badly: the wait for a surer look is over.
        held = case.sight(other)
        if held.lasts(now, THROWN_BADLY_SECONDS):
            dice = case.attention.dice
            conclude(case, only_if_moved=False)
            # None of them is of the turn that is over, not even one that came to lie on the mover's half.
            case.attention = replace(case.attention, dice=dice)
            case.keep("throw", held)
            return
    else:
        case.forget("throw")
    if seen_better(case, side, roll) or played_ahead(case, side, roll, reading):
        return
    flag_board(case, reading, side, roll)
    count = lying(case.attention.dice, roll)
    if count < len(roll.dice) and not told and not case.profile.shared_dice:
        held = case.hold("lifted", min(count, 1))
        if held.lasts(now, ONE_LIFTED_SECONDS if count else 0.0, looks=1):
            patience = UNPLAYED_SECONDS if unplayed else PATIENCE_SECONDS
            if not unplayed or held.lasts(now, patience):
                end_turn(case, reading, last_chance=held.lasts(now, patience))
            return
    else:
        case.forget("lifted")
    if reading.final is TurnVerdict.LEGAL and win_of(case.game, reading.legal[0].outcome.position, side):
        if case.hold("won", reading.legal[0].outcome.position).lasts(now, WON_SECONDS):
            end_turn(case, reading, last_chance=False)
    else:
        case.forget("won")


def _opponent_threw(case: Case, throw: Throw, held: Held, reading: TurnReading) -> None:
    """The opponent's throw lies there: it ends the turn, unless the mover was still at his play (rules 6.2, 6.4)."""
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    with case.looking_back():
        left = _read(case, case.position, side, roll)
        hasty = unfinished(case, side, roll, left)
    if hasty and unfinished(case, side, roll, reading):
        if held.lasts(case.attention.now, HASTY_SECONDS):
            call_hasty(case, throw, left)
        return
    if not hasty and left.final is TurnVerdict.OPEN and _replied(case, throw):
        return
    # Where the mover has finished since the dice fell, it is how the board stands now that counts.
    with nullcontext() if hasty else case.looking_back():
        conclude(case, only_if_moved=False)
    receive(case, throw)


def _replied(case: Case, throw: Throw) -> bool:
    """Whether a board that no play leads to is that of the opponent, who has moved already while nobody saw it."""
    side, roll, game = case.ledger.side, case.ledger.roll, case.game
    assert side is not None and roll is not None and throw.roll is not None
    if case.ledger.fault is not None or not isinstance(game, TablesGame):
        return False
    with case.looking_back():
        seen = settled_board(game, case.evidence, case.seating, case.position)
    found = before_reply(game, case.position, side, roll, throw.roll, seen)[:2]
    if not found:
        return False
    case.play(roll, found[0].play, found[0].position, inferred=True)
    if len(found) > 1:
        case.ask(
            "play", side, tuple(Candidate(roll, each.play, each.position, True, 0.5) for each in found)
        )  # fmt: skip
    receive(case, throw)
    return True


def _watch_carried(case: Case, reading: TurnReading, side: Side, roll: Roll) -> None:
    """One more look while a side plays what its opponent could not: its own throw ends that."""
    throw = case.seen_throw(side)
    if throw.kind is ThrowKind.VALID and throw.side is side:
        case.sight(throw)
        if throw.lasts(case.attention.now):
            with case.looking_back():
                conclude(case, only_if_moved=False)
            if case.ledger.phase is Phase.TO_THROW and case.ledger.side is side:
                receive(case, throw)
        return
    if throw.kind is ThrowKind.COCKED and throw.side is side:
        if case.sight(throw).lasts(case.attention.now, COCKED_SECONDS):
            conclude(case, only_if_moved=False)
            if case.ledger.phase is Phase.TO_THROW and case.ledger.side is side:
                case.call_cocked(side, throw, throw.why)
        return
    case.forget("throw")
    flag_board(case, reading, side, roll)


def press(case: Case) -> None:
    """Somebody says that the turn is over: it is as soon as the board shows how, for he may be quicker than the eye."""
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    case.hold("pressed", True)
    if case.attention.look is not None and _read(case, case.position, side, roll).final is TurnVerdict.LEGAL:
        conclude(case, only_if_moved=False)


def _pressed(case: Case, reading: TurnReading) -> bool:
    """Whether the turn, of which somebody has said that it is over, is: on a look at the board as it has been since."""
    held, look = case.attention.of("pressed"), case.attention.look
    if held is None or look is None or look.time <= held.time:
        return False
    shown = case.hold("shown", True)
    if reading.final is not TurnVerdict.LEGAL and not shown.lasts(case.attention.now, PRESSED_SECONDS):
        return False
    end_turn(case, reading, last_chance=True)
    return True


def conclude(case: Case, *, only_if_moved: bool) -> None:
    """End the turn now, on what was seen last.

    With `only_if_moved` a turn that nobody has begun, or that is still being played, is left as it is.
    """
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    reading = _read(case, case.position, side, roll)
    if only_if_moved and reading.final is not TurnVerdict.LEGAL:
        unfinished = reading.ongoing is not TurnVerdict.OPEN and lying(case.attention.dice, roll) == len(
            roll.dice
        )
        if unfinished or not reading.moved:
            return
    end_turn(case, reading, last_chance=True)


def end_turn(case: Case, reading: TurnReading, *, last_chance: bool) -> None:
    """The turn is over: record the play, the illegal play that stands, or ask; without `last_chance` look again first."""
    side, roll, before = case.ledger.side, case.ledger.roll, case.position
    assert side is not None and roll is not None
    best = reading.legal[0].outcome
    match reading.final:
        case TurnVerdict.LEGAL:
            fit = fit_of(case, reading, side, roll)
            if fit is TurnFit.PUT_RIGHT or (fit is TurnFit.YES and review(case, reading, side, roll)):
                conclude(case, only_if_moved=False)
                return
            if case.ledger.fault is not None:
                case.happen(FaultCleared(side))
            options = other_throws(case, side, roll, best)
            with remembering(case):
                case.play(roll, best.play, best.position)
            ask_of_board(case, fit)
            if options:
                case.ask("roll", side, options)
            weigh_anew(case)
        case TurnVerdict.OPEN:
            held = case.attention.of("board")
            if last_chance or (held is not None and held.lasts(case.attention.now, FAULT_SECONDS)):
                _stands(case, reading, side, roll)
        case TurnVerdict.UNSURE if last_chance and not played_otherwise(case, reading, side, roll):
            options = candidates(case, reading, before, side, roll)
            likelier = options[0]
            stands = None if likelier.legal else case.explained(before, side, roll, likelier.position)[1]
            assert likelier.play is not None
            with remembering(case):
                case.play(roll, likelier.play, likelier.position, stands)
            if len(options) > 1:
                case.ask("play", side, options)


def _stands(case: Case, reading: TurnReading, side: Side, roll: Roll) -> None:
    """The board is no legal result: the play is illegal and stands, unless it was the dice that were misread."""
    found, game = misread(case, reading, side, roll), case.ledger.game
    assert game is not None
    turn = len(game.turns)
    if found is not None and found.likelier:
        options = dice_in_doubt(case, side, roll, reading.seen, found)
        throw_again(case, found)
        conclude(case, only_if_moved=False)
        if not found.sure:
            ask_of_dice(case, side, options, turn)
        return
    if found is None and not case.attention.was_blind and played_otherwise(case, reading, side, roll):
        return
    doubt = whose_error(case, reading, side, roll, end=True)
    if doubt is BlameDoubt.RECORD:
        conclude(case, only_if_moved=False)
        return
    if case.attention.was_blind or both_moved(case.position, side, reading.seen):
        take_as_seen(case, roll, reading.seen)
        return
    play, fault = case.explained(case.position, side, roll, reading.seen)
    first = case.attention.of("seen")
    frame = first.frame if first is not None and first.what == reading.seen else None
    if doubt is BlameDoubt.EITHER:
        case.play(roll, play, reading.seen, inferred=True, frame=frame)
        return
    if found is not None:
        ask_of_dice(case, side, dice_in_doubt(case, side, roll, reading.seen, found), turn)
    with remembering(case):
        case.play(roll, play, reading.seen, fault, frame=frame)


def _read(case: Case, before: Position, side: Side, roll: Roll) -> TurnReading:
    key = (before, side, roll, case.seating)
    memory, evidence = case.attention.memory, case.evidence
    if memory is not None and memory[0][0] is evidence and memory[0][1:] == key:
        return memory[1]
    reading = read_turn(case.game, before, side, roll, case.seating, evidence)
    case.attention = replace(case.attention, memory=((evidence, *key), reading))
    return reading


def after_turn(case: Case, *, last_chance: bool = False) -> None:
    """One more look between a turn and the opponent's throw, the last with `last_chance`: the play may yet change."""
    last, before = case.ledger.last_play, case.ledger.position_before
    if last is None or before is None or last.roll is None or undecided(case) is not None:
        return
    reading = _read(case, before, last.side, last.roll)
    now = case.attention.now
    match reading.final:
        case TurnVerdict.LEGAL:
            best = reading.legal[0].outcome
            held = case.hold("board", best.position)
            if not last_chance and not held.lasts(now, CLEARED_SECONDS):
                return
            if best.position == case.attention.refused:
                return
            case.recognise()
            look_again(case)
            if best.position != case.position:
                case.amend(best.play, best.position, last.roll, None, held.frame)
            case.settle("play")
        case TurnVerdict.OPEN if reading.seen == case.attention.refused:
            pass
        case TurnVerdict.OPEN if reading.seen != case.position and not _is_as_believed(case, reading):
            held = case.hold("board", reading.seen)
            if case.attention.was_blind:
                if last_chance:
                    take_board(case, reading.seen)
            elif held.lasts(now, FAULT_SECONDS) and not _played_on(
                case, reading.seen, last_chance=last_chance
            ):
                play, fault = case.explained(before, last.side, last.roll, reading.seen)
                case.amend(play, reading.seen, last.roll, fault, held.frame)
        case TurnVerdict.OPEN:
            if case.hold("board", reading.seen).lasts(now, CLEARED_SECONDS):
                case.recognise()
                case.settle("play")
        case TurnVerdict.UNSURE:
            case.forget("board")


def _is_as_believed(case: Case, reading: TurnReading) -> bool:
    """Whether the board believed, which more checkers are gone from than a turn takes off, is likelier than any of that."""
    return case.likelihood(case.position) > reading.open_score


def _played_on(case: Case, seen: Position, *, last_chance: bool) -> bool:
    """Whether the board changed because the opponent plays already: a throw that did not count, or one nobody saw."""
    side, dice, thrown = case.ledger.side, case.attention.cocked, case.attention.cocked_roll
    if side is None or last_chance:
        return False
    if thrown is not None and _read(case, case.position, side, thrown).ongoing is TurnVerdict.LEGAL:
        case.throw(side, thrown, dice, opening=False, inferred=True)
        case.attention = replace(case.attention, cocked=())
        return True
    if any(
        outcome.position == seen
        for roll in case.game.rolls
        for outcome in listed_plays(case.game, case.position, side, roll)
    ):
        return True
    throw, game = case.seen_throw(side), case.game
    if throw.kind is not ThrowKind.VALID or throw.side is not side.other or throw.roll is None:
        return False
    if not isinstance(game, TablesGame):
        return False
    board = settled_board(game, case.evidence, case.seating, case.position)
    return bool(missed_before_reply(game, case.position, side, throw.roll, board))
