"""Keeping time: whose chess clock runs, from when, and what becomes of a fallen flag.

A player's clock starts when the opponent's turn ends: when the dice are lifted, at the button or the page, or with his own
throw (rules section 6.2). What is kept between two looks is only up to when time has been counted, so that nobody is
charged for a service that was down.
"""

from dataclasses import replace

from engine.board import Side, View
from engine.match.chess_clock import ChessClock, TimeControl, full_clock
from engine.match.match import Result
from engine.match.terms import FlagCosts
from engine.state.events import ClockTurned, FlagFell
from engine.state.match_state import Ledger, Phase
from engine.state.messages import Message, PauseClock, ResumeClock, SetClock
from engine.turn.context import Case
from engine.turn.tracker import Attention

READ_SECONDS = 15.0
"""How often a running clock is written down: so much of a turn, at most, is given back by a pulled plug."""
BLIND = (View.MOVED, View.DARK, View.LOST)
"""Views in which nobody can know whose turn it is, so that nobody's time runs."""


def keep_time(case: Case, before: Attention, message: Message) -> None:
    """Turn the clock as a message, which has been judged, has it; `before` is what was kept in mind until then."""
    control = TimeControl.of(case.terms)
    if control is None:
        return
    ledger = case.ledger
    clock = ledger.clock or full_clock(case.terms, ledger.match.length, ledger.score)
    by_hand = isinstance(message, PauseClock | ResumeClock | SetClock)
    moment = case.attention.now if by_hand or clock.stopped else _moment(case, before, clock)
    counted = case.attention.clocked
    passed = 0.0 if counted is None else max(0.0, moment - counted)
    now = _told(clock.after(passed, control), message)
    runs = on_clock(case.ledger)
    if (
        runs is not None
        and now.running is not None
        and now.is_out(now.running)
        and now.running not in now.fallen
    ):
        _write(case, now, moment)
        _fall(case, now.running)
        assert case.ledger.clock is not None
        now, runs = case.ledger.clock, on_clock(case.ledger)
    if runs is not now.running:
        now = now.turned(runs, control)
    now = replace(now, stopped=runs is not None and (now.paused or case.ledger.view in BLIND))
    if by_hand or _worth_writing(case.ledger.clock, now, passed, began=counted is None):
        _write(case, now, moment)


def on_clock(ledger: Ledger) -> Side | None:
    """Whose time it is; None while no game is on, or it is not known who begins."""
    if ledger.phase is Phase.DOUBLED:
        return ledger.cube.offered_by.other if ledger.cube.offered_by else None
    if not ledger.playing:
        return None
    last = ledger.last_play
    if ledger.must_put_right and last is not None:
        return last.side
    return ledger.side


def _moment(case: Case, before: Attention, clock: ChessClock) -> float:
    """Up to when the running side thought: where its turn is over, or seems to be, until it ended; else the present."""
    now, counted = case.attention.now, case.attention.clocked
    # Nobody's flag falls while the referee makes sure of what was played in time.
    is_on = on_clock(case.ledger) is clock.running
    signs = ("pressed", "won", "lifted") if is_on else ("pressed", "won", "lifted", "throw")
    ended = next((held for sign in signs if (held := (case.attention if is_on else before).of(sign))), None)
    if counted is None or ended is None or clock.running is None:
        return now
    return min(now, max(counted, ended.time))


def _told(clock: ChessClock, message: Message) -> ChessClock:
    """The clock as a person wants it."""
    match message:
        case PauseClock():
            return replace(clock, paused=True)
        case ResumeClock():
            return replace(clock, paused=False)
        case SetClock():
            return clock.set_to(message.white, message.black)
        case _:
            return clock


def _worth_writing(written: ChessClock | None, now: ChessClock, passed: float, *, began: bool) -> bool:
    """Whether a clock says anything but that a little of the same turn's time has passed."""
    if now.running is None and (written is None or written.running is None):
        return False
    if written is None or began or (passed >= READ_SECONDS and not now.stopped):
        return True
    return replace(now, white=written.white, black=written.black, unspent=written.unspent) != written


def _write(case: Case, clock: ChessClock, moment: float) -> None:
    case.happen(ClockTurned(clock))
    case.attention = replace(case.attention, clocked=None if clock.running is None else moment)


def _fall(case: Case, side: Side) -> None:
    """A flag falls, and costs what was agreed on."""
    ledger, winner = case.ledger, side.other
    case.happen(FlagFell(side))
    cube = ledger.cube.value
    match case.terms.flag:
        case FlagCosts.GAME:
            case.end_game(Result(winner, cube, "flag"))
        case FlagCosts.MATCH:
            case.end_game(Result(winner, max(cube, ledger.match.length - ledger.score.of(winner)), "flag"))
        case FlagCosts.NOTHING:
            pass
