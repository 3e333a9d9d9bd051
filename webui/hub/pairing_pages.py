"""Pairing tables with the hub's broker: codes, who is let in, and who was refused."""

from http import HTTPStatus

from flask import Blueprint, Response, render_template

from device.club.broker.guard import OwnBrokerGuard
from device.club.broker.table_pairing import LONGEST_SEALED, MINUTES
from device.club.link.admission import LONGEST_NAME, is_name
from device.club.link.seen_table import natural
from device.errors import BrokerError, PairingError, StoreError
from device.shape import flag, many, maybe, number, text, thing, whole
from device.status.text.status_text import put
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
        "asked": flag(
            "Its broker lets everybody speak, so that the hub hears a table once it was let in here."
        ),
        "tables": many(text("A table that is let in.")),
        "waiting": many(
            thing({"name": text(), "since": number("Unix time.")}),
            "Tables that want to join, at most twenty.",
        ),
        "crowded": flag("More want to join than are told: let one of them in by its name."),
        "lost": maybe(text("Why tables are asked for anew that were let in before.")),
        "refused": thing(
            {
                "count": whole(0),
                "since": maybe(number("Unix time.")),
            }
        ),
    }
)
_NAMED = thing({"name": text("What the table is called.", maxLength=LONGEST_NAME)})
_CODE = thing({"code": text("Told this once."), "minutes": whole(1)})


def pairing_pages(hub: Hub, desk: Desk) -> Blueprint:
    """`GET /pairing`, `GET /api/pairing`, `POST /api/pairing/code`, `/tables` and `/api/pair`, `DELETE
    /api/pairing/NAME`.
    """
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
        return render_template(
            "hub-pairing.html",
            admitted=desk.admits(),
            own=hub.guard is not None,
            asked=hub.admission is not None,
        )

    @pages.get("/api/pairing")
    @described(
        "Which tables are let in at the broker, and who was refused.",
        returns=_PAIRING,
        needs_pin=True,
        by_token=False,
    )
    def paired() -> Response:
        desk.require_look(Right.DIRECTOR)
        guard, admission = hub.guard, hub.admission
        told = {
            "own": guard is not None,
            "asked": admission is not None,
            "waiting": [],
            "crowded": False,
            "lost": None,
        }
        if guard is not None:
            refused = {"count": guard.refused.count, "since": guard.refused.since}
            return json_answer({**told, "tables": list(guard.accounts.tables()), "refused": refused})
        refused = {"count": 0, "since": None}
        if admission is None:
            return json_answer({**told, "tables": [], "refused": refused})
        waiting = [{"name": each.name, "since": each.since} for each in admission.waiting]
        tables = sorted(admission.let_in, key=natural)
        return json_answer(
            {
                **told,
                "tables": tables,
                "refused": refused,
                "waiting": waiting,
                "crowded": admission.is_crowded,
                "lost": put(admission.trouble, translator()),
            }
        )

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

    @pages.post("/api/pairing/tables")
    @described(
        "Hear a table from now on that wants to join, or is to, where the hub's broker lets everybody speak.",
        takes=_NAMED,
        status=204,
        needs_pin=True,
        by_token=False,
        problems=(409, 503),
        example={"name": "3"},
    )
    def let_in() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        name = json_object().get("name")
        name = name.strip() if isinstance(name, str) else ""
        if not is_name(name):
            raise Refused(HTTPStatus.BAD_REQUEST, translator()("a table has a name of up to 80 letters"))
        if hub.admission is None:
            raise Refused(HTTPStatus.CONFLICT, translator()("This hub hears its tables without being asked."))
        hub.let_in(name, desk.who())
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.delete("/api/pairing/<path:name>")
    @described(
        "Let a table in no more, or refuse one that wants to join.",
        path={"name": text()},
        needs_pin=True,
        by_token=False,
        problems=(404, 409, 503),
    )
    def send_away(name: str) -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        if hub.admission is not None:
            if not hub.refuse(name, desk.who()):
                raise Refused(HTTPStatus.NOT_FOUND, translator()("There is no table of that name here."))
            return Response(status=HTTPStatus.NO_CONTENT.value)
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
    @pages.errorhandler(StoreError)
    def unheard(error: BrokerError | StoreError) -> Response:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, phrase_of(error).in_language(translator()))

    return pages
