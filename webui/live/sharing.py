"""Sharing: the live page's address as other phones in the room can open it, and its QR code."""

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, request

from device.address import HTTP_PORT, addresses, qr_picture
from webui.described import described


def share(app: Flask) -> None:
    """Makes an application answer `GET /api/qr.svg`, and know its address in templates (`page_address()`)."""
    app.jinja_env.globals["page_address"] = page_address

    @app.get("/api/qr.svg")
    @described("The QR code of the live page.", returns="image/svg+xml")
    def qr() -> Response:
        return Response(qr_picture(page_address()), content_type="image/svg+xml")


def page_address() -> str:
    """The address of the live page for other phones: as the present request had it, unless that leads each to itself."""
    asked = urlsplit(request.host_url)
    return addresses("", asked.port or HTTP_PORT)[0] if _is_own(asked.hostname or "") else request.host_url


def _is_own(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
