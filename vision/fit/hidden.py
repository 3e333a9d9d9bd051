"""What hides the board in a picture: checkers, dice and cubes on it, hands and foreign things above it."""

import cv2
import numpy as np

from vision.frame import Mask, Picture
from vision.nets import BoardMaps, Nets
from vision.rectify import Corners, rectifier

LIKELY = 0.2
"""From this chance on that a checker's top or a cuboid's face has its middle in a cell, the board there is hidden."""
LIKELY_FOREIGN = 0.4
"""The same of a foreign thing, whose every cell is marked."""
CHECKER, CUBOID = 9, 7
"""So many cells across are hidden by a checker (round) and by a die or a cube (square), about their middles."""


def hidden_by(maps: BoardMaps) -> Mask:
    """Where checkers, dice, cubes or foreign things hide the board."""
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CHECKER, CHECKER))
    checkers = cv2.dilate((maps.checker > LIKELY).astype(np.uint8), round_)
    square = np.ones((CUBOID, CUBOID), np.uint8)
    cuboids = cv2.dilate((np.maximum(maps.die, maps.cube) > LIKELY).astype(np.uint8), square)
    return np.asarray((checkers > 0) | (cuboids > 0) | (maps.foreign > LIKELY_FOREIGN))


def hidden_of(picture: Picture, corners: Corners, nets: Nets) -> Mask:
    """What hides the board in a picture, seen with these corners; PictureError as `rectifier`."""
    return hidden_by(nets.board(rectifier(corners).rectify(picture)))
