"""The logbook: the stored events of a table for any number of readers, who never hold the referee up.

It has a connection of its own, and is told by the referee how far the log goes, and how far everybody may read it.
"""

import json
import threading

from device.shape import Json, Named, choice, flag, many, number, text, thing, whole
from device.store.log.event_codec import encode_event
from device.store.log.store import LogEntry, Source, Store

MOST = 1000
"""How many events are read at a time."""


class Logbook:
    """The events of a table in the database of `store`; None: there are none. All methods but `note` may be called from
    any thread, and raise StoreError where they read.

    `last` is the number of the last event, `shown` of the last one that everybody may know of.
    """

    def __init__(self, store: Store | None = None, table: str = "1", last: int = 0, shown: int = 0) -> None:
        self._store, self._table = store, table
        self._reader: Store | None = None
        self._last, self._shown = last, shown
        self._closed = False
        self._changed = threading.Condition()

    @property
    def shown(self) -> int:
        """The number of the last event that everybody may know of."""
        return self._shown

    def note(self, last: int, shown: int) -> None:
        """Tell how far the log goes, and how far everybody may read it; wakes who waits. In the referee's thread."""
        with self._changed:
            self._last, self._shown = last, shown
            self._changed.notify_all()

    def read(self, after: int, limit: int, *, whole: bool) -> tuple[Json, ...]:
        """The events after number `after`, at most so many, in their order; `whole`: those that are kept back, too.

        Matches that somebody has deleted are left out, and so is, unless `whole`, who put something right.
        """
        upto = self.upto(whole=whole)
        reader = None if after >= upto or limit <= 0 else self._opened()
        if reader is None:
            return ()
        gone = [int(str(row["match"])) for row in reader.deleted() if row["table"] == self._table]
        entries = reader.load(self._table, first=after + 1, last=upto, beside=gone, most=min(limit, MOST))
        return tuple(event_json(each, named=whole) for each in entries)

    def wait(self, after: int, timeout: float, *, whole: bool) -> bool:
        """Whether there are events after number `after`, once there are; False after
        `timeout` seconds or at the end.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.upto(whole=whole) > after, timeout)
            return not self._closed and self.upto(whole=whole) > after

    def upto(self, *, whole: bool) -> int:
        """The number of the last event there is to read."""
        return self._last if whole else self._shown

    def close(self) -> None:
        """Wake all readers for good, and let go of the database."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()

    @property
    def closed(self) -> bool:
        """Whether the service behind it has ended, or goes on in another log."""
        return self._closed

    def _opened(self) -> Store | None:
        with self._changed:
            if self._reader is None and self._store is not None and not self._closed:
                self._reader = Store(self._store.url)
            return self._reader


EVENT = Named(
    "Event",
    thing(
        {
            "table": text(),
            "seq": whole(1, says="Counts the events of a table."),
            "match": whole(0),
            "game": whole(0),
            "schema": whole(1),
            "wall": number("Unix time; to be trusted where `clock_set`."),
            "monotonic": number("Seconds of the stopwatch that starts with the computer."),
            "clock_set": flag(),
            "source": choice(Source),
            "who": text("The person who made it known, where a name was given; for the referee alone."),
            "frames": many(whole(0), "The pictures that it was read from."),
            "kind": text("What happened: Thrown, Played, ..."),
            "body": {"type": "object", "description": "What else there is to say of it, by its kind."},
        },
        "An event as it stands in the log.",
    ),
)


def event_json(entry: LogEntry, *, named: bool = True) -> Json:
    """A stored event as the API tells it; `named`: with who put something right."""
    kind, body = encode_event(entry.event)
    return {
        "table": entry.table,
        "seq": entry.seq,
        "match": entry.match,
        "game": entry.game,
        "schema": entry.schema,
        "wall": entry.wall,
        "monotonic": entry.monotonic,
        "clock_set": entry.clock_set,
        "source": entry.source.value,
        "who": entry.who if named else "",
        "frames": list(entry.frames),
        "kind": kind,
        "body": json.loads(body),
    }
