"""A time-lapse is told from a film that plays as fast as life."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.table.watch.film_sequence import USUAL, seconds_between
from vision.rectify import Corners

CORNERS: Corners = ((40.0, 30.0), (280.0, 30.0), (290.0, 210.0), (30.0, 210.0))
Written = Callable[[float, int, int], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a film of a board on which by turns something moves for some frames and nothing for some."""

    def write(rate: float, moving: int, still: int) -> Path:
        path = tmp_path / "film.mp4"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (320, 240))
        board = np.random.default_rng(1).integers(60, 190, (240, 320, 3), np.uint8)
        board = cv2.blur(board, (9, 9))
        for number in range(240):
            picture = board.copy()
            turn, since = divmod(number, moving + still)
            at = (37 * turn + 12 * min(since, moving)) % 200 + 40
            cv2.rectangle(picture, (at, 60), (at + 40, 160), (20, 30, 240), -1)
            writer.write(picture)
        writer.release()
        return path

    return write


def test_a_time_lapse_comes_to_rest_many_times_a_second(written: Written) -> None:
    assert seconds_between(written(30.0, 2, 2), CORNERS) == USUAL


@pytest.mark.parametrize(
    ("rate", "moving", "still"), [(30.0, 20, 40), (5.0, 3, 5), (1.0, 2, 2), (30.0, 0, 60)]
)
def test_what_plays_as_fast_as_life_is_none(written: Written, rate: float, moving: int, still: int) -> None:
    assert seconds_between(written(rate, moving, still), CORNERS) is None
