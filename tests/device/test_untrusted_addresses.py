"""Cameras at addresses that somebody gave: they lead neither into the box nor anywhere else than they say."""

import ipaddress
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from device.errors import CameraError
from device.io.cameras import untrusted_address as strangers
from device.io.cameras.untrusted_address import (
    OPTIONS,
    Address,
    checked_url,
    is_inside,
    is_untrusted,
    open_untrusted,
    reached,
)
from device.store.settings import CameraSettings, Settings, TableSettings
from device.store.settings.chosen import keep_chosen


def elsewhere(host: str, port: int) -> tuple[Address, ...]:
    return (ipaddress.ip_address("192.0.2.7"),)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "169.254.169.254",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "240.0.0.1",
        "255.255.255.255",
    ],
)
def test_addresses_inside_the_box(address: str) -> None:
    assert is_inside(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["192.0.2.7", "10.200.3.4", "2001:db8::7", "203.0.113.9"])
def test_addresses_of_a_room(address: str) -> None:
    assert not is_inside(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
        "http://user:word@127.0.0.1/x",
        "rtsp://127.1:8554/",
        "file:///etc/passwd",
        "/etc/passwd",
        "",
        "http://",
        "gopher://192.0.2.7/",
        "http://192.0.2.7:99999/",
        "http://192.0.2.7/a b",
        "http://192.0.2.7/\x07",
        "http://[::1",
        f"http://192.0.2.7/{'x' * 600}",
    ],
)
def test_what_is_no_address_of_a_camera_is_refused(url: str) -> None:
    with pytest.raises(CameraError):
        checked_url(url)


def test_a_name_is_refused_if_any_of_its_addresses_is_inside() -> None:
    def both(host: str, port: int) -> tuple[Address, ...]:
        return (*elsewhere(host, port), ipaddress.ip_address("127.0.0.1"))

    with pytest.raises(CameraError, match="phone.local is an address inside this box"):
        checked_url("http://phone.local/video", both)


def test_a_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "_leads_on", lambda *_: False)
    assert reached("http://me:word@phone.local:81/v?x=1", elsewhere) == "http://me:word@192.0.2.7:81/v?x=1"
    assert reached("rtsp://phone.local/v", elsewhere) == "rtsp://192.0.2.7:554/v"
    assert reached("https://phone.local/v", elsewhere) == "https://phone.local/v"


class Redirects(BaseHTTPRequestHandler):
    """A camera that sends on to a file, or (to FFmpeg alone) into the box, or names such an address in a playlist."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/on" or (self.path == "/sly" and "Lavf" in self.headers.get("User-Agent", "")):
            self.send_response(302)
            self.send_header("Location", "/inside")
            self.end_headers()
            return
        self.send_response(200)
        self.end_headers()
        if self.path == "/list.m3u8":
            self.wfile.write(b"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/inside\n#EXT-X-ENDLIST\n")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def camera() -> Iterator[str]:
    Redirects.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Redirects)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_nobody_is_followed_elsewhere(camera: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "is_inside", lambda address: False)
    with pytest.raises(CameraError, match="leads on to another address"):
        open_untrusted(f"{camera}/on")
    for path in ("/sly", "/list.m3u8"):
        with pytest.raises(CameraError, match="does not answer"):
            open_untrusted(f"{camera}{path}")
    assert "/inside" not in Redirects.asked and Redirects.asked.count("/sly") == 2
    assert OPTIONS not in os.environ


def test_what_was_chosen_is_a_stranger_at_every_start_and_what_is_set_is_not(tmp_path: Path) -> None:
    settings = Settings(
        table=TableSettings(data=tmp_path), camera=CameraSettings(source="http://127.0.0.1:9/")
    )
    assert not is_untrusted(settings)
    keep_chosen(tmp_path, {"camera": {"source": "http://127.0.0.1:9/"}})
    assert is_untrusted(settings)
