"""The board is looked at seldom once nobody is there, and again as often as can be at the first movement."""

from hypothesis import given
from hypothesis import strategies as st

from device.table.watch.watcher import QUIET, REST, FramePace
from engine.board import View

VIEWS = st.sampled_from([*View, None])


def test_after_five_quiet_minutes_it_rests() -> None:
    pace = FramePace(100.0)
    for second in range(int(QUIET) + 2):
        assert pace.rest(100.0 + second) == (REST if second >= QUIET else 0.0)
        pace = pace.seen(View.CLEAR if second else None, 100.0)


def test_it_is_awake_at_the_first_movement() -> None:
    pace = FramePace(0.0).seen(View.CLEAR, 0.0)
    assert pace.rest(1000.0) == REST
    assert pace.seen(View.CLEAR, 1000.0).rest(1000.0) == REST
    assert pace.seen(View.MOVING, 1000.0).rest(1000.0 + QUIET - 1) == 0.0


def test_a_camera_that_is_lost_and_a_light_that_goes_on_wake_it() -> None:
    dark = FramePace(0.0).seen(View.DARK, 0.0)
    assert dark.seen(View.DARK, 999.0).rest(1000.0) == REST
    assert dark.seen(View.CLEAR, 999.0).rest(1000.0) == 0.0
    assert dark.seen(View.LOST, 999.0).seen(View.LOST, 1000.0).rest(1000.0) == 0.0


@given(st.lists(st.tuples(VIEWS, st.floats(0, 200))))
def test_it_never_rests_sooner_than_five_minutes_after_a_movement(
    steps: list[tuple[View | None, float]],
) -> None:
    now, moved, pace = 0.0, 0.0, FramePace(0.0)
    for view, after in steps:
        now += after
        pace = pace.seen(view, now)
        moved = now if view is View.MOVING else moved
        assert pace.rest(now) == 0.0 or now - moved >= QUIET
