"""The address that a page shares with other phones, and its QR code."""

import re

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from device.address import addresses, qr_picture
from webui.door.tls import SecureDoor
from webui.live.sharing import camera_address, page_address


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("192.0.2.7:8080", "http://192.0.2.7:8080/"),
        ("tableside.local", "http://tableside.local/"),
        ("[2001:db8::7]:8080", "http://[2001:db8::7]:8080/"),
        ("localhost:8080", addresses("", 8080)[0]),
        ("127.0.0.1", addresses("", 80)[0]),
        ("[::1]:8080", addresses("", 8080)[0]),
    ],
)
def test_a_page_shares_an_address_that_others_can_open(host: str, shared: str) -> None:
    with Flask("test").test_request_context(headers={"Host": host}):
        assert page_address() == shared


def test_the_code_of_the_address_is_a_picture_of_its_own(client: FlaskClient) -> None:
    answer = client.get("/api/qr.svg", headers={"Host": "192.0.2.7:8080"})
    assert answer.mimetype == "image/svg+xml" and answer.data == qr_picture("http://192.0.2.7:8080/")


def test_the_phone_above_the_board_is_led_to_where_it_may_lend_its_camera(client: FlaskClient) -> None:
    with Flask("test").test_request_context(headers={"Host": "192.0.2.7:8080"}):
        secure = SecureDoor(8443, None, 8080)  # type: ignore[arg-type]
        assert camera_address(secure) == "https://192.0.2.7:8443/camera#start"
    answer = client.get("/api/qr.svg?of=camera", headers={"Host": "192.0.2.7:8080"})
    assert answer.data == qr_picture("http://192.0.2.7:8080/camera#start")


def test_the_code_is_read_back() -> None:
    address = "http://192.0.2.7:8080/"
    picture = drawn(qr_picture(address).decode())
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def drawn(svg: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The strokes of a QR code's SVG, eight pixels to a module."""
    size = int(svg.split('viewBox="0 0 ')[1].split()[0])
    modules = np.full((size, size), 255, np.uint8)
    x, y = 0.0, 0.0
    for move, one, two, length in re.findall(r"([Mm])(-?[\d.]+) ?(-?[\d.]+)h(\d+)", stroke(svg)):
        x, y = (float(one), float(two)) if move == "M" else (x + float(one), y + float(two))
        modules[int(y), int(x) : int(x) + int(length)] = 0
        x += float(length)
    return np.kron(modules, np.ones((8, 8), np.uint8))


def stroke(svg: str) -> str:
    """The path of the dark modules."""
    return svg.split('class="qrline"')[1].split('d="')[1].split('"')[0]
