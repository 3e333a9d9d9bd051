"""The USB cameras that the kernel (Video4Linux) knows: their numbers, names, and the sockets they hang on."""

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path

from engine.i18n import Phrase, phrase

SYS, DEV = Path("/sys/class/video4linux"), Path("/dev")
_ON_USB = re.compile(r"/usb\d")


@dataclass(frozen=True, slots=True)
class UsbCamera:
    """A camera on USB: /dev/video`number` now; `port` is the same for as long as it hangs on the same socket."""

    number: int
    name: str
    port: str


def usb_cameras(devices: Path = SYS) -> tuple[UsbCamera, ...]:
    """The cameras that hang on USB, by number; a camera's second device only tells about its first."""
    found = []
    for device in devices.glob("video*"):
        number = device.name.removeprefix("video")
        port = str((device / "device").resolve())
        if number.isdecimal() and _ON_USB.search(port) and _told(device / "index", "0") == "0":
            found.append(UsbCamera(int(number), _told(device / "name", "USB camera"), port))
    return tuple(sorted(found, key=lambda each: each.number))


def camera_numbered(number: int, devices: Path = SYS) -> UsbCamera | None:
    """The camera that is /dev/video`number` now, if it hangs on USB."""
    return next((each for each in usb_cameras(devices) if each.number == number), None)


def camera_again(lost: UsbCamera, devices: Path = SYS) -> UsbCamera | None:
    """The same camera, which may have another number since it was plugged in again; None while it is not there."""
    there = usb_cameras(devices)
    alike = [each for each in there if each.name == lost.name]
    at_home = [each for each in alike if each.port == lost.port]
    return next(iter(at_home or alike), None)


def trouble(number: int, folder: Path = DEV) -> Phrase:
    """Why a camera that cannot be opened cannot be, and what to do."""
    path = folder / f"video{number}"
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
    except FileNotFoundError:
        return phrase(
            "there is no {path}: plug the camera in; `tableside cameras` lists those at hand", path=path
        )
    except PermissionError:
        return phrase(
            "this user may not open {path}: run `sudo usermod -aG video $USER`, then log in anew", path=path
        )
    except OSError as error:
        if error.errno != errno.EBUSY:
            return phrase(
                "{path} cannot be opened ({strerror}): plug the camera out and in again",
                path=path,
                strerror=error.strerror,
            )
    return phrase(
        "{path} gives no pictures: end the other program that uses the camera, or try another socket "
        "or cable",
        path=path,
    )


def _told(path: Path, otherwise: str) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or otherwise
    except OSError:
        return otherwise
