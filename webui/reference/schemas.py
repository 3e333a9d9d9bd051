"""The JSON Schemas of records and of what the commands print, for programs."""

from http import HTTPStatus

from flask import Blueprint, Response, abort

from device.schemas import schema_names, schema_of, schema_text
from device.shape import choice, many, text, thing
from webui.answering import json_answer
from webui.described import described

_LISTED = thing({"schemas": many(thing({"name": text(), "title": text(), "says": text(), "url": text()}))})


def schema_pages() -> Blueprint:
    """`GET /api/schemas` and `GET /api/schemas/NAME`."""
    pages = Blueprint("schemas", __name__)

    @pages.get("/api/schemas")
    @described("The JSON Schemas of records and of what the commands print.", returns=_LISTED)
    def schemas() -> Response:
        return json_answer({"schemas": [_listed(name) for name in schema_names()]})

    @pages.get("/api/schemas/<name>")
    @described(
        "A JSON Schema (draft 2020-12).",
        returns=("application/schema+json",),
        path={"name": choice(schema_names())},
        problems=(404,),
    )
    def schema(name: str) -> Response:
        if name not in schema_names():
            abort(HTTPStatus.NOT_FOUND)
        return Response(schema_text(name), content_type="application/schema+json")

    return pages


def _listed(name: str) -> dict[str, str]:
    told = schema_of(name)
    return {"name": name, "title": told["title"], "says": told["description"], "url": f"/api/schemas/{name}"}
