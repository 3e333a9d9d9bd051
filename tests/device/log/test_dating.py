"""When events happened, where the clock was not set when they did."""

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hand_clock import HandClock
from hypothesis import given, settings
from hypothesis import strategies as st

from device.store.log.dating import MatchDate, date_tags, dated
from device.store.log.store import LogEntry, Source
from engine.board import Side
from engine.dice import Roll
from engine.match.match import Match
from engine.records.mat.mat_reader import read_mat
from engine.records.mat.mat_writer import write_mat
from engine.state.events import Thrown

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
NOON = 1.79e9


def entry(monotonic: float, wall: float, *, right: bool, boot: str = "a", match: int = 1) -> LogEntry:
    event = Thrown(Side.WHITE, Roll.of(3, 1))
    return LogEntry("1", 1, match, 1, wall, monotonic, right, Source.CAMERA, (), event, boot=boot)


def test_the_stopwatch_dates_what_was_before_the_clock_was_set() -> None:
    log = (
        entry(10, 77.0, right=False, boot="last week"),
        entry(20, 100.0, right=False),
        entry(30, NOON + 30, right=True),
        entry(40, NOON + 40, right=True),
        # of a log in which it was not noted when the computer was switched on
        entry(50, 130.0, right=False, boot=""),
        entry(60, NOON, right=True, boot=""),
    )
    assert dated(log) == (None, NOON + 20, NOON + 30, NOON + 40, None, NOON)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 1e5), st.booleans()), max_size=12),
    st.floats(-1e6, 1e6),
)
def test_whatever_is_dated_is_dated_rightly(steps: list[tuple[str, float, bool]], wrong: float) -> None:
    starts = {"a": NOON, "b": NOON + 1e6}
    log = [
        entry(at, starts[boot] + at if right else wrong + at, right=right, boot=boot)
        for boot, at, right in steps
    ]
    known = {boot for boot, _, right in steps if right}
    for (boot, at, _), found in zip(steps, dated(log), strict=True):
        assert (found is None) is (boot not in known)
        assert found is None or found == pytest.approx(starts[boot] + at)


def test_a_match_is_dated_by_its_first_event() -> None:
    clock = HandClock(5000.0, NOON, right=False)
    date = MatchDate([entry(1, 1.0, right=False, match=1), entry(9, 9.0, right=False, match=2)], clock, "a")
    assert date.tags[0][0] == "Clock"
    clock.right = True
    assert date.tags == date_tags(NOON + 9)
    other = MatchDate([entry(1, 1.0, right=False)], clock, "b")
    assert other.tags[0][0] == "Clock"
    other.note([entry(2, 2.0, right=True, match=1), entry(3, NOON, right=True, match=2)])
    assert other.tags == date_tags(NOON)
    assert MatchDate([], clock, "a").tags == ()


def test_how_a_record_tells_it(tmp_path: Path) -> None:
    known = date_tags(datetime(2026, 11, 20, 9, 5, tzinfo=UTC).timestamp(), UTC)
    assert known == (("EventDate", "2026.11.20"), ("EventTime", "09.05"))
    match = Match(3, "Anna", "Ben")
    for number, tags in enumerate((known, date_tags(None))):
        text = write_mat(match, tags)
        assert read_mat(text).length == 3 and text.count(f"; [{tags[0][0]} ") == 1
        assert gnubg_says(tmp_path / f"{number}.mat", text)


def gnubg_says(record: Path, text: str) -> bool:
    if GNUBG is None:
        pytest.skip("NOT TESTED: GNU Backgammon is not installed")
    script = record.with_suffix(".gnubg")
    played = (
        "\n Game 1\n Anna : 0                        Ben : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    )
    record.write_text(text + played, encoding="utf-8")
    script.write_text(f"set automatic game off\nimport mat {record}\nshow score\n", encoding="utf-8")
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-c", str(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        cwd=record.parent,
    )
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert not any(word in said for word in ("WARNING", "nrecogni", "rror", "nvalid")), said
    return "The score (after" in said
