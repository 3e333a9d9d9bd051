"""The camera of a Raspberry Pi, through Picamera2, which is imported only when it is asked for."""

import importlib
import time
from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import cv2
import numpy as np

from device.errors import CameraError
from vision.frame import Frame, Picture
from vision.rectify import Corners

WIDTH, HEIGHT = 1280, 960
RATE = 8.0
"""Pictures a second; a game needs no more, and the rest costs heat."""
TIMEOUT = 5.0
"""Seconds after which a picture that does not come is given up."""


def _picamera2() -> Any:
    """The class Picamera2. Raises CameraError where it is not installed."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except (ImportError, OSError) as error:
        raise CameraError(
            "Picamera2 is not installed: on a Raspberry Pi, `sudo apt install python3-picamera2` and a virtual"
            " environment made with --system-site-packages"
        ) from error


def has_picamera() -> bool:
    """Whether there is a camera that Picamera2 drives; USB cameras, which it lists too, apart."""
    try:
        found = _picamera2().global_camera_info()
    except Exception:  # noqa: BLE001 - whatever keeps libcamera from answering, there is no camera to be had through it
        return False
    return any("usb" not in str(camera.get("Id", "")).lower() for camera in found)


class Picamera:
    """A Raspberry Pi's camera; opened and started at once. Raises CameraError."""

    name = "picamera"
    corners: Corners | None = None

    def __init__(
        self, number: int = 0, size: tuple[int, int] = (WIDTH, HEIGHT), rate: float = RATE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        make = _picamera2()
        self._now = now
        self._number = 0
        self._camera: Any = None
        try:
            self._camera = make(number)
            self._configure(size, rate)
            self._camera.start()
        except Exception as error:
            self.close()
            raise CameraError(
                f"the camera cannot be started ({error}): check its ribbon cable, and that no other program uses it"
            ) from error
        self._began = now()

    def _configure(self, size: tuple[int, int], rate: float) -> None:
        camera = self._camera
        span = round(1e6 / rate)
        asked: dict[str, Any] = {
            "main": {"size": size, "format": "RGB888"},
            "buffer_count": 3,
            "queue": False,
            "controls": {"FrameDurationLimits": (span, span)},
        }
        mode = best_mode(_modes(camera), size)
        asked["raw"] = None if mode is None else {"size": mode}
        camera.configure(camera.create_video_configuration(**asked))
        # The camera gives what it can, which need not be what was asked for.
        given = camera.camera_configuration()["main"]
        self._format, self._size = str(given["format"]), tuple(given["size"])
        if self._format not in _FORMATS:
            raise CameraError(f"its pictures come as {self._format}, which Tableside does not know")

    def read(self) -> Frame | None:
        """The next picture; None once the camera is closed. Raises CameraError when none comes."""
        if self._camera is None:
            return None
        try:
            taken = self._camera.capture_array("main", wait=TIMEOUT)
        except (FutureTimeoutError, TimeoutError) as error:
            raise CameraError(
                "the camera gives no more pictures: check its ribbon cable; it is tried again"
            ) from error
        except Exception as error:
            raise CameraError(f"the camera has failed ({error}); it is tried again") from error
        frame = Frame(as_bgr(taken, self._format, self._size), self._now() - self._began, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Lets go of the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


_FORMATS = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV")


def as_bgr(taken: np.ndarray[Any, Any], form: str, size: tuple[int, int]) -> Picture:
    """A picture as Picamera2 gives it in one of its formats, as height x width x 3, blue green red.

    libcamera names formats by a word's bytes from the highest down, so that its RGB888 is blue green red in memory.
    Raises CameraError for a format that is not known.
    """
    width, height = size
    match form:
        case "RGB888":
            picture = taken[:height, :width, :3]
        case "BGR888":
            picture = taken[:height, :width, 2::-1]
        case "XRGB8888":
            picture = taken[:height, :width, :3]
        case "XBGR8888":
            picture = taken[:height, :width, 2::-1]
        case "NV12":
            picture = np.asarray(cv2.cvtColor(taken, cv2.COLOR_YUV2BGR_NV12))[:height, :width]
        case "YUV420":
            picture = np.asarray(cv2.cvtColor(taken, cv2.COLOR_YUV2BGR_I420))[:height, :width]
        case "YUYV":
            packed = taken.reshape(height, -1, 2)
            picture = np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_YUYV))[:height, :width]
        case _:
            raise CameraError(f"pictures come as {form}, which Tableside does not know")
    return np.ascontiguousarray(picture, np.uint8)


def _modes(camera: Any) -> list[dict[str, Any]]:
    try:
        return list(camera.sensor_modes)
    except Exception:  # noqa: BLE001 - a camera without modes, such as a virtual one, is used as it is
        return []


def best_mode(modes: list[dict[str, Any]], size: tuple[int, int]) -> tuple[int, int] | None:
    """The size of the sensor mode that sees the most and is no larger than need be; None where there is none."""
    usable = [mode for mode in modes if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]] or modes
    if not usable:
        return None

    def rank(mode: dict[str, Any]) -> tuple[int, int]:
        _, _, wide, high = mode.get("crop_limits", (0, 0, *mode["size"]))
        return -wide * high, mode["size"][0] * mode["size"][1]

    width, height = min(usable, key=rank)["size"]
    return int(width), int(height)
