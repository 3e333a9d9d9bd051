"""Losing: what of a log is missing by its witness, and how what is damaged is kept before anybody writes over it.

The files are copied into a folder with the date, and a note of the loss with them; then the witness goes there, too, so
that a loss is found once. The log goes on from what is left of it.
"""

import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from device.clock import SystemClock
from device.errors import StoreError
from device.store.folder.atomic_file import copy_lasting, hand_over, sync_folder, write_lasting
from device.store.folder.set_aside import free_folder
from device.store.log.database import peeked
from device.store.log.witness import Word, witness_file, witnessed
from engine.i18n import phrase

NOTE = "loss.json"
"""What is noted of a loss, in the folder that keeps what is damaged."""
_WHY = "damaged"
_BESIDE = ("-wal", "-journal", "")
"""What holds events of an SQLite database, the small files first."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Loss:
    """How many events a log lost, 0 where all are there and are not as they were written; how
    many were left of it; where what is damaged is kept; when it was found, in seconds since 1970,
    None where the clock was not set; how many came back since, and the file they came from.
    """

    database: str
    missing: int
    left: int
    folder: str
    at: float | None = None
    told: bool = False
    restored: int = 0
    source: str = ""


def keep_damaged(database: Path | None, *, thoroughly: bool = False) -> Loss | None:
    """Keep the files of a log that has fewer events than its witness knows of; None where none are missing.

    `thoroughly`: the newest events must be as they were written, too. To be called before the database is opened to be
    written. Raises StoreError where they cannot be kept.
    """
    if database is None:
        return None
    try:
        words = witnessed(database)
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read (%s)", witness_file(database), type(error).__name__)
        return None
    found = _compared(database, words, thoroughly=thoroughly) if words else None
    if found is None:
        return None
    missing, left = found
    loss = _kept(database, missing, left)
    if missing:
        _log.error(
            "%s: %d events that were written down are missing; what is damaged is kept in %s",
            database,
            missing,
            loss.folder,
        )
    else:
        _log.error(
            "%s: the last events are not as they were written; the file is kept in %s", database, loss.folder
        )
    return loss


def losses(database: Path | None) -> tuple[Loss, ...]:
    """What a log has lost, as far as it is kept; the oldest first."""
    if database is None:
        return ()
    found = []
    for note in sorted(database.parent.glob(f"{_WHY}-*/{NOTE}")):
        with suppress(OSError, ValueError, TypeError):
            loss = Loss(**{**json.loads(note.read_bytes()), "folder": str(note.parent)})
            if loss.database == database.name:
                found.append(loss)
    return tuple(found)


def mended(loss: Loss, restored: int, source: str) -> None:
    """Note that so many events of a loss are back. Raises OSError."""
    write_lasting(Path(loss.folder) / NOTE, asdict(replace(loss, restored=restored, source=source)))


def untold(database: Path | None) -> tuple[Loss, ...]:
    """The losses that nobody has been told of yet, who is told now."""
    found = tuple(loss for loss in losses(database) if not loss.told)
    for loss in found:
        with suppress(OSError):
            write_lasting(Path(loss.folder) / NOTE, {**asdict(loss), "told": True})
    return found


def _compared(database: Path, words: Mapping[str, Word], *, thoroughly: bool) -> tuple[int, int] | None:
    """How many events are missing and how many there are; None where all are there, or nobody can tell.

    The witness was read before: who writes the log now has only made it longer.
    """
    try:
        if not database.exists() or not database.stat().st_size:
            return sum(word.last for word in words.values()), 0
        with peeked(database) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
                return sum(word.last for word in words.values()), 0
            missing = sum(_missing(connection, table, word.last) for table, word in words.items())
            as_written = not thoroughly or all(_as_written(connection, *each) for each in words.items())
            if not missing and as_written:
                return None
            (left,) = connection.execute("SELECT count(*) FROM events").fetchone()
            return missing, left
    except (sqlite3.OperationalError, OSError):
        # Who opens it says what is wrong with it.
        return None
    except sqlite3.DatabaseError:
        # Its pages do not fit together, or are none: who opens it says so, once it is kept as it is.
        return 0, 0


def _missing(connection: sqlite3.Connection, table: str, last: int) -> int:
    query = 'SELECT max(seq) FROM events WHERE "table" = ?'
    (found,) = connection.execute(query, (table,)).fetchone()
    return max(0, last - (found or 0))


def _as_written(connection: sqlite3.Connection, table: str, word: Word) -> bool:
    """Whether the newest events are as they were written; yes where matches have gone from among them."""
    query = 'SELECT * FROM events WHERE "table" = ? AND seq BETWEEN ? AND ? ORDER BY seq'
    cursor = connection.execute(query, (table, word.first, word.last))
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    # A match that was removed leaves its ends without a picture, under other numbers.
    whole = len(rows) == word.last - word.first + 1 and all(row["frames"] != "[]" for row in rows)
    return not whole or word.tells_of(rows)


def _kept(database: Path, missing: int, left: int) -> Loss:
    clock, data = SystemClock(), database.parent
    folder = free_folder(data, _WHY, clock)
    loss = Loss(database.name, missing, left, str(folder), clock.wall() if clock.is_set() else None)
    try:
        folder.mkdir()
        for ending in _BESIDE:
            old = database.with_name(f"{database.name}{ending}")
            # To look at a log without a write-ahead file makes an empty one.
            if old.exists() and old.stat().st_size:
                # it takes this process's locks on the file away, which nobody has yet: the first who opens a log
                # finds its loss
                copy_lasting(old, folder / old.name)
        write_lasting(folder / NOTE, asdict(loss))
        for path in (folder, *folder.iterdir()):
            with suppress(OSError):
                hand_over(path, data)
        sync_folder(folder)
        witness = witness_file(database)
        os.rename(witness, folder / witness.name)
        sync_folder(data)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise StoreError(
            phrase(
                "{place} is damaged, and its files cannot be kept ({reason}): see that its disk has room and may be "
                "written to, then start again",
                place=database,
                reason=error.strerror,
            )
        ) from error
    return loss
