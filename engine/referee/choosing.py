"""Answers to the referee's questions, where they change what is on record of a turn."""

from dataclasses import replace

from engine.faults.explain import explain
from engine.hearing.case import Case
from engine.ledger.beginning import is_opening
from engine.ledger.events import Amended, Candidate, Thrown
from engine.ledger.ledger import Phase, Question
from engine.match.match import CheckerTurn


def choose_play(case: Case, chosen: Candidate, last: CheckerTurn) -> None:
    before, fault = case.ledger.position_before, None
    if not chosen.legal and (chosen.roll is not None or not case.game.dice) and before is not None:
        fault = explain(case.game, before, last.side, chosen.roll, chosen.position)
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
    before, fault = turn.before, None
    if not chosen.legal and (chosen.roll is not None or not case.game.dice) and before is not None:
        fault = explain(case.game, before, turn.side, chosen.roll, chosen.position)
    if chosen.position != turn.after or chosen.roll != turn.roll:
        play = chosen.play or turn.play
        case.happen(Amended(play, chosen.position, chosen.roll, fault, turn=index))
