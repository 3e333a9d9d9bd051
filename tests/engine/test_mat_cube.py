"""Beavers, raccoons and draws in .mat files: what can be written is read again, and what cannot is said."""

import pytest

from engine.board import Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.play import Move, Play
from engine.position import parse_position
from engine.records.mat import write_mat
from engine.records.mat_reader import read_mat
from engine.terms import Terms

W, B = Side.WHITE, Side.BLACK
START = parse_position("W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
FIRST = CheckerTurn(
    W,
    Roll.of(3, 1),
    Play((Move(8, 5), Move(6, 5))),
    parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"),
)


def match(*turns: CubeTurn, result: Result) -> Match:
    game = Game(START, Score(), turns=(FIRST, *turns), result=result)
    return Match(0, "Anna", "Ben", (game,), terms=Terms(beaver=True, raccoon=True))


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (CubeAction.BEAVER, Result(W, 2, "passed")),
        (CubeAction.PASS, Result(B, 1, "passed")),
        (CubeAction.TAKE, Result(W, 2, "resigned")),
        (CubeAction.BEAVER, Result(W, 4, "resigned")),
    ],
)
def test_answers_to_a_double_come_back(answer: CubeAction, result: Result) -> None:
    written = match(CubeTurn(B, 2, answer), result=result)
    (back,) = read_mat(write_mat(written)).games
    assert back.turns[1] == CubeTurn(B, 2, answer)
    assert back.result == result


def test_a_draw_and_a_raccoon_are_said_in_a_remark() -> None:
    text = write_mat(match(result=Result(None, 0, "draw")))
    assert "; Game 1: The game was a draw" in text and "Wins" not in text
    text = write_mat(match(CubeTurn(B, 2, CubeAction.RACCOON), result=Result(W, 8, "single")))
    assert "raccoon" in text and "Anna won 8 points (single)" in text


def test_a_match_that_a_flag_has_cost_is_left_open_where_programs_would_read_fewer_points() -> None:
    text = write_mat(match(result=Result(B, 5, "flag")))
    assert "; Game 1: Ben won 5 points (flag)." in text and "Wins" not in text
    (back,) = read_mat(write_mat(match(CubeTurn(B, 2, CubeAction.TAKE), result=Result(B, 2, "flag")))).games
    assert back.result is not None and (back.result.winner, back.result.points) == (B, 2)
