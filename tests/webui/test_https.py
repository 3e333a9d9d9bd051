"""The pages over HTTPS: asked by real TLS clients and by a browser, with the same limits
and the same people as over HTTP.
"""

import http.client
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from waitress import wasyncore

import webui.app
from device.store.certificates.https_certificate import FOLDER, SERVER, OwnCertificate
from tests.ports import kept_port
from tests.webui.waitress_here import Waitress
from webui.app import THREADS, create_app
from webui.door import request_turns
from webui.door import server as door
from webui.door.processor_share import ProcessorShare, Strangers
from webui.door.server import open_server
from webui.door.tls import SecureConnection, SecureDoor, let_in_securely, secure_sockets
from webui.live.stream import STREAMS

PATIENCE = 30.0
OWN = {"X-Tableside": "1", "Content-Type": "application/json"}
LONG = 40 * 16 * 1024
"""Bytes of an answer that no buffer of a socket takes at once."""


class Served:
    """A table served over HTTP and HTTPS, and a client that trusts its certificate."""

    def __init__(self, table: Any, port: int, certificate: OwnCertificate) -> None:
        self.certificate = certificate
        self.sockets = secure_sockets("127.0.0.1", port)
        self.door = SecureDoor(port, certificate)
        self.app = create_app(table, secure=self.door)

        def hush() -> None:
            table.broadcaster.close()
            table.desk.close()

        self.plain = Waitress(self.app, 0, THREADS, hush)
        self.port = port
        self.held = ExitStack()

    def begin(self) -> None:
        let_in_securely(self.plain._waitress, self.sockets, self.certificate)
        # its loop is asleep, and knows nothing of it yet
        self.plain._waitress.pull_trigger()

    @property
    def phone(self) -> ssl.SSLContext:
        phone = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        phone.load_verify_locations(cadata=self.certificate.authority)
        return phone

    def line(self, address: str = "127.0.0.1") -> http.client.HTTPSConnection:
        made = http.client.HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=self.phone, source_address=(address, 0)
        )
        self.held.callback(made.close)
        return made

    def plainly(self) -> http.client.HTTPConnection:
        """A client that talks no TLS."""
        made = http.client.HTTPConnection("127.0.0.1", self.plain.port, timeout=PATIENCE)
        self.held.callback(made.close)
        return made

    def ask(self, path: str, line: http.client.HTTPSConnection | None = None) -> tuple[int, bytes]:
        line = line or self.line()
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()


@pytest.fixture
def served(table: Any, tmp_path: Path) -> Iterator[Served]:
    with kept_port() as port:
        certificate = OwnCertificate(tmp_path, addresses=lambda: ("127.0.0.1",))
        found = Served(table, port, certificate)

        @found.app.get("/told")
        def told() -> dict[str, object]:
            from flask import request

            return {"scheme": request.scheme, "from": request.remote_addr}

        @found.app.get("/long")
        def long() -> bytes:
            return b"x" * LONG

        found.begin()
        with found.held:
            yield found
        found.plain.stop()


def test_who_trusts_the_box_gets_the_pages_and_who_does_not_gets_nothing(served: Served) -> None:
    line = served.line("127.0.0.9")
    for _ in range(2):
        status, body = served.ask("/told", line)
        assert (status, body) == (200, b'{"from":"127.0.0.9","scheme":"https"}\n')
    stranger = http.client.HTTPSConnection("localhost", served.port, timeout=PATIENCE)
    with closing(stranger), pytest.raises(ssl.SSLCertVerificationError):
        stranger.request("GET", "/")
    beside = served.plainly()
    beside.request("GET", "/told")
    assert b'"http"' in beside.getresponse().read()


def test_long_answers_and_bodies_arrive_whole(served: Served) -> None:
    lines = [served.line() for _ in range(4)]
    for line in lines:
        line.request("GET", "/long")
    assert [line.getresponse().read() for line in lines] == [b"x" * LONG] * 4
    line = served.line()
    for size in (1, 16 * 1024, 40_000):
        line.request("POST", "/api/login", b'{"pin": "' + b"1" * size + b'"}', OWN)
        assert line.getresponse().read() and line.sock is not None


def test_a_request_in_many_small_records_is_one(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as bare:
        bare.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with served.phone.wrap_socket(bare, server_hostname="localhost") as line:
            for each in b"GET /told HTTP/1.0\r\nHost: localhost\r\n\r\n":
                line.sendall(bytes([each]))
            assert b" 200 " in line.recv(65536)


def test_all_streams_are_held_over_tls_and_everybody_hears(served: Served, table: Any, moment: Any) -> None:
    with ExitStack() as held:
        heard = []
        for number in range(STREAMS):
            line = served.line(f"127.0.1.{1 + number}")
            line.request("GET", "/api/events")
            answer = line.getresponse()
            assert answer.status == 200
            heard.append(held.enter_context(answer))
        assert served.ask("/api/state", served.line("127.0.2.1"))[0] == 200
        table.show(moment.THROWN)
        for answer in heard:
            while b"id: 2" not in (told := answer.readline()) and told:
                pass
            assert told


def test_who_talks_no_tls_or_goes_in_the_midst_of_it_is_let_go(served: Served) -> None:
    for said in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x05hello", b"\x16\x03", b""):
        with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as line:
            line.sendall(said)
            if len(said) > 2:
                # an alert, or an end; never a page
                with suppress(ConnectionResetError):
                    assert line.recv(1024)[:1] in (b"", b"\x15")
    assert served.ask("/told")[0] == 200


def test_greeting_strangers_takes_no_more_than_their_share(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_turns, "is_here", lambda _: False)
    monkeypatch.setattr(door, "is_here", lambda _: False)
    now = [0.0]
    shares = [ProcessorShare(1, a_second=1.0, stock=1.0, owed=1.0, clock=lambda: now[0]) for _ in range(2)]
    for each in shares:
        each.use(1.0)
    sockets = secure_sockets("127.0.0.1", 0)
    port = sockets[0].getsockname()[1]
    let_in_securely(served.plain._waitress, sockets, served.certificate, Strangers(*shares, patience=0.0))
    served.plain._waitress.pull_trigger()

    def come(host: int) -> ssl.SSLSocket:
        line = socket.create_connection(("127.0.0.1", port), PATIENCE, (f"127.0.3.{host}", 0))
        wrapped = served.phone.wrap_socket(line, server_hostname="localhost", do_handshake_on_connect=False)
        return served.held.enter_context(wrapped)

    stranger, referee = come(1), come(2)
    stranger.setblocking(False)
    with pytest.raises(ssl.SSLWantReadError):
        stranger.do_handshake()
    served.plain._waitress.task_dispatcher.admitted.add("127.0.3.2")
    referee.do_handshake()
    with pytest.raises(ssl.SSLWantReadError):
        stranger.do_handshake()
    now[0] = 1.0
    stranger.settimeout(PATIENCE)
    stranger.do_handshake()


def test_connections_of_both_doors_count_together(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OF_ONE", 2)
    monkeypatch.setattr(door, "is_here", lambda _: False)
    with ExitStack() as held:

        def come(port: int) -> bool:
            """Whether there is room for one more."""
            line = held.enter_context(
                socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.3.1", 0))
            )
            if port == served.port:
                try:
                    held.enter_context(served.phone.wrap_socket(line, server_hostname="localhost"))
                except OSError:
                    return False
                return True
            line.sendall(b"GET /told HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try:
                return bool(line.recv(1024))
            except OSError:
                return False

        assert [come(served.plain.port), come(served.port), come(served.port), come(served.plain.port)] == [
            True,
            True,
            False,
            False,
        ]


def test_a_new_certificate_is_served_without_a_restart(served: Served) -> None:
    from cryptography import x509

    def shown() -> int:
        with (
            socket.create_connection(("127.0.0.1", served.port), PATIENCE) as bare,
            served.phone.wrap_socket(bare, server_hostname="localhost") as line,
        ):
            return x509.load_der_x509_certificate(line.getpeercert(binary_form=True) or b"").serial_number

    before = shown()
    assert shown() == before
    served.certificate.context("10.1.2.3")
    assert shown() != before
    folder = served.certificate._folder
    assert folder.name == FOLDER and "10.1.2.3" in (folder / SERVER).read_text()


def test_the_referee_of_one_door_is_a_stranger_at_the_other(served: Served) -> None:
    """Browsers keep one box of cookies for both: over HTTP nobody may write or read what came over HTTPS."""
    line = served.line()
    line.request("POST", "/api/login", '{"pin": "4711"}', OWN)
    answer = line.getresponse()
    answer.read()
    cookie = str(answer.getheader("Set-Cookie"))
    assert (
        answer.status == 204
        and cookie.startswith("__Host-tableside=")
        and "Secure" in cookie
        and "Path=/" in cookie
    )
    mine = cookie.partition(";")[0]
    line.request("POST", "/api/command", '{"type": "undo"}', {**OWN, "Cookie": mine})
    assert line.getresponse().read() is not None
    plain = served.plainly()
    plain.request("POST", "/api/command", '{"type": "undo"}', {**OWN, "Cookie": mine})
    assert plain.getresponse().status == 401


def test_without_its_port_the_pages_are_served_all_the_same(
    table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened: list[Any] = []

    def open_and_keep(*place: Any) -> Any:
        opened.append(open_server(*place))
        return opened[-1]

    monkeypatch.setattr(webui.app, "open_server", open_and_keep)

    def ready() -> None:
        assert opened[0].accepting
        raise SystemExit

    with kept_port() as port, socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit):
        webui.app.serve(
            table,
            "127.0.0.1",
            port,
            ready,
            https_port=taken.getsockname()[1],
            credentials=OwnCertificate(tmp_path, addresses=tuple),
        )
    assert "there is no HTTPS" in caplog.text
    opened[0].task_dispatcher.shutdown()
    wasyncore.close_all(opened[0]._map)


# The pages


def test_the_certificate_can_be_taken_along(served: Served) -> None:
    status, body = served.ask("/tableside-ca.crt")
    assert (status, body) == (200, served.certificate.authority)
    assert served.ask("/https")[0] == 200


def test_a_table_without_https_says_so(client: Any) -> None:
    assert b"switched on in its settings" in client.get("/https").data
    assert client.get("/tableside-ca.crt").status_code == 404
    assert b"/https" not in client.get("/home").data


def test_http_leads_to_https_and_shares_what_everybody_can_open(
    served: Served, visit: Callable[..., Any]
) -> None:
    page = visit("/home", at=served.plain.url, ignore_https_errors=True)
    page.click("text=Secure connection")
    assert page.locator(".kinds li").count() == 6
    page.click(".acts >> text=Open securely")
    page.wait_for_url(f"https://127.0.0.1:{served.port}/home")
    assert page.evaluate("isSecureContext && 'mediaDevices' in navigator && 'wakeLock' in navigator")
    page.goto(f"https://127.0.0.1:{served.port}/https")
    assert "nothing left to do" in page.inner_text("main")


def test_the_live_page_follows_over_https(
    served: Served, visit: Callable[..., Any], table: Any, moment: Any
) -> None:
    page = visit("/", at=f"https://localhost:{served.port}", ignore_https_errors=True)
    table.show(moment.BROKEN)
    page.wait_for_selector("text=Bar/20 is illegal")


def test_others_are_told_the_plain_address(served: Served, table: Any) -> None:
    client = create_app(table, secure=SecureDoor(443, served.certificate, 80)).test_client()
    home = client.get("/home", base_url="https://table.local/").get_data(as_text=True)
    assert "http://table.local/" in home
    assert "https://table.local/home" in client.get("/https", base_url="http://table.local/").get_data(
        as_text=True
    )


def test_openssl_is_asked_by_one_thread_at_a_time(served: Served) -> None:
    """Answers are sent by the threads that made them while the loop reads what comes next."""
    seen: list[type] = []
    line = served.line()
    line.connect()
    for _ in range(20):
        line.sock.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)  # type: ignore[union-attr]
        left = 2 * LONG
        while left > 0:
            left -= len(line.sock.recv(65536))  # type: ignore[union-attr]
        seen = [
            type(each) for each in served.plain._waitress._map.values() if isinstance(each, SecureConnection)
        ]
        line.close()
        line = served.line()
        line.connect()
    assert seen == [SecureConnection]
    line.close()
