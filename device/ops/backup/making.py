"""Making a backup, while the service runs or while it does not: written beside, read through, then put in its place."""

import hashlib
import json
import logging
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Table

from device.clock import Clock, SystemClock
from device.errors import BackupError, StoreError
from device.ops.backup.backup_file import (
    BOARD,
    DECISIONS,
    DELETED,
    EVENTS,
    FOLLOWED,
    MANIFEST,
    MOST_DEVICES,
    PICTURE,
    POSITIONS,
    SETTINGS,
    BackupManifest,
    Member,
    check_backup,
)
from device.ops.backup.finishing import READY
from device.ops.backup.hub_backup import COUNTED, TABLES, at_one_moment, decisions_file, is_set_up
from device.packages import installed_version
from device.store.access import FILE as ACCESS
from device.store.access import Access
from device.store.folder.atomic_file import sync_folder
from device.store.folder.board_position import followed_file
from device.store.log.schema import Row
from device.store.log.store import SCHEMA, Store
from device.store.pictures import ring
from device.store.settings import Settings
from engine.i18n import phrase

_log = logging.getLogger(__name__)

NOTE = "last-backup.json"
"""Where it is noted, in the data folder, when the last backup was made, and of how many events."""


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was made: where, what is in it, and its size in bytes."""

    path: Path
    manifest: BackupManifest
    size: int


@dataclass(frozen=True, slots=True)
class LastBackup:
    """The last backup of a data folder: when it was made (None: the clock was not set), of how many events, and of how
    many events and entries of a hub.
    """

    made: float | None
    events: int
    hub: int = 0


def make_backup(
    settings: Settings,
    path: Path | None = None,
    *,
    config: Path | None = None,
    pictures: bool = False,
    clock: Clock | None = None,
    between: Callable[[], None] = lambda: None,
    is_elsewhere: bool = True,
) -> Made:
    """Write everything of a table into one file; without a `path` into a new one in the current folder.

    `config`: the file of the settings; `pictures`: whether the pictures of decisions go with it. A backup that was at
    `path` is replaced, once the new one has been read through. `between` is called for every row and picture, and may
    raise a BackupError to break off; of a backup that is not `is_elsewhere` than the data nothing is noted as the last.
    Raises BackupError, and StoreError.
    """
    if (settings.table.data / READY).exists():
        raise BackupError(
            phrase(
                "a restore into {data} was broken off: start the service once, which finishes it",
                data=settings.table.data,
            )
        )
    clock = clock or SystemClock()
    made = clock.wall() if clock.is_set() else None
    path = path or _free_name(settings.table.name, made)
    part = path.with_name(f"{path.name}.part")
    try:
        # for nobody else's eyes: the settings may hold the PIN
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                manifest = _fill(archive, settings, config, made, between, pictures=pictures)
            file.flush()
            os.fsync(file.fileno())
        check_backup(part)
        os.replace(part, path)
        sync_folder(path.parent)
    except OSError as error:
        _remove(part)
        raise BackupError(
            phrase(
                "the backup cannot be written to {path} ({reason}): name another file with -o",
                path=path,
                reason=error.strerror,
            )
        ) from error
    except BaseException:
        _remove(part)
        raise
    if is_elsewhere:
        note_backup(settings.table.data, manifest)
    return Made(path, manifest, path.stat().st_size)


def last_backup(data: Path) -> LastBackup | None:
    """The last backup that was made of a data folder; None where none was."""
    try:
        found = json.loads((data / NOTE).read_bytes())
        made = found["made"]
        return LastBackup(
            None if made is None else float(made), int(found["events"]), int(found.get("hub", 0))
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _fill(
    archive: zipfile.ZipFile,
    settings: Settings,
    config: Path | None,
    made: float | None,
    between: Callable[[], None],
    *,
    pictures: bool,
) -> BackupManifest:
    files: dict[str, Member] = {}
    events = 0

    def lines() -> Iterator[bytes]:
        nonlocal events
        for row in _rows(settings):
            events += 1
            between()
            yield _line(row)

    files[EVENTS] = _add(archive, EVENTS, lines(), 0)
    if deleted := _deleted(settings):
        files[DELETED] = _add(archive, DELETED, map(_line, deleted), 0)
    board = settings.board_file
    for name, path in (
        (BOARD, board),
        (FOLLOWED, followed_file(board)),
        (SETTINGS, config),
        (POSITIONS, settings.table.data / POSITIONS),
    ):
        if path is not None and path.exists() and not (name == BOARD and _is_no_board(path)):
            files[name] = _add(archive, name, [path.read_bytes()], path.stat().st_mtime_ns)
    hub, hub_devices = 0, tuple[str, ...]()
    if is_set_up(settings):
        hub, members = _add_hub(archive, settings, between)
        files |= members
        hub_devices = _devices(settings.hub_folder)
    if pictures:
        for name, data, changed in _pictures(settings.table.data):
            between()
            files[name] = _add(archive, name, [data], changed)
    devices = _devices(settings.table.data)
    manifest = BackupManifest(
        installed_version() or "?",
        SCHEMA,
        settings.table.name,
        made,
        events,
        files,
        hub,
        devices,
        hub_devices,
    )
    archive.writestr(MANIFEST, json.dumps(manifest.as_json(), indent=1))
    return manifest


def _devices(folder: Path) -> tuple[str, ...]:
    """The phones that are known again there; none where that is not for the eyes of who makes the backup."""
    return Access(folder).devices[-MOST_DEVICES:] if os.access(folder / ACCESS, os.R_OK) else ()


def _is_no_board(path: Path) -> bool:
    """Whether a board's file is damaged, which no restore would take: it must not keep
    the log from being brought back.
    """
    # the eye's modules are for who has a board: a hub makes backups without
    from vision.board_model import BoardModel
    from vision.errors import VisionError

    try:
        BoardModel.load(path)
    except VisionError as error:
        if isinstance(error.__cause__, OSError):
            return False
        _log.warning(
            "%s is no model of a board: it is left out of the backup; calibrate the board again", path
        )
        return True
    return False


def _add_hub(
    archive: zipfile.ZipFile, settings: Settings, between: Callable[[], None]
) -> tuple[int, dict[str, Member]]:
    """A hub's database and which tables it lets in, and how many events and entries of tournaments are in it."""
    count, files = 0, {}
    decided = decisions_file(settings)
    if _is_decided(decided):
        files[DECISIONS] = _add(archive, DECISIONS, [decided.read_bytes()], decided.stat().st_mtime_ns)
    store = Store(settings.hub_database_url)

    def lines(rows: Iterator[Row], table: Table) -> Iterator[bytes]:
        nonlocal count
        for row in rows:
            count += table in COUNTED
            between()
            yield _line(row)

    try:
        with at_one_moment(store) as rows:
            for name, table in TABLES.items():
                files[name] = _add(archive, name, lines(rows(table), table), 0)
    finally:
        store.close()
    return count, files


def _is_decided(file: Path) -> bool:
    """Whether it can be read which tables a hub lets in: what cannot would not be taken by a restore."""
    from device.club.link.admission import decisions

    try:
        return decisions(file) is not None
    except StoreError as error:
        _log.warning("%s is left out of the backup: %s", file, error)
        return False


def _rows(settings: Settings) -> Iterator[dict[str, object]]:
    """The log as it stands at one moment; a database that is not there is not made."""
    if not settings.table.database and not (settings.table.data / "tableside.db").exists():
        return
    store = Store(settings.database_url)
    try:
        yield from store.rows()
    finally:
        store.close()


def _deleted(settings: Settings) -> tuple[dict[str, object], ...]:
    """The matches that somebody has deleted."""
    if not settings.table.database and not (settings.table.data / "tableside.db").exists():
        return ()
    store = Store(settings.database_url)
    try:
        return store.deleted()
    finally:
        store.close()


def _line(row: dict[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _pictures(data: Path) -> Iterator[tuple[str, bytes, int]]:
    """The pictures of all tables; one that makes room while it is read is left out as a whole."""
    for folder in sorted((data / "pictures").glob("*")):
        boards: set[str] = set()
        for kept in ring.kept_in(folder):
            names = [f"{kept.name}.jpg", f"{kept.name}.json"]
            if kept.board is not None and kept.board not in boards:
                names.append(kept.board)
            with suppress(FileNotFoundError):
                found = [
                    (
                        f"pictures/{folder.name}/{name}",
                        (folder / name).read_bytes(),
                        (folder / name).stat().st_mtime_ns,
                    )
                    for name in names
                ]
                if all(PICTURE.fullmatch(name) for name, _, _ in found):
                    boards |= {kept.board} if kept.board else set()
                    yield from found


def _add(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes], changed: int) -> Member:
    digest, size = hashlib.sha256(), 0
    info = zipfile.ZipInfo(name)
    # a picture is packed already
    info.compress_type = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
    with archive.open(info, "w", force_zip64=True) as target:
        for part in parts:
            digest.update(part)
            size += len(part)
            target.write(part)
    return Member(size, digest.hexdigest(), changed)


def _free_name(table: str, made: float | None) -> Path:
    plain = "".join(letter if letter.isalnum() else "-" for letter in table)
    when = "undated" if made is None else time.strftime("%Y-%m-%d-%H%M", time.localtime(made))
    names = (f"tableside-{plain}-{when}{end}.zip" for end in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(Path(name) for name in names if not Path(name).exists())


def note_backup(data: Path, manifest: BackupManifest) -> None:
    """Keep what the doctor looks at of a backup on another disk, which is there even where this cannot be written."""
    with suppress(OSError):
        note = data / NOTE
        part = note.with_suffix(".part")
        part.write_text(
            json.dumps({"made": manifest.made, "events": manifest.events, "hub": manifest.hub}),
            encoding="utf-8",
        )
        part.replace(note)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
