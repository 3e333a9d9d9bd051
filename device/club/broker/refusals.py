"""Whom the broker has refused: it tells in its own log, which the hub may hear."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from device.club.broker.rights import LOG
from device.club.link.mqtt_link import Link, Message
from device.store.settings import MqttSettings

REFUSED = b"not authorised"
"""What Mosquitto says of who has no name that it knows, or not the password."""


@dataclass(frozen=True, slots=True)
class RefusedLogins:
    """How many were refused, and since when (Unix time); None where nobody was."""

    count: int = 0
    since: float | None = None


class Refusals:
    """Counts who was refused, from `start` until `stop`; `wall` tells the time. May be asked from any thread."""

    def __init__(self, mqtt: MqttSettings, wall: Callable[[], float]) -> None:
        self._wall = wall
        self._lock = threading.Lock()
        self._refused = RefusedLogins()
        self._link = Link(mqtt, (LOG,), self._hear)

    @property
    def told(self) -> RefusedLogins:
        """Who was refused."""
        return self._refused

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._link.start()

    def stop(self) -> None:
        """Listen no more."""
        self._link.stop()

    def _hear(self, message: Message) -> None:
        if REFUSED not in message.payload:
            return
        with self._lock:
            before = self._refused
            self._refused = RefusedLogins(
                before.count + 1, self._wall() if before.since is None else before.since
            )
