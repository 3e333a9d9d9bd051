"""The pages as an app on a phone: the worker that answers while the table is away, and the page it answers with."""

from flask import Blueprint, Response, current_app, render_template

from webui.language import translator
from webui.table import Table


def installing_pages(table: Table) -> Blueprint:
    """`GET /worker.js`, which lies beside the pages that it answers for, and `GET /offline`."""
    pages = Blueprint("installing", __name__)

    @pages.get("/worker.js")
    def worker() -> Response:
        return current_app.send_static_file("worker.js")

    @pages.get("/offline")
    def offline() -> str:
        # What a phone keeps says nothing of the match: it lays over it what it saw last.
        return render_template("offline.html", snapshot=table.broadcaster.latest(translator()).as_json())

    return pages
