"""Problems: what went wrong with a request, as RFC 9457 says it to programs and as a sentence to people."""

from http import HTTPStatus

from flask import Flask, Response, json
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from engine.tongue import Saying
from webui.language import tongue


class Refused(Exception):
    """A request that is not granted, with its HTTP status and a sentence that says what to do; ends up as a problem.

    `retry_after` in seconds, where trying again later helps.
    """

    def __init__(self, status: HTTPStatus, detail: str | Saying, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


def problem(status: HTTPStatus, detail: str, retry_after: int | None = None) -> Response:
    """The answer that tells of a problem, `application/problem+json`."""
    body = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    response = Response(json.dumps(body), status.value, content_type="application/problem+json")
    if status is HTTPStatus.UNAUTHORIZED:
        # RFC 9110 wants one; of this kind no browser asks for a password of its own
        response.headers["WWW-Authenticate"] = 'Bearer realm="Tableside"'
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def explain_errors(app: Flask) -> None:
    """Makes an application answer with problems."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        detail = error.detail.in_tongue(tongue()) if isinstance(error.detail, Saying) else error.detail
        return problem(error.status, detail, error.retry_after)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> BaseResponse:
        status = HTTPStatus(error.code or 500)
        if status < HTTPStatus.BAD_REQUEST:
            return error.get_response()
        answer = problem(status, error.description or status.phrase)
        allow = error.get_response().headers.get("Allow")
        if allow:
            answer.headers["Allow"] = allow
        return answer
