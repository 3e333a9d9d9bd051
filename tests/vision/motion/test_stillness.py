"""What counts as movement, and what does not."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import GLIMPSE
from vision.motion.stillness import FEW, LARGEST, Stillness, Window, changed, changed_in_bands, window_of
from vision.rectify import Corners, Rectifier, rectifier

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


@pytest.mark.parametrize("strength", [0.0, 2.0, 5.0, 9.0, 25.0])
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


def flickering(picture: NDArray[np.uint8], phase: float, upright: bool) -> NDArray[np.uint8]:
    """A picture in bands that run along its rows or, `upright`, its columns."""
    height, width = picture.shape[:2]
    along = np.arange(width)[None, :] / width if upright else np.arange(height)[:, None] / height
    bands = 1 + 0.12 * np.sin(3 * np.pi * along + phase)
    return np.clip(picture * bands[:, :, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("upright", [False, True])
def test_lamps_that_flicker_are_no_movement_and_a_die_that_is_gone_is(
    picture: NDArray[np.uint8], quad: tuple[Corners, Rectifier], upright: bool
) -> None:
    """A shutter that rolls shows a lamp's flicker as bands, which run through the pictures."""
    window, stillness = window_of(quad[1], picture.shape), Stillness()
    shining = picture.copy()
    shining[180:230, 250:300] = 250
    for number in range(8):
        thumb = window.thumb(flickering(noisy(shining, number, 2.0), 2.4 * number, upright))
        assert not stillness.moves(thumb)
        if number == 0:
            stillness.settle(thumb)
        assert not stillness.is_off, "bands are no board that lies elsewhere"
    shining[240:256, 400:416] = 235
    assert stillness.moves(window.thumb(flickering(noisy(shining, 9, 2.0), 2.4 * 9, upright)))


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("wide", [12, 80])
def test_what_reaches_all_over_the_picture_is_no_band_of_light(across: bool, wide: int) -> None:
    """A stick, and a sleeve, in one shade from one end of the window to the other."""
    plain = np.full((200, 360), 120, np.float32)
    reached = plain.copy()
    reached[(slice(90, 90 + wide), slice(None)) if across else (slice(None), slice(150, 150 + wide))] -= 40
    assert changed_in_bands(plain, reached) >= FEW


def test_a_die_that_is_gone_is_movement(picture: NDArray[np.uint8], thumb: Callable[..., object]) -> None:
    before = noisy(picture, 1, 3.0)
    after = noisy(picture, 2, 3.0)
    after[240:256, 400:416] = 235
    assert changed(thumb(before), thumb(after)) >= FEW  # type: ignore[arg-type]


def test_the_window_stays_in_the_picture(quad: tuple[Corners, Rectifier]) -> None:
    window = window_of(quad[1], (480, 640, 3), margin=2.0)
    assert (window.top, window.bottom, window.left, window.right) == (0, 480, 0, 640)


def test_of_a_large_picture_more_pixels_go_into_one_of_a_thumb() -> None:
    window = window_of(rectifier(((300, 200), (3500, 200), (3600, 2000), (200, 2000))), (2160, 3840, 3))
    assert window.size[0] <= LARGEST and window.step % GLIMPSE == 0
    assert window.thumb(np.full((2160, 3840, 3), 7, np.uint8)).shape == window.size[::-1]


def swayed(picture: NDArray[np.uint8], x: float, y: float, degrees: float = 0.0) -> NDArray[np.uint8]:
    size = (picture.shape[1], picture.shape[0])
    matrix = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.0)
    matrix[:, 2] += (x, y)
    out = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.uint8)


@pytest.fixture
def window(picture: NDArray[np.uint8], quad: tuple[Corners, Rectifier]) -> Window:
    """Where the board lies in the picture."""
    return window_of(quad[1], picture.shape)


@pytest.mark.parametrize("strength", [2.0, 25.0])
@pytest.mark.parametrize("sway", [(0.5, 0.3), (2.0, -1.0), (-5.0, 3.0), (9.0, 6.0)])
def test_a_camera_that_sways_is_no_movement_and_the_corners_sway_with_it(
    picture: NDArray[np.uint8],
    window: Window,
    quad: tuple[Corners, Rectifier],
    sway: tuple[float, float],
    strength: float,
) -> None:
    stillness = Stillness()
    assert not stillness.moves(window.thumb(picture))
    stillness.settle(window.thumb(picture))
    for k in range(1, 8):
        x, y = (each * np.sin(k) for each in sway)
        assert not stillness.moves(
            window.thumb(noisy(swayed(picture, x, y, 0.1 * np.sin(2 * k)), k, strength))
        )
        assert stillness.has_scene
    last = window.thumb(noisy(swayed(picture, *sway), 9, strength))
    assert not stillness.moves(last)
    stillness.lay(last)
    corners = np.array(window.moved(quad[0], stillness.pose)) - quad[0]
    assert np.abs(corners - sway).max() < 0.5


def test_a_die_that_is_gone_is_movement_while_the_camera_sways(
    picture: NDArray[np.uint8], window: Window
) -> None:
    stillness = Stillness()
    stillness.moves(window.thumb(picture))
    stillness.settle(window.thumb(picture))
    assert not stillness.moves(window.thumb(noisy(swayed(picture, 3, 2), 1, 9.0)))
    after = picture.copy()
    after[240:256, 400:416] = 235
    assert stillness.moves(window.thumb(noisy(swayed(after, -2, 1), 2, 9.0)))
    assert not stillness.has_scene


def test_a_picture_of_something_else_holds_no_anchor(picture: NDArray[np.uint8], window: Window) -> None:
    stillness = Stillness()
    stillness.moves(window.thumb(picture))
    stillness.settle(window.thumb(picture))
    assert stillness.moves(window.thumb(noisy(np.full_like(picture, 120), 3, 60.0)))
    assert not stillness.is_off
