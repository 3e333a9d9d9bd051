"""The four corners, put right by the pattern of the points where a hand has set them a little beside."""

import numpy as np

from vision.frame import Picture
from vision.pattern import Pattern, find_pattern
from vision.rectify import Corners, rectifier


def refine(corners: Corners, picture: Picture) -> tuple[Corners, Pattern]:
    """The corners moved along the far and the near edge to where the points begin and end, and the pattern then."""
    given = rectifier(corners)
    pattern = find_pattern(given.rectify(picture))
    (far_left, far_right), (near_left, near_right) = pattern.far, pattern.near
    places = np.array([[far_left, 0.0], [far_right, 0.0], [near_right, 1.0], [near_left, 1.0]])
    a, b, c, d = ((float(x), float(y)) for x, y in given.pixels(places))
    return (a, b, c, d), pattern
