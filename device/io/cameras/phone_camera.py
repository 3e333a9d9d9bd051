"""A phone as the camera: its browser opens the page /camera, and sends what it sees over the network."""

from collections.abc import Callable

import cv2
import numpy as np

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.io.cameras.phone_line import PHONE, PhoneLine
from device.io.cameras.rotation import Turning
from device.store.settings import CameraSettings
from engine.i18n import phrase
from vision.frame import Frame

NAME = "phone"
"""What the settings call it."""
PATIENCE = 4.0
"""For so many seconds a picture is waited for before it is said that none comes."""


class PhoneCamera(Camera):
    """The phone whose pictures come in by a `line`; opened at once, though no phone may be there yet."""

    name = source = NAME
    waits_itself = True

    def __init__(
        self, settings: CameraSettings | None = None, line: PhoneLine = PHONE, patience: float = PATIENCE
    ) -> None:
        self._settings = settings or CameraSettings()
        self._line, self._patience = line, patience
        self._turning = Turning.of(self._settings)
        self._began, self._seen, self._number = line.clock(), line.number, 0
        self._closed = False
        line.turning = self._turning
        line.watch(1)

    def read(self) -> Frame | None:
        """The newest picture, for which it waits; None once it is closed. Raises CameraError where none
        comes, or what comes is damaged.
        """
        found = self._line.take(self._seen, self._patience, lambda: self._closed)
        if self._closed:
            return None
        if found is None:
            if not self._line.number:
                raise CameraError(
                    phrase("No phone sends pictures yet: open the page /camera on the phone above the board.")
                )
            raise CameraError(
                phrase(
                    "The phone sends no more pictures: wake it, and open its page /camera; it is tried again by itself."
                )
            )
        self._seen = found.number
        picture = cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise CameraError(phrase("The phone's picture is damaged; the next is tried."))
        laid = self._turning.laid(np.asarray(picture, np.uint8))
        frame = Frame(np.ascontiguousarray(laid), max(0.0, found.time - self._began), self._number)
        self._number += 1
        return frame

    def reopening(self) -> Callable[[], Camera]:
        """The same line: whichever phone is there next."""
        return lambda: PhoneCamera(self._settings, self._line, self._patience)

    def close(self) -> None:
        """Watches no more; a read that waits returns at once."""
        if not self._closed:
            self._closed = True
            self._line.watch(-1)
