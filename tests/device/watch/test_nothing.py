"""Where nothing can be recorded of a film, it is said why."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import model_from_corners
from device.simulator.virtual_table import VirtualTable
from device.table.watch.empty_record import SENTENCES, Nothing, is_drawn
from device.table.watch.film import watch_frames
from device.table.watch.film_json import nothing_sentence
from engine.games import find_game
from engine.match.match import Match
from engine.match_format import MatchFormat
from vision.draw import corners, draw, preset
from vision.frame import Frame, Picture
from vision.rectify import as_corners

LOOK = preset()
CORNERS = as_corners(corners(LOOK))


@pytest.fixture(scope="module")
def start() -> Picture:
    """The simulated board with its starting position."""
    table = VirtualTable(find_game("backgammon"), 0, LOOK.sizes)
    scene = table.scene_at(0.0)
    assert scene is not None
    return draw(scene, LOOK, 0)


@lru_cache(1)
def noise(values: int) -> NDArray[np.int16]:
    """What a sensor adds to so many values, by two levels."""
    return np.rint(np.random.default_rng(0).normal(0, 2, values)).astype(np.int16)


def grain(picture: Picture, number: int) -> Picture:
    """A picture as a sensor gives it; by another number each has other noise."""
    shifted = np.roll(noise(picture.size), 7919 * number).reshape(picture.shape)
    return cv2.add(picture, shifted, dtype=cv2.CV_8U)


def why(start: Picture, pictures: list[Picture]) -> Nothing | None:
    match_format = MatchFormat()
    match = Match(0, "near", "far", (), match_format.id, match_format)
    frames = (Frame(grain(each, k), k / 5, k) for k, each in enumerate(pictures))
    return watch_frames(frames, model_from_corners(CORNERS, start, is_straight=True).model, match).nothing


def test_a_film_in_the_dark(start: Picture) -> None:
    assert why(start, [(start * 0.05).astype(np.uint8)] * 12) is Nothing.TOO_DARK


def test_a_film_that_never_stands_still(start: Picture) -> None:
    hands = []
    for k in range(16):
        picture = start.copy()
        cut = 60 * (k % 8)
        picture[100 + cut // 4 : 400 + cut // 4, cut + 40 : cut + 220] = (
            (90, 130, 200) if k % 2 else (30, 40, 70)
        )
        hands.append(picture)
    assert why(start, hands) is Nothing.NEVER_STILL


def test_a_film_of_something_else(start: Picture) -> None:
    height, width = start.shape[:2]
    ramp = np.linspace(60, 180, width, dtype=np.float32)[None, :, None]
    wall = np.broadcast_to(ramp, (height, width, 3)).astype(np.uint8)
    assert why(start, [wall] * 12) is Nothing.NO_BOARD


def test_a_film_of_a_board_on_which_no_game_begins(start: Picture) -> None:
    table = VirtualTable(find_game("backgammon"), 0, LOOK.sizes)
    scene = table.scene_at(0.0)
    assert scene is not None
    empty = draw(replace(scene, checkers=()), LOOK, 0)
    assert why(start, [empty] * 12) is Nothing.NO_START


def test_a_game_that_was_set_up_is_something(start: Picture) -> None:
    assert why(start, [start] * 12) is None


def test_a_picture_without_grain_was_drawn(start: Picture) -> None:
    flat = np.full((200, 300, 3), 120, np.uint8)
    flat[40:80, 50:200] = (20, 60, 200)
    assert is_drawn(flat)
    assert not is_drawn(grain(flat, 1))
    assert not is_drawn(start)


@pytest.mark.parametrize("nothing", list(Nothing))
def test_every_reason_says_what_to_do(nothing: Nothing) -> None:
    assert nothing_sentence(nothing) == f"nothing could be recorded: {SENTENCES[nothing]}"
