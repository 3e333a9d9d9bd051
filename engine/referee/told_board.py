"""A person says how the board stands, and what the camera makes of it meanwhile."""

from dataclasses import replace

from engine.plays.membership import turn_to
from engine.position import Position
from engine.state.events import Corrected
from engine.state.match_state import Phase
from engine.turn.context import TurnContext
from engine.turn.tracker import Timer
from engine.turn.turn_reading import TurnVerdict


def stand(context: TurnContext, position: Position) -> None:
    """The board stands so; a play that leads there, if there is one, was made."""
    match_state = context.match_state
    if match_state.game is None:
        return
    last, before = match_state.last_play, match_state.position_before
    if match_state.phase is Phase.TO_MOVE and match_state.side is not None and match_state.roll is not None:
        outcome = turn_to(context.game, context.position, match_state.side, match_state.roll, position)
        if outcome is not None:
            context.play(match_state.roll, outcome.play, outcome.position)
            context.tracker = replace(context.tracker, refused=seen_of_last_turn(context))
            return
    elif (
        last is not None
        and before is not None
        and last.roll is not None
        and match_state.phase is Phase.TO_THROW
    ):
        outcome = turn_to(context.game, before, last.side, last.roll, position)
        if outcome is not None:
            refused = seen_of_last_turn(context)
            context.amend(outcome.play, outcome.position, last.roll, None)
            context.settle("play")
            context.tracker = replace(context.tracker, refused=refused)
            return
    # What the game must remember of its course is not on the board; only the hand and what is pinned are told with it.
    past = replace(context.position.past, hand=position.past.hand, pinned=position.past.pinned)
    refused = board_seen(context)
    if match_state.phase is Phase.TO_THROW:
        refused = seen_of_last_turn(context) or refused
    context.happen(Corrected("position", position=replace(position, past=past)))
    # What the camera made of the board says nothing more, until that changes.
    context.tracker = replace(context.tracker, refused=refused if refused != position else None)
    context.forget(Timer.BOARD)


def seen_of_last_turn(context: TurnContext) -> Position | None:
    """What the camera makes of the board at the end of the last turn, whatever a person says of it."""
    last, before = context.match_state.last_play, context.match_state.position_before
    if last is None or last.roll is None or before is None or not _sees_board(context):
        return None
    reading = context.read(before, last.side, last.roll)
    return reading.legal[0].outcome.position if reading.final is TurnVerdict.LEGAL else reading.seen


def board_seen(context: TurnContext) -> Position | None:
    """What the camera makes of the board, whatever has been played; None where it sees none."""
    return context.settled if _sees_board(context) else None


def _sees_board(context: TurnContext) -> bool:
    """Whether the board has been seen at all."""
    return context.tracker.look is not None and context.tracker.look.evidence is not None
