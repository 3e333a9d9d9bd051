"""Watching a turn: the board while the dice lie, when they are lifted, and until the opponent throws (rules 6.2, 6.3)."""

from dataclasses import replace

from engine.board import Side
from engine.case import Case, candidates
from engine.dice import ALL_ROLLS, Roll
from engine.events import Amended, FaultCleared, FaultSeen, Thrown
from engine.legal import legal_plays
from engine.position import Position
from engine.reading import ILLEGAL_PRIOR, Reading, Verdict, read_turn
from engine.result import win_of
from engine.throws import ThrowKind, lying, roll_odds

FAULT_SECONDS = 1.0
"""How long an illegal board stands, still and free of hands, before it is flagged."""
CLEARED_SECONDS = 0.4
"""How long the board stands right again before the flag is taken down."""
ONE_LIFTED_SECONDS = 1.0
"""How long one die is gone: longer, as one may be hidden by a checker."""
PATIENCE_SECONDS = 2.0
"""How long the referee looks again after the dice are lifted before he asks."""
WON_SECONDS = 1.0
"""How long the last checker has been off before the game is over, dice lifted or not."""
SURE_FACE = 0.85
"""The mean probability at which a die's face is read better than at first sight."""
MISREAD_ODDS = -7.0
"""How unlikely, as a log-likelihood ratio, another roll may be and still explain a board that this one does not."""


def watch_turn(case: Case) -> None:
    """One more look while a throw is being played."""
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    now = case.attention.now
    reading = _read(case, case.position, side, roll)
    other = case.attention.throw(side.other)
    if other.kind is ThrowKind.VALID and other.side is side.other:
        case.sight(other)
        if other.lasts(now):
            with case.looking_back():
                conclude(case, only_if_moved=False)
            if case.ledger.side is side.other:
                case.accept(other)
            return
    else:
        case.forget("throw")
    if _seen_better(case, side, roll):
        return
    _flag(case, reading, side, roll)
    count = lying(case.attention.dice, roll)
    if count < len(roll.dice):
        held = case.hold("lifted", min(count, 1))
        if held.lasts(now, ONE_LIFTED_SECONDS if count else 0.0, looks=1):
            end_turn(case, reading, last_chance=now - held.time > PATIENCE_SECONDS)
            return
    else:
        case.forget("lifted")
    if reading.final is Verdict.LEGAL and win_of(case.game, reading.legal[0].outcome.position, side):
        if case.hold("won", reading.legal[0].outcome.position).lasts(now, WON_SECONDS):
            end_turn(case, reading, last_chance=False)
    else:
        case.forget("won")


def conclude(case: Case, *, only_if_moved: bool) -> None:
    """End the turn now, on what was seen last."""
    side, roll = case.ledger.side, case.ledger.roll
    assert side is not None and roll is not None
    reading = _read(case, case.position, side, roll)
    if only_if_moved and not reading.moved and reading.final is not Verdict.LEGAL:
        return
    end_turn(case, reading, last_chance=True)


def end_turn(case: Case, reading: Reading, *, last_chance: bool) -> None:
    """The turn is over: record the play, the illegal play that stands, or ask; without `last_chance` look again first."""
    side, roll, before = case.ledger.side, case.ledger.roll, case.position
    assert side is not None and roll is not None
    best = reading.legal[0].outcome
    match reading.final:
        case Verdict.LEGAL:
            if case.ledger.fault is not None:
                case.happen(FaultCleared(side))
            case.play(roll, best.play, best.position)
        case Verdict.OPEN:
            held = case.attention.of("board")
            if last_chance or (held is not None and held.lasts(case.attention.now, FAULT_SECONDS)):
                if _reread_roll(case, reading, side, roll):
                    conclude(case, only_if_moved=False)
                    return
                play, fault = case.explained(before, side, roll, reading.seen)
                case.play(roll, play, reading.seen, fault, frame=held.frame if held else None)
        case Verdict.UNSURE if last_chance:
            options = candidates(case, reading, before, side, roll)
            likelier = options[0]
            stands = None if likelier.legal else case.explained(before, side, roll, likelier.position)[1]
            assert likelier.play is not None
            case.play(roll, likelier.play, likelier.position, stands)
            if len(options) > 1:
                case.ask("play", side, options)


def _read(case: Case, before: Position, side: Side, roll: Roll) -> Reading:
    key = (before, side, roll, case.seating)
    memory, evidence = case.attention.memory, case.evidence
    if memory is not None and memory[0][0] is evidence and memory[0][1:] == key:
        return memory[1]
    reading = read_turn(case.game, before, side, roll, case.seating, evidence)
    case.attention = replace(case.attention, memory=((evidence, *key), reading))
    return reading


def _flag(case: Case, reading: Reading, side: Side, roll: Roll) -> None:
    """Flag a board from which the turn cannot be completed, or take the flag down."""
    now = case.attention.now
    match reading.ongoing:
        case Verdict.OPEN:
            held = case.hold("board", reading.seen)
            if not held.lasts(now, FAULT_SECONDS) or case.ledger.seen == reading.seen:
                return
            if _reread_roll(case, reading, side, roll):
                return
            _, fault = case.explained(case.position, side, roll, reading.seen)
            case.happen(FaultSeen(side, fault, reading.seen), held.frame)
        case Verdict.LEGAL:
            held = case.hold("board", "legal")
            if case.ledger.fault is not None and held.lasts(now, CLEARED_SECONDS):
                case.happen(FaultCleared(side), held.frame)
        case Verdict.UNSURE:
            case.forget("board")


def _seen_better(case: Case, side: Side, roll: Roll) -> bool:
    """Whether longer looking has shown the dice, surely now, to be others than they seemed at first."""
    thrown = [die for die in case.attention.dice if die.thrown and die.flat]
    if len(thrown) != 2 or min(die.p for die in thrown) < SURE_FACE:
        return False
    again = Roll.of(*(die.value for die in thrown))
    if again == roll:
        case.forget("roll")
        return False
    opening = case.ledger.game is not None and not case.ledger.game.turns
    if not case.hold("roll", again).lasts(case.attention.now, CLEARED_SECONDS) or (
        opening and again.is_doublet
    ):
        return False
    mover = max(thrown, key=lambda die: die.value).side if thrown[0].side is not thrown[1].side else side
    case.happen(Thrown(mover, again, opening))
    case.forget("roll", "board")
    return True


def _reread_roll(case: Case, reading: Reading, side: Side, roll: Roll) -> bool:
    """Whether the board shows that the dice were misread: another roll, not unlikely, explains it.

    After the opening throw the other side may be the one that begins.
    """
    dice = case.attention.dice
    opening = case.ledger.game is not None and not case.ledger.game.turns
    found = []
    for other in ALL_ROLLS:
        odds = roll_odds(dice, roll, other)
        for mover in (side, side.other) if opening else (side,):
            if odds <= MISREAD_ODDS or (other, mover) == (roll, side) or (opening and other.is_doublet):
                continue
            again = _read(case, case.position, mover, other)
            gain = again.legal[0].score + odds - (reading.open_score - ILLEGAL_PRIOR)
            if again.final is Verdict.LEGAL and gain > 0:
                found.append((gain, other.dice, mover.value))
    if not found:
        return False
    _, faces, mover_letter = max(found)
    case.happen(Thrown(Side(mover_letter), Roll(faces), opening, inferred=True))
    case.forget("board")
    return True


def after_turn(case: Case, *, last_chance: bool = False) -> None:
    """One more look between a turn and the opponent's throw, the last with `last_chance`: the play may yet change."""
    last, before = case.ledger.last_play, case.ledger.position_before
    if last is None or before is None or last.roll is None:
        return
    reading = _read(case, before, last.side, last.roll)
    now = case.attention.now
    match reading.final:
        case Verdict.LEGAL:
            best = reading.legal[0].outcome
            held = case.hold("board", best.position)
            if not last_chance and not held.lasts(now, CLEARED_SECONDS):
                return
            if best.position != case.position:
                case.happen(Amended(best.play, best.position, last.roll), held.frame)
            case.settle("play")
        case Verdict.OPEN if reading.seen != case.position:
            held = case.hold("board", reading.seen)
            if held.lasts(now, FAULT_SECONDS) and not _played_on(case, reading.seen, last_chance=last_chance):
                play, fault = case.explained(before, last.side, last.roll, reading.seen)
                case.happen(Amended(play, reading.seen, last.roll, fault), held.frame)
        case Verdict.OPEN:
            if case.hold("board", reading.seen).lasts(now, CLEARED_SECONDS):
                case.settle("play")
        case Verdict.UNSURE:
            case.forget("board")


def _played_on(case: Case, seen: Position, *, last_chance: bool) -> bool:
    """Whether the board changed because the opponent plays already: a throw that did not count, or one nobody saw."""
    side, dice, thrown = case.ledger.side, case.attention.cocked, case.attention.cocked_roll
    if side is None or last_chance:
        return False
    if thrown is not None and _read(case, case.position, side, thrown).ongoing is Verdict.LEGAL:
        case.throw(side, thrown, dice, opening=False, inferred=True)
        case.attention = replace(case.attention, cocked=())
        return True
    return any(
        outcome.position == seen
        for roll in ALL_ROLLS
        for outcome in legal_plays(case.game, case.position, side, roll)
    )
