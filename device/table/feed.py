"""The feed: the match as a record that grows, for who follows it from elsewhere, as late and nameless as is wanted."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from device.status.snapshot.discretion import log_hidden
from device.store.settings import FeedSettings
from engine.records.record import Record, Tags
from engine.state.match_state import MatchState
from engine.state.retention import Retention

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class _Moment:
    """How a match stood at a time by the stopwatch, in seconds, and what stands at the head of its record."""

    time: float
    match_state: MatchState
    tags: Tags


@dataclass(frozen=True, slots=True)
class _Told:
    """The record that was last told of a moment, with the names or without."""

    moment: _Moment
    nameless: bool
    record: Record


class Feed:
    """What of a match may be followed from elsewhere. Of two threads: one notes, any may ask.

    After a start it begins with what there is then: how old that is nobody knows, so the delay passes once more.
    """

    def __init__(self, settings: Callable[[], FeedSettings]) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._moments: deque[_Moment] = deque()
        self._told: _Told | None = None

    def note(self, match_state: MatchState, tags: Tags, now: float) -> None:
        """The match stands so from now on."""
        if self._settings().on:
            with self._lock:
                self._moments.append(_Moment(now, match_state, tags))
                self._forget(now)

    def record(self, now: float) -> Record | None:
        """The match as it may be told of now; None where nothing may.

        A game that the profile keeps back comes when it is over. What the players agreed on last about
        what is kept counts, however late the board is told. While nothing has happened it is the same object.
        """
        settings = self._settings()
        if not settings.on:
            return None
        with self._lock:
            self._forget(now)
            moments = tuple(self._moments)
        if not moments or moments[0].time > now - settings.delay * MINUTE:
            return None
        then = moments[0].match_state
        kept = next(
            each.match_state.kept
            for each in reversed(moments)
            if each.match_state.match_number == then.match_number
        )
        if kept is Retention.OFF:
            return None
        nameless = not settings.names or kept is not Retention.FULL
        told = self._told
        if told is None or told.moment is not moments[0] or told.nameless is not nameless:
            record = record_to_follow(then, moments[0].tags, nameless=nameless)
            told = self._told = _Told(moments[0], nameless, record)
        return told.record

    def _forget(self, now: float) -> None:
        """Let go of all that came before what is told of now."""
        latest = now - self._settings().delay * MINUTE
        while len(self._moments) > 1 and self._moments[1].time <= latest:
            self._moments.popleft()


def record_to_follow(match_state: MatchState, tags: Tags, *, nameless: bool) -> Record:
    """The match so far, without the game that the profile keeps back."""
    match = match_state.match if log_hidden(match_state) else match_state.record
    return Record(replace(match, white="", black="") if nameless else match, tags=tags)
