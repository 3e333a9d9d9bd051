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
