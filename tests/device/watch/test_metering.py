"""A camera's exposure is held from the first clear sight of the board, and measured anew under another light."""

import numpy as np

from device.table.watch.watcher import LASTING, SETTLED, Metering
from engine.board import View
from vision.frame import Exposure, Frame


class Lens:
    """A camera whose exposure can be held."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def lock(self) -> None:
        self.done.append("lock")

    def unlock(self) -> None:
        self.done.append("unlock")


def frame(time: float, level: int = 100, *, lazy: bool = False) -> Frame:
    picture = np.full((48, 64, 3), level, np.uint8)

    def never() -> np.ndarray:
        raise AssertionError("the full picture is not needed for it")

    return Frame(Exposure(picture[::4, ::4], picture.shape, never) if lazy else picture, time, int(time))


def held(lens: Lens) -> Metering:
    metering = Metering(lens, 0.0)
    metering.seen(frame(SETTLED), View.CLEAR)
    assert lens.done == ["lock"]
    return metering


def test_it_is_held_once_the_board_is_seen_clearly_and_the_light_is_measured() -> None:
    lens = Lens()
    metering = Metering(lens, 0.0)
    metering.seen(frame(SETTLED - 0.1), View.CLEAR)
    for view in (View.HAND, View.MOVING, View.DARK, View.MOVED):
        metering.seen(frame(SETTLED + 1), view)
    assert lens.done == []
    for second in range(10, 20):
        metering.seen(frame(second, lazy=True), View.CLEAR)
    assert lens.done == ["lock"]


def test_another_light_that_lasts_is_measured_anew() -> None:
    lens = Lens()
    metering = held(lens)
    metering.seen(frame(20, 200), View.CLEAR)
    metering.seen(frame(20 + LASTING, 200), View.CLEAR)
    assert lens.done == ["lock", "unlock"]
    metering.seen(frame(21 + LASTING, 120), View.CLEAR)
    assert lens.done == ["lock", "unlock"]
    metering.seen(frame(20 + LASTING + SETTLED, 120), View.CLEAR)
    assert lens.done == ["lock", "unlock", "lock"]


def test_darkness_that_lasts_is_measured_anew() -> None:
    lens = Lens()
    metering = held(lens)
    metering.seen(frame(20, 90), View.DARK)
    metering.seen(frame(20 + LASTING, 90), View.DARK)
    assert lens.done == ["lock", "unlock"]


def test_an_arm_over_the_board_does_not_last() -> None:
    lens = Lens()
    metering = held(lens)
    for second in range(20, 60):
        metering.seen(frame(second, 30 if second % 3 else 100), View.HAND)
    assert lens.done == ["lock"]


def test_a_camera_without_is_left_alone() -> None:
    metering = Metering(object(), 0.0)
    metering.seen(frame(99), View.CLEAR)
