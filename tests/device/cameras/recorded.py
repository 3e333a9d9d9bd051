"""A fake of Picamera2 that replays a recording of the real one: what it gives for what
it is asked, and how it fails.
"""

import json
from concurrent.futures import TimeoutError as FutureTimeoutError
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
from card import Picture, card

HERE = Path(__file__).parent


class Transform:
    """libcamera's, as far as it is used."""

    def __init__(self, hflip: bool = False, vflip: bool = False) -> None:
        self.hflip, self.vflip = hflip, vflip

    def turned(self, picture: Picture) -> Picture:
        """A picture flipped so."""
        return picture[:: -1 if self.vflip else 1, :: -1 if self.hflip else 1]


def chain(texts: list[str]) -> RuntimeError:
    """An error with its causes."""
    error = RuntimeError(texts[0])
    error.__cause__ = chain(texts[1:]) if texts[1:] else None
    return error


def as_given(picture: Picture, form: str, size: tuple[int, int], stride: int) -> Picture:
    """A picture as Picamera2 hands it out in a format; rows may be longer than the picture is wide."""
    width, height = size
    bgr = np.ascontiguousarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    match form:
        case "RGB888":
            return bgr
        case "BGR888":
            return bgr[..., ::-1]
        case "XRGB8888":
            return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA))
        case "XBGR8888":
            return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGBA))
        case "YUYV":
            y, u, v = _planes(bgr)
            packed = np.zeros((height, stride // 2, 2), np.uint8)
            packed[:, :width, 0] = y
            packed[:, 0:width:2, 1], packed[:, 1:width:2, 1] = u.repeat(2, axis=0), v.repeat(2, axis=0)
            return packed
    y, u, v = _planes(bgr)
    rows = np.zeros((height * 3 // 2, stride), np.uint8)
    rows[:height, :width] = y
    if form == "NV12":
        rows[height:, 0:width:2], rows[height:, 1:width:2] = u, v
        return np.ascontiguousarray(rows[:, :width])
    assert form == "YUV420", form
    halves = rows[height:].reshape(height, stride // 2)
    halves[: height // 2, : width // 2], halves[height // 2 :, : width // 2] = u, v
    return rows


def _planes(bgr: Picture) -> tuple[Picture, Picture, Picture]:
    height, width = bgr.shape[:2]
    flat = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)).reshape(-1)
    y, u, v = np.split(flat, [height * width, height * width * 5 // 4])
    return y.reshape(height, width), u.reshape(height // 2, width // 2), v.reshape(height // 2, width // 2)


class Request:
    """A picture that is held until it is released."""

    def __init__(self, camera: "RecordedPicamera2") -> None:
        self._camera = camera
        self._released = False

    def make_array(self, name: str) -> Picture:
        assert not self._released, "the buffer has gone back to the camera"
        given = self._camera.given[name]
        picture = self._camera.given["transform"].turned(self._camera.scene)
        return as_given(picture, given["format"], tuple(given["size"]), given["stride"])

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return dict(self._camera.recording["metadata"])

    def release(self) -> None:
        assert not self._released
        self._released = True
        self._camera.held -= 1
        if self._camera.silent:
            raise chain(self._camera.recording["errors"]["release"])


class RecordedPicamera2:
    """The class Picamera2 by a recording; `silent`: its cable is pulled. One of them may have a camera at a time."""

    recording: ClassVar[dict[str, Any]]
    opened: ClassVar[list["RecordedPicamera2"]]
    silent: ClassVar[bool] = False
    scene: ClassVar[Picture] = card(256, 192)
    adjusted: ClassVar[dict[str, Any]] = {}

    def __init__(self, number: int = 0) -> None:
        errors = self.recording["errors"]
        if number >= len(self.recording["cameras"]):
            raise chain([errors["missing"][0].replace("9", str(number)), *errors["missing"][1:]])
        if any(each.number == number and not each.closed for each in self.opened):
            raise chain(errors["busy"])
        self.number, self.closed = number, False
        self.asked: dict[str, Any] = {}
        self.given: dict[str, Any] = {}
        self.held, self.jobs, self.focused = 0, 0, 0
        self.controls: dict[str, Any] = {}
        self.opened.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return list(cls.recording["cameras"])

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict(self.recording["controls"])

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        if self.recording["modes"] is None:
            raise AttributeError(self.recording["errors"]["modes"][0])
        return [{**mode, "size": tuple(mode["size"])} for mode in self.recording["modes"]]

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, asked: dict[str, Any]) -> None:
        plain = json.loads(json.dumps(asked, default=lambda each: [each.hflip, each.vflip]))
        found = [each["given"] for each in self.recording["configurations"] if each["asked"] == plain]
        assert found, (
            f"it was never recorded what is given for {plain}: run tests/device/cameras/run.sh --record"
        )
        given = json.loads(json.dumps(found[0])) | self.adjusted
        hflip, vflip = given["transform"]
        self.asked, self.given = asked, given | {"transform": Transform(hflip, vflip)}
        self.set_controls(asked["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self.given

    def start(self) -> None:
        assert self.given

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.recording["controls"]:
                raise RuntimeError(self.recording["errors"]["control"][0].replace("AwbEnable", name))
        self.controls |= controls

    def autofocus_cycle(self, wait: float) -> bool:
        self.set_controls({"AfMode": 1, "AfTrigger": 0})
        self._await(wait)
        self.focused += 1
        return True

    def capture_request(self, wait: float) -> Request:
        self._await(wait)
        self.held += 1
        return Request(self)

    def _await(self, wait: float) -> None:
        """A picture comes, if the cable is in its place and the camera has a buffer to fill.

        Whoever gave up waiting, and did not say so, is given the first one, which nobody gives back then.
        """
        assert wait > 0
        if not self.silent:
            self.held, self.jobs = self.held + self.jobs, 0
        if self.silent or self.held >= self.asked["buffer_count"] - 1:
            self.jobs += 1
            raise FutureTimeoutError

    def cancel_all_and_flush(self) -> None:
        self.jobs = 0

    def close(self) -> None:
        self.closed = True


def modules(name: str) -> tuple[dict[str, ModuleType], type[RecordedPicamera2]]:
    """The modules that stand for picamera2 and libcamera, and the class in them, by the recording of that name."""
    recording = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    made: type[RecordedPicamera2] = type(
        "Picamera2", (RecordedPicamera2,), {"recording": recording, "opened": []}
    )
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = made  # type: ignore[attr-defined]
    libcamera.Transform = Transform  # type: ignore[attr-defined]
    return {"picamera2": picamera2, "libcamera": libcamera}, made
