"""Corners found without help: on painted boards, on rendered ones where they are at hand, and on no board at all."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.find import find_corners
from calibration.locate import locate, sure_corners, turned_back
from vision.frame import load_picture
from vision.markers import dictionary
from vision.rectify import Corners

SHARED = Path(os.environ.get("TABLESIDE_SHARED", Path(__file__).parents[3] / "shared"))
Paint = Callable[..., object]
Sites = dict[int, tuple[int, int]]


def rendered(board: str, name: str) -> tuple[NDArray[np.uint8], Corners]:
    folder = SHARED / "boards" / board
    if not folder.is_dir():
        pytest.skip(f"NO RENDERED BOARDS: {folder} is absent, so nothing is proved of boards drawn elsewhere")
    a, b, c, d = json.loads((folder / "truth.json").read_text())["images"][name]["corners"]
    return load_picture(folder / name), (tuple(a), tuple(b), tuple(c), tuple(d))


def off(found: Corners, true: Corners) -> float:
    return float(np.abs(np.array(found) - np.array(true)).max())


@pytest.mark.long
def test_a_painted_board_is_found(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    found = find_corners(picture, nets)
    assert found is not None and found.is_sure
    assert off(found.corners, corners) < 8


@pytest.mark.parametrize(("board", "name"), [("board03", "006.jpg")])
def test_a_rendered_board_is_found(board: str, name: str) -> None:
    picture, corners = rendered(board, name)
    found = find_corners(picture)
    assert found is not None and found.is_sure
    assert off(found.corners, corners) < 15


def test_of_two_boards_in_a_picture_one_is_found_and_not_a_half_of_either() -> None:
    left, left_corners = rendered("board01", "004.jpg")
    right, right_corners = rendered("board03", "006.jpg")
    found = find_corners(np.hstack([left, right]))
    assert found is not None and found.is_sure
    a, b, c, d = ((x + left.shape[1], y) for x, y in right_corners)
    assert min(off(found.corners, left_corners), off(found.corners, (a, b, c, d))) < 25


def test_a_board_under_a_cloth_but_for_its_corners_is_proposed_not_believed(
    paint: Paint, corners: Corners, start: Sites
) -> None:
    picture, nets = paint(start)  # type: ignore[misc]
    picture = picture.copy()
    picture[240:760, 300:1000] = (90, 100, 110)
    found = find_corners(picture, nets)
    assert found is None or not found.is_sure or off(found.corners, corners) < 12


@pytest.mark.long
def test_a_board_that_stands_sideways_is_found(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, _ = paint(start)  # type: ignore[misc]
    located = locate(np.ascontiguousarray(np.rot90(picture, -1)))
    assert located is not None
    # what was at the left is at the top now, and the near side, towards the bottom before, at the left or the right
    turned = [(959 - y, x) for x, y in corners]
    ways = [turned, turned[2:] + turned[:2]]
    assert min(off(located.corners, (a, b, c, d)) for a, b, c, d in ways) < 30


def test_nothing_is_surely_found_where_no_board_is() -> None:
    assert find_corners(np.full((480, 640, 3), 120, np.uint8)) is None
    assert sure_corners(np.full((480, 640, 3), 120, np.uint8)) is None


@pytest.mark.parametrize("shape", [(1, 5000, 3), (5000, 1, 3), (480, 1, 3), (1, 1, 3), (12, 16, 3)])
def test_nothing_is_found_in_a_strip_of_a_picture(shape: tuple[int, ...]) -> None:
    assert locate(np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)) is None


@pytest.mark.long
def test_a_table_of_squares_is_no_board_of_points() -> None:
    rows, columns = np.indices((480, 640)) // 40
    picture = np.repeat(((rows + columns) % 2 * 160 + 40).astype(np.uint8)[:, :, None], 3, axis=2)
    found = find_corners(picture)
    assert found is None or not found.is_sure


@pytest.mark.long
def test_half_a_board_is_not_taken_for_a_whole_one(paint: Paint, start: Sites) -> None:
    picture, _ = paint(start)  # type: ignore[misc]
    half = picture.copy()
    half[:, 640:] = (90, 100, 110)
    found = find_corners(half)
    assert found is None or not found.is_sure


@pytest.mark.parametrize("turns", range(4))
def test_corners_come_back_from_a_turned_picture(turns: int) -> None:
    picture = np.zeros((30, 50, 3), np.uint8)
    places: Corners = ((3.0, 4.0), (44.0, 5.0), (40.0, 25.0), (6.0, 20.0))
    for number, (x, y) in enumerate(places, start=1):
        picture[int(y), int(x)] = number
    turned = np.rot90(picture, turns)
    there = [tuple(map(float, np.argwhere(turned[:, :, 0] == number)[0][::-1])) for number in range(1, 5)]
    a, b, c, d = there
    assert turned_back((a, b, c, d), turns, picture.shape) == places


def test_markers_tell_the_near_side(paint: Paint, corners: Corners, start: Sites) -> None:
    picture, _ = paint(start)  # type: ignore[misc]
    picture = picture.copy()
    inside = np.array(corners).mean(axis=0)
    for number, corner in enumerate(np.array(corners)):
        x, y = (corner + 0.085 * (corner - inside) - 30).astype(int)
        picture[y : y + 60, x : x + 60] = 255
        tag = cv2.aruco.generateImageMarker(dictionary(), number, 44)
        picture[y + 8 : y + 52, x + 8 : x + 52] = tag[:, :, None]
    upside_down = np.ascontiguousarray(picture[::-1, ::-1])
    located = locate(upside_down)
    assert located is not None and located.is_sure and located.near_known
    a, b, c, d = ((1279 - x, 959 - y) for x, y in corners)
    assert off(located.corners, (a, b, c, d)) < 8
