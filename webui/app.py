"""The application: pages, API and event stream over one table."""

from collections.abc import Callable

import waitress
from flask import Flask

from webui.api import api_pages
from webui.box import box_pages
from webui.desk import Desk, desk_pages
from webui.headers import guard
from webui.language import speak
from webui.packing import pack
from webui.pages import html_pages
from webui.problem import explain_errors
from webui.sight import sight_pages
from webui.stream import STREAMS, Streams, stream_pages
from webui.table import Box, Table

THREADS = STREAMS + 16
"""A thread for every stream, and sixteen for all the rest."""
CONNECTIONS = 600
"""Open connections: browsers hold up to six each, idle ones included."""


def create_app(table: Table, box: Box | None = None, language: str = "en") -> Flask:
    """The web application of one table, and of the box at its board if it has one; makes no thread and opens nothing
    by itself. `language` is for who asks for none that is spoken here.
    """
    app = Flask(__name__.partition(".")[0])
    app.config["MAX_CONTENT_LENGTH"] = 8 * 1024
    app.config["MAX_FORM_MEMORY_SIZE"] = 8 * 1024
    desk = Desk()
    guard(app)
    speak(app, language)
    pack(app)
    explain_errors(app)
    app.register_blueprint(html_pages(table, desk))
    app.register_blueprint(api_pages(table, desk))
    app.register_blueprint(desk_pages(table, desk))
    app.register_blueprint(sight_pages(table, desk))
    app.jinja_env.globals["boxed"] = box is not None
    if box is not None:
        app.register_blueprint(box_pages(box, desk))
    app.register_blueprint(stream_pages(table, desk, Streams()))
    return app


def serve(
    table: Table, host: str, port: int, ready: Callable[[], None] = lambda: None, box: Box | None = None
) -> None:
    """Serves the pages until the process ends, with as many threads as the streams need; `ready` is called once it
    can be reached. Raises OSError.
    """
    server = waitress.create_server(
        create_app(table, box), host=host, port=port, threads=THREADS, connection_limit=CONNECTIONS,
        asyncore_use_poll=True, ident=None, channel_timeout=60,
    )  # fmt: skip
    ready()
    server.run()
