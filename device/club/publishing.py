"""Publishing: a table tells a broker how it stands, and sends its log to the hub that asks for it.

    noticeboard -> notices' thread -> link           logbook -> worker -> published -> flow -> link

Nothing of this holds the referee up: each thread follows what he pins up or writes down, and what cannot be told now is
told when the broker, or the hub, is back.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from device.club import topics as t
from device.club.claiming import ANSWER_SECONDS, Act, Claim
from device.club.flow import Flow
from device.club.homeassistant import discovery
from device.club.link import Link, Message, Waits
from device.club.published import Published
from device.club.topics import Topics
from device.club.wire import About, Again, Manifest, Want, WireError, packed, unpacked
from device.errors import DeviceError
from device.logbook import Logbook
from device.noticeboard import Noticeboard
from device.pictures import Pictures
from device.settings import MqttSettings, Settings
from device.store import Store, sqlite_url
from engine.kept import Kept

POLL_SECONDS = 10.0
"""How often to look whether matches have been deleted or removed, while there is a hub that should know of it."""
RETRY_SECONDS = 5.0
"""How long to wait after the log could not be read."""
IDLE_SECONDS = 3600.0
MOST_HEARD = 1000
"""How many messages may wait to be dealt with; what comes beyond that is from somebody who means no good."""

_log = logging.getLogger(__name__)


class Refereed(Protocol):
    """What is published; `device.service.Service` is one."""

    noticeboard: Noticeboard
    logbook: Logbook
    settings: Settings

    @property
    def kept(self) -> tuple[Store, Pictures | None]:
        """The log that is written now."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to wait for what; other than these for tests alone."""

    waits: Waits = field(default_factory=Waits)
    answer: float = ANSWER_SECONDS
    poll: float = POLL_SECONDS


class Publisher:
    """Publishes a table over MQTT, from `start` until `stop`, which comes after the service has ended. It never fails:
    `trouble` says what is wrong.
    """

    def __init__(
        self,
        service: Refereed,
        *,
        page: str = "",
        version: str = "",
        pace: Pace | None = None,
    ) -> None:
        self._service, self._pace = service, pace or Pace()
        mqtt, self._name = service.settings.mqtt, service.settings.table.name
        self._mqtt: MqttSettings = mqtt
        self._topics = Topics(mqtt.prefix)
        self._about = About(self._name, version[:40], page, "", secrets.token_hex(8))
        self._claim, self._flow = Claim(self._about.instance, self._pace.answer), Flow()
        self._published: Published | None = None
        self._renewed = False
        self._untold = False
        self._hub = False
        self._want: Want | None = None
        self._manifest: Manifest | None = None
        self._manifest_due = False
        self._seen_as: tuple[object, ...] = ()
        self._phase: tuple[object, ...] = ()
        self._look_at = 0.0
        self._heard: deque[Callable[[float], None]] = deque()
        self._moved = threading.Condition()
        self._rung = False
        self._stopping = False
        self._notices = threading.Lock()
        self._lasts = True
        """Whether the broker may keep what was told last."""
        self._unread: str | None = None
        subscribed = (
            *(self._topics.of_table(self._name, what) for what in (t.ABOUT, t.STATUS, t.HELLO)),
            self._topics.of_hub(t.ABOUT), self._topics.of_hub(t.WANT, self._name),
            self._topics.of_hub(t.AGAIN, self._name),
        )  # fmt: skip
        hear = (
            self._hear_about,
            self._hear_status,
            self._hear_hello,
            self._hear_hub,
            self._hear_want,
            self._hear_again,
        )
        self._doing = dict(zip(subscribed, hear, strict=True))
        self.link = Link(
            mqtt, subscribed, self._hear, up=self._up, down=self._down, waits=self._pace.waits,
            will=(self._topics.of_table(self._name, t.STATUS), t.OFFLINE.encode()),
        )  # fmt: skip
        self._threads = [
            threading.Thread(target=each, name=name, daemon=True)
            for each, name in (
                (self._work, "club"),
                (self._follow_notices, "club-notices"),
                (self._follow_log, "club-log"),
            )
        ]

    @property
    def trouble(self) -> str | None:
        """What keeps the table from being told of, in a sentence; None: nothing."""
        if self.link.trouble is not None:
            return self.link.trouble
        rival = self._claim.rival
        if rival is not None:
            return (
                f"another table on this broker is called {self._name!r}, too ({rival.page or 'its address is not known'}): "
                "give one of the two another name in [table]; until then this one tells the hub nothing"
            )
        return self._unread

    def start(self) -> None:
        """Begin to follow; returns at once."""
        for thread in self._threads:
            thread.start()
        self.link.start()

    def stop(self) -> None:
        """Say good-bye; the service's noticeboard and logbook must have been closed, which all threads wait for."""
        with self._moved:
            self._stopping = True
            self._moved.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(2.0)
        if self._claim.holds:
            self._say(t.STATUS, t.OFFLINE.encode())
        self.link.stop()
        if self._published is not None:
            self._published.close()

    # What others say, in the link's thread: only kept for the worker

    def _hear(self, message: Message) -> None:
        doing = self._doing.get(message.topic)
        if doing is not None and len(self._heard) < MOST_HEARD:
            self._ring(lambda now: doing(message, now))

    def _up(self) -> None:
        self._ring(lambda now: self._act(self._claim.connected(now)))

    def _down(self) -> None:
        self._ring(lambda _: self._lose())

    def _ring(self, do: Callable[[float], None] | None = None) -> None:
        with self._moved:
            if do is not None:
                self._heard.append(do)
            self._rung = True
            self._moved.notify_all()

    # The worker

    def _work(self) -> None:
        wait: float | None = None
        while True:
            with self._moved:
                self._moved.wait_for(lambda: self._rung or self._stopping, wait)
                self._rung = False
                if self._stopping:
                    return
            try:
                wait = self._step()
            except WireError as error:
                _log.info("somebody on the broker said what cannot be read: %s", error)
                self._ring()
            except DeviceError as error:
                self._complain(str(error))
                wait = RETRY_SECONDS
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                self._complain(f"the table cannot be told of: {error!r}", error)
                wait = RETRY_SECONDS

    def _step(self) -> float | None:
        """Do all there is to do; the seconds after which to look again, None: when something happens."""
        now = time.monotonic()
        while self._heard:
            self._heard.popleft()(now)
        self._act(self._claim.tick(now))
        if self._claim.holds:
            self._follow_service()
            if self._untold:
                self._tell_all()
            self._see_to_want(now)
            self._flow.tick(now)
            self._send_log(now)
            self._tell_manifest(now)
        self._unread = None
        soon = (
            self._claim.due(now), self._flow.due(now),
            max(0.0, self._look_at - now) if self._claim.holds and self._flow.asked else None,
        )  # fmt: skip
        return min((each for each in soon if each is not None), default=None)

    def _act(self, acts: tuple[Act, ...]) -> None:
        for act in acts:
            match act:
                case Act.HELLO:
                    hello = packed({"instance": self._about.instance})
                    self.link.publish(self._topics.of_table(self._name, t.HELLO), hello)
                case Act.HOLD:
                    self._untold = True
                case Act.ANSWER:
                    self._say(t.ABOUT, self._about.payload())
                case Act.ASSERT:
                    self._say(t.STATUS, t.ONLINE.encode())
                case Act.STEP_BACK:
                    self._flow.stop()
                    _log.warning("%s", self.trouble)

    def _tell_all(self) -> None:
        """The name is ours, on a broker that may have forgotten all."""
        self._say(t.ABOUT, self._about.payload())
        self._say(t.STATUS, t.ONLINE.encode())
        self._lasts = True
        self._tell_notice()
        self._manifest, self._manifest_due = None, True
        if self._mqtt.homeassistant:
            for topic, payload in discovery(self._mqtt.homeassistant, self._topics, self._about):
                self.link.publish(topic, payload, retain=True)
        self._untold = False

    def _lose(self) -> None:
        self._claim.lost()
        self._flow.stop()
        self._hub, self._want = False, None

    def _say(self, what: str, payload: bytes, *, retain: bool = True) -> bool:
        return self.link.publish(self._topics.of_table(self._name, what), payload, retain=retain)

    # The log

    def _opened(self) -> Published:
        """The log that the service writes now."""
        url = self._service.kept[0].url
        if self._published is None or self._published.url != url:
            if self._published is not None:
                self._published.close()
            self._published = None
            self._published = Published(url, self._name)
            self._call_log()
        return self._published

    def _call_log(self) -> None:
        assert self._published is not None
        data = self._service.settings.table.data
        simulated = self._published.url == simulated_url(data)
        self._about = replace(self._about, log=self._published.log, simulated=simulated)
        self._flow.stop()
        self._manifest, self._manifest_due, self._seen_as = None, True, ()

    def _follow_service(self) -> None:
        """Go over to another log, if the service has: it is told of as another."""
        before = self._about
        self._opened()
        if self._about.log != before.log and not self._untold:
            self._say(t.ABOUT, self._about.payload())

    def _send_log(self, now: float) -> None:
        published, book = self._opened(), self._service.logbook
        while self._flow.may_send:
            batch = published.batch(self._flow.turn, self._flow.cursor, book.shown)
            if batch is None or not self._say(t.LOG, batch.payload(), retain=False):
                return
            self._flow.sent(batch.upto, now)

    def _tell_manifest(self, now: float) -> None:
        """Tell what there is, where it is another than was told; what only grows in the newest match is not told each time."""
        published = self._opened()
        shown = self._service.logbook.shown
        if self._flow.asked and (phase := published.phase(shown)) != self._phase:
            self._phase, self._manifest_due = phase, True
        if self._flow.asked and now >= self._look_at:
            self._look_at = now + self._pace.poll
            if self._manifest is not None and not self._manifest_due:
                self._manifest_due = published.fingerprint(self._manifest.upto) != self._seen_as
        if not self._manifest_due:
            return
        fresh = published.manifest(shown)
        self._seen_as = published.fingerprint(shown)
        if self._say(t.MATCHES, fresh.payload()):
            self._manifest, self._manifest_due = fresh, False

    def _hear_hub(self, message: Message, _: float) -> None:
        # Where there is no hub, what one wanted once is nobody's want.
        self._hub = bool(message.payload)
        if not self._hub:
            self._flow.stop()
        elif self._claim.holds and not self._lasts:
            # It comes late, and the broker has kept nothing for it.
            self._tell_notice()

    def _hear_want(self, message: Message, _: float) -> None:
        self._want = Want.parse(message.payload)

    def _see_to_want(self, now: float) -> None:
        want = self._want
        if want is None or not self._hub:
            return
        self._want = None
        if want.log != self._about.log or not self._flow.want(want, now):
            return
        published = self._opened()
        if published.is_before(want.after, want.stamp):
            self._manifest_due = True
            return
        self._flow.stop()
        if not self._renewed:
            self._renewed = True
            _log.warning("the hub knows another log by the name of this one, which is sent under a new one")
            published.renew()
            self._call_log()
            self._say(t.ABOUT, self._about.payload())

    def _hear_again(self, message: Message, _: float) -> None:
        again = Again.parse(message.payload)
        if self._claim.holds and again.log == self._about.log:
            for part in self._opened().parts(again.match, again.ask, self._service.logbook.shown):
                self._say(t.MATCH, part.payload(), retain=False)

    # Who else goes by the name

    def _hear_about(self, message: Message, now: float) -> None:
        if message.payload:
            self._act(self._claim.about(About.parse(message.payload), now, retained=message.retained))

    def _hear_status(self, message: Message, now: float) -> None:
        text = message.payload[:20].decode(errors="replace")
        self._act(self._claim.status(text, now, retained=message.retained))

    def _hear_hello(self, message: Message, now: float) -> None:
        self._act(self._claim.hello(str(unpacked(message.payload).get("instance")), now))

    # What the referee does

    def _follow_notices(self) -> None:
        """Tell every notice, the latest as soon as the one before has arrived."""
        board, seq = self._service.noticeboard, -1
        while not (board.closed or self._stopping):
            notice = board.wait(seq, IDLE_SECONDS)
            if notice is not None:
                seq = notice.seq
                arrived = threading.Event()
                try:
                    if self._claim.holds and self._tell_notice(arrived):
                        arrived.wait(IDLE_SECONDS)
                except Exception as error:  # noqa: BLE001 - the next notice may do
                    self._complain(f"a notice cannot be told: {error!r}", error)

    def _tell_notice(self, arrived: threading.Event | None = None) -> bool:
        # An older one must not come after a newer.
        with self._notices:
            notice = self._service.noticeboard.latest()
            lasts = notice.match.kept is Kept.FULL
            if self._lasts and not lasts:
                # Who wants nothing kept of a match, or no names, does not want them kept by a broker.
                self._say(t.NOTICE, b"")
            self._lasts = lasts
            topic = self._topics.of_table(self._name, t.NOTICE)
            done = None if arrived is None else lambda _: arrived.set()
            return self.link.publish(topic, packed(notice.as_json()), retain=lasts, done=done)

    def _follow_log(self) -> None:
        """Ring when there is more to send, or the service goes on in another log."""
        book, shown = self._service.logbook, -1
        while not self._stopping:
            if book.wait(shown, IDLE_SECONDS, whole=False):
                shown = book.shown
            elif book.closed:
                former, book = book, self._service.logbook
                shown = -1
                if book is former:
                    return
            self._ring()

    def _complain(self, said: str, error: Exception | None = None) -> None:
        if said != self._unread:
            _log.warning("%s", said, exc_info=error)
            self._unread = said


def simulated_url(data: Path) -> str:
    """The log of games on the simulated board, in a data folder."""
    return sqlite_url(data / "simulated.db")
