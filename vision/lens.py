"""How a camera's lens bends straight lines: a wide one draws what is far from its picture's middle too near to it.

The bending is radial about the picture's middle and described by one number (the division model, Fitzgibbon 2001): what
appears at a radius r would appear at r / (1 + k r^2) without it. Radii are in halves of the picture's diagonal, so the
number is the same for pictures of any size of one camera; it is below 0 for lenses that bend lines outwards (barrel).
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray, Picture

STRONGEST = 0.6
"""No lens bends by more than this, either way."""
FLATTEST = 0.1
"""Far beyond a picture's corners 1 + k r^2 is taken to be this at least, for it to have an inverse."""
BAND = 128
"""So many rows of a large picture are straightened at a time: all at once would take much memory."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens that bends by `k`, see above; not 0, for then there is nothing to straighten."""

    k: float

    def on(self, size: tuple[int, int]) -> "Bend":
        """The lens as it bends pictures of a size (width, height)."""
        return Bend(self.k, *size)


@dataclass(frozen=True, slots=True)
class Bend:
    """A lens that bends pictures of one size, in pixels.

    A straightened picture is as large as the bent one and shows all of it: drawn smaller about the middle (by
    `shrinking`) as lenses bend outwards.
    """

    k: float
    width: int
    height: int

    @property
    def shrinking(self) -> float:
        """How much smaller the middle of a picture is when it is straightened, 0-1."""
        return min(1.0, 1.0 + self.k)

    def straight(self, pixels: FloatArray) -> NDArray[np.float64]:
        """Nx2 pixels of the picture as Nx2 pixels of the straightened one."""
        away = (pixels - self._middle) / self._unit
        squared = np.square(away).sum(axis=-1, keepdims=True)
        wide = self.shrinking / np.maximum(1 + self.k * squared, FLATTEST)
        return np.asarray(self._middle + away * wide * self._unit, dtype=np.float64)

    def bent(self, pixels: FloatArray) -> NDArray[np.float64]:
        """Nx2 pixels of the straightened picture as Nx2 pixels of the picture."""
        away = (pixels - self._middle) / (self._unit * self.shrinking)
        squared = np.square(away).sum(axis=-1, keepdims=True)
        narrow = 2 / (1 + np.sqrt(np.maximum(1 - 4 * self.k * squared, 0.0)))
        return np.asarray(self._middle + away * narrow * self._unit, dtype=np.float64)

    def straightened(self, picture: Picture) -> Picture:
        """The picture as a lens that bends nothing would have drawn it."""
        return remapped(picture, _straightening(self))

    @property
    def _middle(self) -> NDArray[np.float64]:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def _unit(self) -> float:
        return float(np.hypot(self.width, self.height)) / 2


def bend_of(lens: Lens | None, shape: tuple[int, ...]) -> Bend | None:
    """What a lens does to pictures of a shape (height, width, ...); None without one."""
    return None if lens is None else lens.on((shape[1], shape[0]))


Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Where in a picture every pixel of another one lies, as `cv2.remap` is quickest with."""


def maps_of(pixels: FloatArray) -> Maps:
    """The maps to pixels (rows x columns x 2) of a picture."""
    x, y = (np.ascontiguousarray(pixels[:, :, axis], dtype=np.float32) for axis in (0, 1))
    coarse, fine = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)


def remapped(picture: Picture, maps: Maps) -> Picture:
    """The other picture; beyond the rim of this one it is repeated."""
    found = cv2.remap(picture, *maps, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.uint8)


@lru_cache(maxsize=2)
def _straightening(bend: Bend) -> Maps:
    bands = []
    for top in range(0, bend.height, BAND):
        x, y = np.meshgrid(np.arange(bend.width), np.arange(top, min(top + BAND, bend.height)))
        bands.append(maps_of(bend.bent(np.stack([x, y], axis=-1))))
    coarse, fine = zip(*bands, strict=True)
    return np.concatenate(coarse), np.concatenate(fine)
