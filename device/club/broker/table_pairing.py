"""Pairing: a table is let in at the broker by a code that a person carries from the hub's page to the table.

The code has 60 bits and is stretched by scrypt into a key that seals what the two say to each other (Fernet), so that
whoever listens, or stands between them, neither reads the password nor passes for the hub. It is for one table, and for
ten minutes.
"""

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from device.club.broker.rights import HOME_ASSISTANT, SPECTATOR
from device.errors import PairingError
from device.store.settings import MqttSettings, PairedBroker
from engine.i18n import phrase

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""
GROUPS, OF_GROUP = 3, 4
MINUTES = 10
"""How long a code is good."""
MOST_CODES = 8
"""How many codes may be out at a time; the oldest goes."""
LONGEST_SEALED = 8192
"""Letters of what is sent sealed; a request has about 200, an answer 1,500."""
_SALT, _COST = b"tableside pairing", 2**14


class Admitting(Protocol):
    """Who is let in at the broker; `device.club.broker.accounts.Accounts` says it."""

    def tables(self) -> tuple[str, ...]:
        """The names of all tables that are let in."""

    def let_in(self, table: str, password: str) -> None:
        """Let a table in by this password."""


@dataclass
class _Code:
    """A code that is out: its key, until when it is good, and who it let in with which answer."""

    key: bytes
    until: float
    table: str = ""
    answer: str = ""


class TablePairing:
    """The hub's end: gives codes, and lets in the tables that know one.

    `broker` is the hub's own way to the broker, whose authority's certificate is `authority` (PEM); `now` a stopwatch.
    """

    def __init__(
        self, broker: MqttSettings, authority: str, accounts: Admitting, now: Callable[[], float]
    ) -> None:
        self._broker, self._authority, self._accounts, self._now = broker, authority, accounts, now
        self._lock = threading.Lock()
        self._codes: list[_Code] = []

    def new_code(self) -> str:
        """A code for one table, as people read it."""
        code = _new_code()
        fresh = _Code(key_of(code), self._now() + 60 * MINUTES)
        with self._lock:
            self._codes = [*self._good(), fresh][-MOST_CODES:]
        return code

    def pair(self, sealed: str) -> str:
        """Let the table in that sends this; the sealed answer. Raises PairingError and BrokerError."""
        with self._lock:
            for code in self._good():
                told = _opened(code.key, sealed)
                if told is not None:
                    return self._answer(code, told.get("table"))
        raise PairingError(phrase("this code is not good, or not any more: have the hub's page make another"))

    def _answer(self, code: _Code, table: object) -> str:
        if not isinstance(table, str) or not table.strip() or len(table) > 80:
            raise PairingError(phrase("a table has a name of up to 80 letters"))
        if code.answer:
            # The answer was lost on its way, or somebody says once more what they have heard.
            if code.table == table:
                return code.answer
            raise PairingError(phrase("this code has let in another table: have the hub's page make another"))
        # these two are let in under names of their own, which a table would take from them
        if table in (HOME_ASSISTANT, SPECTATOR) or table in self._accounts.tables():
            raise PairingError(
                phrase(
                    "a table called {table} is let in already: give this one another name in [table], or send that one "
                    "away on the hub's page",
                    table=table,
                )
            )
        password = secrets.token_hex(20)
        self._accounts.let_in(table, password)
        mqtt = self._broker
        told = {
            "port": mqtt.port_used,
            "password": password,
            "prefix": mqtt.prefix,
            "homeassistant": mqtt.homeassistant,
            "ca": self._authority,
        }
        code.table, code.answer = table, sealed_with(code.key, told)
        return code.answer

    def _good(self) -> list[_Code]:
        return [each for each in self._codes if self._now() < each.until]


def key_of(code: str) -> bytes:
    """The key that a code stands for, whatever its letters' size and whatever stands between its groups.

    >>> key_of("abcd-efgh-jklm") == key_of("ABCD EFGH JKLM")
    True
    """
    plain = "".join(letter for letter in code.upper() if letter in LETTERS)
    stretched = hashlib.scrypt(plain.encode(), salt=_SALT, n=_COST, r=8, p=1, dklen=32)
    return base64.urlsafe_b64encode(stretched)


def request_of(key: bytes, table: str) -> str:
    """What a table sends to be let in."""
    return sealed_with(key, {"table": table})


def broker_of(key: bytes, sealed: str, user: str, host: str) -> tuple[PairedBroker, str]:
    """The broker that a hub's answer tells of, for this user, at a host; and its authority's certificate (PEM).

    Raises PairingError.
    """
    told = _opened(key, sealed) or {}
    try:
        port, password, prefix = int(told["port"]), str(told["password"]), str(told["prefix"])
        homeassistant, authority = str(told["homeassistant"]), str(told["ca"])
    except (KeyError, TypeError, ValueError) as error:
        raise PairingError(
            phrase("what answered does not know the code: look whether this is the hub")
        ) from error
    return PairedBroker(host, port, user, password, prefix=prefix, homeassistant=homeassistant), authority


def sealed_with(key: bytes, told: dict[str, Any]) -> str:
    """What only who has the key can read or make."""
    from cryptography.fernet import Fernet

    return Fernet(key).encrypt(json.dumps(told).encode()).decode()


def _opened(key: bytes, sealed: str) -> dict[str, Any] | None:
    from cryptography.fernet import Fernet, InvalidToken

    try:
        told = json.loads(Fernet(key).decrypt(sealed.encode()))
    except (InvalidToken, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _new_code() -> str:
    groups = ("".join(secrets.choice(LETTERS) for _ in range(OF_GROUP)) for _ in range(GROUPS))
    return "-".join(groups)
