"""A table that is refereed, as its club's part of it sees it."""

from typing import Protocol

from device.logbook import Logbook
from device.noticeboard import Noticeboard
from device.pictures import Pictures
from device.settings import Settings
from device.store import Store


class Refereed(Protocol):
    """What is published; `device.service.Service` is one. Its noticeboard is one for good, its logbook is the log's."""

    noticeboard: Noticeboard
    logbook: Logbook
    settings: Settings

    @property
    def kept(self) -> tuple[Store, Pictures | None]:
        """The log that is written now."""
