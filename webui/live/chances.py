"""The API of match winning chances, for who asks for them."""

from http import HTTPStatus

from flask import Blueprint, Response

from device.library.games.winning_chances import Chances, chances_of
from engine.i18n import Phrase
from webui.answering import json_answer
from webui.described import described
from webui.problem import Refused
from webui.table import Table


def chances_pages(table: Table) -> Blueprint:
    """`GET /api/chances`."""
    pages = Blueprint("chances", __name__)

    @pages.get("/api/chances")
    @described(
        "The match winning chances at this score, and what is at stake; where the profile allows such an aid.",
        returns=Chances.SHAPE,
        problems=(409,),
    )
    def chances() -> Response:
        found = chances_of(table.match_state)
        if isinstance(found, Phrase):
            raise Refused(HTTPStatus.CONFLICT, found)
        return json_answer(found.as_json())

    return pages
