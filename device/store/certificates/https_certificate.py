"""The certificate that the pages are served with over HTTPS: the box's own, made and renewed by
itself, or one that was brought.
"""

import hashlib
import json
import logging
import ssl
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from device.address import host_names, own_addresses
from device.clock import PLAUSIBLE, Clock, SystemClock
from device.errors import CertificateError
from device.store.certificates.authority import DAYS, SLACK_DAYS, is_permitted, issue, new_authority
from device.store.folder.atomic_file import write_text_lasting
from device.store.settings import Settings
from engine.i18n import Phrase, phrase

FOLDER, AUTHORITY, SERVER = "https", "authority.pem", "server.pem"
"""Where the box's own are in the data folder: the authority that phones trust, and
what it issued; each with its key.
"""
RENEWED_DAYS = 30
"""So many days before it is over a certificate is made anew."""
MOST_ADDRESSES = 32
"""How many addresses that the box once had stay in its certificate."""
REST = 60.0
"""Seconds after which a certificate that could not be renewed is tried again."""
_DAY = 86400.0
_log = logging.getLogger(__name__)


class HttpsCertificate(Protocol):
    """A certificate for HTTPS; may be asked from any thread."""

    @property
    def authority(self) -> bytes | None:
        """The certificate (DER) that phones are to trust; None where they do already."""

    def context(self, address: str = "") -> ssl.SSLContext:
        """What serves TLS now, for who came in by that address of the box."""


class OwnCertificate:
    """The box's own authority and the certificate that it issued to itself, in the `folder` data; both
    are made where there are none.

    It is made anew a month before it is over, and when the box is reached by an address that is not in it.
    `names` and `addresses` tell what the box is called. Raises CertificateError where nothing can be kept.
    """

    def __init__(
        self,
        data: Path,
        table: str = "1",
        clock: Clock | None = None,
        names: Callable[[], tuple[str, ...]] = host_names,
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        self._folder = data / FOLDER
        self._table, self._clock = table, clock or SystemClock()
        self._names, self._addresses = names, addresses
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._rests_until = 0.0
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._root = self._authority()
            self._known, self._span = self._load()
            self.context()
        except OSError as error:
            raise CertificateError(
                phrase(
                    "the certificate for HTTPS cannot be kept in {folder} ({reason}): look at the disk",
                    folder=self._folder,
                    reason=error.strerror or error,
                )
            ) from error

    @property
    def authority(self) -> bytes:
        """The certificate that phones are to trust, as DER."""
        return first_certificate(self._root)

    @property
    def names(self) -> tuple[str, ...]:
        """The names and addresses that the certificate is for."""
        return self._known

    @property
    def until(self) -> float:
        """When it is over, in Unix seconds."""
        return self._span[1]

    def context(self, address: str = "") -> ssl.SSLContext:
        """What serves TLS now; made anew first where the certificate is nearly over, or not for that address."""
        with self._lock:
            strange = bool(address) and address not in self._known and is_permitted(address)
            due = strange or self._is_nearly_over() or not set(self._names()) <= set(self._known)
            if self._context is None or (due and self._clock.monotonic() >= self._rests_until):
                try:
                    if due:
                        self._renew(address)
                    self._context = context_of(self._folder / SERVER)
                except OSError as error:
                    if self._context is None:
                        raise
                    self._rests_until = self._clock.monotonic() + REST
                    _log.warning("the certificate for HTTPS cannot be renewed: %s", error)
            return self._context

    def _is_nearly_over(self) -> bool:
        begins, ends = self._span
        return not begins <= self._now() < ends - RENEWED_DAYS * _DAY

    def _now(self) -> float:
        """The time; a clock that shows what cannot be has not been set."""
        return max(self._clock.wall(), float(PLAUSIBLE))

    def _renew(self, address: str) -> None:
        names = self._names()
        before = [each for each in self._known if each not in names]
        found = [*before, *self._addresses(), *([address] if address else [])]
        latest = list(dict.fromkeys(each for each in reversed(found) if is_permitted(each)))[:MOST_ADDRESSES]
        known = (*names, *latest)
        moment = self._now()
        begins = moment - SLACK_DAYS * _DAY
        span = begins, begins + DAYS * _DAY
        told = json.dumps({"names": known, "from": span[0], "until": span[1]})
        text = f"{told}\n{issue(self._root, known, moment).decode('ascii')}"
        write_text_lasting(self._folder / SERVER, text, mode=0o600)
        self._known, self._span = known, span

    def _authority(self) -> bytes:
        path = self._folder / AUTHORITY
        if path.exists():
            found = path.read_bytes()
            try:
                context_of(path)
                return found
            except OSError:
                _log.warning("%s is damaged: phones have to trust a new one", path)
                path.replace(path.with_suffix(".damaged"))
        host = self._names()[0].partition(".")[0]
        made = new_authority(f"Tableside {self._table} ({host})", host)
        write_text_lasting(path, made.decode("ascii"), mode=0o600)
        # what another authority issued is of no use
        (self._folder / SERVER).unlink(missing_ok=True)
        return made

    def _load(self) -> tuple[tuple[str, ...], tuple[float, float]]:
        """What the certificate that is there is for, and from when until when; nothing
        where there is none that is whole.
        """
        path = self._folder / SERVER
        try:
            context_of(path)
            told = json.loads(path.read_text(encoding="ascii").partition("\n")[0])
            return tuple(map(str, told["names"])), (float(told["from"]), float(told["until"]))
        except (OSError, ValueError, KeyError, TypeError):
            return (), (0.0, 0.0)


class GivenCertificate:
    """A certificate that somebody brought, with its chain, and its key; taken anew when its file has changed.

    Raises CertificateError where it cannot be used.
    """

    def __init__(self, certificate: Path, key: Path | None = None) -> None:
        self._certificate, self._key = certificate, key
        self._lock = threading.Lock()
        try:
            self._stamp = self._stamped()
            self._context = context_of(certificate, key)
        except OSError as error:
            raise CertificateError(
                phrase(
                    "'certificate' in [web], {certificate}, cannot be used ({why}): name a PEM file of a certificate "
                    "with its chain, and its 'key'",
                    certificate=certificate,
                    why=_why(error),
                )
            ) from error

    @property
    def authority(self) -> None:
        """Phones trust it already."""
        return None

    def context(self, address: str = "") -> ssl.SSLContext:
        """What serves TLS now."""
        with self._lock:
            try:
                stamp = self._stamped()
                if stamp != self._stamp:
                    self._context, self._stamp = context_of(self._certificate, self._key), stamp
            except OSError as error:
                _log.warning("the certificate %s cannot be taken anew: %s", self._certificate, _why(error))
            return self._context

    def _stamped(self) -> tuple[int, ...]:
        files = (self._certificate, *([self._key] if self._key else []))
        return tuple(each.stat().st_mtime_ns for each in files)


def https_certificate(settings: Settings) -> HttpsCertificate | None:
    """The certificate that the settings ask for; None where there is to be no HTTPS. Raises CertificateError."""
    web = settings.web
    if web.https_port_used is None:
        return None
    if web.certificate:
        return GivenCertificate(Path(web.certificate), Path(web.key) if web.key else None)
    return OwnCertificate(settings.table.data, settings.table.name)


def context_of(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """What serves TLS with a certificate, its chain and its key (None: in the same file), all PEM. Raises OSError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    # a key with a password would be asked for at a terminal that nobody looks at
    context.load_cert_chain(certificate, key, password="")
    return context


def first_certificate(pem: bytes) -> bytes:
    """The first certificate in a PEM text, as DER. Raises ValueError where there is none."""
    text = pem.decode("ascii")
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    first = text[text.index(begin) : text.index(end) + len(end)]
    return ssl.PEM_cert_to_DER_cert(first)


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 fingerprint of a certificate (DER), as phones show it: pairs of hexadecimal digits."""
    return hashlib.sha256(certificate).digest().hex(" ").upper()


def _why(error: OSError) -> Phrase | str:
    if isinstance(error, ssl.SSLError):
        return (
            phrase("it and its key do not fit together")
            if "MISMATCH" in str(error.reason)
            else phrase("it is damaged")
        )
    return error.strerror or str(error)
