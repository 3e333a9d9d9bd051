"""The service: one table being refereed, from the camera's pictures to the notice and the log.

    camera -> watcher -> inbox -> judge -> store.append -> apply -> noticeboard -> pages, signals

One thread, the referee's, owns the ledger and the store. Everybody else reads the noticeboard, which holds immutable
notices, and posts commands.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from device.access import Access
from device.clock import Clock, SystemClock, boot_id
from device.dating import MatchDate
from device.diary import Diary
from device.discretion import silenced
from device.errors import DeviceError
from device.finding import Finding
from device.gallery import Gallery
from device.heartbeat import REFEREE, Heartbeat
from device.host import HostReport
from device.inbox import Inbox, Letter, Report
from device.notice import Notice, notice_of
from device.noticeboard import Noticeboard
from device.pictures import Pictures
from device.ring import Reference
from device.says import name_of
from device.settings import MatchSettings, Settings
from device.store import Entry, Source, Store
from device.watcher import Camera, Watcher
from engine.attention import BLIND_SECONDS, Attention
from engine.beginning import rules_now
from engine.board import Kind, Side
from engine.events import ClockTurned, Event, MatchStarted, Played, Thrown
from engine.folding import apply
from engine.ledger import Ledger, new_ledger
from engine.match import Match
from engine.messages import Command, Done, Look, Message, Tick
from engine.records.mat import write_mat
from engine.referee import Judgement
from engine.referee import judge as engine_judge
from engine.rollnames import find_tradition
from engine.wording import Names
from vision.board_model import BoardModel

TICK_SECONDS = 0.25
"""How long the referee waits for a message before he is told that time has passed."""
RECENT = 200
"""How many of the last events are at hand."""

_log = logging.getLogger(__name__)


class Judge(Protocol):
    """The referee's rule of what a message means."""

    def __call__(self, ledger: Ledger, attention: Attention, message: Message, /) -> Judgement:
        """The events that come of a message."""


class Service:
    """Referees one table: its `noticeboard` is for everybody, its `desk` for who has given the PIN, its `gallery` the
    camera's pictures. It owns the camera, store, diary and pictures that it is given: stop() closes them.

    `access` knows who may change anything. `connect` opens the camera anew when it is lost, or is not there yet (None); `model` is the board's, None where it
    is not calibrated; `diary` keeps every message, `pictures` what events were read from (None: nothing does); `clock`
    and `judge` are for tests. Raises StoreError, and UnknownGame for a game in the settings that does not exist.
    """

    def __init__(
        self,
        settings: Settings,
        camera: Camera | None,
        store: Store,
        *,
        model: BoardModel | None = None,
        connect: Callable[[], Camera] | None = None,
        diary: Diary | None = None,
        pictures: Pictures | None = None,
        clock: Clock | None = None,
        judge: Judge = engine_judge,
        access: Access | None = None,
    ) -> None:
        self.settings = settings
        self.access = access or Access(None, settings.web.pin)
        self._store, self._judge, self._diary = store, judge, diary
        self._clock = clock or SystemClock()
        blank = new_ledger(_match(settings.match), settings.profile.profile)
        logged = store.load(settings.table.name)
        self._ledger = fold(blank, logged)
        self._recent = logged[-RECENT:]
        self._boot = boot_id()
        self._date = MatchDate(logged, self._clock, self._boot)
        self._attention = self._fresh_attention()
        self._inbox = Inbox()
        self._pictures = pictures
        self.heartbeat = Heartbeat()
        shown = pictures.offer if pictures else None
        self._watcher = Watcher(
            camera,
            self._inbox,
            self._clock,
            settings.board_file,
            model,
            connect,
            shown,
            rules_now(self._ledger).shape,
            heartbeat=self.heartbeat,
        )
        self.gallery = Gallery(pictures, lambda: self._watcher.shot, lambda: self._recent, self._names)
        self._report = Report()
        self._host = HostReport()
        self._unwritten: str | None = None
        self._unwritten_since = 0.0
        self._extra = 0
        self._looked: tuple[float, float] | None = None
        self._clocked: float | None = None
        self._complaint = ""
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)
        self.noticeboard = Noticeboard(self._notice())
        self.desk = Noticeboard(self._notice(desk=True))
        self._begin_match()

    @property
    def ledger(self) -> Ledger:
        """All that the referee knows now."""
        return self._ledger

    def start(self) -> None:
        """Begin to watch and to referee."""
        if self._pictures is not None:
            self._pictures.start()
        self._thread.start()
        self._watcher.start()

    def stop(self) -> None:
        """Referee what is still in the inbox, then end, and close the camera and the store."""
        self._watcher.stop()
        self._inbox.close()
        if self._thread.is_alive():
            self._thread.join()
        if self._pictures is not None:
            self._pictures.close()
        self.close_boards()
        self._store.close()
        if self._diary is not None:
            self._diary.close()

    def close_boards(self) -> None:
        """Send everybody away who follows a noticeboard; each holds a thread until then."""
        self.noticeboard.close()
        self.desk.close()

    def tell(self, command: Command) -> None:
        """Pass on what a person says; returns at once. From any thread."""
        self._inbox.put(Letter(command, Source.PERSON))

    def examine(self) -> tuple[Finding, ...]:
        """What the doctor finds, by the camera's last picture; takes a second or so, in the thread that asks."""
        from device.doctor import examine

        shot = self._watcher.shot
        picture, model = (None, None) if shot is None else (shot.frame.picture, shot.model)
        return examine(self.settings, self._clock, picture=picture, model=model, runs=True)

    def hear(self, report: HostReport) -> None:
        """Pass on what ails the computer; returns at once. From any thread."""
        self._inbox.put(Letter(report, Source.CLOCK))

    def check_pin(self, pin: str) -> bool:
        """Whether this is the referee's PIN, or the code where none has been set; as slow for a wrong one."""
        return self.access.check(pin)

    def snapshot(self) -> bytes | None:
        """The last picture as JPEG, with what is read of it drawn over it; None while there is none."""
        return self.gallery.snapshot()

    def record_text(self, *, finished: bool = False) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""
        ledger = self._ledger
        return write_mat(ledger.match if finished and ledger.playing else ledger.record, self._date.tags)

    def handle(self, letter: Letter) -> None:
        """Referee one letter, in the referee's thread: judge, write down, then show. Never fails."""
        message = letter.message
        if isinstance(message, Report):
            self._report = message
            self._post(extra=True)
            return
        if isinstance(message, HostReport):
            self._host = message
            self._post(extra=True)
            return
        if isinstance(message, Look):
            self._looked = (message.time, self._clock.monotonic())
        if isinstance(message, Done):
            message = replace(message, time=self._source_time())
        self._note(message)
        try:
            judgement = self._judge(self._ledger, self._attention, message)
        except Exception as error:  # noqa: BLE001 - whatever it is, the evening goes on
            self._complain(f"{type(message).__name__} could not be judged", error)
            self._attention = self._fresh_attention()
            return
        self._write(judgement.events, judgement.frames, letter, judgement.attention)

    def _note(self, message: Message) -> None:
        if self._diary is not None:
            try:
                self._diary.write(message)
            except DeviceError as error:
                self._complain("the diary has a gap", error)

    def _referee(self) -> None:
        while True:
            self.heartbeat.beat(REFEREE)
            letter = self._inbox.get(TICK_SECONDS)
            if letter is not None:
                self.handle(letter)
            elif self._inbox.closed:
                return
            elif self._looked is not None:
                self.handle(Letter(Tick(self._source_time()), Source.CLOCK))

    def _source_time(self) -> float:
        """The present in the camera's own time."""
        if self._looked is None:
            return 0.0
        time, at = self._looked
        return time + self._clock.monotonic() - at

    def _fresh_attention(self) -> Attention:
        camera = self.settings.camera
        return Attention(join=camera.join, near=Kind(camera.near))

    def _keep_in_mind(self, attention: Attention) -> None:
        if attention.clocked != self._attention.clocked:
            counted = attention.clocked
            age = 0.0 if counted is None else max(0.0, self._source_time() - counted)
            self._clocked = None if counted is None else self._clock.monotonic() - age
        self._attention = attention

    def _write(
        self, events: tuple[Event, ...], frames: tuple[int, ...], letter: Letter, attention: Attention
    ) -> None:
        """Write events down, and only if they are safe keep in mind what goes with them, apply and show them."""
        if not events:
            self._keep_in_mind(attention)
            return
        ledger = self._ledger
        entries = []
        wall, monotonic, clock_set = self._clock.wall(), self._clock.monotonic(), self._clock.is_set()
        for event, frame in zip(events, frames, strict=True):
            ledger = apply(ledger, event, frame)
            seen = tuple(dict.fromkeys((frame, *letter.frames)))
            entries.append(
                Entry(
                    self.settings.table.name, ledger.seq, ledger.match_number, len(ledger.record.games),
                    wall, monotonic, clock_set, _source(event, letter.source), seen, event,
                    boot=self._boot,
                )
            )  # fmt: skip
        try:
            self._store.append(entries)
        except DeviceError as error:
            self._fail_to_write(error)
            return
        self._ledger = ledger
        self._keep_in_mind(attention)
        self._unwritten = None
        self._post()
        self._recent = (*self._recent, *entries)[-RECENT:]
        self._date.note(entries)
        if self._pictures is not None:
            for entry in entries:
                if isinstance(entry.event, ClockTurned):
                    continue
                self._pictures.keep(Reference(entry.seq, entry.wall), entry.frames)

    def _fail_to_write(self, error: DeviceError) -> None:
        now = self._clock.monotonic()
        self._unwritten_since = now if self._unwritten is None else self._unwritten_since
        if now - self._unwritten_since >= BLIND_SECONDS:
            # What was played meanwhile is lost, as though nobody had seen it.
            self._attention = replace(self._attention, blind=BLIND_SECONDS)
        said = f"Nothing is refereed until it can be written down: {error}."
        if said != self._unwritten:
            _log.error("%s", error)
            self._unwritten = said
            self._post(extra=True)

    def _begin_match(self) -> None:
        """Begin a match as the settings want it, where another game was played here, or none is going on."""
        wanted, ledger = self.settings.match, self._ledger
        if ledger.match_number == 0:
            return
        match = _match(wanted)
        is_free = ledger.winner is not None or (ledger.game is None and not ledger.match.games)
        is_other = match.agreed != ledger.match.agreed and not ledger.by_hand
        profile = self.settings.profile.profile
        is_changed = (match.agreed, match.length, match.terms, profile) != (
            ledger.match.agreed, ledger.match.length, ledger.match.terms, ledger.profile
        )  # fmt: skip
        if not (is_other or (is_free and is_changed)):
            return
        white, black = match.white or ledger.match.white, match.black or ledger.match.black
        event = MatchStarted.of(replace(match, white=white, black=black), profile)
        self._write((event,), (0,), Letter(Tick(0.0), Source.PERSON), self._attention)

    def _notice(self, *, desk: bool = False) -> Notice:
        grave = self._host.grave if desk or not silenced(self._ledger) else None
        return notice_of(
            self._ledger,
            self.settings.table.name,
            seq=self._ledger.seq + self._extra,
            trouble=self._unwritten or self._report.board or grave,
            camera=self._report.camera,
            note=self._report.note,
            tradition=find_tradition(self.settings.announce.tradition),
            desk=desk,
            reads=rules_now(self._ledger).shape is self._watcher.shape,
            clocked=self._clocked,
            host=self._host.concerns,
        )

    def _names(self) -> Names:
        return Names(name_of(self._ledger, Side.WHITE), name_of(self._ledger, Side.BLACK))

    def _post(self, *, extra: bool = False) -> None:
        """Pin the notice up; `extra` for a change that no event stands behind, which counts in `seq` all the same."""
        self._extra += extra
        public = self._notice()
        shown = self.noticeboard.latest()
        if not self._ledger.profile.silent or replace(shown, seq=public.seq) != public:
            # Under silence not even that something has happened is told.
            self.noticeboard.post(public)
        self.desk.post(self._notice(desk=True))

    def _complain(self, what: str, error: Exception) -> None:
        """Log an error with its traceback, but not the same one over and over."""
        complaint = f"{what}: {error!r}"
        if complaint != self._complaint:
            _log.error("%s", complaint, exc_info=error)
            self._complaint = complaint


def fold(ledger: Ledger, entries: Iterable[Entry]) -> Ledger:
    """The ledger after what the log says has happened."""
    for entry in entries:
        ledger = apply(ledger, entry.event, entry.frames[0] if entry.frames else 0)
    return ledger


def _match(settings: MatchSettings) -> Match:
    programme = settings.programme
    return Match(
        settings.length, settings.white, settings.black, (), programme.id, programme, settings.terms
    )  # fmt: skip


def _source(event: Event, source: Source) -> Source:
    inferred = isinstance(event, Played | Thrown) and event.inferred
    return Source.INFERRED if inferred else source
