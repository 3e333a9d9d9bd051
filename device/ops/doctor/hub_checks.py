"""The hub: its broker and who may speak there, its database, its pages, and whether its
tables' clocks go as its own does.
"""

import secrets
import socket
import threading
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import func, inspect, select

from device.address import own_address
from device.clock import Clock, SystemClock
from device.club.broker.guard import Openness, openness
from device.club.link import topics as t
from device.club.link.claiming import ANSWER_SECONDS as TABLE_SECONDS
from device.club.link.discovery import HERE
from device.club.link.mqtt_link import Message, linked, says
from device.club.link.topics import Topics
from device.club.link.wire import packed, unpacked
from device.errors import DeviceError, WireError
from device.finding import Finding, Health
from device.io.host import Host
from device.ops.backup import last_backup
from device.ops.backup.daily_note import FEW
from device.ops.backup.hub_backup import COUNTED, is_set_up
from device.ops.doctor.machine_checks import check_clock, check_port
from device.ops.doctor.storage_checks import check_disk
from device.store.folder.lock import is_held
from device.store.log.database import open_database, translated_errors
from device.store.log.migrating import revision_of
from device.store.log.schema import EVENT_ENTRIES, EVENTS, HUB_LOGS, REVISION
from device.store.settings import MqttSettings, Settings

REMEMBERED_SECONDS = 1.0
"""How long to wait for what the broker remembers."""
OFF_SECONDS = 60.0
"""By how much a table's clock may differ from the hub's."""
RIGHTS = (
    "sudo tableside hub --setup writes settings for Mosquitto by which each table has a password of its own"
)


def examine_hub(
    settings: Settings, clock: Clock | None = None, *, host: Host | None = None
) -> tuple[Finding, ...]:
    """Every check of a hub, in the order in which things are needed."""
    clock, host, mqtt = clock or SystemClock(), host or Host(), settings.hub_mqtt
    broker = check_broker(mqtt)
    topics = Topics(mqtt.prefix)
    there = (
        ()
        if broker.health is Health.FAILURE
        else (check_memory(mqtt, topics), check_rights(mqtt), check_clocks(mqtt, topics, clock, host))
    )
    return (
        broker,
        *there,
        check_hub_database(settings),
        check_hub_backup(settings, clock),
        replace(check_disk(settings.hub_folder, host), check="hub disk"),
        replace(
            check_port(settings.hub.host, settings.hub.port, runs=is_held(settings.hub_folder)),
            check="hub port",
        ),
    )


def check_broker(mqtt: MqttSettings) -> Finding:
    """Whether the broker answers, speaks MQTT 5, takes the password, and can be reached from other computers."""
    with linked(mqtt) as link:
        is_up, trouble = link.is_up, link.trouble
    if not is_up:
        said = str(trouble or "the broker does not answer: look at host and port in [mqtt]")
        found, _, advice = said.partition(": ")
        return Finding("hub broker", Health.FAILURE, found, advice)
    where = f"{mqtt.host}, port {mqtt.port_used},"
    as_whom = f" as {mqtt.user}" if mqtt.user else " without a name"
    if mqtt.host in HERE and not _answers(own_address(), mqtt.port_used):
        return Finding(
            "hub broker",
            Health.WARNING,
            f"{where} lets the hub in{as_whom}, but listens to this computer alone: no table in the room can reach it",
            f"write listener {mqtt.port_used} in the broker's settings, as docs/club.md has it",
        )
    over = " over TLS" if mqtt.tls else "; without TLS others in the network may read along"
    return Finding("hub broker", Health.OK, f"{where} speaks MQTT 5 and lets the hub in{as_whom}{over}")


def check_memory(mqtt: MqttSettings, topics: Topics) -> Finding:
    """Whether the broker keeps what it is told to keep (retained messages) for who comes later."""
    topic, word, kept = topics.of_hub("check"), secrets.token_hex(8).encode(), threading.Event()

    def hear(message: Message) -> None:
        if message.retained and message.payload == word:
            kept.set()

    with linked(mqtt) as link:
        if not says(link, topic, word, retain=True) and link.trouble is not None:
            found, _, advice = str(link.trouble).partition(": ")
            return Finding("hub memory", Health.FAILURE, found, advice)
    with linked(mqtt, (topic,), hear) as link:
        kept.wait(REMEMBERED_SECONDS)
        says(link, topic, b"", retain=True)
    if kept.is_set():
        return Finding("hub memory", Health.OK, "the broker keeps what tables tell for who comes later")
    return Finding(
        "hub memory",
        Health.FAILURE,
        "the broker keeps nothing for who comes later, so that tables and hub do not find each other",
        "write retain_available true in the broker's settings, or whatever allows retained messages there",
    )


def check_rights(mqtt: MqttSettings) -> Finding:
    """Whether somebody without a name may speak for a table, which could have the hub remove its matches."""
    found = openness(mqtt)
    if found is Openness.OPEN:
        return Finding(
            "hub rights",
            Health.WARNING,
            "anybody in the network may speak for a table, and have the hub remove its matches: the broker asks for no "
            "password",
            RIGHTS,
        )
    return Finding("hub rights", Health.OK, f"who comes without a name and a password {found.value}")


def check_clocks(mqtt: MqttSettings, topics: Topics, clock: Clock, host: Host) -> Finding:
    """Whether the hub's clock is set, and those of the tables that are there go as it does."""
    there: set[str] = set()
    ahead: dict[str, float | None] = {}
    answered = threading.Event()

    def hear(message: Message) -> None:
        found = topics.parse(message.topic)
        if found is None:
            return
        name, what = found
        if what == t.STATUS and message.payload == t.ONLINE.encode():
            there.add(name)
        elif what == t.ABOUT and not message.retained:
            ahead[name] = _ahead(message.payload, clock)
            if there <= ahead.keys():
                answered.set()

    with linked(mqtt, (topics.everybody(t.STATUS), topics.everybody(t.ABOUT)), hear) as link:
        # What is remembered comes at once, and never to its end.
        answered.wait(REMEMBERED_SECONDS)
        asked = sorted(there)
        hello = packed({"instance": f"doctor-{secrets.token_hex(8)}"})
        for name in asked:
            link.publish(topics.of_table(name, t.HELLO), hello)
        if asked:
            answered.wait(TABLE_SECONDS)
    own = replace(check_clock(clock, host), check="hub clock")
    if own.health is not Health.OK:
        return own
    off = [
        f"that of table {name} is {_seconds(by)}"
        for name, by in sorted(ahead.items())
        if by and abs(by) > OFF_SECONDS
    ]
    unset = [f"that of table {name} is not set" for name, by in sorted(ahead.items()) if by is None]
    if off or unset:
        advice = "let those tables reach a time server (timedatectl tells), or set their clocks"
        return Finding("hub clock", Health.WARNING, f"{own.found}; but {', '.join((*off, *unset))}", advice)
    agree = (
        f"; {len(ahead)} of {len(asked)} tables that are there agree with it"
        if asked
        else "; no table is there"
    )
    return replace(own, found=f"{own.found}{agree}")


def check_hub_database(settings: Settings) -> Finding:
    """Whether the hub's database can be reached, is of this version, and what is in it."""
    if not settings.hub.database and not (settings.hub_folder / "hub.db").exists():
        return Finding("hub data", Health.OK, "none yet: it is made at the hub's first start")
    try:
        database = open_database(settings.hub_database_url)
        try:
            with translated_errors(database), database.connect() as connection:
                found = revision_of(connection)
                counts = [
                    connection.execute(select(func.count()).select_from(each)).scalar_one()
                    for each in ((EVENTS, HUB_LOGS) if found == REVISION else ())
                ]
                if found == REVISION:
                    numbers = select(func.count(EVENT_ENTRIES.c.event.distinct()))
                    counts.append(connection.execute(numbers).scalar_one())
        finally:
            database.dispose()
    except DeviceError as error:
        what, _, todo = str(error).rpartition(": ")
        return Finding("hub data", Health.FAILURE, what or str(error), todo)
    if found is None:
        return Finding("hub data", Health.OK, "empty: its tables are made at the hub's first start")
    if found > REVISION:
        return Finding(
            "hub data",
            Health.FAILURE,
            f"it was written by a newer Tableside (its schema is {found}, this one knows {REVISION})",
            "install the newer version, or name another database in [hub]",
        )
    if found < REVISION:
        return Finding(
            "hub data", Health.OK, "of an older Tableside: it is brought up to date at the next start"
        )
    events, logs, tournaments = counts
    return Finding(
        "hub data", Health.OK, f"{events} events in {logs} tables' logs, {tournaments} tournaments"
    )


def check_hub_backup(settings: Settings, clock: Clock) -> Finding:
    """Whether there is a backup of what is at the hub alone."""
    try:
        there = _held(settings)
    except DeviceError:
        return Finding(
            "hub backup",
            Health.WARNING,
            "the database cannot be read",
            "see what is said of the hub's data",
        )
    last = last_backup(settings.table.data)
    more = there - (last.hub if last else 0)
    made = "none yet" if last is None or not last.hub else "there is one"
    if last is not None and last.hub and last.made is not None and clock.is_set():
        made = f"the last {max(0.0, clock.wall() - last.made) / 86400:.0f} days ago"
    if more < FEW:
        return Finding("hub backup", Health.OK, made)
    advice = "tableside backup -o FILE writes one, best on another disk: tournaments are kept here alone"
    return Finding("hub backup", Health.WARNING, f"{made}, {more} events and entries since", advice)


def _held(settings: Settings) -> int:
    """How much people count is in the hub's database, which is left as it is, whatever its age. Raises StoreError."""
    if not is_set_up(settings):
        return 0
    database = open_database(settings.hub_database_url)
    try:
        with translated_errors(database), database.connect() as connection:
            tables = inspect(connection)
            return sum(
                connection.execute(select(func.count()).select_from(each)).scalar_one()
                for each in COUNTED
                if tables.has_table(each.name)
            )
    finally:
        database.dispose()


def _answers(address: str | None, port: int) -> bool:
    """Whether somebody listens there; True where this computer has no address of its own."""
    if not address:
        return True
    with suppress(OSError), socket.create_connection((address, port), 3.0):
        return True
    return False


def _ahead(about: bytes, clock: Clock) -> float | None:
    """By how many seconds a table's clock is ahead; None where it is not set. Of an old table that tells nothing: 0."""
    try:
        wall = unpacked(about).get("wall", clock.wall())
        return None if wall is None else float(wall) - clock.wall() if isinstance(wall, int | float) else 0.0
    except (WireError, OverflowError):
        return 0.0


def _seconds(by: float | None) -> str:
    by = by or 0.0
    size = f"{abs(by) / 60:.0f} minutes" if abs(by) < 7200 else f"{abs(by) / 3600:.0f} hours"
    return f"{size} {'ahead' if by > 0 else 'behind'}"
