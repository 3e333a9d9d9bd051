"""Sharpness: how well the edges on a board are in focus, told from one picture alone.

F. Crete, T. Dolmiere, P. Ladret, M. Nicolas, "The blur effect: perception and estimation with a new no-reference
perceptual blur metric", SPIE 2007: a picture that is sharp loses much of the difference between neighbouring pixels
when it is blurred, and one that is blurred already loses little.
"""

import cv2
import numpy as np

from vision.board_model import BoardModel
from vision.frame import Picture

WIDTH = 9
"""Over so many pixels the picture is blurred to see what it loses."""


def sharpness(picture: Picture) -> float:
    """What share of the differences between neighbours a picture loses when it is blurred, 0 (all blur) to 1."""
    # single noisy pixels would pass for detail
    grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 0.7), np.float32)
    shares = []
    for axis in (0, 1):
        size = (1, WIDTH) if axis == 0 else (WIDTH, 1)
        blurred = cv2.blur(grey, size)
        before, after = (np.abs(np.diff(each, axis=axis)) for each in (grey, blurred))
        total = float(before.sum())
        shares.append(float(np.maximum(before - after, 0).sum()) / total if total else 0.0)
    return min(shares)


def board_sharpness(model: BoardModel, picture: Picture) -> float:
    """The sharpness of the board in a picture, at the size at which it is read."""
    return sharpness(model.rectifier(picture.shape).rectify(picture))
