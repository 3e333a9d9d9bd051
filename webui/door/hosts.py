"""Hosts: the names under which a table's pages may be asked for, so that no other site can pass for them.

A page elsewhere may have its own name resolve to the box's address once it is loaded (DNS rebinding): the
browser then takes the box for that site. Such a name is one of the public DNS; those of a room are not. So
addresses, names without a dot, names under the ends that are kept for private networks, and the box's own are
answered; any other has to stand in the settings.
"""

import ipaddress
import socket
from collections.abc import Iterable
from http import HTTPStatus

from flask import Flask, request

from device.address import PRIVATE_ENDS
from webui.language import translator
from webui.problem import Refused


def guard_names(app: Flask, own: frozenset[str]) -> None:
    """Makes an application answer only where it is asked for by a name of its `own`."""

    @app.before_request
    def check() -> None:
        # as it was sent: what is no host at all is no name of ours
        if not is_known(request.headers.get("Host", ""), own):
            _ = translator()
            detail = _(
                "The pages are not known by this name: open them by the box's address, or add the name to "
                "'names' under [web] in the settings."
            )
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, detail)


def own_names(names: Iterable[str] = ()) -> frozenset[str]:
    """What this computer is called in the network, and those `names` beside."""
    return frozenset(_plain(each) for each in (*names, socket.gethostname(), socket.getfqdn()) if each)


def is_known(host: str, own: frozenset[str] = frozenset()) -> bool:
    """Whether pages may be asked for by that host, the port left aside.

    >>> [is_known(each) for each in ("192.0.2.1:8080", "[fe80::1]", "tableside", "box.lan:80", "evil.example")]
    [True, True, True, True, False]
    """
    name = _plain(host)
    if name in own or "." not in name or name.endswith(PRIVATE_ENDS):
        return True
    return _is_address(name)


def is_own_origin() -> bool:
    """Whether the present request comes from a page of this very address, as far as its browser says."""
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2].lower() == request.host.lower()


def _plain(host: str) -> str:
    """A host without its port, brackets and the dot at its end."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
