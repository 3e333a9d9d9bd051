"""A small sample of the soak: an evening with faults and a killed service; and that its verdict sees what is wrong."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "golden")]

from party import AFTER, Party
from soak import FLAT, Course, rise, slope, spend, told
from test_perfect_sight import FPS, watch
from verdict import Evening, judged

from device.store.log.store import LogEntry, Source
from engine.match.match import Match
from engine.match_formats import find_match_format
from engine.state.events import Asked, Event, GameOver, Played

PARTY = Party("sample", "hypergammon", 1, 7, every=40.0, kills=200.0)


@pytest.mark.long
def test_every_record_is_right_or_marked_and_nothing_is_left(tmp_path: Path) -> None:
    course = spend(PARTY, tmp_path)
    assert course.broken == ""
    assert course.left == []
    assert len(course.verdicts) == 1
    assert [line for each in course.verdicts for line in each.silent] == []
    assert len(course.lives) == len(course.outages) + 1 > 1
    assert course.faults["killed"] == len(course.outages)
    last = course.lives[-1]
    assert last[-1]["threads"] == ["MainThread"]
    assert last[0]["threads"] == last[-2]["threads"]
    assert any("Faults: " in line for line in told([course]))


@pytest.fixture(scope="module")
def clean() -> Evening:
    """Two games in which nothing goes wrong, refereed without a service."""
    party = Party("clean", "hypergammon", 2, 7, every=0.0)
    table, match_format = party.table(), find_match_format(party.game)
    while table.over < party.games:
        table.scene_at(table.stage.now)
    frames = int((table.last + AFTER) * FPS)
    watched = watch(party.table(), frames, match=Match(0, "near", "far", (), match_format.id, match_format))
    entries = [
        LogEntry(
            "1", seq, 1, 1, each.frame / FPS, each.frame / FPS, True, Source.CAMERA, (each.frame,), each.event
        )
        for seq, each in enumerate(watched.happenings, 1)
    ]
    return Evening(party, entries, party.table().truths_until(frames / FPS), frames / FPS)


def test_a_clean_record_is_right(clean: Evening) -> None:
    verdicts = judged(clean)
    assert [each.is_right for each in verdicts] == [True, True]
    assert sum(each.turns for each in verdicts) > 20


def test_a_wrong_play_is_silent_unless_people_are_told(clean: Evening) -> None:
    plays = [index for index, entry in enumerate(clean.entries) if isinstance(entry.event, Played)]
    for index in plays[1::4]:
        event = clean.entries[index].event
        assert isinstance(event, Played)
        wrong = replace(event, after=replace(event.after, white=event.after.black), fault=None)
        assert _silent(clean, index, wrong) == 1
        assert _silent(clean, index, replace(wrong, inferred=True)) == 0
        asked = Asked(1, "play", event.side, ())
        assert _silent(clean, index, wrong, asked) == 0


def test_a_play_that_is_left_out_is_silent(clean: Evening) -> None:
    plays = [index for index, entry in enumerate(clean.entries) if isinstance(entry.event, Played)]
    assert all(_silent(clean, index) == 1 for index in plays[2::5])


def test_a_wrong_result_and_a_game_that_is_missing_are_silent(clean: Evening) -> None:
    over = next(index for index, entry in enumerate(clean.entries) if isinstance(entry.event, GameOver))
    event = clean.entries[over].event
    assert isinstance(event, GameOver)
    assert _silent(clean, over, replace(event, result=replace(event.result, points=7))) == 1
    verdicts = judged(replace(clean, entries=clean.entries[: over + 1]))
    assert [bool(each.silent) for each in verdicts] == [False, True]
    assert "not recorded" in verdicts[1].silent[0]


def _silent(clean: Evening, index: int, *instead: Event) -> int:
    """In how many games something is wrong silently, with these events instead of one of the log."""
    entry = clean.entries[index]
    entries = [
        *clean.entries[:index],
        *(replace(entry, event=each) for each in instead),
        *clean.entries[index + 1 :],
    ]
    return sum(bool(each.silent) for each in judged(replace(clean, entries=entries)))


def test_a_slope_is_that_of_the_line() -> None:
    assert slope([1, 2, 3, 4], [10, 12, 14, 16]) == pytest.approx(2.0)
    assert slope([1, 2, 3], [7, 7, 7]) == 0.0
    assert slope([5], [7]) == 0.0


def test_memory_that_grows_is_told() -> None:
    def course(more: float) -> Course:
        life = [{"over": n, "mb": 190.0 + more * n, "files": 7, "threads": ["referee"]} for n in range(1, 41)]
        return Course(PARTY, lives=[life])

    assert rise(course(0.02)) == pytest.approx(2.0)
    assert not any(line.startswith("GROWS") for line in told([course(0.02)]))
    assert any(line.startswith("GROWS") for line in told([course(2 * FLAT / 100)]))
    assert rise(Course(PARTY, lives=[course(1.0).lives[0][:9]])) is None
