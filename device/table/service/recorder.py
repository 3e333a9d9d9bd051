"""The recorder: writes down what the referee decides, in one log with its pictures, and knows what is in it."""

from collections.abc import Sequence
from itertools import pairwise

from device.clock import Clock, boot_id
from device.status.snapshot.discretion import log_hidden
from device.store.log.dating import MatchDate
from device.store.log.logbook import Logbook
from device.store.log.simulated_log import TAGS
from device.store.log.store import LogEntry, Source, Store
from device.store.pictures.pictures import Pictures
from device.store.pictures.ring import Reference
from device.table.inbox import Letter
from device.table.service.privacy import Privacy
from device.table.service.resume import RECENT, tidy_and_resume
from engine.records.mat.mat import write_mat
from engine.state.events import ClockTurned, Event, Played, Thrown
from engine.state.match_state import Ledger
from engine.state.reducer import apply


class Recorder:
    """Writes the log of one table, and has the pictures of its events kept; in one thread, while any may read.

    `blank` is the ledger of a log in which nothing has happened. Store and pictures are its own: close() closes them.
    `ledger` is the fold of all that is written, `entries` are the last events, the oldest first; `simulated`: of games on
    the simulated board. Raises StoreError.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        pictures: Pictures | None,
        blank: Ledger,
        clock: Clock,
        *,
        simulated: bool,
    ) -> None:
        self.simulated = simulated
        # All goes first that is not to be kept.
        resumed = tidy_and_resume(store, table, blank, pictures, clock)
        self.store, self.pictures = store, pictures
        self.ledger, self.entries = resumed.ledger, resumed.entries
        self.logbook = Logbook(store, table, self.ledger.seq, _open_to_all(self.ledger, self.entries))
        self._table, self._clock, self._boot = table, clock, boot_id()
        self._privacy = Privacy(table)
        self._date = MatchDate(self.entries, clock, self._boot)

    def start(self) -> None:
        """Begin to keep pictures."""
        if self.pictures is not None:
            self.pictures.start()

    def close(self) -> None:
        """Keep what pictures there still are to be kept, then let go of everything."""
        self.logbook.close()
        if self.pictures is not None:
            self.pictures.close()
        self.store.close()

    def write(self, events: Sequence[Event], frames: Sequence[int], letter: Letter) -> None:
        """Write down the events that came of a letter, one or more, each with the frame it was read from.

        Raises StoreError; then nothing is written, and the ledger is as it was.
        """
        ledgers = [self.ledger]
        for event, frame in zip(events, frames, strict=True):
            ledgers.append(apply(ledgers[-1], event, frame))
        entries = self._entries(ledgers, events, frames, letter)
        ledger = ledgers[-1]
        self._privacy.write(self.store, entries, ledger)
        self.ledger = ledger
        shown = _open_to_all(ledger, (*self.entries[-1:], *entries))
        self.logbook.note(ledger.seq, max(self.logbook.shown, shown))
        self.entries = (*self.entries, *entries)[-RECENT:]
        self._date.note(entries)
        if self.pictures is not None and not self._privacy.holds:
            for entry in entries:
                if not isinstance(entry.event, ClockTurned):
                    self.pictures.keep(Reference(entry.seq, entry.wall), entry.frames)

    def see_to_privacy(self, before: Ledger) -> bool:
        """Remove what is not to be kept, now that the ledger is another than `before`; whether that changed it once more.

        Raises StoreError.
        """
        after = self.ledger
        self.ledger, self.entries = self._privacy.see_to(
            self.store, self.pictures, before, after, self.entries
        )
        return self.ledger is not after

    def record_text(self, *, finished: bool) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""
        ledger = self.ledger
        tags = (*(TAGS if self.simulated else ()), *self._date.tags)
        return write_mat(ledger.match if finished and ledger.playing else ledger.record, tags)

    def _entries(
        self, ledgers: Sequence[Ledger], events: Sequence[Event], frames: Sequence[int], letter: Letter
    ) -> list[LogEntry]:
        wall, monotonic, clock_set = self._clock.wall(), self._clock.monotonic(), self._clock.is_set()
        return [
            LogEntry(
                self._table, ledger.seq, ledger.match_number, len(ledger.record.games), wall, monotonic, clock_set,
                _source(event, letter.source), tuple(dict.fromkeys((frame, *letter.frames))), event,
                boot=self._boot, who=letter.who,
            )
            for (_, ledger), event, frame in zip(pairwise(ledgers), events, frames, strict=True)
        ]  # fmt: skip


def _open_to_all(ledger: Ledger, entries: Sequence[LogEntry]) -> int:
    """The number of the last of these events that everybody may know of: one of the game that is kept back is none."""
    if not log_hidden(ledger):
        return ledger.seq
    now = ledger.match_number, len(ledger.record.games)
    return next((each.seq for each in reversed(entries) if (each.match, each.game) != now), 0)


def _source(event: Event, source: Source) -> Source:
    return Source.INFERRED if isinstance(event, Played | Thrown) and event.inferred else source
