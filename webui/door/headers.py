"""The headers that every answer bears, so that a page runs our scripts and nobody else's."""

from flask import Flask, Response, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: our own files only, nothing inline, in nobody's frame."""

FEATURES = ", ".join(
    f"{each}=()" for each in ("microphone", "geolocation", "payment", "usb", "serial", "midi")
)
"""Permissions-Policy: what no page of ours ever asks a phone for."""
FRAMED, FRAMING = "/overlay", "/stream"
"""The one page that may be shown within another of ours, which has nothing to tap, and the page that shows it."""
CAMERA_PAGE = "/camera"
"""The one page that asks for its camera."""


def guard(app: Flask) -> None:
    """Makes an application send the headers."""

    @app.after_request
    def headers(response: Response) -> Response:
        framed, framing = request.path == FRAMED, request.path == FRAMING
        policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if framed else POLICY
        response.headers["Content-Security-Policy"] = f"{policy}; frame-src 'self'" if framing else policy
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Frame-Options"] = "SAMEORIGIN" if framed else "DENY"
        camera = "self" if request.path == CAMERA_PAGE else ""
        response.headers["Permissions-Policy"] = f"camera=({camera}), {FEATURES}"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        # who answers with what may be kept, if it is asked for anew each time, says so
        response.headers.setdefault("Cache-Control", "no-store")
        return response
