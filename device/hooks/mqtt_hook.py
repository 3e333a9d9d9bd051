"""The broker of the settings, as hooks need it: something is said there, and it has arrived, or not."""

import threading
import time

from device.club.link.discovery import LOOK_SECONDS, RESOLVER, Resolver
from device.club.link.mqtt_link import ANSWER_SECONDS, Link
from device.errors import HookError
from device.store.settings import MqttSettings
from engine.i18n import phrase

FIRST_SECONDS = 2 * LOOK_SECONDS + ANSWER_SECONDS
"""How long it takes at most until it is found, and has answered or not."""


class Broker:
    """A link to the broker of `mqtt`, which is kept up from `start` to `stop`."""

    def __init__(self, mqtt: MqttSettings, resolver: Resolver = RESOLVER) -> None:
        self._up, self._tried = threading.Event(), threading.Event()
        self._link = Link(
            mqtt,
            (),
            lambda _: None,
            up=self._come_up,
            down=self._up.clear,
            troubled=self._tried.set,
            resolver=resolver,
        )

    def _come_up(self) -> None:
        self._up.set()
        self._tried.set()

    def start(self) -> None:
        """Begin to try; returns at once."""
        self._link.start()

    def stop(self) -> None:
        """Leave."""
        self._link.stop()

    def publish(self, topic: str, payload: bytes, seconds: float) -> None:
        """Say something, once; returns when it has arrived. Raises HookError where it has not within that time, which
        begins when the broker was first called.
        """
        # To look for it in the network takes longer than it may take to tell it something.
        self._tried.wait(FIRST_SECONDS)
        until = time.monotonic() + seconds
        arrived, answered = threading.Event(), threading.Event()

        def done(well: bool) -> None:
            if well:
                arrived.set()
            answered.set()

        if self._up.wait(seconds) and self._link.publish(topic, payload, done=done):
            answered.wait(max(0.0, until - time.monotonic()))
        if not arrived.is_set():
            silent = phrase(
                "the broker did not take {topic} within {seconds} s", topic=topic, seconds=str(seconds)
            )
            raise HookError(self._link.trouble or silent)
