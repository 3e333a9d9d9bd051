"""The store: the log of events in a database, written before anything of them is shown.

SQLite in write-ahead mode with `synchronous=FULL`: a commit returns when its pages lie on the medium, so what was shown
outlives not only a killed process (for which NORMAL would do) but a pulled plug, the usual way to switch a Raspberry
Pi off. Events are a handful a turn, so that the one flush each costs nothing that anybody would notice.
"""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from device.codec import decode_event, encode_event
from device.errors import StoreError
from device.rights import hand_over
from engine.events import Event

SCHEMA = 1
"""The version of the tables below and of the events in them."""
LOCK_SECONDS = 5.0
"""How long a write waits for a reader of the same file, such as a backup."""

Row = dict[str, object]
"""An event as it lies in the database, a value for every column."""

CHECKPOINT_PAGES = 250
"""How far the write-ahead file grows before it is begun anew: what is written again where it was costs no flush of the
file system's own notes, which on a memory card wear as much as the log does.
"""
_METADATA = MetaData()
_META = Table(
    "meta",
    _METADATA,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
_EVENTS = Table(
    "events",
    _METADATA,
    Column("table", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("wall", Float(53), nullable=False),
    Column("monotonic", Float(53), nullable=False),
    Column("clock_set", Boolean, nullable=False),
    Column("source", String(20), nullable=False),
    Column("frames", Text, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
    # Not there in a log that was begun before there was this column, nor written by a program of then.
    Column("boot", String(40), nullable=True),
)
_BATCH = 500


class Source(Enum):
    """Who or what made an event known."""

    CAMERA = "camera"
    PERSON = "person"
    CLOCK = "clock"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the log.

    `seq` counts the events of a table from 1; `match` and `game` those of the table and of the match, after the event;
    `wall` seconds since 1970 in UTC, to be trusted where `clock_set`; `monotonic` seconds of a stopwatch that starts
    with the computer; `frames` the numbers of the pictures that it was read from; `boot` is the same as long as the
    computer runs, empty where it is not known.
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


class Store:
    """The log of one database; one connection, to be used by one thread at a time.

    `url` is SQLAlchemy's, such as `sqlite:////var/lib/tableside/tableside.db` or `postgresql+psycopg://...`; the
    tables are made where they are missing. Raises StoreError, here and from every method, with what to do about it.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with _told(self._engine):
            self._prepare()

    def _prepare(self) -> None:
        if not inspect(self._engine).has_table(_META.name):
            # In this order, so that where there is the table `meta` there is the other one, too.
            _EVENTS.create(self._engine, checkfirst=True)
            _META.create(self._engine, checkfirst=True)
        if self._is_bare():
            with self._engine.begin() as connection:
                connection.execute(insert(_META), {"key": "schema", "value": str(SCHEMA)})
        found = self.schema()
        if found > SCHEMA:
            raise StoreError(
                f"{_place(self._engine)} was written by a newer Tableside (its schema is {found}, this one knows "
                f"{SCHEMA}): install the newer version, or name another database"
            )
        self._columns = self._known_columns()

    def _known_columns(self) -> list[Column[Any]]:
        """The columns that there are; what is new is added, where the database may be written to."""
        has_boot = self._has_boot()
        if not has_boot:
            place = self._engine.dialect.identifier_preparer.format_table(_EVENTS)
            # It may be read-only, or somebody else has just done the same.
            with suppress(DBAPIError), self._engine.begin() as connection:
                connection.exec_driver_sql(f"ALTER TABLE {place} ADD COLUMN boot VARCHAR(40)")
            has_boot = self._has_boot()
        return [column for column in _EVENTS.columns if has_boot or column.name != "boot"]

    def _has_boot(self) -> bool:
        return any(column["name"] == "boot" for column in inspect(self._engine).get_columns(_EVENTS.name))

    def _is_bare(self) -> bool:
        """Whether both tables are there and empty: just made, perhaps by somebody who was killed over it."""
        if not inspect(self._engine).has_table(_EVENTS.name):
            return False
        with self._engine.connect() as connection:
            rows = [
                connection.execute(select(func.count()).select_from(each)).scalar_one()
                for each in (_META, _EVENTS)
            ]
        return not any(rows)

    def schema(self) -> int:
        """The version of the tables in this database."""
        with _told(self._engine), self._engine.connect() as connection:
            value = connection.execute(select(_META.c.value).where(_META.c.key == "schema")).scalar()
        if value is None or not value.isdecimal():
            raise StoreError(f"{_place(self._engine)} is not a database of Tableside: name another one")
        return int(value)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write events down in one transaction, all or none; on return they are safe."""
        if not entries:
            return
        rows = [_row(entry) for entry in entries]
        if len(self._columns) < len(_EVENTS.columns):
            rows = [{name: value for name, value in row.items() if name != "boot"} for row in rows]
        with _told(self._engine), self._engine.begin() as connection:
            connection.execute(insert(_EVENTS), rows)

    def load(self, table: str) -> tuple[Entry, ...]:
        """All events of a table, in their order."""
        query = select(*self._columns).where(_EVENTS.c.table == table).order_by(_EVENTS.c.seq)
        with _told(self._engine), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return tuple(
            Entry(
                row.table, row.seq, row.match, row.game, row.wall, row.monotonic, row.clock_set, Source(row.source),
                tuple(json.loads(row.frames)), decode_event(row.kind, row.body), row.schema,
                getattr(row, "boot", None) or "",
            )
            for row in rows
        )  # fmt: skip

    def count(self) -> int:
        """How many events the database holds, of all tables."""
        with _told(self._engine), self._engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(_EVENTS)).scalar_one()

    def rows(self) -> Iterator[Row]:
        """The log of all tables as it stands at this moment, a value for every column, for a backup."""
        query = select(*self._columns).order_by(_EVENTS.c.table, _EVENTS.c.seq)
        with _told(self._engine), self._engine.connect() as connection:
            for row in connection.execution_options(yield_per=_BATCH).execute(query):
                yield {"boot": None, **row._mapping}

    def bring(self, rows: Iterable[Row]) -> int:
        """Write the rows of a backup in one transaction, all or none; how many they were."""
        count = 0
        waiting = iter(rows)
        with _told(self._engine), self._engine.begin() as connection:
            while batch := list(islice(waiting, _BATCH)):
                connection.execute(insert(_EVENTS), batch)
                count += len(batch)
        return count

    def damage(self) -> str | None:
        """What is damaged in the file of an SQLite database; None where nothing is, or it is another database."""
        if self._engine.dialect.name != "sqlite":
            return None
        with _told(self._engine), self._engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        return None if found == "ok" else str(found)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def sqlite_url(path: Path) -> str:
    """The URL of a database in a file."""
    return f"sqlite:///{path}"


def checked_row(data: Any) -> Row:
    """A row of a backup, if the event in it can be read. Raises CodecError, ValueError, TypeError and LookupError."""
    frames = json.loads(data["frames"])
    if not isinstance(frames, list) or not all(type(frame) is int for frame in frames):
        raise ValueError("its frames are no list of numbers")
    decode_event(data["kind"], data["body"])
    row: Row = {column.name: data.get(column.name) for column in _EVENTS.columns}
    Source(row["source"])
    for name, kind in _KINDS.items():
        if type(row[name]) is not kind:
            raise ValueError(f"{name} is {row[name]!r}")
    if row["boot"] is not None and not isinstance(row["boot"], str):
        raise ValueError(f"boot is {row['boot']!r}")
    if not (isfinite(data["wall"]) and isfinite(data["monotonic"])) or data["seq"] < 1:
        raise ValueError("its time or number is none")
    if data["schema"] > SCHEMA:
        raise ValueError(f"its schema is {data['schema']}")
    return row


_KINDS = {
    "table": str, "seq": int, "match": int, "game": int, "schema": int, "wall": float, "monotonic": float,
    "clock_set": bool, "source": str, "frames": str, "kind": str, "body": str,
}  # fmt: skip


def _row(entry: Entry) -> Row:
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
    }


def _engine(url: str) -> Engine:
    try:
        engine = create_engine(url, pool_size=1, max_overflow=0)
    except (ArgumentError, TypeError, ImportError, SQLAlchemyError) as error:
        raise StoreError(
            f"{url!r} names no database ({error}): write it like sqlite:////path/to/tableside.db"
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        _share(engine.url.database or "")
    return engine


def _share(database: str) -> None:
    """Let all who may write in the folder of a log write it, too: SQLite makes it for its owner alone, and what it
    keeps beside it with the same rights, so that whoever reads first would shut everybody else out.
    """
    if not database or database.startswith((":memory:", "file:")):
        return
    # What cannot be made or given is SQLite's to complain of.
    with suppress(OSError):
        os.close(os.open(database, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))
        hand_over(Path(database), Path(database).parent)


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={int(LOCK_SECONDS * 1000)}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    cursor.close()


def _place(engine: Engine) -> str:
    """What to call a database in a message: its file, or its address without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.render_as_string(hide_password=True)


@contextmanager
def _told(engine: Engine) -> Iterator[None]:
    """Turns the database's errors into ours."""
    try:
        yield
    except IntegrityError as error:
        raise StoreError(
            f"{_place(engine)} already holds these events: another Tableside writes to it; stop one of the two"
        ) from error
    except DBAPIError as error:
        raise StoreError(_sentence(_place(engine), str(error.orig))) from error
    except SQLAlchemyError as error:
        raise StoreError(f"{_place(engine)} cannot be used: {error}") from error


_REASONS = (
    ("full", "there is no room left for {place}: free some space on the disk"),
    (
        "readonly",
        "{place} may not be written to: give the user who runs Tableside the right to write it and its folder",
    ),
    ("read-only", "{place} may not be written to: its disk is mounted read-only"),
    ("unable to open", "{place} cannot be opened: its folder must exist and be writable"),
    ("locked", "{place} is locked by another program: close it, or wait until a backup has finished"),
    ("not a database", "{place} is not a database: name another file, or move this one away"),
    ("malformed", "{place} is damaged: bring back a backup, or move the file away to begin a new one"),
    ("disk I/O error", "{place} cannot be read or written: the disk or memory card may be failing, or full"),
)


def _sentence(place: str, reason: str) -> str:
    for part, words in _REASONS:
        if part in reason:
            return words.format(place=place)
    return f"{place} cannot be used: {reason}"
