"""The address of the pages: what people type or scan, and whether anybody answers there."""

import http.client
import io
import socket

HTTP_PORT = 80
"""The port that an address need not name."""
ANSWER_SECONDS = 5.0
"""How long an answer is waited for."""
_WHITE_ON_BLACK, _USUAL = "\033[97;40m", "\033[0m"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where the pages can be opened, for people to type: this computer's address in the room, and its name."""
    if host not in _EVERYWHERE:
        return (_url(host, port),)
    found = [own_address(), f"{socket.gethostname()}.local"]
    return tuple(_url(name, port) for name in found if name)


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


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == HTTP_PORT else f"http://{name}:{port}/"


def own_address() -> str | None:
    """This computer's address in the network; None: it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting only makes the system choose the address it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
