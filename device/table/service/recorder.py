"""The recorder: writes down what the referee decides, in one log with its pictures, and knows what is in it."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from device.clock import Clock, boot_id
from device.status.snapshot.discretion import log_hidden
from device.store.log.dating import MatchDate
from device.store.log.logbook import Logbook
from device.store.log.store import TAGS, LogEntry, Source, Store
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import Reference
from device.table.feed import Feed
from device.table.inbox import Envelope
from device.table.service.privacy import Privacy
from device.table.service.resume import RECENT, tidy_and_resume
from engine.records.chouette_tags import chouette_tags
from engine.records.mat.mat_writer import write_mat
from engine.records.record import Tags
from engine.state.events import Asked, ClockTurned, Event, Played, Thrown
from engine.state.match_state import MatchState
from engine.state.reducer import reduce
from vision.frame import Picture


class Recorder:
    """Writes the log of one table, and has the pictures of its events kept; in one thread, while any may read.

    `blank` is the match state of a log in which nothing has happened. Store and pictures are its own: close()
    closes them. `match_state` is the fold of all that is written, `entries` are the last events, the oldest
    first; `simulated`: of games on the simulated board. The `feed` is told of each; `ask_full` asks the camera for a
    picture in full resolution, to be kept with a question. Raises StoreError.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        pictures: Pictures | None,
        blank: MatchState,
        clock: Clock,
        *,
        simulated: bool,
        feed: Feed,
        ask_full: Callable[[Callable[[Picture], None]], object] = lambda given: None,
    ) -> None:
        self.simulated = simulated
        # All goes first that is not to be kept.
        resumed = tidy_and_resume(store, table, blank, pictures, clock)
        self.store, self.pictures = store, pictures
        self.match_state, self.entries = resumed.match_state, resumed.entries
        self.logbook = Logbook(
            store, table, self.match_state.seq, _open_to_all(self.match_state, self.entries)
        )
        self._table, self._clock, self._boot = table, clock, boot_id()
        self._privacy = Privacy(table)
        self._date = MatchDate(self.entries, clock, self._boot)
        self._feed, self._ask_full = feed, ask_full
        self._feed_on()

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

    def write(self, events: Sequence[Event], frames: Sequence[int], envelope: Envelope) -> None:
        """Write down the events that came of an envelope, one or more, each with the frame it was read from.

        Raises StoreError; then nothing is written, and the match state is as it was.
        """
        match_states = [self.match_state]
        for event, frame in zip(events, frames, strict=True):
            match_states.append(reduce(match_states[-1], event, frame))
        entries = self._entries(match_states, events, frames, envelope)
        match_state = match_states[-1]
        self._privacy.write(self.store, entries, match_state)
        self.match_state = match_state
        shown = _open_to_all(match_state, (*self.entries[-1:], *entries))
        self.logbook.note(match_state.seq, max(self.logbook.shown, shown))
        self.entries = (*self.entries, *entries)[-RECENT:]
        self._date.note(entries)
        self._feed_on()
        if self.pictures is not None and not self._privacy.holds:
            for entry in entries:
                if not isinstance(entry.event, ClockTurned):
                    self.pictures.keep(Reference(entry.seq, entry.wall), entry.frames)
                if isinstance(entry.event, Asked):
                    self._keep_full(entry, self.pictures)

    def _keep_full(self, entry: LogEntry, pictures: Pictures) -> None:
        """Have a picture in full resolution kept with a question, unless that has been removed until it comes."""

        def given(picture: Picture) -> None:
            if entry in self.entries:
                pictures.keep_full(Reference(entry.seq, entry.wall), picture)

        self._ask_full(given)

    def see_to_privacy(self, before: MatchState) -> bool:
        """Remove what is not to be kept, now that the match state is another than `before`;
        whether that changed it once more.

        Raises StoreError.
        """
        after = self.match_state
        self.match_state, self.entries = self._privacy.see_to(
            self.store, self.pictures, before, after, self.entries
        )
        self._feed_on()
        return self.match_state is not after

    def record_text(self, *, finished: bool) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""
        match_state = self.match_state
        if finished and match_state.playing:
            return write_mat(match_state.match, self._tags)
        return write_mat(match_state.record, (*self._tags, *chouette_tags(match_state.chouette)))

    @property
    def _tags(self) -> Tags:
        """What stands at the head of a record of the match."""
        return (*(TAGS if self.simulated else ()), *self._date.tags)

    def _feed_on(self) -> None:
        self._feed.note(self.match_state, self._tags, self._clock.monotonic())

    def _entries(
        self,
        match_states: Sequence[MatchState],
        events: Sequence[Event],
        frames: Sequence[int],
        envelope: Envelope,
    ) -> list[LogEntry]:
        wall, monotonic, clock_set = self._clock.wall(), self._clock.monotonic(), self._clock.is_set()
        return [
            LogEntry(
                self._table,
                match_state.seq,
                match_state.match_number,
                len(match_state.record.games),
                wall,
                monotonic,
                clock_set,
                _source(event, envelope.source),
                tuple(dict.fromkeys((frame, *envelope.frames))),
                event,
                boot=self._boot,
                who=envelope.who,
            )
            for (_, match_state), event, frame in zip(pairwise(match_states), events, frames, strict=True)
        ]


def _open_to_all(match_state: MatchState, entries: Sequence[LogEntry]) -> int:
    """The number of the last of these events that everybody may know of: one of the game that is kept back is none."""
    if not log_hidden(match_state):
        return match_state.seq
    now = match_state.match_number, len(match_state.record.games)
    return next((each.seq for each in reversed(entries) if (each.match, each.game) != now), 0)


def _source(event: Event, source: Source) -> Source:
    return Source.INFERRED if isinstance(event, Played | Thrown) and event.inferred else source
