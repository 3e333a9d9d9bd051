"""Problems: what went wrong with a request, as RFC 9457 says it to programs and as a page of its own to people."""

from http import HTTPStatus

from flask import Flask, Response, json, render_template, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as BaseResponse

from engine.i18n import Phrase, in_language
from webui.language import translator


class Refused(Exception):
    """A request that is not granted, with its HTTP status and a sentence that says what to do; ends up as a problem.

    `retry_after` in seconds, where trying again later helps.
    """

    def __init__(self, status: HTTPStatus, detail: str | Phrase, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


PROBLEM = "application/problem+json"


def problem(status: HTTPStatus, detail: str, retry_after: int | None = None) -> Response:
    """The answer that tells of a problem: `application/problem+json`, or a page where a person looks for one."""
    if _is_for_people():
        response = Response(render_template("problem.html", status=status.value, says=detail), status.value)
    else:
        body = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
        response = Response(json.dumps(body), status.value, content_type=PROBLEM)
    if status is HTTPStatus.UNAUTHORIZED:
        # RFC 9110 wants one; of this kind no browser asks for a password of its own
        response.headers["WWW-Authenticate"] = 'Bearer realm="Tableside"'
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
        if _is_for_people():
            # a person need not ask again: the browser does
            response.headers["Refresh"] = str(retry_after)
    return response


def explain_errors(app: Flask) -> None:
    """Makes an application answer with problems."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return problem(error.status, in_language(error.detail, translator()), error.retry_after)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> BaseResponse:
        status = HTTPStatus(error.code or 500)
        if status < HTTPStatus.BAD_REQUEST:
            return error.get_response()
        detail = error.description or status.phrase
        if _is_for_people() and detail == NotFound.description:
            detail = translator()("There is no such page here.")
        answer = problem(status, detail)
        allow = error.get_response().headers.get("Allow")
        if allow:
            answer.headers["Allow"] = allow
        return answer


def _is_for_people() -> bool:
    """Whether the present request is a browser's for a page."""
    is_page = request.method in ("GET", "HEAD") and not request.path.startswith(("/api/", "/static/"))
    return is_page and request.accept_mimetypes.best_match((PROBLEM, "text/html")) == "text/html"
