"""The broker of the settings, as hooks need it: something is said there, and it has arrived, or not."""

import threading
import time

from device.club.link import Link
from device.errors import HookError
from device.settings import MqttSettings


class Broker:
    """A link to the broker of `mqtt`, which is kept up from `start` to `stop`."""

    def __init__(self, mqtt: MqttSettings) -> None:
        self._up = threading.Event()
        self._link = Link(mqtt, (), lambda _: None, up=self._up.set, down=self._up.clear)

    def start(self) -> None:
        """Begin to try; returns at once."""
        self._link.start()

    def stop(self) -> None:
        """Leave."""
        self._link.stop()

    def publish(self, topic: str, payload: bytes, seconds: float) -> None:
        """Say something, once; returns when it has arrived. Raises HookError where it has not within that time."""
        until = time.monotonic() + seconds
        arrived, answered = threading.Event(), threading.Event()

        def done(well: bool) -> None:
            if well:
                arrived.set()
            answered.set()

        if self._up.wait(seconds) and self._link.publish(topic, payload, done=done):
            answered.wait(max(0.0, until - time.monotonic()))
        if not arrived.is_set():
            raise HookError(self._link.trouble or f"the broker did not take {topic} within {seconds} s")
