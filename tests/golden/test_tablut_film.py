"""A golden film of Tablut: what the eye reads of a drawn board of squares becomes the record that the truth states."""

import json
from pathlib import Path

import pytest

from device.simulator.films import write_film
from device.table.watch.film import watch_film
from device.table.watch.film_json import watched_json
from engine.match_formats import find_match_format
from vision.draw import random_appearance
from vision.rectify import parse_corners


@pytest.mark.long
def test_a_film_of_tablut_becomes_its_record(tmp_path: Path) -> None:
    """With captures, and moves that are against the rules and put right."""
    film, truth = tmp_path / "film.mp4", tmp_path / "film.json"
    match_format = find_match_format("tablut")
    write_film(film, truth, match_format, 4, look=random_appearance(2, (960, 720)), seconds=32.0)
    told = json.loads(truth.read_text())
    corners = parse_corners(" ".join(f"{x},{y}" for x, y in told["corners"]))
    seen = watched_json(watch_film(film, corners, match_format=match_format))
    wanted, (game,) = told["games"][0], seen["games"]
    assert len(wanted["turns"]) >= 3
    assert any(turn["captured"] for turn in wanted["turns"])
    assert [(turn["player"], turn["moves"], turn["captured"]) for turn in game["turns"]] == [
        (turn["player"], turn["moves"], turn["captured"]) for turn in wanted["turns"]
    ]
    board = wanted["turns"][-1]["result"].replace("near ", "near: ").replace("| far ", "far: ")
    assert game["turns"][-1]["result"] == board
    illegal = [
        [event for event in events if event["event"] == "illegal"]
        for events in (wanted["events"], game["events"])
    ]
    assert [event["rule"] for event in illegal[0]] == [event["rule"] for event in illegal[1]]
    assert illegal[0] and all(event["corrected"] for event in illegal[1])
    for one, other in zip(*illegal, strict=True):
        assert abs(one["frame"] - other["frame"]) <= 10
    assert seen["questions"] == []
