"""The address of the pages: what people type or scan, and whether anybody answers there."""

import http.client
import io
import socket

HTTP_PORT, HTTPS_PORT = 80, 443
"""The ports that an address need not name."""
PRIVATE_ENDS = (
    ".local", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".private", ".corp", ".localdomain",
    ".localhost", ".fritz.box", ".test",
)  # fmt: skip
"""The ends of names that no public DNS gives to anybody (RFC 6762, RFC 8375, and what routers call their networks)."""
ANSWER_SECONDS = 5.0
"""How long an answer is waited for."""
_WHITE_ON_BLACK, _USUAL = "\033[97;40m", "\033[0m"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}


def addresses(host: str, port: int, *, secure: bool = False) -> tuple[str, ...]:
    """Where the pages can be opened, for people to type: this computer's address in the room, and
    its name; `secure`: over HTTPS.
    """
    if host not in _EVERYWHERE:
        return (page_url(host, port, secure=secure),)
    found = [own_address(), f"{socket.gethostname()}.local"]
    return tuple(page_url(name, port, secure=secure) for name in found if name)


def answers(host: str, port: int) -> bool:
    """Whether the pages that are served on `host` answer, asked from this computer."""
    wire = http.client.HTTPConnection(_EVERYWHERE.get(host, host), port, timeout=ANSWER_SECONDS)
    try:
        wire.request("GET", "/api/state")
        return wire.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        wire.close()


def qr_text(address: str) -> str:
    """The QR code of an address, drawn in half blocks for a terminal: dark on light, whatever its own colours are."""
    import segno

    drawn = io.StringIO()
    segno.make_qr(address, error="m").terminal(drawn, compact=True, border=2)
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_USUAL}" for line in drawn.getvalue().splitlines())


def qr_picture(address: str) -> bytes:
    """The QR code of an address as SVG, dark on white with the quiet zone that readers want."""
    import segno

    drawn = io.BytesIO()
    segno.make_qr(address, error="m").save(
        drawn, kind="svg", omitsize=True, border=4, dark="#14110e", light="#fff"
    )
    return drawn.getvalue()


def page_url(host: str, port: int, *, secure: bool = False) -> str:
    """The address of the pages at a host and port.

    >>> page_url("tableside.local", 80), page_url("fe80::1", 8443, secure=True)
    ('http://tableside.local/', 'https://[fe80::1]:8443/')
    """
    name = f"[{host}]" if ":" in host else host
    scheme, usual = ("https", HTTPS_PORT) if secure else ("http", HTTP_PORT)
    return f"{scheme}://{name}/" if port == usual else f"{scheme}://{name}:{port}/"


def own_address() -> str | None:
    """This computer's address in the network; None: it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting only makes the system choose the address it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def host_names() -> tuple[str, ...]:
    """What this computer may be called in its network: its name as the room knows it
    first, then under every private end.
    """
    host = socket.gethostname().partition(".")[0].lower()
    return tuple(dict.fromkeys((f"{host}.local", host, *(host + end for end in PRIVATE_ENDS), "localhost")))


def own_addresses() -> tuple[str, ...]:
    """This computer's addresses, as far as it knows them; without the zones of link-local ones."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        found = []
    known = (own_address(), *(str(each[4][0]).partition("%")[0] for each in found), "127.0.0.1", "::1")
    return tuple(dict.fromkeys(each for each in known if each))
