"""For spectators elsewhere: what a broker tells them of a table, as late and as nameless as `[feed]` has it."""

import threading
import time
from collections.abc import Callable

from device.club.link import topics as t
from device.club.link.published_table import Say
from device.club.link.wire import packed
from device.delay_queue import Delayed, DelayQueue
from device.status.snapshot.table_snapshot import Snapshot
from device.store.settings import FeedSettings
from engine.i18n import Translator
from engine.state.events import Retention


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
        self._moments = DelayQueue[Snapshot]()
        self._said: tuple[Delayed[Snapshot], bool] | None = None
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
                self._moments.add(self._clock(), snapshot)

    def wait(self) -> float | None:
        """The seconds until there is something else to tell; None: when something happens."""
        with self._lock:
            latest = self._latest()
            time = self._moments.next_time(latest)
            return None if time is None else time - latest

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

    def _shown(self) -> tuple[Delayed[Snapshot], bool] | None:
        """The moment that may be seen now, and whether without names; None where there is none.

        What the players agreed on last about what is kept counts, however late the board is told.
        """
        shown = self._moments.due(self._latest())
        if shown is None:
            return None
        matches = (each.match for each in self._moments.newest_first())
        kept = next(each.kept for each in matches if each.number == shown.value.match.number)
        if kept is Retention.OFF:
            return None
        return shown, not self._settings.names or kept is not Retention.FULL

    def _latest(self) -> float:
        """What came later is not told of yet."""
        return self._clock() - self._settings.delay_seconds

    def _publish(self, told: tuple[Delayed[Snapshot], bool] | None) -> None:
        payload = b""
        if told is not None:
            (moment, nameless), translator = told, self._translator
            snapshot = moment.value
            shown = snapshot.without_names(translator) if nameless else snapshot.in_language(translator)
            payload = packed(shown.as_json(self._latest()))
        self._said = told if self._say(t.SPECTATORS, payload) else None
