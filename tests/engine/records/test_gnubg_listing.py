"""Listings that GNU Backgammon exports as text: read as what they tell of, which is a match."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from written_matches import GNUBG, MONEY, PLAIN

from engine.errors import InvalidRecord
from engine.match.match import Match
from engine.records.listing.gnubg_listing import is_gnubg_listing, read_gnubg_listing
from engine.records.mat.mat_reader import read_mat
from engine.records.mat.mat_writer import write_mat
from engine.records.record_audit import audit

SAMPLES = (
    Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[4] / "shared")) / "records" / "samples"
)


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
@pytest.mark.parametrize("match", [PLAIN, MONEY], ids=["plain", "money"])
def test_what_gnu_backgammon_lists_is_what_it_was_given(match: Match, tmp_path: Path) -> None:
    (tmp_path / "given.mat").write_text(write_mat(match))
    (tmp_path / "do").write_text("import mat given.mat\nexport match text out.txt\n")
    assert GNUBG is not None
    words = [GNUBG, "-t", "-q", "-r", "-c", "do"]
    subprocess.run(
        words, check=False, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    for number, game in enumerate(read_mat(write_mat(match)).games, 1):
        listed = read_gnubg_listing(
            (tmp_path / ("out.txt" if number == 1 else f"out_{number:03d}.txt")).read_text()
        )
        (found,) = listed.match.games
        assert (found.turns, found.score, found.crawford) == (game.turns, game.score, game.crawford)
        assert found.result == game.result or game.result is None or game.result.how == "resigned"
        assert (listed.match.white, listed.match.black, listed.match.length) == ("Anna", "Ben", match.length)


def test_the_shared_samples_are_the_match_that_they_list() -> None:
    if not SAMPLES.is_dir():
        pytest.skip(f"no shared records in {SAMPLES}")
    match = read_mat((SAMPLES / "hand3.mat").read_text())
    for name, game in zip(("hand3.txt", "hand3_002.txt"), match.games, strict=True):
        text = (SAMPLES / name).read_text()
        assert is_gnubg_listing(text)
        record = read_gnubg_listing(text)
        assert record.match.games[0].turns == game.turns and record.match.games[0].result == game.result
        assert ("EventDate", "2026.11.20") in record.tags


DANCE = """The score (after 0 games) is: Anna 0, Ben 0 (match to 5 points)

Move number 1:  Anna to play 31
* Anna moves 8/5 6/5
Move number 2:  Ben to play 62
* Ben moves 24/18 13/11
Move number 3:  Anna to play 66
* Anna moves 24/18(2) 13/7*(2)
Move number 4:  Ben to play 66
* Ben cannot move
"""


@pytest.mark.parametrize(
    "again", ["* Ben cannot move\n", "Move number 4:  Ben to play 66\n* Ben cannot move\n"]
)
def test_a_dance_that_is_written_twice_was_danced_once(again: str) -> None:
    record = read_gnubg_listing(DANCE + again + "Anna wins 2 points\n")
    assert record.match == read_gnubg_listing(DANCE + "Anna wins 2 points\n").match
    assert audit(record).faults == ()
    assert "the dance with 6-6 is written twice; read once" in str(record.notes[0])


def test_what_is_no_listing_is_refused() -> None:
    assert not is_gnubg_listing(" 3 point match")
    with pytest.raises(InvalidRecord, match="no line says the score"):
        read_gnubg_listing("The score (after dinner) is: 3")
