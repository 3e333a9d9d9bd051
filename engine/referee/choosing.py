"""Answers to the referee's questions, where they change what is on record of a turn."""

from dataclasses import replace

from engine.board import Side
from engine.faults.explain import explain
from engine.match.match import CheckerTurn
from engine.play import Fault
from engine.position import Position
from engine.state.beginning import is_opening
from engine.state.events import Amended, Candidate, Thrown
from engine.state.match_state import Phase, Question
from engine.turn.context import TurnContext
from engine.turn.tracker import Timer


def choose_play(context: TurnContext, chosen: Candidate, last: CheckerTurn) -> None:
    """A person says which of two plays the last turn was."""
    fault = _fault(context, chosen, context.match_state.position_before, last.side)
    if chosen.position != last.after or chosen.roll != last.roll:
        refused = last.after if chosen.position != last.after else None
        context.amend(chosen.play or last.play, chosen.position, chosen.roll, fault)
        context.tracker = replace(context.tracker, refused=refused)


def choose_dice(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says what was thrown in the turn that is being played; nothing else is made of its dice then."""
    match_state = context.match_state
    side = question.side
    if (
        match_state.phase is not Phase.TO_MOVE
        or side is None
        or match_state.side is not side
        or chosen.roll is None
    ):
        return
    if chosen.roll != match_state.roll:
        context.happen(Thrown(side, chosen.roll, is_opening(match_state)))
    context.tracker = replace(context.tracker, reread=True)
    context.forget(Timer.BOARD, Timer.DICE, Timer.ROLL)


def choose_long_ago(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A question that had to wait until the game was over: the answer puts its turn right in the record."""
    game, index = context.match_state.game, question.turns - 1
    if game is None or context.match_state.phase is not Phase.OVER or not 0 <= index < len(game.turns):
        return
    turn = game.turns[index]
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side:
        return
    fault = _fault(context, chosen, turn.before, turn.side)
    if chosen.position != turn.after or chosen.roll != turn.roll:
        play = chosen.play or turn.play
        context.happen(Amended(play, chosen.position, chosen.roll, fault, turn=index))


def _fault(context: TurnContext, chosen: Candidate, before: Position | None, side: Side) -> Fault | None:
    """What is wrong with a play that was chosen, where it is illegal and known what it was played with."""
    known = chosen.roll is not None or not context.game.dice
    if chosen.legal or not known or before is None:
        return None
    return explain(context.game, before, side, chosen.roll, chosen.position)
