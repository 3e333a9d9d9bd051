"""The store: the log of events in a database, written before anything of them is shown. Games on the simulated board
are kept in a log of their own.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Select, Table, delete, func, insert, inspect, select

from device.store.log.damage import keep_damaged
from device.store.log.database import Patience, file_of, open_database, sqlite_url, translated_errors
from device.store.log.event_codec import decode_event, encode_event
from device.store.log.migrating import bring_up_to_date
from device.store.log.schema import ADDED, DELETED, EVENTS, SCHEMA, Row
from device.store.log.witness import Witness
from engine.records.record import Tags
from engine.state.events import Event

__all__ = ["SCHEMA", "LogEntry", "Source", "Store", "sqlite_url"]

_BATCH = 500
TAGS: Tags = (("Event", "Simulated: a match that Tableside played by itself, before no real board"),)
"""What the record of such a match bears at its head."""


class Source(Enum):
    """Who or what made an event known."""

    CAMERA = "camera"
    PERSON = "person"
    CLOCK = "clock"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event as it stands in the log.

    `seq` counts the events of a table from 1; `match` and `game` those of the table and of the match, after the event;
    `wall` seconds since 1970 in UTC, to be trusted where `clock_set`; `monotonic` seconds of a stopwatch that starts
    with the computer; `frames` the numbers of the pictures that it was read from; `boot` is the same as long as the
    computer runs, empty where it is not known; `who` is the name of the person who made it known, where one was given.
    """

    table: str
    seq: int
    match: int
    game: int
    wall: float
    monotonic: float
    clock_set: bool
    source: Source
    frames: tuple[int, ...]
    event: Event
    schema: int = SCHEMA
    boot: str = ""
    who: str = ""


class Store:
    """The log of one database; one connection, of which one thread at a time has the use while the others wait.

    `url` is SQLAlchemy's, such as `sqlite:////var/lib/tableside/tableside.db` or `postgresql+psycopg://...`; the
    tables are made where they are missing, and brought up to date where they are old. Raises StoreError, here and from
    every method, with what to do about it.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.database = open_database(url)
        file = file_of(self.database)
        # The first that writes to it, or closes it, throws away what is damaged.
        keep_damaged(file)
        self._witness = Witness(file) if file else None
        self._unsure: tuple[Row, ...] = ()
        self._patience = Patience(self.database)
        try:
            with translated_errors(self.database):
                is_new = bring_up_to_date(self.database)
                self._columns = list(EVENTS.columns) if is_new else self._known_columns()
        except BaseException:
            self.close()
            raise

    def _known_columns(self) -> list[Column[Any]]:
        """The columns of a log that could not be migrated."""
        there = {column["name"] for column in inspect(self.database).get_columns(EVENTS.name)}
        return [column for column in EVENTS.columns if column.name in there or column.name not in ADDED]

    def append(self, entries: Sequence[LogEntry], *, instead_of: int | None = None) -> None:
        """Write events down in one transaction, all or none; on return they are safe.

        `instead_of`: a match of the same table, of which what is left gives way to them.
        """
        if not entries:
            return
        rows = [_row(entry) for entry in entries]
        if len(self._columns) < len(EVENTS.columns):
            known = {column.name for column in self._columns}
            rows = [{name: value for name, value in row.items() if name in known} for row in rows]
        self._patience.wait()
        with translated_errors(self.database), self.database.begin() as connection:
            self._take_back_unsure(connection)
            if instead_of is not None:
                of_it = (EVENTS.c.table == entries[0].table) & (EVENTS.c.match == instead_of)
                connection.execute(delete(EVENTS).where(of_it))
            connection.execute(insert(EVENTS), rows)
            self._unsure += tuple(rows)
        self._unsure = ()
        if self._witness is not None:
            self._witness.note(rows)

    def _take_back_unsure(self, connection: Connection) -> None:
        """Take out what was written when the server went before it could say so: nobody was shown it."""
        for row in self._unsure:
            same = (
                EVENTS.c[name] == row[name] for name in ("table", "seq", "wall", "monotonic", "kind", "body")
            )
            connection.execute(delete(EVENTS).where(*same))

    def load(
        self,
        table: str,
        *,
        first: int = 1,
        last: int | None = None,
        match: int | None = None,
        beside: Sequence[int] = (),
        most: int | None = None,
    ) -> tuple[LogEntry, ...]:
        """The events of a table, in their order; of those from `first` to `last`, or of one match, or of all matches
        `beside` some, where they are named, and at `most` so many.
        """
        query = select(*self._columns).where(EVENTS.c.table == table, EVENTS.c.seq >= first)
        if last is not None:
            query = query.where(EVENTS.c.seq <= last)
        if match is not None:
            query = query.where(EVENTS.c.match == match)
        if beside:
            query = query.where(EVENTS.c.match.not_in(beside))
        return tuple(map(_entry, self._all(query.order_by(EVENTS.c.seq).limit(most))))

    def latest(self, table: str, *kinds: str, before: int | None = None) -> Iterator[LogEntry]:
        """The events of some kinds, or of all, the newest first; only those before a number, if one is given."""
        query = select(*self._columns).where(EVENTS.c.table == table).order_by(EVENTS.c.seq.desc())
        if kinds:
            query = query.where(EVENTS.c.kind.in_(kinds))
        if before is not None:
            query = query.where(EVENTS.c.seq < before)
        with self._found(query, 1) as rows:
            yield from map(_entry, rows)

    @contextmanager
    def _found(self, query: Select[Any], batch: int) -> Iterator[Iterable[Any]]:
        """What fits a query, so many rows at a time; the rest is let go of, which PostgreSQL would hold ready."""
        with translated_errors(self.database), self.database.connect() as connection:
            rows = connection.execution_options(yield_per=batch).execute(query)
            with closing(rows):
                yield rows

    def _all(self, query: Select[Any]) -> Sequence[Any]:
        with translated_errors(self.database), self.database.connect() as connection:
            return connection.execute(query).all()

    def count(self) -> int:
        """How many events the database holds, of all tables."""
        with translated_errors(self.database), self.database.connect() as connection:
            return connection.execute(select(func.count()).select_from(EVENTS)).scalar_one()

    def rows(self) -> Iterator[Row]:
        """The log of all tables as it stands at this moment, a value for every column, for a backup."""
        # In the order of their letters' codes, which is not everywhere that of the language.
        is_sqlite = self.database.dialect.name == "sqlite"
        table = EVENTS.c.table if is_sqlite else EVENTS.c.table.collate("C")
        query = select(*self._columns).order_by(table, EVENTS.c.seq)
        with self._found(query, _BATCH) as rows:
            for row in rows:
                yield {**dict.fromkeys(ADDED), **row._mapping}

    def deleted(self) -> tuple[Row, ...]:
        """Which matches of all tables have been deleted, a value for every column, for a backup."""
        if not inspect(self.database).has_table(DELETED.name):
            return ()
        found = self._all(select(DELETED).order_by(DELETED.c.table, DELETED.c.match))
        return tuple(dict(row._mapping) for row in found)

    def bring(self, rows: Iterable[Row], deleted: Sequence[Row] = ()) -> int:
        """Write the rows of a backup in one transaction, all or none; how many events they were."""
        count = 0
        with translated_errors(self.database), self.database.begin() as connection:
            count = _inserted(connection, EVENTS, rows)
            _inserted(connection, DELETED, deleted)
        return count

    def lay_in(self, entries: Sequence[LogEntry]) -> None:
        """Write down a match that was played elsewhere, under a table's name that no referee writes under; all of it or
        nothing. The witness, who speaks for what a referee wrote, is not told.
        """
        with translated_errors(self.database), self.database.begin() as connection:
            _inserted(connection, EVENTS, map(_row, entries))

    def damage(self) -> str | None:
        """What is damaged in the file of an SQLite database; None where nothing is, or it is another database."""
        if self.database.dialect.name != "sqlite":
            return None
        with translated_errors(self.database), self.database.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        return None if found == "ok" else str(found)

    def close(self) -> None:
        """Let go of the database."""
        self.database.dispose()


def _inserted(connection: Connection, into: Table, rows: Iterable[Row]) -> int:
    count, waiting = 0, iter(rows)
    while batch := list(islice(waiting, _BATCH)):
        connection.execute(insert(into), batch)
        count += len(batch)
    return count


def _entry(row: Any) -> LogEntry:
    return LogEntry(
        row.table,
        row.seq,
        row.match,
        row.game,
        row.wall,
        row.monotonic,
        row.clock_set,
        Source(row.source),
        tuple(json.loads(row.frames)),
        decode_event(row.kind, row.body),
        row.schema,
        getattr(row, "boot", None) or "",
        getattr(row, "who", None) or "",
    )


def _row(entry: LogEntry) -> Row:
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
        "frames": json.dumps(entry.frames),
        "kind": kind,
        "body": body,
        "boot": entry.boot or None,
        "who": entry.who or None,
    }


def simulated_url(data: Path) -> str:
    """The log of games on the simulated board, in a data folder, whatever database is set.

    A camera that is missing one morning must not spoil the match that is on.
    """
    return sqlite_url(data / "simulated.db")


def is_simulated(store: Store, data: Path) -> bool:
    """Whether a log is that of the simulated board of a data folder."""
    return store.url == simulated_url(data)
