"""Privacy: the log keeps of a match what its players agreed on, once it is over or the next one has begun."""

from collections.abc import Sequence
from dataclasses import replace

from device.store.log.removal import Spans, nameless, remove_match, remove_names, remove_unwanted
from device.store.log.store import LogEntry, Store
from device.store.pictures.picture_store import Pictures
from engine.state.events import MatchStarted, Retention
from engine.state.match_state import MatchState


class Privacy:
    """Writes the log of one table, and takes out of it what is not to be kept; of the referee's thread alone.

    Of a match that is over and off the record the events are only remembered, until the next begins: should its end be
    taken back, it goes on, and is written down once more.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._held: tuple[LogEntry, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether a match is over of which nothing is kept."""
        return bool(self._held)

    def write(self, store: Store, entries: Sequence[LogEntry], match_state: MatchState) -> None:
        """Write events down, after which the match state is this; those that are off the record only if its
        end was taken back. Raises StoreError.
        """
        if not self._held:
            store.append(entries)
            return
        begun = next((n for n, each in enumerate(entries) if isinstance(each.event, MatchStarted)), None)
        if begun is not None:
            store.append(entries[begun:])
            self._held = ()
        elif match_state.winner is None:
            store.append((*self._held, *entries), instead_of=match_state.match_number)
            self._held = ()
        else:
            self._held = (*self._held, *entries)

    def see_to(
        self,
        store: Store,
        pictures: Pictures | None,
        before: MatchState,
        after: MatchState,
        recent: tuple[LogEntry, ...] = (),
    ) -> tuple[MatchState, tuple[LogEntry, ...]]:
        """Remove what is not to be kept, now that the match state has changed; the match state, and the
        `recent` events, as they are then. Raises StoreError.
        """
        spans: Spans = ()
        if after.match_number != before.match_number:
            spans = self._ended(store, before)
            recent = tuple(each for each in recent if not any(each.seq in span for span in spans))
            recent = _as_kept(recent, before)
        match_state, gone = (after, ()) if after.winner is None else self._over(store, after, recent)
        if pictures is not None:
            pictures.forget((*spans, *gone))
        return match_state, recent if after.winner is None else _as_kept(recent, after)

    def _over(self, store: Store, after: MatchState, recent: Sequence[LogEntry]) -> tuple[MatchState, Spans]:
        """The match has been won, or something was said after that."""
        spans: Spans = ()
        helped = any(each.who for each in recent if each.match == after.match_number)
        named = after.match.white or after.match.black or helped
        if after.retention is Retention.OFF and not self._held:
            held = store.load(self._table, match=after.match_number)
            spans = remove_match(store, self._table, after.match_number, husk=True)
            self._held = held
        elif after.retention is Retention.ANONYMOUS and named:
            remove_names(store, self._table, after.match_number)
            return replace(after, match=replace(after.match, white="", black="")), ()
        return after, spans

    def _ended(self, store: Store, match_state: MatchState) -> Spans:
        """The next match has begun."""
        if match_state.retention is Retention.ANONYMOUS:
            remove_names(store, self._table, match_state.match_number)
        unwanted = remove_unwanted(store, self._table)
        if match_state.retention is Retention.OFF and match_state.match_number:
            return (*unwanted, *remove_match(store, self._table, match_state.match_number))
        return unwanted


def _as_kept(entries: tuple[LogEntry, ...], match_state: MatchState) -> tuple[LogEntry, ...]:
    """Events as they lie in the log once the names in a match that is kept without them have been removed."""
    if match_state.retention is not Retention.ANONYMOUS:
        return entries
    return tuple(
        replace(each, event=nameless(each.event), who="") if each.match == match_state.match_number else each
        for each in entries
    )
