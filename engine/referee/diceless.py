"""Watching a game without dice: who is on turn moves, and what stands on the board is what was played.

A move is recorded once its result has stood for a second, and may be changed until the opponent has moved.
"""

from dataclasses import replace
from enum import Enum
from math import exp

from engine.board import Side
from engine.faults.explain import explain
from engine.outcome import Outcome
from engine.plays.legal import completable, legal_plays
from engine.position import Position
from engine.referee.aftermath import (
    MADE_SECONDS,
    REMOVAL_SECONDS,
    amend,
    changed_into,
    moved_on,
    must_be_legal,
    stands,
    take_down,
    taken_back,
)
from engine.state.events import Candidate, Corrected, FaultCleared, FaultSeen
from engine.state.match_state import Phase
from engine.state.messages import AcceptPlay, Answer, Command, Done, SetPosition, SetRoll, Undo
from engine.tafl.seen_position import STOOD
from engine.turn.context import Case, candidates
from engine.turn.tracker import Held
from engine.turn.turn_reading import MARGIN, TurnReading, TurnVerdict, other_king, read_turn

FAULT_SECONDS = 1.0
"""How long any other board stands before it is flagged."""
MOST_CHANGED = 8
"""The most squares that are otherwise after anything that could be meant as a move: a move there, one back, four men taken off."""
UPSET_SECONDS = 12.0
"""How long a board stands on which more is otherwise: somebody clears it, or sets it up anew."""
CLEARED_SECONDS = 0.4
"""How long the board stands right again before the flag is taken down."""
DOUBT_SECONDS = 5.0
"""How long the referee looks again at a board that he cannot make out before he asks."""


class KingDoubt(Enum):
    """Whether people have said who is the king, since another man looks more like him."""

    OPEN = "open"
    ANSWERED = "answered"


def watch_move(case: Case) -> bool:
    """One more look at a board on which a side is to move; whether the course of the game explains what is seen."""
    side = case.ledger.side
    assert side is not None
    reading = _read(case, case.position, side)
    _look_for_king(case, reading.seen)
    final = _final(case, reading, side)
    doubtful = reading.ongoing is TurnVerdict.UNSURE or (final is TurnVerdict.UNSURE and _is_end(reading))
    if doubtful and final is not TurnVerdict.LEGAL:
        _doubt(case, reading, final, side)
        return True
    case.forget("doubt")
    if reading.seen == case.attention.refused:
        return True
    case.attention = replace(case.attention, refused=None)
    held = case.hold("board", reading.seen)
    if final is TurnVerdict.LEGAL:
        if held.lasts(case.attention.now, MADE_SECONDS):
            _record(case, reading.legal[0].outcome, side, held.frame)
        return True
    if reading.ongoing is TurnVerdict.LEGAL:
        _unfinished(case, reading.seen, side, held)
        return True
    return taken_back(case, reading.seen, held) or moved_on(case, reading.seen, side, held)


def flag(case: Case) -> None:
    """A board that nothing explains is illegal, once it has stood for a second."""
    side, held = case.ledger.side, case.attention.of("board")
    if side is None or held is None:
        return
    seen = held.what
    if not isinstance(seen, Position) or case.ledger.seen == seen:
        return
    patience = FAULT_SECONDS if _changed(case.position, seen) <= MOST_CHANGED else UPSET_SECONDS
    if held.lasts(case.attention.now, patience):
        _call(case, side, seen, held.frame)


def finish_move(case: Case, *, over: bool = False) -> None:
    """The turn is said to be over: what was seen last is what was played; `over`: there is nothing more to be seen."""
    side = case.ledger.side
    if side is None or case.attention.look is None or case.attention.look.evidence is None:
        return
    reading = _read(case, case.position, side)
    seen, final = reading.seen, _final(case, reading, side)
    if final is TurnVerdict.LEGAL:
        _record(case, reading.legal[0].outcome, side)
    elif final is TurnVerdict.UNSURE and (_is_end(reading) or reading.ongoing is not TurnVerdict.LEGAL):
        _ask(case, reading, side)
    elif not over and seen not in (case.position, case.attention.refused):
        if (changed := changed_into(case, seen)) is not None:
            amend(case, changed)
        elif must_be_legal(case):
            _call(case, side, seen)
        else:
            stands(case, seen, side)


def obeyed(case: Case, command: Command) -> bool:
    """Whether a command is one that means something else without dice; it is then carried out."""
    match command:
        case Done() if command.side not in (None, case.ledger.side):
            pass
        case Done():
            case.attention = replace(case.attention, now=max(command.time, case.attention.now))
            finish_move(case)
        case Answer() if case.attention.of("king") is not None:
            # He is who he is said to be for as long as the other looks like him.
            case.hold("king", KingDoubt.ANSWERED)
            return False
        case SetPosition():
            _set_position(case, command.position)
        case AcceptPlay():
            _accept(case)
        case SetRoll():
            pass
        case Undo() if case.ledger.phase is Phase.TO_MOVE:
            _undo(case, command.to)
        case _:
            return False
    return True


def _read(case: Case, before: Position, side: Side) -> TurnReading:
    key = (before, side, None, case.seating)
    memory, evidence = case.attention.memory, case.evidence
    if memory is not None and memory[0][0] is evidence and memory[0][1:] == key:
        return memory[1]
    reading = read_turn(case.game, before, side, None, case.seating, evidence)
    case.attention = replace(case.attention, memory=((evidence, *key), reading))
    return reading


def _final(case: Case, reading: TurnReading, side: Side) -> TurnVerdict:
    """What a look says of the board as the end of the move: surely more than of it as it was, or with men still to take off."""
    if reading.final is not TurnVerdict.LEGAL:
        return reading.final
    end = reading.legal[0]
    others = (
        case.likelihood(board)
        for board in completable(case.game, case.position, side, None)
        if board != end.outcome.position
    )
    return (
        TurnVerdict.LEGAL if end.score - max(others, default=float("-inf")) > MARGIN else TurnVerdict.UNSURE
    )


def _is_end(reading: TurnReading) -> bool:
    """Whether the likeliest board is the result of a legal move."""
    return any(each.outcome.position == reading.seen and each.outcome.play.moves for each in reading.legal)


def _has_moved(case: Case, reading: TurnReading) -> bool:
    """Whether the board is surely not as it was."""
    return max(reading.legal[0].score, reading.open_score) - case.likelihood(case.position) > MARGIN


def _record(case: Case, outcome: Outcome, side: Side, frame: int | None = None) -> None:
    """A legal move was made."""
    if outcome.play.moves:
        take_down(case, side)
        case.settle("play")
        case.forget("half")
        question = _who_is_king(case, outcome, side)
        case.play(None, outcome.play, outcome.position, frame=frame)
        if question:
            case.ask("play", side, question)


def _look_for_king(case: Case, seen: Position) -> None:
    """Take note of another man who looks more like the king than he himself, for as long as he does."""
    held = case.attention.of("king")
    if other_king(case.game, seen, case.seating, case.evidence) is None:
        case.forget("king")
    elif held is None or held.what is not KingDoubt.ANSWERED:
        case.hold("king", KingDoubt.OPEN)


def _who_is_king(case: Case, outcome: Outcome, side: Side) -> tuple[Candidate, ...]:
    """The two boards between which a person may say who is the king, where another man has long been taken for him."""
    held = case.attention.of("king")
    if held is None or held.what is KingDoubt.ANSWERED or not held.lasts(case.attention.now, DOUBT_SECONDS):
        return ()
    other = other_king(case.game, outcome.position, case.seating, case.evidence)
    if other is None:
        return ()
    board, gain = other
    play, _ = case.explained(case.position, side, None, board)
    likely = 1 / (1 + exp(gain - STOOD))
    return (
        Candidate(None, outcome.play, outcome.position, True, likely),
        Candidate(None, play, board, False, 1 - likely),
    )


def _call(case: Case, side: Side, seen: Position, frame: int | None = None) -> None:
    """Say what is wrong with a board."""
    case.happen(FaultSeen(side, explain(case.game, case.position, side, None, seen), seen), frame)


def _unfinished(case: Case, seen: Position, side: Side, held: Held) -> None:
    """Nothing has been moved, or a man has and what he captured still stands."""
    now = case.attention.now
    if seen == case.position:
        case.forget("half")
        if held.lasts(now, CLEARED_SECONDS):
            take_down(case, side, held.frame)
        return
    if held.lasts(now, FAULT_SECONDS):
        case.hold("half", seen)
    if held.lasts(now, REMOVAL_SECONDS) and case.ledger.seen != seen:
        _call(case, side, seen, held.frame)


def _changed(before: Position, after: Position) -> int:
    """How many squares are not as they were."""
    squares = zip(before.white, before.black, after.white, after.black, strict=True)
    return sum((white, black) != (there, across) for white, black, there, across in squares)


def _doubt(case: Case, reading: TurnReading, final: TurnVerdict, side: Side) -> None:
    """Look again at what cannot be made out; ask at last."""
    case.forget("board")
    asked = final is TurnVerdict.UNSURE and _has_moved(case, reading)
    if asked and case.hold("doubt", True).lasts(case.attention.now, DOUBT_SECONDS):
        case.forget("doubt")
        _ask(case, reading, side)


def _ask(case: Case, reading: TurnReading, side: Side) -> None:
    """Go on with the likelier reading of a board, and ask."""
    if not _has_moved(case, reading):
        return
    options = candidates(case, reading, case.position, side, None)
    likelier = options[0]
    if likelier.position == case.position or likelier.play is None or not likelier.play.moves:
        return
    if likelier.legal:
        outcome = next(
            each
            for each in legal_plays(case.game, case.position, side, None)
            if each.position == likelier.position
        )
        _record(case, outcome, side)
    elif must_be_legal(case):
        return
    else:
        stands(case, likelier.position, side)
    if len(options) > 1:
        case.ask("play", side, options)


def _set_position(case: Case, position: Position) -> None:
    """A person says how the board stands: what was played now, or in the last turn, or how it is to be taken."""
    ledger = case.ledger
    if ledger.game is None:
        return
    refused = as_seen(case, position)
    side, last, before = ledger.side, ledger.last_play, ledger.position_before
    if ledger.phase is Phase.TO_MOVE and side is not None:
        for outcome in legal_plays(case.game, case.position, side, None):
            if outcome.position == position and outcome.play.moves:
                _record(case, outcome, side)
                case.attention = replace(case.attention, refused=refused)
                return
        if last is not None and before is not None:
            for outcome in legal_plays(case.game, before, last.side, None):
                if outcome.position == position and outcome.play.moves:
                    case.amend(outcome.play, outcome.position, None, None)
                    case.settle("play")
                    case.attention = replace(case.attention, refused=refused)
                    return
    case.happen(Corrected("position", position=position))
    case.attention = replace(case.attention, refused=refused)
    case.forget("board")


def as_seen(case: Case, told: Position | None) -> Position | None:
    """What the camera makes of the board, where that is not what a person says."""
    side, look = case.ledger.side, case.attention.look
    if side is None or look is None or look.evidence is None:
        return None
    seen = _read(case, case.position, side).seen
    return None if seen == told else seen


def _accept(case: Case) -> None:
    """The players let an illegal move stand."""
    ledger = case.ledger
    if ledger.fault is None or ledger.side is None:
        return
    if not ledger.fault_stands and ledger.seen is not None and ledger.phase is Phase.TO_MOVE:
        stands(case, ledger.seen, ledger.side)
    last = case.ledger.last_play
    if case.ledger.fault is not None:
        case.happen(FaultCleared(last.side if last is not None else ledger.side))


def _undo(case: Case, to: int | None) -> None:
    """The last move is taken back by a person; that it still stands on the board says nothing until that changes."""
    game = case.ledger.game
    if game is None or not game.turns:
        return
    refused = as_seen(case, None)
    case.take_back(to)
    case.attention = replace(case.attention, refused=refused)
    case.forget("board", "doubt")
