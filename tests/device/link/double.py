"""A broker in the process, without threads: every message goes when a test lets it, or is lost with its connection."""

from collections import deque
from collections.abc import Callable, Sequence

from paho.mqtt.client import topic_matches_sub

from device.club.link.mqtt_link import Link, Message


class Double:
    """What a broker does: it remembers what is retained, and hands on to who is there."""

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self.lines: list[Line] = []

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """Somebody says something."""
        if retain:
            self.retained[topic] = payload
            if not payload:
                del self.retained[topic]
        for line in self.lines:
            line.offer(Message(topic, payload, False))

    def forget(self) -> None:
        """It is started anew: all connections are lost, and what it remembered."""
        for line in self.lines:
            line.cut(will=False)
        self.retained.clear()


class Line:
    """Stands in for a link: the same calls, but it connects and delivers when it is told to."""

    def __init__(self, broker: Double, link: Link) -> None:
        self._broker, self._link = broker, link
        self._topics: Sequence[str] = link._topics
        self._inbox: deque[Message] = deque()
        self.is_up = False
        self.trouble: str | None = None
        broker.lines.append(self)

    def offer(self, message: Message) -> None:
        """A message for whoever subscribed to it."""
        if self.is_up and any(topic_matches_sub(each, message.topic) for each in self._topics):
            self._inbox.append(message)

    def connect(self) -> None:
        """The broker is there."""
        if not self.is_up:
            self.is_up = True
            for topic, payload in self._broker.retained.items():
                self.offer(Message(topic, payload, True))
            self._link._told_up()

    def cut(self, *, will: bool = True) -> None:
        """The connection is lost with all that was under way to us."""
        if self.is_up:
            self.is_up = False
            self._inbox.clear()
            self._link._told_down()
            if will and self._link._will is not None:
                self._broker.publish(*self._link._will, True)

    def deliver(self, most: int = 10**6) -> int:
        """Let some messages come; how many did."""
        count = 0
        while self._inbox and count < most:
            self._link._heard(self._inbox.popleft())
            count += 1
        return count

    def lose(self, most: int) -> None:
        """The broker had no room for some that were to come."""
        for _ in range(min(most, len(self._inbox))):
            self._inbox.popleft()

    def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, done: Callable[[bool], None] | None = None
    ) -> bool:
        """As a link does."""
        if not self.is_up:
            return False
        self._broker.publish(topic, payload, retain)
        if done is not None:
            done(True)
        return True

    def hear_again(self, topics: Sequence[str]) -> None:
        """As a link does."""
        for topic in topics:
            if topic in self._broker.retained:
                self.offer(Message(topic, self._broker.retained[topic], True))

    def flush(self, _: float) -> bool:
        """Nothing is ever under way from us."""
        return True

    def stop(self) -> None:
        """The end."""
        self._broker.lines.remove(self)
