"""Cameras and films that OpenCV opens: USB cameras, films, and streams at a URL."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from vision.frame import Frame
from vision.rectify import Corners

WIDTH, HEIGHT = 1280, 960
"""The size asked of a USB camera; it gives what it can."""
RATE = 8.0
"""Pictures a second that are taken from a live camera; a game needs no more, and the rest costs heat."""
TIMEOUT_MS = 5000
FRESH_SECONDS = 0.004
"""A picture that comes sooner than this was lying in a buffer, and a newer one may be there."""
MOST_BUFFERED = 60
_ON_USB = re.compile(r"/usb\d")


class OpenCVCamera:
    """A USB camera by its number or device, a film by its path, or a stream by its URL; opened at once.

    A live camera is opened again by the read that follows its loss. Raises CameraError.
    """

    corners: Corners | None = None

    def __init__(
        self, source: int | str, rate: float = RATE, now: Callable[[], float] = time.monotonic
    ) -> None:
        device = re.fullmatch(r"/dev/video(\d+)", source) if isinstance(source, str) else None
        self.source: int | str = int(device[1]) if device else source
        self.name = f"USB camera {self.source}" if isinstance(self.source, int) else self.source
        self.is_film = isinstance(self.source, str) and "://" not in self.source
        self._rate, self._now = rate, now
        self._number = 0
        self._began, self._due = now(), now()
        self._closed = False
        self._capture: cv2.VideoCapture | None = self._opened()

    def read(self) -> Frame | None:
        """The next picture of a film, as fast as it is asked for, or the newest of a live camera.

        None once a film or the camera is over. Raises CameraError when a live camera is lost.
        """
        if self._closed:
            return None
        return self._next_of_film() if self.is_film else self._newest()

    def close(self) -> None:
        """Lets go of the camera."""
        self._closed = True
        self._release()

    def _release(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _opened(self) -> cv2.VideoCapture:
        if self.is_film and not Path(str(self.source)).is_file():
            raise CameraError(f"there is no film {self.source}; give the path of a video file")
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS]
        try:
            if isinstance(self.source, int) or self.is_film:
                capture = cv2.VideoCapture(self.source)
            else:
                capture = cv2.VideoCapture(self.source, cv2.CAP_FFMPEG, limits)
        except cv2.error as error:
            raise CameraError(f"{self.name} cannot be opened: {error.err}") from error
        if not capture.isOpened():
            capture.release()
            if self.is_film:
                raise CameraError(
                    f"{self.name} cannot be opened as a film; convert it to MP4 (H.264) and try again"
                )
            raise CameraError(
                f"{self.name} does not answer: check that it is plugged in or on, and not used elsewhere"
            )
        if isinstance(self.source, int):
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def _next_of_film(self) -> Frame | None:
        assert self._capture is not None
        rate = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
        more, picture = self._capture.read()
        if not more:
            if self._number == 0:
                raise CameraError(f"{self.name} has no pictures in it; it may be damaged or no film")
            return None
        frame = Frame(np.asarray(picture, np.uint8), self._number / rate, self._number)
        self._number += 1
        return frame

    def _newest(self) -> Frame:
        if self._capture is None:
            self._capture = self._opened()
        if not self._grabbed(self._capture):
            self._lost()
        more, picture = self._capture.retrieve()
        if not more or picture is None:
            self._lost()
        now = self._now()
        self._due = max(self._due + 1 / self._rate, now)
        frame = Frame(np.asarray(picture, np.uint8), now - self._began, self._number)
        self._number += 1
        return frame

    def _grabbed(self, capture: cv2.VideoCapture) -> bool:
        """Leaves the newest picture ready to be taken once it is due; those before it are thrown away."""
        for _ in range(MOST_BUFFERED):
            before = self._now()
            if not capture.grab():
                return False
            after = self._now()
            if after >= self._due and after - before > FRESH_SECONDS:
                break
        return True

    def _lost(self) -> None:
        self._release()
        raise CameraError(
            f"{self.name} gives no more pictures: check its cable or connection; it is tried again"
        )


def first_usb_camera(devices: Path = Path("/sys/class/video4linux")) -> int | None:
    """The number of the first USB camera that gives a picture, or None."""
    for number in _candidates(devices):
        try:
            camera = OpenCVCamera(number)
            try:
                camera.read()
                return number
            finally:
                camera.close()
        except CameraError:
            continue
    return None


def _candidates(devices: Path) -> list[int]:
    """The numbers of the video devices that hang on USB; a camera's second device only tells about its first."""
    numbers = []
    for device in devices.glob("video*"):
        number = device.name.removeprefix("video")
        index = device / "index"
        first = not index.exists() or index.read_text().strip() == "0"
        if number.isdecimal() and first and _ON_USB.search(str((device / "device").resolve())):
            numbers.append(int(number))
    return sorted(numbers)
