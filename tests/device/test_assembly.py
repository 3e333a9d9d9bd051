"""A table put together as the settings say."""

import queue
import sqlite3
import sys
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Never

import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.address import addresses
from device.errors import CameraError, LightsError, LockError, SettingsError
from device.io.cameras import open_camera
from device.io.cameras.camera import Camera
from device.ops.assembly.table_assembly import NO_CAMERA, Running, start_table
from device.ops.backup.finishing import ASIDE, READY
from device.signals.buttons import Button
from device.signals.gpio_port import LampPins
from device.store.log.damage import losses, untold
from device.store.log.schema import REVISION
from device.store.log.store import Store, sqlite_url
from device.store.settings import (
    BuzzerSettings,
    CameraSettings,
    DisplaySettings,
    LightSettings,
    Settings,
    StripSettings,
    TableSettings,
)
from engine.board import Shape, Side
from engine.dice import Roll
from engine.position_parsing import parse_position
from engine.state.messages import NewGame, SetPosition, SetRoll
from tests.device.awaited import until
from vision.frame import Frame

pytestmark = pytest.mark.usefixtures("without_lens")
PATIENCE = 120.0
"""How long what comes by itself is waited for, on a machine that does much else."""
PLAYED = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        table=TableSettings(data=tmp_path / "data"),
        camera=CameraSettings(source="simulated:3"),
        lights=LightSettings(backend="gpio"),
    )


class Darkness(Camera):
    """A camera with its cap on."""

    name = "a camera with its cap on"

    def __init__(self) -> None:
        self._pace = threading.Event()
        self._number = 0

    def read(self) -> Frame:
        self._pace.wait(0.01)
        self._number += 1
        return Frame(np.zeros((48, 64, 3), np.uint8), self._number / 10, self._number)

    def close(self) -> None:
        self._pace.set()


def test_buttons_and_lamps_are_wired_to_the_referee(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.signals.buttons.BOUNCE_SECONDS", None)
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    lit: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
    light = LampPins.light

    def watched(pins: LampPins, levels: Mapping[str, float]) -> None:
        light(pins, levels)
        lit.put({lamp for lamp, level in levels.items() if level})

    monkeypatch.setattr(LampPins, "light", watched)
    running = start_table(settings)
    assert (running.camera, running.lights, running.missing) == (Darkness.name, "GPIO pins", ())
    for command in (NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1)), SetPosition(PLAYED)):
        running.service.tell(command)
    snapshot = until(running.service.broadcaster, lambda snapshot: snapshot.last_play is not None)
    assert snapshot.to_play is Side.BLACK
    factory.pin(settings.buttons.undo).drive_low()
    snapshot = until(running.service.broadcaster, lambda snapshot: snapshot.last_play is None)
    assert snapshot.to_play is Side.WHITE
    running.service.tell(SetPosition(PLAYED))
    until(running.service.broadcaster, lambda snapshot: snapshot.last_play is not None)
    running.buttons.press(Button.UNDO)
    until(running.service.broadcaster, lambda snapshot: snapshot.last_play is None)
    while "white" not in lit.get(timeout=PATIENCE):
        pass
    panel = running.panel().as_json()
    assert panel["buttons"] == {"on": "GPIO pins", "names": ["confirm", "undo", "clock_left", "clock_right"]}
    running.stop()
    assert not factory.pin(settings.lights.white).state
    factory.reset()


def test_without_pins_strip_and_display_a_table_runs_and_says_what_is_missing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_factory() -> object:
        raise RuntimeError("no pins here")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(no_factory))
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    monkeypatch.setitem(sys.modules, "spidev", None)
    bare = replace(settings, lights=LightSettings(backend="auto"))
    running = start_table(bare)
    assert (running.lights, running.missing) == ("simulated", ()), "nothing that was asked for is missing"
    running.stop()
    running = start_table(
        replace(
            settings,
            strip=StripSettings(backend="spi"),
            display=DisplaySettings(backend="i2c", bus=22),
            buzzer=BuzzerSettings(backend="gpio"),
        )
    )
    running.service.tell(NewGame())
    until(running.service.broadcaster, lambda snapshot: snapshot.position is not None)
    lamps, buzzer, strip, display, buttons = running.missing
    assert lamps.startswith("the lamps' pins cannot be used (no pins here)")
    assert buzzer.startswith("the buzzer's pin cannot be used") and buttons.startswith("the buttons' pins")
    assert "spidev is missing" in strip and "the display" in display
    assert running.panel().missing == running.missing
    running.stop()


def test_a_lamp_that_fails_does_not_stop_the_evening(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: LampPins, levels: Mapping[str, float]) -> None:
        raise LightsError("a wire is loose")

    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setattr(LampPins, "light", broken)
    running = start_table(settings)
    running.service.tell(NewGame())
    until(running.service.broadcaster, lambda snapshot: snapshot.position is not None)
    assert running.missing == ("a wire is loose",)
    running.stop()
    factory.reset()


def test_simulated_games_do_not_touch_the_real_log(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = settings.table.data / "real.db"
    for database in ("", f"sqlite:///{real}"):
        table = replace(settings.table, database=database)
        running = start_table(replace(settings, table=table, lights=LightSettings(backend="simulated")))
        everything_is_drawn(running)
        running.stop()
    assert not (settings.table.data / "tableside.db").exists() and not real.exists()
    with sqlite3.connect(settings.table.data / "simulated.db") as log:
        assert log.execute("SELECT value FROM meta").fetchall() == [(str(REVISION),)]
    log.close()


def everything_is_drawn(running: Running) -> None:
    """At a simulated board strip, display and buzzer are simulated, too, though nobody has asked for them."""
    panel = running.panel()
    assert panel.lamps and panel.strip and panel.display and panel.buzzer and running.missing == ()
    assert {panel.lamps.on, panel.strip.on, panel.display.on, panel.buzzer.on} == {"simulated"}
    assert panel.display.lines[-1] == addresses("0.0.0.0", 8080)[0].removeprefix("http://").rstrip("/")


def test_two_services_do_not_share_a_data_folder(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    quiet = replace(settings, lights=LightSettings(backend="simulated"))
    running = start_table(quiet)
    with pytest.raises(LockError, match="running already with the data in"):
        start_table(quiet)
    running.stop()

    def fail(*_: object) -> None:
        raise CameraError("no camera")

    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", fail)
    for _ in range(2):
        with pytest.raises(CameraError):
            start_table(quiet)


def test_a_restore_that_was_broken_off_is_finished_first(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    ready = settings.table.data / READY
    ready.mkdir(parents=True)
    (ready / ASIDE).write_text("before-undated")
    (ready / "tableside.toml").write_text("# of then")
    start_table(replace(settings, lights=LightSettings(backend="simulated"))).stop()
    assert not ready.exists() and (settings.table.data / "tableside.toml").read_text() == "# of then"


def test_what_is_missing_from_the_log_is_told_at_the_table(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    quiet = replace(settings, lights=LightSettings(backend="simulated"))
    running = start_table(quiet)
    running.service.tell(NewGame())
    until(running.service.broadcaster, lambda snapshot: snapshot.position is not None)
    running.stop()
    log = settings.table.data / "tableside.db"
    store = Store(sqlite_url(log))
    written = store.count()
    store.close()
    assert written > 0
    log.write_bytes(b"")
    running = start_table(quiet)
    try:
        shown = until(
            running.service.desk, lambda snapshot: any(each.what == "log" for each in snapshot.host)
        )
    finally:
        running.stop()
    (told,) = (str(each.as_json()["text"]) for each in shown.host if each.what == "log")
    assert f": {written}." in told
    assert losses(log) and untold(log) == (), "it is told once"


def test_a_data_folder_that_cannot_be_made_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="name another with --data"):
        start_table(replace(settings, table=TableSettings(data=tmp_path / "file" / "data")))


def test_a_camera_that_the_settings_name_is_waited_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged_in = threading.Event()

    def opened(*_: object) -> Darkness:
        if not plugged_in.is_set():
            raise CameraError("no camera answers")
        return Darkness()

    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", opened)
    monkeypatch.setattr("device.table.watch.watcher.FIRST_PAUSE", 0.01)
    named = replace(settings, camera=CameraSettings(source="usb"), lights=LightSettings(backend="off"))
    with pytest.raises(CameraError, match="no camera answers"):
        start_table(named)
    film = replace(named, camera=CameraSettings(source="gone.mp4"))
    with pytest.raises(CameraError):
        start_table(film, waits=True)
    running = start_table(named, waits=True)
    try:
        until(running.service.broadcaster, lambda snapshot: snapshot.camera.text == "no camera answers")
        assert running.camera == NO_CAMERA
        plugged_in.set()
        until(running.service.broadcaster, lambda snapshot: snapshot.camera.text != "no camera answers")
    finally:
        running.stop()


def test_no_simulated_game_is_played_for_want_of_a_camera(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.io.cameras.has_picamera", lambda: False)
    monkeypatch.setattr("device.io.cameras.first_usb_camera", lambda _: None)
    auto = replace(settings, camera=CameraSettings(), lights=LightSettings(backend="simulated"))
    with pytest.raises(CameraError, match="or use a phone"):
        open_camera(None, auto)
    running = start_table(auto, waits=True)
    try:
        snapshot = until(running.service.broadcaster, lambda snapshot: "no camera" in snapshot.says)
        assert snapshot.says == "There is no camera: plug one in, or use a phone."
        assert not snapshot.camera.ready and snapshot.game.number == 0 and not snapshot.simulated
    finally:
        running.stop()


def test_a_simulated_game_says_so_on_every_page_and_in_its_record(settings: Settings) -> None:
    running = start_table(replace(settings, lights=LightSettings(backend="simulated")))
    try:
        until(running.service.broadcaster, lambda snapshot: snapshot.game.number == 1 and snapshot.simulated)
        assert "Simulated" in running.service.record_text().splitlines()[0]
        number = running.service.match_state.match_number
        for ending in ("mat", "sgf", "txt", "json"):
            file = running.library.download(number, ending, admitted=True)
            assert (
                file is not None
                and "Simulated: a match that Tableside played by itself" in file.data.decode()
            )
    finally:
        running.stop()

    # The board knows nothing of the game that was cut off: another match begins, and nobody is asked who gave it up.
    running = start_table(replace(settings, lights=LightSettings(backend="simulated")))
    try:
        assert running.service.match_state.match_number == number + 1
        begun = until(running.service.desk, lambda snapshot: snapshot.position is not None)
        assert begun.match.number == number + 1 and begun.game.number == 1 and begun.questions == 0
    finally:
        running.stop()


def test_where_the_board_becomes_a_simulated_one_the_log_is_another(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    running = start_table(replace(settings, lights=LightSettings(backend="simulated")))
    service, board = running.service, running.service.broadcaster
    try:
        service.tell(NewGame())
        before = until(board, lambda snapshot: snapshot.position is not None)
        running.setup.choose_camera("simulated", None, None, Shape.TABLES)
        assert running.setup.wait(PATIENCE) and running.setup.state()["simulated"]
        after = until(board, lambda snapshot: snapshot.position is None)
        assert after.seq > before.seq
        service.tell(NewGame())
        until(board, lambda snapshot: snapshot.position is not None)

        def unplugged(*_: object) -> Never:
            raise CameraError("it gives no picture yet")

        # a camera that gives no picture yet may do so when nobody looks any more: its games are no simulated ones
        monkeypatch.setattr("device.ops.setup.viewfinder.PATIENCE", 0.1)
        monkeypatch.setattr("device.ops.setup.viewfinder.open_untrusted", unplugged)
        running.setup.choose_camera("http://192.0.2.7/video", None, None, Shape.TABLES)
        assert running.setup.wait(PATIENCE) and not running.setup.state()["simulated"]
        assert service.storage[0].url.endswith("tableside.db") and running.setup.state()["game_on"]
    finally:
        running.stop()
    for name in ("tableside.db", "simulated.db"):
        store = Store(sqlite_url(settings.table.data / name))
        assert [type(each.event).__name__ for each in store.load("1")].count("GameStarted") == 1
        store.close()
