"""The settings: their page, and the API by which they are told, changed, taken away and brought in."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from flask import Blueprint, Response, render_template, request

from device.errors import PairingError, SettingsError
from device.ops.settings_keeper import VALUE, SettingsKeeper, SettingsView
from device.shape import table_of, text, thing
from device.store.access import Right
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk, json_object
from webui.door.server import SETTINGS
from webui.language import translator
from webui.problem import Refused

LONGEST = 200_000
"""The longest settings file that is taken in, in letters."""
LONGEST_CODE, LONGEST_HUB = 40, 260
_CHANGES = thing({"changes": table_of(VALUE)})
_PAIR = thing(
    {
        "code": text("As the hub's page /pairing shows it.", maxLength=LONGEST_CODE),
        "hub": text(
            "Where the hub's pages are, such as hub.local; empty: it is looked for.", maxLength=LONGEST_HUB
        ),
    },
    optional=("hub",),
)
_T = TypeVar("_T")


def settings_pages(settings: SettingsKeeper, desk: Desk) -> Blueprint:
    """`GET /settings`; `/api/settings...`, for who may set the table up."""
    pages = Blueprint("settings", __name__)

    @pages.get("/settings")
    def page() -> str:
        admitted = desk.admits(Right.DIRECTOR)
        shown = _granted(lambda: settings.view(translator())) if admitted else None
        return render_template("settings.html", admitted=admitted, shown=shown)

    @pages.get("/api/settings")
    @described(
        "Every setting, with what it is about and what it may be.",
        returns=SettingsView.SHAPE,
        needs_pin=True,
        by_token=False,
        problems=(409,),
    )
    def all_settings() -> Response:
        desk.require_look(Right.DIRECTOR)
        return json_answer(_granted(lambda: settings.view(translator())).as_json())

    @pages.post("/api/settings")
    @described(
        "Write other values into the settings file, by their places, such as web.port; null: as if nothing were said "
        "there. They count once the service starts again.",
        takes=_CHANGES,
        returns=SettingsView.SHAPE,
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={"changes": {"buzzer.pin": 18}},
    )
    def change() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        changes = json_object().get("changes")
        if not isinstance(changes, dict):
            raise Refused(
                HTTPStatus.BAD_REQUEST, translator()("Send {shape}.", shape='{"changes": {"web.port": 80}}')
            )
        _granted(lambda: settings.change(changes))
        return json_answer(_granted(lambda: settings.view(translator())).as_json())

    @pages.get("/api/settings.toml")
    @described(
        "A settings file with all that is set here; without secrets, and what is changed in the file alone.",
        returns="application/toml",
        needs_pin=True,
        by_token=False,
        problems=(409,),
    )
    def exported() -> Response:
        desk.require_look(Right.DIRECTOR)
        response = Response(_granted(settings.exported), content_type="application/toml")
        response.headers["Content-Disposition"] = 'attachment; filename="tableside.toml"'
        return response

    @pages.post(SETTINGS)
    @described(
        "What would have to be changed for the settings to be as in such a file; nothing is changed yet.",
        takes=thing({"toml": text(maxLength=LONGEST)}),
        returns=_CHANGES,
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={"toml": "[buzzer]\npin = 18\n"},
    )
    def offered() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        request.max_content_length = 4 * LONGEST
        given = json_object().get("toml")
        if not isinstance(given, str) or len(given) > LONGEST:
            raise Refused(HTTPStatus.BAD_REQUEST, translator()("This is no settings file."))
        return json_answer({"changes": _granted(lambda: settings.offered(given))})

    @pages.post("/api/settings/pair")
    @described(
        "Pair the table with its club's hub by a code; it counts once the service starts again. Takes some seconds.",
        takes=_PAIR,
        returns=SettingsView.SHAPE,
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={"code": "ABCD-2345-EFGH"},
    )
    def pair() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        told = json_object()
        code, hub = told.get("code"), told.get("hub", "")
        if not isinstance(code, str) or not isinstance(hub, str) or len(code) + len(hub) > LONGEST_HUB:
            raise Refused(
                HTTPStatus.BAD_REQUEST, translator()("Send {shape}.", shape='{"code": "ABCD-2345-EFGH"}')
            )
        _granted(lambda: settings.pair(code, hub))
        return json_answer(_granted(lambda: settings.view(translator())).as_json())

    @pages.post("/api/settings/restart")
    @described(
        "End the service, and start it again with the settings as they are now. A game goes on where it was.",
        takes=thing({}),
        status=202,
        returns=thing({}),
        needs_pin=True,
        by_token=False,
        problems=(409,),
        example={},
    )
    def restart() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        # with settings that make no sense it would not come back
        _granted(settings.view)
        response = json_answer({}, HTTPStatus.ACCEPTED)
        response.call_on_close(settings.restart)
        return response

    return pages


def _granted(do: Callable[[], _T]) -> _T:
    """What is done with the settings, or their fault in the reader's language."""
    try:
        return do()
    except (SettingsError, PairingError) as error:
        raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
