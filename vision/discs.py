"""Round things on a rectified board, found by their outlines alone: every edge votes for the middle of its disc."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.nets import BoardMaps
from vision.rectify import SPAN_X, SPAN_Y, board_of


def find_discs(rectified: Picture, checker: tuple[float, float], floor: float = 0.3) -> tuple[Spot, ...]:
    """Discs of the size of a checker (diameters in board coordinates) on a 512x384 picture; score: share of outline."""
    across, along = checker[0] * SPAN_X / 2, checker[1] * SPAN_Y / 2
    votes = _votes(rectified, across, along)
    peak = cv2.dilate(votes, np.ones((2 * round(along * 0.5) + 1, 2 * round(across * 0.5) + 1), np.uint8))
    rows, columns = np.nonzero((votes >= peak) & (votes > floor))
    places = board_of(np.column_stack([columns, rows]).astype(np.float64)) if len(rows) else np.empty((0, 2))
    return tuple(
        Spot(float(u), float(v), min(1.0, float(votes[y, x])))
        for (u, v), y, x in zip(places, rows, columns, strict=True)
        if -0.03 < u < 1.03 and -0.03 < v < 1.03
    )


def _votes(rectified: Picture, across: float, along: float) -> FloatArray:
    """The share (about 0-1) of an ellipse's outline that is there, for every pixel as its middle."""
    total = np.zeros(rectified.shape[:2], dtype=np.float32)
    smooth = cv2.GaussianBlur(rectified, (0, 0), 1.0)
    steps = [
        np.stack([cv2.Sobel(smooth[:, :, c], cv2.CV_32F, *d, ksize=3) for c in range(3)], axis=-1)
        for d in ((1, 0), (0, 1))
    ]
    strength = steps[0] ** 2 + steps[1] ** 2
    channel = np.argmax(strength, axis=2)[..., None]
    gx = np.take_along_axis(steps[0], channel, axis=2)[..., 0]
    gy = np.take_along_axis(steps[1], channel, axis=2)[..., 0]
    magnitude = np.hypot(gx, gy)
    rows, columns = np.nonzero(magnitude > 35)
    nx, ny = gx[rows, columns] / magnitude[rows, columns], gy[rows, columns] / magnitude[rows, columns]
    reach = np.sqrt((across * nx) ** 2 + (along * ny) ** 2)
    dx, dy = across**2 * nx / reach, along**2 * ny / reach
    height, width = total.shape
    outline = np.pi * (across + along)
    for sign in (1, -1):
        x, y = np.rint(columns + sign * dx).astype(int), np.rint(rows + sign * dy).astype(int)
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        one = np.zeros_like(total)
        np.add.at(one, (y[inside], x[inside]), 1.0)
        total = np.maximum(total, cv2.GaussianBlur(one, (0, 0), 2.0) * 2 * np.pi * 4.0 / outline / 2.2)
    return total


class DiscFinder:
    """Stands in for the networks where there are none: finds checkers by their outlines, and nothing else."""

    def board(self, rectified: Picture) -> BoardMaps:
        """The maps of a rectified picture."""
        empty = np.zeros((96, 128), np.float32)
        checker = empty.copy()
        for spot in find_discs(rectified, (0.073, 0.086), 0.38):
            row, column = int((24 + 336 * spot.v) // 4), int((32 + 448 * spot.u) // 4)
            checker[row, column] = min(1.0, spot.score * 1.6)
        return BoardMaps(checker, empty, empty, empty, empty)

    def dice(self, crops: Picture) -> NDArray[np.float32]:
        """No crop is a die."""
        return np.tile(np.eye(8, dtype=np.float32)[7], (len(crops), 1))

    def cubes(self, crops: Picture) -> NDArray[np.float32]:
        """No crop is a cube."""
        return np.tile(np.eye(7, dtype=np.float32)[6], (len(crops), 1))
