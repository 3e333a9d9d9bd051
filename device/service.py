"""The service: one table being refereed, from the camera's pictures to the notice and the log.

    camera -> watcher -> inbox -> judge -> store.append -> apply -> noticeboard -> pages, signals

One thread, the referee's, owns the ledger and the store. Everybody else reads the noticeboard, which holds immutable
notices, and posts commands.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from device.access import Access
from device.amiss import Amiss, amiss_after
from device.clock import Clock, SystemClock, boot_id
from device.dating import MatchDate
from device.diary import Diary
from device.discretion import log_hidden, silenced
from device.errors import DeviceError
from device.finding import Finding
from device.gallery import Gallery
from device.heartbeat import REFEREE, Heartbeat
from device.host import HostReport
from device.inbox import Errand, Inbox, Letter, Report
from device.logbook import Logbook
from device.naming import names_of
from device.notice import Notice, notice_of
from device.noticeboard import Noticeboard
from device.numbering import Numbering
from device.pictures import Pictures
from device.privacy import Privacy
from device.resuming import RECENT, Resumed, tidy_and_resume
from device.ring import Reference
from device.settings import MatchSettings, Settings
from device.store import Entry, Source, Store
from device.watcher import Camera, Shot, Watcher
from engine.attention import BLIND_SECONDS, Attention
from engine.beginning import rules_now
from engine.board import Kind, View
from engine.events import ClockTurned, Event, MatchStarted, Played, Thrown
from engine.folding import apply
from engine.kept import Kept
from engine.ledger import Ledger, new_ledger
from engine.match import Match
from engine.messages import Command, Done, Look, Message, Tick
from engine.records.mat import write_mat
from engine.referee import Judgement
from engine.referee import judge as engine_judge
from engine.rollnames import find_tradition
from engine.tongue import Saying, Tongue, saying
from engine.tongue import said as error_said
from engine.wording import Names
from vision.board_model import BoardModel

TICK_SECONDS = 0.25
"""How long the referee waits for a message before he is told that time has passed."""

_log = logging.getLogger(__name__)


class Judge(Protocol):
    """The referee's rule of what a message means."""

    def __call__(self, ledger: Ledger, attention: Attention, message: Message, /) -> Judgement:
        """The events that come of a message."""


class Service:
    """Referees one table: its `noticeboard` is for everybody, its `desk` for who has given the PIN, its `gallery` the
    camera's pictures. It owns the camera, store, diary and pictures that it is given: stop() closes them.

    `access` knows who may change anything. `connect` opens the camera anew when it is lost, or is not there yet (None); `model` is the board's, None where it
    is not calibrated, `board` its file, where that is another than the settings'; `diary` keeps every message, `pictures` what events were read from (None: nothing does); `clock`
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
        board: Path | None = None,
        numbering: Numbering | None = None,
    ) -> None:
        self.settings = settings
        self.access = access or Access(None, settings.web.pin)
        self._store, self._judge, self._diary = store, judge, diary
        self._clock = clock or SystemClock()
        self._privacy = Privacy(settings.table.name)
        self._boot = boot_id()
        resumed = self._resumed(store, pictures)
        self._go_on(resumed)
        self._attention = self._fresh_attention()
        self._inbox = Inbox()
        self._pictures = pictures
        self.heartbeat = Heartbeat()
        self._watcher = Watcher(
            camera, self._inbox, self._clock, board or settings.board_file, model, connect, self._offer,
            rules_now(self._ledger).shape, heartbeat=self.heartbeat,
        )  # fmt: skip
        self.gallery = self._hung()
        self._report = Report()
        self._host = HostReport()
        self._unwritten: Saying | None = None
        self._unwritten_since = 0.0
        self._numbering = numbering or Numbering()
        self._extra = self._numbering.beyond(self._ledger.seq)
        self.logbook = self._opened()
        self._looked: tuple[float, float] | None = None
        self._amiss: Amiss | None = None
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

    @property
    def watcher(self) -> Watcher:
        """Who takes the pictures, and reads them."""
        return self._watcher

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
        self.logbook.close()

    def move(self, store: Store, pictures: Pictures | None) -> None:
        """Go on in another log, with other pictures, as it was left there; returns once that is so. From any thread.

        Games on the simulated board are not kept where those on a real one are. The former store and pictures are closed.
        """
        resumed = self._resumed(store, pictures)
        moved = threading.Event()

        def move() -> None:
            self._move(store, resumed, pictures)
            moved.set()

        self._inbox.put(Letter(Errand(move), Source.PERSON))
        moved.wait()

    @property
    def kept(self) -> tuple[Store, Pictures | None]:
        """The log that is written now, and the pictures of its events."""
        return self._store, self._pictures

    def make_room(self) -> None:
        """Have the pictures of decisions give way, since the disk is full."""
        if self._pictures is not None:
            self._pictures.make_room()

    def tell(self, command: Command, who: str = "") -> None:
        """Pass on what a person says, whose name goes down with it; returns at once. From any thread."""
        self._inbox.put(Letter(command, Source.PERSON, who=who))

    def overlook(self) -> None:
        """The board stands as it is believed, whatever the camera sees; returns at once. From any thread."""
        self._inbox.put(Letter(Errand(self._overlook), Source.PERSON))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The last events of the log, the oldest first."""
        return self._recent

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
        if isinstance(message, Errand):
            message.do()
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
        if isinstance(message, Look):
            self._look_for_steps(message)

    def _overlook(self) -> None:
        if self._amiss is not None:
            self._amiss = None
            self._post(extra=True)

    def _look_for_steps(self, look: Look) -> None:
        """Tick off what has been put right on a board that is amiss; that is told only where the list has changed."""
        amiss, seating = self._amiss, self._ledger.seating
        if amiss is None or seating is None or look.view is not View.CLEAR or look.evidence is None:
            return
        if look.evidence.best(None).shape is not rules_now(self._ledger).shape:
            return
        self._amiss = amiss.looked(self._ledger, look.evidence, seating)
        if self._amiss.said != amiss.said:
            self._post(extra=True)

    def _resumed(self, store: Store, pictures: Pictures | None) -> Resumed:
        """Where a log left off, once all has gone from it that is not to be kept."""
        settings = self.settings
        blank = new_ledger(_match(settings.match), settings.profile.profile)
        return tidy_and_resume(store, settings.table.name, blank, pictures, self._clock)

    def _go_on(self, resumed: Resumed) -> None:
        self._ledger = resumed.ledger
        self._recent = resumed.entries
        self._date = MatchDate(resumed.entries, self._clock, self._boot)

    def _move(self, store: Store, resumed: Resumed, pictures: Pictures | None) -> None:
        former = self._ledger.seq + self._extra
        before = self._store, self._pictures
        self._store, self._pictures = store, pictures
        if pictures is not None:
            pictures.start()
        self._privacy = Privacy(self.settings.table.name)
        self._go_on(resumed)
        # A number that somebody follows is not given to another notice.
        self._extra = max(0, former + 1 - self._ledger.seq)
        self._attention, self._clocked, self._amiss = self._fresh_attention(), None, None
        self.gallery = self._hung()
        read, self.logbook = self.logbook, self._opened()
        self._post()
        read.close()
        before[0].close()
        if before[1] is not None:
            before[1].close()

    def _opened(self) -> Logbook:
        """The logbook of the log as it is; of a game that is kept back everybody may know what was before it."""
        last, shown = self._ledger.seq, _open_to_all(self._ledger, self._recent)
        return Logbook(self._store, self.settings.table.name, last, shown)

    def _hung(self) -> Gallery:
        return Gallery(self._pictures, lambda: self._watcher.shot, lambda: self._recent, self._names)

    def _offer(self, shot: Shot) -> None:
        if (pictures := self._pictures) is not None:
            pictures.offer(shot)

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
                    boot=self._boot, who=letter.who,
                )
            )  # fmt: skip
        try:
            self._privacy.write(self._store, entries, ledger)
        except DeviceError as error:
            self._fail_to_write(error)
            return
        before, self._ledger = self._ledger, ledger
        self._keep_in_mind(attention)
        self._amiss = amiss_after(self._amiss, ledger, events, said_by_a_person(letter))
        self._unwritten = None
        self.logbook.note(
            ledger.seq, max(self.logbook.shown, _open_to_all(ledger, (*self._recent[-1:], *entries)))
        )
        self._post()
        self._recent = (*self._recent, *entries)[-RECENT:]
        self._date.note(entries)
        if self._pictures is not None and not self._privacy.holds:
            for entry in entries:
                if isinstance(entry.event, ClockTurned):
                    continue
                self._pictures.keep(Reference(entry.seq, entry.wall), entry.frames)
        self._see_to_privacy(before)

    def _see_to_privacy(self, before: Ledger) -> None:
        try:
            ledger, self._recent = self._privacy.see_to(
                self._store, self._pictures, before, self._ledger, self._recent
            )
        except DeviceError as error:
            self._complain("what is not to be kept is still in the log", error)
            return
        if ledger is not self._ledger:
            self._ledger = ledger
            self._post(extra=True)

    def _fail_to_write(self, error: DeviceError) -> None:
        now = self._clock.monotonic()
        self._unwritten_since = now if self._unwritten is None else self._unwritten_since
        if now - self._unwritten_since >= BLIND_SECONDS:
            # What was played meanwhile is lost, as though nobody had seen it.
            self._attention = replace(self._attention, blind=BLIND_SECONDS)
        said = saying("Nothing is refereed until it can be written down: {error}.", error=error_said(error))
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
        last = ledger.match if ledger.kept is Kept.FULL else match
        white, black = match.white or last.white, match.black or last.black
        event = MatchStarted.of(replace(match, white=white, black=black), profile)
        event = replace(event, kept=ledger.kept)
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
            amiss=self._amiss,
        )

    def _names(self, tongue: Tongue) -> Names:
        return names_of(self._ledger, tongue)

    def _post(self, *, extra: bool = False) -> None:
        """Pin the notice up; `extra` for a change that no event stands behind, which counts in `seq` all the same."""
        self._extra += extra
        self._numbering.reach(self._ledger.seq + self._extra)
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


def said_by_a_person(letter: Letter) -> Command | None:
    """What a person said in a letter; None where it is from somebody else."""
    message = letter.message
    if letter.source is not Source.PERSON or isinstance(message, Look | Tick | Report | HostReport | Errand):
        return None
    return message


def _open_to_all(ledger: Ledger, entries: Sequence[Entry]) -> int:
    """The number of the last of these events that everybody may know of: one of the game that is kept back is none."""
    if not log_hidden(ledger):
        return ledger.seq
    now = ledger.match_number, len(ledger.record.games)
    return next((each.seq for each in reversed(entries) if (each.match, each.game) != now), 0)


def _match(settings: MatchSettings) -> Match:
    programme = settings.programme
    return Match(
        settings.length, settings.white, settings.black, (), programme.id, programme, settings.terms
    )  # fmt: skip


def _source(event: Event, source: Source) -> Source:
    return Source.INFERRED if isinstance(event, Played | Thrown) and event.inferred else source
