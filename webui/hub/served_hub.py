"""What the pages of a hub need of it."""

from collections.abc import Sequence
from typing import Protocol

from device.club.broker.guard import OwnBrokerGuard
from device.club.hub.club_feeds import ClubFeeds
from device.club.hub.club_library import ClubLibrary
from device.club.hub.table_following import Following
from device.club.hub.wall import SeenTable, Wall
from device.club.link.admission import Admission
from device.club.link.club_trouble import ClubTrouble
from device.club.tournament.event_store import Events
from device.store.access import Access
from engine.i18n import Phrase


class Hub(Protocol):
    """A hub of many tables; `device.ops.assembly.hub_assembly.RunningHub` is one. Called from many threads at once."""

    @property
    def name(self) -> str:
        """What its pages are headed with."""

    @property
    def wall(self) -> Wall:
        """The cards of all tables."""

    @property
    def following(self) -> Following:
        """The snapshot of each table."""

    @property
    def library(self) -> ClubLibrary:
        """The matches of all tables."""

    @property
    def feeds(self) -> ClubFeeds:
        """What may be followed of each table from elsewhere."""

    @property
    def events(self) -> Events | None:
        """The tournaments; None: there are none."""

    @property
    def access(self) -> Access:
        """Who may change anything."""

    @property
    def guard(self) -> OwnBrokerGuard | None:
        """Who is let in at the broker; None where the hub did not set it up."""

    @property
    def admission(self) -> Admission | None:
        """Whom the hub hears; None: whom its own broker lets in, or whom the settings name."""

    def let_in(self, name: str, who: str) -> None:
        """Hear a table from now on, which somebody lets in. Raises StoreError."""

    def refuse(self, name: str, who: str) -> bool:
        """Hear a table no more, nor let it wait; False where it did neither. Raises StoreError."""

    @property
    def trouble(self) -> ClubTrouble | None:
        """What is wrong with the connection to the tables; None: nothing."""

    @property
    def remarks(self) -> Sequence[Phrase | str]:
        """What else people should know of the tables and the broker."""

    def tables(self) -> tuple[SeenTable, ...]:
        """All tables, also those that have gone."""

    def table(self, name: str) -> SeenTable | None:
        """The table of that name."""
