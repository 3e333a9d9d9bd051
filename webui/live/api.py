"""The API apart from the stream: the snapshot, commands, the record, the camera's picture."""

from http import HTTPStatus

from flask import Blueprint, Response, json

from device.library.games.agreements import profiles_json, rollnames_json, terms_json
from device.library.games.catalogue import listed_games, told_json
from device.shape import many, thing
from device.status.snapshot.table_snapshot import Snapshot
from device.store.access import Right
from engine.errors import InvalidOption, UnknownGame
from engine.games import all_games, find_game
from engine.i18n import phrase_of
from engine.match_formats import all_series, find_series
from engine.words.rollnames import TRADITIONS, find_tradition
from webui.answering import json_answer
from webui.answers import GAME, NOTHING, OPTION, PROFILE, ROLLNAMES, TRADITION
from webui.commands.command_parsing import COMMAND, parse_command
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.language import rules_translator, translator
from webui.live.stream import DESK, snapshot_text
from webui.problem import Refused
from webui.table import Table


def api_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/state`, `/api/games[/ID]`, `/api/profiles`, `/api/terms`, `/api/rollnames[/TRADITION]`,
    `/api/record.mat`, `/api/snapshot.jpg`, and `POST /api/command`.
    """
    pages = Blueprint("api", __name__)

    @pages.get("/api/state")
    @described("The notice: where the match stands now.", returns=Snapshot.SHAPE, query={"desk": DESK})
    def state() -> Response:
        return Response(
            snapshot_text(desk.broadcaster(table).latest(translator())), content_type="application/json"
        )

    @pages.get("/api/games")
    @described("Every game and series there is.", returns=thing({"games": many(GAME)}))
    def games() -> Response:
        told = [told_json(each, rules_translator()) for each in listed_games(all_games(), all_series())]
        return json_answer({"games": told})

    @pages.get("/api/profiles")
    @described("How a match can be refereed.", returns=thing({"profiles": many(PROFILE)}))
    def profiles() -> Response:
        return Response(json.dumps({"profiles": [*profiles_json()]}), content_type="application/json")

    @pages.get("/api/terms")
    @described("What can be agreed on for a match.", returns=thing({"terms": many(OPTION)}))
    def terms() -> Response:
        return Response(json.dumps({"terms": [*terms_json()]}), content_type="application/json")

    @pages.get("/api/games/<path:name>")
    @described(
        "A game or series by its id or one of its names, with its rules in prose.",
        returns=GAME,
        problems=(404,),
    )
    def game(name: str) -> Response:
        try:
            found = find_series(name) or find_game(name)
        except UnknownGame as error:
            raise Refused(HTTPStatus.NOT_FOUND, phrase_of(error)) from error
        return Response(json.dumps(told_json(found, rules_translator())), content_type="application/json")

    @pages.get("/api/rollnames")
    @described("The traditions in which rolls can be called.", returns=thing({"traditions": many(TRADITION)}))
    def traditions() -> Response:
        told = [
            {"id": each.id, "name": translator()(each.name), "language": each.language} for each in TRADITIONS
        ]
        return json_answer({"traditions": told})

    @pages.get("/api/rollnames/<name>")
    @described(
        "What a tradition calls the throws, and its words for take and pass.",
        returns=ROLLNAMES,
        problems=(404,),
    )
    def rollnames(name: str) -> Response:
        try:
            found = find_tradition(name)
        except InvalidOption as error:
            raise Refused(HTTPStatus.NOT_FOUND, phrase_of(error)) from error
        return Response(json.dumps(rollnames_json(found, translator())), content_type="application/json")

    @pages.post("/api/command")
    @described(
        "Tell the referee something; what comes of it is told by the notice.",
        takes=COMMAND,
        returns=NOTHING,
        status=202,
        needs_pin=True,
        problems=(409,),
        example={"type": "set_names", "white": "Anna", "black": "Ben"},
    )
    def command() -> Response:
        desk.require()
        snapshot = table.broadcaster.latest()
        game = snapshot.game
        rules = game.rules if game.squares is None else game.squares.rules
        told = parse_command(json_object(), rules, snapshot.match.terms)
        why = table.refusal(told, translator())
        if why is not None:
            raise Refused(HTTPStatus.CONFLICT, why)
        table.tell(told, desk.who())
        return Response("{}", HTTPStatus.ACCEPTED.value, content_type="application/json")

    @pages.get("/api/record.mat")
    @described("The match so far, as analysis programs read it.", returns="text/plain")
    def record() -> Response:
        number = table.broadcaster.latest().match.number
        text = table.record_text(finished=desk.kept_back(table))
        response = Response(text, content_type="text/plain; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="tableside-match-{number}.mat"'
        return response

    @pages.get("/api/snapshot.jpg")
    @described(
        "What the camera sees, with what was read in it.",
        returns="image/jpeg",
        needs_pin=True,
        problems=(404,),
    )
    def camera_jpeg() -> Response:
        _ = translator()
        # Pictures of people are not for everybody in the room, whatever is played.
        if not desk.admits(Right.REFEREE):
            raise Refused(
                HTTPStatus.UNAUTHORIZED, _("The camera's pictures are for the referee: give the PIN first.")
            )
        picture = table.camera_jpeg()
        if picture is None:
            raise Refused(HTTPStatus.NOT_FOUND, _("The camera has given no picture yet."))
        return Response(picture, content_type="image/jpeg")

    return pages
