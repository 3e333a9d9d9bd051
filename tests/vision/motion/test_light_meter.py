"""When there is too little light to read by, and when so little that pictures are made brighter."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.board_model import BoardModel
from vision.frame import Picture
from vision.motion.anchor import Level
from vision.motion.light_meter import ACCUSTOMED, MOST, LightMeter, brightened, brightening
from vision.reading import read_board


def thumb(share: float = 1.0) -> Level:
    """A board under so large a share of its light."""
    return np.asarray(np.random.default_rng(1).normal(120, 45, (80, 100)).clip(0, 255) * share, np.float32)


@pytest.mark.parametrize("share", [0.002, 0.05, 0.15])
def test_a_room_that_is_nearly_dark_is_dark_at_once(share: float) -> None:
    light = LightMeter()
    assert not light.is_dark(thumb(), 0.0)
    assert light.is_dark(thumb(share), 0.2)
    assert light.is_dark(thumb(share), 3.0)
    assert not light.is_dark(thumb(), 3.2)


@pytest.mark.parametrize("share", [0.01, 0.05, 0.14])
def test_a_film_may_begin_in_the_dark(share: float) -> None:
    assert LightMeter().is_dark(thumb(share), 0.0)


@pytest.mark.parametrize("share", [0.5, 0.75, 1.6])
def test_a_little_less_light_is_not_dark(share: float) -> None:
    light = LightMeter()
    assert not light.is_dark(thumb(), 0.0)
    assert not light.is_dark(thumb(share), 0.2)


def test_one_gets_accustomed_to_little_light_that_still_shows_something() -> None:
    light = LightMeter()
    light.is_dark(thumb(), 0.0)
    views = [light.is_dark(thumb(0.32), second / 2) for second in range(1, round(2 * ACCUSTOMED) + 6)]
    assert views[0] and views[-10] and not views[-1]
    assert not light.is_dark(thumb(0.32), 2 * ACCUSTOMED)


def test_an_evening_that_falls_slowly_is_followed() -> None:
    light = LightMeter()
    for second in range(600):
        assert not light.is_dark(thumb(1.0 - 0.68 * second / 600), float(second))


def test_a_dim_picture_is_made_as_bright_as_boards_usually_are_and_no_other(
    paint: Callable[..., object], cold: BoardModel
) -> None:
    picture = paint({6: (5, 0), 12: (0, 5)}).picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    assert brightening(rectified) is None and brightened(picture, None) is picture
    dim = np.asarray(rectified * 0.2, np.uint8)
    tone = brightening(dim)
    assert tone is not None and (np.diff(tone.astype(int)) >= 0).all()
    bright = brightened(dim, tone)
    assert 0.4 < np.median(bright) / np.median(rectified) < 1.2 and np.percentile(bright, 99) > 100
    black = brightening(np.zeros_like(dim))
    assert black is not None and (black <= np.arange(256) * MOST).all(), "noise is no picture"


def test_beside_a_beam_of_sun_what_lies_in_the_dark_is_made_brighter_than_the_beam(
    paint: Callable[..., object], cold: BoardModel
) -> None:
    picture = paint({6: (5, 0), 12: (0, 5)}).picture  # type: ignore[attr-defined]
    rectified = cold.rectifier(picture.shape).rectify(picture)
    beam = np.where(np.arange(512) < 150, 1.0, 0.15)[None, :, None]
    lit = np.asarray(rectified * beam, np.uint8)
    told = brightened(lit, brightening(lit))
    gains = [np.median(told[:, part]) / np.median(lit[:, part]) for part in (np.s_[40:140], np.s_[200:480])]
    assert gains[0] < 1.6 and gains[1] > 2


@pytest.mark.parametrize("share", [0.1, 0.25])
def test_the_network_is_given_a_board_in_little_light_about_as_bright_as_others(
    model: BoardModel, paint: Callable[..., object], share: float
) -> None:
    """The networks see no checker at all in so little light, and a board without checkers is soon believed."""
    given: list[Picture] = []

    class Asked:
        def board(self, rectified: Picture, bare: object = None) -> object:
            given.append(rectified)
            raise StopIteration

    picture = paint({6: (5, 0), 12: (0, 5)}).picture  # type: ignore[attr-defined]
    for each in (picture, np.asarray(picture * share, np.uint8)):
        with pytest.raises(StopIteration):
            read_board(model, Asked(), model.rectifier(each.shape), each)  # type: ignore[arg-type]
    usual, dim = (each.astype(int) for each in given)
    assert dim.max() > 0.45 * usual.max() and dim.mean() > 0.4 * usual.mean()
