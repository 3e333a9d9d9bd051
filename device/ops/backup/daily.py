"""Daily backups: made by the service itself while nobody plays, read through, rotated, and noted for the doctor."""

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from device.clock import Clock, SystemClock
from device.errors import BackupError, DeviceError, LockError
from device.io.host.concerns import MB
from device.io.host.disk import existing, free_bytes
from device.library.analyst import ABANDONED_SECONDS, STILL_SECONDS, AnalystTable
from device.ops.backup.backup_file import BackupManifest, check_backup
from device.ops.backup.carrying import AGAIN_SECONDS, Carrier
from device.ops.backup.daily_note import FEW, daily_copies, daily_note, keep_note
from device.ops.backup.hub_backup import is_set_up
from device.ops.backup.making import Made, make_backup
from device.ops.backup.rotation import Copy, kept
from device.store.folder.atomic_file import hand_over
from device.store.folder.lock import DataLock, is_held
from device.store.settings import Settings
from engine.i18n import phrase, phrase_of

ROUND_SECONDS = 60.0
"""How often it is looked whether one is due."""
OVERDUE_SECONDS = 2 * 86400.0
"""A table at which somebody always plays has one made all the same when the last is so old."""
ROOM_MB = 100
"""So much of the disk is left to the log, whatever becomes of the backup."""
LOOK_ROWS = 500
"""How many rows are written from one look at the room left to the next."""
DAMAGED = ".damaged"
"""What the name of a copy is given that could not be read any more."""
STOP_SECONDS = 10.0
_LOWEST = 19

_log = logging.getLogger(__name__)


def is_elsewhere(settings: Settings) -> bool:
    """Whether the daily backups lie on another disk than the data. Raises OSError."""
    return existing(settings.backup_folder).stat().st_dev != existing(settings.table.data).stat().st_dev


class DailyBackups:
    """Makes a backup a day while it is `quiet`, and another as soon as a game's worth of `events`, of which it is told
    the last one's number, has come since. `config` is the settings' file, which goes into it.

    What fails is noted, logged and tried again; nothing of it ever reaches the game.
    """

    def __init__(
        self,
        settings: Settings,
        config: Path | None = None,
        *,
        quiet: Callable[[], bool] = lambda: True,
        events: Callable[[], int] = lambda: 0,
        clock: Clock | None = None,
    ) -> None:
        self._settings, self._config, self._quiet, self._events = settings, config, quiet, events
        self._clock = clock or SystemClock()
        self._made_at: int | None = None
        self._not_before = self._clock.monotonic()
        self._complaint = ""
        self._stopping = threading.Event()
        self._carrier = Carrier(settings, self._clock, self._stopping.is_set)
        self._thread = threading.Thread(target=self._watch, name="backups", daemon=True)

    def start(self) -> None:
        """Begin, if the settings want any."""
        if self._settings.backup.days:
            self._thread.start()

    def stop(self) -> None:
        """End; a backup that is being made is broken off."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)

    def step(self) -> Path | None:
        """Make a backup if one is due; the copy that is whole now. What fails is noted."""
        quiet = self._quiet()
        if not self._is_due(quiet):
            return None
        data, events = self._settings.table.data, self._events()
        try:
            made = self._make()
        except (DeviceError, OSError) as error:
            if self._stopping.is_set():
                return None
            self._not_before = self._clock.monotonic() + AGAIN_SECONDS
            self._complain(str(error))
            keep_note(data, replace(daily_note(data), failed=phrase_of(error)))
            return None
        if made is None:
            return None
        path, manifest = made
        self._made_at, self._complaint = events, ""
        self._not_before = self._clock.monotonic() + AGAIN_SECONDS
        keep_note(
            data,
            replace(
                daily_note(data),
                file=path.name,
                checked=self._now(),
                events=manifest.events,
                hub=manifest.hub,
                failed=None,
            ),
        )
        _log.info("today's backup is %s: %d events, read through", path, manifest.events + manifest.hub)
        return path

    def carry_along(self) -> None:
        """Lay the newest copy wherever it belongs beside the card, while nobody plays."""
        if self._quiet():
            self._carrier.step()

    def _is_due(self, quiet: bool) -> bool:
        if self._clock.monotonic() < self._not_before:
            return False
        if self._made_at is not None and self._events() - self._made_at >= FEW:
            return quiet
        now, note = self._now(), daily_note(self._settings.table.data)
        there = note.file and (self._settings.backup_folder / note.file).exists()
        if now is None or (there and note.checked is not None and note.checked > now):
            # without a clock, or where it was set back: each time that the service runs
            return quiet and self._made_at is None
        if not there or note.checked is None:
            return quiet
        overdue = now - note.checked >= OVERDUE_SECONDS
        return (quiet or overdue) and _day(note.checked) != _day(now)

    def _make(self) -> tuple[Path, BackupManifest] | None:
        """Make one; None where there is nothing to keep yet, or another process is at it."""
        settings = self._settings
        own = settings.table.data / "tableside.db"
        if not (settings.table.database or own.exists() or is_set_up(settings)):
            return None
        folder = self._folder()
        try:
            lock = DataLock(folder)
        except LockError as error:
            if is_held(folder):
                # table and hub on one computer make one between them
                return None
            raise BackupError(phrase_of(error)) from error
        try:
            for left in folder.glob("daily-*.zip.part"):
                left.unlink(missing_ok=True)
            return self._made_in(folder)
        finally:
            lock.release()

    def _made_in(self, folder: Path) -> tuple[Path, BackupManifest]:
        settings = self._settings
        before = self._newest_whole()
        self._need_room(folder, before[1].stat().st_size if before else 0)
        copies = daily_copies(settings)
        now = self._now()
        copy = Copy(
            max((each.number for each, _ in copies), default=0) + 1, None if now is None else _day(now)
        )
        made = self._written(folder / copy.name(settings.table.name))
        if before is not None and _same(made.manifest, before[2]):
            # nothing is new: it stays, lest copies that are all alike push out those that are not
            made.path.unlink()
            self._rotate([each for each in copies if each[1] != made.path])
            return before[1], before[2]
        self._rotate([*copies, (copy, made.path)])
        return made.path, made.manifest

    def _written(self, path: Path) -> Made:
        rows = 0

        def between() -> None:
            nonlocal rows
            rows += 1
            if self._stopping.is_set():
                raise BackupError("the service ends")
            if rows % LOOK_ROWS == 0:
                self._need_room(path.parent, 0)

        elsewhere = is_elsewhere(self._settings)
        try:
            made = make_backup(
                self._settings,
                path,
                config=self._config,
                clock=self._clock,
                between=between,
                is_elsewhere=elsewhere,
            )
        except BackupError as error:
            if isinstance(error.__cause__, OSError):
                raise BackupError(
                    phrase(
                        "the daily backup cannot be written to {folder} ({reason}): see that this disk has "
                        "room and may be written to",
                        folder=path.parent,
                        reason=error.__cause__.strerror,
                    )
                ) from error
            raise
        with suppress(OSError):
            # the PIN in it stays between root and the service's user
            if os.geteuid() == 0:
                there = self._settings.table.data.stat()
                os.chown(path, there.st_uid, there.st_gid)
        return made

    def _folder(self) -> Path:
        """The folder of the copies; that of the settings has to be there: a stick may have been pulled out."""
        folder = self._settings.backup_folder
        if not self._settings.backup.folder and not folder.exists():
            folder.mkdir()
            hand_over(folder, self._settings.table.data)
        if not folder.is_dir():
            raise BackupError(
                phrase(
                    "the folder of the daily backups, {folder}, is not there: plug its disk in, or name another as "
                    "'folder' in [backup]",
                    folder=folder,
                )
            )
        if not os.access(folder, os.W_OK):
            raise BackupError(
                phrase(
                    "the service may not write daily backups to {folder}: let it, or name another folder in "
                    "[backup]; an installed service needs ReadWritePaths= for it, too",
                    folder=folder,
                )
            )
        return folder

    def _newest_whole(self) -> tuple[Copy, Path, BackupManifest] | None:
        """The newest copy that can be read; those newer that cannot are put out of the row."""
        for copy, path in reversed(daily_copies(self._settings)):
            try:
                manifest = check_backup(path)
            except BackupError as error:
                _log.warning("%s; it is kept as %s%s", error, path.name, DAMAGED)
                os.replace(path, path.with_name(path.name + DAMAGED))
                continue
            return copy, path, manifest
        return None

    def _need_room(self, folder: Path, more: int) -> None:
        if free_bytes(folder) < ROOM_MB * MB + more:
            raise BackupError(
                phrase(
                    "there is no room for a daily backup in {folder}: less than {megabytes} MB are left; free some",
                    folder=folder,
                    megabytes=ROOM_MB + more // MB,
                )
            )

    def _rotate(self, copies: list[tuple[Copy, Path]]) -> None:
        """Take away what is not kept any more; a new one has been read through by then."""
        wanted, now = self._settings.backup, self._now()
        stay = kept(
            [copy for copy, _ in copies], wanted.days, wanted.weeks, None if now is None else _day(now)
        )
        for copy, path in copies:
            if copy not in stay:
                with suppress(OSError):
                    path.unlink()

    def _now(self) -> float | None:
        return self._clock.wall() if self._clock.is_set() else None

    def _watch(self) -> None:
        with suppress(OSError, AttributeError):
            # of this thread alone, under Linux: whoever plays comes first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
        while not self._stopping.wait(ROUND_SECONDS):
            try:
                self.step()
                self.carry_along()
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                self._complain(repr(error), trace=True)

    def _complain(self, complaint: str, *, trace: bool = False) -> None:
        """Say once what is wrong."""
        if complaint != self._complaint:
            self._complaint = complaint
            _log.warning("today's backup could not be made: %s", complaint, exc_info=trace)


def _same(one: BackupManifest, other: BackupManifest) -> bool:
    """Whether two backups hold the same, whatever the times of their files."""
    return {name: each.sha256 for name, each in one.files.items()} == {
        name: each.sha256 for name, each in other.files.items()
    }


def _day(wall: float) -> date:
    return date.fromtimestamp(wall)


class QuietTable:
    """Tells, each time that it is asked, whether nobody plays at a table now; asked by one thread."""

    def __init__(self, table: AnalystTable, clock: Clock | None = None) -> None:
        self._table, self._clock = table, clock or SystemClock()
        self._seq, self._since = -1, self._clock.monotonic()

    def __call__(self) -> bool:
        """Whether nothing has happened for five minutes; for an hour, where a game was left as it stood."""
        seq, now = self._table.desk.latest().seq, self._clock.monotonic()
        if seq != self._seq:
            self._seq, self._since = seq, now
        still = now - self._since
        return still >= (ABANDONED_SECONDS if self._table.match_state.playing else STILL_SECONDS)
