"""The host's watch: looks after the computer every half minute, and tells the referee what is wrong with it."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.clock import Clock, SystemClock
from device.io.host.concerns import UNSET, Concern, ToldConcerns, concerns, jump
from device.io.host.host_reading import take_reading
from device.io.host.sources import Host
from engine.i18n import Phrase

SECONDS = 30.0
"""How often the computer is looked after."""
UNSET_SECONDS = 1.0
"""How often a clock that is not set is asked whether it is now."""
STOP_SECONDS = 10.0
"""How long the end waits for a look that is being taken."""
JUMP_SECONDS = 2.0
"""A wall clock that goes off by more than this has been set."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HostReport:
    """What is wrong with the computer now, the gravest first."""

    concerns: tuple[Concern, ...] = ()

    @property
    def grave(self) -> Phrase | None:
        """What endangers the log, and what to do; None where nothing does."""
        told = ((("text", each.text), ("advice", each.advice)) for each in self.concerns if each.is_grave)
        return next((Phrase("{text} {advice}", each) for each in told), None)


class HostWatch:
    """Looks after the computer and its data folder; `tell` hears of every change, `make_room` is called where the disk
    runs out of room; both must return at once.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[HostReport], None],
        make_room: Callable[[], None] = lambda: None,
        *,
        host: Host | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._folder, self._tell, self._make_room = folder, tell, make_room
        self._host, self._clock = host or Host(), clock or SystemClock()
        self._told = ToldConcerns()
        self._found: tuple[Concern, ...] = ()
        self._shown: tuple[Concern, ...] = ()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="host", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)

    def add(self, found: Sequence[Concern]) -> None:
        """Tell from the next look on, as long as it is looked after, what was found otherwise; from any thread."""
        self._found = (*self._found, *found)

    def look(self) -> None:
        """Look once, and tell what has changed."""
        reading = take_reading(self._folder, self._host, self._clock)
        before, self._told = self._told, concerns(reading, self._told)
        by = jump(reading, before)
        if abs(by) > JUMP_SECONDS:
            _log.info("the clock was set %s by %.0f s", "on" if by > 0 else "back", abs(by))
        now = (*self._found, *self._told.now)
        if any(concern.what == "disk" for concern in now):
            self._make_room()
        if now != self._shown:
            for concern in now:
                if concern not in self._shown:
                    _log.info("%s %s", concern.text, concern.advice)
            self._shown = now
            self._tell(HostReport(now))

    def _watch(self) -> None:
        complaint = ""
        while True:
            try:
                self.look()
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                if repr(error) != complaint:
                    complaint = repr(error)
                    _log.exception("the computer could not be looked after")
            if self._waits():
                return

    def _waits(self) -> bool:
        """Waits until the next look is due, or the clock has been set meanwhile; whether it is to end."""
        if UNSET not in self._shown:
            return self._stopping.wait(SECONDS)
        for _ in range(round(SECONDS / UNSET_SECONDS)):
            if self._clock.is_set():
                break
            if self._stopping.wait(UNSET_SECONDS):
                return True
        return self._stopping.is_set()
