"""The box's own authority, what it issues and when, and certificates that somebody brings."""

import datetime as dt
import os
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest
from cryptography import x509

from device.clock import PLAUSIBLE
from device.errors import CertificateError
from device.ops.doctor.https_check import check_https
from device.store.certificates.authority import issue, new_authority
from device.store.certificates.https_certificate import (
    AUTHORITY,
    FOLDER,
    MOST_ADDRESSES,
    SERVER,
    GivenCertificate,
    OwnCertificate,
    fingerprint,
    https_certificate,
)
from device.store.settings import Settings, TableSettings, WebSettings, parse_settings
from tests.device.hand_clock import HandClock
from tests.ports import kept_port

DAY = 86400.0
NOW = PLAUSIBLE + 200 * DAY


def at(wall: float) -> HandClock:
    """A clock that shows that time, in Unix seconds."""
    clock = HandClock()
    clock.ahead = wall - clock.now
    return clock


def own(
    data: Path, clock: HandClock | None = None, addresses: tuple[str, ...] = ("192.168.7.2",)
) -> OwnCertificate:
    return OwnCertificate(
        data, "2", clock or at(NOW), lambda: ("box.local", "box", "localhost"), lambda: addresses
    )


def trusting(certificate: OwnCertificate) -> ssl.SSLContext:
    """A phone that trusts the box's authority, and no other."""
    phone = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    phone.verify_flags |= ssl.VERIFY_X509_STRICT
    phone.load_verify_locations(cadata=certificate.authority)
    return phone


def shake_hands(server: ssl.SSLContext, phone: ssl.SSLContext, name: str) -> x509.Certificate:
    """What is shown to who asks for that name. Raises SSLError where it is not believed."""
    here, there = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(here, server_side=True).close()
        except ssl.SSLError:
            here.close()

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        with phone.wrap_socket(there, server_hostname=name) as line:
            return x509.load_der_x509_certificate(line.getpeercert(binary_form=True) or b"")
    finally:
        there.close()
        serving.join(30)


@pytest.fixture
def today() -> HandClock:
    """A clock that agrees with OpenSSL's."""
    return at(dt.datetime.now(dt.UTC).timestamp())


def test_who_trusts_the_authority_believes_the_box_by_its_names_and_addresses(
    tmp_path: Path, today: HandClock
) -> None:
    made = own(tmp_path, today)
    phone = trusting(made)
    for name in ("box.local", "box", "localhost", "192.168.7.2"):
        shown = shake_hands(made.context(), phone, name)
        assert (shown.not_valid_after_utc - shown.not_valid_before_utc).days < 398
    with pytest.raises(ssl.SSLError, match="match"):
        shake_hands(made.context(), phone, "192.168.7.3")
    with pytest.raises(ssl.SSLError, match="self.signed|unable to get local issuer"):
        shake_hands(made.context(), ssl.create_default_context(), "box.local")


@pytest.mark.parametrize(
    "name", ["example.org", "www.bank.example", "93.184.216.34", "2001:db8::1", "local.example.org"]
)
def test_the_authority_is_believed_for_nothing_outside(tmp_path: Path, today: HandClock, name: str) -> None:
    """Whoever steals the box must not be able to pass for other sites before those who trust it."""
    made = own(tmp_path, today)
    stolen = (tmp_path / FOLDER / AUTHORITY).read_bytes()
    forged = tmp_path / "forged.pem"
    forged.write_bytes(issue(stolen, [name], today.wall()))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(forged)
    with pytest.raises(ssl.SSLError, match="permitted subtree violation"):
        shake_hands(server, trusting(made), name)


def test_openssl_finds_nothing_wrong_with_it(tmp_path: Path, today: HandClock) -> None:
    own(tmp_path, today)
    folder = tmp_path / FOLDER
    told = subprocess.run(
        [
            "openssl",
            "verify",
            "-x509_strict",
            "-purpose",
            "sslserver",
            "-CAfile",
            folder / AUTHORITY,
            folder / SERVER,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


def test_it_is_kept_for_its_owner_alone_and_taken_again(tmp_path: Path) -> None:
    before = own(tmp_path)
    again = own(tmp_path)
    assert again.authority == before.authority and again.until == before.until
    for name in (AUTHORITY, SERVER):
        assert (tmp_path / FOLDER / name).stat().st_mode & 0o077 == 0, name


def test_it_is_renewed_a_month_before_it_is_over_and_phones_need_not_know(tmp_path: Path) -> None:
    clock = at(NOW)
    made = own(tmp_path, clock)
    root, first = made.authority, made.until
    clock.ahead = first - 31 * DAY - clock.now
    made.context()
    assert made.until == first
    clock.ahead = first - 29 * DAY - clock.now
    made.context()
    assert made.until > first + 300 * DAY and made.authority == root


def test_a_clock_that_was_never_set_does_no_harm(tmp_path: Path) -> None:
    clock = at(0.0)
    made = own(tmp_path, clock)
    assert made.until > PLAUSIBLE
    clock.ahead = NOW + 900 * DAY - clock.now
    made.context()
    assert made.until > clock.wall()


def test_an_address_by_which_somebody_comes_in_is_taken_into_it(tmp_path: Path) -> None:
    made = own(tmp_path)
    assert "10.1.2.3" not in made.names
    assert made.context("10.1.2.3") is made.context("10.1.2.3") and "10.1.2.3" in made.names
    before = made.context()
    # what the authority may not vouch for has nothing made for it
    assert made.context("8.8.8.8") is before and "8.8.8.8" not in made.names
    for number in range(2 * MOST_ADDRESSES):
        made.context(f"10.9.0.{number}")
    assert (
        len(made.names) <= MOST_ADDRESSES + 3 and made.names[0] == "box.local" and "10.9.0.63" in made.names
    )
    assert "10.9.0.63" in own(tmp_path).names


def test_what_is_damaged_is_made_anew(tmp_path: Path) -> None:
    root = own(tmp_path).authority
    (tmp_path / FOLDER / SERVER).write_text("{}\nnothing")
    assert own(tmp_path).authority == root
    (tmp_path / FOLDER / AUTHORITY).write_text("-----BEGIN CERTIFICATE-----")
    fresh = own(tmp_path)
    assert fresh.authority != root and (tmp_path / FOLDER / "authority.damaged").exists()
    assert shake_hands(fresh.context(), trusting(own(tmp_path, at(NOW))), "box") is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_where_nothing_can_be_kept_it_says_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(CertificateError, match="look at the disk"):
        own(tmp_path)


def test_a_file_in_the_way_is_told_of(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("")
    with pytest.raises(CertificateError, match="cannot be kept"):
        own(tmp_path)


def test_one_that_cannot_be_renewed_goes_on_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = at(NOW)
    made = own(tmp_path, clock)
    before = made.context()
    clock.ahead = made.until - DAY - clock.now

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.store.certificates.https_certificate.write_text_lasting", full)
    assert made.context() is before
    monkeypatch.undo()
    assert made.context() is before, "it rests for a while"
    clock.now += 120.0
    assert made.context() is not before


def brought(folder: Path, name: str) -> Path:
    """A certificate of somebody else's authority, with its key."""
    path = folder / f"{name}.pem"
    path.write_bytes(issue(new_authority("Elsewhere", name), [name], dt.datetime.now(dt.UTC).timestamp()))
    return path


def test_one_that_was_brought_is_served_and_taken_anew_when_it_changes(tmp_path: Path) -> None:
    path = brought(tmp_path, "one")
    settings = Settings(table=TableSettings(data=tmp_path), web=WebSettings(certificate=str(path)))
    given = https_certificate(settings)
    assert isinstance(given, GivenCertificate) and given.authority is None
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    assert "one" in shake_hands(given.context(), anybody, "one").subject.rfc4514_string()
    before = path.stat().st_mtime_ns
    path.write_text("nothing")
    os.utime(path, ns=(before + 1, before + 1))
    assert "one" in shake_hands(given.context(), anybody, "one").subject.rfc4514_string()
    path.write_bytes(brought(tmp_path, "two").read_bytes())
    os.utime(path, ns=(before + 2, before + 2))
    assert "two" in shake_hands(given.context(), anybody, "one").subject.rfc4514_string()
    assert not (tmp_path / FOLDER).exists()


def test_one_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    one, two = brought(tmp_path, "one"), brought(tmp_path, "two")
    for certificate, key, why in (
        (tmp_path / "none", None, "No such file"),
        (one, two, "do not fit together"),
        (Path(__file__), None, "damaged"),
    ):
        with pytest.raises(CertificateError, match=why):
            GivenCertificate(certificate, key)


def test_settings_of_https(tmp_path: Path) -> None:
    assert parse_settings("").web.https_port_used == 8443
    assert parse_settings("[web]\nport = 80").web.https_port_used == 443
    assert parse_settings("[web]\nport = 65500").web.https_port_used is None
    off = parse_settings("[web]\nhttps = false")
    assert off.web.https_port_used is None and https_certificate(off) is None
    for wrong in ("https_port = 8080", "https_port = 70000", "key = 'x'"):
        with pytest.raises(Exception, match=r"\[web\]"):
            parse_settings(f"[web]\n{wrong}")


def test_the_doctor_looks_at_it(tmp_path: Path) -> None:
    with kept_port() as port:

        def looked(**web: object) -> tuple[str, str]:
            chosen = {"host": "127.0.0.1", "https_port": port, **web}
            settings = Settings(table=TableSettings(data=tmp_path), web=WebSettings(**chosen))  # type: ignore[arg-type]
            found = check_https(settings, at(dt.datetime.now(dt.UTC).timestamp()))
            assert found.health.value == "ok" or str(found.advice)
            return found.health.value, str(found.found)

        assert looked(https=False) == ("ok", "switched off: no phone can be the camera")
        assert "is made when Tableside starts" in looked()[1]
        made = own(tmp_path)
        assert fingerprint(made.authority) in looked()[1]
        (tmp_path / FOLDER / SERVER).write_text("nothing")
        assert looked()[0] == "warning"
        path = brought(tmp_path, "one")
        assert looked(certificate=str(path))[0] == "ok"
        assert looked(certificate=str(tmp_path / "none"))[0] == "failure"
        assert looked(certificate=str(path), key=str(brought(tmp_path, "two")))[0] == "failure"
        old = tmp_path / "old.pem"
        old.write_bytes(issue(new_authority("Elsewhere", "old"), ["old"], NOW - 380 * DAY))
        assert "is over since" in looked(certificate=str(old))[1]
        with socket.create_server(("127.0.0.1", 0)) as taken:
            assert "already" in looked(https_port=taken.getsockname()[1])[1]
