"""The analyst: a thread that has an engine analyse matches that are over, while nobody plays.

A match is analysed at 0-ply as soon as it is over, and more thoroughly at night, when the table has been still for a
while. As soon as a game begins the program is ended, and what it was at is begun anew some other time.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from device.clock import Clock, SystemClock
from device.errors import AnalysisError, StoreError
from device.library.analysis.analysing import analyse, known_games
from device.library.analysis.analysis_values import Analysis
from device.library.analysis.engines import Engine, find_engine
from device.library.analysis.gentle_process import Stopped
from device.library.matches.analyses import Summary, state_of
from device.library.matches.listed_match import ListedMatch
from device.library.matches.story_view import StoryView
from device.status.snapshot.broadcaster import Broadcaster
from device.store.settings import AnalysisSettings
from engine.errors import EngineError
from engine.state.events import Retention
from engine.state.match_state import MatchState

QUICK = 0
"""The ply of the first analysis, which takes a second or two."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that is over: its number, and at what ply it has been analysed (None: not yet, or not as it is now)."""

    number: int
    ply: int | None


@dataclass(frozen=True, slots=True)
class Job:
    """To analyse a match at a ply."""

    number: int
    ply: int


def next_job(
    waiting: Iterable[Waiting], deep: int | None, hopeless: frozenset[Job] = frozenset()
) -> Job | None:
    """What is to be done now: the first match that has no analysis; then, where there is time for `deep`
    plies, the first that was analysed less thoroughly. What is `hopeless` was tried in vain.
    """
    known = tuple(waiting)
    wanted = [Job(each.number, QUICK) for each in known if each.ply is None]
    if deep is not None:
        wanted += [Job(each.number, deep) for each in known if each.ply is None or each.ply < deep]
    return next((job for job in wanted if job not in hopeless), None)


def is_night(wall: float, begin: int, end: int) -> bool:
    """Whether it is night at this table: from one hour of the day to another, which may be of the next day.

    `wall`: seconds since 1970; the same hour twice: never.
    """
    hour = time.localtime(wall).tm_hour
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


SECONDS = 10.0
"""How often it looks whether there is anything to do."""
STILL_SECONDS = 300.0
"""So long nothing may have happened at the table before it is analysed thoroughly."""
ABANDONED_SECONDS = 3600.0
"""A game in which nothing has happened for so long is not being played."""
STOP_SECONDS = 10.0

_log = logging.getLogger(__name__)


class AnalystTable(Protocol):
    """The table at which matches are played; `device.table.service.table_service.Service` is one."""

    @property
    def match_state(self) -> MatchState:
        """All that the referee knows now."""

    @property
    def desk(self) -> Broadcaster:
        """Where every change hangs."""


class Matches(Protocol):
    """The matches of the table; `device.library.match_library.Library` is one. All raise StoreError."""

    def matches(self, *, admitted: bool, deleted: bool = False) -> Sequence[ListedMatch]:
        """All matches, the newest first."""

    def story(self, number: int, *, admitted: bool) -> StoryView | None:
        """A match with all that happened in it."""

    def analysed(self) -> dict[int, Summary]:
        """What is known of the analyses, by match."""

    def keep_analysis(self, number: int, state: int, analysis: Analysis) -> None:
        """Keep the analysis of a match in that state."""

    def drop_analysis(self, number: int) -> None:
        """Throw the analysis of a match away."""


class Analyst:
    """Analyses the matches of a table while nobody plays. `engine` finds what analyses, `ask` has it analyse."""

    def __init__(
        self,
        table: AnalystTable,
        matches: Matches,
        settings: AnalysisSettings,
        *,
        clock: Clock | None = None,
        engine: Callable[[], Engine | None] | None = None,
        ask: Callable[..., Analysis] = analyse,
    ) -> None:
        self._table, self._matches, self._settings = table, matches, settings
        self._clock, self._ask = clock or SystemClock(), ask
        self._engine = engine or (lambda: find_engine(settings.engine))
        self._hopeless: set[tuple[Job, int]] = set()
        self._seq, self._since = -1, self._clock.monotonic()
        self._complaint = ""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="analyst", daemon=True)

    def start(self) -> None:
        """Begin, if the settings want it."""
        if self._settings.background:
            self._thread.start()

    def stop(self) -> None:
        """End, and the engine with it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)

    def step(self) -> Job | None:
        """Do what there is to do now; what was done, or tried. Raises StoreError."""
        still = self._still_seconds()
        listed = self._matches.matches(admitted=True)
        known = self._matches.analysed()
        self._drop_stale(listed, known)
        engine = self._engine()
        if engine is None or (self._table.match_state.playing and still < ABANDONED_SECONDS):
            return None
        deep = self._settings.night_ply if still >= STILL_SECONDS and self._is_night() else None
        over = [each for each in listed if not each.is_open and each.head.retention is not Retention.OFF]
        waiting = [
            Waiting(each.head.number, known[each.head.number].ply if each.head.number in known else None)
            for each in over
        ]
        lasts = {each.head.number: each.head.last for each in over}
        hopeless = frozenset(job for job, last in self._hopeless if lasts.get(job.number) == last)
        job = next_job(waiting, deep, hopeless)
        if job is not None:
            self._do(job, lasts[job.number], engine)
        return job

    def _do(self, job: Job, last: int, engine: Engine) -> None:
        shown = self._matches.story(job.number, admitted=True)
        if shown is None or not known_games(shown.story.match):
            self._hopeless.update((Job(job.number, ply), last) for ply in (QUICK, job.ply))
            return
        began, abandoned = self._table.desk.latest().seq, self._table.match_state.playing

        def disturbed() -> bool:
            """Whether somebody plays; a thorough look waits for quieter times as soon as anything happens."""
            changed = self._table.desk.latest().seq != began
            return self._stopping.is_set() or (
                changed and (job.ply > QUICK or abandoned or self._table.match_state.playing)
            )

        try:
            analysis = self._ask(shown.story.match, job.ply, engine=engine, stop=disturbed)
        except Stopped:
            return
        except (AnalysisError, EngineError) as error:
            _log.warning("match %d was not analysed at %d-ply: %s", job.number, job.ply, error)
            self._hopeless.add((job, last))
            return
        # What was put right meanwhile makes it an analysis of another match.
        now = self._matches.story(job.number, admitted=True)
        if now is not None and now.story.match == shown.story.match:
            self._matches.keep_analysis(job.number, state_of(now.story), analysis)
            _log.info("match %d has been analysed at %d-ply", job.number, job.ply)

    def _drop_stale(self, listed: Sequence[ListedMatch], known: dict[int, Summary]) -> None:
        """Only the newest match can still be changed: what was thought of it as it was is thrown away."""
        newest = listed[0] if listed else None
        if newest is None or newest.head.number not in known:
            return
        shown = None if newest.is_open else self._matches.story(newest.head.number, admitted=True)
        if shown is None or state_of(shown.story) != known[newest.head.number].state:
            self._matches.drop_analysis(newest.head.number)
            del known[newest.head.number]

    def _still_seconds(self) -> float:
        """For how long nothing has happened at the table."""
        seq, now = self._table.desk.latest().seq, self._clock.monotonic()
        if seq != self._seq:
            self._seq, self._since = seq, now
        return now - self._since

    def _is_night(self) -> bool:
        settings = self._settings
        return self._clock.is_set() and is_night(
            self._clock.wall(), settings.night_from, settings.night_until
        )

    def _watch(self) -> None:
        while not self._stopping.wait(SECONDS):
            try:
                # One after the other, as long as nobody plays.
                while not self._stopping.is_set() and self.step() is not None:
                    pass
            except StoreError as error:
                self._complain(str(error))
            except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
                self._complain(repr(error), trace=True)

    def _complain(self, complaint: str, *, trace: bool = False) -> None:
        """Say once what is wrong."""
        if complaint != self._complaint:
            self._complaint = complaint
            _log.warning("matches could not be analysed: %s", complaint, exc_info=trace)
