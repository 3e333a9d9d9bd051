"""Calling: a link for as long as one question takes."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from device.club.link.link import ANSWER_SECONDS, Link, Message
from device.store.settings import MqttSettings


@contextmanager
def called(
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
