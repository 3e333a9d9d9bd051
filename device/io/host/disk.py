"""The disk under a folder: which it is, what is free, whether it can be written to, and how worn it is."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.io.host.sources import Host

_FORGETFUL = ("tmpfs", "ramfs")


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system: where, of which kind, from which device, whether it is read-only."""

    point: str
    kind: str
    device: str
    read_only: bool


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk of a folder.

    `free`, `total` in bytes; `mount` where the system tells; `card`: its name where it is a card; `worn`: how much of
    its life it says is used up, in per cent; `written`: bytes in its life so far; `errors` of its file system;
    `forgets`: what is written is lost when the computer is switched off.
    """

    free: int
    total: int
    mount: Mount | None = None
    card: str | None = None
    worn: int | None = None
    written: int | None = None
    errors: int = 0
    forgets: bool = False

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written."""
        return self.mount is not None and self.mount.read_only


def existing(folder: Path) -> Path:
    """The folder, or the nearest above it that exists."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


def free_bytes(folder: Path) -> int:
    """How many bytes can still be written there by this user. Raises OSError."""
    return shutil.disk_usage(existing(folder)).free


def disk_of(folder: Path, host: Host) -> Disk:
    """The disk under a folder, which need not exist yet. Raises OSError."""
    there = existing(folder)
    usage = shutil.disk_usage(there)
    mount = mount_of(there, host)
    number = os.stat(there).st_dev
    block = Path(f"sys/dev/block/{os.major(number)}:{os.minor(number)}")
    return Disk(
        usage.free,
        usage.total,
        mount,
        _card(block, host),
        _worn(block, host),
        *_ext4(mount, host),
        forgets=mount is not None and _forgets(mount, host),
    )


def mount_of(folder: Path, host: Host) -> Mount | None:
    """The file system that a folder lies in; None where the system does not tell."""
    best: Mount | None = None
    for found in mounts(host):
        # the last that fits best: what is mounted later lies on top
        if folder.is_relative_to(found.point) and (best is None or len(found.point) >= len(best.point)):
            best = found
    return best


def mounts(host: Host) -> Iterator[Mount]:
    """All that is mounted, in the order in which it was."""
    for line in (host.text("proc/mounts") or "").splitlines():
        words = line.split(" ")
        if len(words) >= 4:
            device, point, kind, options = (_plain(word) for word in words[:4])
            yield Mount(point, kind, device, "ro" in options.split(","))


def _plain(word: str) -> str:
    """A word of /proc/mounts, in which blanks and the like are written as octal numbers."""
    for escape, letter in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        word = word.replace(escape, letter)
    return word


def _card(block: Path, host: Host) -> str | None:
    """The name of the card or the eMMC chip that a partition lies on."""
    for device in (block / "device", block / ".." / "device"):
        kind = host.text(device / "type")
        if kind in ("SD", "MMC"):
            name, made = host.text(device / "name") or "?", host.text(device / "date")
            what = "SD card" if kind == "SD" else "eMMC"
            return f"{what} {name}" + (f" of {made}" if made else "")
    return None


def _worn(block: Path, host: Host) -> int | None:
    """Per cent of its life used up, which eMMC tells in steps of ten, and cards do not."""
    for device in (block / "device", block / ".." / "device"):
        text = host.text(device / "life_time")
        if text is not None:
            try:
                steps = max(int(word, 16) for word in text.split())
            except ValueError:
                continue
            return min(10 * steps, 100) if steps else None
    return None


def _ext4(mount: Mount | None, host: Host) -> tuple[int | None, int]:
    """Bytes written in the life of an ext4 file system, and how many errors it has met."""
    if mount is None or mount.kind != "ext4":
        return None, 0
    device = Path("sys/fs/ext4") / Path(mount.device).name
    written = host.number(device / "lifetime_write_kbytes")
    return None if written is None else written * 1024, host.number(device / "errors_count") or 0


def _forgets(mount: Mount, host: Host) -> bool:
    if mount.kind in _FORGETFUL:
        return True
    # Raspberry Pi OS with its overlay switched on
    return mount.kind == "overlay" and "boot=overlay" in (host.text("proc/cmdline") or "").split()
