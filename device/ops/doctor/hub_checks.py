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
from device.club.link.admission import FILE, decisions, is_asked
from device.club.link.claiming import ANSWER_SECONDS as TABLE_SECONDS
from device.club.link.discovery import HERE
from device.club.link.mqtt_link import Message, linked, says
from device.club.link.topics import Topics
from device.club.link.wire import packed, unpacked
from device.errors import DeviceError, WireError
from device.finding import Finding, Health, finding_of
from device.io.host import Host
from device.ops.backup import last_backup
from device.ops.backup.daily_note import FEW
from device.ops.backup.hub_backup import COUNTED, is_set_up
from device.ops.doctor.machine_checks import check_clock, check_port
from device.ops.doctor.network_checks import REMEMBERED_SECONDS, SILENT
from device.ops.doctor.storage_checks import check_disk
from device.store.folder.lock import is_held
from device.store.log.database import open_database, translated_errors
from device.store.log.migrating import revision_of
from device.store.log.schema import EVENT_ENTRIES, EVENTS, HUB_LOGS, REVISION
from device.store.settings import MqttSettings, Settings
from engine.i18n import Phrase, phrase, together

OFF_SECONDS = 60.0
"""By how much a table's clock may differ from the hub's."""
RIGHTS = phrase(
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
        *((check_hub_tables(settings),) if is_asked(mqtt) else ()),
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
        return finding_of("hub broker", Health.FAILURE, trouble or SILENT)
    where = {"host": mqtt.host, "port": mqtt.port_used, "whom": _as_whom(mqtt)}
    if mqtt.host in HERE and not _answers(own_address(), mqtt.port_used):
        return Finding(
            "hub broker",
            Health.WARNING,
            phrase(
                "{host}, port {port}, lets the hub in {whom}, but listens to this computer alone: no table in the "
                "room can reach it",
                **where,
            ),
            phrase(
                "write listener {port} in the broker's settings, as docs/club.md has it", port=mqtt.port_used
            ),
        )
    if mqtt.tls:
        said = phrase("{host}, port {port}, speaks MQTT 5 and lets the hub in {whom} over TLS", **where)
    else:
        said = phrase(
            "{host}, port {port}, speaks MQTT 5 and lets the hub in {whom}; without TLS others in the network may "
            "read along",
            **where,
        )
    return Finding("hub broker", Health.OK, said)


def _as_whom(mqtt: MqttSettings) -> Phrase:
    return phrase("as {user}", user=mqtt.user) if mqtt.user else phrase("without a user name")


def check_memory(mqtt: MqttSettings, topics: Topics) -> Finding:
    """Whether the broker keeps what it is told to keep (retained messages) for who comes later."""
    topic, word, kept = topics.of_hub("check"), secrets.token_hex(8).encode(), threading.Event()

    def hear(message: Message) -> None:
        if message.retained and message.payload == word:
            kept.set()

    with linked(mqtt) as link:
        if not says(link, topic, word, retain=True) and link.trouble is not None:
            return finding_of("hub memory", Health.FAILURE, link.trouble)
    with linked(mqtt, (topic,), hear) as link:
        kept.wait(REMEMBERED_SECONDS)
        says(link, topic, b"", retain=True)
    if kept.is_set():
        kept_there = phrase("the broker keeps what tables tell for who comes later")
        return Finding("hub memory", Health.OK, kept_there)
    return Finding(
        "hub memory",
        Health.FAILURE,
        phrase("the broker keeps nothing for who comes later, so that tables and hub do not find each other"),
        phrase(
            "write retain_available true in the broker's settings, or whatever allows retained messages there"
        ),
    )


def check_rights(mqtt: MqttSettings) -> Finding:
    """Whether somebody without a name may speak for a table, which could have the hub remove its matches."""
    found = openness(mqtt)
    if found is Openness.OPEN:
        return Finding(
            "hub rights",
            Health.WARNING,
            phrase(
                "anybody in the network may speak for a table, and have the hub remove its matches: the broker asks "
                "for no password"
            ),
            RIGHTS,
        )
    if found is Openness.GUARDED:
        said = phrase("who comes without a name and a password may not speak for a table")
    else:
        said = phrase("who comes without a name and a password is not let in")
    return Finding("hub rights", Health.OK, said)


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
    off = [_apart(name, by) for name, by in sorted(ahead.items()) if by and abs(by) > OFF_SECONDS]
    unset = [
        phrase("that of table {name} is not set", name=name)
        for name, by in sorted(ahead.items())
        if by is None
    ]
    if off or unset:
        wrong = phrase("{found}; but {tables}", found=own.found, tables=together((*off, *unset), ", "))
        advice = phrase("let those tables reach a time server (timedatectl tells), or set their clocks")
        return Finding("hub clock", Health.WARNING, wrong, advice)
    agree = phrase("no table is there")
    if asked:
        agree = phrase(
            "{agreeing} of {count} tables that are there agree with it", agreeing=len(ahead), count=len(asked)
        )
    return replace(own, found=together((own.found, agree)))


def check_hub_tables(settings: Settings) -> Finding:
    """Whether it is known which tables were let in or refused, at a broker that lets everybody speak."""
    try:
        found = decisions(settings.hub_folder / FILE)
    except DeviceError as error:
        return finding_of("hub tables", Health.FAILURE, error)
    if found is None:
        return Finding("hub tables", Health.OK, phrase("none was let in or refused yet"))
    counts = {"let_in": len(found.let_in), "refused": len(found.refused)}
    return Finding("hub tables", Health.OK, phrase("{let_in} let in, {refused} refused", **counts))


def check_hub_database(settings: Settings) -> Finding:
    """Whether the hub's database can be reached, is of this version, and what is in it."""
    if not settings.hub.database and not (settings.hub_folder / "hub.db").exists():
        return Finding("hub data", Health.OK, phrase("none yet: it is made at the hub's first start"))
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
        return finding_of("hub data", Health.FAILURE, error)
    if found is None:
        return Finding("hub data", Health.OK, phrase("empty: its tables are made at the hub's first start"))
    if found > REVISION:
        return Finding(
            "hub data",
            Health.FAILURE,
            phrase(
                "it was written by a newer Tableside (its schema is {found}, this one knows {known})",
                found=found,
                known=REVISION,
            ),
            phrase("install the newer version, or name another database in [hub]"),
        )
    if found < REVISION:
        older = phrase("of an older Tableside: it is brought up to date at the next start")
        return Finding("hub data", Health.OK, older)
    events, logs, tournaments = counts
    held = phrase(
        "{events} events in {logs} tables' logs, {tournaments} tournaments",
        events=events,
        logs=logs,
        tournaments=tournaments,
    )
    return Finding("hub data", Health.OK, held)


def check_hub_backup(settings: Settings, clock: Clock) -> Finding:
    """Whether there is a backup of what is at the hub alone."""
    try:
        there = _held(settings)
    except DeviceError:
        return Finding(
            "hub backup",
            Health.WARNING,
            phrase("the database cannot be read"),
            phrase("see what is said of the hub's data"),
        )
    last = last_backup(settings.table.data)
    more = there - (last.hub if last else 0)
    made = phrase("none yet") if last is None or not last.hub else phrase("there is one")
    if last is not None and last.hub and last.made is not None and clock.is_set():
        made = phrase("the last {days} days ago", days=round(max(0.0, clock.wall() - last.made) / 86400))
    if more < FEW:
        return Finding("hub backup", Health.OK, made)
    return Finding(
        "hub backup",
        Health.WARNING,
        together((made, phrase("{count} events and entries since", count=more)), ", "),
        phrase("tableside backup -o FILE writes one, best on another disk: tournaments are kept here alone"),
    )


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


def _apart(name: str, by: float) -> Phrase:
    """By how much the clock of a table goes otherwise than the hub's; `by` seconds ahead of it."""
    minutes, hours = round(abs(by) / 60), round(abs(by) / 3600)
    if abs(by) < 7200:
        if by > 0:
            return phrase("that of table {name} is {count} minutes ahead", name=name, count=minutes)
        return phrase("that of table {name} is {count} minutes behind", name=name, count=minutes)
    if by > 0:
        return phrase("that of table {name} is {count} hours ahead", name=name, count=hours)
    return phrase("that of table {name} is {count} hours behind", name=name, count=hours)
