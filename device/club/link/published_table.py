"""A table that is published, as its club's part of it sees it: what is refereed, and its voice on the broker."""

from collections.abc import Callable
from typing import Protocol

from device.status.snapshot.broadcaster import Broadcaster
from device.store.log.logbook import Logbook
from device.store.log.store import Store
from device.store.pictures.picture_store import Pictures
from device.store.settings import Settings


class Refereed(Protocol):
    """What is published; `device.table.service.table_service.Service` is one. Its broadcaster is one for
    good, its logbook is the log's.
    """

    broadcaster: Broadcaster
    logbook: Logbook
    settings: Settings

    @property
    def storage(self) -> tuple[Store, Pictures | None]:
        """The log that is written now."""


class Say(Protocol):
    """Says something of a kind (see `device.club.link.topics`) under the table's name; whether it is on its way.

    With `retain` the broker keeps it. `done` is called once, with whether it arrived, and takes no lock that is held.
    """

    def __call__(
        self, what: str, payload: bytes, *, retain: bool = True, done: Callable[[bool], None] | None = None
    ) -> bool:
        """Say it."""
