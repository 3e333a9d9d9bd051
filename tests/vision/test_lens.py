"""What a lens bends is straightened, and bent again where things are drawn."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.board_model import BoardModel
from vision.crops import die_cut
from vision.motion.stillness import window_of
from vision.overlay import overlay
from vision.reading import read_picture
from vision.rectify import UNIT, Bend, Corners, Lens, as_corners, maps_of, rectifier, remapped, straightened
from vision.shift import glimpse, shift_since

SIZE = (640, 480)


def bent_picture(picture: np.ndarray, bend: Bend) -> np.ndarray:
    """A straight picture as a lens shows it."""
    grid = np.stack(np.meshgrid(np.arange(bend.width), np.arange(bend.height)), axis=-1)
    return remapped(picture, maps_of(bend.straight(grid)))


@given(st.floats(-0.5, 0.2), st.floats(0, 639), st.floats(0, 479))
def test_what_is_straightened_can_be_bent_again(k: float, x: float, y: float) -> None:
    bend = Lens(k).on(SIZE)
    pixel = np.array([[x, y]])
    assert np.allclose(bend.bent(bend.straight(pixel)), pixel, atol=1e-6)


def test_a_straightened_picture_shows_all_of_the_bent_one() -> None:
    rim = np.array([[0, 0], [320, 0], [639, 0], [639, 240], [0, 479]], dtype=np.float64)
    for k in (-0.4, -0.1, 0.1):
        there = Lens(k).on(SIZE).straight(rim)
        assert there.min() > -1e-6 and (there <= [639 + 1e-6, 479 + 1e-6]).all()


def test_a_lens_is_the_same_for_pictures_of_any_size() -> None:
    small, large = Lens(-0.2).on((640, 480)), Lens(-0.2).on((1280, 960))
    pixel = np.array([[100.0, 70.0]])
    assert np.allclose(large.straight(2 * pixel + 0.5), 2 * small.straight(pixel) + 0.5)


@pytest.mark.parametrize("k", [-0.3, -0.1, 0.1])
def test_places_and_pixels_of_a_bent_board_belong_together(quad: tuple[Corners, object], k: float) -> None:
    bend = Lens(k).on(SIZE)
    laid = rectifier(quad[0], bend)
    places = np.random.default_rng(1).uniform(-0.05, 1.05, (50, 2))
    assert np.allclose(laid.board(laid.pixels(places)), places, atol=1e-6)
    assert np.allclose(laid.pixels(UNIT), np.array(quad[0]), atol=1e-3)
    place = (0.2, 0.7)
    plane = laid.plane_at(place)
    near = np.array([[0.21, 0.69]])
    x, y, w = plane @ np.array([*near[0], 1.0])
    assert np.allclose([x / w, y / w], laid.pixels(near)[0], atol=0.1)
    middle = die_cut(plane, place).pixel((0, 0))
    assert np.allclose(middle, laid.pixels(np.array([place]))[0], atol=1e-3)


def test_a_bent_board_is_rectified_as_a_straight_one(
    paint: Callable[..., object], quad: tuple[Corners, object]
) -> None:
    picture = paint({6: (3, 0), 19: (0, 4)}).picture  # type: ignore[attr-defined]
    bend = Lens(-0.25).on((picture.shape[1], picture.shape[0]))
    bent = as_corners(bend.bent(np.array(quad[0])))
    straight = rectifier(quad[0]).rectify(picture).astype(int)
    seen = rectifier(bent, bend).rectify(bent_picture(picture, bend)).astype(int)
    unseen = rectifier(bent).rectify(bent_picture(picture, bend)).astype(int)
    inside = (slice(30, -30), slice(40, -40))
    assert np.abs(seen - straight)[inside].mean() < 3 < np.abs(unseen - straight)[inside].mean()
    _, flat, back = straightened(bent, bent_picture(picture, bend), Lens(-0.25))
    assert back == bend and np.abs(flat.astype(int) - picture)[100:-100, 100:-100].mean() < 3


def test_lines_on_a_bent_board_are_drawn_bent(quad: tuple[Corners, object]) -> None:
    edge = np.array([[0.0, 0.0], [1.0, 0.0]])
    assert len(rectifier(quad[0]).line(edge)) == 2
    laid = rectifier(quad[0], Lens(-0.2).on(SIZE))
    line = laid.line(edge)
    assert np.allclose(line[[0, -1]], laid.pixels(edge))
    assert line[:, 1].min() < min(line[0, 1], line[-1, 1]) - 3
    assert np.allclose(laid.board(line)[:, 1], 0, atol=1e-6)
    assert window_of(laid, (480, 640, 3), margin=0.0).top <= line[:, 1].min()


def test_a_bent_board_is_followed(paint: Callable[..., object], quad: tuple[Corners, object]) -> None:
    picture = paint({6: (3, 0), 19: (0, 4)}).picture  # type: ignore[attr-defined]
    lens = Lens(-0.2)
    bend = lens.on((picture.shape[1], picture.shape[0]))
    bent = as_corners(bend.bent(np.array(quad[0])))
    aside = as_corners(bend.bent(np.array(quad[0]) + [9.0, -6.0]))
    shifted = np.roll(picture, (-6, 9), axis=(0, 1))
    before = glimpse(bent_picture(picture, bend), bent, lens)
    shift = shift_since(before, bent_picture(shifted, bend), bent, lens)
    assert np.abs(np.array(shift.corners) - aside).max() < 2.0


def test_a_bent_board_is_read_and_drawn_over(
    paint: Callable[..., object], knowing: Callable[..., object], model: BoardModel
) -> None:
    painted = paint({6: (3, 0), 19: (0, 4)})
    picture = painted.picture  # type: ignore[attr-defined]
    bend = Lens(-0.2).on(model.size)
    bent = replace(model, corners=as_corners(bend.bent(np.array(model.corners))), lens=Lens(-0.2))
    seen = read_picture(bent, bent_picture(picture, bend), knowing(painted.maps))  # type: ignore[attr-defined, arg-type]
    counts = {site.index: (site.likeliest.light, site.likeliest.dark) for site in seen.sites}  # type: ignore[union-attr]
    assert (counts[6], counts[19]) == ((3, 0), (0, 4))
    assert overlay(picture, bent, seen).shape == picture.shape
