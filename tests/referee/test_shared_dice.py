"""Dice that count wherever they lie, and that are lifted and thrown in one go: the half does not tell whose they are."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.profile import NARDY
from engine.state.events import Cocked, FaultSeen, Played

W, B = Side.WHITE, Side.BLACK
AFTER_31 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
AFTER_31_31 = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(2) 6(4) 5(2)"
MISSED_65 = "W: 24(1) 13(6) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"


@pytest.fixture(params=[False, True], ids=["a pair each", "one pair"])
def table(request: pytest.FixtureRequest, evening: Callable[..., Any]) -> Any:
    """A game begun with White's 3-1, which lies on both halves, with a pair of dice each, or one for both."""
    at = evening(profile=replace(NARDY, shared_dice=request.param))
    at.see()
    at.opening(3, 1)
    return at


def record(table: Any) -> list[tuple[Side, Roll | None]]:
    """Whose turns are on record, and their rolls."""
    return [(turn.side, turn.roll) for turn in table.match_state.game.turns]


def is_clean(table: Any) -> bool:
    """Whether nothing was called wrong, asked or concluded."""
    called = any(isinstance(event, FaultSeen | Cocked) for event in table.events)
    inferred = any(isinstance(event, Played) and event.inferred for event in table.events)
    return not called and not inferred and not table.match_state.questions


def test_the_same_numbers_elsewhere_are_the_opponents_once_they_have_moved(table: Any) -> None:
    table.play(AFTER_31)
    table.hand()
    table.throw_at((3, "left", 0.1), (1, "left", 0.3))
    # they may as well be White's, pushed aside
    assert record(table) == []
    table.play(AFTER_31_31)
    assert record(table) == [(W, Roll.of(3, 1))]
    assert (table.match_state.side, table.match_state.roll) == (B, Roll.of(3, 1))
    table.hand()
    table.throw_at((6, "right", 0.6), (4, "right", 0.8))
    assert record(table) == [(W, Roll.of(3, 1)), (B, Roll.of(3, 1))]
    assert is_clean(table)


def test_dice_that_are_pushed_aside_before_the_play_is_done_are_still_the_movers(table: Any) -> None:
    table.play("W: 24(2) 13(5) 8(2) 6(5) 5(1) B: 24(2) 13(5) 8(3) 6(5)")
    table.hand()
    table.throw_at((3, "left", 0.1), (1, "left", 0.3))
    table.play(AFTER_31)
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(3, 1))
    table.hand()
    table.throw_at((6, "right", 0.6), (4, "right", 0.8))
    assert record(table) == [(W, Roll.of(3, 1))]
    assert is_clean(table)


def test_a_die_that_falls_where_one_with_its_number_lay_is_of_the_throw_that_is_played(table: Any) -> None:
    table.play(AFTER_31)
    table.hand()
    table.throw_at((6, "left", 0.1), (5, "left", 0.3))
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(1) 18(1) 13(4) 8(4) 6(5)")
    table.hand()
    # the five lies where the last five lay
    table.throw_at((5, "left", 0.3), (2, "left", 0.2))
    table.play("W: 24(2) 13(4) 11(1) 8(1) 6(4) 5(2) 3(1) B: 24(1) 18(1) 13(4) 8(4) 6(5)")
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(5, 2))
    assert not any(isinstance(event, FaultSeen | Cocked) for event in table.events)


def test_dice_none_of_which_lies_as_it_did_were_thrown_anew_wherever_they_lie(
    evening: Callable[..., Any],
) -> None:
    table = evening(game_id="tavla")
    table.see()
    table.opening(3, 1)
    assert (table.match_state.side, table.match_state.roll) == (W, None)
    table.hand()
    # the six lies where the three lay by which it was decided who begins
    table.throw_at((6, "right", 0.75), (4, "right", 0.6))
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(6, 4))


@pytest.mark.parametrize("seconds", [2.0, 0.2], ids=["seen at length", "ended soon by the next throw"])
def test_a_throw_that_only_the_opponent_can_have_played_is_theirs(table: Any, seconds: float) -> None:
    """Black's turn was missed: nobody is accused of moving White's checkers."""
    table.play(AFTER_31)
    table.lift()
    table.throw_at((6, "left", 0.1), (5, "left", 0.3))
    assert table.match_state.side is B
    table.play(MISSED_65, seconds)
    table.hand(seconds)
    table.throw_at((6, "right", 0.6), (4, "right", 0.8))
    assert record(table) == [(W, Roll.of(3, 1)), (B, None), (W, Roll.of(6, 5))]
    assert (table.match_state.side, table.match_state.roll) == (B, Roll.of(6, 4))
    assert not any(isinstance(event, FaultSeen | Cocked) for event in table.events)
