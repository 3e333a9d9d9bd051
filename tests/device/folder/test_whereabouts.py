"""Where a board was followed to outlasts a restart, and never replaces the calibration."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import model_from_corners
from device.clock import SystemClock
from device.io.cameras.camera import Camera
from device.status.snapshot.table_snapshot import Report
from device.store.folder import board_position
from device.table.inbox import Inbox
from device.table.watch.watcher import FOLLOWED, Watcher
from engine.board import View
from engine.state.messages import Look
from vision.board_model import BoardModel
from vision.draw import corners as board_corners
from vision.draw import draw, preset
from vision.errors import ModelError
from vision.frame import Frame
from vision.scene import Scene

MODEL = BoardModel((640, 480), ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0)))
ELSEWHERE = BoardModel((640, 480), ((95.0, 62.0), (565.0, 66.0), (595.0, 432.0), (65.0, 426.0)))


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The file of a calibrated board."""
    file = tmp_path / "board.json"
    MODEL.save(file)
    os.utime(file, (1_000_000, 1_000_000))
    return file


def follow(board: Path, model: BoardModel) -> None:
    """Follow a board from its present calibration."""
    stamp = board_position.stamp_of(board)
    assert stamp is not None
    board_position.keep(board, model, stamp)


def test_a_restart_goes_on_where_the_board_was_followed_to(board: Path) -> None:
    assert board_position.load(board) == MODEL
    follow(board, ELSEWHERE)
    assert board_position.load(board) == ELSEWHERE
    assert BoardModel.load(board) == MODEL
    assert sorted(each.name for each in board.parent.iterdir()) == ["board.followed.json", "board.json"]


@pytest.mark.parametrize("clock", [2_000_000, 999_000])
def test_another_calibration_counts_more(board: Path, clock: int) -> None:
    """Whatever its time: it may be of a computer whose clock is slow."""
    follow(board, ELSEWHERE)
    os.utime(board, (clock, clock))
    assert board_position.load(board) == MODEL


def test_who_goes_on_following_an_old_calibration_does_not_put_a_new_one_aside(board: Path) -> None:
    stamp = board_position.stamp_of(board)
    assert stamp is not None
    MODEL.save(board)
    board_position.keep(board, ELSEWHERE, stamp)
    assert board_position.load(board) == MODEL


def test_what_is_damaged_or_of_another_camera_is_left_alone(board: Path) -> None:
    follow(board, BoardModel((320, 240), MODEL.corners))
    assert board_position.load(board) == MODEL
    file = board_position.followed_file(board)
    file.write_text("half a fi")
    os.utime(file, (1_000_000, 1_000_000))
    assert (
        board_position.stamp_of(file) == board_position.stamp_of(board)
        and board_position.load(board) == MODEL
    )


def test_no_calibration_is_none_and_a_damaged_one_is_told(tmp_path: Path, board: Path) -> None:
    assert board_position.load(tmp_path / "none.json") is None
    board.write_text("{}")
    with pytest.raises(ModelError):
        board_position.load(board)


def test_a_full_disk_does_not_end_the_evening(tmp_path: Path) -> None:
    board_position.keep(tmp_path / "no such folder" / "board.json", ELSEWHERE, 0)


class Pictures(Camera):
    """A camera that shows some pictures, each for a second, and then no more."""

    def __init__(self, *pictures: NDArray[np.uint8]) -> None:
        self._frames = iter(
            Frame(picture, (5 * n + k) / 5, 5 * n + k) for n, picture in enumerate(pictures) for k in range(5)
        )

    def read(self) -> Frame | None:
        """The next picture."""
        return next(self._frames, None)

    def close(self) -> None:
        """Nothing to let go of."""


def test_the_watcher_says_that_it_follows_and_keeps_where_to(tmp_path: Path) -> None:
    look = preset()
    picture = draw(Scene(), look)
    a, b, c, d = ((float(x), float(y)) for x, y in board_corners(look))
    model = model_from_corners((a, b, c, d), picture, is_straight=True).model
    file = tmp_path / "board.json"
    model.save(file)
    os.utime(file, (1_000_000, 1_000_000))
    height, width = picture.shape[:2]
    pushed = cv2.warpAffine(
        picture, np.array([[1.0, 0, 9], [0, 1, -6]]), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    inbox = Inbox()
    told = _told(
        Watcher(Pictures(picture, np.asarray(pushed, np.uint8)), inbox, SystemClock(), file, model), inbox
    )
    notes = [each.note for each in told if isinstance(each, Report)]
    assert FOLLOWED in notes
    assert View.MOVED not in {each.view for each in told if isinstance(each, Look)}
    kept = board_position.load(file)
    assert kept is not None
    assert np.abs(np.array(kept.corners) - np.array(model.corners) - (9, -6)).max() < 2.0


def _told(watcher: Watcher, inbox: Inbox) -> list[object]:
    """All that a watcher tells until its pictures are over."""
    watcher.start()
    told: list[object] = []
    while (letter := inbox.get(60.0)) is not None:
        told.append(letter.message)
        if isinstance(told[-1], Look) and told[-1].view is View.LOST:
            break
    watcher.stop()
    return told
