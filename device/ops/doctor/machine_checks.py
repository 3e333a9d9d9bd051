"""The computer: its temperature, its power, its clock, its name in the network, and the pages' port."""

import contextlib
import errno
import socket

from device.address import addresses
from device.clock import Clock, has_battery_clock
from device.finding import Finding, Health
from device.io.host import Host
from device.io.host.concerns import HOT, HOT_PC
from device.io.host.host_reading import Throttled, capped_speed, heat_of, throttling
from engine.i18n import Phrase, phrase, together

AVAHI = "run/avahi-daemon/socket"
"""Where the program listens that makes `.local` names known."""
CAPPED = 0.95
_WORDS = {
    Throttled.UNDER_VOLTAGE: phrase("its power supply was too weak"),
    Throttled.CAPPED: phrase("it was held to a lower speed"),
    Throttled.THROTTLED: phrase("it slowed down for heat"),
    Throttled.SOFT_LIMIT: phrase("it came near the limit of heat"),
}
_AIR = phrase("give it air: take it out of the sun or open its case; a small fan helps most")


def check_heat(host: Host) -> Finding:
    """Whether the computer is cool enough to work at full speed."""
    heat = heat_of(host)
    if heat is None:
        return Finding("temperature", Health.OK, phrase("nothing tells it here"))
    found = phrase("{degrees} degrees Celsius", degrees=round(heat.celsius))
    if heat.celsius >= (HOT if heat.is_small else HOT_PC):
        return Finding("temperature", Health.WARNING, found, _AIR)
    return Finding("temperature", Health.OK, found)


def check_power(host: Host) -> Finding:
    """Whether the computer gets the power it needs, and is not slowed down."""
    told = throttling(host)
    if told is None:
        speed = capped_speed(host)
        if speed is not None and speed < CAPPED:
            return Finding(
                "power",
                Health.WARNING,
                phrase("held to {share} of its speed", share=f"{speed:.0%}"),
                phrase("none needed where that is wanted; else see to its cooling and its power settings"),
            )
        return Finding("power", Health.OK, phrase("nothing slows it down, as far as it tells"))
    happened = [words for bit, words in _WORDS.items() if bit & (told.now | told.since)]
    if not happened:
        return Finding("power", Health.OK, phrase("enough, since it was switched on"))
    weak = Throttled.UNDER_VOLTAGE & (told.now | told.since)
    advice = phrase("use the power supply that is made for it, with its own short cable") if weak else _AIR
    what = together(happened, ", ")
    found = phrase("{what} (since it was switched on)", what=what)
    if told.now:
        found = phrase("{what} (now)", what=what)
    return Finding("power", Health.WARNING, found, advice)


def check_clock(clock: Clock, host: Host | None = None) -> Finding:
    """Whether the time in the log can be trusted, and who keeps it."""
    if clock.is_set():
        kept = has_battery_clock((host or Host()).root)
        return Finding(
            "clock", Health.OK, phrase("set, with a battery clock") if kept else phrase("set by the network")
        )
    return Finding(
        "clock",
        Health.WARNING,
        phrase("nothing keeps the clock right, so times in the log may be wrong"),
        phrase(
            "open a page on a phone, which lends its time; or connect to the internet once, or fit a battery clock"
        ),
    )


def check_name(listens: str, port: int, host: Host) -> Finding:
    """Under which addresses the pages are found in the room."""
    pages = addresses(listens, port)
    told = _either(pages)
    named = [page for page in pages if ".local" in page]
    if not named:
        return Finding("network", Health.OK, phrase("{what}, as the settings want it", what=told))
    plain = [page for page in pages if page not in named]
    if not plain:
        return Finding(
            "network",
            Health.WARNING,
            phrase("not connected: no phone can open the page"),
            phrase("connect this computer to a network, or have it open one of its own"),
        )
    if not host.exists(AVAHI):
        return Finding(
            "network",
            Health.WARNING,
            phrase("only {address}: its name is not told in the room", address=plain[0]),
            phrase("sudo apt install avahi-daemon makes {address} known as well", address=named[0]),
        )
    return Finding("network", Health.OK, told)


def _either(pages: tuple[str, ...]) -> Phrase | str:
    """Addresses of which any will do."""
    first, *others = pages
    told: Phrase | str = first
    for other in others:
        told = phrase("{one} or {other}", one=told, other=other)
    return told


def check_port(host: str, port: int, *, runs: bool = False) -> Finding:
    """Whether the pages' port is free, or Tableside itself, where it `runs`, listens there."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with contextlib.closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        # Whether a port is taken is not told to who may not have it either, as all below 1024.
        if runs and error.errno in (errno.EADDRINUSE, errno.EACCES):
            return Finding("port", Health.OK, phrase("{port}, where Tableside runs", port=port))
        if error.errno == errno.EACCES:
            return Finding(
                "port",
                Health.WARNING,
                phrase("this user may not listen on port {port}", port=port),
                phrase(
                    "the installed service may; for this user choose one from 1024 on with --port or 'port' in [web]"
                ),
            )
        if error.errno == errno.EADDRINUSE:
            return Finding(
                "port",
                Health.WARNING,
                phrase("something listens on port {port} already", port=port),
                phrase("if Tableside is not running already, choose another with --port or 'port' in [web]"),
            )
        return Finding(
            "port",
            Health.FAILURE,
            f"{host}:{port}: {error.strerror}",
            phrase("choose another --host or --port"),
        )
    return Finding("port", Health.OK, phrase("{port} is free", port=port))
