"""For spectators elsewhere: what a broker tells them of a table, as late and as nameless as `[feed]` has it."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from device.club.link import topics as t
from device.club.link.published_table import Say
from device.club.link.wire import packed
from device.status.snapshot.snapshot import Snapshot
from device.store.settings import FeedSettings
from device.table.feed import MINUTE
from engine.i18n import Translator
from engine.state.retention import Retention

MOST = 4096
"""How many moments may wait to be told: two hours of a quick game. Where there are more, the last of them waits in its
place: what was there before becomes due in its time all the same.
"""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A snapshot, and when it was pinned up, in seconds of the stopwatch."""

    at: float
    snapshot: Snapshot


class Spectators:
    """Tells spectators what they may see of a table, in a language; the broker keeps it for who comes late.

    From any thread. After a start it begins with what there is then: how old that is nobody knows, so the delay passes
    once more.
    """

    def __init__(
        self,
        settings: FeedSettings,
        translator: Translator,
        say: Say,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._translator, self._say, self._clock = settings, translator, say, clock
        self._delay = settings.delay * MINUTE
        self._moments: deque[_Moment] = deque()
        self._said: tuple[_Moment, bool] | None = None
        """What was told last, and whether without names; None: nothing."""
        self._lock = threading.Lock()

    @property
    def on(self) -> bool:
        """Whether spectators are told anything at all."""
        return self._settings.on

    def note(self, snapshot: Snapshot) -> None:
        """This hangs there from now on."""
        if self.on:
            with self._lock:
                if len(self._moments) >= MOST:
                    self._moments.pop()
                self._moments.append(_Moment(self._clock(), snapshot))

    def wait(self) -> float | None:
        """The seconds until there is something else to tell; None: when something happens."""
        with self._lock:
            now = self._clock()
            due = (each.at + self._delay - now for each in self._moments)
            return next((each for each in due if each > 0), None)

    def tell(self) -> None:
        """Tell what may be seen now, if that is something else than before."""
        with self._lock:
            told = self._shown()
            if told != self._said:
                self._publish(told)

    def tell_anew(self) -> None:
        """Tell it to a broker of which nobody knows what it has kept."""
        with self._lock:
            self._publish(self._shown())

    def _shown(self) -> tuple[_Moment, bool] | None:
        """The moment that may be seen now, and whether without names; None where there is none.

        What the players agreed on last about what is kept counts, however late the board is told.
        """
        latest = self._clock() - self._delay
        while len(self._moments) > 1 and self._moments[1].at <= latest:
            self._moments.popleft()
        if not self._moments or self._moments[0].at > latest:
            return None
        shown = self._moments[0]
        matches = (each.snapshot.match for each in reversed(self._moments))
        kept = next(each.kept for each in matches if each.number == shown.snapshot.match.number)
        if kept is Retention.OFF:
            return None
        return shown, not self._settings.names or kept is not Retention.FULL

    def _publish(self, told: tuple[_Moment, bool] | None) -> None:
        payload = b""
        if told is not None:
            (moment, nameless), translator = told, self._translator
            snapshot = moment.snapshot
            shown = snapshot.without_names(translator) if nameless else snapshot.in_language(translator)
            payload = packed(shown.as_json(self._clock() - self._delay))
        self._said = told if self._say(t.SPECTATORS, payload) else None
