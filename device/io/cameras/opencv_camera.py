"""Cameras and films that OpenCV opens: USB cameras, films, pictures in a row, and streams at a URL."""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.io.cameras.picture_rotation import Turning
from device.io.cameras.v4l2 import camera_again, camera_numbered, trouble, usb_cameras
from device.store.settings import CameraSettings
from engine.i18n import Phrase, phrase
from vision.frame import Frame

WIDTH, HEIGHT = 1280, 960
"""The size asked of a USB camera; it gives what it can."""
RATE = 8.0
"""Pictures a second that are taken from a live camera; a game needs no more, and the rest costs heat."""
TIMEOUT_MS = 5000
FRESH_SECONDS = 0.004
"""A picture that comes sooner than this was lying in a buffer, and a newer one may be there."""
MOST_BUFFERED = 60
FILM_RATE = 25.0
"""Pictures a second of a film that does not tell."""
PICTURES = (".jpg", ".jpeg", ".png")
"""What begins a row of numbered pictures ends so."""
SEQUENCE_RATE = 5.0
"""Pictures a second of such a row."""


class OpenCVCamera(Camera):
    """A USB camera by its number or device, a film by its path, or a stream by its URL; opened at once.

    The path of the first of some numbered pictures stands for them all. Raises CameraError.
    """

    def __init__(
        self,
        source: int | str,
        settings: CameraSettings | None = None,
        rate: float = RATE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.device: int | str = _device_of(source) if isinstance(source, str) else source
        self.source = f"/dev/video{self.device}" if isinstance(self.device, int) else self.device
        self.settings = settings or CameraSettings()
        self.name = f"USB camera {self.device}" if isinstance(self.device, int) else shown(self.device)
        self.is_film = isinstance(self.device, str) and "://" not in self.device
        self.keeps_coming = isinstance(self.device, str)
        self._turning = Turning.of(self.settings)
        self._rate, self._now = rate, now
        self._number = 0
        self._began, self._due = now(), now()
        self._capture: cv2.VideoCapture | None = self._opened()

    def read(self) -> Frame | None:
        """The next picture of a film, as fast as it is asked for, or the newest of a live camera.

        None once a film or the camera is over. Raises CameraError when a live camera is lost.
        """
        if self._capture is None:
            return None
        return self._next_of_film(self._capture) if self.is_film else self._newest(self._capture)

    def reopening(self) -> Callable[[], Camera] | None:
        """The same camera by its number or address; one that is plugged in again may have another number."""
        if self.is_film:
            return None
        if not isinstance(self.device, int):
            return lambda: OpenCVCamera(self.device, self.settings)
        number, before = self.device, camera_numbered(self.device)

        def again() -> Camera:
            # Plugged in again it may be /dev/video1 where it was /dev/video0.
            there = camera_again(before) if before else None
            return OpenCVCamera(there.number if there else number, self.settings)

        return again

    def close(self) -> None:
        """Lets go of the camera."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _opened(self) -> cv2.VideoCapture:
        if is_device(str(self.device)):
            raise CameraError(
                phrase(
                    "{source} is not there: plug the camera in, or see `tableside cameras`",
                    source=self.device,
                )
            )
        if self.is_film and not Path(str(self.device)).is_file():
            raise CameraError(
                phrase("there is no film {source}; give the path of a video file", source=self.device)
            )
        # Whatever is wrong is told in a CameraError, and need not be told on standard error, too.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS]
        try:
            if isinstance(self.device, int):
                capture = cv2.VideoCapture(self.device)
            elif self.device.lower().endswith(PICTURES) and self.is_film:
                capture = cv2.VideoCapture(self.device, cv2.CAP_IMAGES)
            elif self.is_film:
                capture = cv2.VideoCapture(self.device)
            else:
                capture = cv2.VideoCapture(self.device, cv2.CAP_FFMPEG, limits)
        except cv2.error as error:
            raise CameraError(
                phrase("{name} cannot be opened: {err}", name=self.name, err=error.err)
            ) from error
        if not capture.isOpened():
            capture.release()
            raise CameraError(self._why())
        if isinstance(self.device, int):
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def _why(self) -> Phrase:
        """Why it cannot be opened, and what to do."""
        if isinstance(self.device, int):
            return trouble(self.device)
        if self.is_film:
            return phrase(
                "{name} cannot be opened as a film; convert it to MP4 (H.264) and try again", name=self.name
            )
        return phrase(
            "{name} does not answer: check the address, that the phone's camera app is running, and that "
            "both are in the same network",
            name=self.name,
        )

    def _next_of_film(self, capture: cv2.VideoCapture) -> Frame | None:
        in_a_row = str(self.device).lower().endswith(PICTURES)
        rate = SEQUENCE_RATE if in_a_row else capture.get(cv2.CAP_PROP_FPS) or FILM_RATE
        more, picture = capture.read()
        if not more:
            if self._number == 0:
                raise CameraError(
                    phrase("{name} has no pictures in it; it may be damaged or no film", name=self.name)
                )
            return None
        return self._frame(picture, self._number / rate)

    def _newest(self, capture: cv2.VideoCapture) -> Frame:
        more, picture = capture.retrieve() if self._grabbed(capture) else (False, None)
        if not more or picture is None:
            raise CameraError(
                phrase(
                    "{name} gives no more pictures: check its cable or connection; it is tried again",
                    name=self.name,
                )
            )
        now = self._now()
        self._due = max(self._due + 1 / self._rate, now)
        return self._frame(picture, now - self._began)

    def _frame(self, picture: Any, time: float) -> Frame:
        frame = Frame(self._turning.turned(np.asarray(picture, np.uint8)), time, self._number)
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


def shown(source: str) -> str:
    """A film's path as it is; of a URL where it leads, since name, password, path or query may be what opens it, and
    whoever looks at the live page reads it when the camera is lost.

    >>> shown("rtsp://anna:secret@192.0.2.7:554/live/key?token=secret")
    'rtsp://192.0.2.7:554'
    """
    if "://" not in source:
        return source
    parts = urlsplit(source)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def first_usb_camera(settings: CameraSettings | None = None) -> OpenCVCamera | None:
    """The first USB camera that gives a picture, or None."""
    for found in usb_cameras():
        camera = None
        try:
            camera = OpenCVCamera(found.number, settings)
            camera.read()
            return camera
        except CameraError:
            if camera is not None:
                camera.close()
    return None


def is_device(source: str) -> bool:
    """Whether a source is a device's path; what lies in memory there is a file."""
    return source.startswith("/dev/") and not source.startswith("/dev/shm/")


def _device_of(source: str) -> int | str:
    """The number of a device such as /dev/video0 or a link to one; any other source as it is."""
    device = re.fullmatch(r"/dev/video(\d+)", str(Path(source).resolve()) if is_device(source) else "")
    return int(device[1]) if device else source
