"""The address of the pages: what people type and scan, and whether anybody answers there."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import cv2
import numpy as np
import pytest

from device.address import addresses, answers, qr_text


class Pages(BaseHTTPRequestHandler):
    """Pages of which one answers."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/api/state" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def pages() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_addresses_that_people_can_type() -> None:
    assert addresses("127.0.0.1", 8080) == ("http://127.0.0.1:8080/",)
    found = addresses("0.0.0.0", 8080)
    assert found and all(each.startswith("http://") and each.endswith(":8080/") for each in found)
    assert found[-1].endswith(".local:8080/")


def test_the_usual_port_need_not_be_typed() -> None:
    assert addresses("192.168.1.20", 80) == ("http://192.168.1.20/",)
    assert addresses("fe80::1", 80) == ("http://[fe80::1]/",)


def test_pages_answer_or_do_not(pages: HTTPServer) -> None:
    port = pages.server_port
    assert answers("0.0.0.0", port)
    assert answers("127.0.0.1", port)
    pages.shutdown()
    pages.server_close()
    assert not answers("0.0.0.0", port)


def test_the_qr_code_is_read_back_as_the_address() -> None:
    text = qr_text("http://192.168.1.20/")
    rows = []
    for line in text.splitlines():
        assert line.startswith("\033[97;40m") and line.endswith("\033[0m"), (
            "light and dark are the drawing's own"
        )
        plain = re.sub("\033\\[[0-9;]*m", "", line)
        rows.append([each in "█▀" for each in plain])
        rows.append([each in "█▄" for each in plain])
    modules = np.array(rows, np.uint8) * 255
    picture = np.kron(modules, np.ones((8, 8), np.uint8))
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(
        cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    )
    assert read == "http://192.168.1.20/"
