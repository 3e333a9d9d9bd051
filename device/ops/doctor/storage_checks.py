"""What is stored: the disk, the log on it, and the backups of it."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.clock import Clock
from device.errors import DeviceError
from device.finding import Finding, Health, finding_of
from device.io.host import Host
from device.io.host.concerns import FULL_MB, LITTLE_MB, MB
from device.io.host.disk import Disk, disk_of, existing, free_bytes
from device.ops.backup import check_backup as read_through
from device.ops.backup import daily_copies, daily_note, last_backup
from device.ops.backup.daily import ROOM_MB, is_elsewhere
from device.ops.backup.daily_note import FEW
from device.ops.backup.sticks import stick_folders
from device.store.settings import Settings
from engine.i18n import Phrase, phrase, phrase_of, together

if TYPE_CHECKING:
    from device.store.log.damage import Loss

WORN = 80
"""Per cent of its life from which on a disk should be replaced soon."""
OLD_DAYS = 30.0
"""A backup that is older should be made anew, if there is more to lose since."""
LATE_DAYS = 3.0
"""A daily backup that is older is late, where anything has come since."""
_NO_LOG = phrase("the log cannot be read"), phrase("see what is said of the database")
"""What a check that counts events finds where they cannot be counted, and what to do."""


def check_disk(folder: Path, host: Host | None = None) -> Finding:
    """Whether data can be written, how much more of them, whether they last, and how worn the disk is."""
    there = existing(folder)
    if not os.access(there, os.W_OK):
        return Finding(
            "disk",
            Health.FAILURE,
            phrase("{folder} may not be written to", folder=str(there)),
            phrase(
                "let this user write there, or name another folder as 'data' in [table]: {folder}",
                folder=str(folder),
            ),
        )
    disk = disk_of(there, host or Host())
    free = disk.free // 10**6
    room = phrase("{free} MB free in {folder}", free=free, folder=str(there))
    found = together((room, *_told(disk)), ", ")
    if disk.read_only:
        return Finding(
            "disk",
            Health.FAILURE,
            phrase("{folder} can only be read", folder=str(there)),
            phrase(
                "start the computer anew; if that does not help, the memory card may be failing: replace it"
            ),
        )
    if free < LITTLE_MB:
        health = Health.FAILURE if free < FULL_MB else Health.WARNING
        return Finding("disk", health, found, phrase("free some space: old films and logs first"))
    if disk.forgets:
        return Finding(
            "disk",
            Health.WARNING,
            together((found, phrase("all is lost when it is switched off"))),
            phrase(
                "switch the overlay file system off (raspi-config, Performance), or name another folder as 'data'"
            ),
        )
    if disk.errors:
        return Finding(
            "disk",
            Health.WARNING,
            together((found, phrase("{count} errors in its file system", count=disk.errors))),
            phrase("make a backup now, and have the disk checked: it may be failing"),
        )
    if disk.worn is not None and disk.worn >= WORN:
        return Finding("disk", Health.WARNING, found, phrase("make a backup, and replace it soon"))
    return Finding("disk", Health.OK, found)


def _told(disk: Disk) -> tuple[Phrase | str, ...]:
    told: list[Phrase | str] = []
    if disk.mount is not None:
        told.append(disk.mount.kind)
    if disk.card is not None:
        told.append(disk.card)
    if disk.worn is not None:
        told.append(phrase("{share} % of its life used up", share=disk.worn))
    if disk.written is not None:
        told.append(phrase("{amount} GB written to it in its life", amount=round(disk.written / 10**9)))
    return tuple(told)


def check_database(settings: Settings) -> Finding:
    """Whether the log can be opened, what is in it, whether its file is whole, and
    whether anything was lost from it.
    """
    from device.store.log.damage import keep_damaged, losses
    from device.store.log.database import file_at
    from device.store.log.store import Store
    from device.store.log.witness import witness_file, witnessed

    file = file_at(settings.database_url)
    own = None if settings.table.database else file
    if own and not own.exists() and not witness_file(own).exists():
        return Finding("database", Health.OK, phrase("none yet: it is made at the first start"))
    try:
        # What is damaged is kept before it is opened to be written.
        keep_damaged(file, thoroughly=True)
        store = Store(settings.database_url)
        found, damage = phrase("{count} events", count=store.count()), store.damage()
        store.close()
    except DeviceError as error:
        return finding_of("database", Health.FAILURE, error)
    if damage is not None:
        return Finding(
            "database",
            Health.FAILURE,
            phrase("{found}, but its file is damaged: {damage}", found=found, damage=damage),
            phrase(
                "bring back a backup with tableside restore; make one of this first, as far as it can be read"
            ),
        )
    if gone := losses(file):
        return Finding(
            "database",
            Health.WARNING,
            together(
                (found, phrase("events that were lost: {events}", events=together([*map(_lost, gone)], ", ")))
            ),
            phrase(
                "look whether a backup has more than is left: tableside restore brings it back. Once that is "
                "settled, move away what is damaged: {folders}",
                folders=", ".join(loss.folder for loss in gone),
            ),
        )
    try:
        if file is not None:
            witnessed(file)
    except (OSError, ValueError):
        return Finding(
            "database",
            Health.WARNING,
            together((found, phrase("the note of the last one cannot be read, by which a loss is told"))),
            phrase("nothing needs to be done: it is written anew with the next event"),
        )
    return Finding("database", Health.OK, found)


def _lost(loss: "Loss") -> Phrase:
    """How many events were lost, when that was found, and how many came back."""
    count = loss.missing or phrase("an unknown number")
    told = phrase("{count} at a time that is not known", count=count)
    if loss.at is not None:
        day = time.strftime("%Y-%m-%d", time.localtime(loss.at))
        told = phrase("{count} on {day}", count=count, day=day)
    if not loss.restored:
        return told
    return phrase("{lost}, of which {count} came back from a daily copy", lost=told, count=loss.restored)


def _events(settings: Settings) -> int:
    """How many events the log holds. Raises DeviceError."""
    from device.store.log.store import Store

    if not settings.table.database and not (settings.table.data / "tableside.db").exists():
        return 0
    store = Store(settings.database_url)
    try:
        return store.count()
    finally:
        store.close()


def check_daily(settings: Settings, clock: Clock) -> Finding:
    """Whether the backups that are made by themselves are: the last one is there, is whole, and is not too old."""
    if not settings.backup.days:
        return Finding("daily backup", Health.OK, phrase("none, as 'days' in [backup] wants it"))
    note, copies = daily_note(settings.table.data), daily_copies(settings)
    advice = phrase(
        "leave the computer on for ten minutes while nobody plays; tableside backup -o FILE writes one now"
    )
    if note.failed is not None:
        return finding_of("daily backup", Health.WARNING, note.failed)
    try:
        events = _events(settings)
    except DeviceError:
        return Finding("daily backup", Health.WARNING, *_NO_LOG)
    if not copies:
        none = phrase("none yet")
        if note.file:
            none = phrase("none yet, the last one is gone from {folder}", folder=str(settings.backup_folder))
        return (
            Finding("daily backup", Health.OK, none)
            if events < FEW and not note.file
            else Finding("daily backup", Health.WARNING, none, advice)
        )
    newest = copies[-1][1]
    told = [phrase("{count} in {folder}", count=len(copies), folder=str(settings.backup_folder))]
    try:
        if is_elsewhere(settings):
            told.append(phrase("another disk than the data's"))
        told += [
            phrase("also in {folder}", folder=str(folder))
            for folder in stick_folders()
            if (folder / newest.name).exists()
        ]
        if note.at_hub == newest.name:
            told.append(phrase("also at the hub"))
        if os.access(newest, os.R_OK):
            held = read_through(newest)
            told.append(phrase("the newest with {count} events, read through", count=held.events + held.hub))
        else:
            told.append(phrase("not looked into, since this user may not: sudo tableside doctor does"))
        found = together(told, ", ")
        if free_bytes(settings.backup_folder) < ROOM_MB * MB + newest.stat().st_size:
            full = together((found, phrase("there is no room for the next")))
            return Finding("daily backup", Health.WARNING, full, phrase("free some space"))
    except (DeviceError, OSError) as error:
        return Finding("daily backup", Health.WARNING, phrase_of(error), advice)
    more = max(0, events - note.events)
    late = together((found, phrase("{count} events since", count=more)))
    if note.checked is not None and clock.is_set():
        days = max(0.0, clock.wall() - note.checked) / 86400
        last = phrase("the last {days} days ago", days=round(days))
        found, late = together((last, found)), together((last, late))
        if days > LATE_DAYS and more:
            return Finding("daily backup", Health.WARNING, late, advice)
    elif more >= 10 * FEW:
        return Finding("daily backup", Health.WARNING, late, advice)
    if note.beside is not None:
        beside = finding_of("daily backup", Health.WARNING, note.beside)
        return replace(beside, found=together((found, beside.found)))
    return Finding("daily backup", Health.OK, found)


def check_backup(settings: Settings, clock: Clock) -> Finding:
    """Whether there is a backup of what would be lost with the memory card."""
    try:
        events = _events(settings)
    except DeviceError:
        return Finding("backup", Health.WARNING, *_NO_LOG)
    last = last_backup(settings.table.data)
    advice = phrase("tableside backup -o FILE writes one, best on another disk")
    if last is None:
        found, is_late = phrase("none yet"), events >= FEW
    else:
        more = max(0, events - last.events)
        since = phrase("{count} events since", count=more) if more else phrase("nothing new since")
        when, is_late = phrase("the last at a time that is not known"), more >= FEW
        if last.made is not None and clock.is_set():
            days = max(0.0, clock.wall() - last.made) / 86400
            when, is_late = phrase("the last {days} days ago", days=round(days)), is_late and days > OLD_DAYS
        found = together((when, since), ", ")
    return (
        Finding("backup", Health.WARNING, found, advice) if is_late else Finding("backup", Health.OK, found)
    )
