"""The reference: the API's document, and a page that shows it and lets people try it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup

from webui.described import described
from webui.desk.referee_desk import Desk
from webui.reference.openapi import document
from webui.reference.sketch import sketch


@dataclass(frozen=True, slots=True)
class AnswerSpec:
    """What an endpoint may answer: status, its phrase, the media type and a sketch of what it is; None: nothing."""

    status: str
    phrase: str
    media: str
    sketch: Markup | None


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint as the page shows it; `takes` is a sketch of its body, `example` one
    to send, `needs` what lets in.
    """

    id: str
    method: str
    path: str
    says: str
    parameters: tuple[dict[str, Any], ...]
    takes: Markup | None
    example: str
    answers: tuple[AnswerSpec, ...]
    needs: str


def reference_pages(desk: Desk) -> Blueprint:
    """`GET /api` and `GET /api/openapi.json`."""
    pages = Blueprint("reference", __name__)

    @pages.get("/api")
    def page() -> str:
        told = document(current_app)
        areas = [(tag["name"], [*operations(told, tag["name"])]) for tag in told["tags"]]
        shapes = {
            name: (sketch(each), each.get("description", ""))
            for name, each in told["components"]["schemas"].items()
        }
        return render_template(
            "api.html", admitted=desk.admits(), has_pin=desk.access.has_pin, areas=areas, shapes=shapes
        )

    @pages.get("/api/openapi.json")
    @described("This description of the API, in OpenAPI.", returns={"type": "object"})
    def openapi() -> Response:
        return Response(json.dumps(document(current_app)), content_type="application/json")

    return pages


def operations(told: dict[str, Any], area: str) -> Iterator[Operation]:
    """The endpoints of an area of a document."""
    for path, methods in told["paths"].items():
        for method, each in methods.items():
            if area not in each["tags"]:
                continue
            body = each.get("requestBody", {}).get("content", {}).get("application/json", {})
            security = [name for one in each.get("security", ()) for name in one]
            yield Operation(
                each["operationId"],
                method.upper(),
                path,
                each["summary"],
                tuple({**one, "sketch": sketch(one["schema"])} for one in each["parameters"]),
                sketch(body["schema"]) if body else None,
                _example(body),
                tuple(_answer(status, one) for status, one in sorted(each["responses"].items())),
                "" if not security else "token" if "token" in security else "pin",
            )


def _example(body: dict[str, Any]) -> str:
    return (
        json.dumps(body["example"], indent=2, ensure_ascii=False)
        if "example" in body
        else "{}"
        if body
        else ""
    )


def _answer(status: str, told: dict[str, Any]) -> AnswerSpec:
    contents: dict[str, Any] = told.get("content", {})
    media = next(iter(contents), "")
    is_told = media.endswith("json") or media == "text/event-stream"
    return AnswerSpec(
        status, told["description"], media, sketch(contents[media]["schema"]) if is_told else None
    )
