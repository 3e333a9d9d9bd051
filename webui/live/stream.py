"""The event stream: every change of the snapshot, to as many followers as there are threads for."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.shape import text
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Snapshot
from device.store.access import Right
from engine.i18n import ENGLISH, Translator
from webui.described import Streamed, described
from webui.desk.referee_desk import Desk
from webui.door.throttle import is_here, sender
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

STREAMS = 64
"""Streams at once; each holds a thread for as long as it lasts."""
OF_ONE = 24
"""How many of them one address may hold: a room has an address for every phone, and nobody may take all the places."""
KEPT = 8
"""Streams beside these, for who may referee alone: a few devices that hold all others do not have the desk ask now and
then.
"""
BEAT = 5.0
"""Seconds of silence after which a comment is written: only by writing does a thread learn that its client has gone."""
RETRY_AFTER = 10
"""Seconds after which somebody who found all streams taken may try again."""
LAST_EVENT = "Last-Event-ID"
HEARD = text("The id of the last event that was received: what came after it is sent, in its order.")
"""What the header of a client that comes back says."""
DESK = text("Given, and with a token or the PIN: what the referee may see.")
_LONGEST = 18


class Streams:
    """The places for followers, at most `places` taken at a time, at most `of_one` by one address, and `kept` more for
    referees; from any thread.
    """

    def __init__(self, places: int = STREAMS, of_one: int = OF_ONE, kept: int = KEPT) -> None:
        self._places, self._of_one, self._kept = places, of_one, kept
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str | None = None, *, referees: bool = False) -> str:
        """Takes a place for an address, or for a referee there, and returns what it is to be given back with.
        Raises Refused where none is free.
        """
        _ = translator()
        # whoever comes through a proxy of the box itself is not told apart
        who = "" if is_here(address) else sender(address)
        with self._lock:
            places = self._places + self._kept * referees
            if self._taken.total() < places and (not who or referees or self._taken[who] < self._of_one):
                self._taken[who] += 1
                return who
        detail = _(
            "As many phones as this table can serve are watching; this page asks now and then instead."
        )
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, RETRY_AFTER)

    def give_back(self, who: str = "") -> None:
        """Gives a place back."""
        with self._lock:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]

    def answer(self, lines: Iterator[str], *, referees: bool = False) -> Response:
        """The stream as an answer to the present request, which may be a referee's, and holds a place until it ends.
        Raises Refused.
        """
        who = self.take(request.remote_addr, referees=referees)
        response = Response(lines, content_type="text/event-stream; charset=utf-8")
        response.call_on_close(lambda: self.give_back(who))
        return response


def stream_pages(table: Table, desk: Desk, streams: Streams) -> Blueprint:
    """`GET /api/events`; with `?desk`, for who has given the PIN, the desk's own notices."""
    pages = Blueprint("stream", __name__)

    @pages.get("/api/events")
    @described(
        "Every notice as it comes: `event: notice`, its `seq` as `id`, a comment every five seconds.",
        returns=Streamed("notice", Snapshot.SHAPE),
        query={"desk": DESK},
        headers={LAST_EVENT: HEARD},
        problems=(503,),
    )
    def events() -> Response:
        broadcaster = desk.broadcaster(table)
        may = desk.still_admits() if broadcaster is table.desk else lambda: True
        lines = follow(broadcaster, translator(), last_heard(), may)
        return streams.answer(lines, referees=desk.admits(Right.REFEREE))

    return pages


def last_heard() -> int | None:
    """The number of the last event that who sent the present request has received; None where it says none."""
    said = request.headers.get(LAST_EVENT, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) <= _LONGEST else None


def follow(
    broadcaster: Broadcaster,
    translator: Translator = ENGLISH,
    last: int | None = None,
    may: Callable[[], bool] = lambda: True,
) -> Iterator[str]:
    """The stream for a follower: the snapshot as it is now, then every change; it ends when the service does, or
    where the follower `may` no longer know it, having been sent away.

    Who has been away since number `last` is sent what came after it, as long as that is known; numbers
    grow over restarts, so that it is never another life's. One snapshot says everything: who has been
    away for longer needs no more.
    """
    yield "retry: 2000\n\n"
    seen = yield from _catch_up(broadcaster, translator, last)
    while not broadcaster.closed:
        changed = broadcaster.wait(seen, BEAT, translator) is not None
        if not may():
            return
        if not changed:
            yield ": still here\n\n"
        else:
            seen = yield from _catch_up(broadcaster, translator, seen)


def _catch_up(
    broadcaster: Broadcaster, translator: Translator, last: int | None
) -> Generator[str, None, int]:
    """What was published after number `last`, or the latest snapshot where that is not
    known; returns the last number.
    """
    missed = None if last is None else broadcaster.after(last, translator)
    if missed is None:
        snapshot = broadcaster.latest(translator)
        yield event(snapshot)
        return snapshot.seq
    for each in missed:
        yield event(each.snapshot, each.at)
    assert last is not None
    return missed[-1].snapshot.seq if missed else last


def event(snapshot: Snapshot, at: float | None = None) -> str:
    """A snapshot as the stream writes it, as it was `at` that time of the stopwatch; None: as it is now."""
    return f"id: {snapshot.seq}\nevent: notice\ndata: {snapshot_text(snapshot, at)}\n\n"


def snapshot_text(snapshot: Snapshot, at: float | None = None) -> str:
    """A snapshot as JSON, on one line."""
    return json.dumps(snapshot.as_json(at), ensure_ascii=False, separators=(",", ":"))
