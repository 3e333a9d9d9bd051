"""A table put together as the settings say."""

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from device.errors import SettingsError
from device.notice import Notice
from device.noticeboard import Noticeboard
from device.running import addresses, start_table
from device.settings import CameraSettings, LightSettings, Settings, TableSettings
from engine.board import Side
from engine.dice import Roll
from engine.messages import NewGame, SetPosition, SetRoll
from engine.position import parse_position
from vision.frame import Frame

PATIENCE = 20.0
PLAYED = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        table=TableSettings(data=tmp_path / "data"),
        camera=CameraSettings(source="simulated:3"),
        lights=LightSettings(backend="gpio"),
    )


class Darkness:
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
    monkeypatch.setattr("device.buttons.BOUNCE_SECONDS", None)
    monkeypatch.setattr("device.running.open_camera", lambda *_: Darkness())
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)
    running = start_table(settings)
    assert (running.camera, running.lights) == (Darkness.name, "GPIO pins")
    for command in (NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1)), SetPosition(PLAYED)):
        running.service.tell(command)
    notice = until(running.service.noticeboard, lambda notice: notice.last_play is not None)
    assert notice.to_play is Side.BLACK
    factory.pin(settings.buttons.undo).drive_low()
    notice = until(running.service.noticeboard, lambda notice: notice.last_play is None)
    assert notice.to_play is Side.WHITE
    running.stop()
    assert not factory.pin(settings.lights.white).state
    factory.reset()


def until(board: Noticeboard, fits: Callable[[Notice], bool]) -> Notice:
    notice: Notice | None = board.latest()
    while notice is not None and not fits(notice):
        notice = board.wait(notice.seq, PATIENCE)
    assert notice is not None, f"it only came to: {board.latest()}"
    return notice


def test_simulated_games_do_not_touch_the_real_log(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = settings.table.data / "real.db"
    for database in ("", f"sqlite:///{real}"):
        table = replace(settings.table, database=database)
        start_table(replace(settings, table=table, lights=LightSettings(backend="simulated"))).stop()
    assert not (settings.table.data / "tableside.db").exists() and not real.exists()
    with sqlite3.connect(settings.table.data / "simulated.db") as log:
        assert log.execute("SELECT value FROM meta").fetchall() == [("1",)]
    log.close()


def test_a_data_folder_that_cannot_be_made_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="name another with --data"):
        start_table(replace(settings, table=TableSettings(data=tmp_path / "file" / "data")))


def test_addresses_that_people_can_type() -> None:
    assert addresses("127.0.0.1", 80) == ("http://127.0.0.1:80/",)
    found = addresses("0.0.0.0", 8080)
    assert found and all(each.startswith("http://") and each.endswith(":8080/") for each in found)
    assert found[-1].endswith(".local:8080/")
