"""How games end in .mat files: results that are not sure, rows that are repeated, and where another match begins."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from written_matches import PLAIN, B, W

from engine.match.match import Result
from engine.records.mat.mat_grid import matches_in
from engine.records.mat.mat_reader import read_mat, read_mat_record
from engine.records.mat.mat_writer import write_mat
from engine.records.replay import replay

HEAD = " 5 point match\n\n Game 1\n Anna : 0                          Ben : 0\n"


def test_several_matches_in_a_file_are_told_apart_with_their_tags_and_lines() -> None:
    other = replace(PLAIN, white="Carl")
    whole = write_mat(PLAIN) + "\n" + write_mat(other, (("Event", "Evening"),)) + "\n" + write_mat(PLAIN)
    parts = matches_in(whole)
    assert [read_mat(part) for part in parts] == [PLAIN, other, PLAIN]
    assert ("Event", "Evening") in read_mat_record(parts[1]).tags
    lines = whole.split("\n")
    assert parts[2].split("\n")[-3:] == lines[-3:] and len(parts[2].split("\n")) == len(lines)


def test_a_first_game_of_others_without_a_length_before_it_is_another_match() -> None:
    one = HEAD + "  1) 31: 8/5 6/5                 62: 24/18 13/11\n"
    other = "\n Game 1\n Carl : 0                      Dora : 0\n  1) 31: 8/5 6/5\n"
    assert [len(read_mat(part).games) for part in matches_in(one + other)] == [1, 1]


@pytest.mark.parametrize("rows", ["", "  2) 31: 8/5 6/5                 62: 24/18 13/11\n"])
def test_a_row_that_is_repeated_before_the_result_is_read_once(rows: str) -> None:
    text = rows + "  3) 66: 24/18(2) 13/7(2)          66:\n"
    record = read_mat_record(HEAD + text + "  3) 66: 24/18(2) 13/7(2)           Losses 1 point\n")
    plain = read_mat_record(HEAD + text + "  4)                                 Losses 1 point\n")
    assert record.match == plain.match
    assert "begins a second time; read once" in str(record.notes[0])


@pytest.mark.parametrize(
    ("rows", "score", "result"),
    [
        ("  2)  Concedes\n", (0, 4), Result(B, 4, "resigned")),
        ("  2)  Concedes\n      Wins 2 points\n", (0, 2), Result(B, 2, "resigned")),
        ("  2)  Concedes\n      Wins 2 points\n", (2, 0), Result(W, 2, "resigned")),
        ("", (0, 2), Result(B, 2, "resigned")),
        ("", (1, 2), None),
    ],
)
def test_what_is_not_sure_of_a_result_the_next_score_tells(
    rows: str, score: tuple[int, int], result: Result | None
) -> None:
    after = f" Game 2\n Anna : {score[0]}                      Ben : {score[1]}\n  1) 31: 8/5 6/5\n"
    match = read_mat(HEAD + "  1) 31: 8/5 6/5                   62: 24/18 13/11\n" + rows + after)
    assert match.games[0].result == result


FIRST = "  1) 31: 8/5 6/5                   62: 24/18 13/11\n"


@pytest.mark.parametrize(
    "row",
    [
        "  2) 66: 24/18(2)",
        "  2) 66: 13/7 ",
        "  2) 54: 13/8",
        "  2) 54: 24/20 13/",
        "  2) 51: 13/8 6",
        "  2) 61: 13/7 24/2",
        "  2) 6",
        "  2) 61: 8/2 6/5                       64: 13/",
        "  2) 61: 8/2 6/5                       64: 13/9 ",
        "  2)  Doub",
    ],
)
def test_a_play_that_the_end_of_the_file_cuts_off_is_no_illegal_one(row: str) -> None:
    record = read_mat_record(HEAD + FIRST + row)
    turns = 2 + ("8/2 6/5" in row)
    assert len(record.match.games[0].turns) == turns and not replay(record.match)
    assert "the file is cut off in the middle of" in str(record.notes[-1])


def test_what_no_end_can_make_legal_is_illegal_there_too_and_a_heading_that_is_cut_off_begins_no_game() -> (
    None
):
    assert len(replay(read_mat(HEAD + FIRST + "  2) 61: 13/5 24/23"))) == 1
    assert len(replay(read_mat(HEAD + FIRST + "  2) 61: 13/7\n"))) == 1
    cut = read_mat_record(HEAD + FIRST + "      Wins 1 point\n\n Game 2\n Anna : 1        Be")
    assert [game.result for game in cut.match.games] == [Result(W, 1, "resigned")]
    assert "'Anna : 1        Be'" in str(cut.notes[-1])
    doubled = "  2)  Doubles => 2                   Takes\n      Wins "
    assert read_mat(HEAD + FIRST + doubled + "1").games[0].result == Result(W, 2, "resigned")
    assert read_mat(HEAD + FIRST + doubled + "4").games[0].result == Result(W, 4, "resigned")


@pytest.mark.parametrize(
    ("rows", "score", "result"),
    [
        ("  2) 31: 8/7 6/3                   Losses 2 point\n" + " " * 38 + "Wins 2 point\n", None, Result(W, 2, "resigned")),
        ("      Wins 2 points\n", (0, 2), Result(B, 2, "resigned")),
        ("      Wins 2 points\n", (0, 1), Result(W, 2, "resigned")),
        (" " * 38 + "Wins 5 points and the match\n", None, Result(B, 5, "resigned")),
    ],
)  # fmt: skip
def test_a_result_by_itself_may_stand_in_the_wrong_column(
    rows: str, score: tuple[int, int] | None, result: Result
) -> None:
    after = (
        ""
        if score is None
        else f" Game 2\n Anna : {score[0]}             Ben : {score[1]}\n  1) 31: 8/5 6/5\n"
    )
    assert read_mat(HEAD + FIRST + rows + after).games[0].result == result


def test_of_a_match_the_result_is_whose_it_ends() -> None:
    text = HEAD.replace("Anna : 0", "Anna : 4") + FIRST + " " * 38 + "Wins 1 point and the match\n"
    record = read_mat_record(text)
    assert record.match.games[0].result == Result(W, 1, "resigned")
    assert str(record.notes[-1]).endswith("the result stands in the wrong column; the winner is Anna")
