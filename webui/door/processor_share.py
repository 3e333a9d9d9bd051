"""The share of the processor that those have who are not let in: a crowd slows itself, not the eye and not the desk.

A thread that computes has all others of the process wait, the one that looks at the board, too, which lets go of
Python's lock some hundred times a look and waits for it as often. So what strangers are answered costs seconds of
processor time, of which there are so many in stock and come so many a second.
"""

import threading
import time
from collections.abc import Callable


class ProcessorShare:
    """Seconds of processor time of which `stock` may be used at once and `a_second` come in every second; `places`
    requests at a time may use them. What a dear request takes is owed, up to `owed` seconds. From any thread.
    """

    def __init__(
        self,
        places: int,
        a_second: float,
        stock: float,
        owed: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places, self._a_second, self._stock, self._owed = places, a_second, stock, owed
        self._clock = clock
        self._level, self._at = stock, clock()
        self._busy = 0
        self._changed = threading.Condition()

    def enter(self, patience: float) -> bool:
        """Waits so many seconds for a place and for time that is left; whether there were both. Who entered leaves."""
        until = self._clock() + patience
        with self._changed:
            while True:
                now = self._clock()
                self._refill(now)
                if self._busy < self._places and self._level > 0:
                    self._busy += 1
                    return True
                if now >= until:
                    # it may have been called to go on, and somebody else waits for that
                    self._changed.notify()
                    return False
                waits = until - now
                if self._busy < self._places:
                    waits = min(waits, max(0.001, -self._level / self._a_second))
                self._changed.wait(waits)

    def leave(self) -> None:
        """Gives a place back."""
        with self._changed:
            self._busy -= 1
            self._changed.notify()

    def use(self, seconds: float) -> None:
        """Somebody who is not let in, with a place or without, took so much of the processor."""
        with self._changed:
            self._refill(self._clock())
            self._level = max(self._level - seconds, -self._owed)

    def _refill(self, now: float) -> None:
        self._level = min(self._stock, self._level + (now - self._at) * self._a_second)
        self._at = now
