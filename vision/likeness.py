"""Whether two pictures of one camera show the same, though one is larger."""

import cv2
import numpy as np

from vision.frame import FloatArray, Picture

SHAPES = 0.02
"""Pictures whose shapes differ by a larger share are not cut alike."""
ALIKE = 0.8
"""Nor are those whose outlines go together less than this, seen so small, of 1."""
SMALL = (160, 120)
FINE, COARSE = 1.5, 12.0
"""Outlines are what lies between these blurs, in pixels of the small picture: how light it was plays no part."""


def shows_same(one: Picture, other: Picture) -> bool:
    """Whether both show the same, edge by edge: some cameras see more, or less, in a photograph than in a film."""
    (high, wide), (height, width) = one.shape[:2], other.shape[:2]
    if abs(wide * height / (high * width) - 1) > SHAPES:
        return False
    seen = [_outlines(each).ravel() for each in (one, other)]
    apart = [each - each.mean() for each in seen]
    together = float(np.sqrt(np.square(apart[0]).sum() * np.square(apart[1]).sum()))
    return together > 0 and float(apart[0] @ apart[1]) > ALIKE * together


def _outlines(picture: Picture) -> FloatArray:
    grey = cv2.cvtColor(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    small = np.asarray(grey, np.float32)
    blurs = [cv2.GaussianBlur(small, (0, 0), sigma) for sigma in (FINE, COARSE)]
    return np.asarray(blurs[0] - blurs[1], np.float32)
