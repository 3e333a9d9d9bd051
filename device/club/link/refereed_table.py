"""A table that is refereed, as its club's part of it sees it."""

from typing import Protocol

from device.status.snapshot.broadcaster import Broadcaster
from device.store.log.logbook import Logbook
from device.store.log.store import Store
from device.store.pictures.pictures import Pictures
from device.store.settings import Settings


class Refereed(Protocol):
    """What is published; `device.table.service.service.Service` is one. Its broadcaster is one for
    good, its logbook is the log's.
    """

    broadcaster: Broadcaster
    logbook: Logbook
    settings: Settings

    @property
    def kept(self) -> tuple[Store, Pictures | None]:
        """The log that is written now."""
