"""Restoring a backup: everything is unpacked and checked beside the data before any of them is touched."""

import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from device.clock import Clock, SystemClock
from device.errors import AccessError, BackupError, DeviceError, StoreError
from device.io.host.disk import free_bytes
from device.ops.backup.backup_file import (
    BOARD,
    DECISIONS,
    DELETED,
    EVENTS,
    SETTINGS,
    BackupArchive,
    BackupManifest,
    damaged,
)
from device.ops.backup.finishing import ASIDE, DATABASE, HUB_DATABASE, PART, READY, finish_restore
from device.ops.backup.hub_backup import TABLES, bring, checked_table_row, decisions_file, held
from device.store.access import Access
from device.store.folder.atomic_file import hand_over, sync_folder, write_lasting
from device.store.folder.lock import DataLock
from device.store.folder.set_aside import free_folder
from device.store.log.schema import SCHEMA, Row, checked_mark, checked_row
from device.store.log.store import Store, sqlite_url
from device.store.settings import Settings
from engine.i18n import Phrase, phrase

_log = logging.getLogger(__name__)

ROOM = 64 * 2**20
"""Bytes that must be left on the disk when everything is unpacked."""
LOG_ROOM = 3
"""A log takes about so many times its lines, while its database is made beside them."""
LONGEST_LINE = 2**20
LONGEST_ROW = 16 * 2**20
"""Bytes; of a hub's, which tables send in messages of up to a million, and in which an
analysis of a long match may stand.
"""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back; `aside`: the folder in which the old data are kept, None: there were none.

    `settings` and `board`: where those of the backup lie now, None: it has none.
    """

    manifest: BackupManifest
    aside: Path | None
    settings: Path | None
    board: Path | None


def restore_backup(
    file: Path, settings: Settings, *, force: bool = False, clock: Clock | None = None
) -> Restored:
    """Bring a backup back into the data folder of the settings, and its log into their database.

    Where a log is there already it takes `force`; the old data are kept in a folder beside. A database of
    one's own choice must be empty, or hold these very events. Raises BackupError, StoreError and
    LockError; then nothing is changed.
    """
    data = settings.table.data
    with BackupArchive(file) as archive:
        if archive.manifest.schema > SCHEMA:
            raise BackupError(
                phrase(
                    "{file} was made by a newer Tableside (its schema is {found}, this one knows {known}): "
                    "install the newer version",
                    file=file,
                    found=archive.manifest.schema,
                    known=SCHEMA,
                )
            )
        _make(data)
        with ExitStack() as locks:
            _lock(locks, data)
            finish_restore(data)
            if not settings.table.database:
                _check_old(data, force=force)
            if archive.manifest.has_hub:
                _make(settings.hub_folder)
                hand_over(settings.hub_folder, data)
                _lock(locks, settings.hub_folder)
                if not settings.hub.database:
                    _check_old_hub(settings, force=force)
            return _bring(archive, settings, clock or SystemClock())


def _lock(locks: ExitStack, folder: Path) -> None:
    lock = DataLock(folder)
    locks.callback(lock.release)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(
            phrase("the data folder {folder} cannot be made: {reason}", folder=folder, reason=error.strerror)
        ) from error


def _check_old_hub(settings: Settings, *, force: bool) -> None:
    """See whether there is a hub's database with something in it already."""
    if not (settings.table.data / HUB_DATABASE).exists():
        return
    there: int | None = None
    with suppress(StoreError):
        store = Store(settings.hub_database_url)
        there = held(store)
        store.close()
    if there != 0 and not force:
        what = (
            phrase("a hub's database that cannot be read")
            if there is None
            else phrase("a hub's database with matches or tournaments")
        )
        raise _taken(what, settings.hub_folder)


def _check_old(data: Path, *, force: bool) -> None:
    """See whether there is a log already; what lies in its write-ahead file is brought into it."""
    if not (data / DATABASE).exists():
        return
    events: int | None = None
    with suppress(StoreError):
        store = Store(sqlite_url(data / DATABASE))
        events = store.count()
        store.close()
    if events != 0 and not force:
        held = (
            phrase("a log that cannot be read")
            if events is None
            else phrase("a log of {count} events", count=events)
        )
        raise _taken(held, data)


def _taken(what: Phrase, folder: Path) -> BackupError:
    return BackupError(
        phrase(
            "there is {what} in {folder} already: with --force it is kept in a folder beside, and this backup takes "
            "its place",
            what=what,
            folder=folder,
        )
    )


def _bring(archive: BackupArchive, settings: Settings, clock: Clock) -> Restored:
    data, manifest = settings.table.data, archive.manifest
    part = data / PART
    aside = free_folder(data, "before", clock)
    try:
        sizes = sum(
            member.size * (LOG_ROOM if name in (EVENTS, *TABLES) else 1)
            for name, member in manifest.files.items()
        )
        if free_bytes(data) < sizes + ROOM:
            raise BackupError(
                phrase(
                    "there is no room for this backup in {data}: free {megabytes} MB first; nothing was changed",
                    data=data,
                    megabytes=(sizes + ROOM) // 10**6,
                )
            )
        part.mkdir()
        _unpack(archive, part)
        _check_board(archive, part)
        _bring_log(archive, settings, part)
        _bring_hub(archive, settings, part)
        _bring_decisions(archive, settings, part)
        (part / EVENTS).unlink()
        (part / DELETED).unlink(missing_ok=True)
        (part / ASIDE).write_text(aside.name, encoding="utf-8")
        for path in (part, *part.rglob("*")):
            # they may hold the PIN, and are for who asked for them
            if path.name != SETTINGS:
                hand_over(path, data)
        _sync_all(part)
        os.rename(part, data / READY)
        sync_folder(data)
    except OSError as error:
        _sweep(part)
        raise BackupError(
            phrase(
                "the backup cannot be unpacked in {data} ({reason}): nothing was changed",
                data=data,
                reason=error.strerror,
            )
        ) from error
    except BaseException:
        _sweep(part)
        raise
    finish_restore(data)
    _recognise(data, manifest.devices)
    _recognise(settings.hub_folder, manifest.hub_devices)
    settings_now, board_now = (data / name if name in manifest.files else None for name in (SETTINGS, BOARD))
    return Restored(manifest, aside if aside.exists() else None, settings_now, board_now)


def _recognise(folder: Path, devices: tuple[str, ...]) -> None:
    """Have phones known again that were let in where the backup is from, should PINs be guessed: not worth failing for.

    Who is neither root nor the service would leave a file that the service cannot read.
    """
    if devices and folder.exists() and os.geteuid() in (0, folder.stat().st_uid):
        try:
            Access(folder).recognise(devices)
        except AccessError as error:
            _log.warning("phones that were let in are not known again: %s", error)


def _unpack(archive: BackupArchive, part: Path) -> None:
    for name, member in archive.manifest.files.items():
        # the names were checked one by one: they lead nowhere else
        target = part / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as out:
            archive.copy(name, out)
        if name == SETTINGS:
            target.chmod(0o600)
        # A board that was followed is known by the time of its calibration.
        os.utime(target, ns=(member.time, member.time))


def _check_board(archive: BackupArchive, part: Path) -> None:
    """See that the board is one. Where it was followed to may be nonsense: then it is taken to lie as calibrated."""
    if BOARD not in archive.manifest.files:
        return
    # the eye's modules are for who has a board: a hub makes backups without
    from vision.board_model import BoardModel
    from vision.errors import VisionError

    try:
        BoardModel.load(part / BOARD)
    except VisionError as error:
        raise damaged(archive.path, phrase("{name} in it is no model of a board", name=BOARD)) from error


def _bring_log(archive: BackupArchive, settings: Settings, part: Path) -> None:
    """Write the log into a database, in one transaction, every event checked."""
    own = not settings.table.database
    if own and archive.manifest.events == 0 and not (settings.table.data / DATABASE).exists():
        return
    store = Store(sqlite_url(part / DATABASE) if own else settings.database_url)
    try:
        if store.count():
            _check_same(store, archive, part / EVENTS)
            return
        count = store.bring(
            event_rows(part / EVENTS, archive.path), deleted_marks(part / DELETED, archive.path)
        )
        if count != archive.manifest.events:
            raise damaged(archive.path, phrase("events are missing"))
    finally:
        store.close()


def _bring_hub(archive: BackupArchive, settings: Settings, part: Path) -> None:
    """Write a hub's database, every row checked."""
    if not archive.manifest.has_hub:
        return
    if missing := [name for name in TABLES if name not in archive.manifest.files]:
        raise damaged(archive.path, phrase("it lacks {name}", name=missing[0]))
    files = {table: part / name for name, table in TABLES.items()}
    own = not settings.hub.database
    store = Store(sqlite_url(part / HUB_DATABASE) if own else settings.hub_database_url)
    try:
        bring(
            store, lambda table: _checked_lines(files[table], archive.path, partial(checked_table_row, table))
        )
    finally:
        store.close()
    for file in files.values():
        file.unlink()


def _bring_decisions(archive: BackupArchive, settings: Settings, part: Path) -> None:
    """Weigh which tables the backup lets in against what was decided here, by which nobody refused comes in again."""
    if DECISIONS not in archive.manifest.files:
        return
    from device.club.link.admission import decisions, decisions_json, joined

    file = part / DECISIONS
    try:
        brought = decisions(file)
        assert brought is not None
    except StoreError as error:
        raise damaged(archive.path, phrase("{name} in it cannot be read", name=DECISIONS)) from error
    try:
        here = decisions(decisions_file(settings))
    except StoreError:
        # whoever was refused in what cannot be read any more would be let in again
        file.unlink()
        return
    write_lasting(file, decisions_json(brought if here is None else joined(here, brought)))


def _checked_lines(file: Path, archive: Path, read: Callable[[Any], Row]) -> Iterator[Row]:
    with file.open("rb") as lines:
        while line := lines.readline(LONGEST_ROW):
            try:
                yield read(json.loads(line))
            except (DeviceError, ValueError, TypeError, LookupError, RecursionError) as error:
                raise damaged(
                    archive,
                    phrase("a row of {name} in it cannot be read: {reason}", name=file.stem, reason=error),
                ) from error


def _check_same(store: Store, archive: BackupArchive, events: Path) -> None:
    """See that a database holds just these events, being that of a restore that was broken off."""
    if store.count() != archive.manifest.events or any(
        one != other for one, other in zip(store.rows(), event_rows(events, archive.path), strict=False)
    ):
        raise BackupError(
            phrase(
                "the database of the settings holds other events: name an empty one as 'database' in [table]; "
                "nothing was changed"
            )
        )


def event_rows(events: Path, archive: Path) -> Iterator[dict[str, object]]:
    """The events of a backup, unpacked to a file, each checked. Raises BackupError."""
    table, last = "", 0
    with events.open("rb") as file:
        while line := file.readline(LONGEST_LINE):
            try:
                data = json.loads(line)
                row = checked_row(data)
                if data["table"] == table and data["seq"] <= last:
                    raise ValueError(f"it comes after No. {last}")
            except (DeviceError, ValueError, TypeError, LookupError, RecursionError) as error:
                raise damaged(
                    archive, phrase("an event in it cannot be read: {reason}", reason=error)
                ) from error
            table, last = data["table"], data["seq"]
            yield row


def deleted_marks(deleted: Path, archive: Path) -> list[dict[str, object]]:
    """The matches that somebody had deleted; none in a backup that tells of none."""
    try:
        lines = deleted.read_bytes().splitlines() if deleted.exists() else []
        return [checked_mark(json.loads(line)) for line in lines]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise damaged(
            archive, phrase("a deleted match in it cannot be read: {reason}", reason=error)
        ) from error


def _sync_all(part: Path) -> None:
    for path in part.rglob("*"):
        if path.is_dir():
            sync_folder(path)
            continue
        with path.open("rb") as file:
            os.fsync(file.fileno())
    sync_folder(part)


def _sweep(part: Path) -> None:
    with suppress(OSError):
        shutil.rmtree(part)
