"""The library: its pages, and the API by which matches are listed, told, taken away and deleted."""

from http import HTTPStatus

from flask import Blueprint, Response, render_template

from device.errors import LibraryError
from device.library.downloads import ENDINGS, MEDIA_TYPES
from device.library.matches.listed_match import LISTING, MATCH_HEAD
from device.library.matches.story_view import StoryView
from device.shape import choice, flag, thing, whole
from device.store.access import Right
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.language import translator
from webui.library.bringing import bring_in
from webui.library.match_filter import QUERY, asked_page, asked_query
from webui.library.remembering import ReplayCache
from webui.library.shelved import GONE, MATCH, PLAYER, PLAYERS
from webui.library.shelving import library_blueprint
from webui.problem import Refused
from webui.table import MatchLibrary, Table


def library_pages(table: Table, library: MatchLibrary, desk: Desk) -> Blueprint:
    """`GET /matches[/N]`, `/players[/NAME]`, `/api/matches[/N[.ENDING]]`, `/api/players[/NAME]`, and
    `POST /api/matches/file`, `/api/matches/N/delete` and `/restore`.
    """
    pages, remembered = library_blueprint(desk), ReplayCache()

    @pages.get("/matches")
    def shelf() -> str:
        return _page(table, desk, "library.html", listing=_listing(library, desk))

    @pages.get("/matches/<int:number>")
    def one_match(number: int) -> str:
        shown = _story(library, desk, number)
        if desk.admits():
            return _page(table, desk, "library-match.html", match=shown.as_json(translator()))
        beside = table.broadcaster.latest(translator()).as_json(), desk.access.has_pin
        return remembered.page(
            number,
            shown,
            translator(),
            beside,
            lambda match: render_template(
                "library-match.html", snapshot=beside[0], admitted=False, match=match
            ),
        )

    @pages.get("/players")
    def people() -> str:
        return _page(table, desk, "library-players.html", players=_players(library, desk))

    @pages.get("/players/<name>")
    def person(name: str) -> str:
        return _page(table, desk, "library-player.html", player=_player(library, desk, name))

    @pages.get("/api/matches")
    @described("The matches of this table, the newest first.", returns=LISTING, query=QUERY, problems=(400,))
    def matches() -> Response:
        return json_answer(_listing(library, desk))

    @pages.get("/api/matches/<int:number>")
    @described("A match with its games, step by step.", returns=MATCH, problems=(404,))
    def match(number: int) -> Response:
        shown = _story(library, desk, number)
        is_public = not desk.admits()
        return json_answer(
            remembered.replay(number, shown, translator()) if is_public else shown.as_json(translator())
        )

    @pages.get("/api/matches/<int:number>.<ending>")
    @described(
        "A match as a file.",
        returns=MEDIA_TYPES,
        path={"ending": choice(ENDINGS)},
        problems=(404,),
    )
    def file(number: int, ending: str) -> Response:
        found = library.download(number, ending, admitted=desk.admits(), translator=translator())
        if found is None:
            raise _missing(translator()("There is no such match, or no such kind of file."))
        response = Response(found.data, content_type=found.media_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
        return response

    @pages.post("/api/matches/<int:number>/delete")
    @described(
        "Delete a match. It can be brought back for 30 days, unless it is to go for good.",
        takes=thing({"for_good": flag()}, optional=("for_good",)),
        returns=thing({"number": whole(1), "deleted": GONE, "gone": flag()}),
        needs_pin=True,
        problems=(400, 404, 409),
        example={},
    )
    def delete(number: int) -> Response:
        desk.require()
        _ = translator()
        body = json_object()
        for_good = body.get("for_good", False)
        if not isinstance(for_good, bool) or body.keys() - {"for_good"}:
            raise Refused(
                HTTPStatus.BAD_REQUEST, _("Send {empty} or {shape}.", empty="{}", shape='{"for_good": true}')
            )
        if for_good:
            # nothing brings that back: it is for people
            desk.require(Right.DIRECTOR, by_token=False)
        if library.find(number, admitted=True) is None:
            raise _missing(_no_match(number))
        try:
            mark = library.delete(number, for_good=for_good)
        except LibraryError as error:
            raise Refused(HTTPStatus.CONFLICT, phrase_of(error).in_language(_)) from error
        return json_answer({"number": number, "deleted": mark and mark.as_json(), "gone": mark is None})

    @pages.post("/api/matches/<int:number>/restore")
    @described(
        "Bring a deleted match back.",
        takes=thing({}),
        returns=MATCH_HEAD,
        needs_pin=True,
        problems=(404,),
        example={},
    )
    def restore(number: int) -> Response:
        desk.require()
        found = library.restore(number)
        if found is None:
            raise _missing(_no_match(number))
        return json_answer(found.as_json(translator()))

    bring_in(pages, library, desk)

    @pages.get("/api/players")
    @described("Everybody who is named in a match, who played last first.", returns=PLAYERS)
    def players() -> Response:
        return json_answer(_players(library, desk))

    @pages.get("/api/players/<name>")
    @described("A player, with results over time.", returns=PLAYER, problems=(404,))
    def player(name: str) -> Response:
        return json_answer(_player(library, desk, name))

    return pages


def _page(table: Table, desk: Desk, template: str, **told: object) -> str:
    snapshot = table.broadcaster.latest(translator()).as_json()
    return render_template(template, snapshot=snapshot, admitted=desk.admits(), **told)


def _listing(library: MatchLibrary, desk: Desk) -> dict[str, object]:
    _, admitted, query = translator(), desk.admits(), asked_query()
    if query.deleted and not admitted:
        raise Refused(HTTPStatus.UNAUTHORIZED, desk.wanted())
    limit, offset = asked_page()
    found = library.listing(query, admitted=admitted, translator=_, limit=limit, offset=offset)
    return found.as_json(_)


def _story(library: MatchLibrary, desk: Desk, number: int) -> StoryView:
    found = library.story(number, admitted=desk.admits())
    if found is None:
        raise _missing(_no_match(number))
    return found


def _players(library: MatchLibrary, desk: Desk) -> dict[str, object]:
    return {"players": [each.as_json() for each in library.players(admitted=desk.admits())]}


def _player(library: MatchLibrary, desk: Desk, name: str) -> dict[str, object]:
    found = library.player(name, admitted=desk.admits())
    if found is None:
        raise _missing(translator()("Nobody of that name has played at this table."))
    return library.player_json(found, translator())


def _no_match(number: int) -> str:
    return translator()("There is no match {number} here.", number=number)


def _missing(detail: str) -> Refused:
    return Refused(HTTPStatus.NOT_FOUND, detail)
