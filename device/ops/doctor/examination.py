"""An examination: every check of a table, in the order in which things are needed."""

from pathlib import Path

from device.clock import Clock, SystemClock
from device.finding import Finding, Health
from device.hooks.hook_follower import check_hooks
from device.io.host import Host
from device.ops.doctor.https_check import check_https
from device.ops.doctor.machine_checks import check_clock, check_heat, check_name, check_port, check_power
from device.ops.doctor.sight_checks import (
    check_aim,
    check_board,
    check_camera,
    check_focus,
    check_light,
    look_through,
)
from device.ops.doctor.signal_checks import check_display, check_pins, check_strip
from device.ops.doctor.software_checks import (
    check_analysis,
    check_chosen,
    check_packages,
    check_python,
    check_siblings,
    check_version,
)
from device.ops.doctor.storage_checks import check_backup, check_daily, check_database, check_disk
from device.store.folder.lock import is_held
from device.store.settings import Settings
from device.table.service.table_service import Service
from engine.i18n import phrase
from vision.board_model import BoardModel
from vision.frame import Picture, load_picture


def examine(
    settings: Settings,
    clock: Clock | None = None,
    *,
    host: Host | None = None,
    picture: Picture | Path | None = None,
    model: BoardModel | None = None,
    runs: bool | None = None,
) -> tuple[Finding, ...]:
    """Every check, in the order in which things are needed.

    `picture`: what light, focus and aim are judged by; else the camera is opened, but for a service that `runs` with
    it (None: its lock tells), whose last picture of a decision is taken. `model`: the board's, as it lies there now.
    Raises PictureError for a file that is no picture.
    """
    clock, host = clock or SystemClock(), host or Host()
    data, web = settings.table.data, settings.web
    runs = is_held(data) if runs is None else runs
    given = load_picture(picture) if isinstance(picture, Path) else picture
    seen = look_through(settings, given, model, runs=runs)
    return (
        check_version(host),
        check_python(),
        check_packages(),
        check_siblings(),
        check_analysis(settings.analysis.engine),
        check_chosen(data),
        check_camera(settings.camera.source),
        check_board(settings),
        check_light(seen),
        check_focus(seen),
        check_aim(seen, search=not runs),
        check_pins(),
        check_strip(settings.strip, host),
        check_display(settings.display, host),
        check_disk(data, host),
        check_database(settings),
        check_daily(settings, clock),
        check_backup(settings, clock),
        check_hooks(settings),
        check_heat(host),
        check_power(host),
        check_clock(clock, host),
        check_name(web.host, web.port, host),
        check_port(web.host, web.port, runs=runs),
        check_https(settings, clock, runs=runs),
        _check_broker(settings),
    )


def _check_broker(settings: Settings) -> Finding:
    """The club's broker, where one is set."""
    if not settings.mqtt.host:
        return Finding("broker", Health.OK, phrase("none set: this table stands by itself"))
    from device.ops.doctor.network_checks import check_broker

    return check_broker(settings)


def examine_running(service: Service) -> tuple[Finding, ...]:
    """Every check of a table that runs, by its camera's last picture; takes a second or so, in the thread that asks."""
    shot = service.watcher.shot
    picture, model = (None, None) if shot is None else (shot.frame.picture, shot.model)
    return examine(service.settings, picture=picture, model=model, runs=True)
