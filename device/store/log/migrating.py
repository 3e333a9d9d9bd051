"""Migrating: a database is brought to the tables of this version, or made with them, in one transaction.

Whether it must be is told by one number in it, so that Alembic, which takes longer to load than a start may take on a
Raspberry Pi, is only loaded where something has to be done. No copy is kept beside an SQLite file: what people had
removed for good would live on in it. It needs none, either: a process that dies over a migration leaves the file as it
was, or done.
"""

import logging
import sqlite3
import threading
from contextlib import suppress

from sqlalchemy import Connection, Engine, func, insert, inspect, select, update
from sqlalchemy.exc import DBAPIError

from device.errors import StoreError
from device.store.log.database import file_of, peeked, place
from device.store.log.schema import EVENTS, META, METADATA, REVISION, VERSION
from engine.i18n import phrase

_LOCK_KEY = 0x7AB1E51DE
"""By which those who migrate one PostgreSQL database know of each other."""

_log = logging.getLogger(__name__)
# Alembic knows of one environment at a time.
_migrating = threading.Lock()


def bring_up_to_date(database: Engine) -> bool:
    """Make the tables, or bring them to REVISION; whether they are: a database that can only be read may stay behind.

    Raises StoreError for one that is newer, which is not touched, or of another kind; and the database's own errors.
    """
    _refuse_newer(database, _peeked(database))
    with database.connect() as connection:
        found = revision_of(connection)
    _refuse_newer(database, found)
    if found == REVISION:
        return True
    try:
        with _migrating, database.begin() as connection:
            _stay_alone(connection)
            # Somebody else may have done it meanwhile.
            now = revision_of(connection)
            _refuse_newer(database, now)
            if now != REVISION:
                _bring(connection, now)
    except DBAPIError as error:
        if found is None or not _is_refusal(error):
            raise
        _log.warning("%s is of an older Tableside and can only be read: %s", place(database), error.orig)
        return False
    if found is not None:
        _log.info("%s has been brought from schema %d to %d", place(database), found, REVISION)
    return True


def revision_of(connection: Connection) -> int | None:
    """The number of the migration that a database stands at; None: it holds nothing of ours. Raises StoreError."""
    tables = inspect(connection)
    has_meta = tables.has_table(META.name)
    value = (
        connection.execute(select(META.c.value).where(META.c.key == "schema")).scalar() if has_meta else None
    )
    if value is not None and value.isdecimal():
        return int(value)
    # Both tables there and empty, or only that of the events: just made, by somebody who was killed over it.
    has_events = tables.has_table(EVENTS.name)
    if not (has_meta or has_events):
        return None
    made = [each for each, there in ((META, has_meta), (EVENTS, has_events)) if there]
    rows = [connection.execute(select(func.count()).select_from(each)).scalar_one() for each in made]
    if any(rows) or not has_events:
        raise StoreError(
            phrase("{place} is not a database of Tableside: name another one", place=place(connection.engine))
        )
    return None


def _peeked(database: Engine) -> int | None:
    """The number in a file, read without changing a byte of it, as opening it to write would; None: it is not known."""
    path = file_of(database)
    if path is None:
        return None
    with suppress(sqlite3.Error, OSError, ValueError):
        if not path.stat().st_size:
            return None
        with peeked(path) as connection:
            (value,) = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() or ("",)
            return int(value)
    return None


def _refuse_newer(database: Engine, found: int | None) -> None:
    if found is not None and found > REVISION:
        raise StoreError(
            phrase(
                "{place} was written by a newer Tableside (its schema is {found}, this one knows {schema}): "
                "install the newer version, or name another database",
                place=place(database),
                found=found,
                schema=REVISION,
            )
        )


def _stay_alone(connection: Connection) -> None:
    """Begin a transaction that no other migration of this database runs beside."""
    if connection.dialect.name == "sqlite":
        # The driver would begin it only with the first row that changes, after tables had been made.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK_KEY)))


def _bring(connection: Connection, found: int | None) -> None:
    there = inspect(connection)
    is_new = not any(there.has_table(each.name) for each in (META, EVENTS, VERSION))
    if is_new:
        # As all steps one after the other would make it, in a fraction of the time.
        METADATA.create_all(connection)
        connection.execute(insert(VERSION), {"version_num": f"{REVISION:04d}"})
    else:
        _upgrade(connection, found)
    if found is None:
        connection.execute(insert(META), {"key": "schema", "value": str(REVISION)})
    else:
        connection.execute(update(META).where(META.c.key == "schema").values(value=str(REVISION)))


def _upgrade(connection: Connection, found: int | None) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "device.store:migrations")
    config.attributes["connection"] = connection
    if found is not None and not inspect(connection).has_table(VERSION.name):
        # It is from before there were migrations.
        command.stamp(config, f"{found:04d}")
    command.upgrade(config, f"{REVISION:04d}")


def _is_refusal(error: DBAPIError) -> bool:
    """Whether a database said that it may be read and not be changed."""
    # PostgreSQL's read_only_sql_transaction and insufficient_privilege
    if getattr(error.orig, "sqlstate", None) in ("25006", "42501"):
        return True
    return "readonly" in str(error.orig) or "read-only" in str(error.orig)
