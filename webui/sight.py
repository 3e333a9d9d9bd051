"""What the camera sees and what decisions were read from, for who has given the PIN: pictures, and JSON about them."""

from http import HTTPStatus

from flask import Blueprint, Response, json, request

from device.ring import Kept
from webui.desk import COOKIE, Desk
from webui.problem import Refused
from webui.table import Table


def sight_pages(table: Table, desk: Desk) -> Blueprint:
    """`GET /api/sight`, `GET /api/decisions[/SEQ]`, `GET /api/frames/ID[.jpg]`; `?plain` leaves the drawing out."""
    pages = Blueprint("sight", __name__)

    @pages.before_request
    def admit() -> None:
        if not desk.admitted(request.cookies.get(COOKIE)):
            raise Refused(
                HTTPStatus.UNAUTHORIZED, "The camera's pictures are for the referee: give the PIN first."
            )

    @pages.get("/api/sight")
    def sight() -> Response:
        return _json(table.gallery.sight_json())

    @pages.get("/api/sight.jpg")
    def picture() -> Response:
        found = table.gallery.snapshot(drawn="plain" not in request.args)
        if found is None:
            raise Refused(HTTPStatus.NOT_FOUND, "The camera has given no picture yet.")
        return Response(found, content_type="image/jpeg")

    @pages.get("/api/decisions")
    def decisions() -> Response:
        gallery = table.gallery
        told = [each.as_json() for each in gallery.decisions()]
        return _json({"trouble": gallery.trouble, "decisions": told})

    @pages.get("/api/decisions/<seq>")
    def decision(seq: str) -> Response:
        found = next((each for each in table.gallery.decisions() if str(each.entry.seq) == seq), None)
        if found is None:
            raise Refused(
                HTTPStatus.NOT_FOUND,
                f"No picture is kept of decision {seq}, or it has made room for newer ones.",
            )
        return _json(found.as_json())

    @pages.get("/api/frames/<name>")
    def frame(name: str) -> Response:
        return _json(table.gallery.told(_kept(name)))

    @pages.get("/api/frames/<name>.jpg")
    def frame_picture(name: str) -> Response:
        found = table.gallery.jpeg(_kept(name), drawn="plain" not in request.args)
        if found is None:
            raise _gone(name)
        return Response(found, content_type="image/jpeg")

    def _kept(name: str) -> Kept:
        found = table.gallery.find(name)
        if found is None:
            raise _gone(name)
        return found

    return pages


def _gone(name: str) -> Refused:
    return Refused(HTTPStatus.NOT_FOUND, f"There is no picture {name}, or it has made room for newer ones.")


def _json(value: object) -> Response:
    return Response(json.dumps(value), content_type="application/json")
