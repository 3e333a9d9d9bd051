"""The log for programs: every stored event, which no restart takes away."""

import json
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from device.shape import flag, many, thing, whole
from device.store.access import Right
from device.store.log.logbook import EVENT, MOST, Logbook
from webui.commands.command_fields import wrong
from webui.described import Streamed, described
from webui.desk.referee_desk import Desk, explain_unread
from webui.language import translator
from webui.live.stream import BEAT, HEARD, LAST_EVENT, Streams, last_heard
from webui.table import Table

USUAL = 100
"""How many events are told at once where nobody says how many."""
LARGEST = 2**53 - 1
"""The largest number that every program can count to."""
_AFTER = whole(0, LARGEST, "The number of the last event that is known.")
_TOLD = thing(
    {
        "events": many(EVENT),
        "last": whole(0, says="The number of the last event that you may know of now."),
        "more": flag("There are more than were asked for."),
    }
)


def log_pages(table: Table, desk: Desk, streams: Streams) -> Blueprint:
    """`GET /api/log` and `GET /api/log/stream`; what is kept back while a game is on is for the referee alone."""
    pages = Blueprint("log", __name__)
    explain_unread(pages, desk)

    @pages.get("/api/log")
    @described(
        "Stored events after one of them, in their order; those of a game that is kept back follow when it is over.",
        returns=_TOLD,
        query={"after": _AFTER, "limit": whole(1, MOST)},
        problems=(400, 503),
    )
    def log() -> Response:
        whole_of_it, book = desk.admits(), table.logbook
        after, limit = _number("after", 0, LARGEST, 0), _number("limit", 1, MOST, USUAL)
        last = book.upto(whole=whole_of_it)
        found = book.read(after, limit, whole=whole_of_it)
        reached = found[-1]["seq"] if found else last
        told = {"events": found, "last": last, "more": bool(found) and reached != last}
        return Response(json.dumps(told), content_type="application/json")

    @pages.get("/api/log/stream")
    @described(
        "Stored events as they come: `event: stored`, the event's `seq` as `id`.",
        returns=Streamed("stored", EVENT),
        query={"after": _AFTER},
        headers={LAST_EVENT: HEARD},
        problems=(400, 503),
    )
    def stream() -> Response:
        heard = last_heard()
        after = (
            _number("after", 0, LARGEST, table.logbook.upto(whole=desk.admits())) if heard is None else heard
        )
        # what is ahead of the log was another log's
        after = min(after, table.logbook.upto(whole=True))
        session = desk.still_admits()
        lines = follow_log(table.logbook, after, session)
        return streams.answer(lines, referees=desk.admits(Right.REFEREE))

    return pages


def follow_log(book: Logbook, after: int, whole: Callable[[], bool]) -> Iterator[str]:
    """The stream of stored events after a number; it ends when the service does, or goes on in another log.

    `whole` says whether the follower may know what is kept back, which may end while they follow.
    """
    yield "retry: 2000\n\n"
    while not book.closed:
        if not book.wait(after, BEAT, whole=whole()):
            yield ": still here\n\n"
            continue
        upto = book.upto(whole=whole())
        found = book.read(after, MOST, whole=whole())
        for each in found:
            yield f"id: {each['seq']}\nevent: stored\ndata: {json.dumps(each, separators=(',', ':'))}\n\n"
        after = int(str(found[-1]["seq"])) if found else upto


def _number(name: str, low: int, high: int, usual: int) -> int:
    """A number of the query string. Raises Refused."""
    _ = translator()
    given = request.args.get(name)
    if given is None:
        return usual
    if not (given.isascii() and given.isdecimal() and len(given) <= 16 and low <= int(given) <= high):
        raise wrong(_("'{name}' must be a whole number from {low} to {high}.", name=name, low=low, high=high))
    return int(given)
