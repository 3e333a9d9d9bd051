"""Kept files: what was answered once to who asked for a file of ours is given out again as it is.

A page takes some dozens of them, so a room that opens it at once asks for more than a thousand. To find, read and pack
each anew, and to dress it in headers, takes ten times as long.
"""

import posixpath
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.http import is_entity_header, parse_etags

from webui.door.hosts import is_known
from webui.door.packing import unpacks
from webui.door.processor_share import Strangers
from webui.door.request_turns import COMPUTING_SECONDS, REST, RETRY_AFTER, nothing, who_asks

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_UNLIKE = ("HTTP_RANGE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
"""What asks for something else than the file, or whether the browser's is the same."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """A file as it was answered with, and when it was written, in nanoseconds, and its size."""

    file: Path
    state: tuple[int, int]
    headers: tuple[tuple[str, str], ...]
    body: bytes


class KeptFiles:
    """What is asked before the application `beyond`: it answers with files that are kept, and passes on all else.

    `trusts` tells from a request's headers who is answered at once; all others are `strangers`, who wait for
    the processor. `own` are names under which it is asked for. From any thread.
    """

    def __init__(
        self,
        beyond: "WSGIApplication",
        trusts: Callable[[Mapping[str, str]], bool],
        strangers: Strangers,
        own: frozenset[str],
    ) -> None:
        self._beyond, self._trusts, self._strangers, self._own = beyond, trusts, strangers, own
        self._kept: dict[tuple[str, bool], _Answer] = {}

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answers a request."""
        begun = time.thread_time()
        answer = self._find(environ)
        if answer is None:
            return self._beyond(environ, start_response)
        if self._trusts({name: environ.get(f"HTTP_{name}", "") for name in ("COOKIE", "AUTHORIZATION")}):
            return _give(answer, environ, start_response)
        who = who_asks(environ.get("REMOTE_ADDR"))
        # the threads that give files out are few: one of the crowd waits in none of them
        share = self._strangers.enter(who, 0.0 if who else COMPUTING_SECONDS)
        try:
            if share is not None:
                return _give(answer, environ, start_response)
            environ.get(REST, nothing)(RETRY_AFTER)
            return _send_away(start_response)
        finally:
            self._strangers.leave(who, share, time.thread_time() - begun)

    def keep(self, response: Response, folder: Path) -> None:
        """Remembers what the present request for a file in that folder was answered with."""
        if posixpath.normpath(request.path) != request.path:
            # one file has any number of such addresses
            return
        file = folder / request.path.rpartition("/")[2]
        state = _state(file)
        response.direct_passthrough = False
        body = response.get_data()
        response.set_data(body)
        if state is not None:
            headers = tuple((name, value) for name, value in response.headers.items() if name != "Date")
            packs = unpacks(request.headers.get("Accept-Encoding", ""))
            self._kept[request.path, packs] = _Answer(file, state, headers, body)

    def _find(self, environ: "WSGIEnvironment") -> _Answer | None:
        packs = unpacks(environ.get("HTTP_ACCEPT_ENCODING", ""))
        answer = self._kept.get((environ["PATH_INFO"], packs))
        if (
            answer is None
            or environ["REQUEST_METHOD"] != "GET"
            or any(each in environ for each in _UNLIKE)
            or ("HTTP_IF_MODIFIED_SINCE" in environ and "HTTP_IF_NONE_MATCH" not in environ)
            or not is_known(environ.get("HTTP_HOST", ""), self._own)
        ):
            return None
        # not as it is any more where it was written since
        return answer if _state(answer.file) == answer.state else None


def keep_files(
    app: Flask,
    trusts: Callable[[Mapping[str, str]], bool],
    strangers: Strangers,
    own: frozenset[str] = frozenset(),
) -> None:
    """Makes an application keep its files; before all that adds to its answers. `own` as in `guard_names`."""
    kept = KeptFiles(app.wsgi_app, trusts, strangers, own)
    app.wsgi_app = kept  # type: ignore[method-assign]
    folder = Path(str(app.static_folder))

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and request.method == "GET" and response.status_code == HTTPStatus.OK:
            kept.keep(response, folder)
        return response


def _give(answer: _Answer, environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
    held = environ.get("HTTP_IF_NONE_MATCH", "")
    if held and parse_etags(held).contains_raw(dict(answer.headers).get("ETag", "")):
        start_response("304 NOT MODIFIED", [each for each in answer.headers if not is_entity_header(each[0])])
        return []
    start_response("200 OK", list(answer.headers))
    return [answer.body]


def _send_away(start_response: "StartResponse") -> list[bytes]:
    busy = HTTPStatus.SERVICE_UNAVAILABLE
    headers = [("Retry-After", str(RETRY_AFTER)), ("Cache-Control", "no-store"), ("Content-Length", "0")]
    start_response(f"{busy.value} {busy.phrase}", headers)
    return [b""]


def _state(file: Path) -> tuple[int, int] | None:
    """What the disk tells of a file; None where it is gone."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
