"""The parts of a snapshot, as they follow from the match state; None for what there is not."""

from device.status.repair.board_problem import BoardProblem
from device.status.repair.repair_view import RepairView, misplaced, repair_shown
from device.status.snapshot.board_view import PlayView, places
from device.status.snapshot.views import (
    ChoiceView,
    ClockView,
    FaultView,
    PrematureThrowView,
    QuestionView,
    ResignView,
    clock_sentence,
)
from device.status.text.ending_text import result_sentence
from device.status.text.naming import names_of
from device.status.text.status_text import (
    plain_fault,
    premature_sentence,
    question_sentence,
    resign_sentence,
    seating_sentence,
)
from device.status.text.waiting_text import scores
from engine.board import Shape, Side
from engine.i18n import Translator
from engine.match.chess_clock import TimeControl, full_clock
from engine.match.match import CheckerTurn, result_of
from engine.play import Fault
from engine.plays.notation import play_text
from engine.plays.turn_end import win_of
from engine.state.events import Candidate, Counts
from engine.state.match_state import MatchState, Phase, Question, rules_now
from engine.turn.context import SWEPT
from engine.words.wording import sentence


def repair_part(
    match_state: MatchState, board_problem: BoardProblem | None, translator: Translator
) -> RepairView | None:
    """The steps that put right what is wrong."""
    if board_problem is None:
        return None
    name = names_of(match_state, translator).of(board_problem.side)
    return repair_shown(board_problem, rules_now(match_state), match_state.seating, name, translator)


def clock_part(match_state: MatchState, since: float | None, translator: Translator) -> ClockView | None:
    """The chess clock, which was as the match state has it `since` then; None where a match is played without one."""
    control = TimeControl.of(match_state.match.terms)
    if control is None:
        return None
    clock = match_state.clock or full_clock(
        match_state.match.terms, match_state.match.length, match_state.score
    )
    says = clock_sentence(clock, names_of(match_state, translator))
    return ClockView(clock, control, since if clock.running else None, says)


def _sentence(match_state: MatchState, fault: Fault, translator: Translator) -> str:
    return sentence(fault, names_of(match_state, translator))


def last_play_part(match_state: MatchState, translator: Translator, *, hints: bool) -> PlayView | None:
    """The last play; without `hints` an illegal one is not explained."""
    turn = match_state.last_play
    if turn is None:
        return None
    illegal = None
    if turn.fault:
        illegal = (
            _sentence(match_state, turn.fault, translator)
            if hints
            else plain_fault(match_state, turn.side, translator)
        )
    play, text = turn.play, play_text(turn.play)
    return PlayView(
        turn.side,
        turn.roll,
        text,
        play.moves,
        illegal,
        turn.inferred,
        play.captured,
        play.shape is Shape.TAFL,
        _from_hand(turn),
        scores(match_state, turn, translator),
    )


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


def premature_part(match_state: MatchState, translator: Translator) -> PrematureThrowView | None:
    """A throw made too soon."""
    premature = match_state.premature
    if premature is None:
        return None
    void, may_demand = premature.counts is Counts.NO, premature.counts is Counts.UNLESS_ASKED
    return PrematureThrowView(
        premature.side,
        premature.roll,
        premature_sentence(match_state, premature, translator),
        void,
        may_demand,
    )


def resign_part(match_state: MatchState, translator: Translator) -> ResignView | None:
    """An offer to give up."""
    offer = match_state.resigning
    if offer is None:
        return None
    return ResignView(offer.side, offer.grade, resign_sentence(match_state, offer, translator))


def fault_part(match_state: MatchState, translator: Translator) -> FaultView | None:
    """What is wrong with the board or the last play."""
    fault = match_state.fault
    if fault is None:
        return None
    last, stands = match_state.last_play, match_state.fault_stands
    over = stands or match_state.phase is not Phase.TO_MOVE
    side = last.side if last and over else match_state.side or Side.WHITE
    rules = rules_now(match_state)
    before = match_state.position_before if last and over else match_state.position
    there, missing = misplaced(rules, before, side, fault, match_state.seen)
    text, where = _sentence(match_state, fault, translator), places(fault, side, rules)
    return FaultView(side, fault.rule, text, where, not stands, there, missing)


def question_part(match_state: MatchState, question: Question, translator: Translator) -> QuestionView:
    """A question to the people at the table."""
    rules = rules_now(match_state)
    choices = tuple(
        ChoiceView(
            candidate.position,
            play_text(candidate.play) if candidate.play else None,
            candidate.roll,
            candidate.legal,
            _choice_text(match_state, question, number, translator),
            rules,
            candidate.seating,
        )
        for number, candidate in enumerate(question.candidates)
    )
    turns = len(match_state.game.turns) if match_state.game else 0
    of_last_play = question.what in ("play", "roll") and question.turns == turns > 0
    return QuestionView(
        question.number, question_sentence(match_state, question, translator), choices, of_last_play
    )


def _choice_text(match_state: MatchState, question: Question, number: int, translator: Translator) -> str:
    """An answer in a line: the play with its roll, what was won, where a board that is drawn comes from, or who sits
    how.
    """
    candidate = question.candidates[number]
    if candidate.seating is not None:
        return seating_sentence(match_state, candidate.seating, translator)
    if candidate.play is None:
        return _board_text(question, candidate, translator)
    if question.what == SWEPT:
        return _won_text(match_state, question, candidate, translator)
    text = play_text(candidate.play) or translator("no play")
    roll = candidate.roll if candidate.roll and not candidate.roll.carried else None
    if roll and candidate.legal:
        return translator("{play} with {roll}", play=text, roll=roll)
    if roll:
        return translator("{play} with {roll} (illegal)", play=text, roll=roll)
    return text if candidate.legal else translator("{play} (illegal)", play=text)


def _board_text(question: Question, candidate: Candidate, translator: Translator) -> str:
    """Where a board comes from: what the camera sees is believed of one that was hidden, else what is on record; or
    that with it the game goes on.
    """
    if question.what in ("missed", SWEPT):
        return translator("The game is not over: it goes on from this board")
    is_first = candidate is question.candidates[0]
    if is_first is (question.what == "unseen"):
        return translator("As the camera sees it")
    return translator("As it was before") if question.what == "unseen" else translator("As it is on record")


def _won_text(
    match_state: MatchState, question: Question, candidate: Candidate, translator: Translator
) -> str:
    """What a win that nobody saw would count."""
    rules, cube = rules_now(match_state), match_state.cube
    won = None if question.side is None else win_of(rules, candidate.position, question.side)
    if won is None:
        return translator("The game is over.")
    result = result_of(match_state.match.terms, cube, candidate.position, *won, rules)
    return result_sentence(result, names_of(match_state, translator))
