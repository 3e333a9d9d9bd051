"""Keeping time: whose chess clock runs, from when, and what becomes of a fallen flag.

A player's clock starts when the opponent's turn ends: when the dice are lifted, at the button or the page, or
with their own throw (rules section 6.2). What is kept between two looks is only up to when time has been
counted, so that nobody is charged for a service that was down.
"""

from dataclasses import replace

from engine.board import Side, View
from engine.match.chess_clock import ChessClock, TimeControl, full_clock
from engine.match.match import Result
from engine.match.terms import FlagCosts
from engine.state.events import ClockTurned, FlagFell
from engine.state.match_state import MatchState, Phase
from engine.state.messages import Message, PauseClock, ResumeClock, SetClock
from engine.turn.context import TurnContext
from engine.turn.tracker import Timer, TurnTracker

READ_SECONDS = 15.0
"""How often a running clock is written down: so much of a turn, at most, is given back by a pulled plug."""
BLIND = (View.MOVED, View.DARK, View.LOST)
"""Views in which nobody can know whose turn it is, so that nobody's time runs."""


def keep_time(context: TurnContext, before: TurnTracker, message: Message) -> None:
    """Turn the clock as a message, which has been judged, has it; `before` is what was kept in mind until then."""
    control = TimeControl.of(context.terms)
    if control is None:
        return
    match_state = context.match_state
    clock = match_state.clock or full_clock(context.terms, match_state.match.length, match_state.score)
    by_hand = isinstance(message, PauseClock | ResumeClock | SetClock)
    moment = context.tracker.now if by_hand or clock.stopped else _moment(context, before, clock)
    counted = context.tracker.clocked
    passed = 0.0 if counted is None else max(0.0, moment - counted)
    now = _told(clock.after(passed, control), message)
    runs = on_clock(context.match_state)
    if (
        runs is not None
        and now.running is not None
        and now.is_out(now.running)
        and now.running not in now.fallen
    ):
        _write(context, now, moment)
        _fall(context, now.running)
        assert context.match_state.clock is not None
        now, runs = context.match_state.clock, on_clock(context.match_state)
    if runs is not now.running:
        now = now.turned(runs, control)
    now = replace(now, stopped=runs is not None and (now.paused or context.match_state.view in BLIND))
    if by_hand or _worth_writing(context.match_state.clock, now, passed, began=counted is None):
        _write(context, now, moment)


def on_clock(match_state: MatchState) -> Side | None:
    """Whose time it is; None while no game is on, or it is not known who begins."""
    if match_state.phase is Phase.DOUBLED:
        return match_state.cube.offered_by.other if match_state.cube.offered_by else None
    if not match_state.playing:
        return None
    last = match_state.last_play
    if match_state.must_put_right and last is not None:
        return last.side
    return match_state.side


def _moment(context: TurnContext, before: TurnTracker, clock: ChessClock) -> float:
    """Up to when the running side thought: where its turn is over, or seems to be, until it ended; else the present."""
    now, counted = context.tracker.now, context.tracker.clocked
    # Nobody's flag falls while the referee makes sure of what was played in time.
    is_on = on_clock(context.match_state) is clock.running
    signs = [Timer.PRESSED, Timer.WON, Timer.LIFTED, *([] if is_on else [Timer.THROW])]
    ended = next((held for sign in signs if (held := (context.tracker if is_on else before).of(sign))), None)
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


def _write(context: TurnContext, clock: ChessClock, moment: float) -> None:
    context.happen(ClockTurned(clock))
    context.tracker = replace(context.tracker, clocked=None if clock.running is None else moment)


def _fall(context: TurnContext, side: Side) -> None:
    """A flag falls, and costs what was agreed on."""
    match_state, winner = context.match_state, side.other
    context.happen(FlagFell(side))
    cube = match_state.cube.value
    match context.terms.flag:
        case FlagCosts.GAME:
            context.end_game(Result(winner, cube, "flag"))
        case FlagCosts.MATCH:
            context.end_game(
                Result(winner, max(cube, match_state.match.length - match_state.score.of(winner)), "flag")
            )
        case FlagCosts.NOTHING:
            pass
