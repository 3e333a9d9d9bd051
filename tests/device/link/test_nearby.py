"""Nearby: tables, hub and broker find each other over the loopback device; without a network nothing fails."""

import errno
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any

import pytest
import zeroconf
from evening import QUICK, until
from mosquitto import Mosquitto

from device.club.link.discovery import (
    BROKER,
    HUB,
    TABLE,
    FoundService,
    Resolver,
    ServiceAnnouncement,
    broker_of,
    find,
)
from device.club.link.mqtt_link import Link
from device.hooks.mqtt_hook import Broker
from device.store.settings import MqttSettings

HERE = ("127.0.0.1",)
LOOKED_SECONDS = 1.5
"""An answer that was given less than a second before is not given again (RFC 6762, section 6)."""


def in_a_thread_of_its_own(test: Callable[..., None]) -> Callable[..., None]:
    """The test, apart from the event loop that a browser's driver leaves behind in the thread of the tests before."""

    @wraps(test)
    def run(*given: Any, **named: Any) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(test, *given, **named).result()

    return run


@in_a_thread_of_its_own
def test_what_is_announced_is_found() -> None:
    name = f"Board {os.getpid()}. blue"
    with ServiceAnnouncement(TABLE, name, 8080, {"version": "1.2", "table": name}, HERE):
        # others on this computer may announce themselves meanwhile
        (found,) = until(
            lambda: [
                each for each in find(TABLE, LOOKED_SECONDS, HERE) if each.properties.get("table") == name
            ]
        )
    assert (found.name, found.port) == (name.replace(".", " "), 8080)
    assert HERE[0] in found.addresses, "whatever else is announced of this computer"


def test_without_a_network_nothing_is_found_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(zeroconf, "Zeroconf", down)
    with ServiceAnnouncement(TABLE, "3", 8080, {}):
        assert find(HUB, 0.1) == ()


def test_the_hub_names_its_broker_else_the_broker_names_itself() -> None:
    hub = FoundService("Club", "hub.local", HERE, 8090, {"mqtt": "8883", "broker": "", "tls": "1"})
    named = FoundService("Club", "hub.local", HERE, 8090, {"mqtt": "1883", "broker": "box.local"})
    silent = FoundService("Club", "hub.local", HERE, 8090, {})
    odd = FoundService("Club", "hub.local", HERE, 8090, {"mqtt": "1883", "broker": "a b;c"})
    broker = FoundService("Mosquitto", "broker.local", HERE, 1883)
    assert broker_of([hub], [broker]) == ("hub.local", 8883)
    assert broker_of([named], [broker]) == ("box.local", 1883)
    assert broker_of([silent, odd], [broker]) == ("broker.local", 1883)
    assert broker_of([], []) is None


def test_a_broker_is_looked_for_only_where_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def looked(kind: str) -> tuple[FoundService, ...]:
        asked.append(kind)
        return ()

    monkeypatch.setattr("device.club.link.discovery.find", looked)
    resolver = Resolver()
    assert resolver.where(MqttSettings("box", tls=True)) == ("box", 8883)
    assert not asked
    with pytest.raises(OSError, match="neither a hub nor a broker"):
        resolver.where(MqttSettings("auto"))
    assert asked == [HUB, BROKER]


@in_a_thread_of_its_own
def test_a_hook_goes_to_the_broker_that_was_found_for_the_table(
    monkeypatch: pytest.MonkeyPatch, mosquitto: Mosquitto
) -> None:
    asked: list[str] = []

    def looked(kind: str) -> tuple[FoundService, ...]:
        asked.append(kind)
        return tuple(
            until(
                lambda: [
                    each
                    for each in find(kind, LOOKED_SECONDS, HERE)
                    if each.properties.get("mqtt") == str(mosquitto.port)
                ]
            )
        )

    monkeypatch.setattr("device.club.link.discovery.find", looked)
    mqtt, said = MqttSettings("auto"), threading.Event()
    properties = {"broker": "localhost", "mqtt": str(mosquitto.port)}
    with ServiceAnnouncement(HUB, "Club", 8090, properties, HERE):
        until(lambda: find(HUB, LOOKED_SECONDS, HERE))
        hooks = Broker(mqtt, resolver := Resolver())
        table = Link(mqtt, ("club/#",), lambda _: said.set(), waits=QUICK.waits, resolver=resolver)
        hooks.start()
        table.start()
        try:
            # Sooner than the network can have been looked through.
            hooks.publish("club/1", b"{}", 0.2)
            until(lambda: table.is_up)
            assert asked == [HUB]
            mosquitto.stop()
            until(lambda: table.trouble)
            mosquitto.start()
            until(lambda: table.is_up)
            assert asked[:2] == [HUB, HUB], "who is not there any more is looked for anew"
        finally:
            table.stop()
            hooks.stop()
