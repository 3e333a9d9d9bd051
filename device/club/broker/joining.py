"""Joining: the table's end of a pairing, which asks the hub's pages and keeps what they answer."""

import http.client
import json
from pathlib import Path

from device.club.broker.rights import user_of
from device.club.broker.table_pairing import GROUPS, LETTERS, OF_GROUP, broker_of, key_of, request_of
from device.club.link.discovery import HUB, find
from device.errors import PairingError
from device.store.settings import PairedBroker
from device.store.settings.paired import keep_paired
from engine.i18n import phrase

PATH = "/api/pair"
"""Where a hub takes what a table sends."""
ANSWER_SECONDS = 60.0
"""How long the hub may take; it asks its broker meanwhile."""
LONGEST_ANSWER = 64 * 1024
PAGES = 8090
"""The port of a hub's pages."""


def join_hub(host: str, port: int, code: str, table: str, folder: Path) -> PairedBroker:
    """Pair a table with the hub whose pages are at a host and port, and keep its broker in the data folder.

    Raises PairingError and SettingsError.
    """
    need_code(code)
    key = key_of(code)
    sealed = _asked(host, port, request_of(key, table))
    broker, authority = broker_of(key, sealed, user_of(table), host)
    keep_paired(folder, broker, authority)
    return broker


def need_code(code: str) -> None:
    """Raises PairingError where that is no code, before anybody is asked."""
    if sum(letter in LETTERS for letter in code.upper()) != GROUPS * OF_GROUP:
        raise PairingError(
            phrase("a code has twelve letters and digits, such as ABCD-2345-EFGH: look at the hub's page")
        )


def find_hub() -> tuple[str, int]:
    """The host and port of the one hub that announces itself in the network. Raises PairingError."""
    found = find(HUB)
    if not found:
        raise PairingError(phrase("no hub announces itself in the network: name yours, such as hub.local"))
    if len(found) > 1:
        raise PairingError(
            phrase(
                "several hubs announce themselves in the network ({names}): name yours, such as hub.local",
                names=", ".join(each.host for each in found),
            )
        )
    return found[0].host, found[0].port


def hub_place(text: str) -> tuple[str, int]:
    """A hub's host and the port of its pages, as people write them. Raises PairingError.

    >>> hub_place("hub.local"), hub_place("192.0.2.7:80")
    (('hub.local', 8090), ('192.0.2.7', 80))
    """
    host, _, port = text.strip().rpartition(":") if text.count(":") == 1 else (text.strip(), "", "")
    is_port = not port or (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535)
    if not host or " " in host or not host.isprintable() or not is_port:
        raise PairingError(phrase("write where the hub is like hub.local or 192.0.2.7:8090"))
    return host, int(port) if port else PAGES


def _asked(host: str, port: int, sealed: str) -> str:
    """What the hub answers to what a table sends. Raises PairingError."""
    wire = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        wire.request("POST", PATH, json.dumps({"sealed": sealed}), {"Content-Type": "application/json"})
        answer = wire.getresponse()
        told = json.loads(answer.read(LONGEST_ANSWER))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise PairingError(
            phrase(
                "no hub's pages answer at {host}, port {port} ({why}): look whether the hub runs, or name another "
                "address",
                host=host,
                port=port,
                why=str(error),
            )
        ) from error
    finally:
        wire.close()
    if answer.status != http.client.OK or not isinstance(told, dict):
        said = told.get("detail") if isinstance(told, dict) else None
        raise PairingError(phrase("the hub says: {why}", why=str(said or answer.reason)))
    return str(told.get("sealed"))
