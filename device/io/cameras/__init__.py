"""Cameras: one backend a file; `open_camera` picks one by name, or the best that there is."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device.errors import CameraError
from device.io.cameras.opencv_camera import OpenCVCamera, first_usb_camera
from device.io.cameras.picamera_camera import Picamera, has_picamera
from device.io.cameras.v4l2 import camera_again, camera_numbered
from device.io.cameras.virtual_camera import simulated_camera
from device.store.settings import Settings
from engine.i18n import phrase
from vision.frame import Frame
from vision.rectify import Corners

__all__ = ["Camera", "OpenCVCamera", "Picamera", "connection", "open_camera"]


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

    `picamera`, or `picamera:1` for the second; `usb`, a number such as `0`, or `/dev/video0`; `simulated`, perhaps
    with what it should be like, as in `simulated:club:4x`; the path of a film, or of the first of some numbered
    pictures; a URL. Raises CameraError.
    """
    wanted = name or settings.camera.source
    match wanted.partition(":"):
        case ("auto" | "", _, _):
            return _best(settings)
        case ("simulated", _, _):
            return simulated_camera(wanted, settings)
        case ("picamera", _, number) if number.isdecimal() or not number:
            return Picamera(int(number or 0), settings.camera)
    if wanted == "usb":
        camera = first_usb_camera(settings.camera)
        if camera is None:
            raise CameraError(
                phrase(
                    "no USB camera was found: plug one in, or use --camera simulated to try Tableside without"
                )
            )
        return camera
    if wanted.isdecimal():
        return OpenCVCamera(int(wanted), settings.camera)
    if "://" not in wanted and not wanted.startswith("/dev/") and not Path(wanted).exists():
        raise CameraError(
            phrase(
                "{wanted} is neither a camera (picamera, usb, simulated), nor a film that exists, nor a URL; "
                "`tableside cameras` lists those at hand",
                wanted=repr(wanted),
            )
        )
    return OpenCVCamera(wanted, settings.camera)


def may_come(source: str) -> bool:
    """Whether a camera of the settings that is not there now may come yet: plugged in, switched on."""
    kind = source.partition(":")[0]
    return (
        kind in ("auto", "", "picamera", "usb")
        or source.isdecimal()
        or source.startswith("/dev/")
        or "://" in source
    )


def connection(camera: Camera) -> Callable[[], Camera] | None:
    """What opens the same camera anew once it is lost; None for what cannot be lost, or comes back by itself.

    Never another camera, nor the simulated board, in the middle of a game.
    """
    if isinstance(camera, Picamera):
        return lambda: Picamera(camera.number, camera.settings)
    if isinstance(camera, OpenCVCamera) and not camera.is_film:
        return _opencv_again(camera)
    return None


def _opencv_again(lost: OpenCVCamera) -> Callable[[], Camera]:
    if not isinstance(lost.source, int):
        return lambda: OpenCVCamera(lost.source, lost.settings)
    number, before = lost.source, camera_numbered(lost.source)

    def again() -> Camera:
        # Plugged in again it may be /dev/video1 where it was /dev/video0.
        there = camera_again(before) if before else None
        return OpenCVCamera(there.number if there else number, lost.settings)

    return again


def _best(settings: Settings) -> Camera:
    if has_picamera():
        return Picamera(0, settings.camera)
    camera = first_usb_camera(settings.camera)
    if camera is None:
        # A game that plays itself is not what anybody wants to see who did not ask for it.
        raise CameraError(phrase("There is no camera: plug one in, or check its cable."))
    return camera
