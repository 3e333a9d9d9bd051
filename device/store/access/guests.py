"""Guests: how a phone that nobody here has seen before is let in while PINs are being guessed.

Guessing is then slowed down for all unknown phones together, whatever their addresses. Whoever stands at the
box is spared: a code that only the box shows, or a button there, or somebody who has been let in already.
"""

import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

OPEN_FOR = 60.0
"""Seconds for which a button lets unknown phones try."""
OPEN_TRIES = 3
"""How many tries that are, of all of them together."""
GUESSED = 3600.0
"""Seconds for which an address that has guessed wrongly gets none of these."""
ADDRESSES = 8192
"""How many of them are remembered."""


@dataclass(frozen=True, slots=True)
class BoxCode:
    """A code that stands at the box alone: six digits; whether it lets in who sets the PIN, or else a phone
    that is new here.
    """

    code: str
    sets_pin: bool


class Guests:
    """Who may try though unknown phones are slowed down. `clock` gives seconds. From any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._code = new_code()
        self._barred_until = self._open_until = 0.0
        self._tries = 0
        self._guessed: OrderedDict[str, float] = OrderedDict()

    @property
    def code(self) -> str | None:
        """The code that lets one phone try, six digits; None where unknown phones need none."""
        with self._lock:
            return self._code if self._clock() < self._barred_until else None

    def bar(self, seconds: float) -> None:
        """Unknown phones have to wait for so long, as things are now."""
        with self._lock:
            self._barred_until = max(self._barred_until, self._clock() + seconds)

    def give(self, code: str) -> bool:
        """Whether that is the code, which then lets nobody try again."""
        with self._lock:
            right = hmac.compare_digest(code.strip().encode(errors="replace"), self._code.encode())
            if right:
                self._code = new_code()
            return right

    def open(self) -> None:
        """Somebody stands at the box, or is known here: for a minute three tries are free."""
        with self._lock:
            self._open_until, self._tries = self._clock() + OPEN_FOR, OPEN_TRIES

    def take(self, address: str) -> bool:
        """Whether that address may have one of the free tries: if it has not guessed wrongly for an hour."""
        with self._lock:
            now = self._clock()
            guessed = self._guessed.get(address)
            recent = guessed is not None and now < guessed + GUESSED
            if now >= self._open_until or self._tries <= 0 or recent:
                return False
            self._tries -= 1
            return True

    def guessed(self, address: str) -> None:
        """That address has guessed wrongly."""
        with self._lock:
            self._guessed[address] = self._clock()
            self._guessed.move_to_end(address)
            if len(self._guessed) > ADDRESSES:
                self._guessed.popitem(last=False)


def new_code() -> str:
    """Six digits at random."""
    return f"{secrets.randbelow(10**6):06d}"
