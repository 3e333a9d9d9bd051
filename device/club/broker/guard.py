"""Who is let in at the hub's broker: by codes where the hub set it up; where anybody may speak, people are told;
and whom it has refused, which it tells in its own log.
"""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from device.clock import Clock
from device.club.broker.accounts import Accounts
from device.club.broker.rights import LOG
from device.club.broker.table_pairing import TablePairing
from device.club.link import topics as t
from device.club.link.mqtt_link import Link, Message, linked, says
from device.club.link.topics import Topics
from device.club.link.wire import LogManifest
from device.store.settings import MqttSettings, PairedBroker
from engine.i18n import Phrase, phrase

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


AGAIN_SECONDS = 3600.0
"""How often a broker that is not the hub's own is tried."""


NOBODY = "doctor"
"""The table for which it is tried whether anybody may speak; a hub knows none by a log that is made up."""


class Openness(Enum):
    """What becomes of who comes without a name and a password: not let in, let in but not heard, heard as a table."""

    SHUT = "shut"
    GUARDED = "guarded"
    OPEN = "open"


def openness(mqtt: MqttSettings) -> Openness:
    """How open the broker is, tried by saying something that nobody heeds."""
    manifest = LogManifest(secrets.token_hex(8), 1, ()).payload()
    with linked(replace(mqtt, user="", password="")) as link:
        if not link.is_up:
            return Openness.SHUT
        may = says(link, Topics(mqtt.prefix).of_table(NOBODY, t.MATCHES), manifest)
    return Openness.OPEN if may else Openness.GUARDED


class OwnBrokerGuard:
    """The guard of a broker that this hub set up. May be asked from any thread."""

    warning: Phrase | None = None

    def __init__(self, broker: PairedBroker, clock: Clock) -> None:
        self.accounts = Accounts(broker)
        authority = Path(broker.ca).read_text(encoding="ascii")
        self.pairing = TablePairing(broker, authority, self.accounts, clock.monotonic)
        self._refusals = Refusals(broker, clock.wall)

    @property
    def refused(self) -> RefusedLogins:
        """Who was refused at the broker since the hub was started."""
        return self._refusals.told

    def start(self) -> None:
        """Begin to count who is refused; returns at once."""
        self._refusals.start()

    def stop(self) -> None:
        """Count no more."""
        self._refusals.stop()


class ForeignBrokerGuard:
    """Looks whether a broker that somebody else set up lets anybody speak for a table; `warning` says so."""

    def __init__(self, mqtt: MqttSettings) -> None:
        self._mqtt = mqtt
        self.warning: Phrase | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._look, name="hub-guard", daemon=True)

    def start(self) -> None:
        """Begin to look; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()

    def _look(self) -> None:
        while not self._stopping.is_set():
            is_open = openness(self._mqtt) is Openness.OPEN
            self.warning = (
                phrase(
                    "Anybody in the network can pass for a table here, for the broker asks for no password: "
                    "{command} on the hub's computer mends that.",
                    command="sudo tableside hub --setup",
                )
                if is_open
                else None
            )
            self._stopping.wait(AGAIN_SECONDS)


BrokerGuard = OwnBrokerGuard | ForeignBrokerGuard


def guard_of(mqtt: MqttSettings, clock: Clock) -> BrokerGuard:
    """The guard of a broker, by who set it up. Raises OSError where the authority's certificate is gone."""
    return OwnBrokerGuard(mqtt, clock) if isinstance(mqtt, PairedBroker) else ForeignBrokerGuard(mqtt)
