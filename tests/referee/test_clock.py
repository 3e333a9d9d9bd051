"""Games on the clock: whose time runs and from when, what a turn costs, flags, pauses, restarts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import CubePlace, Side, View
from engine.dice import Roll
from engine.match.chess_clock import ChessClock, TimeControl, full_clock
from engine.match.cube import Cube, CubeAction
from engine.match.match import Score
from engine.match.terms import ClockKind, FlagCosts, Terms
from engine.plays.legal import legal_plays
from engine.plays.notation import play_text
from engine.position_parsing import parse_position
from engine.profile import HOME, TOURNAMENT, Profile
from engine.state.events import Asked, Candidate, ClockTurned, FlagFell, GameOver, MatchOver, Played
from engine.state.match_state import Phase
from engine.state.messages import (
    Answer,
    AnswerCube,
    Done,
    NewGame,
    OfferCube,
    PauseClock,
    Resign,
    ResumeClock,
    SetClock,
    SetPosition,
    SetRoll,
    SetTurn,
    Tick,
    Undo,
)
from engine.state.reducer import reduce
from engine.turn.tracker import TurnTracker

DELAY = Terms(clock=ClockKind.DELAY)
OPENED = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
PLAYED = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"


@pytest.fixture
def begun(evening: Callable[..., Any]) -> Callable[..., Any]:
    """A maker of evenings whose first game has begun: Anna's 3-1 lies on the board, and her time runs."""

    def make(terms: Terms = DELAY, length: int = 5, *, start: bool = True, **more: Any) -> Any:
        table = evening(length, terms=terms, **more)
        if start:
            table.see(2.0)
            table.opening(3, 1)
        return table

    return make


def clock_of(table: Any) -> ChessClock:
    clock = table.match_state.clock
    assert isinstance(clock, ChessClock)
    return clock


def think(evening: Any, seconds: float) -> None:
    """Nothing happens at the board for so long."""
    evening.time += seconds
    evening.tell(Tick(evening.time))


def test_without_a_clock_nothing_is_counted(begun: Callable[..., Any]) -> None:
    evening = begun(Terms())
    assert evening.match_state.clock is None
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
    assert evening.match_state.must_put_right
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


@pytest.mark.parametrize("profile", [HOME, TOURNAMENT])
def test_who_presses_before_the_eye_has_seen_his_play_is_not_accused(
    profile: Profile, begun: Callable[..., Any]
) -> None:
    evening = begun(profile=profile)
    evening.hand()
    evening.position = parse_position(PLAYED)
    evening.see(0.4, View.MOVING)
    pressed = evening.time
    evening.tell(Done(pressed, Side.WHITE))
    evening.see(2.0)
    (played,) = [event for event in evening.events if isinstance(event, Played)]
    assert played.fault is None and played.after == evening.position
    assert clock_of(evening).running is Side.BLACK
    evening.tell(PauseClock())
    assert clock_of(evening).unspent == pytest.approx(12.0 - (evening.time - pressed))


def test_what_cannot_be_seen_after_the_press_is_nobodys_time_either(begun: Callable[..., Any]) -> None:
    evening = begun()
    evening.hand()
    evening.position = parse_position(PLAYED)
    evening.tell(Done(evening.time, Side.WHITE))
    evening.see(30.0, View.LOST)
    evening.see(2.0)
    evening.tell(PauseClock())
    clock = clock_of(evening)
    assert clock.running is Side.BLACK and clock.unspent == pytest.approx(10.0, abs=0.5)


def test_a_board_that_shows_no_play_after_the_press_stands_as_it_is(begun: Callable[..., Any]) -> None:
    evening = begun()
    evening.tell(Done(evening.time, Side.WHITE))
    evening.see(2.0)
    (played,) = [event for event in evening.events if isinstance(event, Played)]
    assert played.fault is not None


def test_no_flag_falls_while_the_referee_makes_sure_of_what_was_played(begun: Callable[..., Any]) -> None:
    evening = begun(replace(DELAY, flag=FlagCosts.GAME))
    evening.play(PLAYED)
    think(evening, 20.0)
    evening.tell(SetClock(1.0, 600.0))
    evening.hand(0.4)
    evening.dice = evening.dice[:1]
    evening.see(2.0)
    clock = clock_of(evening)
    assert (clock.running, clock.fallen) == (Side.BLACK, ()) and 0.0 < clock.white < 1.0


@pytest.mark.parametrize("left", [0.75, 0.85, 1.35, 1.55])
def test_who_has_borne_off_in_time_does_not_lose_on_time_as_well(
    left: float, begun: Callable[..., Any]
) -> None:
    evening = begun(replace(DELAY, flag=FlagCosts.GAME))
    think(evening, 20.0)
    last = "W: 1(1) B: 20(2) 13(5) 8(3) 6(5)"
    evening.tell(SetPosition(parse_position(last)))
    evening.tell(SetRoll(Side.WHITE, Roll.of(3, 1)))
    evening.position = parse_position(last)
    evening.see(1.0)
    evening.tell(SetClock(left, 600.0))
    evening.hand(0.4)
    evening.position = parse_position("W: B: 20(2) 13(5) 8(3) 6(5)")
    evening.see(2.0)
    (result,) = [event.result for event in evening.events if isinstance(event, GameOver)]
    assert result.winner is Side.WHITE and clock_of(evening).fallen == ()


@pytest.mark.parametrize("lost", ["flag", "resigned"])
def test_a_game_that_was_not_lost_after_all_goes_on_from_where_it_stood(
    lost: str, begun: Callable[..., Any]
) -> None:
    evening = begun(replace(DELAY, flag=FlagCosts.GAME))

    def take_back() -> None:
        if lost == "flag":
            evening.tell(SetClock(1.0, 1.0))
            think(evening, 20.0)
        else:
            evening.tell(Resign(Side.WHITE, 1))
        assert evening.match_state.phase is Phase.OVER
        evening.tell(Undo())

    before = evening.match_state
    take_back()
    now = evening.match_state
    assert (now.phase, now.side, now.roll) == (before.phase, before.side, before.roll)
    evening.play(PLAYED)
    evening.tell(Done(evening.time))
    assert evening.match_state.last_play.after == evening.position and evening.match_state.side is Side.BLACK
    evening.tell(OfferCube())
    take_back()
    assert evening.match_state.phase is Phase.DOUBLED
    evening.tell(AnswerCube(take=True))
    assert (
        evening.match_state.cube == Cube(2, Side.WHITE)
        and evening.match_state.last_turn.answer is CubeAction.TAKE
    )


def test_what_is_set_before_a_single_game_is_for_that_game(begun: Callable[..., Any]) -> None:
    evening = begun(length=0, start=False)
    evening.tell(SetClock(300.0, 240.0))
    evening.see(2.0)
    evening.opening(3, 1)
    assert (clock_of(evening).white, clock_of(evening).black) == (300.0, 240.0)


def test_a_flag_falls_once_and_the_game_goes_on_unless_agreed_otherwise(begun: Callable[..., Any]) -> None:
    evening = begun()
    think(evening, 608.0)
    assert not any(isinstance(event, FlagFell) for event in evening.events)
    for _ in range(3):
        think(evening, 5.0)
    assert [e.side for e in evening.events if isinstance(e, FlagFell)] == [Side.WHITE]
    assert evening.match_state.playing and clock_of(evening).fallen == (Side.WHITE,)


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
    evening.tracker, evening.time = TurnTracker(), 0.0
    evening.see(1.0)
    think(evening, 10.0)
    evening.tell(PauseClock())
    assert clock_of(evening).white == pytest.approx(kept.white - 10.8, abs=0.5)


@pytest.mark.parametrize(
    ("length", "flag", "left"),
    [(5, FlagCosts.NOTHING, 500.0), (5, FlagCosts.GAME, 120.0), (0, FlagCosts.NOTHING, 120.0)],
)
def test_the_clock_goes_on_from_game_to_game_of_a_match_unless_every_game_has_its_own(
    begun: Callable[..., Any], length: int, flag: FlagCosts, left: float
) -> None:
    evening = begun(replace(DELAY, flag=flag), length)
    evening.tell(SetClock(30.0, 500.0))
    evening.tell(Resign(Side.WHITE, 1))
    assert not evening.match_state.playing
    evening.dice = ()
    evening.see(3.0)
    evening.opening(6, 2)
    assert evening.match_state.playing
    assert clock_of(evening).black == left


def test_nothing_of_a_game_that_is_won_holds_up_the_clock_of_the_next(begun: Callable[..., Any]) -> None:
    evening = begun()
    last = "W: 1(1) B: 20(2) 13(5) 8(3) 6(5)"
    evening.tell(SetPosition(parse_position(last)))
    evening.tell(SetRoll(Side.WHITE, Roll.of(3, 1)))
    evening.play("W: B: 20(2) 13(5) 8(3) 6(5)")
    assert evening.match_state.phase is Phase.OVER
    evening.tell(NewGame())
    evening.tell(SetTurn(Side.BLACK))
    before = clock_of(evening).black
    think(evening, 60.0)
    assert clock_of(evening).black == pytest.approx(before - 48.0, abs=0.5)


def test_a_play_that_was_another_one_leaves_a_game_given_up(begun: Callable[..., Any]) -> None:
    evening = begun()
    start = evening.match_state.position
    evening.play(PLAYED)
    evening.tell(Done(evening.time))
    roll = Roll.of(3, 1)
    other, played = (
        Candidate(roll, each.play, each.position, True, 0.5)
        for each in legal_plays(evening.game, start, Side.WHITE, roll)
        if play_text(each.play) in ("8/5 6/5", "24/23 13/10")
    )
    evening.match_state = reduce(evening.match_state, Asked(1, "play", Side.WHITE, (played, other)))
    evening.tell(Resign(Side.BLACK, 1))
    evening.tell(Answer(1, 1))
    match_state = evening.match_state
    assert other.position != evening.position == played.position
    assert match_state.phase is Phase.OVER and match_state.score == Score(1, 0)
    assert [(turn.side, turn.after) for turn in match_state.game.turns] == [(Side.WHITE, other.position)]
