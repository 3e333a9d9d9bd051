"""Joining: the table's end of a pairing, which asks the hub's pages and keeps what they answer."""

import http.client
import json
from pathlib import Path

from device.club.broker.pairing import GROUPS, LETTERS, OF_GROUP, broker_of, key_of, request_of
from device.club.broker.rights import user_of
from device.club.link.discovery import HUB, find
from device.errors import PairingError
from device.store.settings import PairedBroker
from device.store.settings.paired import keep_paired

PATH = "/api/pair"
"""Where a hub takes what a table sends."""
ANSWER_SECONDS = 60.0
"""How long the hub may take; it asks its broker meanwhile."""
LONGEST_ANSWER = 64 * 1024


def join_hub(host: str, port: int, code: str, table: str, folder: Path) -> PairedBroker:
    """Pair a table with the hub whose pages are at a host and port, and keep its broker in the data folder.

    Raises PairingError and SettingsError.
    """
    if sum(letter in LETTERS for letter in code.upper()) != GROUPS * OF_GROUP:
        raise PairingError(
            "a code has twelve letters and digits, such as ABCD-2345-EFGH: look at the hub's page"
        )
    key = key_of(code)
    sealed = _asked(host, port, request_of(key, table))
    broker, authority = broker_of(key, sealed, user_of(table), host)
    keep_paired(folder, broker, authority)
    return broker


def find_hub() -> tuple[str, int]:
    """The host and port of the one hub that announces itself in the network. Raises PairingError."""
    found = find(HUB)
    if len(found) != 1:
        what = "no hub announces itself" if not found else f"{len(found)} hubs announce themselves"
        raise PairingError(f"{what} in the network: name yours, as in --hub hub.local")
    return found[0].host, found[0].port


def _asked(host: str, port: int, sealed: str) -> str:
    """What the hub answers to what a table sends. Raises PairingError."""
    wire = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        wire.request("POST", PATH, json.dumps({"sealed": sealed}), {"Content-Type": "application/json"})
        answer = wire.getresponse()
        told = json.loads(answer.read(LONGEST_ANSWER))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise PairingError(
            f"the hub's pages at {host}, port {port}, do not answer ({error}): look whether the hub runs, or name it "
            "with --hub"
        ) from error
    finally:
        wire.close()
    if answer.status != http.client.OK or not isinstance(told, dict):
        said = told.get("detail") if isinstance(told, dict) else None
        raise PairingError(f"the hub says: {said or answer.reason}")
    return str(told.get("sealed"))
