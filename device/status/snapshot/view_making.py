"""The parts of a notice, as they follow from the ledger; None for what there is not."""

from device.status.repair.board_problem import Amiss
from device.status.repair.misplaced import misplaced
from device.status.repair.repair_view import MendShown, mend_shown
from device.status.snapshot.board_view import PlayShown, places
from device.status.snapshot.clock_view import ClockShown, clock_sentence
from device.status.snapshot.views import ChoiceShown, FaultShown, HastyShown, QuestionShown, ResignShown
from device.status.text.fault_text import what_is_wrong
from device.status.text.naming import names_of
from device.status.text.status_text import (
    hasty_sentence,
    plain_fault,
    question_sentence,
    resign_sentence,
    seating_sentence,
)
from device.status.text.waiting_text import scores
from engine.board import Shape, Side
from engine.fault import Fault
from engine.i18n import Tongue
from engine.match.chess_clock import TimeControl, full_clock
from engine.match.match import CheckerTurn
from engine.plays.notation import play_text
from engine.state.beginning import rules_now
from engine.state.events import Candidate, Counts
from engine.state.match_state import Ledger, Phase, Question
from engine.words.wording import sentence


def mend_part(ledger: Ledger, amiss: Amiss | None, tongue: Tongue) -> MendShown | None:
    """The steps that put right what is amiss."""
    if amiss is None:
        return None
    name = names_of(ledger, tongue).of(amiss.side)
    return mend_shown(amiss, rules_now(ledger), ledger.seating, name, tongue)


def clock_part(ledger: Ledger, since: float | None, tongue: Tongue) -> ClockShown | None:
    """The chess clock, which was as the ledger has it `since` then; None where a match is played without one."""
    control = TimeControl.of(ledger.match.terms)
    if control is None:
        return None
    clock = ledger.clock or full_clock(ledger.match.terms, ledger.match.length, ledger.score)
    says = clock_sentence(clock, names_of(ledger, tongue))
    return ClockShown(clock, control, since if clock.running else None, says)


def _sentence(ledger: Ledger, fault: Fault, tongue: Tongue) -> str:
    return sentence(fault, names_of(ledger, tongue))


def last_play_part(ledger: Ledger, tongue: Tongue, *, hints: bool) -> PlayShown | None:
    """The last play; without `hints` an illegal one is not explained."""
    turn = ledger.last_play
    if turn is None:
        return None
    illegal = None
    if turn.fault:
        illegal = _sentence(ledger, turn.fault, tongue) if hints else plain_fault(ledger, turn.side, tongue)
    play, text = turn.play, play_text(turn.play)
    return PlayShown(
        turn.side, turn.roll, text, play.moves, illegal, turn.inferred, play.captured, play.shape is Shape.TAFL,
        _from_hand(turn), scores(ledger, turn, tongue),
    )  # fmt: skip


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


def hasty_part(ledger: Ledger, tongue: Tongue) -> HastyShown | None:
    """A throw made too soon."""
    hasty = ledger.hasty
    if hasty is None:
        return None
    void, may_demand = hasty.counts is Counts.NO, hasty.counts is Counts.UNLESS_ASKED
    return HastyShown(hasty.side, hasty.roll, hasty_sentence(ledger, hasty, tongue), void, may_demand)


def resign_part(ledger: Ledger, tongue: Tongue) -> ResignShown | None:
    """An offer to give up."""
    offer = ledger.resigning
    if offer is None:
        return None
    return ResignShown(offer.side, offer.grade, resign_sentence(ledger, offer, tongue))


def fault_part(ledger: Ledger, tongue: Tongue) -> FaultShown | None:
    """What is wrong with the board or the last play."""
    fault = ledger.fault
    if fault is None:
        return None
    last, stands = ledger.last_play, ledger.fault_stands
    over = stands or ledger.phase is not Phase.TO_MOVE
    side = last.side if last and over else ledger.side or Side.WHITE
    rules = rules_now(ledger)
    before, roll = (ledger.position_before, last.roll) if last and over else (ledger.position, ledger.roll)
    there, missing = misplaced(rules, before, side, fault, ledger.seen)
    told, where = what_is_wrong(ledger, fault, side, before, roll, tongue), places(fault, side, rules)
    text = tongue("Not legal: {told}", told=told)
    return FaultShown(side, fault.rule, text, where, not stands, there, missing, told)


def question_part(ledger: Ledger, question: Question, tongue: Tongue) -> QuestionShown:
    """A question to the people at the table."""
    rules = rules_now(ledger)
    choices = tuple(
        ChoiceShown(
            candidate.position,
            play_text(candidate.play) if candidate.play else None,
            candidate.roll,
            candidate.legal,
            _choice_text(ledger, question, number, tongue),
            rules,
            candidate.seating,
        )
        for number, candidate in enumerate(question.candidates)
    )
    turns = len(ledger.game.turns) if ledger.game else 0
    of_last_play = question.what in ("play", "roll") and question.turns == turns > 0
    return QuestionShown(question.number, question_sentence(ledger, question, tongue), choices, of_last_play)


def _choice_text(ledger: Ledger, question: Question, number: int, tongue: Tongue) -> str:
    """An answer in a line: the play with its roll, where a board that is drawn comes from, or who sits how."""
    candidate = question.candidates[number]
    if candidate.seating is not None:
        return seating_sentence(ledger, candidate.seating, tongue)
    if candidate.play is None:
        return _board_text(question, candidate, tongue)
    text = play_text(candidate.play) or tongue("no play")
    roll = candidate.roll if candidate.roll and not candidate.roll.carried else None
    if roll and candidate.legal:
        return tongue("{play} with {roll}", play=text, roll=roll)
    if roll:
        return tongue("{play} with {roll} (illegal)", play=text, roll=roll)
    return text if candidate.legal else tongue("{play} (illegal)", play=text)


def _board_text(question: Question, candidate: Candidate, tongue: Tongue) -> str:
    """Where a board comes from: what the camera sees is believed of one that was hidden, else what is on record."""
    is_first = candidate is question.candidates[0]
    if is_first is (question.what == "unseen"):
        return tongue("As the camera sees it")
    return tongue("As it was before") if question.what == "unseen" else tongue("As it is on record")
