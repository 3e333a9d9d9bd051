"""A glance at many quadrilaterals: inside which of them colours alternate like the points of a board."""

import cv2
import numpy as np

from calibration.quads import Quads
from vision.fit.layout import Layout
from vision.frame import FloatArray, Picture

BARS = (0.0, 0.06, 0.085, 0.11, 0.14)
"""How wide the bar may be, in board coordinates."""
DEPTHS = (-0.03, 0.05, 0.13, 0.20)
"""How deep in v the colours of the points are compared, the first of them outside of the board."""
BLUR = 1.5
"""The deviation, in pixels, of the Gaussian that takes wood's and felt's grain off the picture."""
OUTSIDE, ALIKE = 0.7, -0.3
"""How much it counts against a board that colours alternate outside of it, and what alternates less than which alike."""
CLEAR, OFF = 80.0, 40.0
"""Colours of two kinds cannot be clearer apart than this, nor one farther off its kind, in Lab levels summed."""
CHUNK = 2000
"""So many quadrilaterals are looked at together: all at once would take much memory."""


def glance(quads: Quads, small: Picture) -> tuple[FloatArray, FloatArray]:
    """How much the colours alternate from point to point inside each of the quadrilaterals and not outside, with
    which width of the bar.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), BLUR), cv2.COLOR_BGR2LAB).astype(np.float32)
    to_pixels = _homographies(quads)
    best, bars = np.full(len(quads), -np.inf), np.zeros(len(quads))
    for bar in BARS:
        columns = Layout(0.5 - bar / 2, 0.5 + bar / 2).columns()
        score = np.zeros(len(quads))
        for depths in (np.array(DEPTHS), 1 - np.array(DEPTHS)):
            colours = _colours(lab, to_pixels, columns, depths)
            outside, *inside = (_alternation(colours[:, depth]) for depth in range(len(DEPTHS)))
            score += np.mean(inside, axis=0) - OUTSIDE * np.maximum(outside, ALIKE)
        bars = np.where(score > best, bar, bars)
        best = np.maximum(score, best)
    return best, bars


def _homographies(quads: Quads) -> FloatArray:
    """Nx3x3: from board coordinates to pixels (Heckbert 1989, section 2.2.3)."""
    p0, p1, p2, p3 = (quads[:, corner] for corner in range(4))
    one, two, total = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    under = one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]
    g = (total[:, 0] * two[:, 1] - two[:, 0] * total[:, 1]) / under
    h = (one[:, 0] * total[:, 1] - total[:, 0] * one[:, 1]) / under
    first = np.column_stack([p1 - p0 + g[:, None] * p1, g])
    second = np.column_stack([p3 - p0 + h[:, None] * p3, h])
    return np.stack([first, second, np.column_stack([p0, np.ones(len(quads))])], axis=2)


def _colours(lab: FloatArray, to_pixels: FloatArray, columns: FloatArray, depths: FloatArray) -> FloatArray:
    """N x depths x columns x 3: the colours of every board at these places."""
    u, v = np.meshgrid(columns, depths)
    places = np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    parts = []
    for first in range(0, len(to_pixels), CHUNK):
        pixels = to_pixels[first : first + CHUNK] @ places
        x, y = ((pixels[:, axis] / pixels[:, 2]).astype(np.float32) for axis in (0, 1))
        parts.append(cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return np.asarray(np.concatenate(parts), dtype=np.float32).reshape(-1, *u.shape, 3)


def _alternation(colours: FloatArray) -> FloatArray:
    """How clearly twelve colours (Nx12x3) are of two kinds by turns, checkers on some of them aside."""
    even, odd = colours[:, ::2], colours[:, 1::2]
    usual = [np.median(each, axis=1) for each in (even, odd)]
    apart = np.minimum(np.abs(usual[0] - usual[1]).sum(axis=-1), CLEAR) / CLEAR
    off = [np.minimum(np.abs(each - its[:, None]).sum(axis=-1), OFF).sum(axis=1) / (12 * OFF)
           for each, its in zip((even, odd), usual, strict=True)]  # fmt: skip
    return np.asarray(apart - off[0] - off[1])
