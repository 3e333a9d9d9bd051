"""Sharing: the live page's address as other phones in the room can open it, and its QR code."""

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, request

from device.address import HTTP_PORT, HTTPS_PORT, addresses, page_url, qr_picture
from webui.described import described
from webui.door.tls import SecureDoor


def share(app: Flask, secure: SecureDoor | None = None) -> None:
    """Makes an application answer `GET /api/qr.svg`, and know its address in templates (`page_address()`)."""
    app.jinja_env.globals["page_address"] = lambda: page_address(secure)

    @app.get("/api/qr.svg")
    @described("The QR code of the live page.", returns="image/svg+xml")
    def qr() -> Response:
        return Response(qr_picture(page_address(secure)), content_type="image/svg+xml")


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


def _is_own(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
