"""The pages for people: the live board and the referee's."""

from flask import Blueprint, render_template, request

from webui.desk import COOKIE, Desk
from webui.table import Table


def html_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /` and `GET /referee`."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def live() -> str:
        return render_template("live.html", notice=table.noticeboard.latest().as_json())

    @pages.get("/referee")
    def referee() -> str:
        return render_template(
            "referee.html",
            notice=table.noticeboard.latest().as_json(),
            admitted=desk.admitted(request.cookies.get(COOKIE)),
        )

    return pages
