"""Putting right: what the referee's desk asks for beside the snapshot."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from device.shape import many, maybe, text, thing
from device.status.board_json import SIDE
from device.status.snapshot.plays_view import PlaysView, plays_shown
from device.status.text.naming import names_of
from device.store.access import Right
from device.table.gallery.decisions import Correction, corrections
from device.table.gallery.recent_turns import TurnView, last_turns
from engine.board import Side
from webui.answering import json_answer
from webui.answers import NOTHING
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.language import translator
from webui.problem import Refused
from webui.table import Table


def correcting_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/corrections`, `/api/turns`, `/api/plays`, and `POST /api/overlook`."""
    pages = Blueprint("righting", __name__)  # the operation ids of the API are named for it

    def look() -> None:
        if not desk.admits(Right.REFEREE):
            raise Refused(HTTPStatus.UNAUTHORIZED, desk.wanted())

    @pages.get("/api/corrections")
    @described(
        "What people have put right last, the newest first; who and when.",
        returns=thing({"who": text("Your own name, for the record."), "corrections": many(Correction.SHAPE)}),
        needs_pin=True,
    )
    def put_right() -> Response:
        look()
        told = corrections(table.entries, names_of(table.match_state, translator()))
        return json_answer({"who": desk.who(), "corrections": [each.as_json() for each in told]})

    @pages.get("/api/turns")
    @described(
        "The last turns of the game, the newest first, with the pictures from before and after each.",
        returns=thing({"trouble": maybe(text("Why no pictures are kept.")), "turns": many(TurnView.SHAPE)}),
        needs_pin=True,
    )
    def turns() -> Response:
        look()
        gallery = table.gallery
        told = last_turns(table.match_state, table.entries, gallery.decisions(translator()), translator())
        return json_answer(
            {"trouble": gallery.trouble(translator()), "turns": [each.as_json() for each in told]}
        )

    @pages.get("/api/plays")
    @described(
        "The legal plays of a side's present turn, or else of its last: for who says how it was played.",
        returns=maybe(PlaysView.SHAPE),
        query={"side": SIDE},
        needs_pin=True,
        problems=(400,),
    )
    def plays() -> Response:
        look()
        _ = translator()
        asked = request.args.get("side")
        if asked not in (None, "W", "B"):
            raise Refused(HTTPStatus.BAD_REQUEST, _("'side' must be W or B."))
        found = plays_shown(table.match_state, None if asked is None else Side(asked))
        return json_answer(None if found is None else found.as_json())

    @pages.post("/api/overlook")
    @described(
        "The board stands as the notice has it, whatever the camera sees: its `mend` is over.",
        returns=NOTHING,
        status=202,
        needs_pin=True,
    )
    def overlook() -> Response:
        desk.require()
        table.overlook()
        return Response("{}", HTTPStatus.ACCEPTED.value, content_type="application/json")

    return pages
