"""The receiver: the hub's end of the wire, which hears all tables and brings their logs into one archive.

What comes is only put into a queue in the link's thread, which is bounded; one thread writes, many
tables' events in one transaction. What does not fit, or is lost on the way, is asked for again: nothing
depends on a message's arrival.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from device.clock import Clock, SystemClock
from device.club.link import topics as t
from device.club.link.admission import Admission
from device.club.link.archive import HubArchive, HubLog
from device.club.link.club_trouble import ClubTrouble
from device.club.link.ingest import MOST_TABLES, Intake
from device.club.link.mqtt_link import Backoff, Link, Message
from device.club.link.seen_table import Change, TableSeen, natural, parse_snapshot
from device.club.link.topics import Topics
from device.club.link.wire import Json, packed, unpacked
from device.errors import DeviceError, WireError
from device.library.matches.listed_match import ListedMatch
from device.store.settings import MqttSettings
from engine.i18n import Phrase, marked, phrase, phrase_of
from engine.state.events import Retention

MOST_WAITING = 32 << 20
"""How many bytes may wait to be written; what comes beyond that is asked for again."""
MOST_AT_ONCE = 2 << 20
"""How many bytes are dealt with in one transaction, at least one message."""
KEEP_SECONDS = 60.0
"""How often what tables say of themselves is kept, for when they have gone."""
MOST_REMARKS = 50
UNHEARD = marked("The tables cannot be heard now: {why}.")
UNKEPT = marked("What the tables send cannot be kept now: {why}.")
LONGEST_NAME = 80
"""Bytes of a name that somebody calls themselves by."""

_log = logging.getLogger(__name__)


class Receiver:
    """Hears the tables on the broker of `mqtt`, from `start` until `stop`. It never
    fails: `trouble` says what is wrong.

    `on_change` is called for everything that somebody may want to show, in threads of the receiver's, which it must not
    hold up; `page` is the address of the hub's own pages. `admission`: only who was let in is heard; None: everybody.
    """

    def __init__(
        self,
        mqtt: MqttSettings,
        archive: HubArchive,
        on_change: Callable[[Change], None] | None = None,
        *,
        page: str = "",
        version: str = "",
        clock: Clock | None = None,
        waits: Backoff | None = None,
        admission: Admission | None = None,
    ) -> None:
        self._mqtt, self._archive, self._admission = mqtt, archive, admission
        self._changed = on_change or (lambda _: None)
        self._clock = clock or SystemClock()
        self._topics = Topics(mqtt.prefix)
        self._id = secrets.token_hex(8)
        self._me = packed({"hub": self._id, "version": version, "page": page, "wire": 1})
        self._lock = threading.Lock()
        self._moved = threading.Condition(self._lock)
        self._queue: deque[tuple[str, str, bytes, bool]] = deque()
        self._waiting = 0
        self._dropped: set[str] = set()
        self._stopping = False
        self._former: dict[str, HubLog] = {log.name: log for log in archive.logs() if log.current}
        self._online: dict[str, bool] = {}
        self._snapshots: dict[str, tuple[Json, float]] = {}
        self._seen: dict[str, float] = {}
        self._unkept: set[str] = set()
        self._kept_at = time.monotonic()
        self._said: dict[object, Phrase] = {}
        heard = [
            self._topics.everybody(what)
            for what in (t.STATUS, t.ABOUT, t.NOTICE, t.MATCHES, t.LOG, t.MATCH, t.BARRED)
        ]
        self.link = Link(
            mqtt,
            heard,
            self._hear,
            up=self._up,
            down=self._down,
            waits=waits,
            will=(self._topics.of_hub(t.ABOUT), b""),
        )
        self._intake = Intake(
            archive,
            self._topics,
            self._clock,
            lambda topic, payload, keep: self.link.publish(topic, payload, retain=keep),
            self._changed,
            self._remark,
        )
        self._came_up = False
        self._writer = threading.Thread(target=self._work, name="hub-writer", daemon=True)

    @property
    def trouble(self) -> ClubTrouble | None:
        """What keeps the hub from hearing of the tables, or from keeping what it hears; None: nothing."""
        if self.link.trouble is not None:
            return _trouble(UNHEARD, self.link.trouble, phrase("there is no connection to the broker"))
        if self._intake.unwritten is not None:
            return _trouble(UNKEPT, self._intake.unwritten, phrase("the hub's journal tells why"))
        return None

    def dated(self, matches: Iterable[ListedMatch]) -> Iterable[ListedMatch]:
        """Matches with the time of their end by the hub's own clock, where their tables do not know it."""
        return self._intake.happening.dated(matches)

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """What else whoever looks after the hub should know, each in a sentence."""
        with self._lock:
            return tuple(self._said.values())

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._writer.start()
        self.link.start()

    def stop(self) -> None:
        """Write what has come, keep what tables say of themselves, and leave."""
        self.link.publish(self._topics.of_hub(t.ABOUT), b"", retain=True)
        self.link.stop()
        with self._moved:
            self._stopping = True
            self._moved.notify_all()
        if self._writer.is_alive():
            self._writer.join(30.0)

    def begin_to_hear(self, name: str) -> None:
        """Have the broker say once more what it remembers of a table, which has just been let in."""
        self.link.hear_again(
            [self._topics.of_table(name, each) for each in (t.STATUS, t.ABOUT, t.NOTICE, t.MATCHES)]
        )

    def hear_no_more(self, name: str) -> None:
        """Take a table for gone that was let in, and is no more."""
        with self._lock:
            # who was never heard is not counted among those that were
            if name in self._online:
                self._online[name] = False
        self._changed(Change(name, "status"))

    def tables(self) -> tuple[TableSeen, ...]:
        """All tables, 2 before 10; those that have gone, too."""
        with self._lock:
            found = [self._shown(name) for name in {*self._former, *self._intake.logs}]
        return tuple(sorted(found, key=lambda seen: natural(seen.name)))

    def table(self, name: str) -> TableSeen | None:
        """The table of that name; None where there has never been one."""
        with self._lock:
            return self._shown(name) if name in self._intake.logs or name in self._former else None

    def _shown(self, name: str) -> TableSeen:
        there = self._intake.logs.get(name)
        log = self._former[name] if there is None else there
        snapshot, heard = self._snapshots.get(name, (log.snapshot, None))
        return TableSeen(
            log.name,
            log.log,
            log.key,
            log.page,
            log.version,
            log.simulated,
            self._online.get(name, False) and self.link.is_up and there is not None,
            self._seen.get(name, log.seen),
            heard,
            snapshot,
            log.upto,
            self._intake.names(name),
        )

    # In the link's thread

    def _hear(self, message: Message) -> None:
        if message.topic == self._topics.of_hub(t.ABOUT):
            self._hear_hub(message)
            return
        found = self._topics.parse(message.topic)
        if found is None:
            topic = message.topic[:60]
            # the first alone: somebody who invents topics leaves room for what else is to be said
            self._remark("topic", phrase("somebody talks on {topic}, where no table does", topic=repr(topic)))
            return
        if not self._mqtt.hears(found[0]):
            return
        name, what = found
        if self._admission is not None and not self._admission.hears(name):
            self._hear_stranger(self._admission, name, what, message)
            return
        if what in (t.STATUS, t.NOTICE):
            self._see(name, what, message.payload)
            return
        if what == t.BARRED:
            other = message.payload[:LONGEST_NAME].decode(errors="replace")
            self._remark(
                (name, what),
                phrase(
                    "a table that was paired as {paired} calls itself {name} now, and the broker refuses what it "
                    "writes: give it its name back, or pair it anew",
                    paired=name,
                    name=other,
                ),
            )
            return
        with self._moved:
            size = _size(message.payload)
            if self._waiting + size > MOST_WAITING:
                if name in self._intake.logs:
                    self._dropped.add(name)
                return
            self._queue.append((name, what, message.payload, message.retained))
            self._waiting += size
            self._moved.notify_all()

    def _hear_stranger(self, admission: Admission, name: str, what: str, message: Message) -> None:
        """Note that a table is there, or is no more, which nobody has let in."""
        if what == t.STATUS and message.payload != t.ONLINE.encode():
            news = admission.leaves(name)
        else:
            # what a broker remembers of one that has gone is no sign of it
            heard = what == t.STATUS or (what in (t.ABOUT, t.NOTICE) and not message.retained)
            is_there = heard and bool(message.payload)
            news = is_there and admission.knocks(name)
        if news:
            self._changed(Change("", "waiting"))

    def _see(self, name: str, what: str, payload: bytes) -> None:
        known = name in self._online or name in self._snapshots
        if not known and len({*self._online, *self._snapshots}) >= MOST_TABLES:
            self._remark(
                "many",
                phrase(
                    "there are more than {count} tables on the broker: the others are left out",
                    count=MOST_TABLES,
                ),
            )
            return
        if what == t.STATUS:
            online = payload == t.ONLINE.encode()
            with self._lock:
                changed, self._online[name] = self._online.get(name) is not online, online
                self._unkept.add(name)
                if online:
                    self._seen[name] = self._clock.wall()
                    # who is there under the name has it back
                    self._said.pop((name, t.BARRED), None)
            if changed:
                self._changed(Change(name, "status"))
            return
        if not payload:
            # Somebody has cleared up.
            return
        try:
            snapshot = parse_snapshot(payload, name)
        except WireError as error:
            self._remark(
                (name, what),
                phrase("the notice of table {name} cannot be read: {why}", name=name, why=phrase_of(error)),
            )
            return
        with self._lock:
            self._snapshots[name] = (snapshot, self._clock.monotonic())
            self._seen[name] = self._clock.wall()
            self._unkept.add(name)
        self._changed(Change(name, "notice"))

    def _hear_hub(self, message: Message) -> None:
        if not message.payload:
            if not message.retained:
                # The will of an earlier run, which reached the broker late, or somebody's mischief.
                self._up()
            return
        try:
            other = unpacked(message.payload)
        except WireError:
            return
        if other.get("hub") != self._id and not message.retained:
            page = str(other.get("page") or "")[:200]
            self._remark(
                "hub",
                phrase(
                    "another hub ({where}) listens to the same tables: stop one of the two, or give it a "
                    "prefix of its own "
                    "in [mqtt]",
                    where=page or phrase("at an address that it does not tell"),
                ),
            )

    def _up(self) -> None:
        if self._stopping:
            return
        self.link.publish(self._topics.of_hub(t.ABOUT), self._me, retain=True)
        with self._moved:
            self._came_up = True
            self._moved.notify_all()

    def _down(self) -> None:
        for name in list(self._online):
            self._changed(Change(name, "status"))

    def _remark(self, key: object, remark: Phrase) -> None:
        # It goes into a log and onto a page, and what is quoted in it may be anybody's.
        remark = _printable(remark)
        with self._lock:
            if key in self._said or len(self._said) >= MOST_REMARKS:
                return
            self._said[key] = remark
        _log.warning("%s", remark)

    # The writer

    def _work(self) -> None:
        while self._round(self._patience()):
            pass

    def _round(self, seconds: float | None) -> bool:
        """Deal with what has come, or comes within so many seconds; False after the last round."""
        with self._moved:
            self._moved.wait_for(
                lambda: self._queue or self._dropped or self._stopping or self._came_up, seconds
            )
            some: list[tuple[str, str, bytes, bool]] = []
            size = 0
            while self._queue and size < MOST_AT_ONCE:
                some.append(self._queue.popleft())
                size += _size(some[-1][2])
            self._waiting -= size
            missed, self._dropped = self._dropped, set()
            came_up, self._came_up = self._came_up, False
            stopping = self._stopping and not self._queue
        try:
            if came_up:
                self._intake.ask_all()
            self._intake.deal(some, missed)
        except DeviceError as error:
            self._intake.complain(phrase_of(error))
            self._intake.ask_later()
        except Exception as error:  # noqa: BLE001 - whatever it is, the hub goes on
            why = phrase("what tables sent could not be dealt with ({error})", error=repr(error))
            self._intake.complain(why, error)
            self._intake.ask_later()
        if stopping or (self._unkept and time.monotonic() >= self._kept_at + KEEP_SECONDS):
            self._keep()
        return not stopping

    def _patience(self) -> float | None:
        waits = [self._intake.patience()]
        if self._unkept:
            waits.append(max(0.0, self._kept_at + KEEP_SECONDS - time.monotonic()))
        return min((each for each in waits if each is not None), default=None)

    def _keep(self) -> None:
        with self._lock:
            names, self._unkept = self._unkept, set()
            heard = {}
            for name in names:
                log, snapshot = self._intake.logs.get(name), self._snapshots.get(name)
                if log is not None:
                    text = (
                        None if snapshot is None or not _lasts(snapshot[0]) else packed(snapshot[0]).decode()
                    )
                    heard[log.log] = (self._seen.get(name, log.seen), text)
        self._kept_at = time.monotonic()
        if heard:
            try:
                self._archive.keep(heard)
            except DeviceError as error:
                self._intake.complain(phrase_of(error))
            except Exception as error:  # noqa: BLE001 - as in a round: the writer never ends
                why = phrase("what tables say of themselves cannot be kept ({error})", error=repr(error))
                self._intake.complain(why, error)


def _lasts(snapshot: Json) -> bool:
    """Whether a snapshot may be kept: not that of a match of which people want less kept."""
    return bool(snapshot["match"].get("kept", Retention.FULL.value) == Retention.FULL.value)


def _printable(remark: Phrase) -> Phrase:
    """A remark without what would do something to a terminal or a page rather than be read."""

    def plain(value: object) -> object:
        if isinstance(value, Phrase):
            return _printable(value)
        return (
            "".join(letter if letter.isprintable() else "\ufffd" for letter in value)
            if isinstance(value, str)
            else value
        )

    # What was raised without a phrase has its text in the place of one.
    message = str(plain(remark.message))
    return Phrase(message, tuple((name, plain(value)) for name, value in remark.values))


def _trouble(said: str, why: Phrase, public: Phrase) -> ClubTrouble:
    """What is said of something that is wrong, with its reason, and with the one that everybody may hear."""
    return ClubTrouble(phrase(said, why=why), phrase(said, why=public))


def _size(payload: bytes) -> int:
    """What a message takes in the queue, about: an empty one takes something, too."""
    return len(payload) + 200
