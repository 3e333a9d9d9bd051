"""Where a board was followed to, kept beside its calibration, which stays as it is."""

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.board_model import BoardModel

_log = logging.getLogger(__name__)


def followed_file(board: Path) -> Path:
    """The file beside a board's calibration in which it is kept where the board was followed to."""
    return board.with_suffix(".followed.json")


def stamp_of(board: Path) -> int | None:
    """What tells a calibration from a later one in the same file; None where there is none."""
    try:
        return board.stat().st_mtime_ns
    except OSError:
        return None


def keep(board: Path, model: "BoardModel", stamp: int) -> None:
    """Keeps the model of a board that was followed from the calibration of that stamp.

    Where that fails, it is only logged: the evening goes on.
    """
    file = followed_file(board)
    fresh = file.with_suffix(".new")
    try:
        # whole or not at all, whenever the plug is pulled
        model.save(fresh)
        # Borne by the file itself: a clock that was set in between, or a calibration made meanwhile, changes nothing.
        os.utime(fresh, ns=(stamp, stamp))
        os.replace(fresh, file)
    except OSError as error:
        _log.warning("where the board was followed to cannot be kept in %s (%s)", file, error.strerror)


def load(board: Path) -> "BoardModel | None":
    """The model of a board as it was last followed since it was calibrated; None where it never was.

    Raises VisionError for a damaged calibration.
    """
    # the eye's modules are for who has a board: a hub makes backups without
    from vision.board_model import BoardModel
    from vision.errors import VisionError

    if not board.exists():
        return None
    calibrated, file = BoardModel.load(board), followed_file(board)
    try:
        if stamp_of(file) != stamp_of(board):
            return calibrated
        followed = BoardModel.load(file)
    except (OSError, VisionError) as error:
        _log.warning("the board is taken to lie where it was calibrated: %s", error)
        return calibrated
    same = (followed.size, followed.shape, followed.bar) == (
        calibrated.size,
        calibrated.shape,
        calibrated.bar,
    )
    return followed if same else calibrated
