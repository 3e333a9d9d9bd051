"""Replacing a file: the new one is there as a whole, or the old one still is."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from device.store.folder.atomic_file import sync_folder


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, in place of what it held; a pipe or a device is simply written to. Raises OSError."""
    target = Path(os.path.realpath(path))
    mode = 0o666
    with suppress(FileNotFoundError):
        found = target.stat()
        if not stat.S_ISREG(found.st_mode):
            target.write_bytes(data)
            return
        mode = stat.S_IMODE(found.st_mode)
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(target.parent)
