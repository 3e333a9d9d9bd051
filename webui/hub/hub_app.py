"""The application of a hub: pages, API and event streams over all tables of a club."""

from collections.abc import Callable, Iterable

from flask import Blueprint, Flask, request

from device.library.matches.listed_match import Listing
from device.library.matches.match_query import MatchQuery
from device.shape import text
from device.store.access import Right
from engine.i18n import marked
from webui.desk.access_pages import access_pages
from webui.desk.doorkeeping import door_pages
from webui.desk.referee_desk import Desk
from webui.door.headers import guard
from webui.door.hosts import guard_names, own_names
from webui.door.kept_files import keep_files
from webui.door.packing import pack
from webui.door.request_turns import THREADS as ANSWERING
from webui.door.request_turns import take_turns
from webui.door.server import open_server
from webui.hub.club_library_pages import club_library_pages
from webui.hub.pairing_pages import pairing_pages
from webui.hub.results import results_pages
from webui.hub.served_hub import Hub
from webui.hub.tournament_pages import events_pages
from webui.hub.wall_pages import wall_pages
from webui.language import speak, translator
from webui.library.statistics import ALL, statistics_pages
from webui.live.sharing import share
from webui.live.stream import Streams
from webui.menu import lead
from webui.problem import explain_errors
from webui.reference.reference_pages import reference_pages

STREAMS = 160
"""Streams at once: televisions, and a phone for every second visitor of a large event."""
OF_ONE = 40
"""How many of them one address may hold."""
THREADS = STREAMS + ANSWERING
"""A thread for every stream, and for every answer that is given at a time."""
MENU = (
    ("wall", "/", marked("All tables")),
    ("tournaments", "/tournaments", marked("Tournaments")),
    ("results", "/results", marked("Results")),
    ("matches", "/matches", marked("Matches")),
    ("players", "/players", marked("Players")),
    ("statistics", "/statistics", marked("Statistics")),
    ("pairing", "/pairing", marked("Pair tables")),
    ("door", "/door", marked("The door")),
    ("api", "/api", marked("For programs")),
)
"""Where the menu leads: `here` of a page's template, its address and title."""


def create_hub_app(hub: Hub, language: str = "en", *, names: Iterable[str] = ()) -> Flask:
    """The web application of a hub; makes no thread and opens nothing by itself. `language` is for who asks for none
    that is spoken here; `names` are what its pages are called, beside addresses.
    """
    app = Flask("webui")
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.config["MAX_FORM_MEMORY_SIZE"] = 64 * 1024
    desk, streams = Desk(hub.access), Streams(STREAMS, OF_ONE)
    own = own_names(names)
    strangers = take_turns(app, lambda: desk.admits(Right.REFEREE))
    keep_files(app, desk.trusts, strangers, own)
    guard(app)
    speak(app, language)
    guard_names(app, own)
    pack(app)
    explain_errors(app)
    share(app)
    app.jinja_env.globals["hub"] = True
    lead(app, MENU)
    app.register_blueprint(wall_pages(hub, desk, streams))
    app.register_blueprint(club_library_pages(hub, desk))
    app.register_blueprint(results_pages(hub, desk))
    app.register_blueprint(_statistics(hub, desk))
    if hub.events is not None:
        app.register_blueprint(events_pages(hub.events, desk, hub.tables))
    app.register_blueprint(access_pages(desk))
    app.register_blueprint(door_pages(desk))
    app.register_blueprint(pairing_pages(hub, desk))
    app.register_blueprint(reference_pages(desk))
    return app


def _statistics(hub: Hub, desk: Desk) -> Blueprint:
    def listed(query: MatchQuery) -> Listing:
        return hub.library.listing(
            query, translator=translator(), table=request.args.get("table", ""), limit=ALL, counted=True
        )

    return statistics_pages(
        desk,
        listed,
        lambda: {"tables": hub.library.keys},
        {"table": text("What its matches are filed under.")},
    )


def serve_hub(
    hub: Hub,
    host: str,
    port: int,
    ready: Callable[[], None] = lambda: None,
    language: str = "en",
    names: Iterable[str] = (),
) -> None:
    """Serves the pages of a hub until the process ends; `ready` is called once they can be reached. Raises OSError."""
    server = open_server(create_hub_app(hub, language, names=names), host, port, THREADS)
    ready()
    server.run()
