"""The quadrilaterals in a picture that could be a board: two long lines across and two down make one."""

from itertools import combinations
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray, Picture

SHORTEST = 16.0
"""Shorter pieces of lines, in pixels, are passed over."""
TRIED = 140
"""So many of the longest pieces in either direction are followed across the picture."""
ACROSS, DOWN = 28, 38
"""By how many degrees lines across and lines down a picture may be off level and off upright."""
LEVEL, UPRIGHT = 18, 20
"""So many of the longest lines across and down the picture can be edges of a board."""
ON_IT, ON_FITTED = 3.0, 2.0
"""So near to a line, in pixels, pieces lie on it: to put it right by them, and to count for it then."""
SAME = 6.0
"""Two lines less than this apart, in pixels at both ends of the picture summed, are one."""

Quads: TypeAlias = NDArray[np.float64]
"""Nx4x2: corners in pixels, far-left, far-right, near-right, near-left."""


def candidates(small: Picture) -> Quads:
    """All quadrilaterals between two of the long lines across and two of those down that could be a board."""
    height, width = small.shape[:2]
    pieces = cv2.createLineSegmentDetector().detect(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))[0]
    if pieces is None:
        return np.zeros((0, 4, 2))
    ends = np.asarray(pieces, dtype=np.float64).reshape(-1, 4)
    steep = np.degrees(np.arctan2(ends[:, 3] - ends[:, 1], ends[:, 2] - ends[:, 0])) % 180
    level = _long_lines(ends[(steep < ACROSS) | (steep > 180 - ACROSS)], width, LEVEL)
    upright = _long_lines(ends[np.abs(steep - 90) < DOWN][:, [1, 0, 3, 2]], height, UPRIGHT)
    if len(level) < 2 or len(upright) < 2:
        return np.zeros((0, 4, 2))
    # y = b + m x crosses x = c + n y
    (b, m), (c, n) = level.T, upright.T
    y = (b[:, None] + m[:, None] * c) / (1 - m[:, None] * n)
    crossings = np.stack([c + n * y, y], axis=-1)
    above, below = _in_order(crossings[:, :, 1].mean(axis=1))
    left, right = _in_order(crossings[:, :, 0].mean(axis=0))
    corners = [crossings[rows][:, columns] for rows, columns in
               ((above, left), (above, right), (below, right), (below, left))]  # fmt: skip
    quads = np.stack(corners, axis=2).reshape(-1, 4, 2)
    return quads[_could_be_boards(quads, width, height)]


def _in_order(places: FloatArray) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of lines: the ones that come first, the others."""
    order = np.argsort(places)
    pairs = np.array(list(combinations(order, 2)), dtype=np.int64)
    return pairs[:, 0], pairs[:, 1]


def _could_be_boards(quads: Quads, width: int, height: int) -> NDArray[np.bool_]:
    """Which are large enough, have sides of lengths that a board's can have from above, and lie in the picture."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    far, right, near, left = np.maximum(sides, 1e-3).T
    wide, deep = (far + near) / 2, (left + right) / 2
    low, high = quads.min(axis=1), quads.max(axis=1)
    return np.asarray(
        (wide > 0.3 * width) & (deep > 0.25 * height) & (wide > 0.7 * deep) & (wide < 2.6 * deep)
        & (far > 0.5 * near) & (far < 1.6 * near) & (left > 0.6 * right) & (left < 1.6 * right)
        & (low > -0.05 * np.array([width, height])).all(axis=1)
        & (high < 1.05 * np.array([width, height])).all(axis=1)
    )  # fmt: skip


def _long_lines(pieces: FloatArray, across: int, most: int) -> FloatArray:
    """Nx2: where the longest lines begin and how they slope, each of all the pieces that lie on it.

    `pieces`: x, y, x, y of their ends, more along x than along y.
    """
    length = np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1])
    order = np.argsort(-length)
    order = order[length[order] > SHORTEST]
    x0, y0, x1, y1 = pieces[order].T
    length = length[order]
    lines: list[tuple[float, float, float]] = []
    for one in range(min(len(order), TRIED)):
        slope = (y1[one] - y0[one]) / (x1[one] - x0[one])
        begin = y0[one] - slope * x0[one]
        on_it = _beside(begin, slope, x0, y0, x1, y1) < ON_IT
        if on_it.sum() > 1:
            x, y = np.concatenate([x0[on_it], x1[on_it]]), np.concatenate([y0[on_it], y1[on_it]])
            slope, begin = np.polyfit(x, y, 1, w=np.sqrt(np.tile(length[on_it], 2)))
        on_it = _beside(begin, slope, x0, y0, x1, y1) < ON_FITTED
        lines.append((float(length[on_it].sum()), float(begin), float(slope)))
    kept: list[tuple[float, float]] = []
    for _, begin, slope in sorted(lines, reverse=True):
        ends = begin, begin + slope * across
        if all(abs(ends[0] - b) + abs(ends[1] - b - m * across) > SAME for b, m in kept):
            kept.append((begin, slope))
        if len(kept) == most:
            break
    return np.array(kept).reshape(-1, 2)


def _beside(begin: float, slope: float, *ends: FloatArray) -> FloatArray:
    """How far from a line the farther end of each piece is."""
    x0, y0, x1, y1 = ends
    return np.maximum(np.abs(begin + slope * x0 - y0), np.abs(begin + slope * x1 - y1))
