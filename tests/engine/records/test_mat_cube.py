"""Beavers, raccoons and draws in .mat files: what can be written is read again, and what cannot is said."""

from dataclasses import replace

import pytest

from engine.board import Side
from engine.dice import Roll
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.play import Move, Play
from engine.position_parsing import parse_position
from engine.records.mat.mat_reader import read_mat
from engine.records.mat.mat_writer import write_mat

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
        (CubeAction.RACCOON, Result(W, 8, "resigned")),
    ],
)
def test_answers_to_a_double_come_back(answer: CubeAction, result: Result) -> None:
    written = match(CubeTurn(B, 2, answer), result=result)
    (back,) = read_mat(write_mat(written)).games
    assert back.turns[1] == CubeTurn(B, 2, answer)
    assert back.result == result


def test_a_draw_is_said_in_a_remark() -> None:
    text = write_mat(match(result=Result(None, 0, "draw")))
    assert "; Game 1: The game was a draw" in text and "Wins" not in text


@pytest.mark.parametrize(
    ("turn", "result", "why"),
    [
        (CubeTurn(B, 4), Result(W, 8, "single"), "not written, because the cube stood at 2 when it began"),
        (CubeTurn(B, 3), Result(W, 3, "single"), "not written, because no program knows a cube of 3"),
        (
            CubeTurn(B, 2, before=Cube(1, W)),
            Result(W, 1, "single"),
            "Ben doubled though the cube was not theirs",
        ),
    ],
)
def test_a_cube_that_no_program_would_follow_is_not_written(turn: CubeTurn, result: Result, why: str) -> None:
    text = write_mat(match(turn, result=result))
    assert why in text and "Doubles" not in text and "Wins" not in text


def test_a_beaver_at_the_end_of_a_game_does_not_reach_into_the_next() -> None:
    once = match(CubeTurn(B, 2, CubeAction.BEAVER), result=Result(W, 2, "passed"))
    text = write_mat(replace(once, games=(*once.games, Game(START, Score(2, 0), turns=(FIRST,)))))
    assert "from turn 2 on, because the game ended with a beaver. Anna won 2 points (passed)." in text
    assert "Beavers" not in text and "Drops" not in text


def test_a_match_that_a_flag_has_cost_is_left_open_where_programs_would_read_fewer_points() -> None:
    text = write_mat(match(result=Result(B, 5, "flag")))
    assert "; Game 1: Ben won 5 points (flag)." in text and "Wins" not in text
    (back,) = read_mat(write_mat(match(CubeTurn(B, 2, CubeAction.TAKE), result=Result(B, 2, "flag")))).games
    assert back.result is not None and (back.result.winner, back.result.points) == (B, 2)
