"""Sticks: daily copies beside the card, on whatever is plugged in and has a folder for them.

A stick is for daily copies if it has a folder `tableside-backups`: whoever makes that folder wants them there, and
nothing is ever written to any other. In it each computer has a folder of its own.
"""

import os
import shutil
import socket
from contextlib import suppress
from datetime import date
from pathlib import Path

from device.errors import BackupError
from device.io.host import Host
from device.io.host.concerns import MB
from device.io.host.disk import free_bytes, mounts
from device.ops.backup.backup_file import BackupManifest, check_backup
from device.ops.backup.rotation import copy_of, kept
from device.store.folder.atomic_file import sync_folder
from device.store.settings import Settings

FOLDER = "tableside-backups"
"""The folder at the root of a stick that is for daily copies."""
ROOTS = (Path("/media"), Path("/mnt"), Path("/run/media"))
"""Where sticks are mounted."""
ROOM_MB = 10
"""So much of a stick is left free."""


def stick_folders(host: Host | None = None) -> tuple[Path, ...]:
    """Where the daily copies of this computer belong, on every stick that is for them."""
    points = [Path(each.point) for each in mounts(host or Host())]
    wanted = [point for point in dict.fromkeys(points) if any(root in point.parents for root in ROOTS)]
    return tuple(point / FOLDER / socket.gethostname() for point in wanted if (point / FOLDER).is_dir())


def carry(copy: Path, folder: Path, settings: Settings, today: date | None) -> BackupManifest | None:
    """Lay a daily copy into a folder on a stick, read it through there, and take away those that are not kept any more;
    None where it lies there already.

    Raises BackupError, and then there is nothing on the stick that was not there before.
    """
    there, part = folder / copy.name, folder / f"{copy.name}.part"
    if there.exists():
        return None
    try:
        folder.mkdir(exist_ok=True)
        if free_bytes(folder) < copy.stat().st_size + ROOM_MB * MB:
            raise BackupError(f"there is no room for a daily backup in {folder}: free some")
        with copy.open("rb") as whole, part.open("wb") as out:
            shutil.copyfileobj(whole, out)
            out.flush()
            os.fsync(out.fileno())
        manifest = check_backup(part)
        os.replace(part, there)
        sync_folder(folder)
    except OSError as error:
        raise BackupError(
            f"the daily backup cannot be written to {folder} ({error.strerror}): see that the stick has room and that "
            "the service's user, tableside, may write there"
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    _rotate(folder, settings, today)
    return manifest


def _rotate(folder: Path, settings: Settings, today: date | None) -> None:
    """Take away the copies of this table that are not kept any more."""
    with suppress(OSError):
        known = [(copy_of(path.name, settings.table.name), path) for path in folder.iterdir()]
        copies = {copy: path for copy, path in known if copy is not None}
        stay = kept(tuple(copies), settings.backup.days, settings.backup.weeks, today)
        for copy, path in copies.items():
            if copy not in stay:
                path.unlink()
