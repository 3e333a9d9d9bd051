"""The logbook: the stored events for any number of readers, as far as they may know them."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry, Source, Store, sqlite_url
from device.store.settings import ProfileSettings, Settings, TableSettings
from device.table.inbox import Envelope
from device.table.service.resume import RECENT
from device.table.service.table_service import Service
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Thrown
from engine.state.messages import NewGame, SetNames, SetRoll

PATIENCE = 20.0


def entry(seq: int, match: int = 1, game: int = 1) -> LogEntry:
    event = Thrown(Side.WHITE, Roll.of(3, 1))
    return LogEntry("1", seq, match, game, 1.75e9, float(seq), True, Source.CAMERA, (seq,), event)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    made = Store(database_url)
    made.append([entry(seq) for seq in range(1, 6)])
    made.append([replace(entry(1), table="2")])
    yield made
    made.close()


def test_events_are_read_in_their_order_a_few_at_a_time(store: Store) -> None:
    book = Logbook(store, "1", 5, 5)
    first = book.read(0, 2, whole=False)
    assert [each["seq"] for each in first] == [1, 2]
    assert first[0] == {
        "table": "1", "seq": 1, "match": 1, "game": 1, "schema": 1, "wall": 1.75e9, "monotonic": 1.0, "clock_set": True,
        "source": "camera", "who": "", "frames": [1], "kind": "Thrown", "body": first[0]["body"],
    }  # fmt: skip
    assert [each["seq"] for each in book.read(2, 100, whole=False)] == [3, 4, 5]
    assert book.read(5, 100, whole=True) == book.read(9, 1, whole=True) == ()
    book.close()
    assert book.read(0, 100, whole=True) == () and book.closed


def test_what_is_kept_back_is_for_who_may_know_it(store: Store) -> None:
    book = Logbook(store, "1", 5, 3)
    assert [each["seq"] for each in book.read(0, 100, whole=False)] == [1, 2, 3]
    assert [each["seq"] for each in book.read(0, 100, whole=True)] == [1, 2, 3, 4, 5]
    assert not book.wait(3, 0.0, whole=False) and book.wait(3, 0.0, whole=True)
    book.note(5, 5)
    assert book.wait(3, 0.0, whole=False)
    book.close()


def test_who_waits_is_woken_by_an_event_and_by_the_end(store: Store) -> None:
    book = Logbook(store, "1", 5, 5)
    woken: list[bool] = []
    for _ in range(2):
        waiting = threading.Thread(target=lambda: woken.append(book.wait(5, PATIENCE, whole=False)))
        waiting.start()
        book.note(6, 6) if not woken else book.close()
        waiting.join(PATIENCE)
    assert woken == [True, False] or woken == [True, True]


def test_nothing_is_read_of_nothing() -> None:
    assert Logbook().read(0, 10, whole=True) == ()


def service(folder: Path, profile: str) -> Service:
    settings = Settings(table=TableSettings(data=folder), profile=ProfileSettings(profile))
    return Service(settings, None, Store(sqlite_url(folder / "log.db")))


@pytest.mark.parametrize("profile", ["silent", "tournament"])
def test_a_service_keeps_the_game_that_is_on_from_everybody(tmp_path: Path, profile: str) -> None:
    table = service(tmp_path, profile)
    for command in (NewGame(new_match=True, length=5), NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1))):
        table.handle(Envelope(command, Source.PERSON))
    for number in range(RECENT):
        table.handle(Envelope(SetNames(f"Anna {number}", ""), Source.PERSON))
    assert table.match_state.playing
    shown, known = table.logbook.shown, table.logbook.upto(whole=True)
    assert shown < known == table.match_state.seq
    assert "Thrown" not in {each["kind"] for each in table.logbook.read(0, 100, whole=False)}
    assert "Thrown" in {each["kind"] for each in table.logbook.read(0, 100, whole=True)}
    table.stop()
    # the same after a restart in the middle of that game
    again = service(tmp_path, profile)
    assert again.logbook.shown == shown
    again.stop()


def test_at_home_everybody_may_read_along(tmp_path: Path) -> None:
    table = service(tmp_path, "home")
    for command in (NewGame(), SetRoll(Side.WHITE, Roll.of(3, 1))):
        table.handle(Envelope(command, Source.PERSON))
    assert table.logbook.shown == table.match_state.seq > 0
    table.stop()
