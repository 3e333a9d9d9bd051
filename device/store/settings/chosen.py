"""What people chose in the set-up wizard: a file in the data folder, laid over the settings file at every start.

The settings file is the installer's, and the service may not write it.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

from device.errors import SettingsError
from device.store.folder.atomic_file import read_lasting, write_lasting
from device.store.settings.all_settings import Settings
from device.store.settings.paired import with_paired
from device.store.settings.settings_file import checked_settings, checked_table
from engine.i18n import Phrase, phrase

FILE = "chosen.json"
"""The file, in the data folder."""
CHOSEN = {
    "camera": ("source", "rotate", "mirror"),
    "match": ("game", "length", "white", "black", "options", "terms"),
    "profile": ("name",),
    "announce": ("tradition",),
}
"""What may be chosen so; all else, such as scripts to run, comes from the settings file alone."""

Chosen = Mapping[str, Mapping[str, object]]
"""Values by table and name, as they would stand in the settings file."""


def keep_chosen(folder: Path, chosen: Chosen) -> None:
    """Keep what was chosen. Raises SettingsError."""
    try:
        write_lasting(folder / FILE, {name: dict(table) for name, table in chosen.items()})
    except OSError as error:
        raise SettingsError(
            phrase(
                "what you chose cannot be kept in {folder} ({reason}): look at the disk",
                folder=folder,
                reason=error.strerror,
            )
        ) from error


def load_chosen(folder: Path) -> Chosen:
    """What was chosen; nothing where nobody has chosen yet. Raises SettingsError for a damaged file."""
    path = folder / FILE
    try:
        found = read_lasting(path)
    except (OSError, ValueError) as error:
        raise SettingsError(
            phrase("{path} cannot be read: run the set-up once more, which replaces it", path=path)
        ) from error
    if found is None:
        return {}
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise SettingsError(
            phrase("{path} is damaged: run the set-up once more, which replaces it", path=path)
        )
    return found


def overridden(settings: Settings, chosen: Chosen) -> Settings:
    """The settings with what was chosen in their place. Raises SettingsError where that makes no sense."""
    kinds = get_type_hints(Settings)
    faults: list[Phrase] = []
    tables = {}
    for name, values in chosen.items():
        strange = sorted(set(values) - set(CHOSEN.get(name, ())))
        if strange or name not in CHOSEN:
            faults.append(
                phrase(
                    "[{table}] {names} cannot be chosen in the set-up", table=name, names=", ".join(strange)
                )
            )
            continue
        good = checked_table(name, values, kinds[name], faults)
        # another game or profile brings nothing of what was meant for the one in the settings file
        base = kinds[name]() if name == "profile" else getattr(settings, name)
        tables[name] = replace(base, **good)
    return checked_settings(replace(settings, **tables), faults)


def with_chosen(settings: Settings, *, camera: bool = True) -> Settings:
    """The settings with what was chosen at this table, and with the broker that it was paired with; without its
    `camera` where another is named on the command line.

    Raises SettingsError, which says what to do.
    """
    chosen = load_chosen(settings.table.data)
    wanted = {name: table for name, table in chosen.items() if camera or name != "camera"}
    try:
        changed = overridden(settings, wanted)
    except SettingsError as error:
        raise SettingsError(
            phrase(
                "{file}: {reason}; run the set-up once more, or delete that file",
                file=settings.table.data / FILE,
                reason=error,
            )
        ) from error
    return with_paired(changed)
