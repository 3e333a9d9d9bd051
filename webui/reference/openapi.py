"""The OpenAPI document of an application, generated from its addresses and what their
view functions are described as.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from device.shape import Schema, choice, referring, text, thing
from webui.answers import PROBLEM
from webui.described import Description, Returned, Streamed, description_of

VERSION = "3.1.0"
AREAS = {
    "api": "The game",
    "stream": "Following",
    "log": "Following",
    "feed": "Following",
    "chances": "The game",
    "access": "Access",
    "doorkeeping": "Access",
    "righting": "Putting right",
    "": "The game",
    "setup": "Set-up",
    "library": "Matches",
    "wall": "The tables",
    "results": "Matches",
    "sight": "The camera",
    "phone": "The camera",
    "positions": "Positions",
    "box": "The box",
    "lent_time": "The box",
    "reference": "This API",
    "schemas": "This API",
}
"""What the endpoints of a blueprint are listed under."""
_INTRODUCTION = (
    "All that the pages of a table do. Whoever looks needs nothing; whoever changes anything gives a token for "
    "programs (`Authorization: Bearer ...`), or is a page of the table's own (cookie and the header `X-Tableside: 1`). "
    "Errors are problems (RFC 9457); their `detail` is a sentence for people, in the language that "
    "`Accept-Language` asks for."
)
_PLACE = re.compile(r"<(?:(?P<kind>\w+)(?:\([^)]*\))?:)?(?P<name>\w+)>")
_TYPES: dict[str, Schema] = {"int": {"type": "integer", "minimum": 0}}
_JSON = "application/json"
_TEXT = re.compile(r"text/|application/x-")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of an address under /api, as an application has it; `description` is None where nobody wrote one."""

    method: str
    rule: Rule
    area: str
    description: Description | None

    @property
    def path(self) -> str:
        """The address as OpenAPI writes it: `/api/games/{name}`."""
        return _PLACE.sub(r"{\g<name>}", self.rule.rule)


def endpoints(app: Flask) -> Iterator[Endpoint]:
    """All endpoints of the API, in the order in which they were written."""
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/"):
            continue
        blueprint = rule.endpoint.rpartition(".")[0]
        found = description_of(app.view_functions[rule.endpoint])
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Endpoint(method, rule, AREAS.get(blueprint, blueprint.capitalize()), found)


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an application; endpoints that nobody described are not in it."""
    named: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    areas = dict.fromkeys(each.area for each in endpoints(app))
    for each in endpoints(app):
        if each.description is not None:
            told = _operation(each, each.description)
            paths.setdefault(each.path, {})[each.method.lower()] = referring(told, named)
    return {
        "openapi": VERSION,
        "info": {"title": "Tableside", "version": "1", "description": _INTRODUCTION},
        "servers": [{"url": "/"}],
        "tags": [{"name": area} for area in areas],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(named.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A program's token."},
                "page": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "tableside",
                    "description": "Given for the PIN.",
                },
            },
        },
    }


def _operation(endpoint: Endpoint, told: Description) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.rule.endpoint.replace(".", "_"),
        "tags": [endpoint.area],
        "summary": told.says,
        "parameters": [*_parameters(endpoint, told)],
        "responses": _responses(endpoint, told),
    }
    if isinstance(told.takes, str):
        operation["requestBody"] = {"required": True, "content": {told.takes: {"schema": _file(told.takes)}}}
    elif told.takes is not None:
        content: dict[str, Any] = {"schema": told.takes}
        if told.example is not None:
            content["example"] = told.example
        operation["requestBody"] = {"required": True, "content": {_JSON: content}}
    if told.needs_pin:
        operation["security"] = [{"page": []}, *([{"token": []}] if told.by_token else [])]
    return operation


def _parameters(endpoint: Endpoint, told: Description) -> Iterator[dict[str, Any]]:
    for found in _PLACE.finditer(endpoint.rule.rule):
        usual = _TYPES.get(found["kind"] or "", {"type": "string"})
        yield _parameter(found["name"], "path", told.path.get(found["name"], usual), required=True)
    for name, schema in told.query.items():
        yield _parameter(name, "query", schema)
    for name, schema in told.headers.items():
        yield _parameter(name, "header", schema)


def _parameter(name: str, place: str, schema: Schema, *, required: bool = False) -> dict[str, Any]:
    plain = {key: value for key, value in schema.items() if key != "description"}
    found = {"name": name, "in": place, "required": required, "schema": plain}
    return {**found, "description": schema["description"]} if "description" in schema else found


def _responses(endpoint: Endpoint, told: Description) -> dict[str, Any]:
    answers = {told.status: told.returns, **told.also}
    found = {str(status.value): _response(status, returns) for status, returns in answers.items()}
    for status in sorted(_problems(endpoint, told)):
        content = {"application/problem+json": {"schema": PROBLEM}}
        found.setdefault(str(status.value), {"description": status.phrase, "content": content})
    return found


def _problems(endpoint: Endpoint, told: Description) -> set[HTTPStatus]:
    found = {*told.problems, HTTPStatus.MISDIRECTED_REQUEST}
    if told.needs_pin:
        found |= {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
    if endpoint.method != "GET":
        found |= {HTTPStatus.FORBIDDEN}
    if told.takes is not None:
        found |= {HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE}
    return found


def _response(status: HTTPStatus, returns: Returned) -> dict[str, Any]:
    if returns is None:
        return {"description": status.phrase}
    if isinstance(returns, Streamed):
        return {"description": status.phrase, "content": {"text/event-stream": {"schema": _event(returns)}}}
    if isinstance(returns, str | tuple):
        kinds = (returns,) if isinstance(returns, str) else returns
        return {"description": status.phrase, "content": {kind: {"schema": _file(kind)} for kind in kinds}}
    return {"description": status.phrase, "content": {_JSON: {"schema": returns}}}


def _event(stream: Streamed) -> Schema:
    """One event of a stream, field by field, as OpenAPI 3.2 describes them and some programs of today read it."""
    data = text(contentMediaType=_JSON, contentSchema=stream.data)
    fields = {
        "id": text("The number that `Last-Event-ID` resumes after."),
        "event": choice([stream.event]),
        "data": data,
    }
    return thing(fields, optional=["id", "event", "data"])


def _file(kind: str) -> Schema:
    """The schema of a file: of JSON anything, else text or bytes."""
    if kind.endswith("json"):
        return {}
    return {"type": "string"} if _TEXT.match(kind) else {"type": "string", "format": "binary"}
