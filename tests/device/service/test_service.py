"""The service: judged, written down, then shown; and what it does when one of these fails."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest
from hand_clock import HandClock

from device.clock import boot_id
from device.errors import CameraError, StoreError
from device.io.cameras.camera import Camera
from device.io.host import HostReport
from device.io.host.concerns import LAST, WARM
from device.ops.doctor.examination import examine_running
from device.signals.lamps import DARK, lamps_of
from device.status.snapshot.discretion import RECORDING
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.pictures.picture_store import Pictures
from device.store.pictures.ring import picture_of
from device.store.settings import (
    AnnounceSettings,
    FeedSettings,
    MatchSettings,
    ProfileSettings,
    Settings,
    TableSettings,
    WebSettings,
)
from device.table.inbox import LOOKS, Envelope, Inbox
from device.table.service.refereeing import Judge
from device.table.service.resume import fold
from device.table.service.table_service import Service
from device.table.watch.watcher import UNCALIBRATED, Shot
from engine.board import Kind, Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import Match
from engine.match.terms import ClockKind, Terms
from engine.match_formats import find_match_format
from engine.position_parsing import parse_position
from engine.profile import HOME
from engine.referee.judge import Judgement, judge
from engine.state.events import Asked, MatchStarted
from engine.state.match_state import MatchState, new_match_state
from engine.state.messages import (
    Command,
    Done,
    Look,
    Message,
    NewGame,
    Resign,
    SetNames,
    SetPlay,
    SetPosition,
    SetRoll,
    SetTurn,
    Tick,
    Undo,
)
from engine.turn.appearance import seen_as
from engine.turn.tracker import TurnTracker
from tests.device.awaited import until
from tests.sure_evidence import Sure
from vision.eye import Sight
from vision.frame import Frame, Picture

ROOT = Path(__file__).parents[3]
PATIENCE = 20.0
SETTINGS = Settings(match=MatchSettings(white="Anna", black="Ben"), table=TableSettings(name="7"))
GAME = find_game("backgammon")
START = GAME.start
AFTER_31 = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")


class ScriptedCamera(Camera):
    """Raises the errors in its script, each after a black picture, then gives black pictures for ever."""

    def __init__(self, script: Sequence[CameraError] = ()) -> None:
        self._script = list(script)
        self._pace = threading.Event()
        self._number = 0
        self.closed = False

    def read(self) -> Frame | None:
        self._pace.wait(0.01)
        self._number += 1
        if self.closed:
            raise CameraError("it is closed")
        if self._script and self._number % 2 == 0:
            raise self._script.pop(0)
        return Frame(np.zeros((48, 64, 3), np.uint8), self._number / 10, self._number)

    def close(self) -> None:
        self.closed = True


@dataclass
class Table:
    """A service with all its parts in a test's hands."""

    path: Path
    settings: Settings = SETTINGS
    clock: HandClock = field(default_factory=HandClock)
    judge: Judge = judge
    services: list[Service] = field(default_factory=list)

    def open(self, camera: ScriptedCamera | None = None, **changes: object) -> Service:
        self.camera = camera or ScriptedCamera()
        self.store = Store(sqlite_url(self.path))
        service = Service(
            self.settings,
            self.camera,
            self.store,
            clock=self.clock,
            judge=self.judge,
            **changes,  # type: ignore[arg-type]
        )
        self.services.append(service)
        return service

    def log(self) -> tuple[LogEntry, ...]:
        store = Store(sqlite_url(self.path))
        entries = store.load("7")
        store.close()
        return entries


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "log.db")
    yield made
    for service in made.services:
        service.stop()


def say(service: Service, *commands: Command) -> Snapshot:
    for command in commands:
        service.handle(Envelope(command, Source.PERSON))
    return service.broadcaster.latest()


OPENING = (NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1)))


def test_what_people_say_is_written_down_and_shown(table: Table) -> None:
    service = table.open()
    assert service.broadcaster.latest().says == "Set up the starting position."
    snapshot = say(service, NewGame())
    assert snapshot.position == START
    assert snapshot.says == "Throw a die each: who throws higher begins."
    snapshot = say(service, SetRoll(Side.WHITE, Roll.of(3, 1)))
    assert (snapshot.says, snapshot.to_play, snapshot.roll) == ("Anna threw 3-1.", Side.WHITE, Roll.of(3, 1))
    log = table.log()
    assert [type(entry.event).__name__ for entry in log] == ["MatchStarted", "GameStarted", "Thrown"]
    assert [entry.seq for entry in log] == [1, 2, 3]
    assert snapshot.seq == 3
    last = log[-1]
    assert (last.table, last.match, last.game, last.source) == ("7", 1, 1, Source.PERSON)
    assert (last.wall, last.monotonic, last.clock_set) == (1.75e9 + 100.0, 100.0, True)
    assert service.match_state.match.white == "Anna"


def test_rolls_are_called_as_the_settings_want_it(table: Table) -> None:
    table.settings = replace(SETTINGS, announce=AnnounceSettings("finnish"))
    snapshot = say(table.open(), *OPENING)
    assert (snapshot.says, snapshot.roll_name) == ("Anna threw 3-1, tress-ess.", "tress-ess")


def test_under_silence_nothing_is_told_until_the_game_is_over(table: Table) -> None:
    table.settings = replace(SETTINGS, profile=ProfileSettings("silent"))
    service = table.open()
    begun = say(service, NewGame())
    assert begun.says == RECORDING and begun.profile == "silent"
    for command in (
        SetRoll(Side.WHITE, Roll.of(3, 1)),
        SetPosition(AFTER_31),
        SetRoll(Side.BLACK, Roll.of(6, 4)),
    ):
        assert say(service, command) is begun
    shown = service.desk.latest()
    assert shown.roll == Roll.of(6, 4) and shown.last_play is not None and shown.seq > begun.seq
    assert "8/5 6/5" in service.record_text() and "8/5 6/5" not in service.record_text(finished=True)
    assert lamps_of(begun) == DARK
    over = say(service, Resign(Side.BLACK, 2))
    assert over.says == "Ben resigns: Anna wins 2 points. Set up the starting position for the next game."
    assert over.last_play is not None and "8/5 6/5" in service.record_text(finished=True)


def test_what_ails_the_computer_is_told_and_what_endangers_the_log_comes_first(table: Table) -> None:
    service = table.open()
    say(service, *OPENING)
    service.handle(Envelope(HostReport((WARM,)), Source.CLOCK))
    snapshot = service.broadcaster.latest()
    assert snapshot.host == (WARM,) and snapshot.trouble is None and snapshot.says == "Anna threw 3-1."
    service.handle(Envelope(HostReport((LAST, WARM)), Source.CLOCK))
    snapshot = service.broadcaster.latest()
    assert snapshot.host == (LAST, WARM) and snapshot.says == snapshot.trouble == f"{LAST.text} {LAST.advice}"
    service.hear(HostReport())
    service.start()
    assert until(service.broadcaster, lambda snapshot: snapshot.host == ()).trouble is None


def test_the_doctor_is_asked_while_it_runs(table: Table) -> None:
    service = table.open()
    findings = {finding.check: finding for finding in examine_running(service)}
    assert str(findings["light"].found) == "not looked at: the service that runs has the camera"
    service.start()
    until(service.broadcaster, lambda snapshot: snapshot.trouble is not None)
    findings = {finding.check: finding for finding in examine_running(service)}
    assert str(findings["light"].found).startswith("brightness 0 of 255")
    assert str(findings["aim"].found) == "the board is not calibrated"


def test_under_silence_what_ails_the_computer_is_for_the_referee(table: Table) -> None:
    table.settings = replace(SETTINGS, profile=ProfileSettings("silent"))
    service = table.open()
    begun = say(service, NewGame())
    service.handle(Envelope(HostReport((LAST,)), Source.CLOCK))
    assert service.broadcaster.latest() is begun
    assert service.desk.latest().host == (LAST,) and service.desk.latest().trouble is not None


def test_a_record_bears_its_date_or_says_that_it_is_not_known(table: Table) -> None:
    service = table.open()
    assert "EventDate" not in service.record_text() and "Clock" not in service.record_text()
    table.clock.right = False
    say(service, *OPENING)
    assert '; [Clock "not set: the date of this match is not known"]' in service.record_text()
    # the network has come, and with it an hour
    table.clock.right, table.clock.ahead, table.clock.now = True, table.clock.ahead + 3600, 400.0
    then = datetime.fromtimestamp(table.clock.wall() - 300.0)
    dated = f'; [EventDate "{then:%Y.%m.%d}"]\n; [EventTime "{then:%H.%M}"]\n'
    assert service.record_text().startswith(dated) and "Clock" not in service.record_text()
    say(service, Undo())
    service.stop()
    # so it is after a restart, for an entry of the same time on tells the difference
    assert table.open().record_text().startswith(dated)
    assert {entry.boot for entry in table.log()} == {boot_id()}


def test_a_profile_in_the_settings_is_that_of_the_next_match(table: Table) -> None:
    first = table.open()
    say(first, *OPENING)
    first.stop()
    table.settings = replace(SETTINGS, profile=ProfileSettings("tournament"))
    going_on = table.open()
    assert going_on.match_state.profile == HOME
    say(going_on, NewGame(new_match=True))
    going_on.stop()
    table.settings = replace(SETTINGS, profile=ProfileSettings("tournament"))
    assert table.open().match_state.profile == HOME
    fresh = Table(table.path.with_name("other.db"), table.settings)
    table.services.append(fresh.open())
    assert say(table.services[-1], NewGame()).profile == "tournament"


def test_a_look_is_the_cameras_and_a_tick_the_clocks(table: Table) -> None:
    service = table.open()
    board = Sure(seen_as(GAME, START, Seating(Kind.LIGHT, True)))
    for number, time in enumerate((0.0, 0.3)):
        look = Look(time, 40 + number, View.CLEAR, board)
        service.handle(Envelope(look, Source.CAMERA, (38, 40 + number)))
    service.handle(Envelope(Tick(1.0), Source.CLOCK))
    started = table.log()[-1]
    assert type(started.event).__name__ == "GameStarted"
    assert started.source is Source.CLOCK
    assert started.frames[0] == 40
    assert table.log()[0].source is Source.CAMERA
    assert table.log()[0].frames[1:] == (38, 40)


def test_the_match_can_be_followed_from_the_start_and_after_each_play(table: Table) -> None:
    def plays(service: Service) -> int | None:
        record = service.feed_record()
        return None if record is None else sum(len(game.turns) for game in record.match.games)

    table.settings = replace(SETTINGS, feed=FeedSettings(on=True))
    first = table.open()
    assert plays(first) == 0
    say(first, *OPENING, SetPlay(Side.WHITE, "8/5 6/5"))
    assert plays(first) == 1
    first.stop()
    assert plays(table.open()) == 1, "and at once after another start"


def test_a_service_started_again_shows_the_same_notice(table: Table) -> None:
    first = table.open()
    before = say(first, *OPENING, SetNames("Änne", "Ben"))
    first.stop()
    again = table.open()
    assert again.broadcaster.latest().as_json() == before.as_json()
    assert say(again, Undo()).seq == before.seq or again.match_state.seq >= before.seq


def test_another_game_in_the_settings_begins_another_match(table: Table) -> None:
    first = table.open()
    say(first, *OPENING)
    first.stop()
    table.settings = replace(SETTINGS, match=MatchSettings(game="Nackgammon", length=3))
    again = table.open()
    match = again.broadcaster.latest().match
    assert (again.match_state.match.game_id, match.number, match.length, match.white) == (
        "nackgammon",
        2,
        3,
        "Anna",
    )
    assert isinstance(table.log()[-1].event, MatchStarted)


def test_a_game_from_a_file_is_in_the_log_and_outlives_the_file(table: Table) -> None:
    own = '{"name":"Sunday","rules":"Three on the 24.","setup":{"13":4,"24":3,"6":5,"8":3}}'
    table.settings = replace(SETTINGS, match=MatchSettings(game=own))
    first = table.open()
    say(first, SetNames("Anna", "Ben"), NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1)))
    assert [game.name for game in first.own_games] == ["Sunday"]
    before = first.broadcaster.latest()
    assert (before.game.name, before.position.white[24]) == ("Sunday", 3)
    first.stop()
    again = table.open()
    assert again.broadcaster.latest().as_json() == before.as_json()


def test_a_match_that_a_person_chose_goes_on_after_a_restart(table: Table) -> None:
    first = table.open()
    say(first, *OPENING, NewGame(new_match=True, length=3, match_format=find_match_format("tavli_match")))
    first.stop()
    again = table.open()
    assert [each.game_id for each in again.match_state.match.agreed.games] == ["portes", "plakoto", "fevga"]
    assert again.broadcaster.latest().match.number == 2


def test_a_set_of_dice_is_thrown_on_after_a_restart_until_another_is_named(table: Table) -> None:
    for named, thrown in (("", "red"), (" blue  ones ", "blue ones")):
        table.settings = replace(SETTINGS, match=MatchSettings(length=1, dice=named))
        service = table.open()
        assert service.match_state.match.dice == (thrown if named else "")
        say(service, NewGame(True, 1, dice="red"), SetTurn(Side.WHITE), Resign(Side.BLACK, 1))
        assert service.match_state.winner is Side.WHITE
        number = service.match_state.match_number
        service.stop()
        again = table.open().match_state
        assert (again.match.dice, again.match_number) == (thrown, number if thrown == "red" else number + 1)


def test_a_match_that_is_going_on_keeps_its_length(table: Table) -> None:
    first = table.open()
    say(first, *OPENING)
    first.stop()
    table.settings = replace(SETTINGS, match=MatchSettings(length=9))
    assert table.open().match_state.match.length == 5


def test_a_referee_who_fails_is_survived(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    def stumbling(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
        if message == SetTurn(Side.BLACK):
            raise RuntimeError("stumbled")
        return judge(match_state, tracker, message)

    table.judge = stumbling
    service = table.open()
    say(service, NewGame())
    before = service.broadcaster.latest()
    assert say(service, SetTurn(Side.BLACK), SetTurn(Side.BLACK)) == before
    assert caplog.text.count("SetTurn could not be judged") == 1
    assert say(service, SetRoll(Side.BLACK, Roll.of(6, 5))).says == "Ben threw 6-5."


def test_what_cannot_be_written_down_is_not_shown(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    service = table.open()
    before = say(service, NewGame())

    def full(entries: Sequence[LogEntry]) -> None:
        raise StoreError("there is no room left: free some space")

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "append", full)
        snapshot = say(service, OPENING[1], OPENING[1])
    # where the log lies is nobody's business who was not let in
    waits = "Nothing is refereed until it can be written down:"
    assert snapshot.says == snapshot.trouble == f"{waits} who gives the PIN is told why."
    assert service.desk.latest().trouble == f"{waits} there is no room left: free some space."
    assert (snapshot.roll, snapshot.position, snapshot.seq) == (None, before.position, before.seq + 1)
    assert lamps_of(snapshot).ask
    assert say(service, OPENING[1]).says == "Anna threw 3-1."
    assert len(table.log()) == 3


def test_what_happened_while_the_disk_was_full_for_long_accuses_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[TurnTracker] = []

    def noted(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
        told.append(tracker)
        return judge(match_state, tracker, message)

    table.judge = noted
    service = table.open()
    say(service, NewGame())
    with monkeypatch.context() as broken:
        broken.setattr(table.store, "append", lambda _: (_ for _ in ()).throw(StoreError("full")))
        say(service, OPENING[1])
        assert not service._referee.tracker.was_blind
        table.clock.now += 9.0
        say(service, OPENING[1])
    say(service, OPENING[1])
    assert told[-1].was_blind


def test_looks_are_judged_again_when_writing_works_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = table.open()
    board = Sure(seen_as(GAME, START, Seating(Kind.LIGHT, True)))
    monkeypatch.setattr(table.store, "append", lambda entries: (_ for _ in ()).throw(StoreError("locked")))
    service.handle(Envelope(Look(0.0, 1, View.CLEAR, board), Source.CAMERA))
    assert service.broadcaster.latest().trouble is not None
    monkeypatch.undo()
    for number in range(1, 5):
        service.handle(Envelope(Look(number * 0.5, number, View.CLEAR, board), Source.CAMERA))
    snapshot = service.broadcaster.latest()
    assert (snapshot.trouble, snapshot.position) == (None, START)


def test_the_time_of_a_button_is_the_cameras(table: Table) -> None:
    told: list[Message] = []

    def listening(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
        told.append(message)
        return Judgement((), (), tracker)

    table.judge = listening
    service = table.open()
    say(service, Done(5.0))
    service.handle(Envelope(Look(40.0, 400, View.HAND), Source.CAMERA))
    table.clock.now += 2.5
    say(service, Done(0.0))
    assert told == [Done(0.0), Look(40.0, 400, View.HAND), Done(42.5)]


def test_the_pin(table: Table) -> None:
    service = table.open()
    code = service.access.code
    assert code is not None and service.access.check(code)
    assert not service.access.check(code[:-1])
    assert not service.access.check("\ud800é")
    table.settings = replace(SETTINGS, web=WebSettings(pin="1234"))
    assert table.open().access.check("1234")


def test_a_board_that_is_not_calibrated_is_told_and_pictures_are_kept(table: Table) -> None:
    service = table.open()
    assert service.camera_jpeg() is None
    service.start()
    snapshot = until(service.broadcaster, lambda snapshot: snapshot.trouble is not None)
    assert snapshot.says == str(UNCALIBRATED) and not snapshot.camera.ready
    picture = service.camera_jpeg()
    assert picture is not None and picture.startswith(b"\xff\xd8")


def test_a_picture_is_encoded_once_however_many_ask(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    service = table.open()
    encoded: list[int] = []

    def encode(picture: np.ndarray[Any, Any]) -> bytes:
        encoded.append(int(picture.max()))
        return f"picture {picture.max()}".encode()

    monkeypatch.setattr("device.table.gallery.picture_gallery._jpeg", encode)
    for number in (1, 2):
        service._watcher._shot = Shot(Frame(np.full((48, 64, 3), number, np.uint8), number / 10, number))
        assert {service.camera_jpeg() for _ in range(5)} == {f"picture {number}".encode()}
    assert encoded == [1, 2]


def test_what_events_were_read_from_is_kept(table: Table, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "ring", 10**9)
    service = table.open(pictures=pictures)
    pictures.start()
    for number in (1, 2):
        shot = Shot(Frame(np.zeros((48, 64, 3), np.uint8), number / 10, number), Sight(View.HAND))
        pictures.offer(shot)
    say(service, NewGame())
    service.handle(Envelope(Look(0.1, 1, View.HAND), Source.CAMERA, (1,)))
    service.handle(Envelope(SetNames("Anna", "Bela"), Source.PERSON, (1,)))
    assert pictures.settle(PATIENCE)
    (newest,) = service.gallery.decisions()
    assert (newest.entry.seq, newest.says) == (3, "A person put the names right.")
    assert [kept.name for kept in newest.pictures] == ["1-1"]
    service.stop()
    again = Pictures(tmp_path / "ring", 10**9)
    later = table.open(pictures=again)
    again.start()
    assert again.settle(PATIENCE)
    assert [each.entry.seq for each in later.gallery.decisions()] == [3]


def test_a_full_picture_is_kept_with_a_question(table: Table, tmp_path: Path) -> None:
    class Photographing(ScriptedCamera):
        asked: ClassVar[list[Callable[[Picture], None]]] = []

        def ask_full(self, given: Callable[[Picture], None]) -> bool:
            self.asked.append(given)
            return True

    def asks(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
        if isinstance(message, Tick):
            return Judgement((Asked(1, "resigned", None, ()),), (1,), tracker)
        return judge(match_state, tracker, message)

    table.judge = asks
    pictures = Pictures(tmp_path / "ring", 10**9)
    service = table.open(Photographing(), pictures=pictures)
    pictures.start()
    say(service, NewGame())
    assert Photographing.asked == []
    pictures.offer(Shot(Frame(np.zeros((48, 64, 3), np.uint8), 0.1, 1), Sight(View.HAND)))
    service.handle(Envelope(Tick(1.0), Source.CLOCK, (1,)))
    (given,) = Photographing.asked
    given(np.zeros((96, 128, 3), np.uint8))
    assert pictures.settle(PATIENCE)
    small, full = pictures.kept
    assert small.events == full.events
    assert picture_of(pictures.folder, full).shape == (96, 128, 3)


def test_pictures_that_cannot_be_read_are_told_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    class Cornered(ScriptedCamera):
        corners = "no corners"

    service = table.open(Cornered())
    service.start()
    snapshot = until(service.broadcaster, lambda snapshot: snapshot.trouble is not None)
    assert "error in Tableside itself" in snapshot.says
    service.stop()
    assert caplog.text.count("a picture could not be read") == 1


def test_a_lost_camera_is_told_and_opened_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.table.watch.watcher.FIRST_PAUSE", 0.0)
    second = ScriptedCamera()
    cameras: list[ScriptedCamera | CameraError] = [CameraError("still no cable"), second]
    go_on = threading.Semaphore(0)

    def connect() -> ScriptedCamera:
        assert go_on.acquire(timeout=PATIENCE)
        camera = cameras.pop(0)
        if isinstance(camera, CameraError):
            raise camera
        return camera

    first = ScriptedCamera([CameraError("the cable is out"), CameraError("the cable is out")])
    service = table.open(first, connect=connect)
    service.start()
    snapshot = until(service.broadcaster, lambda snapshot: snapshot.camera.view is View.LOST)
    assert snapshot.camera.text == "the cable is out"
    assert table.log()[-1].source is Source.CAMERA
    go_on.release()
    until(service.broadcaster, lambda snapshot: snapshot.camera.text == "still no cable")
    go_on.release()
    go_on.release()
    until(service.broadcaster, lambda snapshot: "cable" not in snapshot.camera.text.partition(":")[0])
    service.stop()
    assert first.closed and second.closed and not cameras


def test_it_stops_after_all_that_was_said(table: Table) -> None:
    service = table.open()
    service.start()
    for command in (*OPENING, SetNames("Eva", "Udo")):
        service.tell(command)
    service.stop()
    assert service.match_state.match.white == "Eva"
    assert service.broadcaster.closed
    assert table.camera.closed
    assert len(table.log()) == 4


def test_time_passes_once_something_has_been_seen(table: Table) -> None:
    ticked = threading.Event()

    def listening(match_state: MatchState, tracker: TurnTracker, message: Message) -> Judgement:
        if isinstance(message, Tick):
            ticked.set()
        return Judgement((), (), tracker)

    table.judge = listening
    service = table.open()
    service.start()
    service._inbox.put(Envelope(Look(1.0, 10, View.HAND), Source.CAMERA))
    assert ticked.wait(PATIENCE)


def test_a_long_inbox_drops_the_oldest_looks_and_nothing_else() -> None:
    inbox = Inbox()
    inbox.put(Envelope(Undo(), Source.PERSON))
    for number in range(3 * LOOKS):
        inbox.put(Envelope(Look(float(number), number, View.HAND), Source.CAMERA))
        inbox.put(Envelope(Undo(), Source.PERSON))
    kept = [envelope.message for envelope in iter(lambda: inbox.get(0.0), None) if envelope]
    assert [each.frame for each in kept if isinstance(each, Look)] == list(range(2 * LOOKS, 3 * LOOKS))
    assert sum(isinstance(each, Undo) for each in kept) == 3 * LOOKS + 1
    inbox.close()
    assert inbox.get(PATIENCE) is None and inbox.closed


WRITER = """
import json, sys
from pathlib import Path
from device.io.cameras.camera import Camera
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from device.store.settings import Settings
from device.store.log.store import Source, Store, sqlite_url
from engine.board import Side
from engine.dice import Roll
from engine.match.match import Score
from engine.state.messages import NewGame, SetRoll, SetScore

class Blind(Camera):
    def close(self):
        pass

service = Service(Settings(), Blind(), Store(sqlite_url(Path(sys.argv[1]))))
print(json.dumps(service.broadcaster.latest().as_json()), flush=True)
number = service.match_state.seq
while True:
    number += 1
    for command in (NewGame(), SetRoll(Side.WHITE, Roll.of(number % 6 + 1, 1)), SetScore(Score(number, 0))):
        service.handle(Envelope(command, Source.PERSON))
        print(json.dumps(service.broadcaster.latest().as_json()), flush=True)
"""


def test_what_was_shown_outlives_a_killed_service(tmp_path: Path) -> None:
    chance = Random(5)
    path = tmp_path / "log.db"
    shown = ""
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert process.stdout is not None
        for _ in range(chance.randrange(2, 40)):
            shown = process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        lines = process.stdout.read().split("\n")
        shown = lines[-2] if len(lines) > 1 else shown
        process.stdout.close()
        process.wait()
        snapshot = json.loads(shown)
        store = Store(sqlite_url(path))
        entries = store.load("1")
        store.close()
        match = Match(5, "", "")
        assert snapshot == snapshot_of(fold(new_match_state(match), entries[: snapshot["seq"]])).as_json()


def test_a_clock_is_shown_as_it_runs_and_stands_after_a_restart_until_it_runs_again(table: Table) -> None:
    terms = Terms(clock=ClockKind.PLAIN)
    table.settings = replace(SETTINGS, match=MatchSettings(length=3, white="Anna", black="Ben", terms=terms))
    service = table.open()
    waiting = service.broadcaster.latest().as_json(100.0)["clock"]
    assert isinstance(waiting, dict)
    assert (waiting["W"], waiting["running"]) == (360.0, None)
    service.handle(Envelope(Look(5.0, 50, View.CLEAR), Source.CAMERA))
    say(service, *OPENING)
    table.clock.now += 10.0
    service.handle(Envelope(Tick(15.0), Source.CLOCK))
    snapshot = service.broadcaster.latest()
    running = snapshot.as_json(table.clock.now)["clock"]
    later = snapshot.as_json(table.clock.now + 7.0)["clock"]
    assert isinstance(running, dict) and isinstance(later, dict)
    assert (running["W"], running["running"], running["stopped"]) == (350.0, "W", False)
    assert (later["W"], later["B"]) == (343.0, 360.0)
    table.clock.now += 6.0
    service.handle(Envelope(Tick(21.0), Source.CLOCK))
    service.stop()
    again = table.open()
    stands = again.broadcaster.latest().as_json(table.clock.now + 500.0)["clock"]
    assert isinstance(stands, dict)
    assert (stands["W"], stands["running"], stands["stopped"]) == (344.0, "W", True)
    again.handle(Envelope(Look(0.1, 1, View.CLEAR), Source.CAMERA))
    runs = again.broadcaster.latest().as_json(table.clock.now + 4.0)["clock"]
    assert isinstance(runs, dict)
    assert (runs["W"], runs["stopped"]) == (340.0, False)
