"""The broadcaster: the latest snapshot, which any number of followers may wait for, and those before it."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from device.status.snapshot.table_snapshot import Snapshot
from engine.i18n import ENGLISH, Translator
from engine.state.events import Retention

KEPT = 256
"""How many snapshots are kept for followers who were away: some minutes of play."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A snapshot, and when it was published, in seconds of the stopwatch."""

    snapshot: Snapshot
    at: float


class Broadcaster:
    """Holds the latest snapshot for whoever comes, and the last few for who was away: nobody ever holds anybody up.

    All methods may be called from any thread. `clock` gives seconds of the stopwatch.
    """

    def __init__(self, first: Snapshot, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._latest = first
        self._past: deque[Posted] = deque([Posted(first, clock())], KEPT)
        self._told: dict[str, Snapshot] = {}
        self._closed = False
        self._changed = threading.Condition()

    def post(self, snapshot: Snapshot) -> None:
        """Publish a snapshot in place of the last one, and wake everybody who waits."""
        with self._changed:
            if _is_forgotten(self._latest, snapshot):
                self._past.clear()
            self._latest, self._told = snapshot, {}
            self._past.append(Posted(snapshot, self._clock()))
            self._changed.notify_all()

    def latest(self, translator: Translator = ENGLISH) -> Snapshot:
        """The snapshot as it is now, in a language; whoever asks for it in that first has it put into it."""
        with self._changed:
            snapshot, told = self._latest, self._told
        if translator is ENGLISH:
            return snapshot
        if translator.code not in told:
            told[translator.code] = snapshot.in_language(translator)
        return told[translator.code]

    def after(self, seq: int, translator: Translator = ENGLISH) -> tuple[Posted, ...] | None:
        """What was published after number `seq`, in its order and in a language; None where that
        number is not known (any more).
        """
        with self._changed:
            past, latest = tuple(self._past), self._latest
        place = next((at for at in range(len(past) - 1, -1, -1) if past[at].snapshot.seq == seq), None)
        if place is None:
            return None
        missed = past[place + 1 :]
        if translator is ENGLISH or not missed:
            return missed
        *before, last = (each.snapshot for each in missed)
        # the last one is the present one, as a rule: others want it in this language, too
        told = [each.in_language(translator) for each in before]
        now = self.latest(translator) if last is latest else None
        told.append(now if now is not None and now.seq == last.seq else last.in_language(translator))
        return tuple(Posted(snapshot, each.at) for snapshot, each in zip(told, missed, strict=True))

    def wait(self, after_seq: int, timeout: float, translator: Translator = ENGLISH) -> Snapshot | None:
        """The latest snapshot, in a language, once it is another than number `after_seq`; None after
        `timeout` seconds or at the end.

        Any other number will do, a lower one too: a follower who has been told more than a service that has just
        been started again knows must hear of it.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._latest.seq != after_seq, timeout)
            if self._latest.seq == after_seq:
                return None
        return self.latest(translator)

    def close(self) -> None:
        """Wake all followers for good: nothing will be posted any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether the service behind it has ended."""
        return self._closed


def _is_forgotten(last: Snapshot, snapshot: Snapshot) -> bool:
    """Whether with a snapshot the names, or all, of a match go of which not everything is
    kept: nobody is told of it later.
    """
    before, after = last.match, snapshot.match
    named = (before.number, before.white, before.black) != (after.number, after.white, after.black)
    return before.kept is not Retention.FULL and named
