"""A phone as the camera: its browser opens the page /camera, and sends what it sees over the network."""

import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from device.errors import CameraError, NotNow
from device.io.cameras.camera import Camera
from device.io.cameras.rotation import Turning
from device.store.settings import CameraSettings
from engine.i18n import phrase
from vision.frame import Frame

LARGEST = 2 * 1024 * 1024
"""Bytes of a picture that are taken in; one of 1280 x 960 has some 300 000."""
MOST_PIXELS = 4096 * 4096
"""Of a picture that is unpacked, which takes three bytes for each."""
GONE = 5.0
"""After so many seconds without a picture of the phone's another may take its place unasked."""
SENDING_PATIENCE = 1.0
"""For so many seconds a phone waits until its picture has been taken: it sends no faster than the table looks."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG that begin a frame, and tell its size (ITU-T T.81, table B.1)."""
NAME = "phone"
"""What the settings call it."""
PATIENCE = 4.0
"""For so many seconds a picture is waited for before it is said that none comes."""


@dataclass(frozen=True, slots=True)
class PhonePicture:
    """A picture that has come in: a JPEG, when, in seconds of the line's clock, and its number from 1."""

    jpeg: bytes
    time: float
    number: int


class PhoneLine:
    """Hands pictures from one phone at a time to whoever watches; `clock` gives
    seconds. May be used from any thread.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._changed = threading.Condition()
        self._newest: PhonePicture | None = None
        self._number = self._taken = self._watching = 0
        self._phone, self._heard = "", -GONE
        self.turning = Turning()

    turning: Turning
    """How who watches lays the pictures, so that what is read of them can be drawn over those of the phone."""

    @property
    def number(self) -> int:
        """The number of the newest picture; 0: none has come yet."""
        return self._number

    def offer(
        self, phone: str, jpeg: bytes, *, take_over: bool = False, patience: float = SENDING_PATIENCE
    ) -> bool:
        """A picture of the phone's, which waits until it has been taken; whether anybody watches.

        Raises NotNow where another phone is the camera, unless this one is to `take_over`, and
        CameraError for what is no picture.
        """
        width, height = jpeg_size(jpeg)
        if len(jpeg) > LARGEST or not 0 < width * height <= MOST_PIXELS:
            raise CameraError(phrase("That picture is too large: send one of 1280 x 960."))
        with self._changed:
            now = self.clock()
            if phone != self._phone and now - self._heard < GONE and not take_over:
                raise NotNow(phrase("Another phone is the camera now."))
            self._phone, self._heard = phone, now
            if not self._watching:
                return False
            self._number += 1
            number = self._number
            self._newest = PhonePicture(jpeg, now, number)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._taken >= number or not self._watching, patience)
            return self._watching > 0

    def take(self, after: int, patience: float, ended: Callable[[], bool]) -> PhonePicture | None:
        """The newest picture once there is one with a higher number than `after`; None where none
        comes in time, or it has `ended`.
        """
        with self._changed:
            self._changed.wait_for(lambda: ended() or self._number > after, patience)
            if ended() or self._newest is None or self._number <= after:
                return None
            self._taken = self._number
            self._changed.notify_all()
            return self._newest

    def watch(self, by: int) -> None:
        """One more who watches, or (-1) one less, who has `ended`."""
        with self._changed:
            self._watching += by
            if not self._watching:
                self._newest = None
            self._changed.notify_all()


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """The width and height that a JPEG's head tells; nothing is unpacked. Raises CameraError for what is none."""
    at = 2
    while jpeg[:2] == b"\xff\xd8" and at + 9 <= len(jpeg) and jpeg[at] == 0xFF:
        marker, (length,) = jpeg[at + 1], struct.unpack_from(">H", jpeg, at + 2)
        if marker == 0xFF:
            at += 1
        elif marker in _FRAMES:
            height, width = struct.unpack_from(">HH", jpeg, at + 5)
            return width, height
        else:
            at += 2 + length
    raise CameraError(phrase("That is no picture: send a JPEG."))


PHONE = PhoneLine()
"""The line of this process: a box has one board, and one phone above it."""


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
        turned = self._turning.turned(np.asarray(picture, np.uint8))
        frame = Frame(np.ascontiguousarray(turned), max(0.0, found.time - self._began), self._number)
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
