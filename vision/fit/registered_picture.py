"""A picture on which a board is laid: rectified once, then looked at wherever on the board it is asked for."""

import cv2
import numpy as np

from vision.frame import FloatArray, Mask, Picture
from vision.rectify import HEIGHT, UNIT, WIDTH, Corners, as_corners, canvas_of, rectifier

SCALE = 2.0
"""How much larger than usual the board is rectified to be measured."""
BLUR = 0.7
"""The deviation, in pixels of the rectified picture, of the Gaussian that takes the camera's noise off it."""
CELL = 4
"""Pixels of the usual rectified picture (512x384) to a cell of a mask."""


class RegisteredPicture:
    """A picture on which a board is laid by its `corners`; PictureError as `rectifier`.

    `hidden`: what hides the board, seen with these corners. `scale`: how much larger than usual it is rectified;
    `zoom`: below 1, so much smaller than that the board is drawn, and more of what lies around it.
    """

    def __init__(
        self, picture: Picture, corners: Corners, hidden: Mask, scale: float = SCALE, zoom: float = 1.0
    ) -> None:
        self._picture, self._hidden, self._scale, self._zoom = picture, hidden, scale, zoom
        self._rectifier = rectifier(corners)
        self._masked_by = self._rectifier
        rectified = self._rectifier.rectify(picture, scale, zoom)
        smooth = cv2.GaussianBlur(rectified, (0, 0), BLUR)
        self._lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB).astype(np.float32)

    def corners(self) -> Corners:
        """The corners as they are laid."""
        return as_corners(self._rectifier.pixels(UNIT))

    def moved(self, places: FloatArray) -> "RegisteredPicture":
        """The same picture with the corners at other places of the board (4x2), drawn without a zoom."""
        moved = RegisteredPicture(
            self._picture, as_corners(self._rectifier.pixels(places)), self._hidden, self._scale
        )
        moved._masked_by = self._masked_by
        return moved

    def colours(self, places: FloatArray) -> FloatArray:
        """The Lab colours (0-255 each) at rows x columns x 2 places of the board."""
        pixels = canvas_of(places.reshape(-1, 2), self._scale) * self._zoom
        pixels += np.array([WIDTH, HEIGHT]) * self._scale * (1 - self._zoom) / 2
        x, y = (each.reshape(places.shape[:2]).astype(np.float32) for each in pixels.T)
        found = cv2.remap(self._lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, dtype=np.float32)

    def is_hidden(self, places: FloatArray) -> Mask:
        """Whether Nx2 places of the board are hidden."""
        cells = canvas_of(self._masked_by.board(self._rectifier.pixels(places))) / CELL
        rows, columns = self._hidden.shape
        x, y = (np.clip(cells[:, axis].astype(int), 0, size - 1) for axis, size in ((0, columns), (1, rows)))
        return np.asarray(self._hidden[y, x])
