"""The diary: an evening that is refereed again ends as it did."""

from pathlib import Path

import pytest

from device.errors import CodecError, DiaryError
from device.io.cameras.camera import Camera
from device.store.log.diary import Diary, read_diary, referee_again
from device.store.log.store import Source, Store, sqlite_url
from device.store.settings import Settings
from device.table.inbox import Envelope
from device.table.service.table_service import Service
from device.table.watch.watcher import look_of
from engine.board import Seating, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.match.match import Match
from engine.state.match_state import new_match_state
from engine.state.messages import NewGame, SetRoll, Tick, Undo
from engine.turn.appearance import seen_as
from engine.turn.tracker import TurnTracker
from vision.eye import Sight
from vision.frame import Frame
from vision.observation import SITES, Chance, Observation, Site


class Nowhere(Camera):
    """A camera that nobody looks through."""

    def read(self) -> Frame | None:
        return None

    def close(self) -> None:
        pass


def sight() -> Sight:
    board = seen_as(find_game("backgammon"), find_game("backgammon").start, Seating())
    return Sight(
        View.CLEAR,
        Observation(tuple(Site(each, (Chance(board.light[each], board.dark[each], 0.9),)) for each in SITES)),
    )


def test_an_evening_can_be_refereed_again(tmp_path: Path) -> None:
    path = tmp_path / "diary.jsonl"
    store = Store(sqlite_url(tmp_path / "log.db"))
    service = Service(Settings(), Nowhere(), store, diary=Diary(path))
    for number in range(5):
        look = look_of(sight(), Frame(b"", number * 0.4, number))  # type: ignore[arg-type]
        service.handle(Envelope(look, Source.CAMERA))
    service.handle(Envelope(Tick(3.0), Source.CLOCK))
    for command in (
        SetRoll(Side.WHITE, Roll.of(3, 1)),
        NewGame(),
        SetRoll(Side.BLACK, Roll.of(6, 5)),
        Undo(),
    ):
        service.handle(Envelope(command, Source.PERSON))
    service.stop()
    again = referee_again(new_match_state(Match(5, "", "")), TurnTracker(), read_diary(path))
    assert again == service.match_state
    assert again.seq >= 4


def test_a_diary_that_cannot_be_kept_or_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(DiaryError, match="name another file"):
        Diary(tmp_path / "none" / "diary.jsonl")
    with pytest.raises(DiaryError, match="cannot be read"):
        list(read_diary(tmp_path / "none.jsonl"))
    (tmp_path / "bad.jsonl").write_text("nonsense\n")
    with pytest.raises(CodecError):
        list(read_diary(tmp_path / "bad.jsonl"))
