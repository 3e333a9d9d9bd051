"""The pattern of a board: where the points stand and how wide the bar between the tables is."""

import cv2
import numpy as np

from vision.frame import FloatArray, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y

WIDEST_BAR = 0.17
"""The widest bar that is looked for, in board coordinates."""
NARROWEST_BAR = 0.02
"""The narrowest bar that is one, in board coordinates."""
ROWS = ((0.015, 0.06), (0.94, 0.985))
"""Where the points are widest and touch: from and to in v, at the far and at the near edge."""


def find_bar(rectified: Picture) -> tuple[float, float]:
    """The left and the right end of the bar on a 512x384 picture, in board coordinates; both the same: no bar.

    It is found from the upright edges where points touch each other.
    """
    edges = sum((_edges(rectified, *row) for row in ROWS), np.zeros(SPAN_X))
    return _find_bar(np.asarray(edges))


def _find_bar(edges: FloatArray) -> tuple[float, float]:
    widths = np.arange(0.0, WIDEST_BAR, 0.002)
    widths = widths[(widths == 0.0) | (widths >= NARROWEST_BAR)]
    width, middle = (
        each.ravel() for each in np.meshgrid(widths, np.arange(0.49, 0.5101, 0.0025), indexing="ij")
    )
    left, right = middle - width / 2, middle + width / 2
    best = int(np.argmax(_sample(edges, _lines(left, right)).mean(axis=1)))
    return float(left[best]), float(right[best])


def _lines(left: FloatArray, right: FloatArray) -> FloatArray:
    """Where points touch (Nx12), for bars from `left` to `right`."""
    left, right = left[:, None], right[:, None]
    return np.hstack([np.arange(1, 7) * left / 6, right + np.arange(0, 6) * (1 - right) / 6])


def _edges(rectified: Picture, low: float, high: float) -> FloatArray:
    """For every column of the playing surface, how strong an upright edge stands between two v."""
    lab = cv2.cvtColor(rectified, cv2.COLOR_BGR2LAB)
    across = np.abs(np.stack([cv2.Sobel(lab[:, :, c], cv2.CV_32F, 1, 0, ksize=3) for c in range(3)])).max(
        axis=0
    )
    rows = across[INSET_Y + round(low * SPAN_Y) : INSET_Y + round(high * SPAN_Y), INSET_X : INSET_X + SPAN_X]
    profile = np.minimum(np.median(rows, axis=0), 120.0).astype(np.float32).reshape(1, -1)
    return np.asarray(cv2.GaussianBlur(profile, (0, 0), 1.5).ravel(), dtype=np.float64)


def _sample(edges: FloatArray, lines: FloatArray) -> FloatArray:
    return np.asarray(np.interp(lines * SPAN_X, np.arange(SPAN_X) + 0.5, edges), dtype=np.float64)
