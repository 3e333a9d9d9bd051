"""Joining: a table takes part in its club by the broker that the settings name."""

from dataclasses import dataclass

from device.address import addresses
from device.club.link.discovery import HERE, TABLE, ServiceAnnouncement, announce
from device.club.link.published_table import Refereed
from device.club.link.publishing import Publisher
from device.packages import installed_version
from engine.i18n import Phrase


@dataclass(frozen=True, slots=True)
class Membership:
    """A table that is told of over MQTT, and found in the network where its pages can be opened from there."""

    publisher: Publisher
    announcement: ServiceAnnouncement | None

    @property
    def trouble(self) -> Phrase | None:
        """What keeps the table from being told of, in a sentence; None: nothing."""
        return self.publisher.trouble

    def stop(self) -> None:
        """Say good-bye, after the service has ended."""
        if self.announcement is not None:
            self.announcement.close()
        self.publisher.stop()


def join(service: Refereed) -> Membership:
    """Begin to tell of a table. Returns at once, and never fails."""
    settings = service.settings
    web, number = settings.web, installed_version()
    publisher = Publisher(service, page=addresses(web.host, web.port)[0], version=number)
    publisher.start()
    found = web.host not in HERE
    told_of = {"version": number, "table": settings.table.name}
    return Membership(publisher, announce(TABLE, settings.table.name, web.port, told_of) if found else None)
