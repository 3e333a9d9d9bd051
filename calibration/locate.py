"""Where a board lies in a picture and which way round, found without help; printed markers tell its near side."""

from dataclasses import dataclass

import numpy as np

from calibration.find import find_corners, glimpse
from vision.frame import Picture
from vision.markers import find_tags, quarter_turns
from vision.nets import Nets
from vision.rectify import Corners, as_corners

UPRIGHT = 0.1
"""A board is taken to stand sideways in a picture only if that is so much likelier."""


@dataclass(frozen=True, slots=True)
class Located:
    """A board's corners and how sure they are, 0-1; `near_known`: markers have told which side is the near one, else
    it is taken to be the one towards the bottom of the picture, or the right where the board stands sideways in it.
    """

    corners: Corners
    confidence: float
    is_sure: bool
    near_known: bool = False


def locate(picture: Picture, nets: Nets | None = None) -> Located | None:
    """The board with points in a picture; None where nothing in it could be one."""
    turns = quarter_turns(find_tags(picture))
    if turns is None:
        # without markers as most people stand before a board, or with the players left and right
        upright, sideways = (glimpse(_turned(picture, quarter), nets) for quarter in (0, 1))
        quarter = int(sideways > upright + UPRIGHT)
    else:
        quarter = turns
    found = find_corners(_turned(picture, quarter), nets)
    if found is None:
        return None
    corners = turned_back(found.corners, quarter, picture.shape)
    return Located(corners, found.confidence, found.is_sure, turns is not None)


def sure_corners(picture: Picture) -> Corners | None:
    """The corners of the board in a picture, if they are sure."""
    located = locate(picture)
    return located.corners if located is not None and located.is_sure else None


def _turned(picture: Picture, quarter: int) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, quarter))


def turned_back(corners: Corners, quarter: int, shape: tuple[int, ...]) -> Corners:
    """Corners found in a picture turned to the left by quarter turns, as pixels of the picture of a shape as it was."""
    height, width = shape[:2]
    places = np.array(corners)
    if quarter % 2:
        height, width = width, height
    for _ in range(quarter % 4):
        # a turn to the right: what was at the left edge comes to the top
        places = np.column_stack([height - 1 - places[:, 1], places[:, 0]])
        height, width = width, height
    return as_corners(places)
