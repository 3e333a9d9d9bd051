"""The geometry of a board of nine by nine squares: where each lies on the board and on the picture seen from above.

Squares are numbered as in `engine.board.Occupancy`, row by row from the near left corner. A square board would be
drawn too wide on the rectified picture, which is made for boards of points; so it fills less of the picture's width,
and what is round stays round. Places in that picture are told in canvas coordinates: those that the rectified picture
has for a surface that fills it.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray
from vision.rectify import HEIGHT, INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH, Rectifier

SIDE = 9
"""The squares along an edge."""
SQUARES = SIDE * SIDE
COLUMNS = "abcdefghi"
"""How the columns are called, from the left."""
MIDDLE = SQUARES // 2
"""The square in the middle, where the king begins."""
MAN, KING = 1, 2
"""How a man and a king count in an `engine.board.Occupancy`."""
SHARE = SPAN_Y / SPAN_X
"""How much of the canvas's width a square board fills."""
PITCH = (SHARE / SIDE, 1 / SIDE)
"""The width and the depth of a square, in canvas coordinates."""

_ONTO = np.array([[1 / SHARE, 0.0, 0.5 - 0.5 / SHARE], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
"""Canvas coordinates as board coordinates."""


def on_canvas(board: Rectifier) -> Rectifier:
    """The homographies between a picture and canvas coordinates, from those of the board's corners."""
    return Rectifier(board.to_pixels @ _ONTO, np.asarray(np.linalg.inv(_ONTO) @ board.to_board), board.bend)


def square_name(number: int) -> str:
    """A square as people call it: a1 in the near left corner, i9 in the far right one."""
    return f"{COLUMNS[number % SIDE]}{number // SIDE + 1}"


def square_named(name: str) -> int:
    """The number of the square that people call so (`e5`)."""
    return SIDE * (int(name[1]) - 1) + COLUMNS.index(name[0])


def canvas_place(u: float, v: float) -> tuple[float, float]:
    """A place on the board in canvas coordinates."""
    return 0.5 + (u - 0.5) * SHARE, v


def middles() -> FloatArray:
    """81x2: the middles of all squares, in canvas coordinates."""
    number = np.arange(SQUARES)
    u, v = (number % SIDE + 0.5) / SIDE, 1 - (number // SIDE + 0.5) / SIDE
    return np.column_stack([0.5 + (u - 0.5) * SHARE, v])


def in_squares(away: FloatArray) -> FloatArray:
    """Nx2 distances in canvas coordinates as distances in widths of a square."""
    return np.asarray(away / np.array(PITCH), dtype=np.float64)


@lru_cache(maxsize=4)
def squares_of(shape: tuple[int, int]) -> NDArray[np.int64]:
    """For every pixel of a picture of the canvas (height, width) the square that it shows, -1 beside the board."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width]
    v = ((y + 0.5) * HEIGHT / height - INSET_Y) / SPAN_Y
    u = 0.5 + (((x + 0.5) * WIDTH / width - INSET_X) / SPAN_X - 0.5) / SHARE
    column, row = np.floor(u * SIDE).astype(int), np.floor((1 - v) * SIDE).astype(int)
    inside = (column >= 0) & (column < SIDE) & (row >= 0) & (row < SIDE)
    return np.where(inside, row * SIDE + column, -1)
