"""What the rules make of a match state for whoever shows it: reckoned once, and told in any language afterwards."""

from dataclasses import dataclass

from engine.board import Shape, Side
from engine.dice import Roll
from engine.match.chess_clock import ChessClock, TimeControl, full_clock
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, Result, result_of
from engine.play import Fault, Outcome
from engine.plays.notation import made
from engine.plays.turn_end import Remark, remarks, win_of
from engine.position import Position
from engine.rules import Rules
from engine.state.events import Candidate
from engine.state.match_state import MatchState, Phase, Question, is_opening, may_do, rules_now
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import EscapeCall, announcement
from engine.trictrac import JanScore, score_sentence, scored
from engine.turn.context import SWEPT
from engine.turn.turn_reading import is_closed_out
from engine.words.wording import Names


@dataclass(frozen=True, slots=True)
class TurnScore:
    """What a turn scored by the way: what Trictrac counts, and what else there is to remark."""

    rules: TablesGame
    jans: tuple[JanScore, ...]
    remarks: tuple[Remark, ...]

    def sentences(self, names: Names) -> tuple[str, ...]:
        """A sentence for each."""
        return (
            *(score_sentence(self.rules, each, names) for each in self.jans),
            *(each.sentence(names) for each in self.remarks),
        )


@dataclass(frozen=True, slots=True)
class FaultyTurn:
    """The turn that a fault is of: whose (White's where nobody is on turn), with which throw, and from which board."""

    side: Side
    roll: Roll | None
    before: Position | None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What the rules make of a match state.

    `may` is what can be done with the cube now, `clock` the chess clock as the match state has it (None: played without
    one), `opens` whether the dice that lie there are those that decided who begins; `passes`: who is on turn can enter
    with no throw, and passes without one; `call` is what is announced of the king. `score` is that of the last play
    (None: nothing can have been scored), `wins` what the answers to the latest question would win, None where one
    wins nothing. `at_fault` is whose the fault would be, `nearest` the board by the nearest legal play where there is
    a fault and that is known.
    """

    rules: Rules
    may: tuple[CubeAction, ...]
    clock: ChessClock | None
    opens: bool
    passes: bool
    call: EscapeCall | None
    score: TurnScore | None
    wins: tuple[Result | None, ...]
    at_fault: Side
    nearest: Position | None


def reckoned(match_state: MatchState) -> Reckoning:
    """What the rules make of a match state."""
    rules, terms = rules_now(match_state), match_state.match.terms
    position, last = match_state.position, match_state.last_play
    clock = None
    if TimeControl.of(terms) is not None:
        clock = match_state.clock or full_clock(terms, match_state.match.length, match_state.score)
    fault, faulty = match_state.fault, faulty_turn(match_state)
    question = match_state.questions[-1] if match_state.questions else None
    return Reckoning(
        rules,
        may_do(match_state),
        clock,
        is_opening(match_state),
        _passes(match_state, rules),
        announcement(rules, position) if isinstance(rules, TaflGame) and position is not None else None,
        None if last is None else turn_score(rules, last, last.before),
        () if question is None else tuple(_win(match_state, question, each) for each in question.candidates),
        faulty.side,
        None if fault is None else nearest_board(rules, faulty.before, faulty.side, fault),
    )


def faulty_turn(match_state: MatchState) -> FaultyTurn:
    """The turn that a fault is of, were there one now: the last one where that is over, or its fault stands."""
    last = match_state.last_play
    if last is not None and (match_state.fault_stands or match_state.phase is not Phase.TO_MOVE):
        return FaultyTurn(last.side, last.roll, match_state.position_before)
    return FaultyTurn(match_state.side or Side.WHITE, match_state.roll, match_state.position)


def turn_score(rules: Rules, turn: CheckerTurn, before: Position | None) -> TurnScore | None:
    """What a turn from a position scored by the way; None for one without a throw, or that broke the rules."""
    if not isinstance(rules, TablesGame) or turn.fault or before is None or turn.roll is None:
        return None
    told = (rules, before, turn.side, turn.roll, Outcome(turn.after, turn.play))
    return TurnScore(rules, scored(*told), remarks(*told))


def nearest_board(rules: Rules, before: Position | None, side: Side, fault: Fault) -> Position | None:
    """The board that the legal play nearest to a fault makes of a position; None where none is known."""
    if before is None or fault.nearest is None:
        return None
    return made(rules, before, side, fault.nearest)


def _win(match_state: MatchState, question: Question, candidate: Candidate) -> Result | None:
    """What a win that nobody saw would count."""
    if question.what != SWEPT or question.side is None or candidate.play is None:
        return None
    rules = rules_now(match_state)
    won = win_of(rules, candidate.position, question.side)
    if won is None:
        return None
    return result_of(match_state.match.terms, match_state.cube, candidate.position, *won, rules)


def _passes(match_state: MatchState, rules: Rules) -> bool:
    """Whether the side on turn can enter with no throw, and passes without throwing (rules 6.7)."""
    side, position = match_state.side, match_state.position
    if side is None or position is None or not match_state.profile.auto_pass_closed_out:
        return False
    return position.shape is Shape.TABLES and is_closed_out(rules, position, side)
