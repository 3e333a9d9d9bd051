"""The homographies between pictures and the board."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import PictureError
from vision.rectify import board_of, canvas_of, lie_near, parse_corners, rectifier

QUAD = ((100.0, 50.0), (500.0, 60.0), (560.0, 400.0), (60.0, 390.0))


def test_corners_are_the_corners_of_the_board() -> None:
    board = rectifier(QUAD).board(np.array(QUAD))
    assert np.allclose(board, [[0, 0], [1, 0], [1, 1], [0, 1]], atol=1e-5)


@given(st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_there_and_back(u: float, v: float) -> None:
    homographies = rectifier(QUAD)
    place = np.array([[u, v]])
    assert np.allclose(homographies.board(homographies.pixels(place)), place, atol=1e-6)
    assert np.allclose(board_of(canvas_of(place, 1.5), 1.5), place)


@pytest.mark.parametrize("scale", [0.25, 1.0, 2.0])
def test_the_rectified_picture_shows_the_surface_inset(scale: float) -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[:, :, 1] = 255 * (np.indices((480, 640))[1] > 310)
    rectified = rectifier(((10.0, 10.0), (610.0, 10.0), (610.0, 460.0), (10.0, 460.0))).rectify(
        picture, scale
    )
    assert rectified.shape == (round(384 * scale), round(512 * scale), 3)
    assert rectified[round(192 * scale), round(250 * scale), 1] == 0
    assert rectified[round(192 * scale), round(262 * scale), 1] == 255


@pytest.mark.parametrize(("scale", "zoom"), [(1.0, 1.0), (0.5, 0.7)])
def test_any_place_may_lie_in_the_middle_of_what_is_drawn(scale: float, zoom: float) -> None:
    picture, homographies = np.zeros((480, 640, 3), np.uint8), rectifier(QUAD)
    x, y = homographies.pixels(np.array([[0.4, -0.1]]))[0].round().astype(int)
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    drawn = homographies.rectify(picture, scale, zoom, (0.4, -0.1))
    assert drawn.shape == (round(384 * scale), round(512 * scale), 3)
    assert np.argwhere(drawn[:, :, 0] > 128).mean(axis=0) == pytest.approx([192 * scale, 256 * scale], abs=1)


def test_a_board_may_be_seen_from_any_side() -> None:
    turned = QUAD[2:] + QUAD[:2]
    assert np.allclose(rectifier(turned).board(np.array([QUAD[2]])), [[0, 0]], atol=1e-5)


@pytest.mark.parametrize(
    "corners",
    [
        (QUAD[1], QUAD[0], QUAD[2], QUAD[3]),
        tuple(reversed(QUAD)),
        ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)),
        ((0.0, 0.0), (float("nan"), 0.0), (2.0, 2.0), (0.0, 3.0)),
    ],
)
def test_corners_that_go_round_no_board_are_refused(corners: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(PictureError, match="orners"):
        rectifier(corners)  # type: ignore[arg-type]


def test_corners_are_read_from_text() -> None:
    assert parse_corners("100,50 500,60.0 560,400 60,390") == QUAD


@pytest.mark.parametrize(
    "text", ["", "1,2 3,4 5,6", "1,2 3,4 5,6 7", "a,b 1,2 3,4 5,6", "1,2 3,4 5,6 inf,8", "1 2 3 4"]
)
def test_text_that_is_no_corners_is_refused_in_words(text: str) -> None:
    with pytest.raises(PictureError, match="corners"):
        parse_corners(text)


@pytest.mark.parametrize("shape", [(480, 1, 3), (1, 640, 3), (1, 1, 3)])
def test_a_picture_one_pixel_wide_is_rectified_too(shape: tuple[int, ...]) -> None:
    picture = np.full(shape, 120, np.uint8)
    rectified = rectifier(((-0.2, -0.2), (640.0, -0.2), (640.0, 1500.0), (-0.2, 1500.0))).rectify(
        picture, 0.5
    )
    assert (rectified == 120).all()


def test_corners_beside_the_picture_do_not_lie_near_it() -> None:
    assert lie_near(QUAD, 640, 480)
    assert lie_near(((-100.0, -80.0), (740.0, -80.0), (740.0, 560.0), (-100.0, 560.0)), 640, 480)
    assert not lie_near(QUAD, 300, 200)
    assert not lie_near(((-150.0, 100.0), (-20.0, 100.0), (-10.0, 300.0), (-150.0, 300.0)), 640, 480)
