"""Answers in JSON."""

from http import HTTPStatus

from flask import Response, json


def json_answer(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A value as the answer to a request."""
    return Response(json.dumps(value), status.value, content_type="application/json")
