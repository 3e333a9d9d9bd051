"""The pages for people: the live board, the referee's, and what the camera sees."""

from flask import Blueprint, render_template, request

from device.catalogue import listed, shelves
from engine.games import all_games
from engine.profile import PRESETS
from engine.programmes import all_series
from engine.terms import TERMS
from webui.desk import COOKIE, Desk
from webui.table import Table


def html_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /`, `GET /referee` and `GET /sight`."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def live() -> str:
        return render_template("live.html", notice=table.noticeboard.latest().as_json())

    @pages.get("/referee")
    def referee() -> str:
        admitted = desk.admitted(request.cookies.get(COOKIE))
        board = table.desk if admitted else table.noticeboard
        return render_template(
            "referee.html", notice=board.latest().as_json(), admitted=admitted, profiles=PRESETS,
            shelves=shelves(listed(all_games(), all_series())), terms=TERMS,
        )  # fmt: skip

    @pages.get("/sight")
    def sight() -> str:
        return render_template("sight.html", admitted=desk.admitted(request.cookies.get(COOKIE)))

    return pages
