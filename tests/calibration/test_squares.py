"""From corners and pictures to the model of a board of squares."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import model_from_corners
from calibration.board_calibration import UNSTARTED_SQUARES
from calibration.grid_lines import refine_grid
from calibration.picture_verdict import NO_KING
from engine.board import Kind, Occupancy, Shape
from vision.board_model import BoardModel
from vision.draw import corners as drawn_corners
from vision.draw import draw, preset
from vision.drawing.square_drawing import on_squares, set_out
from vision.frame import Picture
from vision.rectify import Corners
from vision.scene import Scene
from vision.squares.square_geometry import KING, MAN, MIDDLE, SIDE, SQUARES, square_name
from vision.squares.square_learning import ATTACKERS, DEFENDERS

SIZE = (1280, 960)
CORNERS: Corners = ((330.0, 150.0), (980.0, 158.0), (1040.0, 840.0), (270.0, 828.0))
NUMBERS = {square_name(number): number for number in range(SQUARES)}


def painted(kind: str) -> Picture:
    """A board of squares painted flat: parted by lines, in two colours, or carved with gaps between."""
    cell = 90
    board = np.full((SIDE * cell, SIDE * cell, 3), (120, 160, 180), np.uint8)
    for row in range(SIDE):
        for column in range(SIDE):
            low, high = (column * cell, row * cell), ((column + 1) * cell - 1, (row + 1) * cell - 1)
            if kind == "chequers" and (row + column) % 2:
                cv2.rectangle(board, low, high, (60, 80, 110), -1)
            elif kind == "lines":
                cv2.rectangle(board, low, high, (40, 50, 60), 2)
            elif kind == "carved":
                inner = ((low[0] + 8, low[1] + 8), (high[0] - 8, high[1] - 8))
                cv2.rectangle(board, *inner, (90, 125, 150), -1)
            if (row * 7 + column * 5) % 6 == 0:
                middle = (low[0] + cell // 2, low[1] + cell // 2)
                cv2.circle(board, middle, 33, (220, 230, 235) if row % 2 else (30, 30, 40), -1, cv2.LINE_AA)
    side = SIDE * cell
    source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, np.array(CORNERS, np.float32))
    picture = cv2.warpPerspective(board, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=(70, 90, 100))
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def scene(defenders: str, attackers: str, king: int | None) -> Picture:
    """A drawn board with men on it."""
    look = on_squares(preset())
    light, dark = [0] * SQUARES, [0] * SQUARES
    for counts, names in ((light, defenders), (dark, attackers)):
        for name in names.split():
            counts[NUMBERS[name]] = MAN
    if king is not None:
        light[king] = KING
    return draw(Scene(set_out(Occupancy(tuple(light), tuple(dark)), look.sizes)), look)


@pytest.fixture(scope="module")
def corners() -> Corners:
    """The corners of the drawn board."""
    a, b, c, d = ((float(x), float(y)) for x, y in drawn_corners(on_squares(preset())))
    return a, b, c, d


@pytest.mark.parametrize("kind", ["lines", "chequers", "carved"])
@pytest.mark.parametrize("seed", range(3))
def test_taps_a_little_off_are_put_right_by_the_grid(kind: str, seed: int) -> None:
    true = np.array(CORNERS)
    off = true + np.random.default_rng(seed).uniform(-8, 8, true.shape)
    a, b, c, d = ((float(x), float(y)) for x, y in off)
    refined = np.array(refine_grid((a, b, c, d), painted(kind)))
    assert np.abs(refined - true).max() < 3.0
    assert np.abs(refined - true).mean() < np.abs(off - true).mean() / 2


@pytest.mark.parametrize("kind", ["lines", "chequers", "carved"])
def test_good_corners_are_left(kind: str) -> None:
    assert np.abs(np.array(refine_grid(CORNERS, painted(kind))) - np.array(CORNERS)).max() < 1.5


def test_corners_of_a_board_without_a_grid_are_left() -> None:
    plain = np.full((SIZE[1], SIZE[0], 3), (120, 150, 160), np.uint8)
    assert np.array(refine_grid(CORNERS, plain)) == pytest.approx(np.array(CORNERS))


def test_the_start_tells_kinds_king_and_bare_squares(corners: Corners, tmp_path: Path) -> None:
    start = scene(DEFENDERS, ATTACKERS, MIDDLE)
    done = model_from_corners(corners, start, start=start, shape=Shape.TAFL)
    model = done.model
    assert (model.shape, model.bar, model.near) == (Shape.TAFL, None, Kind.LIGHT)
    assert model.king is not None and model.colour_model is not None
    assert (model.colour_model.light.seen, model.colour_model.dark.seen) == (8, 16)
    assert model.bare is not None and len(model.bare) == SQUARES - 25
    assert done.verdict == ("The board can be read well as it stands.",)
    assert model.checker[0] * SIDE == pytest.approx(3.4 / 4.6, abs=0.12)
    model.save(tmp_path / "board.json")
    assert BoardModel.load(tmp_path / "board.json") == model


def test_defenders_may_be_the_dark_ones(corners: Corners) -> None:
    start = scene(ATTACKERS, f"{DEFENDERS} e5", None)
    assert model_from_corners(corners, start, shape=Shape.TAFL).model.near is Kind.DARK


def test_a_picture_of_the_empty_board_is_kept(corners: Corners) -> None:
    empty = draw(Scene(()), on_squares(preset()))
    done = model_from_corners(corners, empty, empty, shape=Shape.TAFL)
    assert done.model.empty_picture() is not None
    assert done.model.bare is None
    assert done.model.colour_model is None and done.model.king is None
    assert any("not been seen side by side" in sentence for sentence in done.verdict)


def test_another_position_tells_colours_only(corners: Corners) -> None:
    picture = scene("b3 c4 d8 g6", "a1 f4 h3 e8 c7 i2 g9 d5 b6 f7", 33)
    done = model_from_corners(corners, picture, start=picture, shape=Shape.TAFL)
    assert done.model.king is None
    assert done.model.near is Kind.LIGHT, "more than eight dark men are the attackers"
    assert done.verdict[0] == UNSTARTED_SQUARES
    assert NO_KING in done.verdict
