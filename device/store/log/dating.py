"""Dating: when events happened, where the clock was not set when they did.

A Raspberry Pi without network or battery does not know the time. The stopwatch runs all the same from the moment it is
switched on: once the clock is set, every event of that time can be dated, before and after. Events of another time that
it was on cannot, and are given no date at all.
"""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from device.clock import Clock
from device.store.log.store import LogEntry

UNKNOWN = "not set: the date of this match is not known"


def dated(entries: Sequence[LogEntry]) -> tuple[float | None, ...]:
    """When each of the entries of a table was written, seconds since 1970 in UTC; None where nothing tells.

    Entries of one `boot` share a stopwatch; where that is not known, an entry is dated by its own clock alone.
    """
    ahead: dict[str, float] = {}
    for entry in entries:
        if entry.clock_set and entry.boot:
            # the last one counts: a clock that has just been set may still be put right by a little
            ahead[entry.boot] = entry.wall - entry.monotonic
    return tuple(_dated(entry, ahead.get(entry.boot)) for entry in entries)


def _dated(entry: LogEntry, ahead: float | None) -> float | None:
    if entry.clock_set:
        return entry.wall
    return None if ahead is None else entry.monotonic + ahead


class MatchDate:
    """When the match that is being played began; told of every entry by one thread, asked by any.

    `boot`: of the time that the computer has been on now.
    """

    def __init__(self, logged: Sequence[LogEntry], clock: Clock, boot: str) -> None:
        self._clock, self._boot = clock, boot
        self._first: LogEntry | None = None
        self._then: float | None = None
        for entry, then in zip(logged, dated(logged), strict=True):
            if self._first is None or entry.match != self._first.match:
                self._first, self._then = entry, then

    def note(self, entries: Sequence[LogEntry]) -> None:
        """Take snapshot of what was written down."""
        for entry in entries:
            if self._first is None or entry.match != self._first.match:
                self._first, self._then = entry, entry.wall if entry.clock_set else None

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """What heads the record of the match; nothing before there is one."""
        first, then = self._first, self._then
        if first is None:
            return ()
        if then is None and first.boot and first.boot == self._boot and self._clock.is_set():
            then = self._clock.wall() - self._clock.monotonic() + first.monotonic
        return date_tags(then)


def date_tags(wall: float | None, zone: tzinfo | None = None) -> tuple[tuple[str, str], ...]:
    """What heads a record: date and time, in the room's own time unless a zone is given; or that they are not known."""
    if wall is None:
        return (("Clock", UNKNOWN),)
    then = datetime.fromtimestamp(wall, zone)
    return ("EventDate", then.strftime("%Y.%m.%d")), ("EventTime", then.strftime("%H.%M"))
