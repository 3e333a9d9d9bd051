"""Answers to the referee's questions, where they change what is on record of a turn."""

from dataclasses import replace

from engine.board import Side
from engine.fault import Fault
from engine.faults.explain import explain
from engine.match.match import CheckerTurn
from engine.position import Position
from engine.state.beginning import is_opening
from engine.state.events import Amended, Candidate, Thrown
from engine.state.match_state import Phase, Question
from engine.turn.context import Case


def choose_play(case: Case, chosen: Candidate, last: CheckerTurn) -> None:
    """A person says which of two plays the last turn was."""
    fault = _fault(case, chosen, case.ledger.position_before, last.side)
    if chosen.position != last.after or chosen.roll != last.roll:
        refused = last.after if chosen.position != last.after else None
        case.amend(chosen.play or last.play, chosen.position, chosen.roll, fault)
        case.attention = replace(case.attention, refused=refused)


def choose_dice(case: Case, chosen: Candidate, question: Question) -> None:
    """A person says what was thrown in the turn that is being played; nothing else is made of its dice then."""
    ledger = case.ledger
    side = question.side
    if ledger.phase is not Phase.TO_MOVE or side is None or ledger.side is not side or chosen.roll is None:
        return
    if chosen.roll != ledger.roll:
        case.happen(Thrown(side, chosen.roll, is_opening(ledger)))
    case.attention = replace(case.attention, reread=True)
    case.forget("board", "dice", "roll")


def choose_long_ago(case: Case, chosen: Candidate, question: Question) -> None:
    """A question that had to wait until the game was over: the answer puts its turn right in the record."""
    game, index = case.ledger.game, question.turns - 1
    if game is None or case.ledger.phase is not Phase.OVER or not 0 <= index < len(game.turns):
        return
    turn = game.turns[index]
    if not isinstance(turn, CheckerTurn) or turn.side is not question.side:
        return
    fault = _fault(case, chosen, turn.before, turn.side)
    if chosen.position != turn.after or chosen.roll != turn.roll:
        play = chosen.play or turn.play
        case.happen(Amended(play, chosen.position, chosen.roll, fault, turn=index))


def _fault(case: Case, chosen: Candidate, before: Position | None, side: Side) -> Fault | None:
    """What is wrong with a play that was chosen, where it is illegal and known what it was played with."""
    known = chosen.roll is not None or not case.game.dice
    if chosen.legal or not known or before is None:
        return None
    return explain(case.game, before, side, chosen.roll, chosen.position)
