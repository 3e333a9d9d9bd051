"""Moments: when something happened, as far as clock and stopwatch tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from device.store.log.store import LogEntry

MORNING = timedelta(hours=6)
"""Until then in the morning what is played still belongs to the evening before."""


@dataclass(frozen=True, slots=True)
class EventTime:
    """When an event was written: by the clock (seconds since 1970) if that was set, by
    the stopwatch of a `boot` else.
    """

    wall: float
    monotonic: float
    clock_set: bool
    boot: str = ""

    @classmethod
    def of(cls, entry: LogEntry) -> "EventTime":
        """When an event was written."""
        return cls(entry.wall, entry.monotonic, entry.clock_set, entry.boot)

    def dated(self, ahead: Mapping[str, float]) -> float | None:
        """Seconds since 1970; `ahead` is by how much the clock is ahead of the stopwatch of each boot, where known."""
        if self.clock_set:
            return self.wall
        known = ahead.get(self.boot) if self.boot else None
        return None if known is None else self.monotonic + known


def evening_of(wall: float | None, zone: tzinfo | None = None) -> date | None:
    """The day that a time belongs to, in the room's own time unless a zone is given; None where it is not known."""
    return None if wall is None else (datetime.fromtimestamp(wall, zone) - MORNING).date()
