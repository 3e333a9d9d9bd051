"""The command that has a record analysed."""

import json
from pathlib import Path

import pytest

from device.cli.main import main
from device.library.analysis import gnubg

RECORD = """ 1 point match

 Game 1
 Alice : 0                        Bob : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 66: 24/18(2) 13/7*(2)        43: bar/22 13/9
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["analyse", *words])
    said = capsys.readouterr()
    return int(str(end.value.code)), said.out, said.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "m.mat"
    path.write_text(RECORD)
    return path


@pytest.mark.skipif(
    gnubg.find_gnubg() is None, reason="NO GNU BACKGAMMON: nothing is analysed (apt install gnubg)"
)
def test_people_and_programs_are_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(record), "--ply", "0")
    assert (status, err) == (0, "")
    assert "0-ply" in out and "error rate" in out and "Bob: 4-3 bar/22 13/9; better" in out
    status, out, _ = run(capsys, str(record), "--ply", "0", "--json")
    told = json.loads(out)
    assert status == 0 and (told["format"], told["version"], told["file"]) == (
        "tableside-analysis",
        1,
        str(record),
    )
    assert [turn["turn"] for turn in told["games"][0]["turns"]] == [1, 2, 3, 4]


@pytest.mark.skipif(
    gnubg.find_gnubg() is None, reason="NO GNU BACKGAMMON: nothing is analysed (apt install gnubg)"
)
def test_nothing_is_told_of_boards_that_a_hidden_play_led_to(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(RECORD.replace("66: 24/18(2) 13/7*(2)", "64: ????") + "  3) 21: 13/11 6/5\n")
    status, out, err = run(capsys, str(record), "--ply", "0", "--json")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert [turn["turn"] for turn in told["games"][0]["turns"]] == [1, 2]
    assert told["notes"] == [
        "Game 1: nothing is told from turn 3 on, because the file hides what was played."
    ]


def test_without_the_program_one_line_says_what_to_install(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.library.analysis.engines.find_gnubg", lambda: None)
    status, out, err = run(capsys, str(record), "--engine", "gnubg")
    assert (status, out) == (2, "") and "sudo apt install gnubg" in err and err.count("\n") == 1


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.mat").write_text("shopping list")
    for name in ("x.mat", "nowhere.mat"):
        status, out, err = run(capsys, str(tmp_path / name))
        assert (status, out) == (2, "") and name in err and err.count("\n") == 1
