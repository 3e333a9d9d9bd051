"""Joining: a table whose settings name a broker is told of there, as it is, from its start to its end."""

import json
from pathlib import Path
from typing import Never

import pytest
from evening import until
from mosquitto import Mosquitto
from playing import Told

from device.club.link.club_membership import join
from device.club.link.mqtt_link import Backoff, Link, Message
from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.ops.assembly.table_assembly import start_table
from device.store.settings import LightSettings, MqttSettings, Settings, TableSettings, WebSettings


class Darkness(Camera):
    """A camera with its cap on."""

    name = "a camera with its cap on"

    def read(self) -> Never:
        raise CameraError("the cap is on")

    def close(self) -> None:
        pass


def test_a_table_is_told_of_from_its_start_to_its_end(
    mosquitto: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.assembly.table_assembly.open_camera", lambda *_: Darkness())
    heard: dict[str, bytes] = {}

    def hear(message: Message) -> None:
        heard[message.topic] = message.payload

    mqtt = MqttSettings("localhost", mosquitto.port)
    room = Link(mqtt, ("tableside/#",), hear, waits=Backoff(0.01, 0.02))
    room.start()
    settings = Settings(
        table=TableSettings("bar", tmp_path / "data"),
        lights=LightSettings(backend="simulated"),
        web=WebSettings(host="127.0.0.1", port=8123),
        mqtt=mqtt,
    )
    running = start_table(settings)
    try:
        until(lambda: heard.get("tableside/bar/status") == b"online" and "tableside/bar/notice" in heard)
        about = json.loads(heard["tableside/bar/about"])
        assert (about["simulated"], about["page"]) == (False, "http://127.0.0.1:8123/")
        assert running.club is not None and running.club.trouble is None
    finally:
        running.stop()
    until(lambda: heard["tableside/bar/status"] == b"offline")
    room.stop()


def test_what_is_played_at_the_simulated_board_says_so(mosquitto: Mosquitto, tmp_path: Path) -> None:
    told = Told(
        tmp_path / "simulated.db",
        f'[web]\nhost = "127.0.0.1"\n[mqtt]\nhost = "localhost"\nport = {mosquitto.port}\n',
    )
    club = join(told.service)
    until(lambda: club.publisher._about.log)
    assert club.publisher._about.simulated
    told.close()
    club.stop()
