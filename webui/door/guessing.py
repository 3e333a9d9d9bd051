"""Guessing: wrong PINs of all devices together, which slow down those that nobody here knows, and are told at the desk.

A throttle for each address is no hindrance to who has two hundred of them. So devices that were never let in
share a vessel that holds twenty wrong PINs and loses one in ten minutes: 164 guesses a day, from however many
addresses, of a million PINs.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from device.shape import Shaped, maybe, number, shaped, whole

FREE = 20
"""Wrong PINs of unknown devices together before they have to wait."""
EVERY = 600.0
"""Seconds in which one of them is forgiven."""
PHONES = 1024
"""How many addresses are told apart."""


class SharedThrottle:
    """Counts the tries of all whom nobody knows. `clock` gives seconds. May be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._level, self._at = 0.0, clock()
        self._lock = threading.Lock()

    def attempt(self) -> float:
        """Counts a try as a wrong one; 0 if it may be made, else the seconds until one may, and it is not counted."""
        with self._lock:
            now = self._clock()
            self._level, self._at = max(0.0, self._level - (now - self._at) / EVERY), now
            if self._level > FREE - 1:
                return (self._level - FREE + 1) * EVERY
            self._level += 1
            return 0.0

    def forgive(self) -> None:
        """A try was right after all."""
        with self._lock:
            self._level = max(0.0, self._level - 1)


@shaped(
    {
        "count": whole(0),
        "phones": whole(0),
        "since": maybe(number("Unix time.")),
        "refused": whole(0),
    }
)
@dataclass(frozen=True, slots=True)
class WrongPins(Shaped):
    """What was tried wrongly: how often, from how many addresses, since when (Unix time; None: never), how
    often nothing was even tried.
    """

    count: int = 0
    phones: int = 0
    since: float | None = None
    refused: int = 0


class WrongPinTally:
    """The wrong PINs since somebody last took note of them. `wall` gives Unix time. May be used from any thread."""

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        self._lock = threading.Lock()
        self._told = WrongPins()
        self._phones: OrderedDict[str, None] = OrderedDict()

    def wrong(self, address: str) -> None:
        """A wrong PIN came from there."""
        with self._lock:
            if address in self._phones or len(self._phones) < PHONES:
                self._phones[address] = None
            told = self._told
            since = self._wall() if told.since is None else told.since
            self._told = WrongPins(told.count + 1, len(self._phones), since, told.refused)

    def refused(self) -> None:
        """Somebody was told to wait."""
        with self._lock:
            told = self._told
            since = self._wall() if told.since is None else told.since
            self._told = WrongPins(told.count, told.phones, since, told.refused + 1)

    def told(self) -> WrongPins:
        """What has come in since it was last taken note of."""
        with self._lock:
            return self._told

    def note(self) -> None:
        """Somebody has taken note: it begins anew."""
        with self._lock:
            self._told = WrongPins()
            self._phones.clear()
