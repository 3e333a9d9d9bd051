"""The bench of films in little: what befalls a film makes nothing wrong in its record that
is not marked, and calls nobody.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bench.disturbances import ROWS, Disturbed, Film, quantised, spans
from tests.bench.film_score import aligned, score
from tests.bench.films import Staged, changes, staged_film, under, watched
from vision.rectify import as_corners

SHORT = Staged("backgammon", 8, 3, 17.0)
"""A turn with an illegal play that is put right."""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    return staged_film(SHORT, tmp_path_factory.mktemp("film"))


@pytest.mark.parametrize(
    "row", ["as it is", *(pytest.param(each, marks=pytest.mark.long) for each in ("sway-2", "lamp-0.2"))]
)
def test_nothing_is_wrong_and_unmarked(film: Film, row: str, without_lens: None) -> None:
    marked = score(film, under(film, ROWS[row]), watched(film, ROWS[row]))
    told = {name: marked.figures[name] for name in ("wrong, unmarked", "false calls", "results wrong")}
    assert told == {"wrong, unmarked": 0, "false calls": 0, "results wrong": 0}, marked.failures
    if row == "as it is":
        assert (marked.figures["plays"], marked.figures["plays right"]) == (1, 1), marked.failures
        assert (marked.figures["illegal"], marked.figures["illegal found"]) == (1, 1), marked.failures


START = "near 24:2 13:5 8:3 6:5 | far 24:2 13:5 8:3 6:5"
AFTER = (
    "near 24:2 13:5 8:2 6:4 5:2 | far 24:2 13:5 8:3 6:5",
    "near 24:2 13:5 8:2 6:4 5:2 | far 24:1 18:1 13:5 8:3 6:5",
)


@pytest.fixture
def account() -> tuple[Film, dict[str, Any]]:
    """A film of two turns, of which nobody looks at the pictures, and an account of it that is right."""
    turns = [
        {"player": "near", "roll": [3, 1], "moves": [[8, 5], [6, 5]], "result": AFTER[0]},
        {"player": "far", "roll": [5, 1], "moves": [[24, 18]], "result": AFTER[1]},
    ]
    events = [
        {"event": "start", "position": START, "frame": 0},
        {"event": "roll", "by": "near", "dice": [3, 1], "frame": 10},
        {"event": "play", "by": "near", "frame": 24},
        {"event": "roll", "by": "far", "dice": [5, 1], "frame": 40},
        {"event": "illegal", "by": "far", "seen": AFTER[0], "corrected": True, "frame": 52},
        {"event": "play", "by": "far", "frame": 60},
    ]
    truth = {"fps": 5, "frames": 80, "turns": turns, "events": events, "ended": None}
    corners = as_corners(np.array([(0, 0), (9, 0), (9, 9), (0, 9)], np.float64))
    call = {"event": "illegal", "by": "far", "frame": 55, "seen": AFTER[0]}
    told = [dict(turn) for turn in turns]
    seen = {"games": [{"start": START, "turns": told, "events": [call], "result": None}], "questions": []}
    return Film("drawn", Path("film.mp4"), truth, corners), seen


def figures(film: Film, seen: dict[str, Any], **changed: Any) -> dict[str, int]:
    done = replace(Disturbed(iter(()), film.corners), **changed)
    return dict(score(film, done, seen).figures)


def test_an_account_that_is_right(account: tuple[Film, dict[str, Any]]) -> None:
    film, seen = account
    told = figures(film, seen)
    assert (told["plays right"], told["positions right"], told["plays"]) == (2, 2, 2)
    assert (told["illegal found"], told["false calls"], told["wrong"], told["results wrong"]) == (1, 0, 0, 0)


def test_what_is_wrong_is_marked_or_is_not(account: tuple[Film, dict[str, Any]]) -> None:
    film, seen = account
    last = seen["games"][0]["turns"][1]
    last["roll"] = [4, 2]
    told = figures(film, seen)
    assert (told["plays right"], told["positions right"], told["wrong, unmarked"]) == (1, 2, 1)
    last["inferred"] = True
    assert figures(film, seen)["wrong, unmarked"] == 0
    del last["inferred"]
    seen["questions"] = [{"candidates": [{"result": last["result"]}]}]
    assert figures(film, seen)["wrong, unmarked"] == 0


def test_a_call_is_in_time_or_late_or_false(account: tuple[Film, dict[str, Any]]) -> None:
    film, seen = account
    call = seen["games"][0]["events"][0]
    call["frame"] = 70
    told = figures(film, seen)
    assert (told["illegal found"], told["found late"], told["false calls"]) == (1, 1, 0)
    call["by"] = "near"
    told = figures(film, seen)
    assert (told["illegal found"], told["false calls"]) == (0, 1)


def test_what_nobody_could_see_is_not_due(account: tuple[Film, dict[str, Any]]) -> None:
    film, seen = account
    seen["games"][0]["events"] = []
    assert figures(film, seen, blind=((50.0, 55.0),))["illegal"] == 0
    seen["games"][0]["turns"] = seen["games"][0]["turns"][1:]
    told = figures(film, seen, first=20)
    assert (told["plays"], told["plays right"], told["wrong"]) == (1, 1, 0)


def test_a_result_that_nobody_has_seen_is_wrong(account: tuple[Film, dict[str, Any]]) -> None:
    film, seen = account
    seen["games"][0]["result"] = {"winner": "near", "points": 1, "how": "single"}
    assert figures(film, seen)["results wrong"] == 1


def test_turns_and_what_happened_in_them(account: tuple[Film, dict[str, Any]]) -> None:
    film, _ = account
    assert [(span.begin, span.end) for span in spans(film.truth)] == [(10, 24), (40, 60)]
    double = [{"event": "double", "by": "near", "frame": 70}, {"event": "pass", "by": "far", "frame": 78}]
    more = {**film.truth, "events": [*film.truth["events"], *double]}
    assert (spans(more)[-1].begin, spans(more)[-1].end) == (70, 78)


def test_turns_are_paired_in_order() -> None:
    one, other = [{"n": n} for n in (1, 2, 3, 4)], [{"n": n} for n in (2, 9, 4, 1)]
    assert aligned(one, other, lambda a, b: a == b) == [(1, 0), (3, 2)]


def test_what_is_pressed_hard_loses_what_is_faint() -> None:
    plane = np.full((16, 16), 100.0, np.float32)
    assert abs(quantised(plane) - plane).max() < 4
    plane[3, 3] += 20
    assert np.ptp(quantised(plane)) == 0


def test_two_states_of_the_code_are_compared() -> None:
    before = {"as it is, a": {"figures": {"plays": 3, "plays right": 2}, "failures": ["play 3"]}}
    after = {"as it is, a": {"figures": {"plays": 3, "plays right": 3}, "failures": []}}
    told = "\n".join(changes(before, after))
    assert "plays right 2 -> 3" in told and "gone: play 3" in told
