"""What counts as movement, and what does not."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.rectify import Corners, Rectifier
from vision.stillness import FEW, changed, is_dark, window_of

Paint = Callable[..., object]


@pytest.fixture
def picture(paint: Paint) -> NDArray[np.uint8]:
    """A board in the middle of a game."""
    return paint({6: (5, 0), 12: (0, 5), 24: (2, 0)}).picture  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def thumb(picture: NDArray[np.uint8], quad: tuple[Corners, Rectifier]) -> Callable[..., NDArray[np.uint8]]:
    """The thumb of a picture of the board."""
    window = window_of(quad[1], picture.shape)
    return window.thumb


def noisy(picture: NDArray[np.uint8], seed: int, strength: float) -> NDArray[np.uint8]:
    noise = np.random.default_rng(seed).normal(0, strength, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("strength", [0.0, 2.0, 5.0, 9.0])
def test_noise_is_no_movement(
    picture: NDArray[np.uint8], thumb: Callable[..., object], strength: float
) -> None:
    one, two = noisy(picture, 1, strength), noisy(picture, 2, strength)
    assert changed(thumb(one), thumb(two)) < FEW  # type: ignore[arg-type]


@pytest.mark.parametrize("gain", [0.9, 1.1])
def test_a_change_of_light_is_no_movement(
    picture: NDArray[np.uint8], thumb: Callable[..., object], gain: float
) -> None:
    brighter = np.clip(picture * gain, 0, 255).astype(np.uint8)
    assert changed(thumb(picture), thumb(brighter)) < FEW  # type: ignore[arg-type]


def test_a_die_that_is_gone_is_movement(picture: NDArray[np.uint8], thumb: Callable[..., object]) -> None:
    before = noisy(picture, 1, 3.0)
    after = noisy(picture, 2, 3.0)
    after[240:256, 400:416] = 235
    assert changed(thumb(before), thumb(after)) >= FEW  # type: ignore[arg-type]


def test_only_black_is_dark(picture: NDArray[np.uint8], thumb: Callable[..., object]) -> None:
    assert is_dark(thumb((picture * 0.03).astype(np.uint8)))  # type: ignore[arg-type]
    assert not is_dark(thumb(picture))  # type: ignore[arg-type]


def test_the_window_stays_in_the_picture(quad: tuple[Corners, Rectifier]) -> None:
    window = window_of(quad[1], (480, 640, 3), margin=2.0)
    assert (window.top, window.bottom, window.left, window.right) == (0, 480, 0, 640)
