"""Publishing: a table tells a broker how it stands, and sends its log to the hub that asks for it.

    broadcaster -> snapshots' thread -> retained snapshot -> link           logbook -> worker -> delivery -> link

Nothing of this holds the referee up: each thread follows what it pins up or writes down, and what cannot be told now is
told when the broker, or the hub, is back.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from device.clock import Clock, SystemClock
from device.club.link import topics as t
from device.club.link.claiming import ANSWER_SECONDS, Claim, ClaimStep
from device.club.link.delivery import Delivery
from device.club.link.homeassistant import discovery
from device.club.link.mqtt_link import Backoff, Link, Message
from device.club.link.published_table import Refereed, Say
from device.club.link.spectators import Spectators
from device.club.link.topics import Topics
from device.club.link.wire import About, ResendRequest, Want, packed, unpacked
from device.errors import DeviceError, WireError
from device.i18n import find_translator
from device.status.snapshot.broadcaster import Broadcaster
from device.store.settings import MqttSettings, PairedBroker
from engine.i18n import Phrase, phrase, phrase_of
from engine.state.events import Retention


class RetainedSnapshot:
    """Tells the latest snapshot of a broadcaster, which the broker may keep where all of the
    match is kept. From any thread.
    """

    def __init__(self, broadcaster: Broadcaster, say: Say) -> None:
        self._broadcaster, self._say = broadcaster, say
        self._lock = threading.Lock()
        self._lasts = True
        """Whether the broker may keep what was told last."""

    def tell(self, arrived: threading.Event | None = None) -> bool:
        """Tell the latest snapshot; whether it is on its way. `arrived` is set once it is there, or lost."""
        # An older one must not come after a newer.
        with self._lock:
            snapshot = self._broadcaster.latest()
            lasts = snapshot.match.kept is Retention.FULL
            if self._lasts and not lasts:
                # Who wants nothing kept of a match, or no names, does not want them kept by a broker.
                self._say(t.NOTICE, b"")
            self._lasts = lasts
            done = None if arrived is None else lambda _: arrived.set()
            return self._say(t.NOTICE, packed(snapshot.as_json()), retain=lasts, done=done)

    def tell_anew(self) -> None:
        """Tell it to a broker of which nobody knows what it has kept."""
        self._lasts = True
        self.tell()

    def tell_late(self) -> None:
        """Tell it to somebody who comes late, where the broker has kept nothing for them."""
        if not self._lasts:
            self.tell()


POLL_SECONDS = 10.0
"""How often to look whether matches have been deleted or removed, while there is a hub that should know of it."""
RETRY_SECONDS = 5.0
"""How long to wait after the log could not be read."""
IDLE_SECONDS = 3600.0
MOST_HEARD = 1000
"""How many messages may wait to be dealt with; what comes beyond that is from somebody who means no good."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PublishingPace:
    """How long to wait for what; other than these for tests alone."""

    waits: Backoff = field(default_factory=Backoff)
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
        pace: PublishingPace | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._service, self._pace, self._clock = service, pace or PublishingPace(), clock or SystemClock()
        mqtt, self._name = service.settings.mqtt, service.settings.table.name
        self._mqtt: MqttSettings = mqtt
        self._topics = Topics(mqtt.prefix)
        feed = service.settings.feed
        self._about = About(
            self._name, version[:40], page, "", secrets.token_hex(8), names=feed.on and feed.names
        )
        self._claim = Claim(self._about.instance, self._pace.answer)
        self._retained = RetainedSnapshot(service.broadcaster, self._say)
        settings = service.settings
        self._spectators = Spectators(settings.feed, find_translator(settings.announce.language), self._say)
        self._delivery = Delivery(service, self._say, self._call_log, self._pace.poll)
        self._untold = False
        """Whether the name has become ours, and nothing was told under it yet."""
        self._heard: deque[Callable[[float], None]] = deque()
        self._moved = threading.Condition()
        self._rung = False
        self._stopping = False
        self._unread: Phrase | None = None
        self._doing: dict[str, Callable[[Message, float], None]] = {
            self._topics.of_table(self._name, t.ABOUT): self._hear_about,
            self._topics.of_table(self._name, t.STATUS): self._hear_status,
            self._topics.of_table(self._name, t.HELLO): self._hear_hello,
            self._topics.of_hub(t.ABOUT): self._hear_hub,
            self._topics.of_hub(t.WANT, self._name): self._hear_want,
            self._topics.of_hub(t.AGAIN, self._name): self._hear_again,
        }
        self.link = Link(
            mqtt,
            tuple(self._doing),
            self._hear,
            up=self._up,
            down=self._down,
            waits=self._pace.waits,
            will=(self._topics.of_table(self._name, t.STATUS), t.OFFLINE.encode()),
        )
        self._threads = [
            threading.Thread(target=each, name=name, daemon=True)
            for each, name in (
                (self._work, "club"),
                (self._follow_snapshots, "club-notices"),
                (self._follow_log, "club-log"),
                *(((self._follow_for_spectators, "club-spectators"),) if self._spectators.on else ()),
            )
        ]

    @property
    def trouble(self) -> Phrase | None:
        """What keeps the table from being told of, in a sentence; None: nothing."""
        if self.link.trouble is not None:
            return self.link.trouble
        rival = self._claim.rival
        if rival is not None:
            return phrase(
                "another table on this broker is called {name}, too ({where}): give one of the two "
                "another name in [table]; "
                "until then this one tells the hub nothing",
                name=repr(self._name),
                where=rival.page or phrase("its address is not known"),
            )
        return self._unread

    def start(self) -> None:
        """Begin to follow; returns at once."""
        for thread in self._threads:
            thread.start()
        self.link.start()

    def stop(self) -> None:
        """Say good-bye; the service's broadcaster and logbook must have been closed, which all threads wait for."""
        with self._moved:
            self._stopping = True
            self._moved.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(2.0)
        if self._claim.holds:
            self._say(t.STATUS, t.OFFLINE.encode())
        self.link.stop()
        self._delivery.close()

    # What others say, in the link's thread: only kept for the worker

    def _hear(self, message: Message) -> None:
        doing = self._doing.get(message.topic)
        if doing is not None and len(self._heard) < MOST_HEARD:
            self._ring(lambda now: doing(message, now))

    def _up(self) -> None:
        paired = t.decode(self._mqtt.user) if isinstance(self._mqtt, PairedBroker) else None
        if paired is not None and paired != self._name:
            # All that is told under the other name is refused: under the own one the hub hears why.
            self.link.publish(self._topics.of_table(paired, t.BARRED), self._name.encode(), retain=False)
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
                self._complain(phrase_of(error))
                wait = RETRY_SECONDS
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                self._complain(phrase("the table cannot be told of ({error})", error=repr(error)), error)
                wait = RETRY_SECONDS

    def _step(self) -> float | None:
        """Do all there is to do; the seconds after which to look again, None: when something happens."""
        now = time.monotonic()
        while self._heard:
            self._heard.popleft()(now)
        self._act(self._claim.tick(now))
        if self._claim.holds:
            self._delivery.follow()
            if self._untold:
                self._tell_all()
            self._delivery.step(now)
        self._unread = None
        soon = (self._claim.due(now), self._delivery.due(now) if self._claim.holds else None)
        return min((each for each in soon if each is not None), default=None)

    def _act(self, acts: tuple[ClaimStep, ...]) -> None:
        for act in acts:
            match act:
                case ClaimStep.HELLO:
                    hello = packed({"instance": self._about.instance})
                    self.link.publish(self._topics.of_table(self._name, t.HELLO), hello)
                case ClaimStep.HOLD:
                    self._untold = True
                case ClaimStep.ANSWER:
                    self._say_about()
                case ClaimStep.ASSERT:
                    self._say(t.STATUS, t.ONLINE.encode())
                case ClaimStep.STEP_BACK:
                    self._delivery.stop()
                    _log.warning("%s", self.trouble)

    def _tell_all(self) -> None:
        """The name is ours, on a broker that may have forgotten all."""
        self._say_about()
        self._say(t.STATUS, t.ONLINE.encode())
        self._retained.tell_anew()
        self._spectators.tell_anew()
        self._delivery.forget()
        if self._mqtt.homeassistant:
            for topic, payload in discovery(self._mqtt.homeassistant, self._topics, self._about):
                self.link.publish(topic, payload, retain=True)
        self._untold = False

    def _lose(self) -> None:
        self._claim.lost()
        self._delivery.lose()

    def _call_log(self, log: str, simulated: bool) -> None:
        """The log goes by another name, which everybody hears who has heard of it before."""
        before, self._about = self._about, replace(self._about, log=log, simulated=simulated)
        if log != before.log and not self._untold:
            self._say_about()

    def _say_about(self) -> None:
        self._say(t.ABOUT, self._about.payload(self._clock))

    def _say(
        self, what: str, payload: bytes, *, retain: bool = True, done: Callable[[bool], None] | None = None
    ) -> bool:
        return self.link.publish(self._topics.of_table(self._name, what), payload, retain=retain, done=done)

    # What the hub says

    def _hear_hub(self, message: Message, _: float) -> None:
        there = bool(message.payload)
        self._delivery.hub_is(there)
        if there and self._claim.holds:
            self._retained.tell_late()

    def _hear_want(self, message: Message, _: float) -> None:
        self._delivery.want(Want.parse(message.payload))

    def _hear_again(self, message: Message, _: float) -> None:
        again = ResendRequest.parse(message.payload)
        if self._claim.holds:
            self._delivery.send_again(again)

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

    def _follow_snapshots(self) -> None:
        """Tell every snapshot, the latest as soon as the one before has arrived."""
        board, seq = self._service.broadcaster, -1
        while not (board.closed or self._stopping):
            snapshot = board.wait(seq, IDLE_SECONDS)
            if snapshot is not None:
                seq = snapshot.seq
                arrived = threading.Event()
                try:
                    if self._claim.holds and self._retained.tell(arrived):
                        arrived.wait(IDLE_SECONDS)
                except Exception as error:  # noqa: BLE001 - the next snapshot may do
                    self._complain(phrase("a notice cannot be told ({error})", error=repr(error)), error)

    def _follow_for_spectators(self) -> None:
        """Tell spectators what hangs there, when its time has come."""
        board, seq = self._service.broadcaster, -1
        while not (board.closed or self._stopping):
            snapshot = board.wait(seq, self._spectators.wait() or IDLE_SECONDS)
            try:
                if snapshot is not None:
                    seq = snapshot.seq
                    self._spectators.note(snapshot)
                if self._claim.holds:
                    self._spectators.tell()
            except Exception as error:  # noqa: BLE001 - the next snapshot may do
                self._complain(phrase("a notice cannot be told ({error})", error=repr(error)), error)

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

    def _complain(self, why: Phrase, error: Exception | None = None) -> None:
        if why != self._unread:
            _log.warning("%s", why, exc_info=error)
            self._unread = why
