"""A camera that sways on its stand, in noise, and a lamp that nearly goes out: the record is whole."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.simulator.films import write_film
from device.table.watch.film import watch_frames
from device.table.watch.film_json import watched_json
from device.table.watch.film_sequence import frames_of
from engine.games import find_game
from engine.match.match import Match
from engine.match_format import MatchFormat
from vision.draw import preset
from vision.frame import Frame, Picture
from vision.rectify import parse_corners

Spoil = Callable[[Picture, Frame], Picture]


def swaying(pixels: float, hertz: float, sigma: float) -> Spoil:
    """Pictures of a camera that sways by so many pixels, with noise of so many grey levels."""

    def spoil(picture: Picture, frame: Frame) -> Picture:
        phase = 2 * math.pi * hertz * frame.time
        size = (picture.shape[1], picture.shape[0])
        matrix = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), 0.1 * math.sin(0.4 * phase), 1.0)
        matrix[:, 2] += (pixels * math.sin(phase), 0.6 * pixels * math.sin(1.3 * phase))
        moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        grain = np.random.default_rng(frame.number).standard_normal(picture.shape, np.float32)
        return np.clip(moved + grain * np.float32(sigma), 0, 255).astype(np.uint8)

    return spoil


def dimmed(picture: Picture, frame: Frame) -> Picture:
    """The lamp nearly goes out for three seconds, twice."""
    return (picture * 0.15).astype(np.uint8) if 9.0 < frame.time % 18.0 < 12.0 else picture


@pytest.mark.long
@pytest.mark.parametrize(
    "spoil", [swaying(1.0, 0.7, 12.0), swaying(5.0, 1.0, 3.0), swaying(0.5, 0.7, 25.0), dimmed]
)
def test_what_spoils_the_pictures_changes_nothing_in_the_record(
    differ: Callable[[Any, Any], list[str]], tmp_path: Path, spoil: Spoil
) -> None:
    film, truth = tmp_path / "film.mp4", tmp_path / "film.json"
    write_film(film, truth, find_game("backgammon"), 5, look=preset(), seconds=40.0)
    told = json.loads(truth.read_text())

    def spoiled() -> Iterator[Frame]:
        for frame in frames_of([film]):
            yield replace(frame, taken=spoil(frame.picture, frame))

    corners = parse_corners(" ".join(f"{x},{y}" for x, y in told["corners"]))
    match_format = MatchFormat()
    match = Match(0, "near", "far", (), match_format.id, match_format)
    assert differ(told, watched_json(watch_frames(spoiled(), corners, match))) == []
