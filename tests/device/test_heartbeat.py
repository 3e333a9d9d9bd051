"""The heartbeat: alive is who has gone round since it was last asked."""

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from device.clock import SystemClock
from device.errors import CameraError
from device.io.cameras.camera import Camera as AnyCamera
from device.table.heartbeat import REFEREE, WATCHER, Heartbeat
from device.table.inbox import Inbox
from device.table.watch.watcher import Watcher
from vision.frame import Frame


def test_it_beats_only_when_every_part_has_gone_round() -> None:
    heart = Heartbeat()
    assert not heart.take()
    heart.beat(REFEREE)
    heart.beat(REFEREE)
    assert heart.silent() == (WATCHER,)
    assert not heart.take()
    heart.beat(WATCHER)
    assert heart.silent() == ()
    assert heart.take()
    assert heart.silent() == (REFEREE, WATCHER), "once taken, all are waited for again"
    assert not heart.take()


def test_who_rests_is_not_waited_for() -> None:
    heart = Heartbeat()
    heart.beat(WATCHER)
    heart.rest(WATCHER)
    heart.beat(WATCHER)
    heart.beat(REFEREE)
    assert heart.take()
    heart.beat(REFEREE)
    assert heart.take(), "a film that is over stays over"
    assert heart.silent() == (REFEREE,)


@given(st.lists(st.sampled_from(["a", "b", "c", "take"])))
def test_between_two_beats_of_the_heart_every_part_has_gone_round(told: list[str]) -> None:
    heart, since = Heartbeat("abc"), set[str]()
    for each in told:
        if each == "take":
            assert heart.take() == (since == {"a", "b", "c"})
            if since == {"a", "b", "c"}:
                since.clear()
        else:
            heart.beat(each)
            since.add(each)
        assert set(heart.silent()) == {"a", "b", "c"} - since


class Camera(AnyCamera):
    """Fails once, gives a picture, and is over; keeps what was silent whenever it was asked for a picture."""

    def __init__(self, heart: Heartbeat) -> None:
        self.heart = heart
        self.silent: list[tuple[str, ...]] = []

    def read(self) -> Frame | None:
        self.silent.append(self.heart.silent())
        self.heart.take()
        match len(self.silent):
            case 1:
                raise CameraError("the camera is gone")
            case 2:
                return Frame(np.zeros((48, 64, 3), np.uint8), 0.1, 1)
        return None

    def close(self) -> None:
        pass


def test_the_watcher_beats_with_every_picture_and_with_a_camera_that_is_lost(tmp_path: Path) -> None:
    heart = Heartbeat([WATCHER])
    camera = Camera(heart)
    watcher = Watcher(
        camera, Inbox(), SystemClock(), tmp_path / "board.json", wait=lambda _: None, heartbeat=heart
    )
    watcher._watch()
    assert camera.silent == [(WATCHER,), (), ()], "not before the first round, and after each"
    assert heart.take(), "a film that is over is not waited for"
