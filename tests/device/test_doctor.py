"""The doctor's findings, each with its advice."""

import errno
import json
import socket
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from pseudo import PSEUDO

from calibration.locate import Located
from device.clock import SystemClock, synchronised
from device.finding import Finding, Health
from device.io.cameras.v4l2 import UsbCamera
from device.io.host import Host
from device.ops.backup import make_backup
from device.ops.backup.daily_note import FEW
from device.ops.doctor import (
    examination,
    machine_checks,
    sight_checks,
    signal_checks,
    software_checks,
    storage_checks,
)
from device.ops.doctor.sight_checks import Looked
from device.store.folder.lock import DataLock
from device.store.log.store import LogEntry, Source, Store
from device.store.log.witness import witness_file
from device.store.pictures.ring import Reference, Ring, RingPicture, folder_of
from device.store.settings import (
    CameraSettings,
    DisplaySettings,
    Settings,
    StripSettings,
    TableSettings,
)
from engine.board import Side
from engine.dice import Roll
from engine.i18n import ENGLISH, phrase
from engine.state.events import Thrown
from vision.board_model import BoardModel
from vision.errors import PictureError
from vision.frame import Frame, Picture
from vision.reading import read_picture

CHECKS = [
    "version", "python", "packages", "siblings", "analysis", "set-up", "camera", "board", "light", "focus", "aim", "pins", "strip",
    "display", "disk", "database", "daily backup", "backup", "hooks", "temperature", "power", "clock", "network", "port", "https", "broker",
]  # fmt: skip
SAME_EVERYWHERE = ("python", "packages", "pins", "strip", "display")
"""What may find names and numbers alone."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(table=TableSettings(data=tmp_path))


@dataclass(frozen=True)
class StoppedClock:
    right: bool
    now: float = 0.0

    def wall(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return 0.0

    def is_set(self) -> bool:
        return self.right


@dataclass(frozen=True, eq=False)
class Scene:
    picture: Picture
    model: BoardModel


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    """A simulated board, and its model."""
    settings = Settings(camera=CameraSettings(source="simulated:3"))
    with pytest.MonkeyPatch.context() as patch:
        # its exposure needs no finding
        patch.setattr(sight_checks, "FRAMES", 1)
        seen = sight_checks._photographed(settings, None, None)
    assert seen.picture is not None and seen.model is not None
    yield Scene(seen.picture, seen.model)


def seen(scene: Scene, picture: Picture | None = None, before: float | None = None) -> Looked:
    return Looked(
        phrase("the picture that was given"),
        scene.picture if picture is None else picture,
        scene.model,
        before,
    )


def test_every_check_has_a_verdict_and_every_complaint_its_advice(settings: Settings) -> None:
    findings = examination.examine(settings, StoppedClock(True))
    assert [finding.check for finding in findings] == CHECKS
    for finding in findings:
        assert str(finding.found)
        assert bool(str(finding.advice)) == (finding.health is not Health.OK), finding
        assert json.loads(json.dumps(finding.as_json()))["health"] in ("ok", "warning", "failure")
        told = finding.in_language(PSEUDO)
        assert finding.check in SAME_EVERYWHERE or "\u27e6" in str(told.found), finding
        assert not told.advice or "\u27e6" in str(told.advice), finding


def test_the_computer_and_the_system_are_named(tmp_path: Path) -> None:
    for name, text in (
        ("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0"),
        ("etc/os-release", 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = str(software_checks.check_version(Host(tmp_path)).found)
    assert found.endswith("on Raspberry Pi 5 Model B Rev 1.0, Debian GNU/Linux 12 (bookworm)")


def test_an_old_python_is_a_failure() -> None:
    assert software_checks.check_python((3, 11, 2)).health is Health.OK
    found = software_checks.check_python((3, 9, 2)).in_language(ENGLISH)
    assert found == Finding("python", Health.FAILURE, "3.9.2", "install Python 3.11 or newer")


def test_a_missing_package_is_a_failure() -> None:
    assert software_checks.check_packages().health is Health.OK
    found = software_checks.check_packages({"no_such_module.at_all": "no-such-package"})
    assert found.health is Health.FAILURE and "pip install no-such-package" in str(found.advice)


def test_a_package_of_the_same_name_elsewhere_is_a_failure() -> None:
    assert software_checks.check_siblings().health is Health.OK
    for other in ("json", "no_such_module"):
        found = software_checks.check_siblings(("engine", other))
        assert found.health is Health.FAILURE and other in str(found.found)


def test_cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sight_checks.check_camera("auto", (), (), tmp_path).health is Health.WARNING
    usb = (UsbCamera(2, "HD Webcam", "1-1.2"),)
    (tmp_path / "video2").touch()
    found = sight_checks.check_camera("auto", ("imx708",), usb, tmp_path)
    assert (found.health, str(found.found)) == (
        Health.OK,
        "Raspberry Pi camera imx708, HD Webcam (/dev/video2)",
    )
    assert sight_checks.check_camera("simulated:3", (), (), tmp_path).health is Health.OK
    # one of the other kind is no help, nor is one that was named and is not there
    assert "usb" in str(sight_checks.check_camera("usb", ("imx708",), (), tmp_path).found)
    assert "picamera" in str(sight_checks.check_camera("picamera:1", (), usb, tmp_path).found)
    assert sight_checks.check_camera("2", (), usb, tmp_path).health is Health.OK
    for gone in ("3", str(tmp_path / "video3")):
        assert (
            str(sight_checks.check_camera(gone, (), usb, tmp_path).found)
            == f"there is no {tmp_path / 'video3'}"
        )
    monkeypatch.setattr(sight_checks.os, "access", lambda *_: False)
    assert "usermod -aG video" in str(sight_checks.check_camera("usb", (), usb, tmp_path).advice)


def test_the_board(settings: Settings) -> None:
    assert "tableside calibrate" in str(sight_checks.check_board(settings).advice)
    settings.board_file.write_text("{}")
    assert sight_checks.check_board(settings).health is Health.FAILURE


def test_a_board_that_is_seen_well(scene: Scene) -> None:
    for check in (sight_checks.check_light, sight_checks.check_focus, sight_checks.check_aim):
        found = check(seen(scene))
        assert found.health is Health.OK, found


def test_too_little_light(scene: Scene) -> None:
    found = sight_checks.check_light(seen(scene, (scene.picture * 0.2).astype(np.uint8)))
    assert found.health is Health.WARNING and "switch on a lamp" in str(found.advice)
    night = Looked("a picture", np.zeros((48, 64, 3), np.uint8))
    assert sight_checks.check_light(night).health is Health.WARNING
    dim = Looked("a picture", np.full((48, 64, 3), 45, np.uint8))
    assert sight_checks.check_light(dim).health is Health.OK


def test_a_lens_out_of_focus_and_one_that_has_become_dirty(scene: Scene) -> None:
    shrinking = scene.model.rectifier(scene.picture.shape).shrinking()
    blurred = cv2.GaussianBlur(scene.picture, (0, 0), 3.0 * shrinking)
    found = sight_checks.check_focus(seen(scene, np.asarray(blurred, np.uint8)))
    assert found.health is Health.WARNING and "turn the lens" in str(found.advice)
    better = sight_checks.check_focus(seen(scene, before=0.99))
    assert better.health is Health.WARNING and "0.99 before" in str(better.found)
    assert sight_checks.check_focus(Looked("a picture", scene.picture)).health is Health.OK


def test_a_board_that_is_out_of_the_picture_or_has_been_moved(scene: Scene) -> None:
    height, width = scene.picture.shape[:2]
    aside = replace(scene.model, corners=tuple((x - 0.2 * width, y) for x, y in scene.model.corners))
    found = sight_checks.check_aim(Looked("a picture", scene.picture, aside))
    assert found.health is Health.WARNING and "out of the picture" in str(found.found)
    shifted = np.roll(scene.picture, (height // 6, width // 20), (0, 1))
    found = sight_checks.check_aim(seen(scene, shifted))
    assert found.health is Health.WARNING and str(found.advice)


def test_without_a_calibration_the_board_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = sight_checks.check_aim(Looked("a picture", np.full((120, 160, 3), 90, np.uint8)))
    assert "no board can be made out" in str(nothing.found)
    corners = ((10.0, 10.0), (90.0, 10.0), (90.4, 70.0), (9.0, 70.0))
    monkeypatch.setattr(sight_checks, "locate", lambda _: Located(corners, 0.9, True))
    found = sight_checks.check_aim(Looked("a picture", np.zeros((80, 100, 3), np.uint8)))
    assert "its corners at 10,10 90,10 90,70 9,70" in str(found.found) and "tableside calibrate" in str(
        found.advice
    )


def test_a_picture_can_be_named(settings: Settings, scene: Scene, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "seen.png"), scene.picture)
    scene.model.save(settings.board_file)
    findings = {each.check: each for each in examination.examine(settings, picture=tmp_path / "seen.png")}
    assert all(findings[check].health is Health.OK for check in ("board", "light", "focus", "aim"))
    with pytest.raises(PictureError):
        examination.examine(settings, picture=settings.board_file)


def test_while_the_service_runs_the_last_decisions_picture_is_looked_at(
    settings: Settings, scene: Scene
) -> None:
    assert "has the camera" in str(sight_checks.look_through(settings, None, None, runs=True).whence)
    folder = folder_of(settings.table.data, settings.table.name, simulated=False)
    jpeg = cv2.imencode(".jpg", scene.picture)[1].tobytes()
    kept = RingPicture(1, 7, 0.0, "clear", True, "1-0.board", (Reference(1, 0.0),), len(jpeg))
    Ring(folder, 10**8).add(kept, jpeg, read_picture(scene.model, scene.picture), scene.model)
    lock = DataLock(settings.table.data)
    findings = {each.check: each for each in examination.examine(settings)}
    assert str(findings["broker"].found) == "none set: this table stands by itself"
    lock.release()
    assert "the last decision's picture" in str(findings["focus"].found)
    assert findings["aim"].health is Health.OK
    given = sight_checks.look_through(settings, scene.picture, None, runs=True)
    assert given.before is not None and given.before > sight_checks.SHARP


def test_a_camera_that_cannot_be_opened_is_told(settings: Settings) -> None:
    broken = replace(settings, camera=CameraSettings(source="/dev/video97"))
    found = sight_checks.check_light(sight_checks.look_through(broken, None, None, runs=False))
    assert found.health is Health.WARNING and str(found.found).startswith("not looked at: ")


def test_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert signal_checks.check_pins(MockFactory).health is Health.OK
    with monkeypatch.context() as patch:
        patch.setattr(Device, "pin_factory", MockFactory())
        assert signal_checks.check_pins() == Finding("pins", Health.OK, "mock")

    def none() -> None:
        raise RuntimeError("no pins here")

    found = signal_checks.check_pins(none)
    assert found.health is Health.WARNING and "no pins here" in str(found.found)


def test_the_strip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, strip = Host(tmp_path), StripSettings("spi")
    assert signal_checks.check_strip(StripSettings(), host).health is Health.OK
    assert "do_spi" in str(signal_checks.check_strip(strip, host).advice)
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/spidev0.0").touch()
    monkeypatch.setattr(signal_checks.importlib.util, "find_spec", lambda _: None)
    assert str(signal_checks.check_strip(strip, host).advice) == "pip install spidev"
    monkeypatch.setattr(signal_checks.importlib.util, "find_spec", lambda _: object())
    assert signal_checks.check_strip(strip, host).health is Health.OK
    monkeypatch.setattr(signal_checks.os, "access", lambda *_: False)
    assert "usermod -aG spi" in str(signal_checks.check_strip(strip, host).advice)


def test_the_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, display = Host(tmp_path), DisplaySettings("i2c")
    assert signal_checks.check_display(DisplaySettings(), host).health is Health.OK
    assert "do_i2c" in str(signal_checks.check_display(display, host).advice)
    monkeypatch.setattr(signal_checks.importlib.util, "find_spec", lambda _: object())
    (tmp_path / "dev").mkdir()
    bus = tmp_path / "dev/i2c-1"
    bus.touch()
    # no bus at all, but a file
    assert "cannot be spoken to" in str(signal_checks.check_display(display, host).found)
    for error, health in ((None, Health.OK), (signal_checks.errno.EREMOTEIO, Health.WARNING)):

        def choose(*_: object, error: int | None = error) -> None:
            if error is not None:
                raise OSError(error, "Remote I/O error")

        monkeypatch.setattr(signal_checks.fcntl, "ioctl", choose)
        assert signal_checks.check_display(display, host).health is health


@pytest.mark.parametrize(
    ("free", "health"), [(10**10, Health.OK), (10**8, Health.WARNING), (10**7, Health.FAILURE)]
)
def test_the_disk(tmp_path: Path, free: int, health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(10**12, 0, free)
    monkeypatch.setattr("device.io.host.disk.shutil.disk_usage", lambda _: usage)
    assert storage_checks.check_disk(tmp_path / "not" / "yet", Host(tmp_path / "bare")).health is health


@pytest.mark.parametrize(
    ("mounts", "health", "words"),
    [
        ("/dev/sda1 / ext4 ro 0 0", Health.FAILURE, "can only be read"),
        ("none / tmpfs rw 0 0", Health.WARNING, "lost when it is switched off"),
        ("/dev/sda1 / ext4 rw 0 0", Health.WARNING, "3 errors"),
    ],
)
def test_a_disk_that_does_not_keep_things(tmp_path: Path, mounts: str, health: Health, words: str) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/mounts").write_text(f"{mounts}\n")
    (tmp_path / "sys/fs/ext4/sda1").mkdir(parents=True)
    (tmp_path / "sys/fs/ext4/sda1/errors_count").write_text("3\n")
    found = storage_checks.check_disk(tmp_path, Host(tmp_path))
    assert found.health is health and words in str(found.found) and str(found.advice)


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_checks.os, "access", lambda *_: False)
    found = storage_checks.check_disk(tmp_path)
    assert found.health is Health.FAILURE and "'data' in [table]" in str(found.advice)


def test_the_database(settings: Settings) -> None:
    assert str(storage_checks.check_database(settings).found).startswith("none yet")
    Store(settings.database_url).close()
    assert str(storage_checks.check_database(settings).found) == "0 events"
    (settings.table.data / "tableside.db").write_bytes(b"something else entirely, and long enough" * 50)
    found = storage_checks.check_database(settings)
    assert found.health is Health.FAILURE and "name another file" in str(found.advice)
    elsewhere = replace(settings, table=replace(settings.table, database="nosuch://x"))
    assert storage_checks.check_database(elsewhere).health is Health.FAILURE


def written(settings: Settings, first: int, last: int) -> None:
    store = Store(settings.database_url)
    store.append(
        [
            LogEntry("1", seq, 1, 1, 0.0, 0.0, True, Source.CAMERA, (seq,), Thrown(Side.WHITE, Roll.of(3, 1)))
            for seq in range(first, last + 1)
        ]
    )
    store.close()


def test_a_damaged_database_is_a_failure(settings: Settings) -> None:
    written(settings, 1, 400)
    path = settings.table.data / "tableside.db"
    data = bytearray(path.read_bytes())
    for page in range(4 * 4096, len(data), 4096):
        # the leaves of the table, which counting does not look at
        if data[page] == 0x0D:
            data[page + 8 : page + 40] = b"\xff" * 32
    path.write_bytes(data)
    found = storage_checks.check_database(settings)
    assert found.health is Health.FAILURE and "tableside restore" in str(found.advice)
    assert str(found.found).startswith("400 events, but")


def test_what_a_log_lost_is_told_until_it_is_moved_away(settings: Settings) -> None:
    written(settings, 1, 7)
    path = settings.table.data / "tableside.db"
    path.unlink()
    for _ in range(2):
        found = storage_checks.check_database(settings)
        assert found.health is Health.WARNING and str(found.found).startswith(
            "0 events; events that were lost: 7 "
        )
    (folder,) = settings.table.data.glob("damaged-*")
    assert str(folder) in str(found.advice)
    folder.rename(settings.table.data.parent / "moved")
    written(settings, 1, 2)
    assert storage_checks.check_database(settings).health is Health.OK
    witness_file(path).write_text("rubbish")
    found = storage_checks.check_database(settings)
    assert found.health is Health.WARNING and "cannot be read" in str(found.found)


def test_the_backup(settings: Settings, tmp_path: Path) -> None:
    then, month_later = StoppedClock(True, 1.79e9), StoppedClock(True, 1.79e9 + 40 * 86400)
    assert str(storage_checks.check_backup(settings, then).found) == "none yet"
    written(settings, 1, FEW)
    assert "tableside backup" in str(storage_checks.check_backup(settings, then).advice)
    make_backup(settings, tmp_path / "b.zip", clock=then)
    assert str(storage_checks.check_backup(settings, then).found) == "the last 0 days ago, nothing new since"
    assert storage_checks.check_backup(settings, month_later).health is Health.OK
    written(settings, FEW + 1, 2 * FEW)
    assert storage_checks.check_backup(settings, then).health is Health.OK
    found = storage_checks.check_backup(settings, month_later)
    assert (found.health, str(found.found)) == (
        Health.WARNING,
        f"the last 40 days ago, {FEW} events since",
    )
    assert storage_checks.check_backup(settings, StoppedClock(False)).health is Health.WARNING


def test_temperature_and_power(tmp_path: Path) -> None:
    host = Host(tmp_path, lambda _: None)
    assert machine_checks.check_heat(host).health is Health.OK
    assert machine_checks.check_power(host).health is Health.OK
    zone = tmp_path / "sys/class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "type").write_text("cpu-thermal\n")
    for milli, health in ((52000, Health.OK), (83000, Health.WARNING)):
        (zone / "temp").write_text(f"{milli}\n")
        assert machine_checks.check_heat(host).health is health
    frequency = tmp_path / "sys/devices/system/cpu/cpu0/cpufreq"
    frequency.mkdir(parents=True)
    (frequency / "scaling_max_freq").write_text("600\n")
    (frequency / "cpuinfo_max_freq").write_text("1200\n")
    assert "50% of its speed" in str(machine_checks.check_power(host).found)
    weak = machine_checks.check_power(Host(tmp_path, lambda _: "throttled=0x50000"))
    assert weak.health is Health.WARNING and "since it was switched on" in str(weak.found)
    assert "power supply" in str(weak.advice)
    hot = machine_checks.check_power(Host(tmp_path, lambda _: "throttled=0x4"))
    assert "(now)" in str(hot.found) and "air" in str(hot.advice)
    assert machine_checks.check_power(Host(tmp_path, lambda _: "throttled=0x0")).health is Health.OK


def test_the_clock(tmp_path: Path) -> None:
    right = StoppedClock(True)
    assert str(machine_checks.check_clock(right, Host(tmp_path)).found) == "set by the network"
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    (tmp_path / "sys/class/rtc/rtc0/since_epoch").write_text("1790000000\n")
    assert str(machine_checks.check_clock(right, Host(tmp_path)).found) == "set, with a battery clock"
    assert "battery" in str(machine_checks.check_clock(StoppedClock(False)).advice)
    assert isinstance(SystemClock().is_set(), bool) and isinstance(synchronised(), bool)


def test_the_name_in_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(tmp_path)
    pages = ("http://192.0.2.7/", "http://board.local/")
    monkeypatch.setattr(machine_checks, "addresses", lambda *_: pages)
    assert "avahi-daemon" in str(machine_checks.check_name("0.0.0.0", 80, host).advice)
    (tmp_path / machine_checks.AVAHI).parent.mkdir(parents=True)
    (tmp_path / machine_checks.AVAHI).touch()
    named = machine_checks.check_name("0.0.0.0", 80, host).in_language(ENGLISH)
    assert named == Finding("network", Health.OK, " or ".join(pages))
    pages = ("http://board.local/",)
    assert "connect" in str(machine_checks.check_name("0.0.0.0", 80, host).advice)
    monkeypatch.undo()
    assert machine_checks.check_name("127.0.0.1", 80, host).health is Health.OK


def test_the_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = machine_checks.check_port("127.0.0.1", port)
        assert found.health is Health.WARNING and "--port" in str(found.advice)
        assert machine_checks.check_port("127.0.0.1", port, runs=True).health is Health.OK
    assert machine_checks.check_port("127.0.0.1", port).health is Health.OK
    assert machine_checks.check_port("203.0.113.1", port).health is Health.FAILURE


def test_a_port_that_the_service_may_have_and_this_user_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    class Barred(socket.socket):
        def bind(self, address: object) -> None:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(machine_checks.socket, "socket", Barred)
    assert machine_checks.check_port("127.0.0.1", 80, runs=True).health is Health.OK
    found = machine_checks.check_port("127.0.0.1", 80)
    assert found.health is Health.WARNING and "1024" in str(found.advice)


def test_what_never_stands_still_and_what_is_a_screen(scene: Scene) -> None:
    rng = np.random.default_rng(1)
    still = [Frame(scene.picture, k / 5, k) for k in range(sight_checks.FRAMES)]
    assert not sight_checks.is_restless(scene.model, still)
    blocks = [rng.integers(0, 256, (18, 24, 3), np.uint8) for _ in still]
    height, width = scene.picture.shape[:2]
    stirred = [
        replace(each, taken=np.asarray(cv2.resize(block, (width, height)), np.uint8))
        for each, block in zip(still, blocks, strict=True)
    ]
    assert sight_checks.is_restless(scene.model, stirred)
    found = sight_checks.check_aim(replace(seen(scene), is_restless=True))
    assert found.health is Health.WARNING and "firm stand" in str(found.advice)
    drawn = np.full_like(scene.picture, 120)
    assert "screen" in str(sight_checks.check_aim(seen(scene, drawn)).found)
