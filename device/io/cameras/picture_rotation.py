"""How a camera's picture is laid before it is looked at: mirrored, and turned by quarters."""

from dataclasses import dataclass

import cv2
import numpy as np

from device.store.settings import CameraSettings
from vision.frame import Picture

_QUARTERS = {90: cv2.ROTATE_90_CLOCKWISE, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class Turning:
    """Flips left for right, flips upside down, then turns clockwise by `quarter`, which is 0, 90 or 270 degrees."""

    hflip: bool = False
    vflip: bool = False
    quarter: int = 0

    @classmethod
    def of(cls, settings: CameraSettings) -> "Turning":
        """The turning that the settings ask for; half a turn is two flips, which cameras do for nothing."""
        half = settings.rotate == 180
        return cls(settings.mirror != half, half, settings.rotate if settings.rotate in _QUARTERS else 0)

    def after(self, hflip: bool, vflip: bool) -> "Turning":
        """What is left to do where the camera has flipped its picture so already."""
        return Turning(self.hflip != hflip, self.vflip != vflip, self.quarter)

    def turned(self, picture: Picture) -> Picture:
        """A picture turned so, which is the same one where there is nothing to do."""
        if self.hflip or self.vflip:
            how = -1 if self.hflip and self.vflip else int(self.hflip)
            picture = np.asarray(cv2.flip(picture, how), np.uint8)
        if self.quarter:
            picture = np.asarray(cv2.rotate(picture, _QUARTERS[self.quarter]), np.uint8)
        return picture

    def before(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the turned picture was before, both in shares of its width and height.

        >>> Turning(quarter=90).before(0.9, 0.2), Turning(hflip=True).before(0.25, 0.5)
        ((0.2, 0.09999999999999998), (0.75, 0.5))
        """
        if self.quarter:
            x, y = (y, 1 - x) if self.quarter == 90 else (1 - y, x)
        return (1 - x if self.hflip else x), (1 - y if self.vflip else y)

    def shape(self, size: tuple[int, int]) -> tuple[int, int, int]:
        """The shape of a turned picture that was (width, height)."""
        width, height = size
        return (width, height, 3) if self.quarter else (height, width, 3)
