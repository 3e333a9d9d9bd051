"""A hub in a backup: all tables of its database, as they stand at one moment, and the way back."""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Connection, String, Table, func, insert, select

from device.errors import BackupError
from device.ops.backup.backup_file import DECISIONS, HUB
from device.store.log.database import translated_errors
from device.store.log.schema import (
    ANALYSES,
    DELETED,
    EVENT_ENTRIES,
    EVENTS,
    HUB_LOGS,
    HUB_MATCHES,
    Row,
    checked_mark,
    checked_row,
)
from device.store.log.store import Store
from device.store.settings import Settings
from engine.i18n import phrase

TABLES: Mapping[str, Table] = {
    f"{HUB}{table.name}.jsonl": table
    for table in (EVENTS, DELETED, ANALYSES, HUB_LOGS, HUB_MATCHES, EVENT_ENTRIES)
}
"""The tables by their files in a backup; what lists tell of matches is not among them, since it is reckoned anew."""
COUNTED = (EVENTS, EVENT_ENTRIES)
"""Those whose rows people count: what was played, and what was entered in tournaments."""
_BATCH = 500
Rows = Callable[[Table], Iterator[Row]]


def decisions_file(settings: Settings) -> Path:
    """Where it is kept which tables a hub lets in."""
    return settings.hub_folder / PurePosixPath(DECISIONS).name


def is_set_up(settings: Settings) -> bool:
    """Whether a hub keeps anything here, or is to."""
    return bool(settings.hub.database) or (settings.hub_folder / "hub.db").exists()


@contextmanager
def at_one_moment(store: Store) -> Iterator[Rows]:
    """What gives the rows of a table, of every table as it stands at the same moment. Raises StoreError."""
    with translated_errors(store.database), store.database.connect() as connection:
        if connection.dialect.name == "sqlite":
            # The driver begins a transaction before it writes alone.
            connection.exec_driver_sql("BEGIN")
        else:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with ExitStack() as begun:
            # a copy that is broken off leaves none half read, which could not be closed any more after the connection
            yield lambda table: begun.enter_context(closing(_rows(connection, table)))


def bring(store: Store, rows: Callable[[Table], Iterable[Row]]) -> None:
    """Write the rows of all tables in one transaction, all or none. Raises StoreError.

    A database that is not empty must hold these very rows, being that of a restore that was broken off: else it raises
    BackupError.
    """
    with translated_errors(store.database), store.database.begin() as connection:
        if any(
            connection.execute(select(func.count()).select_from(each)).scalar_one()
            for each in TABLES.values()
        ):
            for table in TABLES.values():
                _check_same(_rows(connection, table), iter(rows(table)))
            return
        for table in TABLES.values():
            batch: list[Row] = []
            for row in rows(table):
                batch.append(row)
                if len(batch) == _BATCH:
                    connection.execute(insert(table), batch)
                    batch = []
            if batch:
                connection.execute(insert(table), batch)


def checked_table_row(table: Table, data: Any) -> Row:
    """A row of a table in a backup. Raises DeviceError, ValueError, TypeError and LookupError."""
    if table is EVENTS:
        return checked_row(data)
    if table is DELETED:
        return checked_mark(data)
    row: Row = {column.name: data[column.name] for column in table.columns}
    for column in table.columns:
        value, kind = row[column.name], column.type.python_type
        if value is None and column.nullable:
            continue
        if type(value) is not kind or (isinstance(value, float) and not isfinite(value)):
            raise ValueError(f"{column.name} is {value!r}")
    if table is EVENT_ENTRIES:
        from device.club.tournament.event_store import decode_entry

        decode_entry(data["kind"], data["body"])
    if table is HUB_LOGS and data["notice"] is not None:
        json.loads(data["notice"])
    return row


def held(store: Store) -> int:
    """How many events and entries of tournaments a hub's database holds. Raises StoreError."""
    with translated_errors(store.database), store.database.connect() as connection:
        some = (select(func.count()).select_from(each) for each in COUNTED)
        return sum(connection.execute(each).scalar_one() for each in some)


def _rows(connection: Connection, table: Table) -> Generator[Row, None, None]:
    is_sqlite = connection.dialect.name == "sqlite"
    # In the order of their letters' codes, which is not everywhere that of the language.
    order = [
        column.collate("C") if isinstance(column.type, String) and not is_sqlite else column
        for column in table.primary_key.columns
    ]
    query = select(table).order_by(*order).execution_options(yield_per=_BATCH)
    with connection.execute(query) as found:
        for row in found:
            yield dict(row._mapping)


def _check_same(there: Iterator[Row], wanted: Iterator[Row]) -> None:
    end = object()
    for row in there:
        if row != next(wanted, end):
            break
    else:
        if next(wanted, end) is end:
            return
    raise BackupError(
        phrase(
            "the hub's database holds other matches or tournaments: name an empty one as 'database' in "
            "[hub]; nothing was changed"
        )
    )
