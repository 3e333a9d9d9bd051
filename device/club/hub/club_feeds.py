"""The feeds of a club: each table's match as a record that grows, as late and nameless as the hub's `[feed]` has it;
its players are named where the table's own `[feed]` names them, too.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from device.club.hub.wall import SeenTable
from device.delay_queue import DelayQueue
from device.store.log.dating import date_tags, dated
from device.store.log.store import TAGS, Store
from device.store.settings import FeedSettings
from device.table.feed import record_to_follow
from device.table.service.resume import fold
from engine.match.match import Match
from engine.records.record import Record
from engine.state.events import Retention
from engine.state.match_state import new_match_state


@dataclass(slots=True)
class _Feed:
    """What has come of a table when, by the stopwatch: all up to a number; and the record that was last told."""

    key: str
    arrived: DelayQueue[int] = field(default_factory=DelayQueue)
    told: tuple[tuple[int, bool], Record | None] | None = None


class ClubFeeds:
    """What may be followed of each table from elsewhere, read from a hub's archive when somebody asks; from any thread.

    After a start it begins with what there is then: how old that is nobody knows, so the delay passes once more.
    """

    def __init__(
        self, store: Store, settings: FeedSettings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self._lock = threading.Lock()
        self._feeds: dict[str, _Feed] = {}

    def note(self, table: SeenTable, *, removed: bool = False) -> None:
        """There is as much of a table now as it says; `removed`: or less."""
        if self._settings.on:
            with self._lock:
                self._noted(table, removed=removed)

    def record(self, table: SeenTable) -> Record | None:
        """The match of a table as it may be told of now; None where nothing may. While nothing has happened it is the
        same object. Raises StoreError.
        """
        if not self._settings.on:
            return None
        with self._lock:
            feed = self._noted(table)
            due = feed.arrived.due(self._clock() - self._settings.delay_seconds)
            if due is None:
                return None
            told = due.value, self._settings.names and table.names
            if feed.told is None or feed.told[0] != told:
                feed.told = told, self._read(feed.key, due.value, simulated=table.simulated, names=told[1])
            return feed.told[1]

    def _noted(self, table: SeenTable, *, removed: bool = False) -> _Feed:
        feed = self._feeds.get(table.name)
        if feed is None or feed.key != table.key:
            # a table with another log begins anew
            feed = self._feeds[table.name] = _Feed(table.key)
        if removed:
            feed.told = None
        if next(feed.arrived.newest_first(), None) != table.upto:
            feed.arrived.add(self._clock(), table.upto)
        return feed

    def _read(self, key: str, upto: int, *, simulated: bool, names: bool) -> Record | None:
        """The match that was on at an event of a log."""
        begun = next(self._store.latest(key, "MatchStarted", before=upto + 1), None)
        if begun is None:
            return None
        entries = self._store.load(key, match=begun.match)
        kept = fold(new_match_state(Match(0, "", "")), entries).retention
        if kept is Retention.OFF:
            return None
        then = fold(new_match_state(Match(0, "", "")), (each for each in entries if each.seq <= upto))
        tags = (*(TAGS if simulated else ()), *date_tags(dated(entries)[0]))
        return record_to_follow(then, tags, nameless=not names or kept is not Retention.FULL)
