"""A frame's picture is taken when it is asked for, if the camera still holds it; its glimpse is always there."""

import threading

import cv2
import numpy as np

from vision.frame import GLIMPSE, Exposure, Frame, Picture
from vision.motion.stillness import Window

FULL = np.random.default_rng(1).integers(0, 256, (48, 64, 3), np.uint8)
SMALL = np.ascontiguousarray(FULL[::GLIMPSE, ::GLIMPSE])


class Camera:
    """Counts how often its picture is taken."""

    def __init__(self) -> None:
        self.taken = 0

    def take(self) -> Picture:
        self.taken += 1
        return FULL

    def exposure(self) -> Exposure:
        return Exposure(SMALL, FULL.shape, self.take)


def test_a_plain_picture_has_no_glimpse() -> None:
    frame = Frame(FULL, 1.0, 5)
    assert frame.picture is FULL
    assert frame.glimpse is None
    assert frame.shape == FULL.shape


def test_the_picture_is_taken_once_and_only_when_asked_for() -> None:
    camera = Camera()
    frame = Frame(camera.exposure(), 1.0, 5)
    assert (frame.shape, camera.taken) == (FULL.shape, 0)
    later = frame.at(2.0, 6)
    assert (later.time, later.number, camera.taken) == (2.0, 6, 0)
    assert later.picture is FULL
    assert frame.picture is FULL
    assert camera.taken == 1


def test_what_was_taken_outlasts_the_camera_and_what_was_not_is_the_glimpse() -> None:
    camera = Camera()
    asked, unasked = camera.exposure(), camera.exposure()
    assert asked.picture is FULL
    asked.let_go()
    unasked.let_go()
    assert asked.picture is FULL
    assert unasked.picture.shape == FULL.shape
    assert unasked.picture is unasked.picture
    assert camera.taken == 1


def test_the_camera_waits_for_whoever_is_taking_the_picture() -> None:
    begun, go_on, gone = threading.Event(), threading.Event(), threading.Event()

    def take() -> Picture:
        begun.set()
        assert go_on.wait(30)
        assert not gone.is_set()
        return FULL

    exposure = Exposure(SMALL, FULL.shape, take)

    def let_go() -> None:
        exposure.let_go()
        gone.set()

    asking = threading.Thread(target=lambda: exposure.picture)
    asking.start()
    assert begun.wait(30)
    going = threading.Thread(target=let_go)
    going.start()
    go_on.set()
    asking.join(30)
    going.join(30)
    assert exposure.picture is FULL


def test_a_thumb_is_taken_from_the_glimpse_where_there_is_one() -> None:
    window, camera = Window(8, 40, 12, 60), Camera()
    lazy, plain = Frame(camera.exposure(), 0.0, 0), Frame(np.full_like(FULL, 90), 0.0, 0)
    assert window.thumb_of(lazy).shape == window.thumb_of(plain).shape == (8, 12)
    assert camera.taken == 0
    assert np.allclose(window.thumb_of(plain), 90)
    assert np.allclose(window.thumb_of(lazy), cv2.blur(SMALL[2:10, 3:15, 1].astype(np.float32), (3, 3)))
