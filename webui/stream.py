"""The event stream: every change of the notice, to as many followers as there are threads for."""

import json
import threading
from collections.abc import Iterator
from http import HTTPStatus

from flask import Blueprint, Response

from device.notice import Notice
from device.noticeboard import Noticeboard
from engine.tongue import ENGLISH, Tongue
from webui.desk import Desk
from webui.language import tongue
from webui.problem import Refused
from webui.table import Table

STREAMS = 64
"""Streams at once; each holds a thread for as long as it lasts."""
BEAT = 5.0
"""Seconds of silence after which a comment is written: only by writing does a thread learn that its client has gone."""
RETRY_AFTER = 10
"""Seconds after which somebody who found all streams taken may try again."""


class Streams:
    """The places for followers, at most `places` taken at a time; may be used from any thread."""

    def __init__(self, places: int = STREAMS) -> None:
        self._free = threading.BoundedSemaphore(places)

    def take(self) -> None:
        """Takes a place. Raises Refused where none is free."""
        if not self._free.acquire(blocking=False):
            detail = (
                "As many phones as this table can serve are watching; this page asks now and then instead."
            )
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, RETRY_AFTER)

    def give_back(self) -> None:
        """Gives a place back."""
        self._free.release()


def stream_pages(table: Table, desk: Desk, streams: Streams) -> Blueprint:
    """`GET /api/events`; with `?desk`, for who has given the PIN, the desk's own notices."""
    pages = Blueprint("stream", __name__)

    @pages.get("/api/events")
    def events() -> Response:
        board = desk.board(table)
        streams.take()
        response = Response(follow(board, tongue()), content_type="text/event-stream; charset=utf-8")
        response.call_on_close(streams.give_back)
        return response

    return pages


def follow(board: Noticeboard, tongue: Tongue = ENGLISH) -> Iterator[str]:
    """The stream for a follower: the notice as it is now, then every change; it ends when the service does.

    What the follower has seen before does not matter: one notice says everything, and a service that was started
    again may give its number to another.
    """
    notice = board.latest(tongue)
    yield "retry: 2000\n\n"
    yield event(notice)
    seen = notice.seq
    while not board.closed:
        newer = board.wait(seen, BEAT, tongue)
        if newer is None:
            yield ": still here\n\n"
        else:
            seen = newer.seq
            yield event(newer)


def event(notice: Notice) -> str:
    """A notice as the stream writes it."""
    return f"id: {notice.seq}\nevent: notice\ndata: {notice_text(notice)}\n\n"


def notice_text(notice: Notice) -> str:
    """A notice as JSON, on one line."""
    return json.dumps(notice.as_json(), ensure_ascii=False, separators=(",", ":"))
