"""Every camera at hand, for people to pick one, with a picture of what each sees."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from device.errors import CameraError
from device.io.cameras import BACKENDS, backend_of, open_camera
from device.io.cameras.opencv_camera import shown
from device.io.cameras.picamera_camera import pi_cameras
from device.io.cameras.v4l2 import DEV, SYS, usb_cameras
from device.store.settings import Settings
from engine.i18n import ENGLISH, Phrase, Translator, in_language, phrase

WIDTH = 320
"""The width of a thumbnail, in pixels."""
QUALITY = 80
"""Of its JPEG."""
WARMING = 5
"""So many pictures a camera takes before the one that is shown, for it measures the light first."""


@dataclass(frozen=True, slots=True)
class ListedCamera:
    """A camera at hand: `id` is what --camera and the settings take, `name` what people call it."""

    id: str
    name: str | Phrase

    def as_json(self, translator: Translator = ENGLISH) -> dict[str, str]:
        """The camera as `tableside cameras --json` prints it, its name in a language."""
        return {"id": self.id, "name": in_language(self.name, translator)}


def cameras_at_hand(settings: Settings, devices: Path = SYS, folder: Path = DEV) -> tuple[ListedCamera, ...]:
    """The cameras, the likeliest first: a Pi's, those on USB, the film or URL in the
    settings, a phone, the simulated board.

    None is opened for it.
    """
    found = [
        ListedCamera(f"picamera:{number}" if number else "picamera", f"Raspberry Pi camera ({model})")
        for number, model in enumerate(pi_cameras())
    ]
    found += [
        ListedCamera(_lasting_id(each.number, folder), f"{each.name} (USB, /dev/video{each.number})")
        for each in usb_cameras(devices)
    ]
    source = settings.camera.source
    if backend_of(source) is None and source not in (each.id for each in found):
        at = shown(source)
        stream, file = phrase("Stream: {address}", address=at), phrase("In the settings: {file}", file=at)
        found.append(ListedCamera(source, stream if "://" in source else file))
    always = ((name, each.title) for name, each in BACKENDS.items())
    return (*found, *(ListedCamera(name, title) for name, title in always if title is not None))


def thumbnail(camera: str, settings: Settings, width: int = WIDTH) -> bytes:
    """A small JPEG of what the camera of that id sees now, laid as the settings want it.

    The camera is opened for it: one that is in use, by a running Tableside too, raises CameraError and says so.
    """
    # Its lens is left alone: the camera that is chosen in the end finds its focus then.
    quick = replace(settings, camera=replace(settings.camera, focus="left"))
    opened = open_camera(camera, quick)
    try:
        frame = opened.read()
        for _ in range(0 if opened.is_film or opened.stage is not None else WARMING):
            frame = opened.read() or frame
        if frame is None:
            raise CameraError(
                phrase("{name} gives no picture: see that it is no film that is over", name=opened.name)
            )
        height = max(1, round(frame.shape[0] * width / frame.shape[1]))
        small = cv2.resize(frame.picture, (width, height), interpolation=cv2.INTER_AREA)
    finally:
        opened.close()
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return np.asarray(data).tobytes()


def _lasting_id(number: int, folder: Path) -> str:
    """A link that goes on meaning the same USB camera wherever it is plugged in, where the system keeps one."""
    device = folder / f"video{number}"
    links = sorted((folder / "v4l" / "by-id").glob("*-video-index0"))
    return str(next((link for link in links if link.resolve() == device.resolve()), device))
