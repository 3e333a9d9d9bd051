"""Following the broadcaster: every signal in a thread of its own, so that a bus that hangs holds up nobody else."""

import logging
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from device.clock import Clock, SystemClock
from device.errors import LightsError
from device.signals import Signal
from device.signals.panel import Panel, panel_of
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Snapshot
from engine.i18n import phrase

IDLE_SECONDS = 3600.0
"""How long to wait for a snapshot where nothing blinks."""
FIRST_RETRY, LAST_RETRY = 2.0, 60.0
"""After how many seconds a signal that has failed is tried again: twice as long each time."""
STOP_SECONDS = 2.0
"""How long the end waits for a signal that hangs."""

_log = logging.getLogger(__name__)


class SignalFollower:
    """One signal that shows the latest snapshot. It never fails: what goes wrong is told once, and tried again."""

    def __init__(self, signal: Signal, broadcaster: Broadcaster, clock: Clock) -> None:
        self.signal = signal
        self.complaint: str | None = None
        """What is wrong with the signal, in a sentence; None: nothing."""
        self._broadcaster, self._clock = broadcaster, clock
        self._retry, self._again = FIRST_RETRY, 0.0
        self._mine = threading.RLock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Show the snapshot that hangs there now, then follow."""
        snapshot = self._broadcaster.latest()
        first = (snapshot.seq, self.step(snapshot))
        self._thread = threading.Thread(target=self._follow, args=first, name=self.signal.kind, daemon=True)
        self._thread.start()

    @contextmanager
    def lent(self) -> Iterator[Signal]:
        """The signal for somebody else, while the snapshot wait; it is opened anew for them after that."""
        with self._mine:
            self.signal.close()
            try:
                yield self.signal
            finally:
                self.signal.close()
                self.complaint = None
                self.step(self._broadcaster.latest())

    def step(self, snapshot: Snapshot) -> float | None:
        """Show a snapshot as it is now; the seconds after which to do so again, None: when there is another."""
        with self._mine:
            return self._step(snapshot)

    def _step(self, snapshot: Snapshot) -> float | None:
        now = self._clock.monotonic()
        if self.complaint is not None and now < self._again:
            return self._again - now
        try:
            wait = self.signal.show(snapshot, now)
        except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
            return self._fail(error, now)
        if self.complaint is not None:
            _log.info("the %s is back", self.signal.kind)
        self.complaint, self._retry = None, FIRST_RETRY
        return wait

    def join(self) -> None:
        """Wait until the signal is out, after the broadcaster was closed; not for ever, if it hangs."""
        if self._thread is None:
            self.signal.close()
        else:
            self._thread.join(STOP_SECONDS)

    def _fail(self, error: Exception, now: float) -> float:
        said = str(error) or repr(error)
        if said != self.complaint:
            # What is missing from the start is told by who starts.
            level = logging.INFO if self._thread is None else logging.WARNING
            _log.log(level, "%s", said, exc_info=_log.isEnabledFor(logging.DEBUG))
        self.complaint = said
        self.signal.close()
        wait, self._retry = self._retry, min(LAST_RETRY, 2 * self._retry)
        self._again = now + wait
        return wait

    def _follow(self, seq: int, wait: float | None) -> None:
        while not self._broadcaster.closed:
            self._broadcaster.wait(seq, IDLE_SECONDS if wait is None else wait)
            if not self._broadcaster.closed:
                snapshot = self._broadcaster.latest()
                seq, wait = snapshot.seq, self.step(snapshot)
        self.signal.close()


class Signals:
    """All signals of a table, which follow its broadcaster until that is closed."""

    def __init__(
        self, broadcaster: Broadcaster, signals: tuple[Signal, ...], clock: Clock | None = None
    ) -> None:
        self.signals, self.broadcaster = signals, broadcaster
        self.clock = clock or SystemClock()
        self._followers = tuple(SignalFollower(signal, broadcaster, self.clock) for signal in signals)

    def start(self) -> None:
        """Show the snapshot that hangs there, so that what is missing is known at once; then follow."""
        for follower in self._followers:
            follower.start()

    def step(self) -> float | None:
        """Show the latest snapshot everywhere, in this thread; the seconds after which to do so again, None: never."""
        waits = [follower.step(self.broadcaster.latest()) for follower in self._followers]
        return min((wait for wait in waits if wait is not None), default=None)

    def lent(self, kind: str) -> AbstractContextManager[Signal]:
        """The signal of a kind, to be tried by hand for a moment. Raises LightsError where there is none."""
        for follower in self._followers:
            if follower.signal.kind == kind and not self.broadcaster.closed:
                return follower.lent()
        raise LightsError(phrase("there is no {kind} to try: name one in the settings", kind=kind))

    @property
    def missing(self) -> tuple[str, ...]:
        """What does not work now, each in a sentence that says what to do."""
        return tuple(each.complaint for each in self._followers if each.complaint is not None)

    def panel(self) -> Panel:
        """What all signals show now, whatever they hang on; from any thread."""
        return panel_of(self.signals, self.broadcaster.latest(), self.clock.monotonic(), self.missing)

    def stop(self) -> None:
        """Put everything out; closes the broadcaster, which every thread waits for."""
        self.broadcaster.close()
        for follower in self._followers:
            follower.join()
