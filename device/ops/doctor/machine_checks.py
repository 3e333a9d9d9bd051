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

AVAHI = "run/avahi-daemon/socket"
"""Where the program listens that makes `.local` names known."""
CAPPED = 0.95
_WORDS = {
    Throttled.UNDER_VOLTAGE: "its power supply was too weak",
    Throttled.CAPPED: "it was held to a lower speed",
    Throttled.THROTTLED: "it slowed down for heat",
    Throttled.SOFT_LIMIT: "it came near the limit of heat",
}


def check_heat(host: Host) -> Finding:
    """Whether the computer is cool enough to work at full speed."""
    heat = heat_of(host)
    if heat is None:
        return Finding("temperature", Health.OK, "nothing tells it here")
    found = f"{heat.celsius:.0f} degrees Celsius"
    if heat.celsius >= (HOT if heat.is_small else HOT_PC):
        advice = "give it air: take it out of the sun or open its case; a small fan helps most"
        return Finding("temperature", Health.WARNING, found, advice)
    return Finding("temperature", Health.OK, found)


def check_power(host: Host) -> Finding:
    """Whether the computer gets the power it needs, and is not slowed down."""
    told = throttling(host)
    if told is None:
        speed = capped_speed(host)
        if speed is not None and speed < CAPPED:
            advice = "none needed where that is wanted; else see to its cooling and its power settings"
            return Finding("power", Health.WARNING, f"held to {speed:.0%} of its speed", advice)
        return Finding("power", Health.OK, "nothing slows it down, as far as it tells")
    happened = [words for bit, words in _WORDS.items() if bit & (told.now | told.since)]
    if not happened:
        return Finding("power", Health.OK, "enough, since it was switched on")
    weak = Throttled.UNDER_VOLTAGE & (told.now | told.since)
    advice = (
        "use the power supply that is made for it, with its own short cable"
        if weak
        else "give it air: take it out of the sun or open its case; a small fan helps most"
    )
    when = "now" if told.now else "since it was switched on"
    return Finding("power", Health.WARNING, f"{', '.join(happened)} ({when})", advice)


def check_clock(clock: Clock, host: Host | None = None) -> Finding:
    """Whether the time in the log can be trusted, and who keeps it."""
    if clock.is_set():
        kept = has_battery_clock((host or Host()).root)
        return Finding("clock", Health.OK, "set, with a battery clock" if kept else "set by the network")
    advice = "open a page on a phone, which lends its time; or connect to the internet once, or fit a battery clock"
    return Finding(
        "clock", Health.WARNING, "nothing keeps the clock right, so times in the log may be wrong", advice
    )


def check_name(listens: str, port: int, host: Host) -> Finding:
    """Under which addresses the pages are found in the room."""
    pages = addresses(listens, port)
    named = [page for page in pages if ".local" in page]
    if not named:
        return Finding("network", Health.OK, f"{' or '.join(pages)}, as the settings want it")
    plain = [page for page in pages if page not in named]
    if not plain:
        advice = "connect this computer to a network, or have it open one of its own"
        return Finding("network", Health.WARNING, "not connected: no phone can open the page", advice)
    if not host.exists(AVAHI):
        advice = f"sudo apt install avahi-daemon makes {named[0]} known as well"
        return Finding(
            "network", Health.WARNING, f"only {plain[0]}: its name is not told in the room", advice
        )
    return Finding("network", Health.OK, " or ".join(pages))


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
            return Finding("port", Health.OK, f"{port}, where Tableside runs")
        if error.errno == errno.EACCES:
            advice = "the installed service may; for this user choose one from 1024 on with --port or 'port' in [web]"
            return Finding("port", Health.WARNING, f"this user may not listen on port {port}", advice)
        if error.errno == errno.EADDRINUSE:
            advice = "if Tableside is not running already, choose another with --port or 'port' in [web]"
            return Finding("port", Health.WARNING, f"something listens on port {port} already", advice)
        return Finding(
            "port", Health.FAILURE, f"{host}:{port}: {error.strerror}", "choose another --host or --port"
        )
    return Finding("port", Health.OK, f"{port} is free")
