"""Small files that are whole or not there, whenever the plug is pulled, and belong to whom the data folder belongs to.

The service runs as a user of its own; people of its group, or root, look things up beside it and bring
backups back. None of them may leave a file there that the service cannot write.
"""

import json
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path


def hand_over(path: Path, folder: Path) -> None:
    """Give a file or folder the owner of `folder`, where root asks for it, and let the group write where it may write
    in `folder`. Raises OSError.
    """
    there, mine = folder.stat(), path.stat()
    if os.geteuid() == 0:
        os.chown(path, there.st_uid, there.st_gid)
    if there.st_mode & stat.S_IWGRP:
        mode = stat.S_IMODE(mine.st_mode)
        wanted = mode | (0o070 if stat.S_ISDIR(mine.st_mode) else 0o060)
        if wanted != mode:
            path.chmod(wanted)


def write_lasting(path: Path, value: object, *, mode: int = 0o644) -> None:
    """Write a value as JSON in place of what the file held, safe on the medium on return. Raises OSError."""
    write_text_lasting(path, json.dumps(value, ensure_ascii=False, indent=1), mode=mode)


def write_text_lasting(path: Path, text: str, *, mode: int = 0o644) -> None:
    """Write a text in place of what the file held, safe on the medium on return. Raises OSError."""
    fresh = path.with_name(f"{path.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(fresh, mode)
    # The group that may write the folder may write the file, unless it is for its owner alone.
    if mode & 0o044:
        with suppress(OSError):
            hand_over(fresh, path.parent)
    elif os.geteuid() == 0:
        there = path.parent.stat()
        os.chown(fresh, there.st_uid, there.st_gid)
    os.replace(fresh, path)
    sync_folder(path.parent)


def read_lasting(path: Path) -> object:
    """The value in a file of JSON; None where there is no file. Raises OSError, and ValueError for a damaged one."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def copy_lasting(file: Path, copy: Path) -> None:
    """A copy of a file, with its times, safe on the medium on return once its folder is. Raises OSError."""
    shutil.copy2(file, copy)
    with copy.open("rb") as there:
        os.fsync(there.fileno())


def sync_folder(folder: Path) -> None:
    """See that what was renamed in a folder outlives a pulled plug."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
