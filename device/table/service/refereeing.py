"""The referee of a table: what comes of an envelope is judged, written down, kept in mind and shown, in this order."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from device.clock import Clock
from device.errors import DeviceError
from device.io.host import HostReport
from device.status.board_problem import board_problem_after
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Circumstances, Report, Snapshot, snapshot_of
from device.store.folder.numbering import Numbering
from device.store.log.diary import Diary
from device.store.log.store import Source
from device.store.settings import Settings
from device.table.inbox import Envelope, Errand
from device.table.service.recorder import Recorder
from device.table.service.startup import wanted_begins
from device.table.watch.teaching import Lapse, taught_by
from device.table.watch.timeline import CameraTime
from engine.board import Kind, Occupancy, Shape
from engine.i18n import phrase_of as error_said
from engine.referee.judge import Judgement
from engine.state.events import Event
from engine.state.match_state import MatchState, rules_now
from engine.state.messages import Done, Look, Message, Tick
from engine.turn.tracker import BLIND_SECONDS, TurnTracker
from engine.words.rollnames import find_tradition


class Snapshots:
    """Publishes them, in the referee's thread; the broadcaster `public` and `desk` are read from any."""

    def __init__(self, match_state: MatchState, around: Circumstances, numbering: Numbering) -> None:
        self._numbering = numbering
        self._extra = numbering.beyond(match_state.seq)
        self.public = Broadcaster(self._snapshot(match_state, around))
        self.desk = Broadcaster(self._snapshot(match_state, around, desk=True))

    def post(self, match_state: MatchState, around: Circumstances, *, extra: bool = False) -> None:
        """Publish where a match state stands; `extra` for a change that no event stands behind,
        which counts in `seq` all the same.
        """
        self._extra += extra
        self._numbering.reach(match_state.seq + self._extra)
        public = self._snapshot(match_state, around)
        if not match_state.profile.silent or replace(self.public.latest(), seq=public.seq) != public:
            # Under silence not even that something has happened is told.
            self.public.post(public)
        self.desk.post(self._snapshot(match_state, around, desk=True))

    def go_on_from(self, former: MatchState, now: MatchState) -> None:
        """Number the snapshot of another log so that none bears a number that somebody follows already."""
        self._extra = max(0, former.seq + self._extra + 1 - now.seq)

    def close(self) -> None:
        """Send everybody away who follows."""
        self.public.close()
        self.desk.close()

    def _snapshot(self, match_state: MatchState, around: Circumstances, *, desk: bool = False) -> Snapshot:
        return snapshot_of(match_state, around, seq=match_state.seq + self._extra, desk=desk)


class Complaints:
    """What one part of a service complains of, in its own log; of one thread alone."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last = ""

    def note(self, what: str, error: Exception) -> None:
        """Log an error, unless it is the same as the last."""
        complaint = f"{what}: {error!r}"
        if complaint != self._last:
            self._log.error("%s", complaint, exc_info=error)
            self._last = complaint


_log = logging.getLogger(__name__)


class Judge(Protocol):
    """The rule of what a message means."""

    def __call__(self, match_state: MatchState, tracker: TurnTracker, message: Message, /) -> Judgement:
        """The events that come of a message."""


class Referee:
    """Goes on in the log of a recorder; of one thread alone, but for what `recorder` and `snapshots` have for others.

    `settings` and `shape` tell the settings, and the shape of board that the eye reads, as they are now;
    `diary` keeps every message; `teach` is told of positions that are sure. Raises UnknownGame for a
    tradition or a game in the settings that does not exist.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        shape: Callable[[], Shape],
        recorder: Recorder,
        *,
        judge: Judge,
        clock: Clock,
        numbering: Numbering,
        diary: Diary | None,
        teach: Callable[[Occupancy | Lapse], None],
    ) -> None:
        self._teach = teach
        self._settings, self._shape = settings, shape
        self._judge, self._clock, self._diary = judge, clock, diary
        self._complaints = Complaints(_log)
        self._time = CameraTime(clock)
        self._unwritten_since = 0.0
        self._around = Circumstances()
        self.recorder = recorder
        self.tracker = self._fresh_tracker()
        self.snapshots = Snapshots(self.match_state, self._circumstances(), numbering)

    @property
    def match_state(self) -> MatchState:
        """All that they know now."""
        return self.recorder.match_state

    def handle(self, envelope: Envelope) -> None:
        """Referee one envelope. Never fails."""
        message = envelope.message
        if isinstance(message, Report):
            self._happen(replace(self._around, report=message))
        elif isinstance(message, HostReport):
            self._happen(replace(self._around, host=message))
        elif isinstance(message, Errand):
            message.do()
        else:
            self._judge_message(message, envelope)

    def tick(self) -> None:
        """Take notice that time has passed, once there has been a look."""
        if self._time.is_known:
            self.handle(Envelope(Tick(self._time.now()), Source.CLOCK))

    def overlook(self) -> None:
        """The board stands as it is believed, whatever the camera sees."""
        if self._around.board_problem is not None:
            self._happen(replace(self._around, board_problem=None))

    def begin_match(self) -> None:
        """Begin the match that the settings want, where it is another than was played here, or the board is a
        simulated one, which begins anew.
        """
        settings = self._settings()
        begins = wanted_begins(
            settings.match,
            settings.profile.profile,
            self.match_state,
            is_forgetful=self.recorder.simulated,
        )
        if begins is not None:
            self._write((begins,), (0,), Envelope(Tick(0.0), Source.PERSON), self.tracker)

    def go_on(self, recorder: Recorder) -> None:
        """Go on in another log, where it left off; the former one is closed."""
        former, self.recorder = self.recorder, recorder
        recorder.start()
        self.snapshots.go_on_from(former.match_state, recorder.match_state)
        self.tracker = self._fresh_tracker()
        self._around = replace(self._around, clocked=None, board_problem=None)
        if recorder.simulated:
            self.begin_match()
        self._post()
        former.close()

    def _judge_message(self, message: Message, envelope: Envelope) -> None:
        if isinstance(message, Look):
            self._time.looked(message.time)
        if isinstance(message, Done):
            message = replace(message, time=self._time.now())
        self._note(message)
        try:
            judgement = self._judge(self.match_state, self.tracker, message)
        except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
            self._complaints.note(f"{type(message).__name__} could not be judged", error)
            self.tracker = self._fresh_tracker()
            return
        self._write(judgement.events, judgement.frames, envelope, judgement.tracker)
        if isinstance(message, Look):
            self._look_for_steps(message)

    def _note(self, message: Message) -> None:
        if self._diary is not None:
            try:
                self._diary.write(message)
            except DeviceError as error:
                self._complaints.note("the diary has a gap", error)

    def _write(
        self, events: tuple[Event, ...], frames: tuple[int, ...], envelope: Envelope, tracker: TurnTracker
    ) -> None:
        """Write events down, and only if they are safe keep in mind what goes with them, and show them."""
        if not events:
            self._keep_in_mind(tracker)
            return
        before = self.match_state
        try:
            self.recorder.write(events, frames, envelope)
        except DeviceError as error:
            self._fail_to_write(error)
            return
        self._keep_in_mind(tracker)
        taught = taught_by(before, events, self.match_state)
        if taught is not None:
            self._teach(taught)
        board_problem = board_problem_after(
            self._around.board_problem, self.match_state, events, envelope.command
        )
        self._around = replace(self._around, board_problem=board_problem, unwritten=None)
        self._post()
        try:
            changed = self.recorder.see_to_privacy(before)
        except DeviceError as error:
            self._complaints.note("what is not to be kept is still in the log", error)
            return
        if changed:
            self._post(extra=True)

    def _fail_to_write(self, error: DeviceError) -> None:
        now, before = self._clock.monotonic(), self._around.unwritten
        self._unwritten_since = now if before is None else self._unwritten_since
        if now - self._unwritten_since >= BLIND_SECONDS:
            # What was played meanwhile is lost, as though nobody had seen it.
            self.tracker = replace(self.tracker, blind=BLIND_SECONDS, unwatched=BLIND_SECONDS)
        why = error_said(error)
        if why != before:
            _log.error("%s", error)
            self._happen(replace(self._around, unwritten=why))

    def _look_for_steps(self, look: Look) -> None:
        """Tick off what has been put right on a board that stands wrong; told only where the list has changed."""
        before = self._around.board_problem
        if before is None:
            return
        board_problem = before.after_look(self.match_state, look)
        self._around = replace(self._around, board_problem=board_problem)
        if board_problem.said != before.said:
            self._post(extra=True)

    def _fresh_tracker(self) -> TurnTracker:
        camera = self._settings().camera
        return TurnTracker(join=camera.join, near=Kind(camera.near))

    def _keep_in_mind(self, tracker: TurnTracker) -> None:
        counted = tracker.clocked
        if counted != self.tracker.clocked:
            clocked = None if counted is None else self._time.on_the_stopwatch(counted)
            self._around = replace(self._around, clocked=clocked)
        self.tracker = tracker

    def _happen(self, around: Circumstances) -> None:
        """Tell of other circumstances, which no event stands behind."""
        self._around = around
        self._post(extra=True)

    def _post(self, *, extra: bool = False) -> None:
        self.snapshots.post(self.match_state, self._circumstances(), extra=extra)

    def _circumstances(self) -> Circumstances:
        settings = self._settings()
        return replace(
            self._around,
            reads=rules_now(self.match_state).shape is self._shape(),
            simulated=self.recorder.simulated,
            table=settings.table.name,
            tradition=find_tradition(settings.announce.tradition),
        )
