"""The link to a broker: kept up by a thread of its own, which tells in a sentence what is wrong while it is down.

Each connection is a new one to the broker, with nothing left over from the last: whoever uses the link tells everything
anew when it comes up, which is what can neither be lost nor be said twice.
"""

import logging
import random
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.club.link.discovery import RESOLVER, Resolver
from device.club.link.wire import MOST_BYTES
from device.store.settings import MqttSettings, PairedBroker
from engine.i18n import Phrase, phrase, phrase_of

if TYPE_CHECKING:
    from paho.mqtt.client import Client

KEEPALIVE_SECONDS = 20
"""After half as long again without a word the broker takes whoever is at the other end for gone."""
ANSWER_SECONDS = 10.0
"""How long a broker may take to say that one is welcome."""
STOP_SECONDS = 2.0
"""How long the end waits for what is still on its way."""
_NOT_AUTHORISED = 0x87

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody said; `retained`: before we came."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before trying again: `first` seconds, then twice as long each time, up to `last`; of that a part
    at random, so that a room full of tables does not come back at the same moment.
    """

    first: float = 1.0
    last: float = 60.0

    def after(self, failures: int) -> float:
        """The seconds to wait after so many failures in a row."""
        whole = min(self.last, self.first * 2.0 ** min(failures - 1, 16))
        return whole * random.uniform(0.5, 1.0)


class Link:
    """A link to the broker of `mqtt`, on which `topics` are heard.

    `up` is called when it is there, `down` when it is lost, `troubled` when there is a new `trouble`, `heard`
    for every message: each in a thread of the link's, which they must not hold up. `will`: a topic and what
    the broker says there, for keeps, if the link is lost. `quiet`: what is wrong goes into
    no log, for whoever asks tells it.
    """

    def __init__(
        self,
        mqtt: MqttSettings,
        topics: Sequence[str],
        heard: Callable[[Message], None],
        *,
        up: Callable[[], None] = lambda: None,
        down: Callable[[], None] = lambda: None,
        troubled: Callable[[], None] = lambda: None,
        will: tuple[str, bytes] | None = None,
        waits: Backoff | None = None,
        resolver: Resolver = RESOLVER,
        quiet: bool = False,
    ) -> None:
        self._mqtt, self._topics, self._will = mqtt, topics, will
        self._resolver = resolver
        self._heard, self._told_up, self._told_down, self._troubled = heard, up, down, troubled
        self._waits = waits or Backoff()
        self._quiet = quiet
        self._client: Client | None = None
        self._asked: dict[int, Sequence[str]] = {}
        self._up = False
        self._stopping = threading.Event()
        self._lost = threading.Event()
        self._answered = threading.Event()
        self._lock = threading.Lock()
        self._delivered = threading.Condition(self._lock)
        self._waiting: dict[int, tuple[str, Callable[[bool], None] | None]] = {}
        self._early: dict[int, Any] = {}
        self._said: Phrase | None = None
        self._refused = self._let_in = False  # at the last try; who was let in may have been thrown out since
        self.trouble: Phrase | None = None
        """What is wrong, in a sentence; None: nothing."""
        self._thread = threading.Thread(target=self._keep_up, name="mqtt", daemon=True)

    @property
    def is_up(self) -> bool:
        """Whether the broker is there."""
        return self._up

    def start(self) -> None:
        """Begin to try; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Let what is on its way arrive, within a moment, then leave; the broker says no will."""
        if self._up:
            self.flush(STOP_SECONDS)
        self._stopping.set()
        self._lost.set()
        if self._thread.is_alive():
            self._thread.join(2 * STOP_SECONDS)

    def flush(self, seconds: float) -> bool:
        """Whether all that was published has arrived, once it has, or after so many seconds."""
        with self._delivered:
            return self._delivered.wait_for(lambda: not self._waiting or not self._up, seconds)

    def hear_again(self, topics: Sequence[str]) -> None:
        """Have the broker say what it remembers of some of the topics that are heard, as if we came now."""
        client = self._client
        # the topics stay heard as before: heard in two ways, whatever is said later would come twice
        if client is not None and self._up and self._subscribe(client, topics):
            client.unsubscribe(list(topics))

    def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, done: Callable[[bool], None] | None = None
    ) -> bool:
        """Say something, if the link is up; `done` is called once, with whether it arrived. Not to be called while a
        lock is held that `done` takes.
        """
        client = self._client
        if client is None or not self._up:
            return False
        info = client.publish(topic, payload, qos=1, retain=retain)
        if info.rc != 0:
            return False
        with self._lock:
            known = info.mid in self._early
            if known:
                reason = self._early.pop(info.mid)
            elif client is self._client and self._up:
                self._waiting[info.mid] = (topic, done)
                return True
            else:
                reason = None
        self._see(topic, done, reason)
        return True

    def _subscribe(self, client: "Client", topics: Sequence[str]) -> bool:
        """Whether the broker was asked to tell of some topics; it may refuse later."""
        # the broker's answer, which may come at once, is to find what was asked
        with self._lock:
            asked, mid = client.subscribe([(topic, 1) for topic in topics])
            if asked != 0 or mid is None:
                return False
            self._asked[mid] = topics
        return True

    def _keep_up(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            if self._connect():
                self._lost.wait()
                failures = 0
            else:
                failures += 1
                self._resolver.forget()
            self._leave()
            self._stopping.wait(self._waits.after(max(1, failures)))

    def _connect(self) -> bool:
        """Whether the broker is there and has let us in."""
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        self._lost.clear()
        self._answered.clear()
        self._refused = self._let_in = False
        if self._stopping.is_set():
            return False
        client = Client(
            CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5, reconnect_on_failure=False
        )
        try:
            host, port = self._resolver.where(self._mqtt)
        except OSError as error:
            self._complain(phrase_of(error))
            return False
        try:
            if self._mqtt.user:
                client.username_pw_set(self._mqtt.user, self._mqtt.password or None)
            if self._mqtt.tls:
                context = ssl.create_default_context(cafile=self._mqtt.ca or None)
                context.sslsocket_class = _Socket
                # An authority of the broker's own says by its signature alone which broker it is.
                context.check_hostname = not isinstance(self._mqtt, PairedBroker)
                client.tls_set_context(context)
            if self._will is not None:
                client.will_set(*self._will, qos=1, retain=True)
            client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
            client.on_message, client.on_publish = self._on_message, self._on_publish
            client.on_subscribe = self._on_subscribe
            properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            properties.MaximumPacketSize = MOST_BYTES + 4096
            self._client = client
            client.connect(host, port, KEEPALIVE_SECONDS, clean_start=True, properties=properties)
        except (OSError, ValueError) as error:
            self._complain(reason_of(error, host, port, self._mqtt))
            return False
        client.loop_start()
        if not self._answered.wait(ANSWER_SECONDS) or not self._let_in:
            if not (self._refused or self._stopping.is_set()):
                self._complain(
                    phrase(
                        "the broker {host}, port {port}, hangs up at once: look whether it wants TLS (tls "
                        "= true in [mqtt]), or "
                        "another port",
                        host=host,
                        port=port,
                    )
                )
            return False
        return True

    def _leave(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.disconnect()
            client.loop_stop()
        self._fall()

    def _fall(self) -> None:
        with self._lock:
            was_up, self._up = self._up, False
            waiting, self._waiting, self._early = list(self._waiting.values()), {}, {}
            self._asked = {}
            self._delivered.notify_all()
        for _, done in waiting:
            if done is not None:
                done(False)
        if was_up:
            self._told_down()

    def _complain(self, phrase_of: Phrase) -> None:
        self.trouble = phrase_of
        if phrase_of != self._said:
            _log.log(logging.DEBUG if self._quiet else logging.WARNING, "%s", phrase_of)
            self._said = phrase_of
            self._troubled()

    # In paho's thread

    def _on_connect(self, client: "Client", _: Any, __: Any, reason: Any, ___: Any) -> None:
        if client is not self._client:
            return
        if reason.is_failure:
            self._refused = True
            self._complain(refusal(str(reason), self._mqtt))
            self._answered.set()
            self._lost.set()
            return
        if self._said:
            _log.info("the broker is there")
        self.trouble = self._said = None
        self._up = self._let_in = True
        self._answered.set()
        if self._topics:
            self._subscribe(client, self._topics)
        self._told_up()

    def _on_disconnect(self, client: "Client", *_: Any) -> None:
        if client is self._client:
            self._fall()
            self._answered.set()
            self._lost.set()

    def _on_subscribe(self, _: "Client", __: Any, mid: int, reasons: Any, ___: Any) -> None:
        with self._lock:
            topics = self._asked.pop(mid, ())
        refused = [topic for topic, reason in zip(topics, reasons, strict=False) if reason.is_failure]
        if refused:
            self._complain(self._barred(refused[0], writing=False))

    def _on_publish(self, _: "Client", __: Any, mid: int, reason: Any, ___: Any) -> None:
        with self._delivered:
            if mid not in self._waiting:
                self._early[mid] = reason
                return
            topic, done = self._waiting.pop(mid)
            if not self._waiting:
                self._delivered.notify_all()
        self._see(topic, done, reason)

    def _see(self, topic: str, done: Callable[[bool], None] | None, reason: Any) -> None:
        arrived = reason is not None and not reason.is_failure
        if reason is not None and reason.value == _NOT_AUTHORISED:
            self._complain(self._barred(topic, writing=True))
        if done is not None:
            done(arrived)

    def _on_message(self, client: "Client", _: Any, message: Any) -> None:
        if client is self._client:
            try:
                self._heard(Message(message.topic, bytes(message.payload), bool(message.retain)))
            except Exception:  # noqa: BLE001 - whatever somebody in the network said, the link stays up
                _log.exception("what was heard on %r could not be dealt with", message.topic)

    def _barred(self, topic: str, *, writing: bool) -> Phrase:
        user = self._mqtt.user
        if writing and user:
            return phrase(
                "the broker does not let the user {user} write {topic}: give it the right in the broker's "
                "list of rights (ACL)",
                user=user,
                topic=topic,
            )
        if user:
            return phrase(
                "the broker does not let the user {user} read {topic}: give it the right in the broker's "
                "list of rights (ACL)",
                user=user,
                topic=topic,
            )
        if writing:
            return phrase(
                "the broker does not let who comes without a name write {topic}: write user and password in [mqtt]",
                topic=topic,
            )
        return phrase(
            "the broker does not let who comes without a name read {topic}: write user and password in [mqtt]",
            topic=topic,
        )


class _Socket(ssl.SSLSocket):
    """One that does not stay open when it is not trusted, as paho leaves it."""

    def do_handshake(self, block: bool = False) -> None:
        """As always."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def refusal(reason: str, mqtt: MqttSettings) -> Phrase:
    """Why a broker lets nobody in, in a sentence that says what to do."""
    if reason in ("Not authorized", "Bad user name or password"):
        if not mqtt.user:
            return phrase("the broker wants a name and a password: write them as user and password in [mqtt]")
        return phrase(
            "the broker does not know the user {user}, or not by that password: look at user and password in [mqtt]",
            user=mqtt.user,
        )
    if reason == "Unsupported protocol version":
        return phrase("the broker is too old for MQTT 5: Mosquitto 1.6 or later speaks it")
    return phrase("the broker refuses: {reason}", reason=reason.lower())


def reason_of(error: Exception, host: str, port: int, mqtt: MqttSettings) -> Phrase:
    """Why a broker cannot be reached, in a sentence that says what to do."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return phrase(
            "the certificate of the broker {host}, port {port}, is not trusted ({why}): name the file of "
            "the authority that signed it as ca in "
            "[mqtt], and the broker by the name that stands in its certificate",
            host=host,
            port=port,
            why=error.verify_message or error.reason or "TLS",
        )
    if isinstance(error, ssl.SSLError):
        if mqtt.ca and "NO_CERTIFICATE_OR_CRL_FOUND" in str(error):
            return phrase("{file} is no certificate: name the authority's file as ca in [mqtt]", file=mqtt.ca)
        return phrase(
            "the broker {host}, port {port}, does not speak TLS there ({why}): look at port and tls in [mqtt]",
            host=host,
            port=port,
            why=error.reason or error,
        )
    if isinstance(error, ConnectionResetError) and mqtt.tls:
        return phrase(
            "the broker {host}, port {port}, does not speak TLS there (it hangs up): look at port and tls in [mqtt]",
            host=host,
            port=port,
        )
    if isinstance(error, FileNotFoundError) and mqtt.ca:
        return phrase("there is no file {file}: name the authority's file as ca in [mqtt]", file=mqtt.ca)
    if isinstance(error, PermissionError) and mqtt.ca:
        return phrase("{file} may not be read by this user", file=mqtt.ca)
    # In the midst of TLS it would be told with a line of the library's own source.
    silent = "timed out" if isinstance(error, TimeoutError) else phrase_of(error)
    why = getattr(error, "strerror", None) or silent
    return phrase(
        "the broker {host}, port {port}, does not answer ({why}): look whether it runs, and at host and port in [mqtt]",
        host=host,
        port=port,
        why=why.lower() if isinstance(why, str) else why,
    )


@contextmanager
def linked(
    mqtt: MqttSettings, topics: tuple[str, ...] = (), hear: Callable[[Message], None] = lambda _: None
) -> Iterator[Link]:
    """A link to the broker that is up, or has said what is wrong."""
    tried = threading.Event()
    link = Link(mqtt, topics, hear, up=tried.set, troubled=tried.set, quiet=True)
    link.start()
    try:
        tried.wait(2 * ANSWER_SECONDS)
        yield link
    finally:
        link.stop()


def says(link: Link, topic: str, payload: bytes, *, retain: bool = False) -> bool:
    """Whether the broker takes something."""
    taken, answered = threading.Event(), threading.Event()

    def done(well: bool) -> None:
        if well:
            taken.set()
        answered.set()

    if link.publish(topic, payload, retain=retain, done=done):
        answered.wait(ANSWER_SECONDS)
    return taken.is_set()
