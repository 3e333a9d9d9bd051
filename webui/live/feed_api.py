"""The feed: the match as a record that grows, at an address that stays, for programs and pages elsewhere."""

import hashlib
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.errors import RecordError
from device.library.records.record_formats import write_record
from device.library.records.tableside_json import write_json
from device.shape import choice
from engine.i18n import phrase_of
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Record
from webui.described import described
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

KINDS = {"mat": "text/plain; charset=utf-8", "json": "application/json", "ogxm": "application/octet-stream"}


@dataclass(frozen=True, slots=True)
class _Written:
    """A record as a file, and the tag by which it is known again."""

    record: Record
    data: bytes
    tag: str


def _written(record: Record, ending: str) -> _Written:
    if ending == "ogxm":
        data = write_record(record, ending).data
    else:
        text = write_mat(record.match, record.tags) if ending == "mat" else write_json(record)
        data = text.encode()
    return _Written(record, data, hashlib.sha256(data).hexdigest()[:20])


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
            try:
                known = self._last[ending] = _written(record, ending)
            except RecordError as error:
                _ = translator()
                why = phrase_of(error).in_language(_)
                raise Refused(
                    HTTPStatus.NOT_FOUND, _("This match has no such file: {why}.", why=why)
                ) from error
        response = Response(known.data, content_type=KINDS[ending])
        response.set_etag(known.tag, weak=True)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.make_conditional(request)
        return response


FEED = ("text/plain", "application/json", "application/octet-stream")
"""What is answered."""
ENDING = {"ending": choice(tuple(KINDS))}


def feed_pages(table: Table) -> Blueprint:
    """`GET /api/feed.mat`, `/api/feed.json` and `/api/feed.ogxm`."""
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
