"""The share of the processor that those have who are not let in: a crowd slows itself, not the eye and not the desk.

A thread that computes has all others of the process wait, the one that looks at the board, too, which lets go of
Python's lock some hundred times a look and waits for it as often. So what strangers are answered costs seconds of
processor time, of which there are so many in stock and come so many a second. Who has used little until now has a share
with others of that kind, and waits behind no crowd.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

OWN_STOCK, OWN_A_SECOND = 0.1, 0.01
"""Seconds of processor time that an address uses before it is one of the crowd, and how many come in every second: it
opens some pages for the first time.
"""
PATIENCE = 1.0
"""Seconds that it waits for the others of its kind."""
ADDRESSES = 4096
"""How many addresses are remembered."""


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


class Strangers:
    """Those who are not let in: the `crowd`, and the `few` who have used little, and wait for each other for `patience`
    seconds, with a share each. From any thread.
    """

    def __init__(
        self,
        crowd: ProcessorShare,
        few: ProcessorShare,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._crowd, self._few, self._patience, self._clock = crowd, few, patience, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def enter(self, who: str, patience: float) -> ProcessorShare | None:
        """Waits for a place, at most so many seconds in the crowd; of which share it is, which is said when it is left.
        None where there is none. Who speaks for many, and has no name, is the crowd.
        """
        if self._crowd.enter(0.0):
            # nothing to wait for: what the few have is left for when there is
            return self._crowd
        return self.enter_few(who) or (self._crowd if self._crowd.enter(patience) else None)

    def enter_few(self, who: str) -> ProcessorShare | None:
        """The same of who has used little, without waiting in the crowd."""
        return self._few if who and self._has_left(who) and self._few.enter(self._patience) else None

    def leave(self, who: str, share: ProcessorShare | None, seconds: float) -> None:
        """Somebody used so much of the processor, in a place of that share or without one."""
        (share or self._crowd).use(seconds)
        if share is not None:
            share.leave()
        with self._lock:
            self._used[who] = (self._owes(who) + seconds, self._clock())
            self._used.move_to_end(who)
            if len(self._used) > ADDRESSES:
                self._used.popitem(last=False)

    def _has_left(self, who: str) -> bool:
        with self._lock:
            return self._owes(who) < OWN_STOCK

    def _owes(self, who: str) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * OWN_A_SECOND)
