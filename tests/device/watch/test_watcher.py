"""The watcher looks at a quiet board seldom, and opens a camera that is not there yet."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from recorded import modules

from device.errors import CameraError
from device.io.cameras.camera import Camera as AnyCamera
from device.io.cameras.picamera_camera import Picamera
from device.status.snapshot.table_snapshot import Report
from device.table.inbox import Inbox
from device.table.watch.boards import measured
from device.table.watch.watcher import FIRST_PAUSE, LASTING, QUIET, REST, SETTLED, Watcher
from engine.board import Shape, View
from engine.state.messages import Look
from vision.draw import corners, draw, random_appearance
from vision.frame import Frame
from vision.scene import Scene


class Clock:
    """Goes on only when somebody waits, or a picture is taken."""

    def __init__(self) -> None:
        self.time = 0.0
        self.waited: list[float] = []

    def wall(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def is_set(self) -> bool:
        return True

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.time += seconds


class Camera(AnyCamera):
    """Gives the same picture every tenth of a second, and is over after some of them."""

    def __init__(
        self, clock: Clock, pictures: int, *, keeps_coming: bool = False, breaks: bool = False
    ) -> None:
        self.clock, self.left, self.keeps_coming, self.breaks = clock, pictures, keeps_coming, breaks
        self.began, self.number = clock.time, -1

    def read(self) -> Frame | None:
        if not self.left:
            if self.breaks:
                raise CameraError("the cable is out")
            return None
        self.left -= 1
        self.number += 1
        self.clock.time += 0.1
        return Frame(np.zeros((48, 64, 3), np.uint8), self.clock.time - self.began, self.number)

    def close(self) -> None:
        pass


def watched(
    camera: Camera | None, clock: Clock, folder: Path, connect: Callable[[], Camera] | None = None
) -> list[Report]:
    """What a watcher tells until the camera is over."""
    inbox = Inbox()
    watcher = Watcher(camera, inbox, clock, folder / "board.json", connect=connect, wait=clock.wait)
    watcher._watch()
    told = []
    while (envelope := inbox.get(0)) is not None:
        if isinstance(envelope.message, Report):
            told.append(envelope.message)
    return told


def test_a_board_at_which_nobody_is_is_looked_at_seldom(tmp_path: Path) -> None:
    clock = Clock()
    watched(Camera(clock, int(QUIET * 10) + 60), clock, tmp_path)
    assert set(clock.waited) == {REST}
    assert 55 <= len(clock.waited) <= 65


def test_what_keeps_coming_is_taken_as_it_comes(tmp_path: Path) -> None:
    clock = Clock()
    watched(Camera(clock, int(QUIET * 10) + 60, keeps_coming=True), clock, tmp_path)
    assert REST not in clock.waited


def test_a_camera_that_is_not_there_yet_is_opened_once_it_is(tmp_path: Path) -> None:
    clock, tries = Clock(), []

    def connect() -> Camera:
        tries.append(clock.time)
        if len(tries) < 3:
            raise CameraError("no camera was found: plug it in")
        return Camera(clock, 5)

    told = watched(None, clock, tmp_path, connect)
    assert clock.waited == [FIRST_PAUSE, 2 * FIRST_PAUSE]
    cameras = [report.camera for report in told]
    assert str(cameras[0]) == "no camera was found: plug it in"
    assert None in cameras


def test_a_camera_that_fails_in_a_way_of_its_own_is_opened_anew_too(tmp_path: Path) -> None:
    class Failing(Camera):
        def read(self) -> Frame | None:
            raise RuntimeError("the driver has gone")

    clock = Clock()
    told = watched(Failing(clock, 1), clock, tmp_path, lambda: Camera(clock, 3))
    assert [str(report.camera) for report in told][:2] == ["the driver has gone", "None"]


def test_pictures_of_a_camera_that_was_opened_anew_are_counted_on(tmp_path: Path) -> None:
    clock, inbox = Clock(), Inbox()
    second = Camera(clock, 1)
    # It took its time: its first picture is of a later moment, by its own clock, than the last of the one before.
    second.began -= 9.0
    watcher = Watcher(
        Camera(clock, 1, breaks=True),
        inbox,
        clock,
        tmp_path / "board.json",
        connect=lambda: second,
        wait=clock.wait,
    )
    watcher._watch()
    assert watcher.shot is not None
    # The first of all pictures is at zero.
    assert (watcher.shot.frame.number, watcher.shot.frame.time) == (1, pytest.approx(clock.time - 0.1))


def test_exposure_is_held_once_the_board_is_read_and_measured_anew_in_the_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_lens: None
) -> None:
    made, fake = modules("imx708")
    for name, module in made.items():
        monkeypatch.setitem(sys.modules, name, module)
    look = random_appearance(2, (384, 216))
    board = draw(Scene(), look)
    fake.scene = board
    clock = Clock()

    def now() -> float:
        clock.time += 0.25
        if clock.time > SETTLED + 3:
            fake.scene = board // 30
        fake.silent = clock.time > SETTLED + 4 + LASTING
        held.append(fake.opened[0].controls.get("AeEnable"))
        return clock.time

    held: list[bool | None] = []
    a, b, c, d = ((4 * float(x), 4 * float(y)) for x, y in corners(look))
    camera = Picamera(now=now)
    model = measured((a, b, c, d), np.asarray(cv2.resize(board, (1536, 864)), np.uint8), Shape.TABLES)
    watcher = Watcher(
        camera, Inbox(), clock, tmp_path / "board.json", model, wait=lambda _: watcher._stopping.set()
    )
    watcher._watch()
    assert [each for each, before in zip(held, [0, *held], strict=False) if each is not before] == [
        None,
        False,
        True,
    ]


def test_another_camera_is_watched_through_and_nothing_is_read_while_it_is_held(tmp_path: Path) -> None:
    clock, inbox = Clock(), Inbox()
    film, other = Camera(clock, 3), Camera(clock, 4)
    watcher = Watcher(film, inbox, clock, tmp_path / "board.json", wait=clock.wait)
    watcher._watch()
    assert watcher.trouble is not None and watcher.shot is not None, "the film is over"
    first = watcher.shot.frame
    watcher.hold()
    watcher.change(lambda: other)
    watcher._thread.join(20)
    assert not other.left and watcher.shot.frame.number > first.number
    assert watcher.shot.frame.time > first.time and watcher.shot.sight is None
    told = []
    while (envelope := inbox.get(0)) is not None:
        told.append(envelope.message)
    reports = [each for each in told if isinstance(each, Report)]
    assert "being set up" in str(reports[-1].board)
    assert View.MOVING in [each.view for each in told if isinstance(each, Look)]
    watcher.go_on()
    assert watcher.is_watching
    watcher.stop()
    assert not watcher.is_watching


def test_a_picture_that_takes_long_holds_the_end_up_for_a_moment_alone(tmp_path: Path) -> None:
    asked, gives, closed = threading.Event(), threading.Event(), threading.Event()

    class Slow(Camera):
        def read(self) -> Frame | None:
            asked.set()
            gives.wait()
            return super().read()

        def close(self) -> None:
            assert gives.is_set(), "nobody lets go of a camera that takes a picture"
            closed.set()

    clock = Clock()
    watcher = Watcher(Slow(clock, 2), Inbox(), clock, tmp_path / "board.json")
    watcher.start()
    asked.wait()
    watcher.stop(0.01)
    assert watcher.is_watching
    gives.set()
    closed.wait()
    watcher.stop()
    assert not watcher.is_watching
