"""Settings as the command line gives them: a file's, with what the options name laid over it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.store.settings import Settings


def settings_file(config: Path | None) -> Path | None:
    """The settings file that counts, if there is one."""
    from device.store.settings import find_settings_file

    return config or find_settings_file()


def settings_of(config: Path | None, data: Path | None = None) -> "Settings":
    """The settings, with the data folder that was named. Raises SettingsError."""
    from device.store.settings import load_settings

    settings = load_settings(settings_file(config))
    return replace(settings, table=but(settings.table, data=data))


def but(table: Any, **changes: object) -> Any:
    """A table of settings with those changed that the command line names."""
    return replace(table, **{name: value for name, value in changes.items() if value is not None})
