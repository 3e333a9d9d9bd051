"""Nearby: tables, hub and broker find each other over the loopback device; without a network nothing fails."""

import errno
from typing import Any

import pytest
import zeroconf
from evening import until

from device.club.nearby import BROKER, HUB, TABLE, Announcement, Found, broker_of, find, where_is
from device.settings import MqttSettings

HERE = ("127.0.0.1",)


def test_what_is_announced_is_found() -> None:
    with Announcement(TABLE, "Board 3. blue", 8080, {"version": "1.2", "table": "Board 3. blue"}, HERE):
        (found,) = until(lambda: find(TABLE, 0.4, HERE))
    assert (found.name, found.port, found.addresses) == ("Board 3  blue", 8080, HERE)
    assert found.properties["table"] == "Board 3. blue"


def test_without_a_network_nothing_is_found_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(zeroconf, "Zeroconf", down)
    with Announcement(TABLE, "3", 8080, {}):
        assert find(HUB, 0.1) == ()


def test_the_hub_names_its_broker_else_the_broker_names_itself() -> None:
    hub = Found("Club", "hub.local", HERE, 8090, {"mqtt": "8883", "broker": "", "tls": "1"})
    named = Found("Club", "hub.local", HERE, 8090, {"mqtt": "1883", "broker": "box.local"})
    silent = Found("Club", "hub.local", HERE, 8090, {})
    odd = Found("Club", "hub.local", HERE, 8090, {"mqtt": "1883", "broker": "a b;c"})
    broker = Found("Mosquitto", "broker.local", HERE, 1883)
    assert broker_of([hub], [broker]) == ("hub.local", 8883)
    assert broker_of([named], [broker]) == ("box.local", 1883)
    assert broker_of([silent, odd], [broker]) == ("broker.local", 1883)
    assert broker_of([], []) is None


def test_a_broker_is_looked_for_only_where_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def looked(kind: str) -> tuple[Found, ...]:
        asked.append(kind)
        return ()

    monkeypatch.setattr("device.club.nearby.find", looked)
    assert where_is(MqttSettings("box", tls=True)) == ("box", 8883)
    assert not asked
    with pytest.raises(OSError, match="neither a hub nor a broker"):
        where_is(MqttSettings("auto"))
    assert asked == [HUB, BROKER]
