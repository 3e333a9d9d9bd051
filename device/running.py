"""Putting a table together: the service with its camera, lamps, buttons, log and board, as the settings say."""

import logging
import socket
from dataclasses import dataclass
from pathlib import Path

from device import whereabouts
from device.buttons import Button, Buttons, command_of
from device.cameras import Picamera, open_camera
from device.cameras.simulated import SimulatedCamera
from device.diary import Diary
from device.errors import LightsError, SettingsError
from device.lights import open_lights
from device.memory import economise
from device.pictures import Pictures
from device.ring import folder_of
from device.service import Service
from device.settings import Settings
from device.store import Store, sqlite_url

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A table that is being refereed; what its camera and lamps are called; None for buttons without pins."""

    service: Service
    camera: str
    lights: str
    buttons: Buttons | None

    def stop(self) -> None:
        """Let go of the buttons and stop the service."""
        if self.buttons is not None:
            self.buttons.close()
        self.service.stop()


def start_table(settings: Settings, diary: Path | None = None) -> Running:
    """Begin to referee, and to keep a diary of messages if a file for it is named.

    Raises DeviceError, UnknownGame, and VisionError for a damaged model of the board.
    """
    economise()
    try:
        settings.table.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"the data folder {settings.table.data} cannot be made ({error.strerror}): name another with --data"
        ) from error
    camera = open_camera(None, settings)
    simulated = isinstance(camera, SimulatedCamera)
    model = None if simulated else whereabouts.load(settings.board_file)
    lights = open_lights(settings.lights)
    service = Service(
        settings,
        camera,
        lights,
        Store(_simulated_url(settings) if simulated else settings.database_url),
        model=model,
        connect=Picamera if isinstance(camera, Picamera) else None,
        diary=Diary(diary) if diary else None,
        pictures=_pictures(settings, simulated=simulated),
    )
    service.start()
    return Running(service, camera.name, lights.name, _buttons(settings, service))


def _pictures(settings: Settings, *, simulated: bool) -> Pictures | None:
    limit = settings.pictures.megabytes * 2**20
    folder = folder_of(settings.table.data, settings.table.name, simulated=simulated)
    return Pictures(folder, limit) if limit else None


def _simulated_url(settings: Settings) -> str:
    """A log of its own for simulated games, whatever database is set, lest a camera that is missing one morning spoils
    the match that is on.
    """
    return sqlite_url(settings.table.data / "simulated.db")


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where the pages can be opened, for people to type: this computer's address in the room, and its name."""
    if host not in ("0.0.0.0", "::", ""):
        return (f"http://{host}:{port}/",)
    found = [_own_address(), f"{socket.gethostname()}.local"]
    return tuple(f"http://{name}:{port}/" for name in found if name)


def _own_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting only makes the system choose the address it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _buttons(settings: Settings, service: Service) -> Buttons | None:
    def pressed(button: Button) -> None:
        service.tell(command_of(button, service.noticeboard.latest()))

    try:
        return Buttons(settings.buttons, pressed)
    except LightsError as error:
        _log.info("%s", error)
        return None
