"""The buzzer: sounds what happens, once, and one thing after another."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from device.signals import silent
from device.signals.sounds import Sound, sounds_of
from device.status.snapshot.table_snapshot import Snapshot

_WAITING = 3
"""How many sounds may wait; what comes after that is not heard, since it would be heard late."""
_REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class PlayedSound:
    """A sound, and when it began, in seconds of the stopwatch."""

    sound: Sound
    at: float


class BuzzerPort(Protocol):
    """What a buzzer hangs on. Its methods may raise LightsError."""

    def sound(self, hertz: float | None) -> None:
        """Sound a tone from now on, or none."""

    def close(self) -> None:
        """Be silent and let go of it; never fails."""


class Buzzer:
    """The buzzer on a port, which is opened when it is first asked. Of what happens at once the weightiest is heard."""

    kind = "buzzer"

    def __init__(self, name: str, connect: Callable[[], BuzzerPort]) -> None:
        self.name = name
        self.heard: tuple[PlayedSound, ...] = ()
        """The last sounds, the latest last."""
        self._connect = connect
        self._port: BuzzerPort | None = None
        self._before: Snapshot | None = None
        self._queue: deque[PlayedSound] = deque()
        self._tone: float | None = None

    def show(self, snapshot: Snapshot, now: float) -> float | None:
        """Sound what has happened since the last snapshot; the seconds to the next tone."""
        before, self._before = self._before, snapshot
        happened = () if before is None or before is snapshot else sounds_of(before, snapshot)
        if silent(snapshot):
            self._queue.clear()
        if happened and len(self._queue) <= _WAITING:
            self.play(happened[0], now)
        return self.go_on(now)

    def play(self, sound: Sound, now: float) -> None:
        """Let a sound be heard as soon as those before it are over."""
        last = self._queue[-1] if self._queue else None
        begins = PlayedSound(sound, now if last is None else max(now, last.at + last.sound.seconds + 0.2))
        self._queue.append(begins)
        self.heard = (*self.heard, begins)[-_REMEMBERED:]

    def go_on(self, now: float) -> float | None:
        """Sound the tone that is due; the seconds to the next. Raises LightsError."""
        tone, wait = None, None
        while self._queue and wait is None:
            first = self._queue[0]
            tone, wait = first.sound.at(now - first.at) if now >= first.at else (None, first.at - now)
            if wait is None:
                self._queue.popleft()
        if self._port is None:
            self._port = self._connect()
        if tone != self._tone:
            self._port.sound(tone)
            self._tone = tone
        return wait

    def close(self) -> None:
        """Be silent and let go of the buzzer."""
        self._queue.clear()
        if self._port is not None:
            self._port.close()
        self._port = self._tone = None
