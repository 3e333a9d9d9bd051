"""Cameras: one backend a file; `open_camera` picks one by name, or the best that there is."""

from pathlib import Path
from typing import Protocol

from device.cameras.opencv import OpenCVCamera, first_usb_camera
from device.cameras.picamera import Picamera, has_picamera
from device.cameras.simulated import simulated_camera
from device.errors import CameraError
from device.settings import Settings
from vision.frame import Frame
from vision.rectify import Corners

__all__ = ["Camera", "OpenCVCamera", "Picamera", "open_camera"]


class Camera(Protocol):
    """What gives pictures of the board."""

    name: str
    """What people call it, such as `picamera` or the path of a film."""
    corners: Corners | None
    """The corners of the playing surface, where the camera knows them by itself."""

    def read(self) -> Frame | None:
        """The next picture, for which it waits; None at the end of a film. Raises CameraError."""

    def close(self) -> None:
        """Lets go of the camera; further calls do nothing."""


def open_camera(name: str | None, settings: Settings) -> Camera:
    """The camera called `name`, or (None, `auto`) the one in the settings, or the best that there is.

    `picamera`; `usb`, a number such as `0`, or `/dev/video0`; `simulated`, perhaps with what it should be like, as in
    `simulated:club:4x`; a film's path; a URL. Raises CameraError.
    """
    wanted = name or settings.camera.source
    match wanted.partition(":")[0]:
        case "auto" | "":
            return _best(settings)
        case "simulated":
            return simulated_camera(wanted, settings)
    if wanted == "picamera":
        return Picamera()
    if wanted == "usb":
        number = first_usb_camera()
        if number is None:
            raise CameraError(
                "no USB camera was found: plug one in, or use --camera simulated to try Tableside without"
            )
        return OpenCVCamera(number)
    if wanted.isdecimal():
        return OpenCVCamera(int(wanted))
    if "://" not in wanted and not Path(wanted).exists():
        raise CameraError(
            f"{wanted!r} is neither a camera (picamera, usb, simulated), nor a film that exists, nor a URL"
        )
    return OpenCVCamera(wanted)


def _best(settings: Settings) -> Camera:
    if has_picamera():
        return Picamera()
    number = first_usb_camera()
    if number is not None:
        return OpenCVCamera(number)
    return simulated_camera("simulated", settings)
