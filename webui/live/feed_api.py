"""The feed: the match as a record that grows, at an address that stays, for programs and pages elsewhere."""

import hashlib
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.library.records.tableside_json import write_json
from device.shape import choice
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record
from webui.described import described
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

KINDS = {"mat": "text/plain; charset=utf-8", "json": "application/json"}


@dataclass(frozen=True, slots=True)
class _Written:
    """A record as text, and the tag by which it is known again."""

    record: Record
    text: str
    tag: str


def _written(record: Record, ending: str) -> _Written:
    text = write_mat(record.match, record.tags) if ending == "mat" else write_json(record)
    return _Written(record, text, hashlib.sha256(text.encode()).hexdigest()[:20])


class FeedAnswers:
    """Answers with the record of one table, which is written once for all who ask while nothing has happened."""

    def __init__(self) -> None:
        self._last: dict[str, _Written] = {}

    def answer(self, ending: str, record: Record | None) -> Response:
        """The answer to the present request. Raises Refused where there is nothing to follow."""
        if record is None or ending not in KINDS:
            _ = translator()
            raise Refused(
                HTTPStatus.NOT_FOUND,
                _("Nothing can be followed here now: [feed] in the settings says whether, and how late."),
            )
        known = self._last.get(ending)
        if known is None or known.record is not record:
            known = self._last[ending] = _written(record, ending)
        response = Response(known.text, content_type=KINDS[ending])
        response.set_etag(known.tag, weak=True)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.make_conditional(request)
        return response


FEED = ("text/plain", "application/json")
"""What is answered."""
ENDING = {"ending": choice(tuple(KINDS))}


def feed_pages(table: Table) -> Blueprint:
    """`GET /api/feed.mat` and `/api/feed.json`."""
    pages = Blueprint("feed", __name__)
    answers = FeedAnswers()

    @pages.get("/api/feed.<ending>")
    @described(
        "The match so far for who follows it from elsewhere, as late and with the names that the settings say: "
        "a record that grows, with an ETag.",
        returns=FEED,
        path=ENDING,
        also={304: None},
        problems=(404,),
    )
    def feed(ending: str) -> Response:
        return answers.answer(ending, table.feed_record())

    return pages
