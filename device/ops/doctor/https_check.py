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

SOON_DAYS = 14
"""A certificate that somebody brought and that is over in so many days is told of."""


def check_https(settings: Settings, clock: Clock, *, runs: bool = False) -> Finding:
    """Whether a phone can open the pages over HTTPS, which it wants before it lends its camera."""
    web = settings.web
    port = web.https_port_used
    if port is None:
        said = "switched off" if not web.https else "there is no port for it"
        advice = "" if not web.https else "write another 'https_port' in [web]"
        return Finding(
            "https", Health.WARNING if advice else Health.OK, f"{said}: no phone can be the camera", advice
        )
    listens = check_port(web.host, port, runs=runs)
    if listens.health is not Health.OK:
        return Finding("https", Health.WARNING, listens.found, "choose another 'https_port' in [web]")
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
            "it and its key do not fit together, or are damaged"
            if isinstance(error, ssl.SSLError | ValueError)
            else error.strerror
        )
        advice = "name a PEM file with the whole chain as 'certificate' in [web], and its 'key'"
        return Finding("https", Health.FAILURE, f"{certificate} cannot be used ({why})", advice)
    days = (until - datetime.fromtimestamp(clock.wall(), UTC)).days
    if days < SOON_DAYS:
        said = (
            f"{certificate} is over since {until:%Y-%m-%d}"
            if days < 0
            else f"{certificate} is over on {until:%Y-%m-%d}"
        )
        return Finding(
            "https", Health.WARNING, said, "put the renewed one in its place: it is taken by itself"
        )
    return Finding("https", Health.OK, f"port {port}, {certificate} until {until:%Y-%m-%d}")


def _own(folder: Path, port: int) -> Finding:
    try:
        authority = first_certificate((folder / AUTHORITY).read_bytes())
        until = float(json.loads((folder / SERVER).read_text(encoding="ascii").partition("\n")[0])["until"])
    except FileNotFoundError:
        return Finding("https", Health.OK, f"port {port}; the certificate is made when Tableside starts")
    except PermissionError:
        return Finding("https", Health.OK, f"port {port}; its certificate is for the service alone to read")
    except (OSError, ValueError, KeyError, TypeError):
        advice = "it is made anew when Tableside starts; phones then have to trust it once more"
        return Finding("https", Health.WARNING, f"the certificate in {folder} is damaged", advice)
    over = f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d}"
    return Finding(
        "https", Health.OK, f"port {port}, own certificate until {over}, SHA-256 {fingerprint(authority)}"
    )
