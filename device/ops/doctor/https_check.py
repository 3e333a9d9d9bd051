"""HTTPS: whether the pages can be served over it, with which certificate, and for how long that is good."""

import json
import ssl
from datetime import UTC, datetime
from pathlib import Path

from device.clock import Clock
from device.finding import Finding, Health
from device.ops.doctor.machine_checks import check_port
from device.store.certificates.https_certificate import (
    AUTHORITY,
    FOLDER,
    SERVER,
    context_of,
    fingerprint,
    first_certificate,
)
from device.store.settings import Settings
from engine.i18n import phrase

SOON_DAYS = 14
"""A certificate that somebody brought and that is over in so many days is told of."""


def check_https(settings: Settings, clock: Clock, *, runs: bool = False) -> Finding:
    """Whether a phone can open the pages over HTTPS, which it wants before it lends its camera."""
    web = settings.web
    port = web.https_port_used
    if port is None:
        if not web.https:
            return Finding("https", Health.OK, phrase("switched off: no phone can be the camera"))
        return Finding(
            "https",
            Health.WARNING,
            phrase("there is no port for it: no phone can be the camera"),
            phrase("write another 'https_port' in [web]"),
        )
    listens = check_port(web.host, port, runs=runs)
    if listens.health is not Health.OK:
        return Finding("https", Health.WARNING, listens.found, phrase("choose another 'https_port' in [web]"))
    if web.certificate:
        return _given(Path(web.certificate), Path(web.key) if web.key else None, port, clock)
    return _own(settings.table.data / FOLDER, port)


def _given(certificate: Path, key: Path | None, port: int, clock: Clock) -> Finding:
    from cryptography import x509

    try:
        context_of(certificate, key)
        until = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
    except (OSError, ValueError) as error:
        why = (
            phrase("it and its key do not fit together, or are damaged")
            if isinstance(error, ssl.SSLError | ValueError)
            else error.strerror
        )
        return Finding(
            "https",
            Health.FAILURE,
            phrase("{file} cannot be used ({why})", file=str(certificate), why=why),
            phrase("name a PEM file with the whole chain as 'certificate' in [web], and its 'key'"),
        )
    days = (until - datetime.fromtimestamp(clock.wall(), UTC)).days
    day, file = f"{until:%Y-%m-%d}", str(certificate)
    if days < SOON_DAYS:
        return Finding(
            "https",
            Health.WARNING,
            phrase("{file} is over since {day}", file=file, day=day)
            if days < 0
            else phrase("{file} is over on {day}", file=file, day=day),
            phrase("put the renewed one in its place: it is taken by itself"),
        )
    return Finding(
        "https", Health.OK, phrase("port {port}, {file} until {day}", port=port, file=file, day=day)
    )


def _own(folder: Path, port: int) -> Finding:
    try:
        authority = first_certificate((folder / AUTHORITY).read_bytes())
        until = float(json.loads((folder / SERVER).read_text(encoding="ascii").partition("\n")[0])["until"])
    except FileNotFoundError:
        unmade = phrase("port {port}; the certificate is made when Tableside starts", port=port)
        return Finding("https", Health.OK, unmade)
    except PermissionError:
        barred = phrase("port {port}; its certificate is for the service alone to read", port=port)
        return Finding("https", Health.OK, barred)
    except (OSError, ValueError, KeyError, TypeError):
        return Finding(
            "https",
            Health.WARNING,
            phrase("the certificate in {folder} is damaged", folder=str(folder)),
            phrase("it is made anew when Tableside starts; phones then have to trust it once more"),
        )
    return Finding(
        "https",
        Health.OK,
        phrase(
            "port {port}, own certificate until {day}, SHA-256 {fingerprint}",
            port=port,
            day=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d}",
            fingerprint=fingerprint(authority),
        ),
    )
