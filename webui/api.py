"""The API apart from the stream: the notice, commands, the record, the camera's picture."""

from http import HTTPStatus

from flask import Blueprint, Response

from webui.commands import parse_command
from webui.desk import Desk, json_object
from webui.problem import Refused
from webui.stream import notice_text
from webui.table import Table


def api_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/state`, `POST /api/command`, `GET /api/record.mat`, `GET /api/snapshot.jpg`."""
    pages = Blueprint("api", __name__)

    @pages.get("/api/state")
    def state() -> Response:
        return Response(notice_text(table.noticeboard.latest()), content_type="application/json")

    @pages.post("/api/command")
    def command() -> Response:
        desk.require()
        men = table.noticeboard.latest().game.men
        table.tell(parse_command(json_object(), men))
        return Response("{}", HTTPStatus.ACCEPTED.value, content_type="application/json")

    @pages.get("/api/record.mat")
    def record() -> Response:
        number = table.noticeboard.latest().match.number
        response = Response(table.record_text(), content_type="text/plain; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="tableside-match-{number}.mat"'
        return response

    @pages.get("/api/snapshot.jpg")
    def snapshot() -> Response:
        picture = table.snapshot()
        if picture is None:
            raise Refused(HTTPStatus.NOT_FOUND, "The camera has given no picture yet.")
        return Response(picture, content_type="image/jpeg")

    return pages
