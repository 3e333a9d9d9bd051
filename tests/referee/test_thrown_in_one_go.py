"""Turns that follow each other while the dice seem to lie there all along: nobody sees the board without them."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.board import Side, View
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.profile import HOME, NARDY
from engine.state.events import Cocked, FaultSeen, Played
from engine.state.messages import Done, SetPosition, SetTurn

W, B = Side.WHITE, Side.BLACK


def begun(evening: Callable[..., Any], game_id: str, board: str, side: Side, **told: Any) -> Any:
    """A game in which a side is to throw on a board."""
    table = evening(game_id=game_id, **told)
    table.see()
    table.position = parse_position(board, table.game)
    table.tell(SetPosition(table.position))
    table.tell(SetTurn(side))
    table.see()
    return table


def turns(table: Any) -> list[tuple[Side, str]]:
    """The turns on record: whose, and their rolls."""
    return [(turn.side, str(turn.roll)) for turn in table.match_state.game.turns if turn.roll is not None]


def is_clean(table: Any) -> bool:
    """Whether nothing was called wrong, asked or concluded."""
    called = any(isinstance(event, FaultSeen | Cocked) for event in table.events)
    inferred = any(isinstance(event, Played) and event.inferred for event in table.events)
    return not called and not inferred and not table.match_state.questions


def test_what_could_not_be_played_is_played_by_the_opponent_beside_the_dice(
    evening: Callable[..., Any],
) -> None:
    table = begun(evening, "dames_rabattues", "W: 9(1) 5(1) off(13) B: 12(3) 8(1) off(11)", W)
    table.throw(W, 6, 3)
    table.play("W: 5(1) 3(1) off(13) B: 12(3) 8(1) off(11)")
    assert turns(table) == []
    table.play("W: 5(1) 3(1) off(13) B: 12(2) 8(1) 6(1) off(11)")
    assert turns(table) == [(W, "6-3")]
    assert (table.match_state.side, table.match_state.roll) == (B, Roll((6,), carried=True))
    table.throw(B, 2, 1)
    assert turns(table)[1:] == [(B, "6")] and table.match_state.roll == Roll.of(2, 1)
    assert is_clean(table)


@pytest.mark.parametrize("profile", [HOME, NARDY], ids=["own half", "anywhere"])
def test_the_same_doublet_thrown_again_at_once_is_played_as_another(
    evening: Callable[..., Any], profile: Any
) -> None:
    table = begun(evening, "ad_elta_stelpur", "W: 1(1) 3(1) 5(1) B: 13(1) 15(1) 17(1)", W, profile=profile)
    table.throw_at((2, "right", 0.6), (2, "right", 0.8))
    table.play("W: 1(1) 5(1) 7(1) B: 13(1) 15(1) 17(1)")
    table.hand()
    # one of them just where it lay
    table.throw_at((2, "right", 0.6), (2, "right", 0.9))
    assert turns(table) == []
    table.play("W: 1(1) 7(1) 9(1) B: 13(1) 15(1) 17(1)")
    assert turns(table) == [(W, "2-2")]
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(2, 2))
    table.lift()
    assert turns(table) == [(W, "2-2"), (W, "2-2")]
    assert is_clean(table)


def test_who_throws_again_and_lifts_and_throws_in_one_go_has_thrown(evening: Callable[..., Any]) -> None:
    table = begun(evening, "ad_elta_stelpur", "W: 1(1) 3(1) 5(1) B: 13(1) 15(1) 17(1)", W)
    table.throw_at((2, "right", 0.6), (2, "right", 0.8))
    table.play("W: 1(1) 5(1) 7(1) B: 13(1) 15(1) 17(1)")
    table.hand()
    table.throw_at((6, "right", 0.7), (5, "right", 0.9))
    assert turns(table) == [(W, "2-2")]
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(6, 5))
    assert is_clean(table)


@pytest.mark.parametrize("said", [False, True], ids=["lifted", "done is pressed"])
def test_dice_that_are_pushed_aside_by_who_throws_again_are_no_other_throw(
    evening: Callable[..., Any], said: bool
) -> None:
    table = begun(evening, "ad_elta_stelpur", "W: 1(1) 3(1) 5(1) B: 13(1) 15(1) 17(1)", W)
    table.throw_at((2, "right", 0.6), (2, "right", 0.8))
    table.play("W: 1(1) 5(1) 7(1) B: 13(1) 15(1) 17(1)")
    table.hand()
    table.throw_at((2, "right", 0.7), (2, "right", 0.9))
    if said:
        table.tell(Done(table.time))
        table.see()
    else:
        table.lift()
    assert turns(table) == [(W, "2-2")]
    assert (table.match_state.side, table.match_state.roll) == (W, None)
    assert is_clean(table)


def test_dice_of_a_turn_that_nobody_saw_are_not_thrown_again_by_who_throws_next(
    evening: Callable[..., Any],
) -> None:
    """Black, White and Black have played unseen; Black's dice lie there still, and count anywhere."""
    table = evening(profile=NARDY)
    table.see()
    table.opening(3, 1)
    table.play("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    table.lift()
    table.see(12.0, View.COVERED)
    table.position = parse_position(
        "W: 24(1) 18(1) 13(4) 8(3) 6(4) 5(2) B: 24(1) 13(3) 11(1) 10(1) 9(1) 8(3) 6(5)", table.game
    )
    table.throw_at((3, "right", 0.6), (2, "right", 0.8))
    table.hand()
    table.throw_at((4, "left", 0.1), (3, "left", 0.3))
    assert not any(isinstance(event, Cocked | FaultSeen) for event in table.events)
    assert (table.match_state.side, table.match_state.roll) == (W, Roll.of(4, 3))
