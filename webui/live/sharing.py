"""Sharing: the live page's address as other phones in the room can open it, the camera's page for the phone above the
board, and their QR codes.
"""

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, request

from device.address import HTTP_PORT, HTTPS_PORT, addresses, page_url, qr_picture
from device.shape import choice
from webui.described import described
from webui.door.tls import SecureDoor


def share(app: Flask, secure: SecureDoor | None = None) -> None:
    """Makes an application answer `GET /api/qr.svg`, and know its address in templates (`page_address()`)."""
    app.jinja_env.globals["page_address"] = lambda: page_address(secure)

    @app.get("/api/qr.svg")
    @described(
        "The QR code of the live page, or of the page on which a phone becomes the camera.",
        returns="image/svg+xml",
        query={"of": choice(("camera",))},
    )
    def qr() -> Response:
        of_camera = request.args.get("of") == "camera"
        address = camera_address(secure) if of_camera else page_address(secure)
        return Response(qr_picture(address), content_type="image/svg+xml")


def page_address(secure: SecureDoor | None = None) -> str:
    """The address of the live page for other phones: as the present request had it, unless that leads each to itself.

    Who came in by the `secure` door is told the plain one beside it, for others' phones need not trust the box.
    """
    asked = urlsplit(request.host_url)
    host, port = asked.hostname or "", asked.port or (HTTPS_PORT if request.is_secure else HTTP_PORT)
    is_beside = secure is not None and request.is_secure and port == secure.port
    if secure is not None and is_beside:
        port = secure.beside
    if _is_own(host):
        return addresses("", port)[0]
    return page_url(host, port) if is_beside else request.host_url


def camera_address(secure: SecureDoor | None = None) -> str:
    """Where a phone becomes the camera as soon as it is let in: over HTTPS, without which no browser lends one."""
    address = page_address(secure)
    if secure is not None:
        address = page_url(urlsplit(address).hostname or "", secure.port, secure=True)
    return f"{address}camera#start"


def _is_own(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
