"""A table and a hub of a test, at which matches are told, with what the hub has held against what the table has."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playing import Told
from sqlalchemy import select

from device.club.link.archive import HubArchive
from device.club.link.mqtt_link import Backoff
from device.club.link.publishing import Publisher, PublishingPace
from device.club.link.receiver import Receiver
from device.club.link.seen_table import Change
from device.store.log.database import open_database
from device.store.log.schema import DELETED, EVENTS
from device.store.log.store import Store, sqlite_url
from device.store.settings import MqttSettings

QUICK = PublishingPace(Backoff(0.01, 0.05), answer=0.2, poll=0.05)
SECONDS = 60.0


def until(condition: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """What a condition says, once it is something; fails after so many seconds."""
    end, tick = time.monotonic() + seconds, threading.Event()
    while not (found := condition()):
        assert time.monotonic() < end, "it never came to be"
        tick.wait(0.005)
    return found


class Table:
    """A table without a camera that publishes; `settings` are lines of [mqtt]."""

    def __init__(self, folder: Path, port: int, name: str = "1", settings: str = "", **pace: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.name, self.path = name, folder / "log.db"
        text = f'name = "{name}"\n[match]\nlength = 1\n[mqtt]\nhost = "localhost"\nport = {port}\n{settings}'
        self.told = Told(self.path, text, seed=sum(map(ord, str(folder))))
        self.publisher = Publisher(
            self.told.service,
            page=f"http://{name}.local/",
            version="1.0",
            pace=PublishingPace(**pace) if pace else QUICK,
        )
        self.publisher.start()

    def matches(self, count: int = 1, turns: int = 3, **agreed: Any) -> None:
        """So many matches, one after the other."""
        for _ in range(count):
            self.told.begin(1, **agreed)
            self.told.play(turns)
            self.told.win()

    def rows(self) -> list[dict[str, Any]]:
        """All that stands in its log, but who said it."""
        return stored(sqlite_url(self.path), self.name)

    def close(self) -> None:
        """It is switched off."""
        self.told.close()
        self.publisher.stop()


class Hub:
    """A hub with its archive."""

    def __init__(self, url: str, port: int, settings: dict[str, Any] | None = None) -> None:
        self.url = url
        self.archive = HubArchive(Store(url))
        self.changes: list[Change] = []
        self._changed = threading.Condition()
        mqtt = MqttSettings(host="localhost", port=port, **(settings or {}))
        self.receiver = Receiver(mqtt, self.archive, self._note, page="http://hub.local/", waits=QUICK.waits)
        self.receiver.start()

    def _note(self, change: Change) -> None:
        with self._changed:
            self.changes.append(change)
            self._changed.notify_all()

    def until(self, condition: Callable[[], Any], seconds: float = SECONDS) -> None:
        """Wait for something that comes with a change."""
        with self._changed:
            assert self._changed.wait_for(condition, seconds), (self.receiver.trouble, self.receiver.remarks)

    def rows(self, key: str = "1") -> list[dict[str, Any]]:
        """All that it has under a key."""
        return stored(self.url, key)

    def has(self, table: Table, key: str = "") -> None:
        """Wait until it has all that the table has, and nothing else."""
        self.until(lambda: self.rows(key or table.name) == table.rows())

    def close(self) -> None:
        """It is switched off."""
        self.receiver.stop()
        self.archive.store.close()

    def die(self) -> None:
        """Its process is killed: it says nothing, and keeps nothing of what it has not written."""
        client = self.receiver.link._client
        if client is not None and (there := client.socket()) is not None:
            there.shutdown(2)
        self.receiver._changed = lambda _: None
        self.close()


def stored(url: str, table: str) -> list[dict[str, Any]]:
    """The rows of a table in a database that may be shown, without its name and who said what."""
    database = open_database(url)
    try:
        with database.connect() as connection:
            gone = select(DELETED.c.match).where(DELETED.c.table == table)
            query = select(EVENTS).where(EVENTS.c.table == table, EVENTS.c.match.not_in(gone))
            rows = connection.execute(query.order_by(EVENTS.c.seq)).all()
    finally:
        database.dispose()
    return [
        {name: value for name, value in row._mapping.items() if name not in ("table", "who")} for row in rows
    ]
