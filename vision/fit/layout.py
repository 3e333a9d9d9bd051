"""The layout of a board with points: whether a point, of which colour, felt or the bar is at a place of it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray

CLASSES = 14
"""Light points, dark points and felt in four quarters, and the bar far and near."""

Classes = NDArray[np.uint8]
"""What is at each of some places, 0 to 13: three times the quarter and 0 or 1 (points) or 2 (felt), 12 and 13: bar."""


@dataclass(frozen=True, slots=True)
class PointLayout:
    """The bar's ends `left` and `right` in u (both the same: no bar), how long points are in v (`tip`), and how broad
    their bases are, in widths from one point to the next (`base`).
    """

    left: float
    right: float
    tip: float = 0.40
    base: float = 1.0

    def classes(self, places: FloatArray) -> Classes:
        """What is at each of Nx2 places of the board.

        Colours alternate from point to point, and points that face each other across the board differ.
        """
        u, v = places.T
        is_far = v < 0.5
        depth = np.minimum(v, 1 - v)
        left, right = max(self.left, 1e-6), min(self.right, 1 - 1e-6)
        along = np.where(u <= left, u / left * 6, 6 + (u - right) / (1 - right) * 6)
        column = np.minimum(along.astype(np.uint8), 11)
        beside = np.abs(along - column - 0.5) * 2
        kind = np.where(beside < self.base * (1 - depth / self.tip), (column + is_far) % 2, 2)
        on_bar = (u > left) & (u < right)
        return np.asarray(np.where(on_bar, 12 + is_far, kind + 3 * quarters(places)), dtype=np.uint8)

    def columns(self) -> FloatArray:
        """The middles of the twelve columns of points, in u."""
        six = np.arange(6) + 0.5
        return np.concatenate([six * self.left / 6, self.right + six * (1 - self.right) / 6])

    @property
    def pitch(self) -> float:
        """The width from one point to the next, in u."""
        return (1 - self.right + self.left) / 12


def quarters(places: FloatArray) -> Classes:
    """In which quarter of the board Nx2 places lie: 0 and 1 far left and far right, 2 and 3 near."""
    return np.asarray(np.where(places[:, 1] < 0.5, 0, 2) + (places[:, 0] >= 0.5), dtype=np.uint8)


def neighbours(columns: Iterable[int]) -> set[tuple[int, int]]:
    """Each of some columns (0-11) with the nearest of them whose points have the other colour."""
    columns = [int(column) for column in columns]
    pairs = set()
    for one in columns:
        others = [other for other in columns if (one + other) % 2]
        if others:
            nearest = min(others, key=lambda other: abs(other - one))
            pairs.add((min(one, nearest), max(one, nearest)))
    return pairs
