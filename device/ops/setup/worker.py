"""The worker: what is slow is done in a thread of its own, one thing at a time."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from device.errors import DeviceError, NotNow
from engine.i18n import Phrase, phrase, phrase_of

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Doing:
    """What is being done: for which step, what is said of it, and since when, in seconds of the stopwatch."""

    step: str
    says: Phrase
    since: float


class Worker:
    """Does one thing after another. `failed` hears of what went wrong, in a sentence;
    `changed` of every beginning and end.
    """

    def __init__(self, failed: Callable[[str, Phrase], None], changed: Callable[[], None]) -> None:
        self._failed, self._changed = failed, changed
        self._doing: Doing | None = None
        self._lock = threading.Lock()
        self._idle = threading.Event()
        self._idle.set()

    @property
    def doing(self) -> Doing | None:
        """What is being done; None: nothing."""
        return self._doing

    def begin(self, step: str, says: Phrase, do: Callable[[], None]) -> None:
        """Begin something, unless something else is being done. Raises NotNow."""
        with self._lock:
            if self._doing is not None:
                raise NotNow(
                    phrase("Something is being done already, perhaps for somebody else: wait a moment.")
                )
            self._doing = Doing(step, says, time.monotonic())
            self._idle.clear()
        self._changed()
        threading.Thread(target=self._do, args=(step, do), name="set-up", daemon=True).start()

    def wait(self, timeout: float) -> bool:
        """Wait until nothing is being done; whether that is so in time."""
        return self._idle.wait(timeout)

    def _do(self, step: str, do: Callable[[], None]) -> None:
        try:
            do()
        except DeviceError as error:
            self._failed(step, phrase_of(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, the set-up goes on
            _log.error("a step of the set-up failed", exc_info=error)
            self._failed(
                step, phrase("an error in Tableside itself ({error}): try once more", error=repr(error))
            )
        finally:
            with self._lock:
                self._doing = None
                self._idle.set()
            self._changed()
