"""The hub's end of daily copies: each table's are kept in a folder of its own, bounded, and given back to it.

They come and go over the broker that the hub set up, where nobody but a table itself may speak under its name.
"""

import errno
import hashlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import BinaryIO

from device.clock import Clock
from device.club.link import topics as t
from device.club.link.mqtt_link import Backoff, Link, Message
from device.club.link.topics import Topics
from device.errors import BrokerError, WireError
from device.io.host.concerns import MB
from device.io.host.disk import free_bytes
from device.ops.backup.copy_wire import (
    LARGEST_COPY,
    PART_BYTES,
    CopyAnswer,
    CopyAsk,
    CopyGiven,
    CopyKept,
    CopyListed,
    CopyOffer,
    CopyPart,
    CopyQuery,
    CopyRefusal,
    CopyRefused,
    CopySaid,
    CopyWanted,
    KeptCopy,
    answer_payload,
)
from device.ops.backup.rotation import copy_of, rotate
from device.store.folder.atomic_file import sync_folder, write_text_lasting
from device.store.settings import BackupSettings, MqttSettings

MOST_OF_TABLE = 256 * 2**20
"""Bytes of one table's copies: older ones go first."""
MOST_IN_ALL = 4 * 2**30
"""Bytes of all tables' copies: beyond that none is taken."""
ROOM_MB = 500
"""So much of the disk is left to what the hub itself keeps."""
MOST_AT_ONCE = 4
"""How many tables may be bringing a copy."""
PATIENCE_SECONDS = 60.0
"""After so long without a word whoever was bringing one has gone."""
AGAIN_SECONDS = 30.0
"""So long after the broker could not be asked to keep copies from others' eyes it is asked again."""
MOST_CARDS = 3
"""Of so many cards that a table had before, the last copy stays, whatever the present one brings."""
_CARDS = "cards"
"""The file that names those copies, the newest last."""
_OFFERED = "offered"
"""The file that says by which number a table offered the last copy that came."""
MOST_WAITING = 32
"""How many messages may wait; what comes beyond that is sent again by its table, an hour later."""

_SAID: Mapping[str, type[CopySaid]] = {
    t.OFFER: CopyOffer,
    t.PART: CopyPart,
    t.ASK: CopyAsk,
    t.QUERY: CopyQuery,
}

_log = logging.getLogger(__name__)


@dataclass
class _Arriving:
    """A copy of which parts have come."""

    offer: CopyOffer
    part: Path
    file: BinaryIO
    heard: float
    at: int = 0
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def drop(self) -> None:
        """Let go of it, and of what has come."""
        with suppress(OSError):
            # what could not be written is tried once more as it is closed
            self.file.close()
        with suppress(OSError):
            self.part.unlink()


class CopyShelf:
    """The copies of all tables below a folder, for one thread; none of its methods raises for what a table says.

    `wanted` says for how many days and weeks they are kept.
    """

    def __init__(self, folder: Path, wanted: BackupSettings, clock: Clock) -> None:
        self._folder, self._wanted, self._clock = folder, wanted, clock
        self._arriving: dict[str, _Arriving] = {}
        for left in folder.glob("*/*.part"):
            with suppress(OSError):
                left.unlink()

    def close(self) -> None:
        """Let go of what has come in part."""
        for each in self._arriving.values():
            each.drop()
        self._arriving.clear()

    def answer(self, table: str, said: CopySaid) -> CopyAnswer | None:
        """What a table is answered, also where the disk fails; None: nothing."""
        try:
            match said:
                case CopyOffer():
                    return self.offer(table, said)
                case CopyPart():
                    return self.part(table, said)
                case CopyAsk():
                    return self.ask(table, said)
                case CopyQuery():
                    return self.listed(table)
        except OSError as error:
            _log.warning("the daily backups of table %r cannot be kept: %s", table, error)
            self._drop(table)
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            return CopyRefused(CopyRefusal.FULL if full else CopyRefusal.DISK)

    def offer(self, table: str, offer: CopyOffer) -> CopyAnswer:
        """Hear that a table has a copy. Raises OSError."""
        self._drop(table)
        if copy_of(offer.name, table) is None:
            return CopyRefused(CopyRefusal.STRANGE)
        if offer.size > LARGEST_COPY or not offer.size:
            return CopyRefused(CopyRefusal.LARGE)
        folder = self.folder_of(table)
        if self._has(table, offer):
            return CopyKept()
        self._tire()
        if len(self._arriving) >= MOST_AT_ONCE:
            return CopyRefused(CopyRefusal.BUSY)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        coming = sum(each.offer.size for each in self._arriving.values())
        held = sum(path.stat().st_size for path in self._folder.glob("*/*.zip"))
        if free_bytes(folder) < offer.size + coming + ROOM_MB * MB or held + offer.size > MOST_IN_ALL:
            return CopyRefused(CopyRefusal.FULL)
        part = folder / f"{offer.name}.part"
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        self._arriving[table] = _Arriving(offer, part, os.fdopen(descriptor, "wb"), self._clock.monotonic())
        return CopyWanted(0)

    def part(self, table: str, part: CopyPart) -> CopyAnswer | None:
        """Take a part of what a table brings; None for one of a copy that nobody waits for. Raises OSError."""
        coming = self._arriving.get(table)
        if coming is None or part.id != coming.offer.id:
            return None
        coming.heard = self._clock.monotonic()
        if part.at != coming.at:
            return CopyWanted(coming.at)
        coming.file.write(part.data)
        coming.digest.update(part.data)
        coming.at += len(part.data)
        if coming.at < coming.offer.size and part.data:
            return CopyWanted(coming.at)
        return self._finished(table, coming)

    def ask(self, table: str, ask: CopyAsk) -> CopyAnswer:
        """Give a table back what it asks for. Raises OSError."""
        copies = self._copies(table)
        found = [path for path in copies if path.name == ask.name] if ask.name else copies
        if not found:
            return CopyRefused(CopyRefusal.NONE)
        size = found[-1].stat().st_size
        with found[-1].open("rb") as file:
            file.seek(ask.at)
            return CopyGiven(found[-1].name, size, ask.at, file.read(PART_BYTES))

    def listed(self, table: str) -> CopyAnswer:
        """Say which copies of a table there are. Raises OSError."""
        found = ((path.name, path.stat()) for path in self._copies(table))
        return CopyListed(tuple(KeptCopy(name, each.st_size, int(each.st_mtime)) for name, each in found))

    def folder_of(self, table: str) -> Path:
        """Where a table's copies lie: its letters and digits, and a few of a hash, since names may differ in others."""
        plain = "".join(letter if letter.isalnum() else "-" for letter in table)[:40]
        return self._folder / f"{plain}-{hashlib.sha256(table.encode()).hexdigest()[:12]}"

    def _copies(self, table: str) -> list[Path]:
        """All of a table, in the order in which they came: its own clock and numbers may have begun anew."""
        found = self.folder_of(table).glob("*.zip")
        copies = [path for path in found if copy_of(path.name, table) is not None]
        return sorted(copies, key=lambda path: path.stat().st_mtime_ns)

    def _has(self, table: str, offer: CopyOffer) -> bool:
        """Whether a copy lies here, by whatever name."""
        alike = (path for path in self._copies(table) if path.stat().st_size == offer.size)
        return any(_digest(path) == offer.sha256 for path in alike)

    def _place(self, table: str, name: str) -> Path:
        """Where a copy of that name is kept: a new card numbers from 1 again, and takes no other copy's place, nor one
        before those that came earlier where no day tells which is older.
        """
        known = [copy for path in self._copies(table) if (copy := copy_of(path.name, table)) is not None]
        copy, last = copy_of(name, table), max((each.number for each in known), default=0)
        if copy is not None and (copy in known or (copy.day is None and copy.number <= last)):
            name = replace(copy, number=last + 1).name(table)
        return self.folder_of(table) / name

    def _finished(self, table: str, coming: _Arriving) -> CopyAnswer:
        coming.file.flush()
        os.fsync(coming.file.fileno())
        if coming.at != coming.offer.size or _digest(coming.part) != coming.offer.sha256:
            self._drop(table)
            return CopyRefused(CopyRefusal.DAMAGED)
        self._hear_of_card(table, coming.offer.name)
        there = self._place(table, coming.offer.name)
        os.replace(coming.part, there)
        if (offered := copy_of(coming.offer.name, table)) is not None:
            write_text_lasting(there.parent / _OFFERED, str(offered.number))
        sync_folder(there.parent)
        self._drop(table)
        self._rotate(table, there)
        _log.info("a daily backup of table %s lies in %s", table, there)
        return CopyKept()

    def _hear_of_card(self, table: str, name: str) -> None:
        """A number that is no higher than the one offered before is a new card's, which numbers from 1 again: the last
        copy of the one before is not pushed out by it.
        """
        before, fresh = self._copies(table)[-1:], copy_of(name, table)
        if not before or fresh is None or fresh.number > self._last_offered(table, before[0].name):
            return
        names = [*self._last_of_cards(table), before[0].name]
        write_text_lasting(self.folder_of(table) / _CARDS, "\n".join(names[-MOST_CARDS:]))

    def _last_offered(self, table: str, name: str) -> int:
        """By which number the copy before was offered, which is kept by that `name`: there it may have another."""
        try:
            return int((self.folder_of(table) / _OFFERED).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            copy = copy_of(name, table)
            return 0 if copy is None else copy.number

    def _last_of_cards(self, table: str) -> list[str]:
        """The names of the last copies of cards that a table had before."""
        try:
            return (self.folder_of(table) / _CARDS).read_text(encoding="utf-8").split("\n")
        except (OSError, ValueError):
            return []

    def _rotate(self, table: str, fresh: Path) -> None:
        today = date.fromtimestamp(self._clock.wall()) if self._clock.is_set() else None
        names = self._last_of_cards(table)
        besides = frozenset(copy for name in names if (copy := copy_of(name, table)) is not None)
        with suppress(OSError):
            rotate(fresh.parent, fresh, table, self._wanted, today, besides)
            copies = sorted(
                fresh.parent.glob("*.zip"), key=lambda path: (path.name in names, path.stat().st_mtime_ns)
            )
            while sum(path.stat().st_size for path in copies) > MOST_OF_TABLE and len(copies) > 1:
                oldest = next(path for path in copies if path != fresh)
                copies.remove(oldest)
                oldest.unlink()

    def _tire(self) -> None:
        """Wait no longer for who has gone in the midst of it."""
        now = self._clock.monotonic()
        for table, coming in list(self._arriving.items()):
            if now - coming.heard > PATIENCE_SECONDS:
                self._drop(table)

    def _drop(self, table: str) -> None:
        if (coming := self._arriving.pop(table, None)) is not None:
            coming.drop()


class HubCopies:
    """Keeps the daily copies of the tables that a hub let in at its `broker`, over a link of its own.

    No table is heard before `bar` has seen to it that nobody else at the broker hears it, too; it raises BrokerError.
    """

    def __init__(
        self, broker: MqttSettings, shelf: CopyShelf, bar: Callable[[], None], waits: Backoff | None = None
    ) -> None:
        self._broker, self._shelf, self._bar = broker, shelf, bar
        self._stopping = threading.Event()
        self._topics = Topics(broker.prefix)
        self._queue: queue.Queue[tuple[str, str, bytes] | None] = queue.Queue(MOST_WAITING)
        heard = [self._topics.everybody(what) for what in _SAID]
        # what is wrong with the broker the hub's other link says
        self.link = Link(broker, heard, self._hear, waits=waits, quiet=True)
        self._thread = threading.Thread(target=self._work, name="hub-copies", daemon=True)

    def start(self) -> None:
        """Begin to listen as soon as nobody else does; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more; what has come in part is forgotten."""
        self._stopping.set()
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.link.stop()
        self._shelf.close()

    def _hear(self, message: Message) -> None:
        found = self._topics.parse(message.topic)
        if found is not None and self._broker.hears(found[0]):
            with suppress(queue.Full):
                self._queue.put_nowait((*found, message.payload))

    def _is_barred(self) -> bool:
        """Whether nobody else hears what tables bring, once that is so; False: the hub ends."""
        complaint = ""
        while not self._stopping.is_set():
            try:
                self._bar()
            except BrokerError as error:
                if str(error) != complaint:
                    complaint = str(error)
                    _log.warning("no daily backups are taken yet: %s", complaint)
                self._stopping.wait(AGAIN_SECONDS)
            else:
                return True
        return False

    def _work(self) -> None:
        if not self._is_barred():
            return
        self.link.start()
        while (heard := self._queue.get()) is not None:
            table, what, payload = heard
            try:
                self._deal(table, what, payload)
            except WireError as error:
                _log.warning("what table %r says of daily backups cannot be read: %s", table, error)
            except Exception:  # noqa: BLE001 - whatever it is, other tables bring theirs
                _log.exception("the daily backups of table %r cannot be kept", table)

    def _deal(self, table: str, what: str, payload: bytes) -> None:
        said = _SAID[what].parse(payload)
        answer = self._shelf.answer(table, said)
        if answer is not None:
            self.link.publish(self._topics.of_table(table, t.ANSWER), answer_payload(said.id, answer))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
