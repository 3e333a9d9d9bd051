"""What people answer when they are asked: each question has its own consequence."""

from dataclasses import replace

from engine.board import Side
from engine.faults.explain import explain
from engine.match.match import CheckerTurn
from engine.play import Fault
from engine.position import Position
from engine.referee.seats import sit
from engine.referee.throwing import choose_win, is_of_win
from engine.referee.told_board import stand
from engine.referee.told_earlier import choose_earlier, choose_earlier_board
from engine.referee.turn_revision import put_faults_down
from engine.state.events import Amended, Candidate, Corrected, Settled, Thrown
from engine.state.match_state import Phase, Question, is_opening, turns_now
from engine.state.messages import Answer
from engine.turn.context import TurnContext
from engine.turn.tracker import OF_A_TURN, Timer


def answer(context: TurnContext, command: Answer) -> None:
    """A person answers a question that is open; a choice that is none of its candidates settles it, and no more."""
    question = next((each for each in context.match_state.questions if each.number == command.question), None)
    if question is None:
        return
    if command.choice < len(question.candidates):
        _choose(context, question, question.candidates[command.choice])
    context.happen(Settled(question.number, command.choice))
    if question.what == "anew":
        context.forget(Timer.DOUBT)
        put_faults_down(context, context.tracker.recent)


def _choose(context: TurnContext, question: Question, chosen: Candidate) -> None:
    """What follows from a choice: it depends on what was asked, and on how many turns have been played since."""
    match_state = context.match_state
    last, now = match_state.last_play, turns_now(match_state)
    if question.what == "seating":
        if chosen.seating is not None and match_state.playing:
            sit(context, question, chosen.seating)
    elif question.what in ("unseen", "board"):
        if question.turns == now:
            _choose_board(context, chosen.position)
        elif match_state.playing:
            choose_earlier_board(context, chosen.position, question)
    elif is_of_win(question, chosen):
        if question.side is not None and question.turns == now:
            choose_win(context, chosen, question.side)
    elif question.turns == now + 1:
        _choose_dice(context, chosen, question)
    elif last is not None and question.turns == now and last.side is question.side:
        _choose_play(context, chosen, last)
    elif match_state.playing:
        choose_earlier(context, chosen, question)
    else:
        _choose_long_ago(context, chosen, question)


def _choose_play(context: TurnContext, chosen: Candidate, last: CheckerTurn) -> None:
    """A person says which of two plays the last turn was."""
    fault = _fault(context, chosen, context.match_state.position_before, last.side)
    if chosen.position != last.after or chosen.roll != last.roll:
        refused = last.after if chosen.position != last.after else None
        context.amend(chosen.play or last.play, chosen.position, chosen.roll, fault)
        context.tracker = replace(context.tracker, refused=refused)


def _choose_dice(context: TurnContext, chosen: Candidate, question: Question) -> None:
    """A person says what was thrown in the turn that is being played; nothing else is made of its dice then."""
    match_state = context.match_state
    side, is_played = question.side, match_state.phase is Phase.TO_MOVE
    if not is_played or side is None or match_state.side is not side or chosen.roll is None:
        return
    if chosen.roll != match_state.roll:
        context.happen(Thrown(side, chosen.roll, is_opening(match_state)))
    context.tracker = replace(context.tracker, reread=True)
    context.forget(Timer.BOARD, Timer.DICE, Timer.ROLL)


def _choose_long_ago(context: TurnContext, chosen: Candidate, question: Question) -> None:
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


def _choose_board(context: TurnContext, position: Position) -> None:
    """A person says which board is right after a while in which none could be seen."""
    last = context.match_state.last_play
    if position == context.position:
        return
    if last is not None and last.inferred and last.before == position:
        context.happen(Corrected("undo", undo=True))
        context.forget(*OF_A_TURN)
    else:
        stand(context, position)
