"""The line by which a phone's pictures come in: one phone at a time, no faster than they
are taken, nothing but pictures.
"""

import struct
import threading
from typing import Any

import cv2
import numpy as np
import pytest

from device.errors import CameraError, NotNow
from device.io.cameras.phone_camera import (
    ASKED_SECONDS,
    GONE,
    LARGEST,
    LARGEST_FULL,
    PhoneCamera,
    PhoneLine,
    jpeg_size,
)
from tests.device.hand_clock import HandClock
from vision.frame import Picture

LONG = 30.0


def jpeg(level: int = 128, width: int = 64, height: int = 48, *more: int) -> bytes:
    picture = np.full((height, width, 3), level, np.uint8)
    return bytes(np.asarray(cv2.imencode(".jpg", picture, list(more))[1]).tobytes())


def offered(line: PhoneLine, picture: bytes, **more: Any) -> threading.Thread:
    """A phone that offers a picture, and waits until it has been taken."""
    sending = threading.Thread(target=lambda: line.offer("one", picture, patience=LONG, **more))
    sending.start()
    return sending


@pytest.mark.parametrize("progressive", [0, 1])
def test_a_picture_tells_its_size_without_being_unpacked(progressive: int) -> None:
    assert jpeg_size(jpeg(9, 70, 30, cv2.IMWRITE_JPEG_PROGRESSIVE, progressive)) == (70, 30)


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"\xff",
        b"\xff\xd8",
        b"\x89PNG\r\n\x1a\n" + b"\0" * 40,
        b"\xff\xd8\xff\xc0\0",
        b"\xff\xd8" + b"\xff" * 30,
        b"\xff\xd8\xff\xe0\x00\x00" * 9,
        b"hello, world, this is no picture",
    ],
)
def test_what_is_no_picture_is_refused(wrong: bytes) -> None:
    with pytest.raises(CameraError, match="send a JPEG"):
        PhoneLine().offer("one", wrong)


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    huge = b"\xff\xd8\xff\xc0" + struct.pack(">HBHH", 17, 8, 65000, 65000) + b"\0" * 40
    for each in (huge, jpeg() + b"\0" * LARGEST):
        with pytest.raises(CameraError, match="too large"):
            PhoneLine().offer("one", each)


def test_a_phone_waits_until_its_picture_has_been_taken() -> None:
    line = PhoneLine()
    camera = PhoneCamera(line=line, patience=LONG)
    levels = []
    for level in (40, 200):
        sending = offered(line, jpeg(level))
        frame = camera.read()
        sending.join(LONG)
        assert frame is not None and not sending.is_alive()
        levels.append(round(float(frame.picture.mean())))
    assert levels == [40, 200]
    camera.close()


def test_nobody_watching_nothing_is_kept() -> None:
    line = PhoneLine()
    assert not line.offer("one", jpeg(), patience=LONG) and line.number == 0
    camera = PhoneCamera(line=line, patience=0.0)
    with pytest.raises(CameraError, match="No phone sends pictures yet"):
        camera.read()
    sending = offered(line, jpeg())
    camera.close()
    sending.join(LONG)
    assert not sending.is_alive() and camera.read() is None
    late = PhoneCamera(line=line, patience=0.0)
    with pytest.raises(CameraError, match="no more pictures"):
        late.read()
    late.close()


def test_only_one_phone_is_the_camera_and_a_second_one_is_told() -> None:
    clock = HandClock()
    line = PhoneLine(clock.monotonic)
    line.offer("one", jpeg())
    with pytest.raises(NotNow, match="Another phone"):
        line.offer("two", jpeg())
    line.offer("two", jpeg(), take_over=True)
    with pytest.raises(NotNow):
        line.offer("one", jpeg())
    clock.now += GONE
    line.offer("one", jpeg())


def test_a_full_picture_is_asked_for_once_and_not_for_ever() -> None:
    clock = HandClock()
    line = PhoneLine(clock.monotonic)
    given: list[Picture] = []
    line.ask_full(given.append)
    assert not line.wants_full, "nobody watches"
    line.watch(1)
    line.ask_full(given.append)
    assert line.wants_full
    with pytest.raises(CameraError, match="eight megabytes"):
        line.offer_full("one", jpeg() + b"\0" * LARGEST_FULL)
    assert not line.wants_full and given == [], "what was refused is not asked for again and again"
    line.ask_full(given.append)
    line.ask_full(given.append)
    with pytest.raises(NotNow, match="Another phone"):
        line.offer_full("two", jpeg())
    large = jpeg() + b"\0" * LARGEST
    line.offer_full("one", large)
    line.offer_full("one", jpeg())
    one, other = given
    assert one is other, "it is unpacked once"
    assert one.shape == (48, 64, 3) and not line.wants_full, "one that nobody wants is let go"
    line.ask_full(given.append)
    clock.now += ASKED_SECONDS
    assert not line.wants_full
    line.ask_full(given.append)
    line.watch(-1)
    line.watch(1)
    assert not line.wants_full


def test_a_damaged_picture_is_told_of_and_the_next_is_read() -> None:
    line = PhoneLine()
    camera = PhoneCamera(line=line, patience=LONG)
    whole = jpeg()
    sending = offered(line, whole[: whole.index(b"\xff\xc0") + 19])
    damaged = None
    try:
        damaged = camera.read()
    except CameraError as error:
        assert "damaged" in str(error)
    assert damaged is None
    sending.join(LONG)
    sending = offered(line, jpeg(90))
    frame = camera.read()
    assert frame is not None and frame.number == 0
    sending.join(LONG)
    camera.close()
