"""The pages of positions, and their API: a photograph read, a position coded and drawn, the notebook."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from flask import Blueprint, Response, render_template, request

from device.errors import AnalysisError, LibraryError, NotNow, PhotoError
from device.io.cameras.phone_camera import LARGEST
from device.library.analysis.analysis_values import PositionAnalysis
from device.library.analysis.position_analysis import withheld
from device.library.games.position_text import code_json
from device.library.positions.asked_standing import caption, score_line
from device.library.positions.board_svg import board_svg
from device.library.positions.caught import CaughtPositions
from device.library.positions.exporting import ENDINGS, about_line, anki_deck, endings, notebook_text
from device.library.positions.photo_reading import PhotoReading, backgammon
from device.library.positions.position_notebook import LONGEST, KeptPosition
from device.shape import choice, flag, many, maybe, number, text, thing, whole
from device.status.board_json import DICE, POSITION, SEATING, SIDE, position_json, seating_json, tables_json
from device.store.access import Right
from engine.board import Kind
from engine.errors import EngineError
from engine.i18n import phrase_of
from engine.records.codes.game_standing import GameStanding
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object, require_own_page
from webui.door.server import SNAPS
from webui.language import translator
from webui.positions.position_query import LONGEST_CODE, QUERY, asked_near, coded, told_standing
from webui.problem import Refused
from webui.table import Table

_T = TypeVar("_T")
_CORNERS = (
    'The corners in pixels, "x,y x,y x,y x,y", far-left first, clockwise; left out, they are looked for.'
)
_PLACES = maybe(many(many(number(), minItems=2, maxItems=2), minItems=4, maxItems=4))
READ = thing(
    {
        "width": whole(1),
        "height": whole(1),
        "corners": _PLACES,
        "sure": flag("The corners are."),
        "position": maybe(POSITION),
        "seating": SEATING,
        "unsure": many(
            whole(1, 25),
            "Sites that were not read surely, 25 the bar, as the near player of backgammon counts.",
        ),
        "roll": DICE,
        "to_play": maybe(SIDE),
        "cube": thing({"value": whole(1), "owner": maybe(SIDE)}),
    }
)
CODED = thing(
    {
        "position": text(),
        "to_play": SIDE,
        "roll": DICE,
        "length": whole(0),
        "crawford": flag(),
        "codes": thing({"xgid": text(), "gnubg": text(), "ogid": text()}),
        "says": text(),
        "score_says": text(),
    }
)
_TEXT = text(maxLength=LONGEST)


def position_pages(positions: CaughtPositions, desk: Desk, table: Table) -> Blueprint:
    """`/snap` and `/notebook`; `/api/snap`, `/api/position[.svg|/analysis]` and `/api/notebook...`."""
    pages = Blueprint("positions", __name__)
    notebook = positions.notebook

    @pages.get("/snap")
    def snap() -> str:
        game = {"id": "backgammon", "men": backgammon().men, "squares": None, **tables_json(backgammon())}
        return render_template("snap.html", admitted=desk.admits(Right.REFEREE), game=game, longest=LONGEST)

    @pages.get("/notebook")
    def noted() -> str:
        _, kept = translator(), notebook.kept if desk.admits(Right.REFEREE) else ()
        shown = [
            {
                "kept": each,
                "about": about_line(each),
                "says": caption(each.standing, each.near, _),
                "score": score_line(each.standing, each.near, _),
            }
            for each in kept
        ]
        return render_template(
            "notebook.html", admitted=desk.admits(Right.REFEREE), shown=shown, endings=endings()
        )

    @pages.post(SNAPS)
    @described(
        "A photograph of any board, read: JPEG, PNG or WebP of at most two megabytes. Nothing of it is kept.",
        takes="image/jpeg",
        returns=READ,
        query={"corners": text(_CORNERS)},
        problems=(409,),
    )
    def read() -> Response:
        require_own_page()
        request.max_content_length = LARGEST
        try:
            found = positions.photo(request.get_data(cache=False), request.args.get("corners", ""))
        except NotNow as error:
            raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
        except PhotoError as error:
            raise Refused(HTTPStatus.BAD_REQUEST, phrase_of(error)) from error
        return json_answer(_read_json(found))

    @pages.get("/api/position")
    @described("A position with all its codes.", returns=CODED, query=QUERY, problems=(400,))
    def position() -> Response:
        standing, near = told_standing()
        _ = translator()
        said = {"says": caption(standing, near, _), "score_says": score_line(standing, near, _)}
        return json_answer({**_granted(lambda: code_json(standing)), **said})

    @pages.get("/api/position.svg")
    @described("A position drawn.", returns="image/svg+xml", query=QUERY, problems=(400,))
    def drawn() -> Response:
        standing, near = told_standing()
        _ = translator()
        lines = (caption(standing, near, _), score_line(standing, near, _))
        return Response(board_svg(standing, near, lines), content_type="image/svg+xml")

    @pages.post("/api/position/analysis")
    @described(
        "What GNU Backgammon thinks of a position; not while a game is on whose profile allows no such aid.",
        returns=PositionAnalysis.SHAPE,
        query=QUERY,
        problems=(400, 409),
    )
    def analysed() -> Response:
        require_own_page()
        standing, _near = told_standing()
        why = withheld(table.match_state)
        if why is not None:
            raise Refused(HTTPStatus.CONFLICT, why)
        try:
            found = positions.analyse(standing)
        except (AnalysisError, NotNow) as error:
            raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
        return json_answer(found.as_json())

    @pages.get("/api/notebook")
    @described(
        "The positions in the notebook, the newest first.",
        returns=thing({"positions": many(KeptPosition.SHAPE)}),
        needs_pin=True,
    )
    def listed() -> Response:
        _admitted(desk)
        return json_answer({"positions": [each.as_json() for each in notebook.kept]})

    @pages.post("/api/notebook")
    @described(
        "Keep a position.",
        takes=thing(
            {"code": text(maxLength=LONGEST_CODE), "near": choice(Kind), "place": _TEXT, "words": _TEXT},
            optional=("near", "place", "words"),
        ),
        returns=KeptPosition.SHAPE,
        status=201,
        needs_pin=True,
        problems=(409,),
        example={
            "code": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
            "words": "8/5 6/5, of course",
        },
    )
    def keep() -> Response:
        desk.require()
        body = json_object()
        near, place, words = asked_near(body), _said(body, "place"), _said(body, "words")

        def kept() -> KeptPosition:
            return positions.keep(_coded(body), near, place, words)

        return json_answer(_granted(kept).as_json(), HTTPStatus.CREATED)

    @pages.post("/api/notebook/<int:number>")
    @described(
        "Say otherwise where a position was, and what is to be said of it.",
        takes=thing({"place": _TEXT, "words": _TEXT}, optional=("place", "words")),
        returns=KeptPosition.SHAPE,
        needs_pin=True,
        problems=(404, 409),
        example={"words": "hits too loosely"},
    )
    def change(number: int) -> Response:
        desk.require()
        body = json_object()
        found = _granted(lambda: notebook.change(number, _said(body, "place"), _said(body, "words")))
        return json_answer((found or _missing(number)).as_json())

    @pages.post("/api/notebook/<int:number>/delete")
    @described(
        "Delete a position from the notebook.",
        takes=thing({}),
        returns=thing({"number": whole(1)}),
        needs_pin=True,
        problems=(404, 409),
        example={},
    )
    def delete(number: int) -> Response:
        desk.require()
        if not _granted(lambda: notebook.delete(number)):
            _missing(number)
        return json_answer({"number": number})

    @pages.get("/api/notebook.<ending>")
    @described(
        "The notebook as plain text, or as a deck of cards for Anki.",
        returns=("text/plain", "application/octet-stream"),
        path={"ending": choice(ENDINGS)},
        needs_pin=True,
        problems=(404,),
    )
    def exported(ending: str) -> Response:
        _admitted(desk)
        _ = translator()
        if ending not in endings():
            raise Refused(HTTPStatus.NOT_FOUND, _("There is no such kind of file."))
        made = notebook_text(notebook.kept, _) if ending == "txt" else anki_deck(notebook.kept, _)
        response = Response(made, content_type=ENDINGS[ending])
        response.headers["Content-Disposition"] = f'attachment; filename="tableside-positions.{ending}"'
        return response

    return pages


def _admitted(desk: Desk) -> None:
    if not desk.admits(Right.REFEREE):
        raise Refused(HTTPStatus.UNAUTHORIZED, desk.wanted())


def _read_json(found: PhotoReading) -> dict[str, object]:
    seating = found.seating()
    position = None if found.occupancy is None else found.position(seating)
    value, owner = found.cube_held
    return {
        "width": found.width,
        "height": found.height,
        "corners": found.corners and [list(each) for each in found.corners],
        "sure": found.is_sure,
        "position": position_json(position, backgammon()),
        "seating": seating_json(seating),
        "unsure": list(found.unsure),
        "roll": list(found.roll.dice) if found.roll else None,
        "to_play": found.thrower and found.thrower.value,
        "cube": {"value": value, "owner": owner and owner.value},
    }


def _coded(body: dict[str, object]) -> GameStanding:
    code = body.get("code")
    if not isinstance(code, str):
        raise Refused(HTTPStatus.BAD_REQUEST, translator()("'{name}' makes no sense here.", name="code"))
    return coded(code)


def _said(body: dict[str, object], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Refused(HTTPStatus.BAD_REQUEST, translator()("'{name}' makes no sense here.", name=name))
    return value


def _granted(do: Callable[[], _T]) -> _T:
    try:
        return do()
    except LibraryError as error:
        raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
    except EngineError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, phrase_of(error)) from error


def _missing(number: int) -> KeptPosition:
    raise Refused(
        HTTPStatus.NOT_FOUND, translator()("There is no position {number} in the notebook.", number=number)
    )
