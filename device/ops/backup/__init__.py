"""Backups: everything of a table in one file, and the way back."""

from device.ops.backup.backup_file import BackupManifest, check_backup
from device.ops.backup.daily import DailyBackups
from device.ops.backup.daily_note import daily_copies, daily_note
from device.ops.backup.making import Made, last_backup, make_backup
from device.ops.backup.restoring import Restored, restore_backup

__all__ = [
    "BackupManifest",
    "DailyBackups",
    "Made",
    "Restored",
    "check_backup",
    "daily_copies",
    "daily_note",
    "last_backup",
    "make_backup",
    "restore_backup",
]
