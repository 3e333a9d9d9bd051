"""The heartbeat: whether all the parts of the service that must go round still do."""

import threading
from collections.abc import Iterable

REFEREE, WATCHER = "referee", "watcher"
"""The thread that handles envelopes, and the one that takes and reads pictures."""


class Heartbeat:
    """Parts that beat each time they have gone round; may be used from any thread.

    It needs no clock: whoever asks decides how often, and takes silence for what it is after as long as they like.
    """

    def __init__(self, parts: Iterable[str] = (REFEREE, WATCHER)) -> None:
        self._silent = set(parts)
        self._beaten: set[str] = set()
        self._lock = threading.Lock()

    def beat(self, part: str) -> None:
        """`part` has gone round once more."""
        with self._lock:
            if part in self._silent:
                self._silent.discard(part)
                self._beaten.add(part)

    def rest(self, part: str) -> None:
        """`part` has come to its end in good order, like a film, and is not waited for any more."""
        with self._lock:
            self._silent.discard(part)
            self._beaten.discard(part)

    def silent(self) -> tuple[str, ...]:
        """The parts that have not gone round since all had, in the order of their names; asks, and changes nothing."""
        with self._lock:
            return tuple(sorted(self._silent))

    def take(self) -> bool:
        """Whether every part has gone round since this last was true; if so, all are waited for again."""
        with self._lock:
            if self._silent:
                return False
            self._silent, self._beaten = self._beaten, set()
            return True
