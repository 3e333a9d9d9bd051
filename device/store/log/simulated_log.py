"""The log of games on the simulated board, which are kept apart from those on a real one."""

from pathlib import Path

from device.store.log.database import sqlite_url
from device.store.log.store import Store
from engine.records.record import Tags

TAGS: Tags = (("Event", "Simulated: a match that Tableside played by itself, before no real board"),)
"""What the record of such a match bears at its head."""


def simulated_url(data: Path) -> str:
    """The log of games on the simulated board, in a data folder, whatever database is set.

    A camera that is missing one morning must not spoil the match that is on.
    """
    return sqlite_url(data / "simulated.db")


def is_simulated(store: Store, data: Path) -> bool:
    """Whether a log is that of the simulated board of a data folder."""
    return store.url == simulated_url(data)
