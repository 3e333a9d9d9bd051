"""Cameras: one backend a file; `open_camera` picks one by name, or the best that there is."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.io.cameras.opencv_camera import OpenCVCamera, first_usb_camera, is_device
from device.io.cameras.phone_camera import PhoneCamera
from device.io.cameras.picamera_camera import Picamera, has_picamera
from device.io.cameras.virtual_camera import simulated_camera
from device.packages import plugins
from device.store.settings import Settings
from engine.i18n import Phrase, phrase

__all__ = ["Camera", "OpenCVCamera", "PhoneCamera", "Picamera", "open_camera"]


def _picamera(argument: str, settings: Settings) -> Camera:
    if argument and not argument.isdecimal():
        raise _unknown(f"picamera:{argument}")
    return Picamera(int(argument or 0), settings.camera)


def _usb(_argument: str, settings: Settings) -> Camera:
    camera = first_usb_camera(settings.camera)
    if camera is None:
        raise CameraError(
            phrase("no USB camera was found: plug one in, or use --camera simulated to try Tableside without")
        )
    return camera


def _phone(argument: str, settings: Settings) -> Camera:
    if argument:
        raise _unknown(f"phone:{argument}")
    return PhoneCamera(settings.camera)


def _best(_argument: str, settings: Settings) -> Camera:
    if has_picamera():
        return Picamera(0, settings.camera)
    camera = first_usb_camera(settings.camera)
    if camera is None:
        # A game that plays itself is not what anybody wants to see who did not ask for it.
        raise CameraError(phrase("There is no camera: plug one in, or use a phone."))
    return camera


Opens = Callable[[str, Settings], Camera]
"""Opens a camera: what stands behind the colon of its name, and the settings. Raises CameraError."""


@dataclass(frozen=True, slots=True)
class CameraBackend:
    """A kind of camera: what opens one of it, and what is known of all of them.

    `plugged`: it hangs on this computer, and may come yet where it is not there now; `title`: what it is called among
    the cameras at hand, where it always is.
    """

    opens: Opens
    plugged: bool = False
    title: Phrase | None = None


BACKENDS: dict[str, CameraBackend] = {
    "": CameraBackend(_best, plugged=True),
    "auto": CameraBackend(_best, plugged=True),
    "picamera": CameraBackend(_picamera, plugged=True),
    "usb": CameraBackend(_usb, plugged=True),
    "phone": CameraBackend(_phone, title=phrase("A phone above the board: open the page /camera on it")),
    "simulated": CameraBackend(
        simulated_camera, title=phrase("Simulated board, to try Tableside without a camera")
    ),
}
"""The kinds, by what a camera's name begins with; other packages add theirs (`tableside.cameras`)."""


def backend_of(source: str) -> CameraBackend | None:
    """The kind of a camera that the settings name so; None for a number, a file or a URL."""
    kind = source.partition(":")[0]
    if kind in BACKENDS:
        return BACKENDS[kind]
    opens = plugins("cameras").get(kind)
    return None if opens is None else CameraBackend(opens)


def open_camera(name: str | None, settings: Settings) -> Camera:
    """The camera called `name`, or (None, `auto`) the one in the settings, or the best that there is.

    `picamera`, or `picamera:1` for the second; `usb`, a number such as `0`, or `/dev/video0`; `phone`;
    `simulated`, perhaps with what it should be like, as in `simulated:club:4x`; the path of a film, or of the
    first of some numbered pictures; a URL. Raises CameraError.
    """
    wanted = name or settings.camera.source
    backend = backend_of(wanted)
    if backend is not None:
        return backend.opens(wanted.partition(":")[2], settings)
    if wanted.isdecimal():
        return OpenCVCamera(int(wanted), settings.camera)
    if "://" not in wanted and not is_device(wanted) and not Path(wanted).exists():
        raise _unknown(wanted)
    return OpenCVCamera(wanted, settings.camera)


def _unknown(wanted: str) -> CameraError:
    return CameraError(
        phrase(
            "{wanted} is neither a camera ({known}), nor a film that exists, nor a URL; "
            "`tableside cameras` lists those at hand",
            wanted=repr(wanted),
            known=", ".join(name for name in BACKENDS if name not in ("", "auto")),
        )
    )


def may_come(source: str) -> bool:
    """Whether a camera of the settings that is not there now may come yet: plugged in, switched on."""
    backend = backend_of(source)
    if backend is not None:
        return backend.plugged
    return source.isdecimal() or is_device(source) or "://" in source
