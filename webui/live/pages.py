"""The pages for people: the way to all others, the live board, the referee's, the chess clock's buttons, what
the camera sees, the overlay for streams, and all of them as an app on a phone.
"""

from http import HTTPStatus

from flask import Blueprint, current_app, redirect, render_template, request
from werkzeug.wrappers import Response

from device.library.games.catalogue import in_prose, listed_games, shelves, words_of
from device.status.snapshot.clock_view import clock_text
from engine.games import all_games
from engine.i18n import marked
from engine.match.terms import MATCH_ONLY, SINGLE_ONLY, TERMS
from engine.match_formats import all_series
from engine.profile import PRESETS
from engine.tables.options import Option, title_of
from webui.desk.referee_desk import Desk
from webui.language import label, translator
from webui.table import Table

CLOCK_TERMS = {
    "clock": marked("Chess clock"),
    "clock_delay": marked("Free seconds of every turn"),
    "clock_minutes": marked("Minutes"),
    "flag": marked("A fallen flag costs"),
}
"""Those terms of a match that are about its chess clock, as the pages call them."""

OVERLAY = {
    "layout": ("lower", "corner", "board"),
    "board": ("", "right", "left", "off"),
    "clock": ("on", "off"),
    "play": ("on", "off"),
    "turn": ("0", "1"),
    "theme": ("dark", "light"),
}
"""What can be chosen of the overlay; the first of each where nothing that is known was asked for."""


def told_term(term: Option) -> str:
    """What a term of a match is about, with its values as the page calls them."""
    _ = translator()
    return in_prose(_(term.sentence), (choice.value for choice in term.choices), _)


def only_for(term: Option) -> str:
    """Which length a term of a match is for alone: `single` games, or a `match` to points; empty: either."""
    return "single" if term.name in SINGLE_ONLY else "match" if term.name in MATCH_ONLY else ""


def html_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /`, `GET /home`, `GET /desk` (once `/referee`), `GET /clock`, `GET /sight`, `GET /stream` and
    `GET /overlay`."""
    pages = Blueprint("pages", __name__)
    for each in (clock_text, label, only_for, title_of, told_term, words_of):
        pages.add_app_template_filter(each)

    @pages.get("/")
    def live() -> str:
        return render_template("live.html", snapshot=table.broadcaster.latest(translator()).as_json())

    @pages.get("/home")
    def home() -> str:
        return render_template("home.html")

    @pages.get("/referee")
    def referee() -> Response:
        query = request.query_string.decode("ascii", "replace")
        return redirect("/desk" + (f"?{query}" if query else ""), HTTPStatus.MOVED_PERMANENTLY)

    @pages.get("/desk")
    def referees_desk() -> str:
        admitted = desk.admits()
        board = table.desk if admitted else table.broadcaster
        return render_template(
            "desk.html",
            snapshot=board.latest(translator()).as_json(),
            admitted=admitted,
            profiles=PRESETS,
            shelves=shelves(listed_games((*all_games(), *table.own_games), all_series())),
            titles=CLOCK_TERMS,
            clock_terms=[term for term in TERMS if term.name in CLOCK_TERMS],
            other_terms=[term for term in TERMS if term.name not in CLOCK_TERMS],
        )

    @pages.get("/clock")
    def clock() -> str:
        # It lies before the players, who may see no more than everybody, whoever has given the PIN.
        admitted = desk.admits()
        return render_template(
            "clock.html", snapshot=table.broadcaster.latest(translator()).as_json(), admitted=admitted
        )

    @pages.get("/sight")
    def sight() -> str:
        return render_template("sight.html", admitted=desk.admits())

    @pages.get("/stream")
    def stream() -> str:
        return render_template("stream.html", admitted=desk.admits())

    @pages.get("/overlay")
    def overlay() -> str:
        """Names, score, clocks, cube, the last play and the board on a transparent ground, for a streaming program.

        The query string chooses: `layout` (`lower`, `corner`, `board`), `board` (`right`, `left`, `off`; without it, a
        board is drawn at the right in the layout `board` alone), `clock=off`, `play=off`, `turn=1` (seen from the far
        side) and `theme` (`dark`, `light`). What is not known counts as not given.
        """
        asked = {name: request.args.get(name) for name in OVERLAY}
        chosen = {name: asked[name] if asked[name] in known else known[0] for name, known in OVERLAY.items()}
        chosen["board"] = chosen["board"] or ("right" if chosen["layout"] == "board" else "off")
        # A stream is for everybody, whoever has given the PIN on the computer that sends it.
        return render_template(
            "overlay.html", snapshot=table.broadcaster.latest(translator()).as_json(), chosen=chosen
        )

    return pages


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
