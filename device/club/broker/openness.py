"""Whether a broker lets anybody speak for a table, whom the hub would have to believe."""

import secrets
from dataclasses import replace
from enum import Enum

from device.club.link import topics as t
from device.club.link.calling import called, says
from device.club.link.topics import Topics
from device.club.link.wire import LogManifest
from device.store.settings import MqttSettings

NOBODY = "doctor"
"""The table for which it is tried whether anybody may speak; a hub knows none by a log that is made up."""


class Openness(Enum):
    """What becomes of who comes without a name and a password."""

    SHUT = "is not let in"
    GUARDED = "may not speak for a table"
    OPEN = "may speak for a table"


def openness(mqtt: MqttSettings) -> Openness:
    """How open the broker is, tried by saying something that nobody heeds."""
    manifest = LogManifest(secrets.token_hex(8), 1, ()).payload()
    with called(replace(mqtt, user="", password="")) as link:
        if not link.is_up:
            return Openness.SHUT
        may = says(link, Topics(mqtt.prefix).of_table(NOBODY, t.MATCHES), manifest)
    return Openness.OPEN if may else Openness.GUARDED
