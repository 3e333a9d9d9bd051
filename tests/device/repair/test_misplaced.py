"""Where a checker stands that should not, and where one is missing, beside the nearest legal play."""

from dataclasses import replace

from device.status.board_difference import Places, misplaced
from engine.board import Side
from engine.dice import Roll
from engine.faults.explain import explain
from engine.games import find_game
from engine.play import Fault
from engine.position import Position
from engine.position_parsing import parse_position
from engine.referee.reckoning import nearest_board
from engine.rules import Rules
from engine.tafl.tafl_faults import tafl_fault
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_notation import parse_tafl_position

BACKGAMMON, ROLL = find_game("backgammon"), Roll.of(3, 1)
START = BACKGAMMON.start


def found(
    game: Rules, before: Position | None, side: Side, fault: Fault, seen: Position | None
) -> tuple[Places, Places]:
    return misplaced(game, nearest_board(game, before, side, fault), side, fault, seen)


def test_a_checker_too_far_stands_wrongly_and_its_point_is_short_of_one() -> None:
    seen = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
    fault = explain(BACKGAMMON, START, Side.WHITE, ROLL, seen)
    assert found(BACKGAMMON, START, Side.WHITE, fault, seen) == ((3,), (4,))


def test_blacks_points_are_told_as_the_near_player_counts_them() -> None:
    seen = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(2) 6(5) 3(1)")
    fault = explain(BACKGAMMON, START, Side.BLACK, ROLL, seen)
    assert found(BACKGAMMON, START, Side.BLACK, fault, seen) == ((22,), (21,))


def test_one_that_should_have_entered_is_short_where_it_enters() -> None:
    before = parse_position("W: bar(1) 24(1) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    seen = parse_position("W: bar(1) 24(1) 13(4) 10(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    fault = explain(BACKGAMMON, before, Side.WHITE, ROLL, seen)
    assert found(BACKGAMMON, before, Side.WHITE, fault, seen) == ((), (24,)), "13/10 is right beside bar/24"


def test_on_squares_their_names_are_told() -> None:
    game = find_game("tablut")
    assert isinstance(game, TaflGame)
    before = parse_tafl_position(game, "W: Ke5 B: d1")
    seen = parse_tafl_position(game, "W: Ke5 B: e3")
    fault = tafl_fault(game, before, Side.BLACK, seen)
    stands, should = found(game, before, Side.BLACK, fault, seen)
    assert stands == ("e3",) and len(should) == 1


def test_without_a_legal_play_or_a_board_nothing_is_told() -> None:
    seen = parse_position("W: 24(2) 13(5) 8(2) 6(5) 3(1) B: 24(2) 13(5) 8(3) 6(5)")
    fault = explain(BACKGAMMON, START, Side.WHITE, ROLL, seen)
    nowhere = ((), ())
    assert found(BACKGAMMON, START, Side.WHITE, replace(fault, nearest=None), seen) == nowhere
    assert found(BACKGAMMON, START, Side.WHITE, fault, None) == nowhere
    assert found(BACKGAMMON, None, Side.WHITE, fault, seen) == nowhere
