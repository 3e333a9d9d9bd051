"""Sticks: daily copies beside the card, on whatever is plugged in and has a folder for them.

A stick is for daily copies if it has a folder `tableside-backups`: whoever makes that folder wants them there, and
nothing is ever written to any other. In it each computer has a folder of its own.
"""

import hashlib
import os
import re
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
from device.ops.backup.rotation import copy_of, rotate
from device.store.folder.atomic_file import sync_folder
from device.store.settings import Settings
from engine.i18n import phrase

FOLDER = "tableside-backups"
"""The folder at the root of a stick that is for daily copies."""
ROOTS = (Path("/media"), Path("/mnt"), Path("/run/media"))
"""Where sticks are mounted."""
ROOM_MB = 10
"""So much of a stick is left free."""


def stick_folders(host: Host | None = None) -> tuple[Path, ...]:
    """Where the daily copies of this computer belong, on every stick that is for them."""
    host = host or Host()
    points = [Path(each.point) for each in mounts(host)]
    wanted = [point for point in dict.fromkeys(points) if any(root in point.parents for root in ROOTS)]
    own = _own_name(host)
    # unlike Path.is_dir, os.path.isdir passes over a stick that cannot be read, and goes on to the next
    return tuple(point / FOLDER / own for point in wanted if os.path.isdir(point / FOLDER))


def _own_name(host: Host) -> str:
    """The name of this computer's folder. Computers may share a name, as all whose card was written from one image do;
    so part of a hash of the machine's id, which is not to be shown itself, follows where there is one.
    """
    name, machine = socket.gethostname(), host.text("etc/machine-id") or ""
    if not re.fullmatch("[0-9a-f]{32}", machine):
        return name
    return f"{name}-{hashlib.sha256(f'tableside/{machine}'.encode()).hexdigest()[:8]}"


def carry(copy: Path, folder: Path, settings: Settings, today: date | None) -> BackupManifest | None:
    """Lay a daily copy into a folder on a stick, read it through there, and take away those that are not kept any more;
    None where it lies there already. One process at a time does this.

    Raises BackupError, and then there is nothing on the stick that was not there before.
    """
    there, part = folder / copy.name, folder / f"{copy.name}.part"
    try:
        if there.exists():
            return None
        folder.mkdir(exist_ok=True)
        for left in folder.glob("*.zip.part"):
            if copy_of(left.stem, settings.table.name) is not None:
                left.unlink()
        if free_bytes(folder) < copy.stat().st_size + ROOM_MB * MB:
            raise BackupError(
                phrase("there is no room for a daily backup in {folder}: free some", folder=folder)
            )
        with copy.open("rb") as whole, part.open("wb") as out:
            shutil.copyfileobj(whole, out)
            out.flush()
            os.fsync(out.fileno())
        manifest = _read_back(part)
        os.replace(part, there)
        sync_folder(folder)
    except OSError as error:
        raise BackupError(
            phrase(
                "the daily backup cannot be written to {folder} ({reason}): see that the stick has room and that "
                "the service's user, tableside, may write there",
                folder=folder,
                reason=error.strerror,
            )
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    with suppress(OSError):
        rotate(folder, there, settings.table.name, settings.backup, today)
    return manifest


def _read_back(part: Path) -> BackupManifest:
    try:
        return check_backup(part)
    except BackupError as error:
        raise BackupError(
            phrase(
                "the daily backup that was written to {folder} is damaged when it is read back: take another "
                "stick; if that does not help, tableside backup -o FILE writes a new one",
                folder=part.parent,
            )
        ) from error
