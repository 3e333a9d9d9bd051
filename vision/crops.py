"""How squares about dice and cubes are cut from the picture itself, for the networks that read them.

A crop is upright as the picture is. Those of dice are stretched so that a face that lies level is a square whatever
the camera's tilt, which is how a leaning die gives itself away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

DIE_SIDE, CUBE_SIDE = 48, 64
"""Sides of the crops in pixels."""
SMOOTHING = 0.02
"""The share of certainty that the networks of dice and cubes are taught to leave to all their classes alike."""

DIE_WINDOW, CUBE_WINDOW = 0.09, 0.13
"""Sides of the crops as shares of the board's height: nearly one point's width, and a little more than that."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A square of `side` px to be cut from a picture: `affine` (2x3) maps the picture's pixels to the square's.

    `scale`: how many of the square's pixels become of one of the picture's, where those are the fewest.
    """

    affine: Matrix
    side: int
    scale: float

    def of(self, picture: Picture) -> Picture:
        """The square, side x side x 3 BGR; black where it lies wholly outside the picture, its rim repeated else."""
        affine, linear = self.affine.copy(), self.affine[:, :2]
        middle = self.pixel((0.0, 0.0))
        half = 0.75 * self.side / self.scale
        if not (-half < middle[0] < picture.shape[1] + half and -half < middle[1] < picture.shape[0] + half):
            return np.zeros((self.side, self.side, 3), np.uint8)
        if self.scale < 0.7:
            reach = int(np.ceil(half)) + 2
            x0, y0 = (int(c) for c in np.floor(middle) - reach)
            left, top = max(x0, 0), max(y0, 0)
            part = picture[top : max(y0 + 2 * reach, top + 1), left : max(x0 + 2 * reach, left + 1)]
            if not part.size:
                return np.zeros((self.side, self.side, 3), np.uint8)
            picture = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / self.scale), np.uint8)
            affine[:, 2] += linear @ np.array([left, top])
        size = (self.side, self.side)
        cut = cv2.warpAffine(picture, affine, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.uint8)

    def away(self, pixel: Any) -> tuple[float, float]:
        """Where a pixel of the picture lies in the square: right and down of its middle, in half sides."""
        x, y = self.affine @ np.array([*pixel, 1.0])
        middle = (self.side - 1) / 2
        return float((x - middle) * 2 / self.side), float((y - middle) * 2 / self.side)

    def pixel(self, away: Any) -> Matrix:
        """The pixel (x, y) of the picture that lies so many half sides right and down of the square's middle."""
        place = (self.side - 1) / 2 + np.array(away) * self.side / 2
        return np.asarray(np.linalg.solve(self.affine[:, :2], place - self.affine[:, 2]))


def cut_at(
    board_to_picture: Matrix, centre: Any, window: float, side: int, spin: float = 0.0, level: bool = False
) -> Cut:
    """A square of `window` board heights about (u, v), `side` px wide, turned by `spin` degrees, upright otherwise.

    `level` stretches it so that what lies flat on the board is not foreshortened (4 : 3
    is taken for the board's shape).
    """
    u, v = (float(c) for c in centre)
    x, y, w = board_to_picture @ np.array([u, v, 1.0])
    middle = np.array([x / w, y / w])
    by_u = (board_to_picture[:2, 0] - middle * board_to_picture[2, 0]) / w
    by_v = (board_to_picture[:2, 1] - middle * board_to_picture[2, 1]) / w
    axes, stretch, _ = np.linalg.svd(np.stack([by_u * 0.75, by_v], 1))
    # The longer axis is the one that the camera's tilt does not shorten.
    scale = side / max(window * float(stretch[0]), 1.0)
    turn = np.radians(spin)
    linear = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if level:
        linear = linear @ axes @ np.diag([1.0, float(min(stretch[0] / max(stretch[1], 1e-6), 3.0))]) @ axes.T
    return Cut(np.column_stack([linear, (side - 1) / 2 - linear @ middle]), side, scale)


def die_cut(board_to_picture: Matrix, centre: Any, spin: float = 0.0) -> Cut:
    """The square about a die's upper face at (u, v), for `Nets.dice`; `board_to_picture` maps (u, v) to pixels.

    `spin`: by how many degrees the picture must be turned for what is high to be up in it.
    """
    return cut_at(board_to_picture, centre, DIE_WINDOW, DIE_SIDE, spin, level=True)


def cube_cut(board_to_picture: Matrix, centre: Any, wide: float = 1.0, spin: float = 0.0) -> Cut:
    """The square about a cube's upper face at (u, v), for `Nets.cubes`, `wide` times as wide as usual."""
    return cut_at(board_to_picture, centre, CUBE_WINDOW * wide, CUBE_SIDE, spin)
