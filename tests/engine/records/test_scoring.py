"""What programs make of results and scores: where that is other than at the table, the file says so."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from written_matches import ILLEGAL, OPENING, PLAIN, START, B, W, match_of, turns_from

from engine.match.cube import Cube, CubeAction
from engine.match.match import CubeTurn, Game, Match, Result, Score
from engine.match.terms import Terms
from engine.records.format_limits import Boards, remarks_on
from engine.records.mat.mat_reader import read_mat
from engine.records.mat.mat_writer import write_mat
from engine.records.scoring import crawford_by_score, points_counted
from engine.records.sgf.sgf_writer import write_sgf

DOUBLED = turns_from(START, *OPENING, CubeTurn(W, 2, CubeAction.TAKE))
TOO_MANY = "This format has no line for so many points."


@pytest.mark.parametrize(
    ("result", "length", "score", "terms", "points"),
    [
        (Result(W, 2, "single"), 5, Score(), Terms(), 2),
        (Result(W, 2, "gammon"), 5, Score(), Terms(), None),
        (Result(W, 2, "gammon"), 5, Score(3, 0), Terms(), 4),
        (Result(W, 6, "resigned"), 0, Score(), Terms(), 6),
        (Result(W, 5, "resigned"), 5, Score(), Terms(), 6),
        (Result(W, 8, "resigned"), 0, Score(), Terms(), None),
        (Result(W, 3, "flag"), 5, Score(), Terms(), None),
        (Result(W, 4, "gammon"), 0, Score(), Terms(jacoby=True), 4),
    ],
)
def test_points_are_those_that_programs_count_or_none(
    result: Result, length: int, score: Score, terms: Terms, points: int | None
) -> None:
    game = Game(START, score, turns=DOUBLED, result=result)
    match = Match(length, "Anna", "Ben", (game,), terms=terms)
    assert points_counted(match, game, result, Cube(2, B)) == points
    for boards in (Boards.ILLEGAL, Boards.ANYWHERE):
        assert any(TOO_MANY in str(each) for _, each in remarks_on(match, boards)) == (points is None)
    assert ("Wins" in write_mat(match)) == ("RE[" in write_sgf(match)) == (points is not None)


def test_jacoby_counts_a_gammon_once_and_who_did_not_play_it_is_told() -> None:
    game = Game(START, Score(), turns=turns_from(START, *OPENING), result=Result(W, 2, "gammon"))
    money = match_of(game, length=0)
    assert "takes it for 1 point, by the Jacoby rule." in write_mat(money)
    assert not remarks_on(money, Boards.ANYWHERE)
    jacoby = replace(money, terms=Terms(jacoby=True))
    assert "Wins" not in write_mat(jacoby) and TOO_MANY in write_mat(jacoby)


def test_a_match_without_the_crawford_rule_is_told_where_programs_believe_in_it() -> None:
    last = replace(PLAIN.games[2], crawford=False)
    match = replace(PLAIN, games=(*PLAIN.games[:2], last), terms=Terms(crawford=False))
    assert crawford_by_score(match) == (False, False, True)
    assert "; Game 3: GNU Backgammon takes it for the Crawford game, which it was not.\n" in write_mat(match)
    assert not remarks_on(match, Boards.ANYWHERE) and not remarks_on(PLAIN, Boards.ILLEGAL)
    assert not read_mat(write_mat(match)).games[2].crawford


def test_a_game_that_began_when_the_match_was_over_is_not_written() -> None:
    over = replace(ILLEGAL, games=(replace(ILLEGAL.games[0], score=Score(5, 0)),))
    for text in (write_mat(over), write_sgf(over)):
        assert "not written, because it began at 5-0, when the match to 5 was over." in text
        assert "Illegal play" not in text and "AE[" not in text


def test_a_game_without_a_turn_is_told_that_a_flag_has_ended() -> None:
    match = match_of(Game(START, Score(), result=Result(B, 1, "flag")), Game(START, Score(0, 1)))
    assert "Ben won 1 point (flag). GNU Backgammon passes over a game without a turn." in write_mat(match)


@pytest.mark.parametrize(("how", "passed"), [("resigned", True), ("flag", False)])
def test_a_double_without_an_answer_is_a_pass_only_where_the_game_was_given_up_for_it(
    how: str, passed: bool
) -> None:
    turns = turns_from(START, *OPENING, CubeTurn(W, 2))
    match = match_of(Game(START, Score(), turns=turns, result=Result(W, 1, how)))
    assert ("Drops" in write_mat(match)) == ("[drop]" in write_sgf(match)) == passed
    assert (TOO_MANY in write_mat(match)) != passed


def test_a_cube_of_which_gnu_backgammon_dies_is_not_written() -> None:
    double = CubeTurn(W, 256, CubeAction.TAKE, before=Cube(128))
    game = Game(START, Score(), turns=turns_from(START, *OPENING, double))
    assert "doubled to 256, at which GNU Backgammon breaks down" in write_sgf(match_of(game))
    assert "W[double]" not in write_sgf(match_of(game))
    assert not remarks_on(match_of(game, length=0), Boards.ANYWHERE)
