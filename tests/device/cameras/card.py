"""The test card: what every camera of the contract tests looks at. Four quarters, so that
no turning looks like another.
"""

from typing import Any

import cv2
import numpy as np

QUARTERS = {
    "top left": (190, 60, 50),
    "top right": (60, 180, 60),
    "bottom left": (50, 60, 190),
    "bottom right": (170, 170, 170),
}
"""Blue, green, red."""

Picture = np.ndarray[Any, Any]


def card(width: int = 64, height: int = 48) -> Picture:
    """The card, as height x width x 3, blue green red."""
    (a, b), (c, d) = (tuple(QUARTERS.values())[:2], tuple(QUARTERS.values())[2:])
    small = np.array([[a, b], [c, d]], np.uint8)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST))


def quarters(picture: Picture) -> dict[str, tuple[int, int, int]]:
    """The mean colours of the middles of a picture's quarters."""
    height, width = picture.shape[:2]
    found = {}
    for number, name in enumerate(QUARTERS):
        y, x = divmod(number, 2)
        part = picture[
            (4 * y + 1) * height // 8 : (4 * y + 3) * height // 8,
            (4 * x + 1) * width // 8 : (4 * x + 3) * width // 8,
        ]
        b, g, r = part.reshape(-1, 3).mean(axis=0)
        found[name] = (int(b), int(g), int(r))
    return found
