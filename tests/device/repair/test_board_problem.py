"""A board that stands wrong: the steps that put it right, ticked off as the service sees
them done, and for whom they are.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hand_clock import HandClock

from device.errors import CameraError
from device.io.cameras.camera import Camera
from device.status.snapshot.repair_view import RepairView
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.settings import MatchSettings, ProfileSettings, Settings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import ENGLISH
from engine.position_parsing import parse_position
from engine.state.messages import Command, DieSeen, Look, NewGame, SetPlay, SetPosition, SetRoll, Undo
from engine.turn.appearance import seen_as
from tests.sure_evidence import Sure
from vision.frame import Frame

GAME = find_game("backgammon")
START = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"
LEGAL = "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"
ILLEGAL = "W: 24(2) 13(5) 8(2) 6(4) 5(1) 2(1) B: 24(2) 13(5) 8(3) 6(5)"
HALF = "W: 24(2) 13(5) 8(2) 6(5) 5(1) B: 24(2) 13(5) 8(3) 6(5)"


class NoCamera(Camera):
    """A camera of which nothing is asked."""

    def read(self) -> Frame | None:
        raise CameraError("it is not there")

    def close(self) -> None:
        pass


class Room:
    """A service whose messages a test hands in, and what it looks at."""

    def __init__(self, path: Path, profile: str = "home") -> None:
        settings = Settings(match=MatchSettings(white="Anna", black="Ben"), profile=ProfileSettings(profile))
        self.store = Store(sqlite_url(path))
        self.service = Service(settings, NoCamera(), self.store, clock=HandClock())
        self.number = 0

    def say(self, *commands: Command, who: str = "") -> None:
        for command in commands:
            self.service.handle(Envelope(command, Source.PERSON, who=who))

    def see(self, position: str, *dice: int, looks: int = 8) -> None:
        board = Sure(seen_as(GAME, parse_position(position), Seating()))
        shown = tuple(
            DieSeen(tuple(0.99 if face == die else 0.002 for face in range(1, 7)), "right", True, u)  # type: ignore[arg-type]
            for die, u in zip(dice, (0.7, 0.8), strict=False)
        )
        for _ in range(looks):
            self.number += 1
            look = Look(self.number / 5, self.number, View.CLEAR, board, shown)
            self.service.handle(Envelope(look, Source.CAMERA, (self.number,)))

    @property
    def mend(self) -> RepairView | None:
        return self.service.broadcaster.latest().mend

    @property
    def steps(self) -> list[tuple[str, bool]]:
        return [] if self.mend is None else [(step.text, step.done) for step in self.mend.steps]

    def log(self) -> tuple[LogEntry, ...]:
        return self.store.load("1")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[[str], Room]]:
    rooms: list[Room] = []

    def open_room(profile: str = "home") -> Room:
        rooms.append(Room(tmp_path / f"{profile}.db", profile))
        rooms[-1].say(NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1)))
        rooms[-1].see(START, 3, 1)
        return rooms[-1]

    yield open_room
    for each in rooms:
        each.service.stop()


BACK = "Put a light checker from 2 back on 6."


def test_an_illegal_play_is_put_right_step_by_step(room: Callable[..., Room]) -> None:
    played = room()
    played.see(ILLEGAL, 3, 1)
    assert played.steps == [(BACK, False)], "what was played legally may stay"
    seq = played.service.broadcaster.latest().seq
    played.see(ILLEGAL, 3, 1)
    assert played.service.broadcaster.latest().seq == seq, "the same look again is no news"
    played.see(HALF, 3, 1)
    assert played.steps == [(BACK, True)] and played.mend is not None and played.mend.over
    assert played.mend.text == "The board has been put right." and played.mend.counted == ""
    played.see(LEGAL, 3, 1)
    assert played.steps == [(BACK, True)], "to play on is no problem"


def test_what_was_told_and_is_not_on_the_board_is_asked_for_until_it_is(room: Callable[..., Room]) -> None:
    told = room()
    told.say(
        SetPosition(parse_position("W: 24(2) 13(4) 9(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")), who="Maria"
    )
    told.see(START, 3, 1)
    assert told.service.match_state.fault is None, "whom a person has corrected the camera does not accuse"
    assert told.steps == [("Put a light checker from 13 back on 9.", False)]
    assert told.mend is not None and told.mend.told
    told.service.overlook()
    letter = told.service._inbox.get(0)
    assert letter is not None
    told.service.handle(letter)
    assert told.mend is None
    assert [(entry.who, entry.source) for entry in told.log()][-1] == ("Maria", Source.PERSON)


def test_a_turn_taken_back_is_taken_back_on_the_board(room: Callable[..., Room]) -> None:
    played = room()
    played.see(LEGAL, 3, 1)
    played.say(SetPlay(Side.WHITE, "8/5 6/5"), Undo())
    played.see(LEGAL, 3, 1)
    wanted = ["Put a light checker from 5 back on 8.", "Put a light checker from 5 back on 6."]
    assert [text for text, _ in played.steps] == wanted
    played.see(HALF, 3, 1)
    assert played.steps == [(wanted[0], False), (wanted[1], True)]
    played.see(START, 3, 1)
    assert [done for _, done in played.steps] == [True, True]


def test_the_steps_are_for_whom_hints_are(room: Callable[..., Room]) -> None:
    strict = room("tournament")
    strict.see(ILLEGAL, 3, 1)
    assert strict.mend is None
    desk = strict.service.desk.latest().mend
    assert desk is not None and [step.text for step in desk.steps] == [BACK]
    silent = room("silent")
    silent.see(ILLEGAL, 3, 1)
    assert silent.mend is None and silent.service.desk.latest().mend is None


def ledgers_play(room: Room) -> str:
    last = room.service.broadcaster.latest().last_play
    assert last is not None
    return last.notation


def test_a_play_is_told_as_it_is_written(room: Callable[..., Room]) -> None:
    told = room()
    service = told.service
    wrong = service.refusal(SetPlay(Side.WHITE, "8/2"), ENGLISH)
    assert wrong == "8/2 needs a 6: only the 3 and the 1 were thrown; 8/4 is legal."
    assert (
        service.refusal(SetPlay(Side.BLACK, "8/5"), ENGLISH)
        == "There is no turn of Ben that could be put right now."
    )
    assert "is no move" in (service.refusal(SetPlay(Side.WHITE, "rubbish"), ENGLISH) or "")
    told.say(SetPlay(Side.WHITE, "8/2"))
    assert service.match_state.last_play is None, "what is refused changes nothing"
    told.say(SetPlay(Side.WHITE, "8/5 6/5"), who="Maria")
    assert service.broadcaster.latest().last_play.notation == "8/5 6/5"  # type: ignore[union-attr]
    told.say(SetPlay(Side.WHITE, "24/23 13/10"))
    last = service.broadcaster.latest().last_play
    assert last is not None and last.notation == "24/23 13/10" and last.illegal is None
    told.see(START)
    assert ledgers_play(told) == "24/23 13/10", "the camera goes on seeing what it saw, which says nothing"
    wanted = ["Put a light checker from 24 back on 23.", "Put a light checker from 13 back on 10."]
    assert told.steps == [(text, False) for text in wanted]
    told.see("W: 24(1) 23(1) 13(4) 10(1) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)")
    assert told.steps == [(text, True) for text in wanted]
    told.say(SetPlay(Side.WHITE, "8/2", stands=True))
    last, match_state = service.broadcaster.latest().last_play, service.match_state
    assert last is not None and last.illegal and match_state.fault is None and match_state.side is Side.BLACK
    assert [(entry.who, type(entry.event).__name__) for entry in told.log() if entry.who] == [
        ("Maria", "Played")
    ]


def test_back_to_a_turn_long_ago(room: Callable[..., Room]) -> None:
    played = room()
    played.say(
        SetPlay(Side.WHITE, "8/5 6/5"), SetRoll(Side.BLACK, Roll.of(6, 4)), SetPlay(Side.BLACK, "24/14")
    )
    played.say(SetRoll(Side.WHITE, Roll.of(6, 1)), SetPlay(Side.WHITE, "13/7 8/7"))
    assert played.service.broadcaster.latest().game.turns == 3
    played.say(Undo(to=1))
    match_state = played.service.match_state
    assert len(match_state.game.turns) == 1 and (match_state.side, match_state.roll) == (
        Side.BLACK,
        Roll.of(6, 4),
    )  # type: ignore[union-attr]
    played.say(Undo(to=5))
    assert replace(played.service.match_state, seq=0) == replace(match_state, seq=0)
    played.say(Undo(to=0))
    assert played.service.match_state.position == GAME.start


def test_what_is_told_of_a_turn_is_not_taken_for_another(room: Callable[..., Room]) -> None:
    told = room()
    told.say(SetPlay(Side.WHITE, "8/5 6/5"), SetRoll(Side.BLACK, Roll.of(6, 4)), SetPlay(Side.BLACK, "24/14"))
    told.say(SetRoll(Side.WHITE, Roll.of(6, 1)))
    stale: list[Command] = [SetPlay(Side.WHITE, "13/7 8/7", turn=0), Undo(turns=1), Undo(to=0, turns=1)]
    before = told.service.match_state
    for command in stale:
        told.say(command)
        assert told.service.match_state == before
        assert "has gone on since" in (told.service.refusal(command, ENGLISH) or "")
    # what is being played is recorded meanwhile: it is the same turn
    told.say(SetPlay(Side.WHITE, "24/23 13/7"), SetPlay(Side.WHITE, "13/7 8/7", turn=2))
    assert ledgers_play(told) == "13/7 8/7"
    told.say(Undo(turns=3), Undo(turns=3))
    assert told.service.broadcaster.latest().game.turns == 2, "two referees at once take one turn back"
