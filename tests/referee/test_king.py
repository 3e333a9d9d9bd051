"""The king of a board of squares is who he was until he is seen to move, whoever else is taken for him."""

import sys
from pathlib import Path

import pytest

from engine.board import Side
from engine.match.match import Result
from engine.position import Position
from engine.squares import KING, square_named
from engine.state.events import Amended, Asked, Event, FaultCleared, FaultSeen, GameOver, Played
from engine.state.match_state import Phase
from engine.state.messages import Answer

sys.path[:0] = [str(Path(__file__).parent)]

from tablut_evening import Evening

W, B = Side.WHITE, Side.BLACK
CHANCES = (0.5, 0.97, *(pytest.param(p, marks=pytest.mark.long) for p in (0.7, 0.9, 0.99)))
"""How likely the eye takes another for the king: what is missing to 1 is left to the king himself."""


@pytest.fixture
def table() -> Evening:
    """A game of Tablut that has just begun."""
    evening = Evening()
    evening.see()
    evening.events.clear()
    return evening


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def king_of(position: Position | None) -> int:
    assert position is not None
    return position.white.index(KING)


def mistake(table: Evening, king: str, other: str, p: float) -> None:
    """The eye takes another for the king, so likely; it may be left with no doubt at all, or with a little of none."""
    table.disturb(**{other: p, king: 1 - p})


@pytest.mark.parametrize("p", CHANCES)
def test_a_board_that_stands_untouched_says_nothing_whoever_looks_like_the_king(
    table: Evening, p: float
) -> None:
    mistake(table, "e5", "d5", p)
    assert table.see(20.0) == []


@pytest.mark.parametrize("p", CHANCES)
def test_another_mans_move_is_recorded_at_once(table: Evening, p: float) -> None:
    mistake(table, "e5", "d5", p)
    assert kinds(table.make("c5-c1")) == [Played]
    assert kinds(table.make("a4-a2")) == [Played]
    assert table.written == ["c5-c1", "a4-a2"]
    assert king_of(table.match_state.position) == square_named("e5")


@pytest.mark.parametrize("p", CHANCES)
def test_the_man_who_is_taken_for_the_king_moves_as_a_man(table: Evening, p: float) -> None:
    mistake(table, "e5", "d4", p)
    assert kinds(table.change("d5-d4")) == [Played]
    assert table.written == ["d5-d4"]
    assert king_of(table.match_state.position) == square_named("e5")


@pytest.mark.parametrize("p", CHANCES)
def test_an_illegal_move_beside_the_king_is_called_as_it_was_made(table: Evening, p: float) -> None:
    mistake(table, "e5", "e4", p)
    (event,) = table.change("d5-c4")
    assert isinstance(event, FaultSeen)
    assert event.fault.rule == "R.straight"
    assert king_of(event.seen) == square_named("e5")
    assert kinds(table.change("a4-a3")) == [Played, Played]
    assert table.written == ["d5-c4", "a4-a3"]
    assert king_of(table.match_state.position) == square_named("e5")


@pytest.mark.parametrize("p", CHANCES)
def test_the_result_is_not_lost_by_an_illegal_move_beside_the_king(table: Evening, p: float) -> None:
    table.set_up("W: Kc3 d3 B: i9 h9", W)
    mistake(table, "c3", "d4", p)
    table.change("d3-e4")
    mistake(table, "c3", "e4", p)
    table.change("h9-h8", seconds=3.0)
    assert table.written[-2:] == ["d3-e4", "h9-h8"]
    table.disturb()
    assert kinds(table.change("c3-c1", seconds=3.0)) == [Played, GameOver]
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(W, 1, "escape")


@pytest.mark.parametrize("p", CHANCES)
def test_the_king_moves_beside_a_man_who_is_taken_for_him(table: Evening, p: float) -> None:
    table.set_up("W: Kg8 f3 h3 B: a2 i9", W)
    mistake(table, "g3", "f3", p)
    assert kinds(table.change("g8-g3")) == [Played]
    assert table.written[-1] == "g8-g3"
    assert king_of(table.match_state.position) == square_named("g3")
    assert kinds(table.change("a2-a3")) == [Played]
    mistake(table, "g4", "f3", p)
    assert kinds(table.change("g3-g4")) == [Played]
    assert king_of(table.match_state.position) == square_named("g4")


@pytest.mark.parametrize("p", CHANCES)
def test_the_king_moves_unseen_before_a_reply(table: Evening, p: float) -> None:
    table.set_up("W: Kg8 f3 h3 B: a2 i9", W)
    mistake(table, "g3", "f3", p)
    assert kinds(table.change("g8-g3", "a2-a3")) == [Played, Played]
    assert table.written[-2:] == ["g8-g3", "a2-a3"]


@pytest.mark.parametrize("p", CHANCES)
def test_captures_beside_the_king_leave_him_where_he_is(table: Evening, p: float) -> None:
    table.set_up("W: Kd4 d3 g7 B: d2 a3 e3 i9", B)
    mistake(table, "d4", "g7", p)
    assert table.change("a3-c3") == []
    assert kinds(table.change("xd3")) == [Played]
    assert table.written[-1] == "a3-c3xd3"
    assert king_of(table.match_state.position) == square_named("d4")


@pytest.mark.parametrize("p", CHANCES)
def test_a_king_who_is_captured_is_not_looked_for_among_his_men(table: Evening, p: float) -> None:
    table.set_up("W: Ke6 g3 B: d6 e7 f9", B)
    mistake(table, "e6", "g3", p)
    assert table.change("f9-f6") == []
    table.disturb(g3=p)
    events = table.change("xe6", seconds=3.0)
    assert kinds(events) == [Played, GameOver]
    assert table.match_state.game is not None
    assert table.match_state.game.result == Result(B, 1, "capture")


@pytest.mark.parametrize("p", CHANCES)
def test_a_king_who_looks_like_nobody_in_particular_stands_where_he_stood(table: Evening, p: float) -> None:
    table.disturb(e5=1 - p)
    assert kinds(table.make("c5-c1")) == [Played]
    assert table.see(10.0) == []
    assert king_of(table.match_state.position) == square_named("e5")


@pytest.mark.parametrize("p", CHANCES)
def test_a_fault_of_the_king_himself_is_told_as_his(table: Evening, p: float) -> None:
    table.set_up("W: Ke7 c3 B: i9", W)
    mistake(table, "e3", "c3", p)
    (event,) = table.change("e7-e3")
    assert isinstance(event, FaultSeen)
    assert event.fault.rule == "R.throne"
    table.disturb()
    assert FaultCleared in kinds(table.change("e3-e7"))


def test_who_is_king_is_asked_where_another_has_long_looked_like_him(table: Evening) -> None:
    table.disturb(d5=0.9999, e5=0.00001)
    assert table.see(8.0) == []
    events = table.make("c5-c1")
    assert kinds(events) == [Played, Asked]
    question = events[-1]
    assert isinstance(question, Asked)
    assert [king_of(each.position) for each in question.candidates] == [
        square_named("e5"),
        square_named("d5"),
    ]
    assert king_of(table.match_state.position) == square_named("e5")
    table.tell(Answer(question.question, 0))
    assert table.see(8.0) == []
    assert kinds(table.make("a4-a2")) == [Played]
    assert kinds(table.make("e4-d4")) == [Played]
    assert king_of(table.match_state.position) == square_named("e5")


def test_people_may_say_that_another_is_the_king(table: Evening) -> None:
    table.disturb(d5=0.9999, e5=0.00001)
    table.see(8.0)
    question = table.make("c5-c1")[-1]
    assert isinstance(question, Asked)
    events = table.tell(Answer(question.question, 1))
    assert Amended in kinds(events)
    assert king_of(table.match_state.position) == square_named("d5")
    assert table.see(8.0) == []
    assert kinds(table.make("a4-a2")) == [Played]


def test_nobody_is_asked_about_one_look_that_mistakes_the_king(table: Evening) -> None:
    table.disturb(d5=0.9999, e5=0.00001)
    assert kinds(table.make("c5-c1")) == [Played]
    table.disturb()
    assert table.see(8.0) == []
    assert table.match_state.phase is Phase.TO_MOVE


def test_a_man_on_the_kings_square_is_the_king_even_if_he_is_surely_not(table: Evening) -> None:
    table.disturb(e4=0.9999, e5=0.00001)
    (event,) = table.change("d5-c4")
    assert isinstance(event, FaultSeen)
    assert event.fault.rule == "R.straight"
    assert table.see(20.0) == []
