"""Untrusted cameras: at an address that somebody in the room gave, which must not lead into the box or to its files."""

import http.client
import ipaddress
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from urllib.parse import SplitResult, urlsplit

from device.errors import CameraError, SettingsError
from device.io.cameras.opencv_camera import OpenCVCamera, shown
from device.store.settings import CameraSettings, Settings
from device.store.settings.chosen import load_chosen
from engine.i18n import phrase

SCHEMES = {"http": 80, "https": 443, "rtsp": 554}
"""How such a camera may be spoken to, and at which port where none is named."""
SECONDS = 5.0
"""How long its first answer is waited for."""
LONGEST = 500
"""The longest address, in characters."""
OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
"""The variable of the environment in which OpenCV takes FFmpeg's options."""
FORMATS = "mpjpeg,mjpeg,jpeg_pipe,image2,mpegts,flv,matroska,webm,mov,mp4,avi,asf,h264,hevc,rtsp"
"""What an untrusted camera may send: no playlists, which name other addresses."""
CONFINED = f"max_redirects;0|protocol_whitelist;http,https,tls,tcp,rtsp,rtp,udp|format_whitelist;{FORMATS}"
"""What FFmpeg may do for an untrusted camera: go where it is sent, and nowhere else."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], tuple[Address, ...]]

_environment = threading.Lock()


def open_untrusted(url: str, settings: CameraSettings | None = None) -> OpenCVCamera:
    """The camera at a URL; looked through anew each time it is opened. Raises CameraError."""
    where = reached(url)
    with _environment, _confined():
        camera = OpenCVCamera(where, settings)
    camera.name = shown(url)
    return camera


def is_untrusted(settings: Settings) -> bool:
    """Whether the camera's address was given in the set-up, and does not stand in the settings file."""
    source = settings.camera.source
    with suppress(SettingsError):
        return "://" in source and load_chosen(settings.table.data).get("camera", {}).get("source") == source
    return False


def reached(url: str, resolve: Resolve | None = None) -> str:
    """The URL to go to for a URL that was given, its name resolved once and for all. Raises CameraError.

    A name could be made to mean another address between two questions; that of https stays, since its certificate does.
    """
    parts, first = checked_url(url, resolve)
    port = parts.port or SCHEMES[parts.scheme]
    if _leads_on(parts, first, port):
        raise CameraError(
            phrase(
                "{given} leads on to another address: open it in a browser, and give the one where it ends",
                given=shown(url),
            )
        )
    # so that nobody reads the host out of what stands behind it
    parts = parts._replace(path=parts.path or "/", fragment="")
    if parts.scheme == "https":
        return parts.geturl()
    place = f"[{first}]" if first.version == 6 else str(first)
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return parts._replace(netloc=f"{user}{place}:{port}").geturl()


def checked_url(url: str, resolve: Resolve | None = None) -> tuple[SplitResult, Address]:
    """The parts of a URL, and the address that it stands for, which is outside the box. Raises CameraError."""
    parts = _parted(url)
    host = parts.hostname or ""
    found = (resolve or resolved)(host, parts.port or SCHEMES[parts.scheme])
    if any(map(is_inside, found)):
        raise CameraError(
            phrase(
                "{host} is an address inside this box: give that of the camera or phone, as its app shows it",
                host=host,
            )
        )
    return parts, found[0]


def _parted(url: str) -> SplitResult:
    """The parts of a URL of a camera, nothing asked yet. Raises CameraError."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise CameraError(phrase("this is no address of a camera: {error}", error=error)) from error
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise CameraError(
            phrase("the address of a camera begins with http://, https:// or rtsp://, as its app shows it")
        )
    if len(url) > LONGEST or not url.isprintable() or " " in url:
        raise CameraError(
            phrase("the address of a camera is one line of at most {longest} characters", longest=LONGEST)
        )
    return parts


def resolved(host: str, port: int) -> tuple[Address, ...]:
    """All addresses that a name stands for. Raises CameraError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise CameraError(
            phrase(
                "nothing in the network is called {host}: check the address, and that both are in the same "
                "network",
                host=host,
            )
        ) from error
    return tuple(dict.fromkeys(ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found))


def is_inside(address: Address) -> bool:
    """Whether an address is the box itself, or one that no camera in the room has:
    loopback, link-local, the box's own.
    """
    for inner in _meant(address):
        if inner.is_loopback or inner.is_link_local or inner.is_multicast or inner.is_unspecified:
            return True
        if (inner.is_reserved and inner.version == 4) or _is_own(inner):
            return True
    return False


def _meant(address: Address) -> Iterator[Address]:
    """The address, and those of version 4 that are wrapped in it."""
    yield address
    if isinstance(address, ipaddress.IPv6Address):
        inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in ipaddress.ip_network("64:ff9b::/96") or int(address) >> 32 == 0:
            inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        yield from (each for each in inner if each is not None)


def _is_own(address: Address) -> bool:
    """Whether this computer has the address: only what is its own can be listened at."""
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def _leads_on(parts: SplitResult, address: Address, port: int) -> bool:
    """Whether who answers there sends on to somebody else; no answer leads nowhere, and is FFmpeg's to tell of."""
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    host = parts.netloc.rpartition("@")[2]
    try:
        with closing(socket.create_connection((str(address), port), SECONDS)) as wire:
            wire.settimeout(SECONDS)
            if parts.scheme == "rtsp":
                plain = parts._replace(netloc=host).geturl()
                wire.sendall(f"DESCRIBE {plain} RTSP/1.0\r\nCSeq: 1\r\n\r\n".encode())
                words = wire.recv(64).split(b" ")
                return len(words) > 1 and words[1].startswith(b"3")
            if parts.scheme == "https":
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                wire = context.wrap_socket(wire, server_hostname=parts.hostname)
            wire.sendall(f"GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            answer = http.client.HTTPResponse(wire)
            answer.begin()
            return 300 <= answer.status < 400
    except (OSError, http.client.HTTPException, ValueError):
        return False


@contextmanager
def _confined() -> Iterator[None]:
    before = os.environ.get(OPTIONS)
    os.environ[OPTIONS] = CONFINED
    try:
        yield
    finally:
        if before is None:
            del os.environ[OPTIONS]
        else:
            os.environ[OPTIONS] = before
