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
from device.io.cameras.picture_rotation import Turning
from device.store.settings import CameraSettings
from engine.i18n import phrase
from vision.frame import Frame, Picture

LARGEST = 2 * 1024 * 1024
"""Bytes of a picture that are taken in; one of 1280 x 960 has some 300 000."""
LARGEST_FULL = 8 * 1024 * 1024
"""The same of one in full resolution, which is sent when it is asked for; one of 12 megapixels has some 4 000 000."""
MOST_PIXELS = 4096 * 4096
"""Of a picture that is unpacked, which takes three bytes for each."""
GONE = 5.0
"""After so many seconds without a picture of the phone's another may take its place unasked."""
SENDING_PATIENCE = 1.0
"""For so many seconds a phone waits until its picture has been taken: it sends no faster than the table looks."""
ASKED_SECONDS = 10.0
"""For so long a full picture is asked for; one that comes later would show something else."""
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
        self._wanting: list[tuple[float, Callable[[Picture], None]]] = []
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
        if not _fits(jpeg, LARGEST):
            raise CameraError(phrase("That picture is too large: send one of 1280 x 960."))
        with self._changed:
            now = self._let_in(phone, take_over=take_over)
            if not self._watching:
                return False
            self._number += 1
            number = self._number
            self._newest = PhonePicture(jpeg, now, number)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._taken >= number or not self._watching, patience)
            return self._watching > 0

    @property
    def wants_full(self) -> bool:
        """Whether the phone is asked for a picture in full resolution."""
        with self._changed:
            since = self.clock() - ASKED_SECONDS
            self._wanting = [each for each in self._wanting if each[0] > since]
            return self._watching > 0 and bool(self._wanting)

    def ask_full(self, given: Callable[[Picture], None]) -> None:
        """Asks the phone for one picture in full resolution, which is `given` in the thread that brings it, laid as
        `turning` says; one that is damaged is not. All who ask meanwhile are given the same, to look at only.
        """
        with self._changed:
            self._wanting.append((self.clock(), given))

    def offer_full(self, phone: str, jpeg: bytes) -> None:
        """The picture in full resolution that the phone was asked for; one that nobody wants any more is let go.

        Raises NotNow where another phone is the camera, and CameraError for what is no picture.
        """
        with self._changed:
            self._let_in(phone)
            # whatever comes, it is asked for once
            wanting, self._wanting = self._wanting, []
        if not _fits(jpeg, LARGEST_FULL):
            raise CameraError(phrase("That picture is too large: send one of at most eight megabytes."))
        picture = _laid(jpeg, self.turning) if wanting else None
        if picture is not None:
            for _, given in wanting:
                given(picture)

    def _let_in(self, phone: str, *, take_over: bool = False) -> float:
        """The phone is the camera, or becomes it; when, in seconds of the clock. Raises NotNow where another one is."""
        now = self.clock()
        if phone != self._phone and now - self._heard < GONE and not take_over:
            raise NotNow(phrase("Another phone is the camera now."))
        self._phone, self._heard = phone, now
        return now

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
                self._newest, self._wanting = None, []
            self._changed.notify_all()


def _laid(jpeg: bytes, turning: Turning) -> Picture | None:
    """A JPEG's picture, unpacked and turned; None for a damaged one."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return None
    return np.ascontiguousarray(turning.turned(np.asarray(picture, np.uint8)))


def _fits(jpeg: bytes, most: int) -> bool:
    """Whether a JPEG has at most so many bytes, and no more pixels than are unpacked. Raises CameraError for none."""
    width, height = jpeg_size(jpeg)
    return len(jpeg) <= most and 0 < width * height <= MOST_PIXELS


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
        picture = _laid(found.jpeg, self._turning)
        if picture is None:
            raise CameraError(phrase("The phone's picture is damaged; the next is tried."))
        frame = Frame(picture, max(0.0, found.time - self._began), self._number)
        self._number += 1
        return frame

    def ask_full(self, given: Callable[[Picture], None]) -> bool:
        """Asks the phone for a picture in full resolution; one that is damaged is not given."""

        def while_open(picture: Picture) -> None:
            if not self._closed:
                given(picture)

        self._line.ask_full(while_open)
        return True

    def reopening(self) -> Callable[[], Camera]:
        """The same line: whichever phone is there next."""
        return lambda: PhoneCamera(self._settings, self._line, self._patience)

    def close(self) -> None:
        """Watches no more; a read that waits returns at once."""
        if not self._closed:
            self._closed = True
            self._line.watch(-1)
