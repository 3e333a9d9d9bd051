"""By how much a board has shifted, whatever has been played meanwhile; and what is no shift."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.rectify import Corners, rectifier, transform
from vision.shift import CLEAR, glimpse, shift_since

Picture = NDArray[np.uint8]
START = {6: (5, 0), 8: (3, 0), 13: (5, 0), 24: (2, 0), 1: (0, 2), 12: (0, 5), 17: (0, 3), 19: (0, 5)}
LATER = {6: (3, 0), 5: (2, 0), 4: (2, 0), 13: (3, 0), 22: (0, 2), 20: (0, 3), 12: (0, 3), 19: (0, 4)}


@pytest.fixture
def boards(paint: Callable[..., object]) -> tuple[Picture, Picture]:
    """The painted board at the start and in the middle of a game."""
    start, later = paint(START).picture, paint(LATER).picture  # type: ignore[attr-defined]
    return start, later


def moved(picture: Picture, matrix: NDArray[np.float64]) -> Picture:
    height, width = picture.shape[:2]
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def slid(x: float, y: float, degrees: float = 0.0) -> NDArray[np.float64]:
    turn = np.vstack([cv2.getRotationMatrix2D((320, 240), degrees, 1.0), [0, 0, 1]])
    turn[:2, 2] += (x, y)
    return turn


def off(found: Corners, matrix: NDArray[np.float64], corners: Corners) -> float:
    return float(np.abs(np.array(found) - transform(matrix, np.array(corners))).max())


def pitch(corners: Corners, points: float) -> NDArray[np.float64]:
    """A shift by so many points' widths."""
    here, there = rectifier(corners).pixels(np.array([[0.5, 0.5], [0.5 + 0.075 * points, 0.5]]))
    return slid(*(there - here))


def test_a_board_in_its_place_has_not_shifted(
    boards: tuple[Picture, Picture], quad: tuple[Corners, object]
) -> None:
    start, later = boards
    shift = shift_since(glimpse(start, quad[0]), later, quad[0])
    assert shift.by < 1.0
    assert shift.unmoved > CLEAR


@settings(max_examples=12, deadline=None)
@given(x=st.floats(-25, 25), y=st.floats(-18, 18), degrees=st.floats(-2, 2))
def test_a_shift_is_found_though_checkers_have_moved(x: float, y: float, degrees: float) -> None:
    matrix = slid(x, y, degrees)
    picture, corners = _PAINTED
    shift = shift_since(glimpse(picture[0], corners), moved(picture[1], matrix), corners)
    assert off(shift.corners, matrix, corners) < 4.0
    assert shift.agreement > CLEAR


@pytest.mark.parametrize("points", [-2, -1, 1, 2])
def test_a_shift_by_whole_points_is_not_taken_for_none(
    boards: tuple[Picture, Picture], quad: tuple[Corners, object], points: int
) -> None:
    start, later = boards
    matrix = pitch(quad[0], points)
    shift = shift_since(glimpse(start, quad[0]), moved(later, matrix), quad[0])
    assert off(shift.corners, matrix, quad[0]) < 2.0
    assert shift.agreement > shift.rival + 0.05
    assert shift.unmoved < 0.6


def test_a_board_turned_about_and_a_mirrored_one_are_not_recognised(
    boards: tuple[Picture, Picture], quad: tuple[Corners, object]
) -> None:
    start, later = boards
    before = glimpse(start, quad[0])
    usual = shift_since(before, later, quad[0]).agreement
    for strange in (later[::-1, ::-1], later[:, ::-1], np.full_like(later, 90)):
        assert shift_since(before, np.ascontiguousarray(strange), quad[0]).agreement < usual - 0.08


def _painted() -> tuple[tuple[Picture, Picture], Corners]:
    """Boards for Hypothesis, which wants no fixtures: flat ones with a frame on a table."""
    corners: Corners = ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0))
    pictures = []
    for seed in (1, 2):
        board = np.full((480, 640, 3), (90, 100, 110), np.uint8)
        inner = np.zeros((384, 512, 3), np.uint8)
        inner[:] = (70, 90, 80)
        inner[24:360, 32:480] = (120, 140, 60)
        for column in range(12):
            x = 32 + column * 34 + (40 if column > 5 else 0)
            for base, tip, parity in ((24, 165, 0), (360, 219, 1)):
                colour = (50, 60, 170) if (column + parity) % 2 else (190, 210, 215)
                cv2.fillPoly(inner, [np.array([[x, base], [x + 34, base], [x + 17, tip]])], colour)
        inner[24:360, 236:276] = (40, 50, 60)
        rng = np.random.default_rng(seed)
        for _ in range(20):
            at = (int(rng.integers(45, 470)), int(rng.integers(40, 345)))
            cv2.circle(inner, at, 15, (225, 235, 240) if rng.random() < 0.5 else (30, 40, 60), -1)
        outer = np.array([[32, 24], [480, 24], [480, 360], [32, 360]], np.float32)
        matrix = cv2.getPerspectiveTransform(outer, np.array(corners, np.float32))
        cv2.warpPerspective(inner, matrix, (640, 480), board, borderMode=cv2.BORDER_TRANSPARENT)
        pictures.append(board)
    return (pictures[0], pictures[1]), corners


_PAINTED = _painted()
