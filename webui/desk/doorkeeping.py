"""Keeping the door: wrong PINs, who has been let in, who has a PIN of their own, and how a new phone is let
in while PINs are guessed.
"""

from http import HTTPStatus

from flask import Blueprint, Response, render_template

from device.errors import AccessError
from device.shape import choice, flag, many, number, text, thing, whole
from device.store.access import PEOPLE, Right
from device.store.access.person import Person
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.commands.command_fields import not_one_of
from webui.described import described
from webui.desk.access_pages import LONGEST_WHO
from webui.desk.referee_desk import Desk, OpenSession, json_object
from webui.door.guessing import WrongPins
from webui.language import translator
from webui.problem import Refused, problem

_RIGHT = choice(Right)
_SESSION = thing(
    {
        "id": whole(1),
        "name": text("As they gave it; empty: none."),
        "right": _RIGHT,
        "since": number("Unix time."),
        "seen": number("When they last asked for anything, Unix time."),
        "address": text(),
        "device": text("What it is, as far as it says."),
        "own": flag("It is yours."),
    }
)
_DOOR = thing(
    {
        "wrong": WrongPins.SHAPE,
        "slowed": flag(
            "PINs are being guessed: a phone that is new needs the code of the box, or to be let in."
        ),
        "sessions": many(_SESSION),
        "people": many(Person.SHAPE),
    }
)
_NEW = thing({"person": Person.SHAPE, "pin": text("Told this once.")})


def door_pages(desk: Desk) -> Blueprint:
    """`GET /door`, `GET /api/door`, `POST /api/door/seen` and `/open`, `/api/people`, `DELETE /api/sessions/N`."""
    pages = Blueprint("doorkeeping", __name__)

    @pages.get("/door")
    def page() -> str:
        return render_template("door.html", admitted=desk.admits(), rights=_rights())

    @pages.get("/api/door")
    @described(
        "Who has been let in, and which PINs were wrong; people are told to a director alone.",
        returns=_DOOR,
        needs_pin=True,
        by_token=False,
    )
    def door() -> Response:
        desk.require_look(Right.REFEREE)
        people = desk.access.people if desk.admits(Right.DIRECTOR) else ()
        return json_answer(
            {
                "wrong": desk.wrong_pins.told().as_json(),
                "slowed": desk.access.guests.code is not None,
                "sessions": [_session(each) for each in desk.sessions()],
                "people": [each.as_json() for each in people],
            }
        )

    @pages.post("/api/door/seen")
    @described(
        "Take note of the wrong PINs: they are counted anew.",
        takes=thing({}),
        needs_pin=True,
        by_token=False,
        example={},
    )
    def seen() -> Response:
        desk.require(by_token=False)
        desk.wrong_pins.note()
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.post("/api/door/open")
    @described(
        "Let phones that are new try a PIN for a minute, though PINs are being guessed.",
        takes=thing({}),
        needs_pin=True,
        by_token=False,
        example={},
    )
    def open_it() -> Response:
        desk.require(by_token=False)
        desk.access.guests.open()
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.delete("/api/sessions/<int:number>")
    @described(
        "Send a device away: it has to give a PIN again, as one that was never here.",
        path={"number": whole(1)},
        needs_pin=True,
        by_token=False,
        problems=(404, 503),
    )
    def end(number: int) -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        if not desk.send_away(number):
            raise Refused(HTTPStatus.NOT_FOUND, translator()("That device has left already."))
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.post("/api/people")
    @described(
        "Give somebody a PIN of their own; it is told this once.",
        takes=thing({"name": text(minLength=1, maxLength=LONGEST_WHO), "right": _RIGHT}),
        returns=_NEW,
        status=201,
        needs_pin=True,
        by_token=False,
        problems=(409, 503),
        example={"name": "Maria", "right": "referee"},
    )
    def new_person() -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        _ = translator()
        body = json_object()
        name = body.get("name")
        right = next((each for each in Right if each.value == body.get("right")), None)
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_WHO or not name.isprintable():
            told = _("A name has at most {longest} letters, on one line.", longest=LONGEST_WHO)
            raise Refused(HTTPStatus.BAD_REQUEST, told)
        if right is None:
            raise Refused(HTTPStatus.BAD_REQUEST, not_one_of("right", (each.value for each in Right)))
        if desk.access.person_named(name) is not None:
            raise Refused(
                HTTPStatus.CONFLICT, _("Somebody is called {name} already: choose another name.", name=name)
            )
        if len(desk.access.people) >= PEOPLE:
            told = _(
                "{count} people have a PIN, which is all there may be: take one back first.", count=PEOPLE
            )
            raise Refused(HTTPStatus.CONFLICT, told)
        person, pin = desk.access.new_person(name, right)
        return json_answer({"person": person.as_json(), "pin": pin}, HTTPStatus.CREATED)

    @pages.delete("/api/people/<int:number>")
    @described(
        "Take somebody's PIN back: they are let in no more, on no device.",
        path={"number": whole(1)},
        needs_pin=True,
        by_token=False,
        problems=(404, 503),
    )
    def remove(number: int) -> Response:
        desk.require(Right.DIRECTOR, by_token=False)
        if not desk.access.remove_person(number):
            raise Refused(HTTPStatus.NOT_FOUND, translator()("There is nobody of that number."))
        return Response(status=HTTPStatus.NO_CONTENT.value)

    @pages.errorhandler(AccessError)
    def unkept(error: AccessError) -> Response:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, phrase_of(error).in_language(translator()))

    return pages


def _rights() -> list[tuple[str, str]]:
    """What people may, each with a sentence for who chooses."""
    _ = translator()
    return [
        (Right.REFEREE.value, _("Referee: all that is done at the desk")),
        (Right.SPECTATOR.value, _("Spectator: sees what others do not, and changes nothing")),
        (Right.DIRECTOR.value, _("Director: sets up, and says who may what")),
    ]


def _session(told: OpenSession) -> dict[str, object]:
    return {
        "id": told.id,
        "name": told.name,
        "right": told.right.value,
        "since": told.since,
        "seen": told.seen,
        "address": told.address,
        "device": told.device,
        "own": told.own,
    }
