"""The service: one table being refereed, from the camera's pictures to the snapshot and the log.

    camera -> watcher -> inbox -> referee (judge) -> recorder (append, reduce) -> snapshots -> pages, signals

One thread, the referee's, owns what decides and writes. Everybody else reads a broadcaster, which holds an
immutable snapshot, and posts commands.
"""

import threading
from collections.abc import Callable
from pathlib import Path

from device.clock import Clock, SystemClock
from device.io.cameras.camera import Camera
from device.io.host import HostReport
from device.status.text.naming import names_of
from device.status.text.refusal_text import refusal
from device.store.access import Access
from device.store.folder.numbering import Numbering
from device.store.log.diary import Diary
from device.store.log.store import LogEntry, Source, Store, is_simulated
from device.store.pictures.picture_store import Pictures
from device.store.settings import Settings
from device.table.feed import Feed
from device.table.gallery.picture_gallery import Gallery
from device.table.heartbeat import REFEREE, Heartbeat
from device.table.inbox import Envelope, Errand, Inbox
from device.table.service.recorder import Recorder
from device.table.service.refereeing import Judge, Referee
from device.table.service.startup import match_wanted
from device.table.watch.watcher import STOP_SECONDS, Watcher
from engine.games import find_game
from engine.i18n import Translator
from engine.records.record import Record
from engine.referee.judge import judge as engine_judge
from engine.rules import Rules
from engine.state.match_state import MatchState, new_match_state, rules_now
from engine.state.messages import Command
from engine.tables.declaration import is_declaration
from vision.board_model import BoardModel
from vision.eye import Shot

TICK_SECONDS = 0.25
"""How long the referee waits for a message before they are told that time has passed."""


class Service:
    """Referees one table: its `broadcaster` is for everybody, its `desk` for who has given the PIN, its `gallery` the
    camera's pictures. It owns the camera, store, diary and pictures that it is given: stop() closes them.

    `access` knows who may change anything. `connect` opens the camera anew when it is lost, or is not there yet (None).
    `model` is the board's, None where it is not calibrated, and `board` its file, where that is another than the
    settings'. `diary` keeps every message, `pictures` what events were read from (None: nothing does). `clock` and
    `judge` are for tests. Raises StoreError, and UnknownGame for a game in the settings that does not exist.
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
        self._diary, self._clock = diary, clock or SystemClock()
        self._inbox = Inbox()
        self.heartbeat = Heartbeat()
        self._feed = Feed(lambda: self.settings.feed)
        recorder = self._recorder_for(store, pictures)
        self._watcher = Watcher(
            camera,
            self._inbox,
            self._clock,
            board or settings.board_file,
            model,
            connect,
            self._offer,
            rules_now(recorder.match_state).shape,
            heartbeat=self.heartbeat,
        )
        self._referee = Referee(
            lambda: self.settings,
            lambda: self._watcher.shape,
            recorder,
            judge=judge,
            clock=self._clock,
            numbering=numbering or Numbering(),
            diary=diary,
            teach=self._watcher.teach,
        )
        self.broadcaster, self.desk = self._referee.snapshots.public, self._referee.snapshots.desk
        self.gallery, self.logbook = self._hung(recorder), recorder.logbook
        self._thread = threading.Thread(target=self._go_round, name="referee", daemon=True)
        self._referee.begin_match()

    @property
    def match_state(self) -> MatchState:
        """All that the referee knows now."""
        return self._recorder.match_state

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """The last events of the log, the oldest first."""
        return self._recorder.entries

    @property
    def storage(self) -> tuple[Store, Pictures | None]:
        """The log that is written now, and the pictures of its events."""
        return self._recorder.store, self._recorder.pictures

    @property
    def watcher(self) -> Watcher:
        """Who takes the pictures, and reads them."""
        return self._watcher

    def start(self) -> None:
        """Begin to watch and to referee."""
        self._recorder.start()
        self._thread.start()
        self._watcher.start()

    def stop(self, patience: float = STOP_SECONDS) -> None:
        """Referee what is still in the inbox, then end, and close the camera and the store; waits so many seconds for a
        picture that is being read.
        """
        self._watcher.stop(patience)
        self._inbox.close()
        if self._thread.is_alive():
            self._thread.join()
        self.close_broadcasters()
        self._recorder.close()
        if self._diary is not None:
            self._diary.close()

    def close_broadcasters(self) -> None:
        """Send everybody away who follows a broadcaster; each holds a thread until then."""
        self._referee.snapshots.close()
        self.logbook.close()

    def move(self, store: Store, pictures: Pictures | None) -> None:
        """Go on in another log, with other pictures, as it was left there; returns once that is so. From any thread.

        Games on the simulated board are not kept where those on a real one are. The former
        store and pictures are closed.
        """
        recorder = self._recorder_for(store, pictures)
        moved = threading.Event()

        def move() -> None:
            self.gallery, self.logbook = self._hung(recorder), recorder.logbook
            self._referee.go_on(recorder)
            moved.set()

        self._inbox.put(Envelope(Errand(move), Source.PERSON))
        moved.wait()

    def make_room(self) -> None:
        """Have the pictures of decisions give way, since the disk is full."""
        if self._recorder.pictures is not None:
            self._recorder.pictures.make_room()

    def tell(self, command: Command, who: str = "") -> None:
        """Pass on what a person says, whose name goes down with it; returns at once. From any thread."""
        self._inbox.put(Envelope(command, Source.PERSON, who=who))

    def refusal(self, command: Command, translator: Translator) -> str | None:
        """Why a command would come to nothing now, in a sentence; None where it would be done. From any thread."""
        return refusal(self.match_state, self._referee.tracker, command, translator)

    @property
    def own_games(self) -> tuple[Rules, ...]:
        """The games from files that the settings name, and that are being played."""
        agreed = (self.settings.match.match_format, self.match_state.match.agreed)
        ids = dict.fromkeys(each.game_id for match_format in agreed for each in match_format.games)
        return tuple(find_game(each) for each in ids if is_declaration(each))

    def overlook(self) -> None:
        """The board stands as it is believed, whatever the camera sees; returns at once. From any thread."""
        self._inbox.put(Envelope(Errand(self._referee.overlook), Source.PERSON))

    def hear(self, report: HostReport) -> None:
        """Pass on what is wrong with the computer; returns at once. From any thread."""
        self._inbox.put(Envelope(report, Source.CLOCK))

    def handle(self, envelope: Envelope) -> None:
        """Referee one envelope, in the referee's thread: judge, write down, then show. Never fails."""
        self._referee.handle(envelope)

    def camera_jpeg(self) -> bytes | None:
        """The last picture as JPEG, with what is read of it drawn over it; None while there is none."""
        return self.gallery.camera_jpeg()

    def record_text(self, *, finished: bool = False) -> str:
        """The match so far as a .mat record; with `finished` without the game that is being played."""
        return self._recorder.record_text(finished=finished)

    def feed_record(self) -> Record | None:
        """The match as whoever follows it from elsewhere may see it; None where nothing of it may be seen."""
        return self._feed.record(self._clock.monotonic())

    @property
    def _recorder(self) -> Recorder:
        return self._referee.recorder

    def _recorder_for(self, store: Store, pictures: Pictures | None) -> Recorder:
        """Who goes on in a log where it left off."""
        settings = self.settings
        blank = new_match_state(match_wanted(settings.match), settings.profile.profile)
        simulated = is_simulated(store, settings.table.data)
        return Recorder(
            settings.table.name,
            store,
            pictures,
            blank,
            self._clock,
            simulated=simulated,
            feed=self._feed,
            ask_full=lambda given: self._watcher.ask_full(given),
        )

    def _hung(self, recorder: Recorder) -> Gallery:
        return Gallery(
            recorder.pictures,
            lambda: self._watcher.shot,
            lambda: self.entries,
            lambda translator: names_of(self.match_state, translator),
            lambda: self._watcher.full_picture(),
        )

    def _offer(self, shot: Shot) -> None:
        if (pictures := self._recorder.pictures) is not None:
            pictures.offer(shot)

    def _go_round(self) -> None:
        while True:
            self.heartbeat.beat(REFEREE)
            envelope = self._inbox.get(TICK_SECONDS)
            if envelope is not None:
                self.handle(envelope)
            elif self._inbox.closed:
                return
            else:
                self._referee.tick()
