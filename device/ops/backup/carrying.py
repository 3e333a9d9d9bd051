"""Carrying: the newest daily copy is laid wherever it belongs beside the card, on sticks and at the club's hub."""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Protocol

from device.clock import Clock
from device.errors import BackupError, LockError
from device.ops.backup.backup_file import BackupArchive, BackupManifest
from device.ops.backup.daily_note import FEW, daily_copies, daily_note, keep_note
from device.ops.backup.making import note_backup
from device.ops.backup.sticks import carry, stick_folders
from device.store.folder.lock import DataLock
from device.store.settings import MqttSettings, PairedBroker, Settings
from device.store.settings.paired import FILE as PAIRED
from engine.i18n import Phrase, phrase_of, together

AGAIN_SECONDS = 3600.0
"""After a copy that was made, or a place that took none, the next is tried no earlier."""

_log = logging.getLogger(__name__)


class CopyPlace(Protocol):
    """Where copies belong beside the card, compared by where it is."""

    def has(self, copy: Path) -> bool:
        """Whether a copy lies there."""

    def take(self, copy: Path, today: date | None) -> BackupManifest | None:
        """Lay a copy there; None where it lay there already. Raises BackupError."""


@dataclass(frozen=True, slots=True)
class StickPlace:
    """This computer's folder on a stick."""

    folder: Path
    settings: Settings = field(compare=False)

    def __str__(self) -> str:
        return str(self.folder)

    def has(self, copy: Path) -> bool:
        """Whether a copy lies there; on a stick that cannot be read there is none."""
        return os.path.exists(self.folder / copy.name)

    def take(self, copy: Path, today: date | None) -> BackupManifest | None:
        """Lay a copy there; None where it lay there already. Raises BackupError."""
        return carry(copy, self.folder, self.settings, today)


class HubPlace:
    """The hub that the table is paired with. It is asked once for each copy, and anew after each start.

    A copy with next to nothing in it is not taken there: that of a new card before the games of the one before have
    come back from there.
    """

    def __init__(self, broker: MqttSettings, table: str, ending: Callable[[], bool]) -> None:
        self._broker, self._table, self._ending = broker, table, ending
        self.taken = ""
        """The name of the copy that lies there for sure; empty: none."""
        self._too_few = ""
        """The name of the copy that is not worth it."""

    def __str__(self) -> str:
        return f"the hub at {self._broker.host}"

    def has(self, copy: Path) -> bool:
        """Whether a copy lies there, or is not worth it."""
        return copy.name in (self.taken, self._too_few)

    def take(self, copy: Path, today: date | None) -> BackupManifest | None:
        """Lay a copy there; the hub says what of it it has already. None: it is not worth it. Raises BackupError."""
        from device.ops.backup.copies_sent import send_copy

        with BackupArchive(copy) as archive:
            if archive.manifest.events < FEW:
                self._too_few = copy.name
                return None
        manifest = send_copy(self._broker, self._table, copy, self._ending)
        self.taken = copy.name
        return manifest


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A place that took no copy: why, and until when, by the stopwatch, it is left in peace."""

    complaint: Phrase
    until: float


class Carrier:
    """Lays the newest daily copy in every place that is for them and lacks it; of one thread.

    What fails is said, noted for the doctor, and tried again after a rest. `ending`: whether it is to be broken off.
    """

    def __init__(self, settings: Settings, clock: Clock, ending: Callable[[], bool] = lambda: False) -> None:
        self._settings, self._clock, self._ending = settings, clock, ending
        self._refusals: dict[CopyPlace, _Refusal] = {}
        self._hub = _hub_of(settings, ending)

    def step(self) -> None:
        """Carry what is to be carried now; the folder is locked only where a place lacks something."""
        copies = daily_copies(self._settings)
        if not copies:
            return
        newest = copies[-1][1]
        lacking = [each for each in self._places() if not each.has(newest)]
        self._refusals = {place: why for place, why in self._refusals.items() if place in lacking}
        now = self._clock.monotonic()
        due = [each for each in lacking if each not in self._refusals or now >= self._refusals[each].until]
        if due:
            try:
                lock = DataLock(self._settings.backup_folder)
            except LockError:
                # table and hub on one computer do this in turn; where nothing may be written, the next copy says so
                return
            try:
                if newest.exists():
                    for place in due:
                        self._carry_to(place, newest)
            finally:
                lock.release()
        self._note()

    def _places(self) -> tuple[CopyPlace, ...]:
        sticks = (StickPlace(folder, self._settings) for folder in stick_folders())
        return (*sticks, *([] if self._hub is None else [self._hub]))

    def _carry_to(self, place: CopyPlace, copy: Path) -> None:
        wall = self._clock.wall() if self._clock.is_set() else None
        before = self._refusals.pop(place, None)
        try:
            manifest = place.take(copy, None if wall is None else date.fromtimestamp(wall))
        except BackupError as error:
            if self._ending():
                return
            if before is None or before.complaint != phrase_of(error):
                _log.warning("today's backup could not be laid elsewhere: %s", error)
            self._refusals[place] = _Refusal(phrase_of(error), self._clock.monotonic() + AGAIN_SECONDS)
            return
        if manifest is not None:
            note_backup(self._settings.table.data, manifest)
            _log.info("today's backup lies in %s, too", place)

    def _note(self) -> None:
        note = daily_note(self._settings.table.data)
        complaints = [each.complaint for each in self._refusals.values()]
        now = replace(
            note,
            beside=together(complaints, "; ") if complaints else None,
            at_hub="" if self._hub is None else self._hub.taken or note.at_hub,
        )
        if note.as_json() != now.as_json():
            keep_note(self._settings.table.data, now)


def _hub_of(settings: Settings, ending: Callable[[], bool]) -> HubPlace | None:
    """The hub that a table's copies belong at: the one it is paired with, unless that runs on this very computer."""
    is_here = os.path.exists(settings.hub_folder / PAIRED)
    if isinstance(settings.mqtt, PairedBroker) and not is_here:
        return HubPlace(settings.mqtt, settings.table.name, ending)
    return None
