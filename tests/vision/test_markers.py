"""Printed markers: seen in a picture, remembered on the board, and found again wherever it is moved."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.markers import corners_by, dictionary, find_tags, markers_of, quarter_turns
from vision.rectify import Corners, rectifier, transform

CORNERS: Corners = ((160.0, 120.0), (640.0, 120.0), (640.0, 480.0), (160.0, 480.0))
PLACES = ((90, 50), (660, 50), (660, 500), (90, 500))


def sheet(shift: tuple[int, int] = (0, 0), only: tuple[int, ...] = (0, 1, 2, 3)) -> NDArray[np.uint8]:
    """A grey table with a marker beside each corner; the last of them shifted."""
    picture = np.full((620, 800, 3), 170, np.uint8)
    for number in only:
        x, y = PLACES[number]
        if number == 3:
            x, y = x + shift[0], y + shift[1]
        picture[y : y + 64, x : x + 64] = 255
        tag = cv2.aruco.generateImageMarker(dictionary(), number, 48)
        picture[y + 8 : y + 56, x + 8 : x + 56] = tag[:, :, None]
    return picture


def test_the_board_is_found_again_after_any_move() -> None:
    markers = markers_of(find_tags(sheet()), rectifier(CORNERS))
    assert [marker.number for marker in markers] == [0, 1, 2, 3]
    quad = np.array([[0, 0], [799, 0], [799, 619], [0, 619]], np.float32)
    seen_at = np.array([[130, 90], [700, 40], [760, 560], [60, 600]], np.float32)
    for target in (seen_at, np.roll(seen_at, 2, axis=0)):
        matrix = cv2.getPerspectiveTransform(quad, target)
        picture = cv2.warpPerspective(sheet(), matrix, (800, 620), borderValue=(150, 160, 170))
        found = corners_by(markers, find_tags(np.asarray(picture, np.uint8)))
        assert found is not None
        assert np.abs(np.array(found) - transform(matrix, np.array(CORNERS))).max() < 2.0


def test_two_markers_across_are_enough_and_one_side_is_not() -> None:
    markers = markers_of(find_tags(sheet()), rectifier(CORNERS))
    found = corners_by(markers, find_tags(sheet(only=(0, 2))))
    assert found is not None and np.abs(np.array(found) - CORNERS).max() < 2.0
    assert corners_by(markers, find_tags(sheet(only=(0, 1)))) is None
    assert corners_by(markers, find_tags(sheet(only=(1,)))) is None
    assert corners_by((), find_tags(sheet())) is None


def test_a_marker_that_was_stuck_elsewhere_since_is_noticed() -> None:
    markers = markers_of(find_tags(sheet()), rectifier(CORNERS))
    assert corners_by(markers, find_tags(sheet(shift=(-40, 25)))) is None


def test_a_mirrored_picture_shows_no_markers() -> None:
    assert not find_tags(np.ascontiguousarray(sheet()[:, ::-1]))


def test_a_number_seen_twice_counts_for_nothing() -> None:
    picture = sheet()
    picture[250:314, 350:414] = picture[50:114, 90:154]
    assert sorted(find_tags(picture)) == [1, 2, 3]


@pytest.mark.parametrize("turns", range(4))
def test_markers_tell_which_way_up_the_board_is(turns: int) -> None:
    turned = np.ascontiguousarray(np.rot90(sheet(), -turns))
    assert quarter_turns(find_tags(turned)) == turns
    assert quarter_turns({}) is None
