"""The lock on a data folder: one service works in it at a time, and none while a backup is brought back."""

import fcntl
import os
from pathlib import Path

from device.errors import LockError
from engine.i18n import phrase

NAME = "tableside.lock"


class DataLock:
    """The lock on a folder, held until `release` or the end of the process, however that comes.

    Raises LockError where another process holds it.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        try:
            # It is only locked, never written: whoever made it, others may lock it, too.
            self._file = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise LockError(
                phrase(
                    "{path} cannot be opened ({reason}): give this user the right to write in {folder}",
                    path=path,
                    reason=error.strerror,
                    folder=folder,
                )
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise LockError(
                phrase(
                    "Tableside is running already with the data in {folder}: stop it first, or name another folder "
                    "with --data",
                    folder=folder,
                )
            ) from error

    def release(self) -> None:
        """Let go of the folder; further calls do nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_held(folder: Path) -> bool:
    """Whether a service runs with the data in a folder."""
    try:
        file = os.open(folder / NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
