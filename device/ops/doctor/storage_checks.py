"""What is stored: the disk, the log on it, and the backups of it."""

import os
import time
from pathlib import Path

from device.clock import Clock
from device.errors import DeviceError
from device.finding import Finding, Health
from device.io.host import Host
from device.io.host.concerns import FULL_MB, LITTLE_MB, MB
from device.io.host.disk import Disk, disk_of, existing, free_bytes
from device.ops.backup import check_backup as read_through
from device.ops.backup import daily_copies, daily_note, last_backup
from device.ops.backup.daily import ROOM_MB, is_elsewhere
from device.ops.backup.daily_note import FEW
from device.ops.backup.sticks import stick_folders
from device.store.settings import Settings

WORN = 80
"""Per cent of its life from which on a disk should be replaced soon."""
OLD_DAYS = 30.0
"""A backup that is older should be made anew, if there is more to lose since."""
LATE_DAYS = 3.0
"""A daily backup that is older is late, where anything has come since."""


def check_disk(folder: Path, host: Host | None = None) -> Finding:
    """Whether data can be written, how much more of them, whether they last, and how worn the disk is."""
    there = existing(folder)
    if not os.access(there, os.W_OK):
        advice = f"let this user write there, or name another folder as 'data' in [table]: {folder}"
        return Finding("disk", Health.FAILURE, f"{there} may not be written to", advice)
    disk = disk_of(there, host or Host())
    free = disk.free // 10**6
    found = ", ".join((f"{free} MB free in {there}", *_told(disk)))
    if disk.read_only:
        advice = "start the computer anew; if that does not help, the memory card may be failing: replace it"
        return Finding("disk", Health.FAILURE, f"{there} can only be read", advice)
    if free < LITTLE_MB:
        health = Health.FAILURE if free < FULL_MB else Health.WARNING
        return Finding("disk", health, found, "free some space: old films and logs first")
    if disk.forgets:
        advice = (
            "switch the overlay file system off (raspi-config, Performance), or name another folder as 'data'"
        )
        return Finding("disk", Health.WARNING, f"{found}; all is lost when it is switched off", advice)
    if disk.errors:
        advice = "make a backup now, and have the disk checked: it may be failing"
        return Finding("disk", Health.WARNING, f"{found}; {disk.errors} errors in its file system", advice)
    if disk.worn is not None and disk.worn >= WORN:
        advice = "make a backup, and replace it soon"
        return Finding("disk", Health.WARNING, found, advice)
    return Finding("disk", Health.OK, found)


def _told(disk: Disk) -> tuple[str, ...]:
    told = []
    if disk.mount is not None:
        told.append(disk.mount.kind)
    if disk.card is not None:
        told.append(disk.card)
    if disk.worn is not None:
        told.append(f"{disk.worn} % of its life used up")
    if disk.written is not None:
        told.append(f"{disk.written / 10**9:.0f} GB written to it in its life")
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
        return Finding("database", Health.OK, "none yet: it is made at the first start")
    try:
        # What is damaged is kept before it is opened to be written.
        keep_damaged(file, thoroughly=True)
        store = Store(settings.database_url)
        found, damage = f"{store.count()} events", store.damage()
        store.close()
    except DeviceError as error:
        what, _, todo = str(error).rpartition(": ")
        return Finding("database", Health.FAILURE, what or str(error), todo)
    if damage is not None:
        advice = (
            "bring back a backup with tableside restore; make one of this first, as far as it can be read"
        )
        return Finding("database", Health.FAILURE, f"{found}, but its file is damaged: {damage}", advice)
    if gone := losses(file):
        told = (
            f"{loss.missing or 'an unknown number'} {_found_on(loss.at)}{_back(loss.restored)}"
            for loss in gone
        )
        what = ", ".join(told)
        advice = (
            "look whether a backup has more than is left: tableside restore brings it back. Once that is settled, "
            f"move away what is damaged: {', '.join(loss.folder for loss in gone)}"
        )
        return Finding("database", Health.WARNING, f"{found}; events that were lost: {what}", advice)
    try:
        if file is not None:
            witnessed(file)
    except (OSError, ValueError):
        advice = "nothing needs to be done: it is written anew with the next event"
        return Finding(
            "database",
            Health.WARNING,
            f"{found}; the note of the last one cannot be read, by which a loss is told",
            advice,
        )
    return Finding("database", Health.OK, found)


def _found_on(at: float | None) -> str:
    return "at a time that is not known" if at is None else time.strftime("on %Y-%m-%d", time.localtime(at))


def _back(restored: int) -> str:
    return f", of which {restored} came back from a daily copy" if restored else ""


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
        return Finding("daily backup", Health.OK, "none, as 'days' in [backup] wants it")
    note, copies = daily_note(settings.table.data), daily_copies(settings)
    advice = (
        "leave the computer on for ten minutes while nobody plays; tableside backup -o FILE writes one now"
    )
    if note.failed:
        what, _, todo = note.failed.rpartition(": ")
        return Finding("daily backup", Health.WARNING, what or note.failed, todo)
    try:
        events = _events(settings)
    except DeviceError:
        return Finding(
            "daily backup", Health.WARNING, "the log cannot be read", "see what is said of the database"
        )
    if not copies:
        health = Health.OK if events < FEW and not note.file else Health.WARNING
        gone = f", the last one is gone from {settings.backup_folder}" if note.file else ""
        return Finding("daily backup", health, f"none yet{gone}", advice if health is Health.WARNING else "")
    newest = copies[-1][1]
    found = f"{len(copies)} in {settings.backup_folder}"
    try:
        if is_elsewhere(settings):
            found += ", another disk than the data's"
        found += "".join(
            f", also in {folder}" for folder in stick_folders() if (folder / newest.name).exists()
        )
        found += ", also at the hub" if note.at_hub == newest.name else ""
        if os.access(newest, os.R_OK):
            held = read_through(newest)
            found += f", the newest with {held.events + held.hub} events, read through"
        else:
            found += ", not looked into, since this user may not: sudo tableside doctor does"
        if free_bytes(settings.backup_folder) < ROOM_MB * MB + newest.stat().st_size:
            return Finding(
                "daily backup", Health.WARNING, f"{found}; there is no room for the next", "free some space"
            )
    except (DeviceError, OSError) as error:
        return Finding("daily backup", Health.WARNING, str(error), advice)
    more = max(0, events - note.events)
    if note.checked is not None and clock.is_set():
        days = max(0.0, clock.wall() - note.checked) / 86400
        found = f"the last {days:.0f} days ago; {found}"
        if days > LATE_DAYS and more:
            return Finding("daily backup", Health.WARNING, f"{found}; {more} events since", advice)
    elif more >= 10 * FEW:
        return Finding("daily backup", Health.WARNING, f"{found}; {more} events since", advice)
    if note.beside:
        what, _, todo = note.beside.rpartition(": ")
        return Finding("daily backup", Health.WARNING, f"{found}; {what or note.beside}", todo)
    return Finding("daily backup", Health.OK, found)


def check_backup(settings: Settings, clock: Clock) -> Finding:
    """Whether there is a backup of what would be lost with the memory card."""
    try:
        events = _events(settings)
    except DeviceError:
        return Finding("backup", Health.WARNING, "the log cannot be read", "see what is said of the database")
    last = last_backup(settings.table.data)
    advice = "tableside backup -o FILE writes one, best on another disk"
    if last is None:
        health = Health.OK if events < FEW else Health.WARNING
        return Finding("backup", health, "none yet", advice if events >= FEW else "")
    more = max(0, events - last.events)
    since = f"{more} events since" if more else "nothing new since"
    if last.made is None or not clock.is_set():
        health = Health.WARNING if more >= FEW else Health.OK
        return Finding(
            "backup", health, f"the last at a time that is not known, {since}", advice if more >= FEW else ""
        )
    days = max(0.0, clock.wall() - last.made) / 86400
    found = f"the last {days:.0f} days ago, {since}"
    if more >= FEW and days > OLD_DAYS:
        return Finding("backup", Health.WARNING, found, advice)
    return Finding("backup", Health.OK, found)
