"""The feed: the match as a record that grows, for who follows it from elsewhere, as late and nameless as is wanted."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from device.delay_queue import Delayed, DelayQueue
from device.status.snapshot.discretion import log_hidden
from device.store.settings import FeedSettings
from engine.records.record import Record, Tags
from engine.state.events import Retention
from engine.state.match_state import MatchState


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a match stands, and what stands at the head of its record."""

    match_state: MatchState
    tags: Tags


@dataclass(frozen=True, slots=True)
class _Told:
    """The record that was last told of a moment, with the names or without."""

    moment: Delayed[_Standing]
    nameless: bool
    record: Record


class Feed:
    """What of a match may be followed from elsewhere. Of two threads: one notes, any may ask.

    After a start it begins with what there is then: how old that is nobody knows, so the delay passes once more.
    """

    def __init__(self, settings: Callable[[], FeedSettings]) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._moments = DelayQueue[_Standing]()
        self._told: _Told | None = None

    def note(self, match_state: MatchState, tags: Tags, now: float) -> None:
        """The match stands so from now on."""
        settings = self._settings()
        if settings.on:
            with self._lock:
                self._moments.add(now, _Standing(match_state, tags))
                self._moments.due(now - settings.delay_seconds)

    def record(self, now: float) -> Record | None:
        """The match as it may be told of now; None where nothing may.

        A game that the profile keeps back comes when it is over. What the players agreed on last about
        what is kept counts, however late the board is told. While nothing has happened it is the same object.
        """
        settings = self._settings()
        if not settings.on:
            return None
        with self._lock:
            moment = self._moments.due(now - settings.delay_seconds)
            states = [each.match_state for each in self._moments.newest_first()]
        if moment is None:
            return None
        then = moment.value.match_state
        kept = next(each.retention for each in states if each.match_number == then.match_number)
        if kept is Retention.OFF:
            return None
        nameless = not settings.names or kept is not Retention.FULL
        told = self._told
        if told is None or told.moment is not moment or told.nameless is not nameless:
            record = record_to_follow(then, moment.value.tags, nameless=nameless)
            told = self._told = _Told(moment, nameless, record)
        return told.record


def record_to_follow(match_state: MatchState, tags: Tags, *, nameless: bool) -> Record:
    """The match so far, without the game that the profile keeps back."""
    match = match_state.match if log_hidden(match_state) else match_state.record
    return Record(replace(match, white="", black="") if nameless else match, tags=tags)
