"""The library of a club: the matches of all its tables, as if they were one's."""

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from device.clock import Clock
from device.errors import DeviceError
from device.library.match_library import Library, Log
from device.library.matches.event_time import EventTime
from device.library.matches.listed_match import ListedMatch, Listing, dice_of, game_title
from device.library.matches.match_query import MatchQuery
from device.library.matches.players import KnownPlayer, players_of
from device.store.log.store import Store
from device.store.settings import Settings
from engine.i18n import ENGLISH, Translator

DEAR = 0.05
"""Seconds that reading what is new may take before it is done less often: a hall of
200 tables has news all the time.
"""
SHARE = 10.0
"""Of so many seconds one goes into that, at most."""
LONGEST = 10.0
"""How old what is listed may be, at most, in seconds."""

_log = logging.getLogger(__name__)


class Filed(Protocol):
    """The log of a table in the archive; `device.club.link.archive.HubLog` is one."""

    @property
    def key(self) -> str:
        """What its matches are filed under: the table's name, or that with a number where
        there was another such log before.
        """

    @property
    def name(self) -> str:
        """The table's name."""

    @property
    def current(self) -> bool:
        """Whether it is the one that the table of that name writes now."""


class ReceivedLogs(Protocol):
    """All logs that were ever received, in one database; `device.club.link.archive.HubArchive` is one."""

    @property
    def store(self) -> Store:
        """The database."""

    def logs(self) -> Sequence[Filed]:
        """Every log."""

    def log_of(self, key: str, settings: Settings) -> Log:
        """The log that is filed under a key, as a library wants it."""


@dataclass(slots=True)
class _Table:
    """A table's matches, and what was last read of them, for who is admitted and who is not."""

    name: str
    library: Library
    current: bool
    read: dict[bool, tuple[ListedMatch, ...]] = field(default_factory=dict)


class ClubLibrary:
    """The matches of all tables, the newest first; from any thread, over one connection of its own. Raises StoreError.

    It is read alone: a match is deleted at its table, and the archive follows.
    """

    def __init__(self, archive: ReceivedLogs, settings: Settings, clock: Clock | None = None) -> None:
        self._archive, self._settings, self._clock = archive, settings, clock
        self._lock, self._counting = threading.RLock(), threading.Lock()
        self._tables: dict[str, _Table] = {}
        self._store: Store | None = None
        self._news: dict[str, bool] = {"": False}
        self._patient_until = 0.0
        self._told = threading.Lock()

    def note(self, name: str, *, removed: bool = False) -> None:
        """Tell that there is more of a table in the archive; `removed`: or less. Returns at once."""
        with self._told:
            self._news[name] = self._news.get(name, False) or removed

    def close(self) -> None:
        """Let go of the database."""
        with self._lock:
            for each in self._tables.values():
                each.library.close()
            self._tables.clear()
            self._patient_until = 0.0
            if self._store is not None:
                self._store.close()
            self._store = None
        self.note("")

    @property
    def is_behind(self) -> bool:
        """Whether more has come than was read, as after a reading that was dear."""
        with self._told:
            return bool(self._news)

    @property
    def keys(self) -> tuple[str, ...]:
        """What the tables' matches are filed under, as they were received first."""
        with self._lock:
            return tuple(self._fresh())

    def table(self, key: str) -> Library | None:
        """The matches of one table; None where none were ever received."""
        with self._lock:
            found = self._fresh().get(key)
        return None if found is None else found.library

    def matches(self, *, admitted: bool = False, table: str = "") -> tuple[ListedMatch, ...]:
        """All matches, or those of one table, the newest first."""
        with self._lock:
            begun = time.monotonic()
            chosen = [(key, each) for key, each in self._fresh().items() if table in ("", key)]
            found = [listed for key, each in chosen for listed in _read(key, each, admitted=admitted)]
            self._rest(time.monotonic() - begun)
        return tuple(sorted(found, key=_newest, reverse=True))

    def listing(
        self,
        query: MatchQuery,
        *,
        admitted: bool = False,
        translator: Translator = ENGLISH,
        table: str = "",
        limit: int = 100,
        offset: int = 0,
        counted: bool = False,
    ) -> Listing:
        """The matches that somebody wants to see, the newest first; `counted`: with all that is counted in them."""
        if counted:
            self._count()
        matches = self.matches(admitted=admitted)
        found = [
            each
            for each in matches
            if table in ("", each.table)
            and query.fits(each.head, each.evening, lambda game: game_title(game, translator))
        ]
        games = dict.fromkeys(game for each in matches for game in (each.head.game, *each.head.games))
        names = sorted((each.name for each in players_of(matches)), key=str.casefold)
        return Listing(
            tuple(found[offset : offset + limit]), len(found), tuple(games), tuple(names), dice_of(matches)
        )

    def _count(self) -> None:
        """Tell the matches once more that an earlier version told, a table at a time; lists do not wait for it."""
        with self._counting:
            for key in self.keys:
                library = self.table(key)
                if library is None or not library.count():
                    continue
                with self._lock:
                    if key in self._tables:
                        self._tables[key].read.clear()

    def finished(self) -> tuple[ListedMatch, ...]:
        """All matches that somebody has won, the newest first."""
        return tuple(each for each in self.matches() if each.head.winner is not None)

    def players(self, *, admitted: bool = False) -> tuple[KnownPlayer, ...]:
        """Everybody who is named in a match, who played last first."""
        return players_of(self.matches(admitted=admitted))

    def player(self, name: str, *, admitted: bool = False) -> KnownPlayer | None:
        """The player of that name, capitals apart."""
        wanted = name.casefold()
        found = (each for each in self.players(admitted=admitted) if each.name.casefold() == wanted)
        return next(found, None)

    def player_json(self, player: KnownPlayer, translator: Translator) -> dict[str, object]:
        """A player with opponents, games and points over time."""
        known: dict[EventTime, float | None] = {}
        for key in {listed.table for listed, _ in player.matches}:
            library = self.table(key)
            moments = tuple(
                outcome.moment
                for listed, _ in player.matches
                if listed.table == key
                for outcome in listed.head.outcomes
            )
            if library is not None:
                dated = library.dates(moments)
                known |= {moment: dated(moment) for moment in moments}
        return player.whole_json(known.get, translator)

    def _fresh(self) -> dict[str, _Table]:
        """The tables by their keys, what is old of them forgotten. Under the lock."""
        with self._told:
            if not self._news or (time.monotonic() < self._patient_until and not any(self._news.values())):
                return self._tables
            news, self._news = self._news, {}
        try:
            self._bring_up(news)
        except BaseException:
            for name, removed in news.items():
                self.note(name, removed=removed)
            raise
        return self._tables

    def _rest(self, cost: float) -> None:
        """After a reading that was dear, what has only come since is not read for a while."""
        if cost > DEAR:
            self._patient_until = time.monotonic() + min(SHARE * cost, LONGEST)

    def _bring_up(self, news: dict[str, bool]) -> None:
        if self._store is None:
            self._store = Store(self._archive.store.url)
        logs = self._archive.logs()
        for key in self._tables.keys() - {each.key for each in logs}:
            self._tables.pop(key).library.close()
        for log in logs:
            found = self._tables.get(log.key)
            if found is None:
                library = Library(self._archive.log_of(log.key, self._settings), self._clock, self._store)
                self._tables[log.key] = _Table(log.name, library, log.current)
            elif log.name in news or found.current != log.current:
                found.current = log.current
                found.read.clear()
                if news.get(log.name):
                    found.library.close()


def _read(key: str, table: _Table, *, admitted: bool) -> Iterable[ListedMatch]:
    if admitted not in table.read:
        try:
            matches = table.library.matches(admitted=admitted)
        except DeviceError:
            raise
        except Exception:  # noqa: BLE001 - what one table has sent takes nobody else's matches off the list
            _log.exception("the matches of %r cannot be read", key)
            matches = ()
        table.read[admitted] = tuple(
            replace(each, table=key, is_open=each.is_open and table.current) for each in matches
        )
    return table.read[admitted]


def _newest(listed: ListedMatch) -> tuple[float, int]:
    return listed.begun or 0.0, listed.head.number
