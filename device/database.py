"""A database: how it is opened, and what its errors mean to people.

SQLite in write-ahead mode with `synchronous=FULL`: a commit returns when its pages lie on the medium, so what was shown
outlives not only a killed process (for which NORMAL would do) but a pulled plug, the usual way to switch a Raspberry
Pi off. Events are a handful a turn, so that the one flush each costs nothing that anybody would notice.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from device.errors import StoreError
from device.redacting import without_secrets
from device.rights import hand_over
from engine.tongue import Saying, marked, saying

LOCK_SECONDS = 5.0
"""How long a write waits for a reader of the same file, such as a backup."""
CHECKPOINT_PAGES = 250
"""How far the write-ahead file grows before it is begun anew: what is written again where it was costs no flush of the
file system's own notes, which on a memory card wear as much as the log does.
"""


def sqlite_url(path: Path) -> str:
    """The URL of a database in a file."""
    return f"sqlite:///{path}"


def open_database(url: str) -> Engine:
    """The database at an address, which one thread at a time can use; the others wait. Raises StoreError."""
    try:
        engine = create_engine(url, pool_size=1, max_overflow=0)
    except (ArgumentError, TypeError, ImportError, SQLAlchemyError) as error:
        raise StoreError(
            saying(
                "{url} names no database ({error}): write it like sqlite:////path/to/tableside.db",
                url=repr(without_secrets(url)),
                error=without_secrets(str(error)),
            )
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
    # What is removed is overwritten: people may have asked for it.
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def place(engine: Engine) -> str:
    """What to call a database in a message: its file, or its address without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.render_as_string(hide_password=True)


@contextmanager
def told(engine: Engine) -> Iterator[None]:
    """Turns the database's errors into ours."""
    try:
        yield
    except IntegrityError as error:
        raise StoreError(
            saying(
                "{place} already holds these events: another Tableside writes to it; stop one of the two",
                place=place(engine),
            )
        ) from error
    except DBAPIError as error:
        raise StoreError(_sentence(place(engine), str(error.orig))) from error
    except SQLAlchemyError as error:
        raise StoreError(
            saying("{place} cannot be used: {error}", place=place(engine), error=error)
        ) from error


_REASONS = (
    ("full", marked("there is no room left for {place}: free some space on the disk")),
    (
        "readonly",
        marked(
            "{place} may not be written to: give the user who runs Tableside the right to write it and its folder"
        ),
    ),
    ("read-only", marked("{place} may not be written to: its disk is mounted read-only")),
    ("unable to open", marked("{place} cannot be opened: its folder must exist and be writable")),
    ("locked", marked("{place} is locked by another program: close it, or wait until a backup has finished")),
    ("not a database", marked("{place} is not a database: name another file, or move this one away")),
    (
        "malformed",
        marked("{place} is damaged: bring back a backup, or move the file away to begin a new one"),
    ),
    (
        "disk I/O error",
        marked("{place} cannot be read or written: the disk or memory card may be failing, or full"),
    ),
)


def _sentence(where: str, reason: str) -> Saying:
    for part, words in _REASONS:
        if part in reason:
            return Saying(words, (("place", where),))
    return saying("{place} cannot be used: {reason}", place=where, reason=reason)
