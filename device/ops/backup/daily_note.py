"""What is known of the daily backups: which copies there are, and how the last one went."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.ops.backup.rotation import Copy, copy_of
from device.store.folder.atomic_file import read_lasting, write_lasting
from device.store.settings import Settings
from engine.i18n import Phrase, phrase_from_json, phrase_json

NOTE = "daily-backup.json"
"""The file in the data folder, in which it is noted how the last daily backup went."""

FEW = 200
"""So few events are not worth a backup: less than a game."""


@dataclass(frozen=True, slots=True)
class DailyNote:
    """How it went: the last copy that was found whole, `checked` when (seconds since 1970, None: the clock was not
    set), with how many events of the table and the hub; `failed`: what went wrong since, None: nothing; `beside`: why
    it lies not everywhere beside the card where it belongs, None: it does; `at_hub`: the copy that lies at the hub.
    """

    file: str = ""
    checked: float | None = None
    events: int = 0
    hub: int = 0
    failed: Phrase | None = None
    beside: Phrase | None = None
    at_hub: str = ""

    def as_json(self) -> dict[str, object]:
        """The note as it is kept."""
        return {
            "file": self.file,
            "checked": self.checked,
            "events": self.events,
            "hub": self.hub,
            "failed": None if self.failed is None else phrase_json(self.failed),
            "beside": None if self.beside is None else phrase_json(self.beside),
            "at_hub": self.at_hub,
        }


def daily_note(data: Path) -> DailyNote:
    """What is noted in a data folder; an empty note where there is none, or none that can be read."""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        found = read_lasting(data / NOTE)
        if isinstance(found, dict):
            at = found["checked"]
            return DailyNote(
                str(found["file"]),
                None if at is None else float(at),
                int(found["events"]),
                int(found["hub"]),
                phrase_from_json(found["failed"]) if found["failed"] else None,
                phrase_from_json(beside) if (beside := found.get("beside")) else None,
                str(found.get("at_hub", "")),
            )
    return DailyNote()


def keep_note(data: Path, note: DailyNote) -> None:
    """Note how it went, as far as that can be written; the doctor looks at the copies, too."""
    with suppress(OSError):
        write_lasting(data / NOTE, note.as_json())


def daily_copies(settings: Settings) -> tuple[tuple[Copy, Path], ...]:
    """The daily backups that there are, the oldest first; none where their folder cannot be read."""
    name, found = settings.table.name, []
    with suppress(OSError):
        for path in settings.backup_folder.iterdir():
            if (copy := copy_of(path.name, name)) is not None:
                found.append((copy, path))
    return tuple(sorted(found))
