"""A database: how it is opened, and what it is called.

SQLite in write-ahead mode with `synchronous=FULL`: a commit returns when its pages lie on the medium, so what was shown
outlives not only a killed process (for which NORMAL would do) but a pulled plug, the usual way to switch a Raspberry
Pi off. Events are a handful a turn, so that the one flush each costs nothing that anybody would notice.

PostgreSQL promises the same by itself. It may be on another computer, which is switched off or cannot be reached: that
is found out in seconds rather than in the hours that TCP would wait, and the next use connects anew.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from device.errors import StoreError
from device.redacting import without_secrets
from device.store.folder.atomic_file import hand_over
from device.store.log.database_errors import error_phrase
from engine.i18n import phrase

LOCK_SECONDS = 5.0
"""How long a write waits for a reader of the same file, such as a backup."""
BUSY_SECONDS = 0.01
"""How long it is waited before a lock that SQLite itself does not wait for is tried again."""
CHECKPOINT_PAGES = 250
"""How far the write-ahead file grows before it is begun anew: what is written again where it was costs no flush of the
file system's own notes, which on a memory card wear as much as the log does.
"""


PATIENCE = {
    "connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}  # fmt: skip
"""How long a PostgreSQL server may be silent before it is taken for gone: seconds, the last in milliseconds."""
SPOKEN = {"client_encoding": "utf8"}
"""What is spoken with one, whatever it keeps: Debian's is made in SQL_ASCII where the system's language is not set."""
DRIVER = "postgresql+psycopg"


def sqlite_url(path: Path) -> str:
    """The URL of a database in a file."""
    return f"sqlite:///{path}"


def open_database(url: str) -> Engine:
    """The database at an address, which one thread at a time can use; the others wait. Raises StoreError."""
    try:
        parts = _with_driver(make_url(url))
        if parts.drivername == DRIVER:
            options = {name: value for name, value in (PATIENCE | SPOKEN).items() if name not in parts.query}
            # A server that was started anew is not known by the connection that it had before.
            return create_engine(parts, pool_size=1, max_overflow=0, pool_pre_ping=True, connect_args=options)
        engine = create_engine(parts, pool_size=1, max_overflow=0)
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise _nameless(url, error) from error
        raise StoreError(
            phrase("PostgreSQL needs a driver that is not installed: pip install 'psycopg[binary]'")
        ) from error
    except (ArgumentError, TypeError, ImportError, SQLAlchemyError) as error:
        raise _nameless(url, error) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        _share(file_of(engine))
    return engine


def _nameless(url: str, error: Exception) -> StoreError:
    return StoreError(
        phrase(
            "{url} names no database ({error}): write it like sqlite:////path/to/tableside.db",
            url=repr(without_secrets(url)),
            error=without_secrets(str(error)),
        )
    )


def _with_driver(url: URL) -> URL:
    """An address as other programs write it, with the one driver that we have for it."""
    return url.set(drivername=DRIVER) if url.drivername in ("postgres", "postgresql") else url


def file_of(database: Engine) -> Path | None:
    """The file of an SQLite database; None for one that lies in no file, and for any other database."""
    return _file(database.url)


def file_at(url: str) -> Path | None:
    """The same of a database by its URL; None for a URL that names none."""
    try:
        return _file(make_url(url))
    except ArgumentError:
        return None


def _file(url: URL) -> Path | None:
    path = url.database or ""
    is_file = url.get_backend_name() == "sqlite" and path and not path.startswith((":memory:", "file:"))
    return Path(path) if is_file else None


@contextmanager
def peeked(path: Path) -> Iterator[sqlite3.Connection]:
    """An SQLite file to be read without changing a byte of it, as opening it to write would. Raises sqlite3.Error."""
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
        yield connection


def _share(path: Path | None) -> None:
    """Let all who may write in the folder of a log write it, too: SQLite makes it for its owner alone, and what it
    keeps beside it with the same rights, so that whoever reads first would shut everybody else out.
    """
    if path is None:
        return
    # What cannot be made or given is SQLite's to complain of. One that is there is never opened here: to close it again
    # would take from this process all locks that SQLite has on it, and another's last connection would then delete the
    # write-ahead file under our hands, with all that is written to it from there on.
    with suppress(FileExistsError), suppress(OSError):
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
    with suppress(OSError):
        hand_over(path, path.parent)


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={int(LOCK_SECONDS * 1000)}")
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    # What is removed is overwritten: people may have asked for it.
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _write_ahead(cursor: DBAPICursor) -> None:
    """Turn the write-ahead log on: where several do so to a new file at once SQLite waits for none of them."""
    latest = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(BUSY_SECONDS)


def place(engine: Engine) -> str:
    """What to call a database in a message: its file, or its address without the password."""
    url = engine.url
    if engine.dialect.name == "sqlite":
        return str(url.database)
    # Of the options one may be the password, and none tells where it is but the host.
    host = {"host": url.query["host"]} if "host" in url.query else {}
    return url.set(query=host, password=None, drivername=engine.dialect.name).render_as_string()


@contextmanager
def translated_errors(engine: Engine) -> Iterator[None]:
    """Turns the database's errors into ours."""
    try:
        yield
    except IntegrityError as error:
        raise StoreError(
            phrase(
                "{place} already holds these events: another Tableside writes to it; stop one of the two",
                place=place(engine),
            )
        ) from error
    except DBAPIError as error:
        raise StoreError(error_phrase(place(engine), error)) from error
    except SQLAlchemyError as error:
        raise StoreError(
            phrase("{place} cannot be used: {error}", place=place(engine), error=error)
        ) from error


RESTART_SECONDS = 5.0
"""How long a server may take to be there again, as after an update of it."""
_LOOK_SECONDS = 0.1


class Patience:
    """Waits for the server of a database before something is written to it; a file is there or not."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._is_spent = False
        self._tick = threading.Event()

    def wait(self) -> None:
        """Returns when the server answers. Raises StoreError when it has not for so long, and then at once
        each time until it is there again: who writes often must not be held up by each.
        """
        if self._database.dialect.name == "sqlite":
            return
        end = time.monotonic() + RESTART_SECONDS
        while True:
            try:
                with translated_errors(self._database):
                    # It is asked whether it is there, and called anew where it is not.
                    self._database.connect().close()
            except StoreError:
                if self._is_spent or time.monotonic() >= end:
                    self._is_spent = True
                    raise
                self._tick.wait(_LOOK_SECONDS)
            else:
                self._is_spent = False
                return
