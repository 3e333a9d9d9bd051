"""The geometry of a board of squares."""

import numpy as np
import pytest

from vision.rectify import HEIGHT, INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH, Corners, canvas_of, rectifier
from vision.squares.square_geometry import (
    MIDDLE,
    SIDE,
    SQUARES,
    canvas_place,
    in_squares,
    middles,
    on_canvas,
    square_name,
    square_named,
    squares_of,
)

CORNERS: Corners = ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0))


def test_squares_are_named_from_the_near_left_corner() -> None:
    assert [square_name(number) for number in (0, 8, 9, MIDDLE, 80)] == ["a1", "i1", "a2", "e5", "i9"]
    assert [square_named(square_name(number)) for number in range(SQUARES)] == list(range(SQUARES))


def test_a_square_board_is_square_on_its_canvas() -> None:
    (left, top), (right, bottom) = canvas_of(np.array([canvas_place(0.0, 0.0), canvas_place(1.0, 1.0)]))
    assert right - left == pytest.approx(bottom - top) == pytest.approx(SPAN_Y)
    assert (left + right) / 2 == pytest.approx(INSET_X + SPAN_X / 2)


def test_the_middles_lie_in_their_squares() -> None:
    shown = squares_of((HEIGHT, WIDTH))
    for number, (x, y) in enumerate(canvas_of(middles())):
        assert shown[int(y), int(x)] == number
    assert shown[INSET_Y + 1, INSET_X + 1] == -1
    assert (np.bincount(shown[shown >= 0]) > 1200).all()


def test_neighbouring_squares_are_one_square_apart() -> None:
    places = middles()
    assert in_squares(places[1] - places[0]) == pytest.approx([1.0, 0.0])
    assert in_squares(places[SIDE] - places[0]) == pytest.approx([0.0, -1.0])


def test_canvas_coordinates_are_the_boards_own_drawn_narrower() -> None:
    board = rectifier(CORNERS)
    canvas = on_canvas(board)
    for u, v in ((0.0, 0.0), (1.0, 0.3), (0.25, 0.9)):
        pixel = board.pixels(np.array([[u, v]]))
        assert canvas.board(pixel)[0] == pytest.approx(canvas_place(u, v))
        assert canvas.pixels(np.array([canvas_place(u, v)])) == pytest.approx(pixel)
