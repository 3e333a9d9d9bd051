"""Packing: pages, scripts and styles go out compressed, so that a slow phone shows the board sooner."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

KINDS = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "application/json",
    "image/svg+xml",
)
"""What is worth packing; pictures are packed already, and the event stream must not wait to be."""
SMALLEST = 512
"""Bytes below which nothing is gained."""


@lru_cache(64)
def unpacks(accepted: str) -> bool:
    """Whether who accepts those encodings, as the header names them, unpacks what is packed."""
    return bool(parse_accept_header(accepted, Accept).quality("gzip"))


def pack(app: Flask) -> None:
    """Makes an application send packed answers to whoever can unpack them."""

    @app.after_request
    def packed(response: Response) -> Response:
        is_file = response.direct_passthrough
        if response.mimetype not in KINDS or response.status_code != 200 or request.method != "GET":
            return response
        response.vary.add("Accept-Encoding")
        if (response.is_streamed and not is_file) or not unpacks(request.headers.get("Accept-Encoding", "")):
            return response
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) < SMALLEST:
            return response
        response.set_data(gzip.compress(plain, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        etag, _ = response.get_etag()
        if etag is not None:
            # The same file in other bytes.
            response.set_etag(etag, weak=True)
        return response
