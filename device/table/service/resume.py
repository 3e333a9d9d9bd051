"""Resuming: where the log left off, without reading all of it."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.clock import Clock
from device.errors import DeviceError
from device.store.log.removal import finish_removals, holes
from device.store.log.store import LogEntry, Store
from engine.state.events import Asked, Corrected, GameStarted, ViewChanged
from engine.state.match_state import MatchState
from engine.state.reducer import reduce

if TYPE_CHECKING:
    from device.store.pictures.picture_store import Pictures

RECENT = 200
"""How many of the last events are at hand, at least."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resumed:
    """The match state as the log has it, and the last events, those of the newest match all among them."""

    match_state: MatchState
    entries: tuple[LogEntry, ...]


def tidy_and_resume(
    store: Store, table: str, blank: MatchState, pictures: "Pictures | None", clock: Clock
) -> Resumed:
    """Go on where the log of a table left off, once all has gone from it, and of its
    pictures, that is not to be kept.
    """
    try:
        finish_removals(store, table, clock.wall() if clock.is_set() else None)
        if pictures is not None:
            pictures.forget(holes(store, table))
    except DeviceError as error:
        _log.error("what is not to be kept is still in the log: %s", error)
    return resume(store, table, blank)


def resume(store: Store, table: str, blank: MatchState) -> Resumed:
    """Go on where the log of a table left off; `blank` is the match state of a log in which nothing has happened.

    A match begins with a match state of its own, so that only the newest is folded, with what a table keeps
    from one match to the next: the view, who sits where, the number of the last question. Raises StoreError.
    """
    newest = next(store.latest(table), None)
    if newest is None:
        return Resumed(blank, ())
    begun = next(store.latest(table, "MatchStarted"), None)
    first = 1 if begun is None else begun.seq
    entries = store.load(table, first=min(first, max(1, newest.seq - RECENT)))
    of_match = [entry for entry in entries if entry.seq >= first]
    match_state = _carried(store, table, first, blank) if begun is not None else blank
    return Resumed(fold(match_state, of_match), entries)


def fold(match_state: MatchState, entries: Iterable[LogEntry]) -> MatchState:
    """The match state after what the log says has happened; its numbers are the log's,
    from which matches may have gone.
    """
    for entry in entries:
        match_state = reduce(match_state, entry.event, entry.frames[0] if entry.frames else 0)
        if (match_state.seq, match_state.match_number) != (entry.seq, entry.match):
            match_state = replace(match_state, seq=entry.seq, match_number=entry.match)
    return match_state


def _carried(store: Store, table: str, first: int, blank: MatchState) -> MatchState:
    """What the events before a match leave to it."""
    for kind in (ViewChanged, Asked):
        found = next(store.latest(table, kind.__name__, before=first), None)
        if found is not None and isinstance(found.event, ViewChanged):
            blank = replace(blank, view=found.event.view)
        elif found is not None and isinstance(found.event, Asked):
            blank = replace(blank, asked=found.event.question)
    for entry in store.latest(table, "GameStarted", "Corrected", before=first):
        if isinstance(entry.event, GameStarted | Corrected) and entry.event.seating is not None:
            return replace(blank, seating=entry.event.seating)
    return blank
