"""What overlays are drawn with: colours, from where on a reading counts as sure, letters."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray, Picture

Colour = tuple[int, int, int]

PAPER: Colour = (245, 245, 245)
INK: Colour = (28, 28, 28)
GOOD: Colour = (120, 200, 90)
DOUBT: Colour = (40, 170, 250)
BAD: Colour = (70, 70, 235)
GREY: Colour = (150, 150, 150)
SURE = 0.9
"""From this probability on a site is drawn as sure."""
CERTAIN = 0.985
"""Below this one it is written beside it."""


def size_of(shrinking: float) -> float:
    """The size of letters, in pixels, on a picture so many of whose pixels are one of the rectified picture's."""
    return float(np.clip(shrinking * 10.5, 9, 40))


def thickness(size: float) -> int:
    """How thick the strokes of letters of a size are, in pixels."""
    return max(1, round(size / 8))


def scale(size: float) -> float:
    """OpenCV's scale of letters of a size."""
    return size / 20


def percent(p: float) -> str:
    """A probability (0-1) in per cent; what is not certain is never a hundred."""
    return f"{min(99, round(100 * p))}%"


def extent(text: str, size: float) -> tuple[int, int]:
    """The width and height of a text, in pixels."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale(size), thickness(size))
    return width, height


def write(drawing: Picture, text: str, centre: tuple[int, int], colour: Colour, size: float) -> None:
    """Writes a text about a pixel."""
    width, height = extent(text, size)
    place = (centre[0] - width // 2, centre[1] + height // 2)
    cv2.putText(
        drawing, text, place, cv2.FONT_HERSHEY_SIMPLEX, scale(size), colour, thickness(size), cv2.LINE_AA
    )


def whole(pixels: FloatArray) -> NDArray[np.int32]:
    """Pixels as OpenCV draws them."""
    return np.rint(pixels).astype(np.int32)
