"""The desk is answered while others keep all that is theirs busy, and they are told at
once that they ask for too much.
"""

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from tests.webui.waitress_here import Waitress
from webui.app import THREADS, create_app
from webui.door import crowd, processor_share
from webui.door import request_turns as turns
from webui.door import server as door
from webui.door.processor_share import ProcessorShare, Strangers
from webui.door.request_turns import AT_THE_DOOR, OF_ONE, PUBLIC, RETRY_AFTER, RequestTurns
from webui.door.throttle import sender

OWN = {"X-Tableside": "1", "Content-Type": "application/json"}
PATIENCE = 30.0


class Slow:
    """A page, and a file, that are answered when they are let go; `asked` is released by every request that has begun to wait there."""

    def __init__(self, app: Flask) -> None:
        self.asked, self.go = threading.Semaphore(0), threading.Event()
        app.add_url_rule("/slow", "slow", self._answer)
        app.add_url_rule("/static/held.css", "held", self._answer)

    def _answer(self) -> str:
        self.asked.release()
        self.go.wait(PATIENCE)
        return "at last"


@pytest.fixture(params=[0.0])
def slow(
    table: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[tuple[Slow, int]]:
    """The page, and the port of the server, where one waits for a turn for so many seconds; every address of this machine
    counts as a device of its own.
    """
    monkeypatch.setattr(turns, "is_here", lambda _: False)
    monkeypatch.setattr(turns, "PATIENCE", request.param)
    # its pages wait and compute nothing, and nobody goes by the others
    monkeypatch.setattr(processor_share, "OWN_STOCK", 0.0)
    monkeypatch.setattr(turns, "COMPUTING", PUBLIC + AT_THE_DOOR)
    app = create_app(table)
    page = Slow(app)
    server = Waitress(app, 0, THREADS, table.broadcaster.close)
    yield page, server.port
    page.go.set()
    server.stop()


class Device:
    """A device in the room, which opens a connection for everything it asks."""

    def __init__(self, held: ExitStack, port: int, host: int) -> None:
        self._held, self._port, self._address = held, port, f"127.0.0.{host}"

    def ask(self, path: str) -> http.client.HTTPConnection:
        """Asks for something, and waits for no answer."""
        line = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=PATIENCE, source_address=(self._address, 0)
        )
        self._held.callback(line.close)
        line.request("GET", path)
        return line

    def post(self, path: str, body: str, **headers: str) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=PATIENCE, source_address=(self._address, 0)
        )
        self._held.callback(line.close)
        line.request("POST", path, body, {**OWN, **headers})
        return line.getresponse()


def test_the_desk_is_answered_while_all_public_turns_are_taken(slow: tuple[Slow, int]) -> None:
    page, port = slow
    with ExitStack() as held:
        waiting: list[http.client.HTTPConnection] = []
        for host in range(2, 2 + PUBLIC):
            device, mine = Device(held, port, host), 0
            free = PUBLIC - len(waiting)
            while mine < min(OF_ONE, free - mine):
                waiting.append(device.ask("/slow"))
                assert page.asked.acquire(timeout=PATIENCE)
                mine += 1
            refused = device.ask("/slow").getresponse()
            assert refused.status == (429 if mine else 503)
            assert refused.getheader("Retry-After") == str(RETRY_AFTER)
            assert b"try again" in refused.read()
            if not mine:
                break
        assert len(waiting) == PUBLIC and not page.go.is_set()
        referee = Device(held, port, 200)
        let_in = referee.post("/api/login", '{"pin": "4711"}')
        assert let_in.status == 204
        cookie = str(let_in.getheader("Set-Cookie")).partition(";")[0]
        for _ in range(OF_ONE + 2):
            assert referee.post("/api/command", '{"type": "undo"}', Cookie=cookie).status == 202
        assert Device(held, port, 201).ask("/static/page.css").getresponse().status == 200
        assert Device(held, port, 201).ask("/").getresponse().status == 503
        page.go.set()
        assert {line.getresponse().status for line in waiting} == {200}
        assert Device(held, port, 201).ask("/").getresponse().status == 200


def test_a_crowd_is_turned_away_before_anything_is_made_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(crowd.time, "monotonic", lambda: now[0])
    one = crowd.Crowd(most=20, shared=12, of_one=8)
    assert [one.enter("a", is_proxy=False) for _ in range(9)] == [True] * 6 + [False] * 3, (
        "it leaves as much as it takes"
    )
    assert [one.enter(f"b{host}", is_proxy=False) for host in range(15)] == [True] * 14 + [False]
    one.leave("a")
    assert one.enter("c", is_proxy=False) and not one.enter("d", is_proxy=False)
    # who hurries waits until a second is over, though there is room; a proxy speaks for many
    hasty = crowd.Crowd(most=20, shared=20, of_one=8)
    for _ in range(crowd.BURST):
        assert hasty.enter("a", is_proxy=False)
        hasty.leave("a")
    assert (
        not hasty.enter("a", is_proxy=False)
        and hasty.enter("a", is_proxy=True)
        and hasty.enter("b", is_proxy=False)
    )
    now[0] += 1
    let_in = [hasty.enter("a", is_proxy=False) for _ in range(6)]
    assert let_in.count(True) == crowd.A_SECOND and not let_in[-1]
    for language, begins in (("de-CH,en", "Zu viele"), ("xx", "Too many"), ("", "Too many")):
        head, _, says = crowd.refusal({"ACCEPT_LANGUAGE": language}).partition(b"\r\n\r\n")
        assert says.decode().startswith(begins) and f"Content-Length: {len(says)}".encode() in head
        assert b"Refresh: 3" in head, "a page is asked for again by the browser itself"


def test_strangers_together_have_a_share_of_the_processor() -> None:
    now = [0.0]
    share = ProcessorShare(2, a_second=0.25, stock=3.0, owed=1.0, clock=lambda: now[0])
    assert [share.enter(0) for _ in range(3)] == [True, True, False], "there are two places"
    share.use(2.5)
    share.leave()
    assert share.enter(0)
    share.use(9.0)
    share.leave()
    share.leave()
    assert not share.enter(0)
    now[0] += 4.1
    assert share.enter(0), "a dear page owes a second at most, which four seconds pay"
    share.use(0.1)
    share.leave()
    assert not share.enter(0)
    now[0] += 1000.0
    assert share.enter(0)
    share.use(2.9)
    share.leave()
    assert share.enter(0), "what was not used stays in stock"
    share.use(0.2)
    share.leave()
    assert not share.enter(0), "up to three seconds"


def test_who_has_used_little_waits_behind_no_crowd() -> None:
    now = [0.0]
    crowd_share, few = (ProcessorShare(1, 1.0, 1.0, 1.0, clock=lambda: now[0]) for _ in range(2))
    strangers = Strangers(crowd_share, few, 0.0, clock=lambda: now[0])
    assert strangers.enter("a", 0) is crowd_share, "there is no crowd"
    assert strangers.enter("b", 0) is few
    assert strangers.enter("c", 0) is None, "one at a time"
    strangers.leave("a", crowd_share, 1.5)
    strangers.leave("b", few, 0.01)
    assert strangers.enter("a", 0) is None and strangers.enter("b", 0) is few
    strangers.leave("b", few, 2.0)
    # the few have no more than their share, and who speaks for many is the crowd
    assert strangers.enter("c", 0) is None
    now[0] += 150.0
    assert strangers.enter("", 0) is crowd_share and strangers.enter("", 0) is None
    assert strangers.enter("a", 0) is few, "two minutes and a half make good for a second and a half"


@pytest.mark.parametrize("slow", [PATIENCE], indirect=True)
def test_a_room_that_opens_a_page_at_once_sees_it(slow: tuple[Slow, int]) -> None:
    page, port = slow
    with ExitStack() as held:
        room = [Device(held, port, host).ask("/slow") for host in range(2, 2 + crowd.IN_HAND + 24)]
        for _ in range(PUBLIC):
            assert page.asked.acquire(timeout=PATIENCE)
        # who wants to be let in does not wait behind it
        assert Device(held, port, 200).post("/api/login", '{"pin": "4711"}').status == 204
        page.go.set()
        assert {line.getresponse().status for line in room} == {200}


def test_files_wait_their_turn_without_a_thread() -> None:
    went: list[str] = []
    line = crowd.ConnectionQueue(2, went.append)
    for name in "abcd":
        line.join(name)
    assert went == ["a", "b"]
    for _ in range(4):
        line.done()
    line.join("e")
    line.join("f")
    line.join("g")
    assert went == ["a", "b", "c", "d", "e", "f"]


def test_files_are_given_out_by_few_threads_however_many_ask(slow: tuple[Slow, int]) -> None:
    page, port = slow
    with ExitStack() as held:
        waiting = [Device(held, port, host).ask("/static/held.css") for host in range(2, 2 + THREADS)]
        for _ in range(turns.FETCHING):
            assert page.asked.acquire(timeout=PATIENCE)
        referee = Device(held, port, 200)
        assert referee.post("/api/login", '{"pin": "4711"}').status == 204
        assert not page.asked.acquire(blocking=False)
        page.go.set()
        assert {line.getresponse().status for line in waiting} == {200}


def test_one_address_leaves_turns_to_the_next() -> None:
    shared = RequestTurns(8, 6)
    addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"]
    got = {address: [shared.take(address) for _ in range(9)] for address in addresses}
    assert [9 - each.count(None) for each in got.values()] == [4, 2, 1, 1, 0]
    shared.give_back("192.0.2.1")
    assert shared.take("192.0.2.5") == "192.0.2.5" and shared.take("192.0.2.1") is None
    # over IPv6 too; a proxy on the box speaks for many
    alone = RequestTurns(8, 2)
    assert [alone.take("2001:db8::1") for _ in range(3)] == [sender("2001:db8::1")] * 2 + [None]
    assert [alone.take("127.0.0.1") for _ in range(7)] == [""] * 6 + [None]


def test_who_has_no_turn_waits_for_one_and_goes_first() -> None:
    shared = RequestTurns(2, 2, waiting=1, patience=PATIENCE)
    assert [shared.take("192.0.2.1"), shared.take("192.0.2.2")] == ["192.0.2.1", "192.0.2.2"]
    got: list[str | None] = []
    patient = threading.Thread(target=lambda: got.append(shared.take("192.0.2.3")))
    patient.start()
    while not shared._waiting:
        assert patient.is_alive()
    # there is no more room to wait, and none for who has a turn
    assert shared.take("192.0.2.4") is None and shared.take("192.0.2.1") is None
    shared.give_back("192.0.2.1")
    patient.join(PATIENCE)
    assert got == ["192.0.2.3"] and not shared._waiting


def test_a_turn_is_given_back_whatever_became_of_the_request(table: Any) -> None:
    client = create_app(table).test_client()
    for _ in range(PUBLIC + 1):
        assert client.get("/nowhere").status_code == 404
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_a_connection_that_rests_is_not_listened_to() -> None:
    server = door.open_server(lambda _environ, _start: [b""], "127.0.0.1", 0, 1)
    here, there = socket.socketpair()
    with here, there:
        server.channel_class(server, here, ("192.0.2.1", 1), server.adj, server._map)
        (channel,) = server.active_channels.values()
        assert channel.readable()
        channel.rest(1000.0)
        assert not channel.readable()
        channel.rest(-1.0)
        assert channel.readable()
        channel.handle_close()
    server.task_dispatcher.shutdown()
    server.close()


@pytest.mark.parametrize(("path", "heard"), [("/api/events", True), ("/api/state", False)])
def test_that_a_follower_has_gone_is_heard_before_anything_is_written(path: str, heard: bool) -> None:
    server = door.open_server(lambda _environ, _start: [b""], "127.0.0.1", 0, 1)
    here, there = socket.socketpair()
    with here:
        server.channel_class(server, here, ("192.0.2.1", 1), server.adj, server._map)
        (channel,) = server.active_channels.values()
        server.add_task = lambda _: None
        there.sendall(f"GET {path} HTTP/1.1\r\n\r\n".encode())
        channel.handle_read()
        there.close()
        assert channel.readable() is heard
        channel.handle_read()
        assert not channel.connected
    server.task_dispatcher.shutdown()
    server.close()


def test_connections_are_left_to_the_next_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "CONNECTIONS", 8)
    server = door.open_server(lambda _environ, _start: [b""], "127.0.0.1", 0, 1)
    with ExitStack() as held:

        def come(address: str) -> bool:
            here, there = socket.socketpair()
            held.enter_context(there)
            server.channel_class(server, here, (address, 1), server.adj, server._map)
            return here.fileno() != -1

        assert [sum(come(f"192.0.2.{host}") for _ in range(9)) for host in range(1, 5)] == [4, 2, 1, 1]
        # from where somebody who is let in has asked for something, there is room all the same
        assert not come("192.0.2.200")
        server.task_dispatcher.admitted.add("192.0.2.200")
        assert [come("192.0.2.200"), come("192.0.2.5")] == [True, False]
        # and for nobody who shares its network
        server.task_dispatcher.admitted.add("2001:db8::1")
        assert [come("2001:db8::1"), *(come(f"2001:db8::{host:x}") for host in range(2, 99))] == [True] + [
            False
        ] * 97
        for channel in tuple(server.active_channels.values()):
            channel.handle_close()
    server.task_dispatcher.shutdown()
    server.close()
