"""Packing: pages, scripts and styles go out compressed, so that a slow phone shows the board sooner."""

import gzip

from flask import Flask, Response, request

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


def pack(app: Flask) -> None:
    """Makes an application send packed answers to whoever can unpack them."""

    @app.after_request
    def packed(response: Response) -> Response:
        is_file = response.direct_passthrough
        if response.mimetype not in KINDS or response.status_code != 200 or request.method != "GET":
            return response
        response.vary.add("Accept-Encoding")
        if (response.is_streamed and not is_file) or not request.accept_encodings.quality("gzip"):
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
