"""The doctor: what of the hardware and software is there, what is missing, and what to do about it."""

import contextlib
import errno
import importlib.util
import os
import shutil
import socket
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from device.clock import Clock, SystemClock
from device.errors import DeviceError
from device.settings import Settings

PACKAGES = ("engine", "vision", "calibration", "device", "webui")
"""The five packages of Tableside."""
NEEDED = {
    "cv2": "opencv-python",
    "numpy": "numpy",
    "flask": "flask",
    "waitress": "waitress",
    "sqlalchemy": "sqlalchemy",
    "cattrs": "cattrs",
    "click": "click",
    "gpiozero": "gpiozero",
}
"""What must be importable, and the distribution that brings it."""
OLDEST_PYTHON = (3, 11)
FULL_MB, LITTLE_MB = 50, 500


class Health(Enum):
    """How bad a finding is; only a FAILURE keeps the service from running."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; `advice` says what to do, empty where nothing need be done."""

    check: str
    health: Health
    found: str
    advice: str = ""

    def as_json(self) -> dict[str, object]:
        """The finding as `tableside doctor --json` prints it."""
        return {"check": self.check, "health": self.health.value, "found": self.found, "advice": self.advice}


def examine(settings: Settings, clock: Clock | None = None) -> tuple[Finding, ...]:
    """Every check, in the order in which things are needed."""
    return (
        check_python(sys.version_info[:3]),
        check_packages(),
        check_siblings(),
        check_camera(),
        check_board(settings),
        check_pins(),
        check_disk(settings.table.data),
        check_database(settings),
        check_clock(clock or SystemClock()),
        check_port(settings.web.host, settings.web.port),
    )


def check_python(running: tuple[int, ...]) -> Finding:
    """Whether Python is new enough."""
    found = ".".join(map(str, running))
    if running[:2] >= OLDEST_PYTHON:
        return Finding("python", Health.OK, found)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Finding("python", Health.FAILURE, found, f"install Python {oldest} or newer")


def check_packages(needed: dict[str, str] | None = None) -> Finding:
    """Whether everything that Tableside imports is installed."""
    needed = NEEDED if needed is None else needed
    missing = [name for module, name in needed.items() if importlib.util.find_spec(module) is None]
    if missing:
        advice = f"pip install {' '.join(missing)}, or pip install tableside once more"
        return Finding("packages", Health.FAILURE, f"missing: {', '.join(missing)}", advice)
    return Finding("packages", Health.OK, ", ".join(f"{name} {_version(name)}" for name in needed.values()))


def check_siblings(names: tuple[str, ...] = PACKAGES) -> Finding:
    """Whether the five packages lie side by side; else another distribution has one of the same name."""
    folders: dict[str, list[str]] = {}
    for name in names:
        spec = importlib.util.find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec else []
        folders.setdefault(str(Path(places[0]).parent) if places else "nowhere", []).append(name)
    if len(folders) == 1 and "nowhere" not in folders:
        return Finding("siblings", Health.OK, f"all of Tableside is in {next(iter(folders))}")
    found = "; ".join(f"{', '.join(found)} in {folder}" for folder, found in folders.items())
    advice = "install Tableside in a virtual environment of its own: another package there has the same name"
    return Finding("siblings", Health.FAILURE, found, advice)


def check_camera(devices: Path = Path("/dev")) -> Finding:
    """Which cameras there are; none is opened, for the service may be using it."""
    found = [f"Raspberry Pi camera {each['Model']}" for each in _pi_cameras()]
    found += [str(path) for path in sorted(devices.glob("video[0-9]*"))]
    if found:
        unreadable = [
            path for path in found if path.startswith("/") and not os.access(path, os.R_OK | os.W_OK)
        ]
        if unreadable:
            advice = f"let this user use the camera: sudo usermod -aG video {os.environ.get('USER', '$USER')}"
            return Finding("camera", Health.WARNING, f"not allowed to open {', '.join(unreadable)}", advice)
        return Finding("camera", Health.OK, ", ".join(found))
    advice = "plug a USB camera in, or connect one to the Pi and install python3-picamera2; else the board is simulated"
    return Finding("camera", Health.WARNING, "no camera", advice)


def check_board(settings: Settings) -> Finding:
    """Whether there is a model of the board that can be read."""
    path = settings.board_file
    advice = "mark the board's corners: tableside calibrate --corners '...' picture.jpg -o " + str(path)
    if not path.exists():
        return Finding("board", Health.WARNING, f"not calibrated: no {path}", advice)
    from vision.board_model import BoardModel
    from vision.errors import VisionError

    try:
        BoardModel.load(path)
    except (VisionError, OSError) as error:
        return Finding("board", Health.FAILURE, str(error), advice)
    return Finding("board", Health.OK, f"calibrated: {path}")


def check_pins(factory: Callable[[], Any] | None = None) -> Finding:
    """Whether lamps and buttons can hang on this computer's pins."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if factory is None:
                from gpiozero import Device

                factory = Device._default_pin_factory
            pins = factory()
            found = type(pins).__module__.rpartition(".")[2]
            pins.close()
    except Exception as error:  # noqa: BLE001 - pin libraries raise what they like
        advice = "none needed; for lamps on a Raspberry Pi install python3-lgpio and join the group gpio"
        return Finding("pins", Health.WARNING, f"no pins, lamps are simulated ({error})", advice)
    return Finding("pins", Health.OK, found)


def check_disk(folder: Path) -> Finding:
    """Whether data can be written, and how much more of them."""
    there = _existing(folder)
    if not os.access(there, os.W_OK):
        advice = f"let this user write there, or name another folder as 'data' in [table]: {folder}"
        return Finding("disk", Health.FAILURE, f"{there} may not be written to", advice)
    free = shutil.disk_usage(there).free // 10**6
    found = f"{free} MB free in {there}"
    if free < LITTLE_MB:
        health = Health.FAILURE if free < FULL_MB else Health.WARNING
        return Finding("disk", health, found, "free some space: old films and logs first")
    return Finding("disk", Health.OK, found)


def check_database(settings: Settings) -> Finding:
    """Whether the log can be opened, and what is in it."""
    own = not settings.table.database
    if own and not (settings.table.data / "tableside.db").exists():
        return Finding("database", Health.OK, "none yet: it is made at the first start")
    from device.store import Store

    try:
        store = Store(settings.database_url)
        found = f"{store.count()} events"
        store.close()
    except DeviceError as error:
        what, _, todo = str(error).rpartition(": ")
        return Finding("database", Health.FAILURE, what or str(error), todo)
    return Finding("database", Health.OK, found)


def check_clock(clock: Clock) -> Finding:
    """Whether the time in the log can be trusted."""
    if clock.is_set():
        return Finding("clock", Health.OK, "set")
    advice = "connect to the internet once, or fit a battery clock; games are refereed all the same"
    return Finding(
        "clock", Health.WARNING, "nothing keeps the clock right, so times in the log may be wrong", advice
    )


def check_port(host: str, port: int) -> Finding:
    """Whether the pages' port is free."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with contextlib.closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            advice = "if Tableside is not running already, choose another with --port or 'port' in [web]"
            return Finding("port", Health.WARNING, f"something listens on port {port} already", advice)
        return Finding(
            "port", Health.FAILURE, f"{host}:{port}: {error.strerror}", "choose another --host or --port"
        )
    return Finding("port", Health.OK, f"{port} is free")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def _pi_cameras() -> list[dict[str, Any]]:
    if importlib.util.find_spec("picamera2") is None:
        return []
    try:
        from picamera2 import Picamera2

        found: list[dict[str, Any]] = Picamera2.global_camera_info()
    except Exception:  # noqa: BLE001 - libcamera may be missing, or of another version
        return []
    return found


def _existing(folder: Path) -> Path:
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
