"""The clock on the wall and the stopwatch beside it."""

import ctypes
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

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
    """The computer's own clock."""

    def wall(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment, never set back."""
        return time.monotonic()

    def is_set(self) -> bool:
        """Whether the clock has been set by the network or is kept by a battery.

        A Raspberry Pi without either wakes at the moment when it was switched off.
        """
        return Path("/dev/rtc0").exists() or synchronised()


def synchronised() -> bool:
    """Whether the kernel says that something keeps its clock right; True where the kernel cannot be asked."""
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    if adjtimex is None:
        return True
    return int(adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))) not in (_UNSYNCHRONISED, -1)
