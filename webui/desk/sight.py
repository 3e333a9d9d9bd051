"""What the camera sees and what decisions were read from, for who has given the PIN: pictures, and JSON about them."""

import threading
from http import HTTPStatus

from flask import Blueprint, Response, request

from device.shape import many, maybe, text, thing
from device.status.board_difference import Difference
from device.store.access import Right
from device.store.pictures.ring import RingPicture
from device.table.gallery.decisions import Decision
from device.table.gallery.picture_gallery import FRAME, SIGHT, UnderWay
from webui.answering import json_answer
from webui.described import described
from webui.desk.referee_desk import Desk
from webui.language import translator
from webui.problem import Refused
from webui.table import Table

FULL_AT_ONCE = 4
"""So many may wait for a picture in full resolution: each takes a thread, and some 36 MB."""
PLAIN = text("Given, the picture is as it was taken, with nothing drawn in it.")
_SIGHT = thing(
    {
        **SIGHT["properties"],
        "differs": many(Difference.SHAPE, "Where the board is seen otherwise than it is believed."),
    }
)
_DECISIONS = thing({"trouble": maybe(text("Why no pictures are kept.")), "decisions": many(Decision.SHAPE)})


def sight_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/sight`, `GET /api/joining`, `GET /api/decisions[/SEQ]`, `GET /api/frames/ID[.jpg]`;
    `?plain` leaves the drawing out.
    """
    pages = Blueprint("sight", __name__)
    waiting = threading.BoundedSemaphore(FULL_AT_ONCE)

    @pages.before_request
    def admit() -> None:
        _ = translator()
        if not desk.admits(Right.REFEREE):
            raise Refused(
                HTTPStatus.UNAUTHORIZED, _("The camera's pictures are for the referee: give the PIN first.")
            )

    @pages.get("/api/sight")
    @described("What is read of the board now.", returns=_SIGHT, needs_pin=True)
    def sight() -> Response:
        differs = [each.as_json() for each in table.gallery.differing(table.match_state)]
        return json_answer({**table.gallery.sight_json(translator()), "differs": differs})

    @pages.get("/api/joining")
    @described(
        "How the board stands as the camera sees it, and who seems to sit where: for who says that a game "
        "is under way.",
        returns=UnderWay.SHAPE,
        needs_pin=True,
    )
    def joining() -> Response:
        return json_answer(table.gallery.under_way(table.match_state).as_json())

    @pages.get("/api/sight.jpg")
    @described(
        "The camera's picture now.",
        returns="image/jpeg",
        query={"plain": PLAIN},
        needs_pin=True,
        problems=(404,),
    )
    def picture() -> Response:
        return _jpeg(table.gallery.camera_jpeg(drawn="plain" not in request.args))

    @pages.get("/api/sight/full.jpg")
    @described(
        "What the camera sees, as large as it takes any picture: a phone is asked for a photograph, which may take "
        "some seconds.",
        returns="image/jpeg",
        needs_pin=True,
        problems=(404, 409),
    )
    def full_picture() -> Response:
        _ = translator()
        if not waiting.acquire(blocking=False):
            raise Refused(
                HTTPStatus.CONFLICT, _("Other pictures are being read: try again in a few seconds.")
            )
        try:
            return _jpeg(table.gallery.full_jpeg())
        finally:
            waiting.release()

    @pages.get("/api/decisions")
    @described("The last decisions of which there are pictures.", returns=_DECISIONS, needs_pin=True)
    def decisions() -> Response:
        gallery = table.gallery
        told = [each.as_json() for each in gallery.decisions(translator())]
        return json_answer({"trouble": gallery.trouble(translator()), "decisions": told})

    @pages.get("/api/decisions/<seq>")
    @described(
        "A decision, by the number of its event.", returns=Decision.SHAPE, needs_pin=True, problems=(404,)
    )
    def decision(seq: str) -> Response:
        found = next(
            (each for each in table.gallery.decisions(translator()) if str(each.entry.seq) == seq), None
        )
        if found is None:
            raise _gone(seq)
        return json_answer(found.as_json())

    @pages.get("/api/frames/<name>")
    @described(
        "A picture of a decision, with what was read of it.", returns=FRAME, needs_pin=True, problems=(404,)
    )
    def frame(name: str) -> Response:
        return json_answer(table.gallery.told(_kept(name), translator()))

    @pages.get("/api/frames/<name>.jpg")
    @described("That picture.", returns="image/jpeg", query={"plain": PLAIN}, needs_pin=True, problems=(404,))
    def frame_picture(name: str) -> Response:
        found = table.gallery.jpeg(_kept(name), drawn="plain" not in request.args)
        if found is None:
            raise _gone(name)
        return Response(found, content_type="image/jpeg")

    def _kept(name: str) -> RingPicture:
        found = table.gallery.find(name)
        if found is None:
            raise _gone(name)
        return found

    return pages


def _jpeg(found: bytes | None) -> Response:
    _ = translator()
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("The camera has given no picture yet."))
    return Response(found, content_type="image/jpeg")


def _gone(name: str) -> Refused:
    _ = translator()
    detail = _("There is no picture {name}, or it has made room for newer ones.", name=name)
    return Refused(HTTPStatus.NOT_FOUND, detail)
