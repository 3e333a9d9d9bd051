"""The lens is told by the pattern of the points, and only where it bends clearly."""

from collections.abc import Callable

import numpy as np
import pytest

from calibration import model_from_corners
from calibration.lens_estimation import edged, lens_of
from device.simulator.virtual_table import VirtualTable
from engine.games import find_game
from vision.draw import corners as drawn_corners
from vision.draw import draw, random_appearance
from vision.rectify import Corners, Lens, as_corners, maps_of, remapped

Paint = Callable[..., object]


def through(k: float, picture: np.ndarray, corners: Corners) -> tuple[np.ndarray, Corners]:
    """A picture and its corners as a lens bends them."""
    bend = Lens(k).on((picture.shape[1], picture.shape[0]))
    grid = np.stack(np.meshgrid(np.arange(bend.width), np.arange(bend.height)), axis=-1)
    return remapped(picture, maps_of(bend.straight(grid))), as_corners(bend.bent(np.array(corners)))


@pytest.mark.parametrize("k", [-0.1, pytest.param(-0.3, marks=pytest.mark.long)])
def test_a_lens_that_bends_is_told(
    paint: Paint, corners: Corners, start: dict[int, tuple[int, int]], k: float
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    bent, places = through(k, picture, corners)
    lens = lens_of(places, bent, nets)
    assert lens is not None and lens.k == pytest.approx(k, abs=0.03)


def test_a_straight_picture_stays_as_it_is(
    paint: Paint, corners: Corners, start: dict[int, tuple[int, int]]
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    assert lens_of(corners, picture, nets) is None


def test_the_corners_of_a_bent_board_stay_its_own(paint: Paint, corners: Corners) -> None:
    picture, nets = paint({})  # type: ignore[misc]
    bent, places = through(-0.2, picture, corners)
    model = model_from_corners(places, bent, nets=nets).model
    assert model.lens is not None and model.bar == pytest.approx((0.455, 0.545), abs=0.01)
    assert np.abs(np.array(model.corners) - places).max() < 5


@pytest.mark.long
@pytest.mark.parametrize("sigma", [12.0, 25.0])
def test_noise_is_no_lens(sigma: float) -> None:
    """A picture that is straightened is smoothed by that, which explains more of a noisy one whatever the lens."""
    look = random_appearance(23, (960, 720))
    scene = VirtualTable(find_game("backgammon"), 9, look.sizes).scene_at(0.0)
    assert scene is not None
    picture = draw(scene, look)
    grain = np.random.default_rng(0).standard_normal(picture.shape) * sigma
    noisy = np.clip(picture + grain, 0, 255).astype(np.uint8)
    assert lens_of(as_corners(drawn_corners(look)), noisy) is None


def test_rails_that_are_straight_are_no_lens(
    paint: Paint, corners: Corners, start: dict[int, tuple[int, int]]
) -> None:
    """Curved points may suit a lens; the playing surface's sides tell that there is none, and which there is."""
    picture, _ = paint(start)  # type: ignore[misc]
    assert edged(corners, picture, None) > max(edged(corners, picture, Lens(k)) for k in (-0.4, -0.1, 0.1))
    bent, places = through(-0.1, picture, corners)
    assert edged(places, bent, Lens(-0.1)) > max(edged(places, bent, lens) for lens in (None, Lens(-0.4)))
