"""Games on the clock: whose time runs and from when, what a turn costs, flags, pauses, restarts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import Attention
from engine.board import CubePlace, Side, View
from engine.chess_clock import ChessClock, TimeControl, full_clock
from engine.events import ClockTurned, FlagFell, GameOver, MatchOver
from engine.match import Score
from engine.messages import Done, PauseClock, ResumeClock, SetClock, Tick
from engine.profile import TOURNAMENT
from engine.terms import ClockKind, FlagCosts, Terms

DELAY = Terms(clock=ClockKind.DELAY)
OPENED = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
PLAYED = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"


@pytest.fixture
def begun(evening: Callable[..., Any]) -> Callable[..., Any]:
    """A maker of evenings whose first game has begun: Anna's 3-1 lies on the board, and her time runs."""

    def make(terms: Terms = DELAY, length: int = 5, **more: Any) -> Any:
        table = evening(length, terms=terms, **more)
        table.see(2.0)
        table.opening(3, 1)
        return table

    return make


def clock_of(table: Any) -> ChessClock:
    clock = table.ledger.clock
    assert isinstance(clock, ChessClock)
    return clock


def think(evening: Any, seconds: float) -> None:
    """Nothing happens at the board for so long."""
    evening.time += seconds
    evening.tell(Tick(evening.time))


def test_without_a_clock_nothing_is_counted(begun: Callable[..., Any]) -> None:
    evening = begun(Terms())
    assert evening.ledger.clock is None
    assert not any(isinstance(event, ClockTurned) for event in evening.events)


def test_the_reserve_is_two_minutes_a_point_less_one_for_every_point_scored() -> None:
    assert full_clock(DELAY, 11, Score()).white == 22 * 60
    assert full_clock(DELAY, 7, Score(3, 2)) == ChessClock(9 * 60.0, 9 * 60.0)
    assert full_clock(DELAY, 0, Score(30, 2)).black == 120
    assert full_clock(replace(DELAY, clock_minutes=1), 3, Score(2, 2)).black == 60


def test_time_runs_from_the_opening_throw_and_the_delay_is_free(begun: Callable[..., Any]) -> None:
    evening = begun()
    assert clock_of(evening).running is Side.WHITE
    evening.play(PLAYED)
    evening.lift()
    clock = clock_of(evening)
    assert (clock.running, clock.white, clock.black) == (Side.BLACK, 600.0, 600.0)


def test_a_clock_stops_when_the_dice_are_lifted_not_when_that_is_sure(begun: Callable[..., Any]) -> None:
    evening = begun()
    start = next(evening.frames[n] * 0.2 for n, e in enumerate(evening.events) if isinstance(e, ClockTurned))
    think(evening, 40.0)
    evening.play(PLAYED)
    evening.hand()
    evening.dice = ()
    lifted = evening.time + 0.2
    evening.see(3.0)
    clock = clock_of(evening)
    assert clock.running is Side.BLACK
    assert clock.white == pytest.approx(600 - (lifted - 40.0 - start - 12.0 + 40.0), abs=0.5)


def test_the_button_ends_the_turn_of_who_sits_there_only(begun: Callable[..., Any]) -> None:
    evening = begun()
    evening.play(PLAYED)
    evening.tell(Done(evening.time, Side.BLACK))
    assert clock_of(evening).running is Side.WHITE
    evening.tell(Done(evening.time, Side.WHITE))
    assert clock_of(evening).running is Side.BLACK


def test_a_double_is_thought_over_on_the_opponents_time(begun: Callable[..., Any]) -> None:
    evening = begun()
    evening.play(PLAYED)
    evening.lift()
    evening.put_cube(2, CubePlace.OFFERED_FAR)
    assert clock_of(evening).running is Side.WHITE
    evening.put_cube(2, CubePlace.NEAR)
    assert clock_of(evening).running is Side.BLACK


def test_an_illegal_play_is_put_right_on_the_time_of_who_made_it(begun: Callable[..., Any]) -> None:
    evening = begun(profile=TOURNAMENT)
    evening.play("W: 24(2) 13(5) 8(3) 6(3) 5(1) 4(1) B: 24(2) 13(5) 8(3) 6(5)", 3.0)
    evening.lift(3.0)
    assert evening.ledger.must_put_right
    assert clock_of(evening).running is Side.WHITE


@pytest.mark.parametrize(
    ("kind", "left"), [(ClockKind.DELAY, 572.0), (ClockKind.BRONSTEIN, 572.0), (ClockKind.PLAIN, 560.0)]
)
def test_what_forty_seconds_cost(kind: ClockKind, left: float) -> None:
    control = TimeControl.of(replace(DELAY, clock=kind))
    assert control is not None
    clock = ChessClock(600.0, 600.0).turned(Side.WHITE, control).after(40.0, control)
    assert clock.turned(Side.BLACK, control).white == left


@given(
    st.sampled_from([ClockKind.DELAY, ClockKind.BRONSTEIN, ClockKind.PLAIN]),
    st.lists(st.floats(0.0, 50.0), min_size=1, max_size=8),
)
def test_reading_a_clock_changes_nothing(kind: ClockKind, looks: list[float]) -> None:
    control = TimeControl.of(replace(DELAY, clock=kind))
    assert control is not None
    once = ChessClock(9000.0, 10.0).turned(Side.WHITE, control)
    often = once
    for seconds in looks:
        often = often.after(seconds, control)
    once = once.after(sum(looks), control)
    for clock in (once, often):
        assert clock.black == 10.0
    assert often.white == pytest.approx(once.white)
    assert often.turned(Side.BLACK, control).white == pytest.approx(once.turned(Side.BLACK, control).white)
    assert once.turned(None, control).white <= 9000.0


def test_bronstein_gives_no_more_back_than_was_used() -> None:
    control = TimeControl.of(replace(DELAY, clock=ClockKind.BRONSTEIN))
    assert control is not None
    clock = ChessClock(600.0, 600.0).turned(Side.WHITE, control).after(5.0, control)
    assert (clock.white, clock.turned(Side.BLACK, control).white) == (595.0, 600.0)


def test_a_flag_falls_once_and_the_game_goes_on_unless_agreed_otherwise(begun: Callable[..., Any]) -> None:
    evening = begun()
    think(evening, 608.0)
    assert not any(isinstance(event, FlagFell) for event in evening.events)
    for _ in range(3):
        think(evening, 5.0)
    assert [e.side for e in evening.events if isinstance(e, FlagFell)] == [Side.WHITE]
    assert evening.ledger.playing and clock_of(evening).fallen == (Side.WHITE,)


@pytest.mark.parametrize(
    ("costs", "points", "over"), [(FlagCosts.GAME, 1, False), (FlagCosts.MATCH, 5, True)]
)
def test_what_a_flag_costs(costs: FlagCosts, points: int, over: bool, begun: Callable[..., Any]) -> None:
    evening = begun(replace(DELAY, flag=costs))
    think(evening, 700.0)
    (result,) = [event.result for event in evening.events if isinstance(event, GameOver)]
    assert (result.winner, result.points, result.how) == (Side.BLACK, points, "flag")
    assert any(isinstance(event, MatchOver) for event in evening.events) is over
    assert clock_of(evening).running is None


def test_what_cannot_be_seen_is_nobodys_time(begun: Callable[..., Any]) -> None:
    evening = begun()
    evening.see(2.0, View.LOST)
    assert clock_of(evening).stopped
    before = clock_of(evening)
    think(evening, 100.0)
    evening.see(1.0)
    clock = clock_of(evening)
    assert not clock.stopped and clock.running is Side.WHITE
    assert (clock.white, clock.unspent) == (before.white, before.unspent)


def test_a_person_stops_the_clock_sets_it_and_lets_it_run(begun: Callable[..., Any]) -> None:
    evening = begun()
    think(evening, 20.0)
    evening.tell(PauseClock())
    think(evening, 500.0)
    paused = clock_of(evening)
    assert paused.stopped and 580.0 < paused.white < 600.0
    evening.tell(SetClock(90.0, 30.0))
    assert (clock_of(evening).white, clock_of(evening).black) == (90.0, 30.0)
    evening.tell(ResumeClock())
    think(evening, 10.0)
    evening.tell(PauseClock())
    assert clock_of(evening).white == pytest.approx(80.0, abs=0.5)


def test_a_flag_is_up_again_when_time_is_added(begun: Callable[..., Any]) -> None:
    evening = begun()
    think(evening, 700.0)
    evening.tell(SetClock(60.0, 600.0))
    assert clock_of(evening).fallen == ()
    think(evening, 61.0)
    assert len([event for event in evening.events if isinstance(event, FlagFell)]) == 2


def test_after_a_pulled_plug_nobody_is_charged_for_the_dark(begun: Callable[..., Any]) -> None:
    evening = begun()
    for _ in range(10):
        think(evening, 5.0)
    kept = clock_of(evening)
    assert 548.0 < kept.white < 580.0, "the clock is written down while a player thinks"
    evening.attention, evening.time = Attention(), 0.0
    evening.see(1.0)
    think(evening, 10.0)
    evening.tell(PauseClock())
    assert clock_of(evening).white == pytest.approx(kept.white - 10.8, abs=0.5)


def test_the_clock_goes_on_from_game_to_game_of_a_match_and_is_full_for_every_single_game(
    begun: Callable[..., Any],
) -> None:
    for length, full in ((5, False), (0, True)):
        evening = begun(replace(DELAY, flag=FlagCosts.GAME), length)
        evening.tell(SetClock(30.0, 500.0))
        think(evening, 60.0)
        assert not evening.ledger.playing
        evening.dice = ()
        evening.see(3.0)
        evening.opening(6, 2)
        assert evening.ledger.playing
        clock = clock_of(evening)
        assert (clock.black == 120.0) is full and (clock.black == 500.0) is not full
