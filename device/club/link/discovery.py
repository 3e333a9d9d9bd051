"""Nearby: how tables, hub and broker find each other in the network, by zeroconf (mDNS and DNS-SD).

Where there is no network, or it lets no such talk through, nothing is found and nothing fails. Whoever
announces themselves is believed as far as an address goes: what is secret is sent over TLS alone (see
`device.store.settings.validation`).
"""

import logging
import re
import socket
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self

from device.store.settings import MqttSettings
from engine.i18n import phrase

if TYPE_CHECKING:
    from zeroconf import ServiceInfo

TABLE, HUB, BROKER = "_tableside._tcp.local.", "_tableside-hub._tcp.local.", "_mqtt._tcp.local."
"""What is announced: a table's pages, a hub's, and a broker."""
AUTO = "auto"
"""What a setting says for a broker that is to be found."""
HERE = ("127.0.0.1", "localhost", "::1")
"""Addresses of pages that nobody else in the network can open, so that they are not announced."""
LOOK_SECONDS = 3.0
"""How long to look around."""
_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FoundService:
    """Something that announces itself: its name, where it is, and what it says of itself."""

    name: str
    host: str
    addresses: tuple[str, ...]
    port: int
    properties: Mapping[str, str] = field(default_factory=dict)


class ServiceAnnouncement:
    """Announces something until `close`; made in a thread of its own, since asking around takes a second or so.

    `addresses`: where to announce, for tests; every address of this computer where none is given.
    """

    def __init__(
        self, kind: str, name: str, port: int, properties: Mapping[str, str], addresses: Sequence[str] = ()
    ) -> None:
        self._what = (kind, name, port, dict(properties), tuple(addresses))
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._announce, name="zeroconf", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take it back."""
        self._closed.set()
        self._thread.join(10.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announce(self) -> None:
        from zeroconf import Error, InterfaceChoice, ServiceInfo, Zeroconf

        kind, name, port, properties, addresses = self._what
        try:
            network = Zeroconf(interfaces=list(addresses) or InterfaceChoice.All)
        except OSError as error:
            _log.info("nobody in the network is told of this table (%s)", error)
            return
        try:
            info = ServiceInfo(
                kind,
                f"{_label(name)}.{kind}",
                port=port,
                properties=properties,
                server=f"{socket.gethostname()}.local.",
                parsed_addresses=list(addresses) or _own_addresses(),
            )
            # Another of the same name gets a number behind it.
            network.register_service(info, allow_name_change=True)
            self._closed.wait()
            network.unregister_service(info)
        except (OSError, Error, ValueError) as error:
            _log.info("nobody in the network is told of this table (%s)", error)
            self._closed.wait()
        finally:
            network.close()


def announce(
    kind: str, name: str, port: int, properties: Mapping[str, str] | None = None
) -> ServiceAnnouncement:
    """Begin to announce something; returns at once."""
    return ServiceAnnouncement(kind, name, port, properties or {})


def announce_hub(name: str, port: int, mqtt: MqttSettings) -> ServiceAnnouncement:
    """Begin to announce a hub with its broker, so that tables need not be told of it."""
    there = mqtt.host != AUTO
    # Where none is named it is on the hub's own computer.
    here = not mqtt.host or mqtt.host in HERE
    properties = {"broker": "" if here else mqtt.host, "mqtt": str(mqtt.port_used), "tls": str(int(mqtt.tls))}
    return announce(HUB, name, port, properties if there else {})


def find(kind: str, seconds: float = LOOK_SECONDS, addresses: Sequence[str] = ()) -> tuple[FoundService, ...]:
    """What announces itself as something of a kind; nothing where there is no network."""
    from zeroconf import Error, InterfaceChoice, ServiceBrowser, ServiceInfo, Zeroconf
    from zeroconf import ServiceListener as Listener

    infos: dict[str, ServiceInfo] = {}

    class Ears(Listener):
        def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
            info = zc.get_service_info(type_, name, timeout=int(seconds * 1000))
            if info is not None:
                infos[name] = info

        update_service = add_service

        def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
            infos.pop(name, None)

    try:
        network = Zeroconf(interfaces=list(addresses) or InterfaceChoice.All)
    except OSError as error:
        _log.info("nobody can be looked for in the network (%s)", error)
        return ()
    try:
        browser = ServiceBrowser(network, kind, Ears())
        threading.Event().wait(seconds)
        browser.cancel()
    except (OSError, Error) as error:
        _log.info("nobody can be looked for in the network (%s)", error)
    finally:
        network.close()
    return tuple(sorted((_found(kind, info) for info in list(infos.values())), key=lambda each: each.name))


def broker_of(hubs: Sequence[FoundService], brokers: Sequence[FoundService]) -> tuple[str, int] | None:
    """The broker's host and port: the one that a hub names, else the first that
    announces itself; None: there is none.
    """
    for hub in hubs:
        port = hub.properties.get("mqtt", "")
        host = hub.properties.get("broker", "") or hub.host
        if port.isdecimal() and 0 < int(port) <= 65535 and _NAME.fullmatch(host):
            return host.rstrip("."), int(port)
    for broker in brokers:
        if broker.port and _NAME.fullmatch(broker.host):
            return broker.host.rstrip("."), broker.port
    return None


class Resolver:
    """Where the broker of the settings is. Who looks around does so for all who ask; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: tuple[str, int] | None = None

    def where(self, mqtt: MqttSettings) -> tuple[str, int]:
        """The host and port of the broker; looked around for where the settings say so. Raises OSError."""
        if mqtt.host != AUTO:
            return mqtt.host, mqtt.port_used
        with self._lock:
            if self._found is None:
                self._found = broker_of(find(HUB), ()) or broker_of((), find(BROKER))
            found = self._found
        if found is None:
            raise OSError(
                phrase(
                    "neither a hub nor a broker announces itself in the network: look whether one runs, "
                    "or write its name as "
                    "host in [mqtt]"
                )
            )
        return found[0], mqtt.port or found[1]

    def forget(self) -> None:
        """It is not there, or no more: whoever asks next looks around."""
        with self._lock:
            self._found = None


RESOLVER = Resolver()
"""That of this process: a table's own link and its hooks' go to the same broker."""


def _found(kind: str, info: "ServiceInfo") -> FoundService:
    addresses = tuple(info.parsed_addresses())
    said = {
        key.decode(errors="replace"): (value or b"").decode(errors="replace")
        for key, value in info.properties.items()
    }
    host = (info.server or "").rstrip(".") or next(iter(addresses), "")
    return FoundService(info.name.removesuffix(f".{kind}"), host, addresses, info.port or 0, said)


def _label(name: str) -> str:
    """A name as a service may bear it: 63 bytes, without dots that would part it."""
    return name.replace(".", " ").encode()[:55].decode(errors="ignore").strip() or "Tableside"


def _own_addresses() -> list[str]:
    from device.address import own_address

    own = own_address()
    return [own] if own else ["127.0.0.1"]
