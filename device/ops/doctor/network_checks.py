"""The network: whether the club's broker lets this table in, and whether the table's name is its own there."""

import threading

from device.club.link import topics as t
from device.club.link.mqtt_link import ANSWER_SECONDS, Link, Message
from device.club.link.published import Published
from device.club.link.topics import Topics
from device.club.link.wire import About
from device.errors import DeviceError, WireError
from device.finding import Finding, Health, finding_of
from device.store.settings import Settings
from engine.i18n import phrase

REMEMBERED_SECONDS = 1.0
"""How long to wait for what the broker remembers."""
SILENT = phrase("the broker does not answer: look at host and port in [mqtt]")


def check_broker(settings: Settings) -> Finding:
    """Whether the broker of [mqtt] answers, lets us in, and knows no other table by this name."""
    mqtt, name = settings.mqtt, settings.table.name
    topics = Topics(mqtt.prefix)
    about, status = topics.of_table(name, t.ABOUT), topics.of_table(name, t.STATUS)
    said: dict[str, bytes] = {}
    up, told = threading.Event(), threading.Event()

    def hear(message: Message) -> None:
        said.setdefault(message.topic, message.payload)
        if len(said) == 2:
            told.set()

    link = Link(mqtt, (about, status), hear, up=up.set, troubled=up.set)
    link.start()
    try:
        up.wait(ANSWER_SECONDS)
        if link.is_up:
            told.wait(REMEMBERED_SECONDS)
        trouble = link.trouble
        is_up = link.is_up
    finally:
        link.stop()
    if trouble is not None or not is_up:
        return finding_of("broker", Health.WARNING, trouble or SILENT)
    if (
        said.get(status) == t.ONLINE.encode()
        and (other := _other(settings, said.get(about, b""))) is not None
    ):
        return Finding(
            "broker",
            Health.WARNING,
            phrase(
                "another table is called {name}, too ({page})",
                name=repr(name),
                page=other.page or phrase("its address is not known"),
            ),
            phrase("give one of the two another name in [table]; until then only one of them is told of"),
        )
    where = {"host": mqtt.host, "port": mqtt.port_used}
    return Finding(
        "broker",
        Health.OK,
        phrase("{host}, port {port}, lets this table in over TLS", **where)
        if mqtt.tls
        else phrase("{host}, port {port}, lets this table in", **where),
    )


def _other(settings: Settings, about: bytes) -> About | None:
    """Another table that goes by this one's name."""
    try:
        found = About.parse(about)
        mine = Published(settings.database_url, settings.table.name)
    except (WireError, DeviceError):
        return None
    own = mine.log
    mine.close()
    return None if found.log == own or found.simulated else found
