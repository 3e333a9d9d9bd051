"""SGF files as they are written: boards that are put up, names, results and rules."""

import re
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from written_matches import ILLEGAL, MONEY, PLAIN

from engine.match.match import CheckerTurn, Score
from engine.records.sgf.sgf_writer import write_sgf


def test_after_an_illegal_play_that_stood_the_board_is_put_up() -> None:
    first, second = write_sgf(ILLEGAL).split("(;FF[4]")[1:]
    assert first.count("\n;") == 7
    assert re.search(r"\n;PL\[B\]AE\[a:y\]AW\[a\].*XI\[W61hafe\]C\[in turn 5 .* illegal and stood", first)
    # the cube as it is stands between two boards, of which GNU Backgammon would keep only the second
    assert re.search(r"\n;CV\[1\]\n;PL\[W\]AE\[a:y\].*XI\[B31qtst\]C\[in turn 6 ", first)
    assert "RE[B+2]" in first
    assert "C[" not in second and "AE[" not in second


def test_a_board_with_more_checkers_than_there_are_is_not_put_up() -> None:
    game = ILLEGAL.games[0]
    turn = game.turns[4]
    assert isinstance(turn, CheckerTurn)
    full = replace(turn.after, white=(5, *turn.after.white[1:]))
    text = write_sgf(
        replace(ILLEGAL, games=(replace(game, turns=(*game.turns[:4], replace(turn, after=full))),))
    )
    assert "AE[" not in text and "nothing is written from turn 5 on" in text


def test_names_and_remarks_cannot_end_the_file_early() -> None:
    text = write_sgf(replace(PLAIN, white="a]b\\", black="(;)"), [("Event", "x] PB[y\\")])
    assert "PW[a\\]b]" in text and "EV[x\\] PB[y\\\\]" in text


def test_results_and_rules_are_told() -> None:
    plain = write_sgf(PLAIN)
    assert re.findall(r"RE\[(.*?)\]", plain) == ["W+1", "B+4R"]
    assert re.findall(r"RU\[(.*?)\]", plain) == ["Crawford", "Crawford", "Crawford:CrawfordGame"]
    assert write_sgf(MONEY).endswith(";W[double]\n;B[double])\n")


def test_a_resigned_result_that_a_site_cut_down_to_what_was_needed_is_whole_again() -> None:
    first, last = PLAIN.games[0], PLAIN.games[1]
    assert last.result is not None and last.result.points == 4
    cut = replace(
        PLAIN, games=(first, replace(last, score=Score(1, 2), result=replace(last.result, points=3)))
    )
    assert re.findall(r"RE\[(.*?)\]", write_sgf(cut)) == ["W+1", "B+4R"]
