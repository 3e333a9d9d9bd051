"""Rhythms over time: told apart without colour, never too quick for people who must not see flicker."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.signals.rhythm import Rhythm, soonest

BLINKING = (Rhythm.DOUBLE_FLASH, Rhythm.SLOW)


def drawn(rhythm: Rhythm) -> str:
    """Two seconds of a rhythm, in twentieths."""
    return "".join("#" if rhythm.is_lit(step / 20) else "." for step in range(40))


def test_rhythms_as_they_look() -> None:
    assert drawn(Rhythm.STEADY) == "#" * 40 and drawn(Rhythm.DARK) == "." * 40
    assert drawn(Rhythm.DOUBLE_FLASH) == 2 * ("###..###" + 12 * ".")
    assert drawn(Rhythm.SLOW) == 20 * "#" + 20 * "."


@pytest.mark.parametrize("rhythm", BLINKING)
def test_none_flashes_more_than_three_times_a_second(rhythm: Rhythm) -> None:
    assert len(rhythm.lit) / rhythm.period <= 3
    assert all(end <= begin for (_, end), (begin, _) in zip(rhythm.lit, rhythm.lit[1:], strict=False)), (
        "a flash begins before the last is over"
    )


@given(st.sampled_from(BLINKING), st.floats(0.0, 1e7))
def test_the_next_change_is_the_next_change(rhythm: Rhythm, now: float) -> None:
    wait = rhythm.next_change(now)
    assert wait is not None and 0 < wait <= rhythm.period
    assert rhythm.is_lit(now + wait) != rhythm.is_lit(now)
    assert rhythm.is_lit(now + wait / 2) == rhythm.is_lit(now)


def test_what_never_changes_waits_for_nothing() -> None:
    assert Rhythm.STEADY.next_change(3.0) is None and Rhythm.DARK.next_change(3.0) is None
    assert soonest([None, 2.0, 0.5]) == 0.5 and soonest([None]) is None
