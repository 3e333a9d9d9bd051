"""The application: pages, API and event stream over one table."""

import logging
from collections.abc import Callable, Iterable

from flask import Blueprint, Flask

from device.clock import SystemClock
from device.io.cameras.phone_camera import PHONE, PhoneLine
from device.library.matches.listed_match import Listing
from device.library.matches.match_query import MatchQuery
from device.library.positions.caught import CaughtPositions
from device.ops.settings_keeper import SettingsKeeper
from device.store.access import Right
from engine.i18n import marked
from webui.desk.access_pages import access_pages
from webui.desk.correcting_pages import correcting_pages
from webui.desk.doorkeeping import door_pages
from webui.desk.phone import phone_pages
from webui.desk.referee_desk import Desk
from webui.desk.sight import sight_pages
from webui.door.headers import guard
from webui.door.hosts import guard_names, own_names
from webui.door.kept_files import keep_files
from webui.door.packing import pack
from webui.door.request_turns import THREADS as ANSWERING
from webui.door.request_turns import take_turns
from webui.door.server import TRUSTS, open_server
from webui.door.tls import Credentials, SecureDoor, let_in_securely, secure_sockets
from webui.language import speak, translator
from webui.library.library_pages import library_pages
from webui.library.quiz_page import quiz_page
from webui.library.statistics import ALL, statistics_pages
from webui.live.api import api_pages
from webui.live.box import box_pages
from webui.live.chances import chances_pages
from webui.live.feed_api import feed_pages
from webui.live.https import https_pages
from webui.live.lent_time import lent_time_pages
from webui.live.log import log_pages
from webui.live.pages import html_pages, installing_pages
from webui.live.sharing import share
from webui.live.stream import KEPT, STREAMS, Streams, stream_pages
from webui.menu import lead
from webui.positions.position_pages import position_pages
from webui.problem import explain_errors
from webui.reference.reference_pages import reference_pages
from webui.reference.schemas import schema_pages
from webui.settings import settings_pages
from webui.setup import setup_pages
from webui.table import Box, MatchLibrary, Setup, Table

_log = logging.getLogger(__name__)

THREADS = STREAMS + KEPT + ANSWERING
"""A thread for every stream, and for every answer that is given at a time."""
MENU = (
    ("home", "/home", marked("Home")),
    ("live", "/", marked("Live board")),
    ("desk", "/desk", marked("Referee's desk")),
    ("snap", "/snap", marked("Position from a photograph")),
    ("notebook", "/notebook", marked("Notebook")),
    ("matches", "/matches", marked("Matches")),
    ("statistics", "/statistics", marked("Statistics")),
    ("setup", "/setup", marked("Set-up")),
    ("settings", "/settings", marked("Settings")),
    ("box", "/box", marked("The box")),
    ("door", "/door", marked("The door")),
    ("api", "/api", marked("For programs")),
)
"""Where the menu leads: `here` of a page's template, its address and title."""


def create_app(
    table: Table,
    box: Box | None = None,
    language: str = "en",
    *,
    setup: Setup | None = None,
    library: MatchLibrary | None = None,
    names: Iterable[str] = (),
    secure: SecureDoor | None = None,
    phone: PhoneLine = PHONE,
    clock: SystemClock | None = None,
    positions: CaughtPositions | None = None,
    settings: SettingsKeeper | None = None,
) -> Flask:
    """The web application of one table, and of the box at its board if it has one; makes no thread and opens
    nothing by itself. `language` is for who asks for none that is spoken here; `names` are what its pages
    are called, beside addresses; `secure` is the door for HTTPS, if there is one; `phone` is the line by
    which a phone's pictures come in; `clock` is set by the first phone that opens a page, where nobody
    else has set it; `positions` are those that people caught; `settings` keeps the settings file.
    """
    app = Flask(__name__.partition(".")[0])
    app.config["MAX_CONTENT_LENGTH"] = 8 * 1024
    app.config["MAX_FORM_MEMORY_SIZE"] = 8 * 1024
    desk, streams = Desk(table.access), Streams()
    app.extensions[TRUSTS] = desk.trusts
    own = own_names(names)
    strangers = take_turns(app, lambda: desk.admits(Right.REFEREE))
    keep_files(app, desk.trusts, strangers, own)
    guard(app)
    speak(app, language)
    guard_names(app, own)
    pack(app)
    explain_errors(app)
    share(app, secure)
    app.jinja_env.globals["simulated"] = lambda: table.broadcaster.latest().simulated
    lead(app, MENU)
    app.register_blueprint(html_pages(table, desk))
    app.register_blueprint(api_pages(table, desk))
    app.register_blueprint(feed_pages(table))
    app.register_blueprint(chances_pages(table))
    app.register_blueprint(access_pages(desk))
    app.register_blueprint(door_pages(desk))
    app.register_blueprint(sight_pages(table, desk))
    app.register_blueprint(phone_pages(table, desk, phone))
    app.register_blueprint(lent_time_pages(clock, desk))
    app.register_blueprint(installing_pages(table))
    app.register_blueprint(correcting_pages(table, desk))
    app.register_blueprint(position_pages(positions or CaughtPositions(), desk, table))
    app.jinja_env.globals["boxed"] = box is not None
    app.jinja_env.globals["wizard"] = setup is not None
    if box is not None:
        app.register_blueprint(box_pages(box, desk))
    if setup is not None:
        app.register_blueprint(setup_pages(table, setup, desk))
    app.jinja_env.globals["has_settings"] = settings is not None
    if settings is not None:
        app.register_blueprint(settings_pages(settings, desk))
    app.jinja_env.globals["shelved"] = library is not None
    if library is not None:
        app.register_blueprint(library_pages(table, library, desk))
        app.register_blueprint(quiz_page(table, library, desk))
        app.register_blueprint(_statistics(table, library, desk))
    app.register_blueprint(https_pages(secure))
    app.register_blueprint(stream_pages(table, desk, streams))
    app.register_blueprint(log_pages(table, desk, streams))
    app.register_blueprint(reference_pages(desk))
    app.register_blueprint(schema_pages())
    return app


def _statistics(table: Table, library: MatchLibrary, desk: Desk) -> Blueprint:
    def listed(query: MatchQuery) -> Listing:
        return library.listing(
            query, admitted=desk.admits(), translator=translator(), limit=ALL, counted=True
        )

    return statistics_pages(
        desk, listed, lambda: {"snapshot": table.broadcaster.latest(translator()).as_json()}
    )


def serve(
    table: Table,
    host: str,
    port: int,
    ready: Callable[[], None] = lambda: None,
    box: Box | None = None,
    language: str = "en",
    setup: Setup | None = None,
    names: Iterable[str] = (),
    library: MatchLibrary | None = None,
    https_port: int | None = None,
    credentials: Credentials | None = None,
    positions: CaughtPositions | None = None,
    settings: SettingsKeeper | None = None,
) -> None:
    """Serves the pages until the process ends, with as many threads as the streams need; `ready` is called
    once it can be reached. With an `https_port` and `credentials` they are served over HTTPS, too, unless
    that port cannot be had. Raises OSError.
    """
    secure, sockets = None, []
    if https_port is not None and credentials is not None:
        try:
            sockets = secure_sockets(host, https_port)
            secure = SecureDoor(https_port, credentials, port)
        except OSError as error:
            _log.warning("there is no HTTPS, for port %d cannot be had: %s", https_port, error.strerror)
    app = create_app(
        table,
        box,
        language,
        setup=setup,
        library=library,
        names=names,
        secure=secure,
        clock=SystemClock(),
        positions=positions,
        settings=settings,
    )
    server = open_server(app, host, port, THREADS)
    if secure is not None:
        let_in_securely(server, sockets, secure.credentials)
    ready()
    server.run()
