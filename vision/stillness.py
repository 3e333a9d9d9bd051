"""Whether anything moves: a cheap look at every frame, before it is read."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GLIMPSE, Frame, Picture
from vision.rectify import Rectifier

STEP = GLIMPSE
"""Only every fourth pixel of every fourth row is looked at."""
CHANGE = 9.0
"""How many grey levels the mean of 3x3 looked-at pixels must change by to have moved."""
NOISY = 24.0
"""The same in the noisiest picture."""
FEW = 4
"""How many changed places (of those looked at) are movement."""
DARK = 16.0
"""The mean grey level below which the light may be off."""

Thumb: TypeAlias = NDArray[np.uint8]
"""Every fourth green pixel of the part of a picture where the board lies."""


@dataclass(frozen=True, slots=True)
class Window:
    """Where a board lies in a picture, its frame included: rows `top` to `bottom`, columns `left` to `right`."""

    top: int
    bottom: int
    left: int
    right: int

    def thumb(self, picture: Picture) -> Thumb:
        """A copy of every fourth green pixel in the window."""
        return np.ascontiguousarray(picture[self.top : self.bottom : STEP, self.left : self.right : STEP, 1])

    def thumb_of(self, frame: Frame) -> Thumb:
        """The same of a frame: from its glimpse where it has one, so that its picture need not be taken."""
        glimpse = frame.glimpse
        if glimpse is None:
            return self.thumb(frame.picture)
        top, bottom, left, right = (-(-n // STEP) for n in (self.top, self.bottom, self.left, self.right))
        return np.ascontiguousarray(glimpse[top:bottom, left:right, 1])


def window_of(rectifier: Rectifier, shape: tuple[int, ...], margin: float = 0.06) -> Window:
    """The window of a board, a share of its size wider on every side."""
    low, high = -margin, 1 + margin
    rim = rectifier.line(np.array([[low, low], [high, low], [high, high], [low, high]]), closed=True)
    (left, top), (right, bottom) = rim.min(axis=0), rim.max(axis=0)
    height, width = shape[:2]
    return Window(
        max(0, int(top)), min(height, int(bottom) + 1), max(0, int(left)), min(width, int(right) + 1)
    )


def changed(before: Thumb, after: Thumb) -> int:
    """How many places have changed, an even change of the light set aside."""
    level = float(before[::4, ::4].mean())
    gain = float(np.clip(after[::4, ::4].mean() / max(level, 1.0), 0.8, 1.25))
    difference = cv2.addWeighted(after, 1.0, before, -gain, 0.0, dtype=cv2.CV_32F)
    smooth = cv2.blur(difference, (3, 3))
    few = smooth[::8, ::8]
    middle = float(np.median(few))
    noise = 1.4826 * float(np.median(np.abs(few - middle)))
    return int(np.count_nonzero(np.abs(smooth - middle) > min(max(CHANGE, 7.0 * noise), NOISY)))


def is_dark(thumb: Thumb) -> bool:
    """Whether there is too little light to see anything."""
    few = thumb[::4, ::4]
    return float(few.mean()) < DARK and float(few.std()) < DARK / 2
