"""The pattern laid on a picture: corners put right in both directions, and how well a wrong place fits."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.fit.hidden import hidden_by
from vision.fit.pattern_fit import behind_rail, fit_pattern, fit_points
from vision.nets import BoardMaps
from vision.rectify import Corners, rectifier

PLAYED = {6: (3, 0), 8: (2, 0), 13: (4, 0), 24: (2, 0), 1: (0, 2), 12: (0, 3), 17: (0, 3), 19: (0, 4)}
BAR = (0.45, 0.55)


def seen(maps: BoardMaps) -> NDArray[np.bool_]:
    return hidden_by(maps)


def moved(corners: Corners, by: NDArray[np.float64]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(corners) + by)
    return a, b, c, d


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sites", [{}, PLAYED])
def test_corners_are_put_right_both_ways(
    paint: Callable[..., object], quad: tuple[Corners, object], sites: dict[int, tuple[int, int]], seed: int
) -> None:
    painted = paint(sites)
    given = moved(quad[0], np.random.default_rng(seed).uniform(-4, 4, (4, 2)))
    fit = fit_pattern(painted.picture, given, seen(painted.maps))  # type: ignore[attr-defined]
    assert np.abs(np.array(fit.corners) - quad[0]).max() < 2.5
    assert fit.bar == pytest.approx(BAR, abs=0.012)
    assert fit.explained > 0.7


@pytest.mark.parametrize("points", [-1, 1, 2])
def test_a_point_beside_fits_worse(
    paint: Callable[..., object], quad: tuple[Corners, object], points: int
) -> None:
    painted = paint(PLAYED)
    hidden = seen(painted.maps)  # type: ignore[attr-defined]
    by = 0.075 * points
    places = np.array([[by, 0], [1 + by, 0], [1 + by, 1], [by, 1]])
    a, b, c, d = ((float(x), float(y)) for x, y in rectifier(quad[0]).pixels(places))
    right = fit_points(painted.picture, quad[0], hidden, BAR)  # type: ignore[attr-defined]
    wrong = fit_points(painted.picture, (a, b, c, d), hidden, BAR)  # type: ignore[attr-defined]
    assert wrong.explained * wrong.ended < 0.8 * right.explained * right.ended


def test_feet_behind_the_near_rail_are_allowed_for(
    paint: Callable[..., object], quad: tuple[Corners, object]
) -> None:
    painted = paint({})
    clear = np.zeros((96, 128), dtype=np.bool_)
    picture = painted.picture.copy()  # type: ignore[attr-defined]
    assert behind_rail(picture, quad[0], clear, BAR) == quad[0]
    laid = rectifier(quad[0])
    rail = laid.pixels(np.array([[-0.1, 0.955], [1.1, 0.955], [1.1, 1.2], [-0.1, 1.2]]))
    cv2.fillPoly(picture, [rail.round().astype(np.int32)], (70, 90, 80))
    visible = laid.pixels(np.array([[0, 0], [1, 0], [1, 0.955], [0, 0.955]]))
    a, b, c, d = ((float(x), float(y)) for x, y in visible)
    found = np.array(behind_rail(picture, (a, b, c, d), clear, BAR))
    wrong = np.abs(np.array(visible)[2:, 1] - np.array(quad[0])[2:, 1]).mean()
    assert np.abs(found[2:, 1] - np.array(quad[0])[2:, 1]).mean() < 0.6 * wrong
