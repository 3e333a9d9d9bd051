"""What becomes of a move in a game without dice: it is changed, taken back, let stand, or
replied to before anybody saw it.
"""

from engine.board import Side
from engine.faults.explain import explain
from engine.play import Outcome
from engine.plays.legal import completable, legal_plays
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.profile import IllegalPlays
from engine.state.events import Candidate, Corrected, FaultCleared
from engine.state.match_state import Phase
from engine.turn.context import TurnContext
from engine.turn.tracker import Held, Timer

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
