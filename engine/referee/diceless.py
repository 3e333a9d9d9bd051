"""Watching a game without dice: who is on turn moves, and what stands on the board is what was played.

A move is recorded once its result has stood for a second; until the opponent has moved on from it, it may be changed,
taken back, let stand, or go unseen.
"""

from dataclasses import replace
from enum import Enum
from math import exp

from engine.board import Side
from engine.faults.explain import explain
from engine.play import Outcome
from engine.plays.legal import completable, legal_plays
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.profile import IllegalPlays
from engine.state.events import Candidate, Corrected, FaultCleared, FaultSeen
from engine.state.match_state import Phase
from engine.state.messages import AcceptPlay, Answer, Command, Done, SetPosition, SetRoll, Undo
from engine.tafl.seen_position import STOOD
from engine.turn.context import TurnContext
from engine.turn.tracker import Held, Timer
from engine.turn.turn_reading import MARGIN, TurnReading, TurnVerdict, candidates, other_king

MADE_SECONDS = 1.0
"""How long the result of a legal move stands, still and free of hands, before it is recorded."""
REMOVAL_SECONDS = 4.0
"""How long captured men may stand before it is said that they are to be taken off."""
TAKEN_BACK_SECONDS = 2.0
"""How long a move has been taken back on the board before it counts as not made."""
UNCLEAR = ("R.opponent_man", "R.conservation", "R.turn")
"""Faults of boards on which it is not clear who has moved what, so that nobody can be said to have moved on."""


def changed_into(context: TurnContext, seen: Position) -> Outcome | None:
    """The legal move into which the last one was changed on the board, if it was."""
    last, before = context.match_state.last_play, context.match_state.position_before
    if last is None or before is None or context.match_state.last_turn is not last:
        return None
    plays = legal_plays(context.game, before, last.side, None)
    return next((each for each in plays if each.position == seen and each.play.moves), None)


def amend(context: TurnContext, outcome: Outcome, frame: int | None = None) -> None:
    last = context.match_state.last_play
    assert last is not None
    take_down(context, last.side, frame)
    context.amend(outcome.play, outcome.position, None, None, frame)
    context.settle("play")


def taken_back(context: TurnContext, seen: Position, held: Held) -> bool:
    """Whether the last move is being taken back, or was changed into another one, before the opponent has moved."""
    last, before, now = (
        context.match_state.last_play,
        context.match_state.position_before,
        context.tracker.now,
    )
    changed = changed_into(context, seen)
    if changed is not None:
        if held.lasts(now, MADE_SECONDS):
            amend(context, changed, held.frame)
        return True
    if last is None or before is None or context.match_state.last_turn is not last:
        return False
    if seen in completable(context.game, before, last.side, None):
        if held.lasts(now, TAKEN_BACK_SECONDS):
            context.happen(Corrected("undo", undo=True), held.frame)
        return True
    return _between(seen, before, context.position) and not held.lasts(now, REMOVAL_SECONDS)


def _between(seen: Position, before: Position, after: Position) -> bool:
    """Whether every square is as it was before a move or as it was after it."""
    return all(
        there in (old, new)
        for side in Side
        for there, old, new in zip(seen.of(side), before.of(side), after.of(side), strict=True)
    )


def moved_on(context: TurnContext, seen: Position, side: Side, held: Held) -> bool:
    """Whether the opponent has moved from an illegal board, which thereby stands, or from a move that nobody saw."""
    base = _condonable(context)
    if base is not None and _goes_on(context, base, side, seen):
        if held.lasts(context.tracker.now, MADE_SECONDS):
            context.forget(Timer.HALF)
            stands(context, base, side, held.frame)
            _reply(context, seen, held.frame)
        return True
    ways = _unseen(context, seen, side)
    if ways and held.lasts(context.tracker.now, MADE_SECONDS):
        first = ways[0]
        take_down(context, side, held.frame)
        context.play(None, first.play, first.position, inferred=True, frame=held.frame)
        if len(ways) > 1:
            weight = 1 / len(ways)
            options = tuple(Candidate(None, each.play, each.position, True, weight) for each in ways)
            context.ask("play", side, options)
        _reply(context, seen, held.frame)
    return bool(ways)


def _reply(context: TurnContext, seen: Position, frame: int) -> None:
    """The opponent's move is recorded at once where it is legal; any other is looked at as every move is."""
    side = context.match_state.side
    if side is None or context.match_state.phase is not Phase.TO_MOVE:
        return
    for reply in legal_plays(context.game, context.position, side, None):
        if reply.position == seen and reply.play.moves:
            context.play(None, reply.play, reply.position, frame=frame)
            return


def _condonable(context: TurnContext) -> Position | None:
    """The illegal board that was flagged, or stood with captured men, where it may stand."""
    match_state, half = context.match_state, context.tracker.of(Timer.HALF)
    base: object = match_state.seen
    if match_state.fault is None or match_state.fault_stands:
        base = None if half is None else half.what
    elif match_state.fault.rule in UNCLEAR:
        return None
    return base if isinstance(base, Position) and not must_be_legal(context) else None


def _goes_on(context: TurnContext, base: Position, side: Side, seen: Position) -> bool:
    """Whether just one of the opponent's men has moved since a board was flagged, be that legal or not."""
    own = zip(base.of(side), seen.of(side), strict=True)
    if any(there not in (0, here) for here, there in own) or not _one_moved(base, seen, side.other):
        return False
    start = after_turn(context.game, context.position, side, None, base)
    if seen in completable(context.game, start, side.other, None):
        return True
    return explain(context.game, start, side.other, None, seen).rule not in UNCLEAR


def _unseen(context: TurnContext, seen: Position, side: Side) -> list[Outcome]:
    """Every legal move to which there is a legal reply that leads to what is seen."""
    return [
        outcome
        for outcome in legal_plays(context.game, context.position, side, None)
        if outcome.play.moves
        and _fits(outcome.position, seen, side)
        and any(
            reply.position == seen and reply.play.moves
            for reply in legal_plays(context.game, outcome.position, side.other, None)
        )
    ]


def _fits(after: Position, seen: Position, side: Side) -> bool:
    """Whether what is seen can come of a board by a reply: it only takes men of `side` off, and moves one other."""
    gone = zip(after.of(side), seen.of(side), strict=True)
    return all(there in (0, here) for here, there in gone) and _one_moved(after, seen, side.other)


def _one_moved(before: Position, after: Position, side: Side) -> bool:
    """Whether just one man of a side has gone to another square."""
    pairs = zip(before.of(side), after.of(side), strict=True)
    changed = [(here, there) for here, there in pairs if here != there]
    return len(changed) == 2 and changed[0] == changed[1][::-1] and 0 in changed[0]


def stands(context: TurnContext, seen: Position, side: Side, frame: int | None = None) -> None:
    """An illegal board is what was played."""
    play, fault = context.explained(context.position, side, None, seen)
    context.play(None, play, seen, fault, frame=frame)


def take_down(context: TurnContext, side: Side, frame: int | None = None) -> None:
    """What was said of a move that was still being made holds no more."""
    if context.match_state.fault is not None and not context.match_state.fault_stands:
        context.happen(FaultCleared(side), frame)


def must_be_legal(context: TurnContext) -> bool:
    """Whether an illegal move has to be put right before the game goes on (rules 6.3)."""
    return context.profile.illegal_plays is IllegalPlays.LEGAL_MOVES


FAULT_SECONDS = 1.0
"""How long any other board stands before it is flagged."""
MOST_CHANGED = 8
"""The most squares that are otherwise after anything that could be meant as a move: a move
there, one back, four men taken off.
"""
UPSET_SECONDS = 12.0
"""How long a board stands on which more is otherwise: somebody clears it, or sets it up anew."""
CLEARED_SECONDS = 0.4
"""How long the board stands right again before the flag is taken down."""
DOUBT_SECONDS = 5.0
"""How long the referee looks again at a board that they cannot make out before they ask."""


class KingDoubt(Enum):
    """Whether people have said who is the king, since another man looks more like him."""

    OPEN = "open"
    ANSWERED = "answered"


def watch_move(context: TurnContext) -> bool:
    """One more look at a board on which a side is to move; whether the course of the game explains what is seen."""
    side = context.match_state.side
    assert side is not None
    reading = context.read(context.position, side, None)
    _look_for_king(context, reading.seen)
    final = _final(context, reading, side)
    doubtful = reading.ongoing is TurnVerdict.UNSURE or (final is TurnVerdict.UNSURE and _is_end(reading))
    if doubtful and final is not TurnVerdict.LEGAL:
        _doubt(context, reading, final, side)
        return True
    context.forget(Timer.DOUBT)
    if reading.seen == context.tracker.refused:
        return True
    context.tracker = replace(context.tracker, refused=None)
    held = context.hold(Timer.BOARD, reading.seen)
    if final is TurnVerdict.LEGAL:
        if held.lasts(context.tracker.now, MADE_SECONDS):
            _record(context, reading.legal[0].outcome, side, held.frame)
        return True
    if reading.ongoing is TurnVerdict.LEGAL:
        _unfinished(context, reading.seen, side, held)
        return True
    return taken_back(context, reading.seen, held) or moved_on(context, reading.seen, side, held)


def flag(context: TurnContext) -> None:
    """A board that nothing explains is illegal, once it has stood for a second."""
    side, held = context.match_state.side, context.tracker.of(Timer.BOARD)
    if side is None or held is None:
        return
    seen = held.what
    if not isinstance(seen, Position) or context.match_state.seen == seen:
        return
    patience = FAULT_SECONDS if _changed(context.position, seen) <= MOST_CHANGED else UPSET_SECONDS
    if held.lasts(context.tracker.now, patience):
        _call(context, side, seen, held.frame)


def finish_move(context: TurnContext, *, over: bool = False) -> None:
    """The turn is said to be over: what was seen last is what was played; `over`: there is nothing more to be seen."""
    side = context.match_state.side
    if side is None or context.tracker.look is None or context.tracker.look.evidence is None:
        return
    reading = context.read(context.position, side, None)
    seen, final = reading.seen, _final(context, reading, side)
    if final is TurnVerdict.LEGAL:
        _record(context, reading.legal[0].outcome, side)
    elif final is TurnVerdict.UNSURE and (_is_end(reading) or reading.ongoing is not TurnVerdict.LEGAL):
        _ask(context, reading, side)
    elif not over and seen not in (context.position, context.tracker.refused):
        if (changed := changed_into(context, seen)) is not None:
            amend(context, changed)
        elif must_be_legal(context):
            _call(context, side, seen)
        else:
            stands(context, seen, side)


def obeyed(context: TurnContext, command: Command) -> bool:
    """Whether a command is one that means something else without dice; it is then carried out."""
    match command:
        case Done() if command.side not in (None, context.match_state.side):
            pass
        case Done():
            context.tracker = replace(context.tracker, now=max(command.time, context.tracker.now))
            finish_move(context)
        case Answer() if context.tracker.of(Timer.KING) is not None:
            # He is who he is said to be for as long as the other looks like him.
            context.hold(Timer.KING, KingDoubt.ANSWERED)
            return False
        case SetPosition():
            _set_position(context, command.position)
        case AcceptPlay():
            _accept(context)
        case SetRoll():
            pass
        case Undo() if context.match_state.phase is Phase.TO_MOVE:
            _undo(context, command.to)
        case _:
            return False
    return True


def _final(context: TurnContext, reading: TurnReading, side: Side) -> TurnVerdict:
    """What a look says of the board as the end of the move: surely more than of it as it was,
    or with men still to take off.
    """
    if reading.final is not TurnVerdict.LEGAL:
        return reading.final
    end = reading.legal[0]
    others = (
        context.likelihood(board)
        for board in completable(context.game, context.position, side, None)
        if board != end.outcome.position
    )
    return (
        TurnVerdict.LEGAL if end.score - max(others, default=float("-inf")) > MARGIN else TurnVerdict.UNSURE
    )


def _is_end(reading: TurnReading) -> bool:
    """Whether the likeliest board is the result of a legal move."""
    return any(each.outcome.position == reading.seen and each.outcome.play.moves for each in reading.legal)


def _has_moved(context: TurnContext, reading: TurnReading) -> bool:
    """Whether the board is surely not as it was."""
    return max(reading.legal[0].score, reading.open_score) - context.likelihood(context.position) > MARGIN


def _record(context: TurnContext, outcome: Outcome, side: Side, frame: int | None = None) -> None:
    """A legal move was made."""
    if outcome.play.moves:
        take_down(context, side)
        context.settle("play")
        context.forget(Timer.HALF)
        question = _who_is_king(context, outcome, side)
        context.play(None, outcome.play, outcome.position, frame=frame)
        if question:
            context.ask("play", side, question)


def _look_for_king(context: TurnContext, seen: Position) -> None:
    """Take note of another man who looks more like the king than he himself, for as long as he does."""
    held = context.tracker.of(Timer.KING)
    if other_king(context.game, seen, context.seating, context.evidence) is None:
        context.forget(Timer.KING)
    elif held is None or held.what is not KingDoubt.ANSWERED:
        context.hold(Timer.KING, KingDoubt.OPEN)


def _who_is_king(context: TurnContext, outcome: Outcome, side: Side) -> tuple[Candidate, ...]:
    """The two boards between which a person may say who is the king, where another man has long been taken for him."""
    held = context.tracker.of(Timer.KING)
    if held is None or held.what is KingDoubt.ANSWERED or not held.lasts(context.tracker.now, DOUBT_SECONDS):
        return ()
    other = other_king(context.game, outcome.position, context.seating, context.evidence)
    if other is None:
        return ()
    board, gain = other
    play, _ = context.explained(context.position, side, None, board)
    likely = 1 / (1 + exp(gain - STOOD))
    return (
        Candidate(None, outcome.play, outcome.position, True, likely),
        Candidate(None, play, board, False, 1 - likely),
    )


def _call(context: TurnContext, side: Side, seen: Position, frame: int | None = None) -> None:
    """Say what is wrong with a board."""
    context.happen(FaultSeen(side, explain(context.game, context.position, side, None, seen), seen), frame)


def _unfinished(context: TurnContext, seen: Position, side: Side, held: Held) -> None:
    """Nothing has been moved, or a man has and what he captured still stands."""
    now = context.tracker.now
    if seen == context.position:
        context.forget(Timer.HALF)
        if held.lasts(now, CLEARED_SECONDS):
            take_down(context, side, held.frame)
        return
    if held.lasts(now, FAULT_SECONDS):
        context.hold(Timer.HALF, seen)
    if held.lasts(now, REMOVAL_SECONDS) and context.match_state.seen != seen:
        _call(context, side, seen, held.frame)


def _changed(before: Position, after: Position) -> int:
    """How many squares are not as they were."""
    squares = zip(before.white, before.black, after.white, after.black, strict=True)
    return sum((white, black) != (there, across) for white, black, there, across in squares)


def _doubt(context: TurnContext, reading: TurnReading, final: TurnVerdict, side: Side) -> None:
    """Look again at what cannot be made out; ask at last."""
    context.forget(Timer.BOARD)
    asked = final is TurnVerdict.UNSURE and _has_moved(context, reading)
    if asked and context.hold(Timer.DOUBT, True).lasts(context.tracker.now, DOUBT_SECONDS):
        context.forget(Timer.DOUBT)
        _ask(context, reading, side)


def _ask(context: TurnContext, reading: TurnReading, side: Side) -> None:
    """Go on with the likelier reading of a board, and ask."""
    if not _has_moved(context, reading):
        return
    options = candidates(context.game, reading, context.position, side, None)
    likelier = options[0]
    if likelier.position == context.position or likelier.play is None or not likelier.play.moves:
        return
    if likelier.legal:
        outcome = next(
            each
            for each in legal_plays(context.game, context.position, side, None)
            if each.position == likelier.position
        )
        _record(context, outcome, side)
    elif must_be_legal(context):
        return
    else:
        stands(context, likelier.position, side)
    if len(options) > 1:
        context.ask("play", side, options)


def _set_position(context: TurnContext, position: Position) -> None:
    """A person says how the board stands: what was played now, or in the last turn, or how it is to be taken."""
    match_state = context.match_state
    if match_state.game is None:
        return
    refused = as_seen(context, position)
    side, last, before = match_state.side, match_state.last_play, match_state.position_before
    if match_state.phase is Phase.TO_MOVE and side is not None:
        for outcome in legal_plays(context.game, context.position, side, None):
            if outcome.position == position and outcome.play.moves:
                _record(context, outcome, side)
                context.tracker = replace(context.tracker, refused=refused)
                return
        if last is not None and before is not None:
            for outcome in legal_plays(context.game, before, last.side, None):
                if outcome.position == position and outcome.play.moves:
                    context.amend(outcome.play, outcome.position, None, None)
                    context.settle("play")
                    context.tracker = replace(context.tracker, refused=refused)
                    return
    context.happen(Corrected("position", position=position))
    context.tracker = replace(context.tracker, refused=refused)
    context.forget(Timer.BOARD)


def as_seen(context: TurnContext, told: Position | None) -> Position | None:
    """What the camera makes of the board, where that is not what a person says."""
    side, look = context.match_state.side, context.tracker.look
    if side is None or look is None or look.evidence is None:
        return None
    seen = context.read(context.position, side, None).seen
    return None if seen == told else seen


def _accept(context: TurnContext) -> None:
    """The players let an illegal move stand."""
    match_state = context.match_state
    if match_state.fault is None or match_state.side is None:
        return
    if not match_state.fault_stands and match_state.seen is not None and match_state.phase is Phase.TO_MOVE:
        stands(context, match_state.seen, match_state.side)
    last = context.match_state.last_play
    if context.match_state.fault is not None:
        context.happen(FaultCleared(last.side if last is not None else match_state.side))


def _undo(context: TurnContext, to: int | None) -> None:
    """The last move is taken back by a person; that it still stands on the board says nothing until that changes."""
    game = context.match_state.game
    if game is None or not game.turns:
        return
    refused = as_seen(context, None)
    context.take_back(to)
    context.tracker = replace(context.tracker, refused=refused)
    context.forget(Timer.BOARD, Timer.DOUBT)
