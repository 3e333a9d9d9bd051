"""The crowd: how many requests of those who are not let in are in hand at all, before anything is made of them.

Every thread that answers slows the others down, and a refusal takes one, too. So a crowd is turned away where
connections are read, and who is let in goes first.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Any

from device.i18n import LANGUAGES, find_translator
from engine.i18n import ENGLISH
from webui.door.request_turns import (
    AT_THE_DOOR,
    AT_THE_DOOR_OF_ONE,
    DOOR,
    FETCHING,
    OF_ONE,
    PUBLIC,
    RETRY_AFTER,
    THREADS,
    WAITING,
)
from webui.door.throttle import is_here

IN_HAND = PUBLIC + WAITING
"""Requests of the crowd for pages that hold a thread at a time; those that have no turn yet wait among them."""
IN_LINE = 128
"""Requests of as many addresses that wait for that, without a thread: two rooms that open a page at once."""
SHARED = PUBLIC + OF_ONE
"""Of so many an address may have a second one, and more, no more than it leaves free: so a few that ask for
much refuse nobody.
"""
BURST, A_SECOND = 60, 5.0
"""Requests that an address may send at once, and in every second from then on."""
FILES_BURST, FILES_A_SECOND = 400, 20.0
"""The same of files of ours, of which a page takes some dozens and a browser keeps them."""
MOST_FILES = 12
"""Files of ours that one address may wait for at a time: a browser asks for six."""
ADDRESSES = 4096
"""How many addresses are remembered."""
ADMITTED = 64
"""How many of those are remembered, each by itself, from which somebody who is let in has asked for something."""
MORE_STREAMS = 4
"""Requests for streams in hand beside those that are held."""
STREAM = ("/events", "/stream")
"""What the addresses of streams end with."""


class Crowd:
    """Who of the crowd is in hand: at `most` so many, an address's second one and others while there are
    fewer than `shared`, of one address at most `of_one`; an address may send `burst` at once, and `a_second` from
    then on. Counted by sender. May be used from any thread.
    """

    def __init__(
        self, most: int, shared: int, of_one: int, burst: int = BURST, a_second: float = A_SECOND
    ) -> None:
        self._most, self._shared, self._of_one = most, shared, of_one
        self._burst, self._a_second = burst, a_second
        self._in: Counter[str] = Counter()
        self._sent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def enter(self, who: str, *, is_proxy: bool) -> bool:
        """Whether there is room for one more of that sender, who is counted then; `is_proxy`: it speaks for many."""
        with self._lock:
            total, mine = self._in.total(), self._in.get(who, 0)
            if not is_proxy and self._hurries(who):
                return False
            if total >= self._most or (
                mine and not is_proxy and mine >= min(self._of_one, self._shared - total)
            ):
                return False
            self._in[who] += 1
            return True

    def _hurries(self, who: str) -> bool:
        level, at = self._sent.pop(who, (0.0, 0.0))
        now = time.monotonic()
        level = max(0.0, level - (now - at) * self._a_second)
        self._sent[who] = (min(level + 1, self._burst), now)
        if len(self._sent) > ADDRESSES:
            self._sent.popitem(last=False)
        return level + 1 > self._burst

    def leave(self, who: str) -> None:
        """One of that sender's is answered."""
        with self._lock:
            self._in[who] -= 1
            if self._in[who] <= 0:
                del self._in[who]


class ConnectionQueue:
    """Connections that wait, without a thread, to be handed on by `goes_on`: `most` are at a time. From any thread."""

    def __init__(self, most: int, goes_on: Callable[[Any], object]) -> None:
        self._most, self._goes_on = most, goes_on
        self._waiting: deque[Any] = deque()
        self._busy = 0
        self._lock = threading.Lock()

    def join(self, connection: Any) -> None:
        """A connection goes on, now or when it is its turn."""
        with self._lock:
            if self._busy >= self._most:
                self._waiting.append(connection)
                return
            self._busy += 1
        self._goes_on(connection)

    def done(self) -> None:
        """One that went on is answered."""
        with self._lock:
            following = self._waiting.popleft() if self._waiting else None
            if following is None:
                self._busy -= 1
                return
        self._goes_on(following)


class Remembered:
    """The addresses that were added last, so many as there may be devices that are let in. From any thread."""

    def __init__(self, most: int = ADMITTED) -> None:
        self._most = most
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, who: str) -> None:
        """Remembers one."""
        with self._lock:
            self._known[who] = None
            self._known.move_to_end(who)
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def __contains__(self, who: str) -> bool:
        return who in self._known


def turn_away(server: Any, trusts: Callable[[Mapping[str, str]], bool], threads: int) -> None:
    """Has a server with so many threads answer who it `trusts` first, and turn a crowd away at once.

    Its connections tell their sender (`who`) and `address`, remember which crowd they are in (`crowd`) and which line
    (`line`), and are left alone for a while (`rest`).
    """
    dispatcher = server.task_dispatcher
    if not hasattr(dispatcher, "crowds"):
        # of all ports together
        streams = threads - THREADS + MORE_STREAMS
        dispatcher.crowds = (
            Crowd(IN_HAND + IN_LINE, SHARED, OF_ONE),
            Crowd(AT_THE_DOOR, AT_THE_DOOR, AT_THE_DOOR_OF_ONE),
            Crowd(streams, streams, streams),
            Crowd(threads * MOST_FILES, threads * MOST_FILES, MOST_FILES, FILES_BURST, FILES_A_SECOND),
        )
        dispatcher.admitted = Remembered()
        dispatcher.lines = (
            ConnectionQueue(IN_HAND, dispatcher.add_task),
            ConnectionQueue(FETCHING, dispatcher.add_task),
        )
    asking, entering, following, fetching = dispatcher.crowds
    pages, files = dispatcher.lines

    def add_task(connection: Any) -> None:
        request = connection.requests[0]
        if connection.crowd is not None:
            # one of several that came together: each is counted for itself
            connection.crowd.leave(connection.who)
            connection.crowd = None
        if trusts(request.headers):
            dispatcher.admitted.add(connection.address)
            with dispatcher.lock:
                dispatcher.queue.appendleft(connection)
                dispatcher.queue_cv.notify()
            return
        if request.path.startswith("/static/"):
            crowd, line = fetching, files
        elif request.path.endswith(STREAM):
            crowd, line = following, None
        elif request.path in DOOR:
            crowd, line = entering, None
        else:
            crowd, line = asking, pages
        if not crowd.enter(connection.who, is_proxy=is_here(connection.addr[0])):
            connection.requests.clear()
            connection.rest(RETRY_AFTER)
            connection.write_soon(refusal(request.headers))
            return
        connection.crowd = crowd
        connection.line = line
        if line is None:
            dispatcher.add_task(connection)
        else:
            line.join(connection)

    server.add_task = add_task


def refusal(headers: Mapping[str, str]) -> bytes:
    """What is answered to a request with these headers for which there is no room; who sees it for a page is led to it
    again by the browser.
    """
    spoken = headers.get("ACCEPT_LANGUAGE", "")[:2].lower()
    _ = find_translator(spoken if spoken in LANGUAGES else ENGLISH.code)
    says = _("Too many devices ask for pages at once: wait a few seconds, then try again.").encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n"
        f"Retry-After: {RETRY_AFTER}\r\nRefresh: {RETRY_AFTER}\r\nContent-Length: {len(says)}\r\n\r\n"
    )
    return head.encode() + says
