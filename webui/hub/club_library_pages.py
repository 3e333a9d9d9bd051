"""The library of a club: the matches of all tables, as pages and as JSON; they are read
here, and deleted at their table.
"""

from http import HTTPStatus

from flask import Blueprint, Response, render_template, request

from device.library.downloads import ENDINGS, MEDIA_TYPES
from device.library.match_library import Library
from device.library.matches.story_view import StoryView
from device.shape import choice, text
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.hub.hub_schemas import CLUB_LISTING
from webui.hub.served_hub import Hub
from webui.language import translator
from webui.library.match_filter import QUERY, asked_page, asked_query
from webui.library.remembering import ReplayCache
from webui.library.shelved import MATCH, PLAYER, PLAYERS
from webui.library.shelving import library_blueprint
from webui.problem import Refused

_QUERY = {
    **{name: schema for name, schema in QUERY.items() if name != "deleted"},
    "table": text("What the matches of a table are filed under."),
}


def club_library_pages(hub: Hub, desk: Desk) -> Blueprint:
    """`GET /matches`, `/tables/NAME/matches/N`, `/players[/NAME]`, and the same below `/api`."""
    pages, remembered = library_blueprint(desk), ReplayCache()

    @pages.get("/matches")
    def shelf() -> str:
        return render_template("library.html", admitted=False, listing=_listing(hub))

    @pages.get("/tables/<path:table>/matches/<int:number>")
    def one_match(table: str, number: int) -> str:
        shown = _story(hub, desk, table, number)
        if desk.admits():
            match = {**shown.as_json(translator()), "table": table}
            return render_template("library-match.html", admitted=True, match=match)
        return remembered.page(
            (table, number),
            shown,
            translator(),
            desk.access.has_pin,
            lambda match: render_template(
                "library-match.html", admitted=False, match={**match, "table": table}
            ),
        )

    @pages.get("/players")
    def people() -> str:
        return render_template("library-players.html", admitted=False, players=_players(hub))

    @pages.get("/players/<name>")
    def person(name: str) -> str:
        return render_template("library-player.html", admitted=False, player=_player(hub, name))

    @pages.get("/api/matches")
    @described(
        "The matches of all tables, the newest first.", returns=CLUB_LISTING, query=_QUERY, problems=(400,)
    )
    def matches() -> Response:
        return json_answer(_listing(hub))

    @pages.get("/api/tables/<path:table>/matches/<int:number>")
    @described("A match with its games, step by step.", returns=MATCH, problems=(404, 502))
    def match(table: str, number: int) -> Response:
        shown = _story(hub, desk, table, number)
        is_public = not desk.admits()
        told = (
            remembered.replay((table, number), shown, translator())
            if is_public
            else shown.as_json(translator())
        )
        return json_answer({**told, "table": table})

    @pages.get("/api/tables/<path:table>/matches/<int:number>.<ending>")
    @described(
        "A match as a file.",
        returns=MEDIA_TYPES,
        path={"ending": choice(ENDINGS)},
        problems=(404, 502),
    )
    def file(table: str, number: int, ending: str) -> Response:
        found = _table(hub, table).download(number, ending, admitted=desk.admits(), translator=translator())
        if found is None:
            raise _missing(translator()("There is no such match, or no such kind of file."))
        response = Response(found.data, content_type=found.media_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
        return response

    @pages.get("/api/players")
    @described("Everybody who is named in a match, who played last first.", returns=PLAYERS)
    def players() -> Response:
        return json_answer(_players(hub))

    @pages.get("/api/players/<name>")
    @described("A player, with results over time.", returns=PLAYER, problems=(404,))
    def player(name: str) -> Response:
        return json_answer(_player(hub, name))

    return pages


def _listing(hub: Hub) -> dict[str, object]:
    query, (limit, offset) = asked_query(), asked_page()
    if query.deleted:
        raise Refused(
            HTTPStatus.BAD_REQUEST, translator()("A match is deleted, and brought back, at its own table.")
        )
    table = request.args.get("table", "")
    found = hub.library.listing(query, translator=translator(), table=table, limit=limit, offset=offset)
    return {**found.as_json(translator()), "tables": list(hub.library.keys)}


def _table(hub: Hub, key: str) -> Library:
    found = hub.library.table(key)
    if found is None:
        raise _missing(translator()("There is no table of that name here."))
    return found


def _story(hub: Hub, desk: Desk, key: str, number: int) -> StoryView:
    found = _table(hub, key).story(number, admitted=desk.admits())
    if found is None:
        raise _missing(translator()("There is no match {number} here.", number=number))
    return found


def _players(hub: Hub) -> dict[str, object]:
    return {"players": [each.as_json() for each in hub.library.players()]}


def _player(hub: Hub, name: str) -> dict[str, object]:
    found = hub.library.player(name)
    if found is None:
        raise _missing(translator()("Nobody of that name has played at any table."))
    return hub.library.player_json(found, translator())


def _missing(detail: str) -> Refused:
    return Refused(HTTPStatus.NOT_FOUND, detail)
