"""From corners and pictures to the model of a board."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import model_from_corners
from calibration.board_calibration import MISREAD, refine
from engine.board import Kind
from vision.board_model import BoardModel
from vision.errors import PictureError
from vision.fit.pattern_fit import PatternFit
from vision.rectify import Corners

pytestmark = pytest.mark.usefixtures("without_lens")
Paint = Callable[..., object]
Sites = dict[int, tuple[int, int]]


@pytest.mark.parametrize("bar", [0.0, 0.05, 0.09, 0.12])
def test_the_bar_is_found(paint: Paint, corners: Corners, start: Sites, bar: float) -> None:
    picture, nets = paint(start, bar)  # type: ignore[misc]
    model = model_from_corners(corners, picture, nets=nets).model
    if bar == 0.0:
        assert model.bar is None
    else:
        assert model.bar == pytest.approx((0.5 - bar / 2, 0.5 + bar / 2), abs=0.006)


def test_the_starting_position_tells_kinds_and_sides(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    empty, _ = paint({})  # type: ignore[misc]
    done = model_from_corners(corners, picture, empty, picture, nets)
    assert (done.model.near, done.home_right) == (Kind.LIGHT, True)
    assert done.model.colour_model is not None
    assert (done.model.colour_model.light.seen, done.model.colour_model.dark.seen) == (15, 15)
    assert done.model.empty_picture() is not None
    assert done.verdict == ("The board can be read well as it stands.",)


def test_what_would_still_be_misread_of_its_own_pictures_is_told(
    paint: Paint, corners: Corners, start: Sites
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    _, blind = paint({site: men for site, men in start.items() if site != 8})  # type: ignore[misc]
    done = model_from_corners(corners, picture, None, picture, blind)
    assert done.home_right is not None and MISREAD in done.verdict
    assert MISREAD not in model_from_corners(corners, picture, None, picture, nets).verdict


@pytest.mark.parametrize("bar", [None, (0.49, 0.51)])
def test_a_start_that_fits_poorly_is_fitted_with_other_bars_too(
    paint: Paint,
    corners: Corners,
    start: Sites,
    monkeypatch: pytest.MonkeyPatch,
    bar: tuple[float, float] | None,
) -> None:
    def misled(*seen: object) -> PatternFit:
        return replace(refine(*seen), bar=bar)  # type: ignore[arg-type]

    monkeypatch.setattr("calibration.board_calibration.refine", misled)
    picture, nets = paint(start)  # type: ignore[misc]
    done = model_from_corners(corners, picture, None, picture, nets)
    assert done.model.bar == pytest.approx((0.455, 0.545), abs=0.005) and MISREAD not in done.verdict


def test_sides_and_hands_may_be_swapped(paint: Paint, corners: Corners, start: Sites) -> None:
    swapped = {site: (dark, light) for site, (light, dark) in start.items()}
    picture, nets = paint(swapped)  # type: ignore[misc]
    assert model_from_corners(corners, picture, nets=nets).model.near is Kind.DARK
    mirrored = {13 - site if site <= 12 else 37 - site: men for site, men in start.items()}
    picture, nets = paint(mirrored)  # type: ignore[misc]
    done = model_from_corners(corners, picture, nets=nets)
    assert (done.model.near, done.home_right) == (Kind.LIGHT, False)


def test_another_position_tells_colours_only(paint: Paint, corners: Corners) -> None:
    picture, nets = paint({4: (3, 0), 20: (0, 4), 9: (2, 0)})  # type: ignore[misc]
    done = model_from_corners(corners, picture, start=picture, nets=nets)
    assert done.model.near is None and done.home_right is None
    assert done.model.colour_model is not None
    assert "does not show the starting position" in done.verdict[0]


def test_an_empty_board_has_no_colours_yet(paint: Paint, corners: Corners) -> None:
    picture, nets = paint({})  # type: ignore[misc]
    done = model_from_corners(corners, picture, nets=nets)
    assert done.model.colour_model is None
    assert any("not been seen side by side" in sentence for sentence in done.verdict)


def test_poor_light_and_poor_contrast_are_told(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    dim = (picture * 0.25).astype(np.uint8)
    assert any("little light" in sentence for sentence in model_from_corners(corners, dim, nets=nets).verdict)
    slope = np.linspace(0.25, 1.0, picture.shape[1])[None, :, None]
    uneven = (picture * slope).astype(np.uint8)
    assert any("left" in sentence for sentence in model_from_corners(corners, uneven, nets=nets).verdict)
    alike, nets = paint(start, shades={"light": (126, 136, 140), "dark": (120, 125, 128)})  # type: ignore[misc]
    verdict = model_from_corners(corners, alike, start=alike, nets=nets).verdict
    assert any("hard to tell apart" in sentence for sentence in verdict)


def test_dark_checkers_on_dark_points_are_told(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, nets = paint(start, shades={"light": (200, 220, 235), "dark": (52, 62, 165)})  # type: ignore[misc]
    empty, _ = paint({})  # type: ignore[misc]
    verdict = model_from_corners(corners, picture, empty, picture, nets).verdict
    assert any(sentence.startswith("Dark checkers and dark points") for sentence in verdict)


def test_a_model_made_and_saved_is_the_same(
    paint: Paint, corners: Corners, start: Sites, tmp_path: Path
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    model = model_from_corners(corners, picture, picture, picture, nets).model
    model.save(tmp_path / "board.json")
    assert BoardModel.load(tmp_path / "board.json") == model


def test_impossible_corners_and_sizes_are_refused_in_words(
    paint: Paint, corners: Corners, start: Sites
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    with pytest.raises(PictureError, match="corners"):
        model_from_corners(((0, 0), (9000, 0), (9000, 9000), (0, 9000)), picture, nets=nets)
    with pytest.raises(PictureError, match="one size"):
        model_from_corners(corners, picture, empty=picture[:-2], nets=nets)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
def test_corners_a_little_off_are_put_right_and_good_ones_left(
    paint: Paint, corners: Corners, start: Sites, seed: int
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    true = np.array(corners)
    off = true + np.random.default_rng(seed).uniform(-8, 8, true.shape)
    a, b, c, d = ((float(x), float(y)) for x, y in off)
    refined = np.array(model_from_corners((a, b, c, d), picture, nets=nets).model.corners)
    assert np.abs(refined - true).mean() < 1.5
    assert np.abs(refined - true).max() < 4.0
    kept = np.array(model_from_corners(corners, picture, nets=nets).model.corners)
    assert np.abs(kept - true).max() < 1.5
