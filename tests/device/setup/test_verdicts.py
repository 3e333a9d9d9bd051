"""What is said of pictures: dark, blurred, cut off, taken with the wrong corners, not empty, not set up."""

from random import Random

import cv2
import numpy as np
import pytest

from calibration.locate import Located
from device.ops.setup.calibrating import mark, start, verdict_of_empty
from device.ops.setup.setup_pictures import cropped, jpeg
from device.ops.setup.view_check import board_said, focus_said, light_said, verdict_of_view
from device.simulator.pieces import Pieces
from engine.board import Seating, Shape
from engine.games import find_game
from engine.tables.tables_game import TablesGame
from vision.draw import corners, draw, preset
from vision.frame import Picture
from vision.rectify import as_corners
from vision.scene import Scene

LOOK = preset("club")
CORNERS = as_corners(corners(LOOK))


@pytest.fixture(scope="module")
def empty() -> Picture:
    return draw(Scene(), LOOK, 1)


@pytest.fixture(scope="module")
def started() -> Picture:
    game = find_game("backgammon")
    assert isinstance(game, TablesGame)
    return draw(Scene(Pieces(game, Seating(), LOOK.sizes, Random(1)).checkers), LOOK, 1)


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["no lens", "any lens"])
def lens(request: pytest.FixtureRequest) -> None:
    """Whether a lens is looked for, too, which there is none of."""
    if not request.param:
        request.getfixturevalue("without_lens")


def test_light_and_focus(empty: Picture) -> None:
    assert verdict_of_view(empty, Located(CORNERS, 0.6, True)).ok
    for corners_known in (CORNERS, None):
        assert light_said(empty, corners_known).ok and focus_said(empty, corners_known).ok
        dark = np.asarray(empty * 0.12, np.uint8)
        assert "little light" in str(light_said(dark, corners_known).text)
        blurred = np.asarray(cv2.GaussianBlur(empty, (0, 0), 6), np.uint8)
        assert "turn the lens" in str(focus_said(blurred, corners_known).text)
    black = verdict_of_view(np.zeros_like(empty), None)
    assert not black.ok and len(black.says) == 1 and "cap" in str(black.says[0].text)
    bright = cv2.convertScaleAbs(empty, alpha=3.5)
    assert "dazzlingly" in str(light_said(np.asarray(bright, np.uint8), CORNERS).text)
    for side, part in (("left", slice(0, 400)), ("right", slice(500, 960))):
        shaded = empty.copy()
        shaded[:, part] = shaded[:, part] // 3
        assert f"from the {side}" in str(light_said(shaded, CORNERS).text)


def test_whether_the_whole_board_is_in_view(empty: Picture) -> None:
    assert board_said(empty.shape, Located(CORNERS, 0.6, True)).ok
    assert "closely" in str(board_said(empty.shape, Located(CORNERS, 0.1, False)).text)
    half = as_corners(np.array(CORNERS) - [200.0, 0.0])
    for located in (None, Located(half, 0.6, True)):
        said = board_said(empty.shape, located)
        assert not said.ok and "all four corners" in str(said.text)
    small = as_corners(np.array(CORNERS) / 3 + 100)
    assert "nearer" in str(board_said(empty.shape, Located(small, 0.6, True)).text)


@pytest.mark.usefixtures("lens")
def test_corners_are_put_right_and_wrong_ones_are_not_taken(empty: Picture) -> None:
    near = as_corners(np.array(CORNERS) + [[4.0, -3.0], [-3.0, 4.0], [2.0, 3.0], [3.0, -2.0]])
    marked = mark(near, empty, Shape.TABLES)
    assert marked.verdict.ok and np.abs(np.array(marked.corners) - CORNERS).max() < 6
    left, right = np.array(CORNERS[0]), np.array(CORNERS[1])
    beside = as_corners(np.array(CORNERS) + (right - left) * 0.076)
    assert "width beside" in str(mark(beside, empty, Shape.TABLES).verdict.says[0].text)
    inner = as_corners(np.array([[300, 200], [600, 200], [600, 400], [300, 400]], np.float64))
    crossed = (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3])
    for wrong in (inner, crossed):
        assert not mark(wrong, empty, Shape.TABLES).verdict.ok


@pytest.mark.usefixtures("lens")
def test_an_empty_board_and_a_starting_position_are_told_from_one_another(
    empty: Picture, started: Picture
) -> None:
    assert verdict_of_empty(CORNERS, empty, Shape.TABLES).ok
    full = verdict_of_empty(CORNERS, started, Shape.TABLES)
    assert not full.ok and "30 checkers" in str(full.says[0].text)
    good = start(CORNERS, empty, started, Shape.TABLES)
    assert good.made is not None and good.verdict.ok and good.made.home_right is True
    bad = start(CORNERS, empty, empty, Shape.TABLES)
    texts = [str(each.text) for each in bad.verdict.says]
    assert not bad.verdict.ok and "not the starting position" in texts[0]
    assert "Near row, place 1 from the right: 0 seen, 2 belong there." in texts


def test_pictures_are_cut_out_at_the_edge_too() -> None:
    picture = np.full((50, 60, 3), 200, np.uint8)
    cut = cropped(picture, 0, 0, 40)
    assert cut.shape == (40, 40, 3) and cut[:20].max() == 0 and cut[20:, 20:].min() == 200
    assert cropped(picture, 900, 900, 40).max() == 0
    shown = cv2.imdecode(np.frombuffer(jpeg(picture, 30), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape == (25, 30, 3)
