"""The timeline: one time and one count over cameras that follow one another."""

import numpy as np

from device.table.watch.timeline import Timeline
from tests.device.hand_clock import HandClock
from vision.frame import Frame

PICTURE = np.zeros((2, 2, 3), np.uint8)


def placed(line: Timeline, time: float, number: int) -> tuple[float, int]:
    frame = line.place(Frame(PICTURE, time, number))
    return frame.time, frame.number


def test_time_begins_with_the_first_picture() -> None:
    clock = HandClock()
    line = Timeline(clock)
    clock.now += 5.0
    assert line.now() == 0.0
    assert placed(line, 40.0, 7) == (0.0, 7)
    clock.now += 0.25
    assert line.now() == 0.25
    assert placed(line, 40.5, 8) == (0.5, 8)


def test_another_camera_goes_on_where_the_one_before_was_lost() -> None:
    clock = HandClock()
    line = Timeline(clock)
    placed(line, 10.0, 3)
    clock.now += 2.0
    line.begin_anew()
    assert placed(line, 900.0, 0) == (2.0, 4)
    assert placed(line, 900.5, 1) == (2.5, 5)


def test_a_camera_whose_time_jumps_back_is_one_that_began_anew() -> None:
    clock = HandClock()
    line = Timeline(clock)
    placed(line, 10.0, 3)
    placed(line, 11.0, 4)
    clock.now += 0.5
    assert placed(line, 0.0, 0) == (1.5, 5)


def test_a_picture_of_a_film_is_due_when_as_much_time_has_passed_as_in_the_film() -> None:
    clock = HandClock()
    line = Timeline(clock)
    placed(line, 0.0, 0)
    clock.now += 0.125
    assert line.until(Frame(PICTURE, 0.5, 1)) == 0.375
    clock.now += 1.0
    assert line.until(Frame(PICTURE, 0.5, 1)) == 0.0
