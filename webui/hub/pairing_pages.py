"""Pairing tables with the hub's broker: codes, who is let in, and who was refused."""

from http import HTTPStatus

from flask import Blueprint, Response, render_template

from device.club.broker.guard import OwnBrokerGuard
from device.club.broker.table_pairing import LONGEST_SEALED, MINUTES
from device.errors import BrokerError, PairingError
from device.shape import flag, many, maybe, number, text, thing, whole
from device.store.access import Right
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.hub.served_hub import Hub
from webui.language import translator
from webui.problem import Refused, problem

_SEALED = thing({"sealed": text("Fernet, by the key that the code stands for.", maxLength=LONGEST_SEALED)})
_PAIRING = thing(
    {
        "own": flag("The hub set the broker up, so that tables can be paired with it."),
        "tables": many(text("A table that is let in.")),
        "refused": thing(
            {
                "count": whole(0),
                "since": maybe(number("Unix time.")),
            }
        ),
    }
)
_CODE = thing({"code": text("Told this once."), "minutes": whole(1)})


def pairing_pages(hub: Hub, desk: Desk) -> Blueprint:
    """`GET /pairing`, `GET /api/pairing`, `POST /api/pairing/code` and `/api/pair`, `DELETE /api/pairing/NAME`."""
    pages = Blueprint("pairing", __name__)

    def own() -> OwnBrokerGuard:
        if hub.guard is None:
            raise Refused(
                HTTPStatus.CONFLICT,
                translator()("This hub did not set up its broker, and lets nobody in there."),
            )
        return hub.guard

    @pages.get("/pairing")
    def page() -> str:
        return render_template("hub-pairing.html", admitted=desk.admits(), own=hub.guard is not None)

    @pages.get("/api/pairing")
    @described(
        "Which tables are let in at the broker, and who was refused.",
        returns=_PAIRING,
        needs_pin=True,
        by_token=False,
    )
    def paired() -> Response:
        desk.require_look(Right.DIRECTOR)
        guard = hub.guard
        if guard is None:
            return json_answer({"own": False, "tables": [], "refused": {"count": 0, "since": None}})
        refused = {"count": guard.refused.count, "since": guard.refused.since}
        return json_answer({"own": True, "tables": list(guard.accounts.tables()), "refused": refused})

    @pages.post("/api/pairing/code")
    @described(
        "Make a code that lets one table in.",
        takes=thing({}),
        returns=_CODE,
        status=201,
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={},
    )
    def code() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        return json_answer({"code": own().pairing.new_code(), "minutes": MINUTES}, HTTPStatus.CREATED)

    @pages.delete("/api/pairing/<path:name>")
    @described(
        "Let a table in no more.",
        path={"name": text()},
        needs_pin=True,
        by_token=False,
        problems=(404, 409, 503),
    )
    def send_away(name: str) -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        accounts = own().accounts
        if name not in accounts.tables():
            raise Refused(HTTPStatus.NOT_FOUND, translator()("There is no table of that name here."))
        accounts.send_away(name)
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.post("/api/pair")
    @described(
        "What a table sends that has been told a code: its name, sealed with it. The answer has the broker's password.",
        takes=_SEALED,
        returns=_SEALED,
        problems=(403, 409, 503),
        example={"sealed": "gAAAAA"},
    )
    def pair() -> Response:
        sealed = json_object().get("sealed")
        if not isinstance(sealed, str) or not sealed.isascii() or len(sealed) > LONGEST_SEALED:
            raise Refused(HTTPStatus.BAD_REQUEST, translator()("Send a JSON object, as application/json."))
        return json_answer({"sealed": own().pairing.pair(sealed)})

    @pages.errorhandler(PairingError)
    def refused(error: PairingError) -> Response:
        return problem(HTTPStatus.FORBIDDEN, phrase_of(error).in_language(translator()))

    @pages.errorhandler(BrokerError)
    def unheard(error: BrokerError) -> Response:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, phrase_of(error).in_language(translator()))

    return pages
