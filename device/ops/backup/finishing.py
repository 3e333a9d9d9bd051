"""Bringing in: the last step of a restore, which is finished at the next start if the plug was pulled over it.

A restore unpacks into `restoring.part`. Once everything lies there whole and flushed, that folder is renamed to
`restoring`, which decides it: before, the old data are whole; from then on each file goes to its place, the old one
to the folder that the file `aside` in it names, and whoever starts next goes on where it was left.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from device.errors import BackupError, LockError
from device.ops.backup.backup_file import DECISIONS
from device.store.folder.atomic_file import hand_over, sync_folder
from device.store.folder.lock import DataLock
from device.store.log.witness import ENDING
from engine.i18n import phrase

PART, READY, ASIDE = "restoring.part", "restoring", "aside"
DATABASE = "tableside.db"
HUB_DATABASE = "hub/hub.db"
ITEMS = (
    "pictures",
    "positions.json",
    "board.followed.json",
    "board.json",
    "tableside.toml",
    DECISIONS,
    DATABASE,
    HUB_DATABASE,
)
"""What a restore brings, each file or folder as a whole."""
_BESIDE = (ENDING, "-wal", "-shm", "-journal", "")
"""The witness of a log, which knows nothing of another, and what SQLite keeps beside a
database, which goes last itself.
"""


def finish_alone(data: Path) -> None:
    """Finish a restore that was broken off, for who does not hold the lock of the folder.
    Raises BackupError and LockError.
    """
    if not (data / READY).exists():
        return
    try:
        lock = DataLock(data)
    except LockError:
        if (data / READY).exists():
            raise
        # The table's service has done it meanwhile.
        return
    try:
        finish_restore(data)
    finally:
        lock.release()


def finish_restore(data: Path) -> bool:
    """Finish a restore that was decided, and sweep away one that was not; whether there was one to finish.

    To be called by who holds the lock of the folder. Raises BackupError.
    """
    ready = data / READY
    with suppress(OSError):
        shutil.rmtree(data / PART)
    try:
        if not ready.exists():
            return False
        if not (ready / ASIDE).exists():
            # broken off when all was done but this
            shutil.rmtree(ready)
            return True
        aside = data / Path((ready / ASIDE).read_text(encoding="utf-8")).name
        if not aside.exists():
            aside.mkdir()
            hand_over(aside, data)
        for item in ITEMS:
            if (ready / item).exists():
                folder = (data / item).parent
                if not folder.exists():
                    folder.mkdir()
                    hand_over(folder, data)
                _set_aside(data, item, aside)
                os.rename(ready / item, data / item)
                sync_folder(folder)
        sync_folder(aside)
        sync_folder(data)
        # without the file that names the folder it would not be known any more what it is: that goes last
        for left in ready.iterdir():
            if left.name != ASIDE:
                shutil.rmtree(left) if left.is_dir() else left.unlink()
        shutil.rmtree(ready)
        sync_folder(data)
        with suppress(OSError):
            # nothing was replaced
            aside.rmdir()
    except OSError as error:
        raise BackupError(
            phrase(
                "the restore in {data} cannot be finished ({reason}): see that its disk has room and may be "
                "written to, then start again; nothing is lost",
                data=data,
                reason=error.strerror,
            )
        ) from error
    return True


def _set_aside(data: Path, item: str, aside: Path) -> None:
    for ending in _BESIDE if item in (DATABASE, HUB_DATABASE) else ("",):
        old = data / f"{item}{ending}"
        if old.exists():
            os.rename(old, _free(aside / old.name))


def _free(path: Path) -> Path:
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}.{number}")
    return found
