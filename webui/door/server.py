"""The door: the server that takes connections in, and sees that nobody takes them all or sits in one for nothing.

Waitress reads requests in one thread and closes what has been idle for a minute. A client that sends a byte
now and then is never idle, though, nor is one that reads nothing of what it asked for; and one address may
open all connections there are.
"""

import logging
import socket
import time
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import waitress
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import WSGITask

from webui.door.crowd import STREAM, ConnectionQueue, Crowd, turn_away
from webui.door.request_turns import REST
from webui.door.throttle import address_of, is_here, sender

CONNECTIONS = 600
"""Open connections: browsers hold up to six each, idle ones included."""
OF_ONE = 150
"""How many of them one address may have, and no more than it leaves free; the box
itself, where a proxy may run, all.
"""
RESERVED = 40
"""Connections beside these for addresses from which somebody who is let in has asked for something."""
COMING = 4096
"""Connections that may wait to be accepted: for whom there is no room comes again after a second, three, and seven."""
EVERYWHERE = "::"
"""The host that means all addresses of this computer, those of IPv4, too, as most programs take it."""
SECONDS_TO_REST = 3.0
"""How long a connection is not listened to that has asked for too much at once."""
SECONDS_TO_ASK = 20.0
"""How long a request may take to arrive whole, and an answer to be read on."""
LONGEST_HEAD = 16 * 1024
"""Bytes of a request's headers."""
LONGEST_BODY = 64 * 1024
"""Bytes of a body that are taken in at all; the pages take far fewer, and say so in words."""
LONGEST_PICTURE = 2 * 1024 * 1024
"""The same of pictures, to the addresses that take them."""
LONGEST_FULL_PICTURE = 8 * 1024 * 1024
"""The same of a picture in full resolution."""
PICTURES = "/api/camera/picture"
"""Where those of the phone that is the camera go, from who has been let in alone."""
FULL_PICTURES = "/api/camera/picture/full"
"""Where such a phone sends one in full resolution, when it has been asked for it."""
RECORDS, SETTINGS = "/api/matches/file", "/api/settings/offered"
"""Where records of matches go, and settings files, from who has been let in alone."""
_LONGEST = {
    **dict.fromkeys((PICTURES, RECORDS, SETTINGS), LONGEST_PICTURE),
    FULL_PICTURES: LONGEST_FULL_PICTURE,
}
"""Bytes of a body that are taken in at those addresses."""
SNAPS = "/api/snap"
"""Where anybody in the room may send one to be read, for as many at a time as there is room."""
SNAPS_AT_A_TIME = 4
"""How many strangers' pictures are taken in, or wait to be read, at a time."""
TRUSTS = "tableside.trusts"
"""The name among an application's extensions of what tells from a request's headers
whether who sends it has been let in.
"""
PIPELINED = 4
"""Requests that a connection may send before the first is answered; browsers send one."""
ACCEPTED = 32
"""Connections that are let in, or turned away, between two looks at those that there are."""
_ROUND = 10
"""Seconds between two rounds to see who sits in a connection for nothing."""


class HeldRequest(WSGITask):  # type: ignore[misc]
    """A request whose answer may keep the connection waiting."""

    def get_environment(self) -> dict[str, Any]:
        """What the application is told of the request."""
        told: dict[str, Any] = super().get_environment()
        told[REST] = self.channel.rest
        told["wsgi.url_scheme"] = self.channel.scheme
        return told

    def set_close_on_finish(self) -> None:
        """Has the connection closed, but not because the answer has no body, the end of which could be told so alone: a
        page that is opened again asks of dozens of files whether they are as they were.
        """
        wants = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version != "1.1" or wants == "close":
            super().set_close_on_finish()


class Arriving(HTTPRequestParser):  # type: ignore[misc]
    """A request that is being read; one with a picture may be longer than others, where `trusts` knows who
    sends it, or there `is_room` for a stranger's.
    """

    path: str = ""
    """Which waitress's own says nothing of where a request's first line or headers make no sense."""

    def __init__(
        self, adj: Any, trusts: Callable[[Mapping[str, str]], bool], is_room: Callable[[], bool]
    ) -> None:
        super().__init__(adj)
        self.adj: Any = adj
        self._trusts, self._is_room = trusts, is_room
        self.is_snap = False

    def parse_header(self, header_plus: bytes) -> None:
        """Takes the head apart, before any of the body is taken in."""
        try:
            super().parse_header(header_plus)
        finally:
            # of a request that makes no sense, too, it is looked at who sends it
            if "COOKIE" in self.headers:
                # those of other programs at this address come along, in whatever letters they are
                cookies = self.headers["COOKIE"].encode("latin-1").decode(errors="ignore")
                self.headers["COOKIE"] = cookies.encode().decode("latin-1")
        self.is_snap = self.path == SNAPS and self._is_room()
        longest = LONGEST_PICTURE if self.is_snap else _LONGEST.get(self.path)
        if longest is not None and (self.is_snap or self._trusts(self.headers)):
            roomy = copy(self.adj)
            roomy.max_request_body_size = longest
            self.adj = roomy


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that knows when the request began that is still arriving, and is not listened to while
    it rests.
    """

    task_class = HeldRequest
    scheme = "http"
    began = 0.0
    rests_until = 0.0
    who = address = ""
    crowd: Crowd | None = None
    line: ConnectionQueue | None = None

    def __init__(self, server: Any, sock: socket.socket, address: Any, adj: Any, map: Any = None) -> None:
        self.who, self.address = sender(address[0]), address_of(address[0])
        super().__init__(server, sock, address, adj, map=map)

    def parser_class(self, adj: Any) -> Arriving:
        """What reads the next request."""
        return Arriving(adj, self.server.trusts, self._has_room)

    def _has_room(self) -> bool:
        """Whether so few pictures of strangers are under way that another may come in."""
        others = (each for each in self.server.active_channels.values() if isinstance(each, Connection))
        under_way = (request for each in others for request in (*each.requests, each.request))
        return sum(bool(getattr(request, "is_snap", False)) for request in under_way) < SNAPS_AT_A_TIME

    def rest(self, seconds: float) -> None:
        """Listens to nothing that is sent for so long: who is refused and asks again at
        once would keep the server busy.
        """
        self.rests_until = time.monotonic() + seconds

    def readable(self) -> bool:
        """Whether anything more may be taken in, or a stream's end heard."""
        return time.monotonic() >= self.rests_until and (bool(super().readable()) or self._follows())

    def _follows(self) -> bool:
        """Whether a stream is sent to it, and nothing else.

        It is listened to meanwhile, for the first that is written after a client has gone still goes out: a stream that
        nobody reads any more would hold its place for one beat longer.
        """
        asked = tuple(self.requests)
        is_going = self.will_close or self.close_when_flushed or self.total_outbufs_len
        return len(asked) == 1 and not is_going and str(asked[0].path).endswith(STREAM)

    def received(self, data: bytes) -> bool:
        """Takes in what has arrived."""
        if self.request is None:
            self.began = time.time()
        taken = bool(super().received(data))
        if len(self.requests) > PIPELINED:
            with self.requests_lock:
                del self.requests[PIPELINED:]
            self.rest(SECONDS_TO_REST)
        return taken

    def service(self) -> None:
        """Answers what was asked, in a thread of its own."""
        line, self.line = self.line, None
        try:
            super().service()
        finally:
            if line is not None:
                line.done()
            if self.crowd is not None and not self.requests:
                crowd, self.crowd = self.crowd, None
                crowd.leave(self.who)

    def is_stuck(self, now: float) -> bool:
        """Whether a request has been arriving, or an answer waiting to be read, for too long."""
        arriving = self.request is not None and now - self.began > SECONDS_TO_ASK
        return arriving or (self.total_outbufs_len > 0 and now - self.last_activity > SECONDS_TO_ASK)


def open_server(app: Callable[..., Any], host: str, port: int, threads: int) -> Any:
    """A waitress server that listens; its `run` serves. Raises OSError."""
    server = waitress.create_server(
        app,
        host="*" if host == EVERYWHERE else host,
        port=port,
        threads=threads,
        # more than are let in: at this number nobody is listened to any more
        connection_limit=CONNECTIONS + 2 * RESERVED,
        backlog=COMING,
        asyncore_use_poll=True,
        ident=None,
        channel_timeout=60,
        cleanup_interval=_ROUND,
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=LONGEST_BODY,
    )
    trusts = getattr(app, "extensions", {}).get(TRUSTS, lambda _: False)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    for each in listeners(server):
        keep(each, trusts)
        turn_away(each, trusts, threads)
    return server


def listeners(server: Any) -> list[Any]:
    """The servers that listen, one for each address of the host, of what `open_server` gave."""
    all_of_them = [server] if isinstance(server, BaseWSGIServer) else list(server.map.values())
    return [each for each in all_of_them if isinstance(each, BaseWSGIServer)]


def keep(
    server: Any, trusts: Callable[[Mapping[str, str]], bool], connect: Callable[..., object] = Connection
) -> None:
    """Has a server count who comes in, however many ports they come in by, and `connect` those for whom
    there is room.

    Who sends a request with headers that it `trusts` may send pictures, too.
    """
    usual = server.maintenance

    def let_in(server: Any, sock: socket.socket, address: Any, adj: Any, map: Any = None) -> None:
        who, own = sender(address[0]), address_of(address[0])
        channels = [each for each in server._map.values() if isinstance(each, Connection)]
        room = CONNECTIONS - len(channels)
        if own in server.task_dispatcher.admitted:
            # by itself: whatever others of its network hold
            held, room = sum(each.address == own for each in channels), room + RESERVED
        else:
            held = sum(each.who == who for each in channels)
        if held >= min(OF_ONE, room) and not is_here(address[0]):
            sock.close()
        else:
            connect(server, sock, address, adj, map=map)

    def see_to(now: float) -> None:
        usual(now)
        for each in tuple(server.active_channels.values()):
            if each.is_stuck(now):
                each.will_close = True

    accept = server.accept
    came: list[Any] = []

    def accepted() -> Any:
        came.append(accept())
        return came[-1]

    def let_many_in() -> None:
        """A crowd at the door is dealt with at once, or nobody else is listened to meanwhile."""
        for _ in range(ACCEPTED):
            came.clear()
            accept_one()
            if came == [None] or not came:
                return

    accept_one, server.accept, server.handle_accept = server.handle_accept, accepted, let_many_in
    server.channel_class, server.maintenance, server.trusts = let_in, see_to, trusts
