"""SGF files: GNU Backgammon opens every one without complaint, and finds in it what was played."""

import base64
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from written_matches import GNUBG, ILLEGAL, MIDDLE, MONEY, PLAIN, WRITTEN

from engine.board import BAR, Side
from engine.match import Match
from engine.position import Position
from engine.records.mat import read_mat, write_mat
from engine.records.sgf import write_sgf


def gnubg(folder: Path, matches: dict[str, Match]) -> str:
    """What GNU Backgammon says while it loads some matches one after the other; each is exported beside, as .mat."""
    if GNUBG is None:
        pytest.skip("NOT TESTED: GNU Backgammon is not installed")
    lines = ["set automatic game off", "set confirm save off"]
    for name, match in matches.items():
        (folder / f"{name}.sgf").write_text(write_sgf(match, [("EventDate", "2026.11.20")]), encoding="utf-8")
        lines += [
            f"load match {folder / name}.sgf",
            "show score",
            f"export match mat {folder / name}.mat",
            "show board",
        ]
    (folder / "script").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [GNUBG, "-t", "-q", "-r", "-c", str(folder / "script")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=folder)
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def position_id(position: Position, on_roll: Side) -> str:
    """GNU Backgammon's id of a position."""
    bits = "".join(
        "1" * position.of(side)[point] + "0"
        for side in (on_roll.other, on_roll)
        for point in (*range(1, BAR), BAR)
    )
    data = bytes(int(bits[n : n + 8].ljust(8, "0")[::-1], 2) for n in range(0, 80, 8))
    return base64.b64encode(data).decode()[:14]


def test_gnu_backgammon_opens_every_file_and_reads_it_as_it_was_played(tmp_path: Path) -> None:
    named = {name.replace(" ", "_"): match for name, match in WRITTEN.items()}
    said = gnubg(tmp_path, named)
    assert said.count("The score (after") == len(named)
    for complaint in ("WARNING", "nrecogni", "rror", "nvalid", "llegal"):
        assert complaint not in said, said
    for name in ("plain", "money", "illegal", "unseen", "shut_out"):
        exported = read_mat((tmp_path / f"{name}.mat").read_text(encoding="utf-8"))
        ours = read_mat(write_mat(named[name]))
        assert [each.turns for each in exported.games] == [each.turns for each in ours.games]
        assert [each.score for each in exported.games] == [each.score for each in ours.games]
        # a game that the file ends in the middle of has no result there
        told = [(each.result.winner, each.result.points) if each.result else None for each in ours.games]
        assert told == [
            (each.result.winner, each.result.points) if each.result else None for each in exported.games
        ]


def test_a_game_that_was_followed_from_the_middle_stands_as_it_stood(tmp_path: Path) -> None:
    only = replace(MIDDLE, games=MIDDLE.games[:1])
    last = only.games[0].turns[-1]
    unfinished = replace(only, games=(replace(only.games[0], result=None),))
    said = gnubg(tmp_path, {"middle": unfinished})
    assert position_id(only.games[0].position, last.side.other) in re.findall(r"Position ID: (\S+)", said)


def test_what_the_format_does_not_know_ends_there_with_a_comment() -> None:
    first, second = write_sgf(ILLEGAL).split("(;FF[4]")[1:]
    assert first.count("\n;") == 4
    assert re.search(r"\n;B\[43yclp\]C\[nothing is written from turn 5 on, .* illegal and stood", first)
    assert "RE[" not in first
    assert "C[" not in second


def test_names_and_remarks_cannot_end_the_file_early() -> None:
    text = write_sgf(replace(PLAIN, white="a]b\\", black="(;)"), [("Event", "x] PB[y")])
    assert "PW[a\\]b\\\\]" in text and "EV[x\\] PB[y]" in text


def test_results_and_rules_are_told() -> None:
    plain = write_sgf(PLAIN)
    assert re.findall(r"RE\[(.*?)\]", plain) == ["W+1", "B+4R"]
    assert re.findall(r"RU\[(.*?)\]", plain) == ["Crawford", "Crawford", "Crawford:CrawfordGame"]
    assert write_sgf(MONEY).endswith(";W[double]\n;B[double])\n")
