"""Putting a table together: the service with its camera, lamps, buttons, log and board, as the settings say."""

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.address import addresses
from device.errors import CameraError, CertificateError, SettingsError
from device.finding import Finding
from device.hooks.hook_follower import Hooks
from device.io.cameras import Camera, may_come, open_camera
from device.io.cameras.untrusted_address import is_untrusted, open_untrusted
from device.io.host import HostWatch
from device.io.host.concerns import Concern, lost
from device.library.analysis.engines import engine_named
from device.library.analysis.position_analysis import analyse_position
from device.library.analyst import Analyst
from device.library.match_library import Library
from device.library.positions.caught import CaughtPositions
from device.library.positions.position_notebook import NAME as POSITIONS
from device.library.positions.position_notebook import PositionNotebook
from device.ops.backup import DailyBackups
from device.ops.backup.daily import QuietTable
from device.ops.backup.finishing import finish_restore
from device.ops.backup.mending import finish_mending, mend
from device.ops.doctor.examination import examine_running
from device.ops.setup.taking_over import board_file
from device.ops.setup.viewfinder import Viewfinder, fitting_model
from device.ops.setup.wizard import Wizard
from device.signals.buttons import Button, Buttons, command_of
from device.signals.gpio_port import NAME as PINS
from device.signals.panel import ButtonsView, Panel
from device.signals.signal_follower import Signals
from device.signals.signal_opening import open_signals, pretended
from device.store.access import Access
from device.store.certificates.https_certificate import HttpsCertificate, https_certificate
from device.store.folder import board_position
from device.store.folder.lock import DataLock
from device.store.folder.numbering import FILE as NOTICES
from device.store.folder.numbering import Numbering
from device.store.log.damage import keep_damaged, losses, untold
from device.store.log.database import file_at, file_of
from device.store.log.diary import Diary
from device.store.log.store import Store, simulated_url
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import folder_of
from device.store.settings import Settings
from device.table.service.memory import economise
from device.table.service.table_service import Service
from device.table.watch.watcher import STOP_SECONDS
from engine.board import Side
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.club.link.club_membership import Membership

NO_CAMERA = "none yet, it is waited for"
"""What the camera is called while there is none."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A table that is being refereed; what its camera is called.

    `signals` follow its broadcaster; `buttons` can be pressed by a program, too, and are called what
    the page calls them. `host` looks after the computer; `lock` keeps others out of the data folder;
    `setup` sets the table up; `library` is of its matches, which the `analyst` has analysed;
    `positions` are those that people caught; `hooks` are told what happens. `backups` are made of it
    while nobody plays; `club` tells others of it over MQTT, None where no broker is set; `certificate`
    is for HTTPS, None where there is to be none.
    """

    service: Service
    camera: str
    signals: Signals
    buttons: Buttons
    host: HostWatch
    lock: DataLock
    setup: Wizard
    library: Library
    analyst: Analyst
    positions: CaughtPositions
    hooks: Hooks
    backups: DailyBackups
    club: "Membership | None" = None
    certificate: HttpsCertificate | None = None

    @property
    def lights(self) -> str:
        """What the lamps hang on, for people."""
        return next((each.name for each in self.signals.signals if each.kind == "lamps"), "off")

    @property
    def missing(self) -> tuple[str, ...]:
        """What of lamps, strip, display, buzzer and buttons does not work, each in a sentence that says what to do.

        Buttons are missed only at a table whose lamps or buzzer hang on pins.
        """
        pins = any(each.name == PINS for each in self.signals.signals)
        buttons = (self.buttons.missing,) if pins and self.buttons.missing is not None else ()
        return (*self.signals.missing, *buttons)

    def panel(self) -> Panel:
        """All that the table shows now, for a page to draw; from any thread."""
        buttons = ButtonsView(self.buttons.name, tuple(button.value for button in Button))
        return replace(self.signals.panel(), buttons=buttons, missing=self.missing)

    def press(self, button: Button) -> None:
        """Press a button as a hand would; from any thread."""
        self.buttons.press(button)

    def findings(self) -> tuple[Finding, ...]:
        """What the doctor finds; takes a second or so, in the thread that asks."""
        return examine_running(self.service)

    def stop(self, patience: float = STOP_SECONDS) -> None:
        """Let go of the buttons, stop the service, and put the lamps out; waits so many seconds for a picture that is
        being read.
        """
        self.buttons.close()
        self.backups.stop()
        self.host.stop()
        self.hooks.stop()
        self.analyst.stop()
        self.library.close()
        self.service.stop(patience)
        self.signals.stop()
        if self.club is not None:
            self.club.stop()
        self.lock.release()


def start_table(
    settings: Settings, diary: Path | None = None, *, waits: bool = False, config: Path | None = None
) -> Running:
    """Begin to referee, and to keep a diary of messages if a file for it is named. `config`: the settings' file.

    A table that `waits` begins without its camera where that may come yet; else there must be one. Raises
    DeviceError, UnknownGame, and VisionError for a damaged model of the board.
    """
    economise()
    lock = _locked(settings)
    try:
        finish_restore(settings.table.data)
        return _started(settings, diary, lock, config, waits=waits)
    except BaseException:
        lock.release()
        raise


def _locked(settings: Settings) -> DataLock:
    """The data folder, made where it is missing, for this service alone."""
    try:
        settings.table.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            phrase(
                "the data folder {data} cannot be made ({reason}): name another with --data",
                data=settings.table.data,
                reason=error.strerror,
            )
        ) from error
    return DataLock(settings.table.data)


def _camera(settings: Settings, *, waits: bool) -> Camera | None:
    """The camera; None for one that is waited for."""
    try:
        return _opened(settings)
    except CameraError as error:
        if not (waits and may_come(settings.camera.source)):
            raise
        _log.warning("the table begins without a camera: %s", error)
        return None


def _started(
    settings: Settings, diary: Path | None, lock: DataLock, config: Path | None, *, waits: bool
) -> Running:
    camera = _camera(settings, waits=waits)
    simulated = camera is not None and camera.stage is not None
    board = board_file(settings, simulated=simulated)
    model = fitting_model(camera, board_position.load(board))
    access = Access(settings.table.data, settings.web.pin)
    signals = open_signals(
        pretended(settings) if simulated else settings, lambda: _page(settings), lambda: access.box_code
    )
    service = Service(
        settings,
        camera,
        open_store(settings, simulated=simulated),
        model=model,
        connect=camera.reopening() if camera and not is_untrusted(settings) else lambda: _opened(settings),
        diary=Diary(diary) if diary else None,
        pictures=_pictures(settings, simulated=simulated),
        access=access,
        numbering=Numbering(settings.table.data / NOTICES),
        board=board,
    )
    following = Signals(service.broadcaster, signals)
    following.start()
    service.start()
    host = HostWatch(settings.table.data, service.hear, service.make_room)
    host.add(_lost(service))
    host.start()
    name = camera.name if camera else NO_CAMERA

    def move(simulated: bool) -> None:
        service.move(open_store(settings, simulated=simulated), _pictures(settings, simulated=simulated))
        host.add(_lost(service))

    trusted = not is_untrusted(settings)
    finder = Viewfinder(service.watcher, camera, settings.camera.source, trusted)
    setup = Wizard(service, following, finder, move=move)
    library = Library(service)
    analyst = Analyst(service, library, settings.analysis)
    analyst.start()
    hooks = Hooks(settings, service, simulated_url(settings.table.data))
    hooks.start()
    backups = DailyBackups(
        settings, config, quiet=QuietTable(service), events=lambda: service.match_state.seq
    )
    backups.start()
    buttons = _buttons(settings, service)
    return Running(
        service,
        name,
        following,
        buttons,
        host,
        lock,
        setup,
        library,
        analyst,
        CaughtPositions(
            PositionNotebook(settings.table.data / POSITIONS),
            analyse=lambda standing: analyse_position(standing, engine_named(settings.analysis.engine)),
        ),
        hooks,
        backups,
        _joined(service),
        _certificate(settings),
    )


def _joined(service: Service) -> "Membership | None":
    """Its part in a club; without a broker, nothing of that is loaded."""
    if not service.settings.mqtt.host:
        return None
    from device.club.link.club_membership import join

    return join(service)


def _opened(settings: Settings) -> Camera:
    """The camera of the settings; one whose address somebody in the room gave is not trusted."""
    source = settings.camera.source
    return open_untrusted(source, settings.camera) if is_untrusted(settings) else open_camera(None, settings)


def open_store(settings: Settings, *, simulated: bool) -> Store:
    """The log of a table; of one that was damaged, what is left and what the daily copies have beyond it.
    Raises StoreError.
    """
    url = simulated_url(settings.table.data) if simulated else settings.database_url
    file = file_at(url)
    if file is not None:
        finish_mending(file)
    keep_damaged(file, thoroughly=True)
    for loss in losses(file):
        if file is not None and not (simulated or loss.told or loss.restored):
            mend(settings, file, loss)
    return Store(url)


def _lost(service: Service) -> tuple[Concern, ...]:
    """What is missing from the log that the service goes on with."""
    store, _ = service.storage
    return tuple(lost(loss.missing, loss.folder, loss.restored) for loss in untold(file_of(store.database)))


def _pictures(settings: Settings, *, simulated: bool) -> Pictures | None:
    limit = settings.pictures.megabytes * 2**20
    folder = folder_of(settings.table.data, settings.table.name, simulated=simulated)
    return Pictures(folder, limit) if limit else None


def _certificate(settings: Settings) -> HttpsCertificate | None:
    """What the pages are served with over HTTPS; without one that can be used they are served all the same."""
    try:
        return https_certificate(settings)
    except CertificateError as error:
        _log.warning("the pages are served without HTTPS: %s", error)
        return None


def _buttons(settings: Settings, service: Service) -> Buttons:
    left = Side.BLACK if settings.buttons.left == "black" else Side.WHITE

    def pressed(button: Button) -> None:
        # whoever has a hand at the box may let a phone in
        service.access.guests.open()
        service.tell(command_of(button, service.broadcaster.latest(), left))

    return Buttons(settings.buttons, pressed)


def _page(settings: Settings) -> str:
    """The page's address as short as people can type it, for the display."""
    return addresses(settings.web.host, settings.web.port)[0].removeprefix("http://").rstrip("/")
