"""The clock on the wall and the stopwatch beside it.

What lasts is measured with the stopwatch, since the clock jumps when the network comes.
"""

import ctypes
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

PLAUSIBLE = 1_760_000_000
"""Seconds since 1970: no clock that was ever set shows less (October 2025)."""
SYNCHRONISED = "run/systemd/timesync/synchronized"
"""The file that is there once the network has set the clock, until the computer is switched off."""
_UNSYNCHRONISED = 5
_TIMEX_BYTES = 512


class Clock(Protocol):
    """What the service reads the time from; a test passes one that it sets by hand."""

    def wall(self) -> float:
        """Seconds since 1970, UTC, as far as the computer knows."""

    def monotonic(self) -> float:
        """Seconds since some moment, never set back."""

    def is_set(self) -> bool:
        """Whether the wall time can be trusted."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The computer's own clock; `root` is another one in tests."""

    root: Path = Path("/")

    def wall(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment, never set back."""
        return time.monotonic()

    def is_set(self) -> bool:
        """Whether the clock has been set by the network or is kept by a battery.

        A Raspberry Pi without either wakes at the moment when it was switched off. A Raspberry Pi 5 has a clock on
        board, which without its battery begins in 1970: only what shows a plausible time was kept by a battery.
        """
        return has_battery_clock(self.root) or (self.root / SYNCHRONISED).exists() or synchronised()


def has_battery_clock(root: Path = Path("/")) -> bool:
    """Whether a clock with a battery has kept the time."""
    for path in root.glob("sys/class/rtc/rtc*/since_epoch"):
        try:
            if int(path.read_text()) > PLAUSIBLE:
                return True
        except (OSError, ValueError):
            continue
    return False


def boot_id() -> str:
    """What tells the time since the computer was switched on from other such times; empty where nothing does."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def synchronised() -> bool:
    """Whether the kernel says that something keeps its clock right; True where the kernel cannot be asked."""
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    if adjtimex is None:
        return True
    return int(adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))) not in (_UNSYNCHRONISED, -1)
