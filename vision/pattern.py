"""The pattern of a board: where the points stand and how wide the bar between the tables is."""

import cv2
import numpy as np

from vision.frame import FloatArray, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y

WIDEST_BAR = 0.17
"""The widest bar that is looked for, in board coordinates."""


def find_bar(rectified: Picture) -> tuple[float, float] | None:
    """The left and right end of the bar (in board coordinates) on a 512x384 picture, None where there is none."""
    edges = _edges(rectified)
    best, found = -np.inf, (0.5, 0.5)
    for width in np.arange(0.0, WIDEST_BAR, 0.002):
        if 0.0 < width < 0.02:
            continue
        for middle in np.arange(0.49, 0.5101, 0.0025):
            left, right = middle - width / 2, middle + width / 2
            lines = np.concatenate([np.arange(1, 7) * left / 6, right + np.arange(0, 6) * (1 - right) / 6])
            score = float(np.mean(_sample(edges, lines)))
            if score > best:
                best, found = score, (float(left), float(right))
    return None if found[1] - found[0] < 0.02 else found


def _edges(rectified: Picture) -> FloatArray:
    """For every column of the playing surface, how strong an upright edge stands where the points begin."""
    lab = cv2.cvtColor(rectified, cv2.COLOR_BGR2LAB)
    across = np.abs(np.stack([cv2.Sobel(lab[:, :, c], cv2.CV_32F, 1, 0, ksize=3) for c in range(3)])).max(
        axis=0
    )
    total = np.zeros(SPAN_X, dtype=np.float64)
    for low, high in ((0.015, 0.06), (0.94, 0.985)):
        rows = across[
            INSET_Y + round(low * SPAN_Y) : INSET_Y + round(high * SPAN_Y), INSET_X : INSET_X + SPAN_X
        ]
        total += np.minimum(np.median(rows, axis=0), 120.0)
    smooth = cv2.GaussianBlur(total.astype(np.float32).reshape(1, -1), (0, 0), 1.5)
    return np.asarray(smooth.ravel(), dtype=np.float64)


def _sample(edges: FloatArray, lines: FloatArray) -> FloatArray:
    return np.asarray(np.interp(lines * SPAN_X, np.arange(SPAN_X) + 0.5, edges), dtype=np.float64)
