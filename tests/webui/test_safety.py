"""What somebody on a club's Wi-Fi may try: other names, other sites, slow and many connections, paths that lead out."""

import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from device.store.settings.table_settings import HTTPS_AFTER
from tests.ports import kept_port
from webui.app import create_app
from webui.door import server as door
from webui.door.hosts import is_known
from webui.door.server import LONGEST_BODY, LONGEST_HEAD, SECONDS_TO_ASK, Connection
from webui.door.tls import secure_sockets

OWN = {"X-Tableside": "1"}


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5",
        "192.168.1.5:8080",
        "[fe80::1]:8080",
        "[::1]",
        "localhost:8080",
        "tableside",
        "TABLESIDE.local.",
        "table.lan",
        "pi.fritz.box:80",
        "board.home.arpa",
        socket.gethostname(),
    ],
)
def test_the_names_of_a_room_are_answered(client: Any, host: str) -> None:
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "192.168.1.5.evil.example",
        "local.evil.example",
        "1.2.3.4.nip.io",
        "a.b@192.168.1.5",
    ],
)
def test_a_name_that_anybody_may_give_the_box_is_not(client: Any, host: str) -> None:
    """DNS rebinding: a page elsewhere has its own name lead here, to be taken for ours."""
    for path in ("/", "/desk", "/api/state", "/static/page.css"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, answer.content_type) == (421, "application/problem+json"), path
    refused = client.post("/api/login", json={"pin": "4711"}, headers={**OWN, "Host": host})
    assert refused.status_code == 421 and "[web]" in refused.get_json(force=True)["detail"]


def test_a_name_of_the_settings_is_answered(table: Any) -> None:
    app = create_app(table, names=["Table.Example.org", " other.example "])
    for name in ("table.example.org", "other.example:8080"):
        assert app.test_client().get("/", headers={"Host": name}).status_code == 200
    assert not is_known("example.org", frozenset({"table.example.org"}))


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/..\\app.py",
        "/api/frames/..%2f..%2fetc%2fpasswd.jpg",
        "/api/frames/../../x.jpg",
        "/api/decisions/..%2f1",
        "/api/games/..%2f..%2fx",
        "/api/games/%00",
        "/static/%00",
    ],
)
def test_no_path_leads_out(client: Any, desk: Any, path: str) -> None:
    desk.login()
    with client.get(path) as answer:
        assert answer.status_code in (404, 308, 400), path
        assert b"root:" not in answer.data and b"create_app" not in answer.data


def test_no_answer_lets_another_site_read_it(client: Any, desk: Any) -> None:
    desk.login()
    for method in ("GET", "OPTIONS"):
        answer = client.open("/api/state", method=method, headers={"Origin": "http://evil.example"})
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert (
            answer.headers["X-Frame-Options"] == "DENY"
            and "camera=()" in answer.headers["Permissions-Policy"]
        )


def test_forms_and_other_kinds_of_body_are_no_commands(desk: Any, table: Any) -> None:
    desk.login()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = desk.client.post("/api/command", data=b'{"type": "undo"}', headers=OWN, content_type=kind)
        assert answer.status_code == 400, kind
    assert not table.told


class Line:
    """A bare connection to a server."""

    def __init__(self, port: int) -> None:
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=10)

    def ask(self, data: bytes) -> bytes:
        """What is answered, up to its end; nothing where the connection was cut off at once."""
        self.wire.sendall(data)
        found = b""
        with suppress(ConnectionResetError):
            while part := self.wire.recv(65536):
                found += part
        return found


def test_too_long_heads_and_bodies_are_not_even_taken_in(serve: Callable[..., Any], table: Any) -> None:
    port = serve(table).port
    with ExitStack() as open_:
        line = Line(port)
        open_.enter_context(line.wire)
        head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (LONGEST_HEAD + 10) + b"\r\n\r\n"
        assert line.ask(head).split(b"\r\n")[0] in (b"HTTP/1.0 431 Request Header Fields Too Large", b"")
        line = Line(port)
        open_.enter_context(line.wire)
        told = f"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LONGEST_BODY + 1}\r\n\r\n"
        assert b" 413 " in line.ask(told.encode()).split(b"\r\n")[0]


@pytest.mark.parametrize("before", [b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b""])
def test_a_request_that_makes_no_sense_is_told_so(
    serve: Callable[..., Any], table: Any, caplog: pytest.LogCaptureFixture, before: bytes
) -> None:
    port = serve(table).port
    line = Line(port)
    with line.wire:
        assert b" 400 Bad Request" in line.ask(before + b"\x01x\r\n\r\n")
    assert caplog.text == ""
    # and the server is still there
    with Line(port).wire as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert wire.recv(15) == b"HTTP/1.1 200 OK"


def test_cookies_of_other_programs_are_no_hindrance(
    serve: Callable[..., Any], table: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever runs at another port of the same address shares them, in letters of its own."""
    port = serve(table).port
    rest = b" HTTP/1.0\r\nHost: localhost\r\nCookie: other=caf\xe9; tableside=\xff\xfe\r\n\r\n"
    for path, status in ((b"/home", b"200"), (b"/\xac", b"400")):
        line = Line(port)
        with line.wire:
            assert line.ask(b"GET " + path + rest).startswith(b"HTTP/1.0 " + status)
    assert not caplog.records


def test_a_request_that_never_ends_is_ended() -> None:
    """A byte now and then keeps a connection busy for ever; what counts is when its request began."""
    server = door.open_server(no_app, "127.0.0.1", 0, 1)
    here, there = socket.socketpair()
    with here, there:
        server.channel_class(server, here, ("192.0.2.1", 1), server.adj, server._map)
        (channel,) = server.active_channels.values()
        channel.received(b"GET / HT")
        began = channel.began
        channel.last_activity = began + 1000
        server.maintenance(began + SECONDS_TO_ASK - 1)
        assert not channel.will_close
        server.maintenance(began + SECONDS_TO_ASK + 1)
        assert channel.will_close
        channel.handle_close()
    server.task_dispatcher.shutdown()
    server.close()


def no_app(environ: Any, start: Any) -> list[bytes]:
    return [b""]


def test_an_answer_that_nobody_reads_is_stuck() -> None:
    now = time.time()
    reads_nothing = SimpleNamespace(
        request=None, began=0.0, total_outbufs_len=9, last_activity=now - SECONDS_TO_ASK - 1
    )
    reads = SimpleNamespace(request=None, began=0.0, total_outbufs_len=9, last_activity=now)
    idle = SimpleNamespace(request=None, began=0.0, total_outbufs_len=0, last_activity=0.0)
    assert [Connection.is_stuck(each, now) for each in (reads_nothing, reads, idle)] == [True, False, False]


def test_one_address_cannot_take_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OF_ONE", 2)
    server = door.open_server(no_app, "127.0.0.1", 0, 1)
    with ExitStack() as held:

        def come(address: str) -> bool:
            here, there = socket.socketpair()
            held.enter_context(there)
            server.channel_class(server, here, (address, 1), server.adj, server._map)
            return here.fileno() != -1

        assert [come("192.0.2.1") for _ in range(3)] == [True, True, False]
        assert come("192.0.2.2")
        assert [come("127.0.0.1") for _ in range(4)] == [True] * 4
        for channel in tuple(server.active_channels.values()):
            channel.handle_close()
    server.task_dispatcher.shutdown()
    server.close()


def test_over_ipv6_the_pages_are_there_for_all_others_too() -> None:
    with kept_port() as port:
        server = door.open_server(lambda _environ, _start: [b""], "::", port, 1)
        secure = secure_sockets("::", port + HTTPS_AFTER)
        try:
            assert "0.0.0.0" in [each.effective_host for each in door.listeners(server)]
            assert "0.0.0.0" in [each.getsockname()[0] for each in secure]
        finally:
            for each in secure:
                each.close()
            server.task_dispatcher.shutdown()
            server.close()
