"""The way to HTTPS: how a phone comes to trust the box, and the certificate that it is to trust."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template, request

from device.address import page_url
from device.store.certificates.https_certificate import fingerprint
from webui.door.tls import SecureDoor
from webui.language import translator
from webui.problem import Refused

FILE = "tableside-ca.crt"
"""What the certificate is saved as: phones know by its end what it is."""


def https_pages(secure: SecureDoor | None) -> Blueprint:
    """`GET /https`, and `GET /tableside-ca.crt`; templates know the address of any page
    over HTTPS (`secure_address`).
    """
    pages = Blueprint("https", __name__)

    @pages.app_template_global()
    def secure_address(path: str = "/") -> str | None:
        """The address of a page over HTTPS; None where it has none. Through somebody else's
        TLS it is as it was asked for.
        """
        asked = urlsplit(request.host_url)
        if request.is_secure:
            return request.host_url.removesuffix("/") + path
        if secure is None:
            return None
        return page_url(asked.hostname or "", secure.port, secure=True).removesuffix("/") + path

    @pages.get("/https")
    def page() -> str:
        authority = None if secure is None else secure.credentials.authority
        return render_template(
            "https.html",
            served=secure is not None,
            own=authority is not None,
            file=FILE,
            is_secure=request.is_secure,
            fingerprint=fingerprint(authority) if authority else None,
        )

    @pages.get(f"/{FILE}")
    def certificate() -> Response:
        authority = None if secure is None else secure.credentials.authority
        if authority is None:
            _ = translator()
            raise Refused(
                HTTPStatus.NOT_FOUND, _("There is no certificate to install: this box does not make its own.")
            )
        return Response(authority, content_type="application/x-x509-ca-cert")

    return pages
