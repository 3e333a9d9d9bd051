"""Mending: what a damaged log lost comes back from the newest daily copy that is whole, where that is safe.

Safe it is where the copy goes on from what is left: it holds the last event that is left, just as it stands
there, and more after it. Those are added to the log, in one transaction. A log that cannot be read is written
anew, from what
can be read of it and what the copy has after that, beside the old one, and then takes its place. In all other
cases nothing
is touched: `tableside restore` does it by a person's word. What is damaged has been kept before
(`device.store.log.damage`).
"""

import logging
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from device.errors import DeviceError, StoreError
from device.ops.backup.backup_file import DELETED, EVENTS, BackupArchive
from device.ops.backup.daily_note import daily_copies
from device.ops.backup.restoring import deleted_marks, event_rows
from device.store.folder.atomic_file import hand_over, sync_folder
from device.store.log.damage import Loss, mended
from device.store.log.database import peeked
from device.store.log.schema import Row, checked_row
from device.store.log.store import Store, sqlite_url
from device.store.settings import Settings
from engine.i18n import phrase

READY = ".mended"
"""What the name of a log has more that has been written anew, and is to take the damaged one's place."""
_PART = ".mending"
_BESIDE = ("-wal", "-shm", "-journal")

_log = logging.getLogger(__name__)


def finish_mending(database: Path) -> None:
    """Put a log in its place that was written anew when the plug was pulled. Raises StoreError."""
    ready = database.with_name(database.name + READY)
    if not ready.exists():
        return
    try:
        for ending in _BESIDE:
            database.with_name(database.name + ending).unlink(missing_ok=True)
        os.replace(ready, database)
        sync_folder(database.parent)
    except OSError as error:
        raise StoreError(
            phrase(
                "the log that was mended cannot take the place of {database} ({reason}): see that its disk may "
                "be written to, then start again",
                database=database,
                reason=error.strerror,
            )
        ) from error


def mend(settings: Settings, database: Path, loss: Loss) -> int:
    """Bring back what a log lost, as far as the daily copies have it and it is safe; how many events.

    Nothing of it ever keeps a table from starting: what fails is logged.
    """
    try:
        is_readable = _is_readable(database)
        if is_readable and not loss.missing:
            return 0
        for _, path in reversed(daily_copies(settings)):
            try:
                found = _from(path, database, is_readable=is_readable)
            except DeviceError as error:
                _log.warning("nothing is brought back from %s: %s", path, error)
                continue
            if found:
                _log.warning("%s: %d events are back, from %s", database, found, path)
                mended(loss, found, str(path))
                return found
        if not is_readable:
            left = _Salvage(database)
            _rewritten(database, left.rows())
            if left.count:
                _log.warning("%s: %d events of it could be read, with which it goes on", database, left.count)
    except (DeviceError, OSError, sqlite3.Error) as error:
        _log.error("%s could not be mended: %s", database, error)
    return 0


class _Salvage:
    """The events of a log as far as they can be read, in the order they were written."""

    def __init__(self, database: Path) -> None:
        self.last: dict[str, Row] = {}
        self.count = 0
        self._database = database

    def rows(self) -> Iterator[Row]:
        """One after the other; ends where one cannot be read."""
        with (
            suppress(sqlite3.Error, DeviceError, ValueError, TypeError, LookupError),
            peeked(self._database) as found,
        ):
            cursor = found.execute("SELECT * FROM events NOT INDEXED ORDER BY rowid")
            names = [column[0] for column in cursor.description]
            for values in cursor:
                row = checked_row(_as_written(dict(zip(names, values, strict=True))))
                before = self.last.get(str(row["table"]))
                if before is not None and int(str(row["seq"])) <= int(str(before["seq"])):
                    return
                self.last[str(row["table"])], self.count = row, self.count + 1
                yield row


def _is_readable(database: Path) -> bool:
    """Whether SQLite finds nothing wrong with a file; one that is not there is not."""
    if not database.exists() or not database.stat().st_size:
        return False
    try:
        with peeked(database) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
                return False
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _from(copy: Path, database: Path, *, is_readable: bool) -> int:
    """How many events came back from a copy. Raises DeviceError, and OSError."""
    with (
        BackupArchive(copy) as archive,
        tempfile.TemporaryDirectory(dir=database.parent, prefix=".copy-") as scratch,
    ):
        events = Path(scratch) / EVENTS
        with events.open("wb") as out:
            archive.copy(EVENTS, out)
        if is_readable:
            store = Store(sqlite_url(database))
            try:
                last = {str(row["table"]): row for row in store.rows()}
                return store.bring(_after(last, event_rows(events, copy)))
            finally:
                store.close()
        left = _Salvage(database)
        count = 0

        def all_of_it() -> Iterator[Row]:
            nonlocal count
            yield from left.rows()
            for row in _after(left.last, event_rows(events, copy)):
                count += 1
                yield row

        _rewritten(database, all_of_it(), _marks_of(archive, Path(scratch)))
        return count


def _marks_of(archive: BackupArchive, scratch: Path) -> list[Row]:
    """Which matches were deleted, as a copy tells it."""
    deleted = scratch / DELETED
    if DELETED in archive.manifest.files:
        with deleted.open("wb") as out:
            archive.copy(DELETED, out)
    return [*deleted_marks(deleted, archive.path)]


def _as_written(row: dict[str, object]) -> dict[str, object]:
    """A row as SQLite holds it, with the truth values that it has none of."""
    return row | {"clock_set": bool(row["clock_set"])}


def _after(last: dict[str, Row], rows: Iterator[Row]) -> Iterator[Row]:
    """What comes in a copy after the last event of each table that is left. Raises StoreError where that is
    another one there.
    """
    for row in rows:
        left = last.get(str(row["table"]))
        if left is None or int(str(row["seq"])) > int(str(left["seq"])):
            if left is not None and not left.get("met"):
                raise StoreError(
                    phrase(
                        "it does not hold event {seq}, which is the last one that is left", seq=left["seq"]
                    )
                )
            yield row
        elif row["seq"] == left["seq"]:
            if any(row[name] != left[name] for name in ("match", "game", "kind", "body")):
                raise StoreError(
                    phrase(
                        "event {seq} is another one there: tableside restore brings it back all the same",
                        seq=row["seq"],
                    )
                )
            last[str(row["table"])] = {**left, "met": True}


def _rewritten(database: Path, rows: Iterator[Row], marks: Sequence[Row] = ()) -> None:
    """Write a log anew, and put it in the place of the old one."""
    part = database.with_name(database.name + _PART)
    for ending in ("", *_BESIDE):
        part.with_name(part.name + ending).unlink(missing_ok=True)
    store = Store(sqlite_url(part))
    try:
        if not store.bring(rows, marks):
            return
    finally:
        store.close()
    with part.open("rb") as file:
        os.fsync(file.fileno())
    hand_over(part, database.parent)
    os.rename(part, database.with_name(database.name + READY))
    sync_folder(database.parent)
    finish_mending(database)
