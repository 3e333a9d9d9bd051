"""The phone above the board: the page that sends what its camera sees, and what takes its pictures in."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from flask import Blueprint, Response, render_template, request

from device.errors import CameraError, NotNow
from device.io.cameras.phone_camera import LARGEST, LARGEST_FULL, PhoneLine
from device.shape import choice, flag, many, number, text, thing, whole
from engine.board import View
from engine.i18n import phrase_of
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.door.server import FULL_PICTURES, PICTURES
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

LONGEST_NAME = 64
"""The longest name that a phone gives itself, in characters."""
_PLACE = many(number(), "In shares of the picture's width and height.", minItems=2, maxItems=2)
_MARKS = thing(
    {
        "outline": many(_PLACE, "The board's edge; empty where it is not known where it lies."),
        "sites": many(thing({"at": _PLACE, "light": whole(0), "dark": whole(0), "sure": flag()})),
        "dice": many(thing({"at": _PLACE, "value": whole(1, 6), "sure": flag()})),
    }
)
_TAKEN = thing(
    {
        "watched": flag("False: the table watches through another camera, and no picture is taken."),
        "view": choice(View),
        "says": text("What the camera sees, in a sentence."),
        "marks": _MARKS,
        "full": flag("True: one picture in full resolution is wanted besides."),
    }
)
_PHONE = text("By what the phone is known: one at a time is the camera.", maxLength=LONGEST_NAME)


def phone_pages(table: Table, desk: Desk, line: PhoneLine) -> Blueprint:
    """`GET /camera`, and `POST /api/camera/picture[/full]`."""
    pages = Blueprint("phone", __name__)

    @pages.get("/camera")
    def page() -> str:
        return render_template("camera.html", admitted=desk.admits())

    @pages.post(PICTURES)
    @described(
        "A picture of the phone that is the camera (`--camera phone`); answered once the table has looked at it.",
        takes="image/jpeg",
        returns=_TAKEN,
        needs_pin=True,
        problems=(409,),
        query={
            "phone": _PHONE,
            "take": text("Given, this phone takes the place of another."),
        },
    )
    def picture() -> Response:
        desk.require()
        request.max_content_length = LARGEST
        with _refusing():
            watched = line.offer(_phone(), request.get_data(cache=False), take_over="take" in request.args)
        _ = translator()
        seen = table.broadcaster.latest(_).camera.as_json()
        marks = table.gallery.marks_json(line.turning)
        # who chooses a camera in the set-up looks before the referee does, to whom there is none yet
        is_news = watched and seen["view"] == View.LOST.value
        says = _("The pictures arrive at the table.") if is_news else seen["text"]
        told = {"watched": watched, "view": seen["view"], "says": says, "marks": marks}
        return json_answer({**told, "full": line.wants_full})

    @pages.post(FULL_PICTURES)
    @described(
        "A picture of that phone in full resolution, where an answer said that one is wanted; of at most eight "
        "megabytes.",
        takes="image/jpeg",
        returns=thing({}),
        needs_pin=True,
        problems=(409,),
        query={"phone": _PHONE},
    )
    def full_picture() -> Response:
        desk.require()
        request.max_content_length = LARGEST_FULL
        with _refusing():
            line.offer_full(_phone(), request.get_data(cache=False))
        return json_answer({})

    return pages


def _phone() -> str:
    return request.args.get("phone", "")[:LONGEST_NAME]


@contextmanager
def _refusing() -> Iterator[None]:
    """Turns the line's errors into answers."""
    try:
        yield
    except NotNow as error:
        raise Refused(HTTPStatus.CONFLICT, phrase_of(error)) from error
    except CameraError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, phrase_of(error)) from error
