"""The clock on the wall and the stopwatch beside it.

What lasts is measured with the stopwatch, since the clock jumps when the network comes.
"""

import ctypes
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

PLAUSIBLE = 1_760_000_000
"""Seconds since 1970: no clock that was ever set shows less (October 2025)."""
SYNCHRONISED = "run/systemd/timesync/synchronized"
"""The file that is there once the network has set the clock, until the computer is switched off."""
LATEST = PLAUSIBLE + 50 * 366 * 86400
"""And none that is right shows more, for as long as this may run."""
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


class LentTime:
    """The time of day as a phone in the room has it, for a computer that nobody has told; from any thread."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._sure = False
        self._lock = threading.Lock()

    @property
    def ahead(self) -> float | None:
        """By how many seconds it is ahead of the stopwatch; None: no phone has told it."""
        return self._ahead

    def wanted(self, *, sure: bool) -> bool:
        """Whether a phone's time would count: the first one does, and that of who is `sure` before any other."""
        return self._ahead is None or (sure and not self._sure)

    def take(self, ahead: float, *, sure: bool) -> bool:
        """Take a phone's time; whether it counts, as `wanted` says."""
        with self._lock:
            if not self.wanted(sure=sure):
                return False
            self._ahead, self._sure = ahead, sure
            return True


LENT = LentTime()
"""What this process has been lent: there is one time of day in it."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The computer's own clock, or while that is not set the time that a phone has lent; `root` is another in tests."""

    root: Path = Path("/")
    lent: LentTime = field(default_factory=lambda: LENT)

    def wall(self) -> float:
        """Seconds since 1970, UTC."""
        ahead = self.lent.ahead
        return time.time() if ahead is None or self.is_kept() else self.monotonic() + ahead

    def monotonic(self) -> float:
        """Seconds since some moment, never set back."""
        return time.monotonic()

    def is_set(self) -> bool:
        """Whether the wall time can be trusted: the computer keeps it, or a phone has told it."""
        return self.lent.ahead is not None or self.is_kept()

    def is_kept(self) -> bool:
        """Whether the computer's clock has been set by the network or is kept by a battery.

        A Raspberry Pi without either wakes at the moment when it was switched off. A Raspberry Pi 5 has a clock on
        board, which without its battery begins in 1970: only what shows a plausible time was kept by a battery.
        """
        return has_battery_clock(self.root) or (self.root / SYNCHRONISED).exists() or synchronised()

    def wants(self, *, sure: bool) -> bool:
        """Whether a phone's time of day would count. See LentTime.wanted."""
        return self.lent.wanted(sure=sure) and not self.is_kept()

    def lend(self, wall: float, *, sure: bool) -> bool:
        """Take the time of day from a phone, seconds since 1970, UTC; whether it counts. See LentTime.take."""
        if not PLAUSIBLE < wall < LATEST or self.is_kept():
            return False
        return self.lent.take(wall - self.monotonic(), sure=sure)


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
