"""Sharing: the hub's broker takes spectators in over WebSockets, as browsers speak, who read and do nothing else.

Their name and password, which everybody may know, are good at their own port alone, where they are counted: at the
tables' port nobody comes in by them, however many try.
"""

import hashlib
import hmac
import secrets
import ssl
from dataclasses import dataclass
from pathlib import Path

from device.address import host_names
from device.club.broker.broker_setup import CERTIFICATE, unwritten
from device.club.broker.rights import SALT_BYTES, SPECTATOR, spectator_password_line, spectator_rights
from device.club.broker.settings_beside import check_beside
from device.errors import BrokerError
from device.store.folder.atomic_file import write_text_lasting
from device.store.settings import PairedBroker
from engine.i18n import phrase

PORT = 8884
"""Where it listens: MQTT over WebSockets over TLS."""
CONFIGURATION = "tableside.share.conf"
"""Read after what `hub --setup` writes: a Mosquitto of 2.0.11 does not start with WebSockets alone."""
OWN_CERTIFICATE = "share.pem"
PASSWORDS, RIGHTS = "share.passwords", "share.rights"
MOST = 500
"""How many spectators there may be."""


@dataclass(frozen=True, slots=True)
class SpectatorsWay:
    """How a spectator's browser comes to a broker: its address, such as wss://club.example.org:8884, and a name and
    password that everybody may know.
    """

    address: str
    user: str
    password: str
    prefix: str


@dataclass(frozen=True, slots=True)
class Papers:
    """The files of a certificate that browsers trust, with all that vouch for it, and of its key."""

    certificate: Path
    key: Path

    def read(self) -> str:
        """Both in one text. Raises BrokerError."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.certificate, self.key)
            return f"{self.certificate.read_text(encoding='ascii')}\n{self.key.read_text(encoding='ascii')}"
        except (OSError, ValueError) as error:
            raise BrokerError(
                phrase(
                    "{certificate} and {key} are no certificate with its key ({reason})",
                    certificate=self.certificate,
                    key=self.key,
                    reason=error,
                )
            ) from error


def open_to_spectators(
    broker: PairedBroker,
    configuration: Path,
    secret: Path,
    *,
    port: int = PORT,
    address: str = "",
    papers: Papers | None = None,
) -> SpectatorsWay:
    """Have the broker that the hub set up take spectators in, once it has been started anew; with `papers` it shows
    these, else its own certificate. The password stays what it was. Raises BrokerError.
    """
    certificate = secret / (CERTIFICATE if papers is None else OWN_CERTIFICATE)
    # the hub's own password is made at random: what is made of it cannot be guessed, nor be led back
    password = hmac.new(broker.password.encode(), SPECTATOR.encode(), hashlib.sha256).hexdigest()[:32]
    held_secret = {
        PASSWORDS: spectator_password_line(password, secrets.token_bytes(SALT_BYTES)),
        RIGHTS: spectator_rights(broker.prefix),
        **({} if papers is None else {OWN_CERTIFICATE: papers.read()}),
    }
    listens, text = configuration / CONFIGURATION, _listener(port, certificate, secret)
    check_beside({listens: text})
    try:
        for name, held in held_secret.items():
            write_text_lasting(secret / name, held, mode=0o600)
        write_text_lasting(listens, text)
    except OSError as error:
        raise unwritten(listens, error) from error
    return SpectatorsWay(address or f"wss://{host_names()[0]}:{port}", SPECTATOR, password, broker.prefix)


def shut_to_spectators(configuration: Path, secret: Path) -> None:
    """Have the broker that the hub set up take spectators in no more, once it has been started anew: it does not
    listen for them then, and their name and password are good for nothing. Raises BrokerError.
    """
    for path in (
        configuration / CONFIGURATION,
        *(secret / each for each in (OWN_CERTIFICATE, PASSWORDS, RIGHTS)),
    ):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise BrokerError(
                phrase(
                    "{path} cannot be taken away ({reason}): use sudo, or name the folder with --into",
                    path=path,
                    reason=error.strerror,
                )
            ) from error


def _listener(port: int, certificate: Path, secret: Path) -> str:
    return f"""# Written by `tableside share`, which writes it anew. Without this file nobody looks on from elsewhere.
listener {port}
protocol websockets
max_connections {MOST}
allow_anonymous false
password_file {secret / PASSWORDS}
acl_file {secret / RIGHTS}
certfile {certificate}
keyfile {certificate}
"""
