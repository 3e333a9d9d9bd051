"""The API apart from the stream: the notice, commands, the record, the camera's picture."""

from http import HTTPStatus

from flask import Blueprint, Response, json

from device.catalogue import game_json
from engine.errors import UnknownGame
from engine.games import find_game
from engine.programmes import find_series
from webui.commands import parse_command
from webui.desk import Desk, json_object
from webui.language import tongue
from webui.problem import Refused
from webui.stream import notice_text
from webui.table import Table


def api_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/state`, `GET /api/games/ID`, `POST /api/command`, `GET /api/record.mat`, `GET /api/snapshot.jpg`."""
    pages = Blueprint("api", __name__)

    @pages.get("/api/state")
    def state() -> Response:
        return Response(notice_text(desk.board(table).latest(tongue())), content_type="application/json")

    @pages.get("/api/games/<name>")
    def game(name: str) -> Response:
        try:
            found = find_series(name) or find_game(name)
        except UnknownGame as error:
            raise Refused(HTTPStatus.NOT_FOUND, f"{error}") from error
        return Response(json.dumps(game_json(found, with_rules=True)), content_type="application/json")

    @pages.post("/api/command")
    def command() -> Response:
        desk.require()
        notice = table.noticeboard.latest()
        game = notice.game
        rules = game.rules if game.squares is None else game.squares.rules
        table.tell(parse_command(json_object(), rules, notice.match.terms))
        return Response("{}", HTTPStatus.ACCEPTED.value, content_type="application/json")

    @pages.get("/api/record.mat")
    def record() -> Response:
        number = table.noticeboard.latest().match.number
        text = table.record_text(finished=desk.kept_back(table))
        response = Response(text, content_type="text/plain; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="tableside-match-{number}.mat"'
        return response

    @pages.get("/api/snapshot.jpg")
    def snapshot() -> Response:
        if desk.kept_back(table):
            detail = "While this game is on, the picture is for the referee: give the PIN."
            raise Refused(HTTPStatus.FORBIDDEN, detail)
        picture = table.snapshot()
        if picture is None:
            raise Refused(HTTPStatus.NOT_FOUND, "The camera has given no picture yet.")
        return Response(picture, content_type="image/jpeg")

    return pages
