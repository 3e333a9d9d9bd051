"""A camera that is bumped in the middle of a game: nothing wrong is recorded, and no play is called wrong for it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from device.simulator.films import write_film
from device.table.watch.film import watch_film
from device.table.watch.film_json import watched_json
from engine.games import find_game
from vision.draw import preset
from vision.rectify import parse_corners

BUMPS = ((0.3, (4.0, -3.0, 0.2)), (0.55, (16.0, 7.0, -0.6)), (0.8, (-70.0, 12.0, 1.0)))
"""From which share of the film on the camera stands how many pixels and degrees off; the last is more than a point."""


@pytest.mark.long
def test_a_bumped_camera_changes_nothing_in_the_record(
    differ: Callable[[Any, Any], list[str]], tmp_path: Path
) -> None:
    film, truth, bumped = tmp_path / "film.mp4", tmp_path / "film.json", tmp_path / "bumped.mp4"
    write_film(film, truth, find_game("backgammon"), 5, look=preset(), seconds=60.0)
    told = json.loads(truth.read_text())
    _bump(film, bumped)
    watched = watch_film(bumped, parse_corners(" ".join(f"{x},{y}" for x, y in told["corners"])))
    assert differ(told, watched_json(watched)) == []


def _bump(film: Path, bumped: Path) -> None:
    """Copies a film, its pictures pushed aside from some moments on."""
    source = cv2.VideoCapture(str(film))
    count, rate = source.get(cv2.CAP_PROP_FRAME_COUNT), source.get(cv2.CAP_PROP_FPS)
    size = int(source.get(cv2.CAP_PROP_FRAME_WIDTH)), int(source.get(cv2.CAP_PROP_FRAME_HEIGHT))
    target = cv2.VideoWriter(str(bumped), cv2.VideoWriter.fourcc(*"mp4v"), rate, size)
    number = 0
    while True:
        more, picture = source.read()
        if not more:
            break
        for since, (x, y, degrees) in reversed(BUMPS):
            if number >= since * count:
                turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0)
                turn[:, 2] += (x, y)
                picture = cv2.warpAffine(picture, turn, size, borderMode=cv2.BORDER_REFLECT_101)
                break
        target.write(picture)
        number += 1
    target.release()
    source.release()
