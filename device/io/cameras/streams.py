"""The streams of a Raspberry Pi's camera: which to ask for, and what their bytes are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from device.errors import CameraError
from engine.i18n import phrase
from vision.frame import GLIMPSE, Picture

SIZES = ((1280, 960), (1536, 864))
"""The sizes of pictures for sensors of 4:3 and 16:9: as large as reading needs, all of the sensor in view."""
SLACK = 0.98
"""A mode that sees so large a share of what the widest one sees, sees the whole."""
FORMATS = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV")
"""The formats that are known, by libcamera's names."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What is asked of the camera: the picture's size, and the sensor's own size and
    bits, None where it has no modes.
    """

    picture: tuple[int, int]
    sensor: tuple[int, int] | None = None
    bits: int = 0

    @property
    def glimpse(self) -> tuple[int, int]:
        """The size of the small stream."""
        return self.picture[0] // GLIMPSE, self.picture[1] // GLIMPSE


def best_mode(modes: list[dict[str, Any]]) -> Mode:
    """Of a sensor's modes as Picamera2 lists them the smallest that is large enough and sees all that it can see.

    Every model has others that see only the middle of the picture (imx219 at 1920x1080, imx708 at 1536x864, ...).
    """
    modes = [mode for mode in modes if "size" in mode]
    if not modes:
        return Mode(SIZES[0])
    widest = max(map(_seen, modes))
    whole = [mode for mode in modes if _seen(mode) >= SLACK * widest]
    picture = _picture_of(max(whole, key=_seen))
    enough = [mode for mode in whole if mode["size"][0] >= picture[0] and mode["size"][1] >= picture[1]]
    # Of a size the one with most bits: it tells more in the dark, and these rates are low enough for it.
    best = min(enough or whole, key=lambda mode: (_area(mode["size"]), -int(mode.get("bit_depth", 0))))
    width, height = best["size"]
    return Mode(picture, (int(width), int(height)), int(best.get("bit_depth", 0)))


def _picture_of(mode: Mapping[str, Any]) -> tuple[int, int]:
    """Of the sizes the one whose sides stand most nearly as those of what the mode sees."""
    wide, high = mode.get("crop_limits", (0, 0, *mode["size"]))[2:]
    return min(SIZES, key=lambda size: abs(size[0] / size[1] - wide / high))


def _seen(mode: Mapping[str, Any]) -> int:
    return _area(mode.get("crop_limits", (0, 0, *mode["size"]))[2:])


def _area(size: Any) -> int:
    return int(size[0]) * int(size[1])


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream as the camera really gives it, which need not be as it was asked for."""

    name: str
    form: str
    size: tuple[int, int]

    @classmethod
    def of(cls, configuration: Mapping[str, Any], name: str) -> "Stream":
        """The stream of that name in Picamera2's configuration. Raises CameraError for a format that is not known."""
        given = configuration[name]
        form = str(given["format"])
        if form not in FORMATS:
            raise CameraError(phrase("its pictures come as {form}, which Tableside does not know", form=form))
        width, height = given["size"]
        return cls(name, form, (int(width), int(height)))

    def picture(self, taken: np.ndarray[Any, Any]) -> Picture:
        """What Picamera2 made of a request's buffer, as blue green red."""
        return as_bgr(taken, self.form, self.size)


def as_bgr(taken: np.ndarray[Any, Any], form: str, size: tuple[int, int]) -> Picture:
    """A picture as Picamera2 gives it in one of its formats, as height x width x 3, blue green red.

    libcamera names formats by a word's bytes from the highest down, so that its RGB888 is blue green red in memory.
    Rows may be longer than the picture is wide. Raises CameraError for a format that is not known.
    """
    width, height = size
    match form:
        case "RGB888" | "XRGB8888":
            picture = taken[:height, :width, :3]
        case "BGR888" | "XBGR8888":
            picture = taken[:height, :width, 2::-1]
        case "NV12":
            picture = np.asarray(cv2.cvtColor(taken, cv2.COLOR_YUV2BGR_NV12))[:height, :width]
        case "YUV420":
            picture = np.asarray(cv2.cvtColor(taken, cv2.COLOR_YUV2BGR_I420))[:height, :width]
        case "YUYV":
            packed = taken.reshape(height, -1, 2)
            picture = np.asarray(cv2.cvtColor(packed, cv2.COLOR_YUV2BGR_YUYV))[:height, :width]
        case _:
            raise CameraError(phrase("pictures come as {form}, which Tableside does not know", form=form))
    return np.ascontiguousarray(picture, np.uint8)
