"""The club: tables and a hub on a real broker that is stopped and started, killed and lost in the middle of games."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from evening import QUICK, SECONDS, Hub, Table, until
from mosquitto import Mosquitto

from device.club.link.mqtt_link import Link, Message
from device.club.link.published import Published
from device.club.link.wire import LogManifest
from device.library.match_library import Library
from device.store.log.store import sqlite_url
from device.store.settings import MqttSettings
from engine.state.events import Retention
from engine.state.messages import NewGame, SetKept, SetNames

NAMES = ("Annabella", "Benedikt")


class Room:
    """A broker, and whatever else a test wants, switched off at its end."""

    def __init__(self, folder: Path, broker: Mosquitto, stack: ExitStack) -> None:
        self.folder, self.broker, self._stack = folder, broker, stack
        self.url = sqlite_url(folder / "hub.db")

    def table(self, name: str = "1", place: str = "", **more: Any) -> Table:
        table = Table(self.folder / (place or f"table{name[-1]}"), self.broker.port, name, **more)
        self._stack.callback(_once(table.close))
        return table

    def hub(self, url: str = "") -> Hub:
        hub = Hub(url or self.url, self.broker.port)
        self._stack.callback(_once(hub.close))
        return hub


def _once(close: Callable[[], None]) -> Callable[[], None]:
    def again() -> None:
        # A test may have switched it off by itself.
        with suppress(RuntimeError):
            close()

    return again


@pytest.fixture
def room(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(tmp_path, mosquitto, stack)


def test_a_hub_follows_a_table(room: Room) -> None:
    hub, table = room.hub(), room.table("Board 3/blue")
    table.matches(2)
    hub.has(table)
    now = table.told.service.broadcaster.latest()
    hub.until(lambda: (hub.receiver.table(table.name).snapshot or {}).get("seq") == now.seq)
    (seen,) = hub.receiver.tables()
    assert seen.snapshot == now.as_json(0.0)
    assert (seen.name, seen.key, seen.online, seen.page) == (
        table.name,
        table.name,
        True,
        "http://Board 3/blue.local/",
    )
    table.close()
    hub.until(lambda: not hub.receiver.tables()[0].online)
    assert hub.receiver.tables()[0].snapshot is not None


def test_a_broker_that_is_stopped_and_started_in_the_middle_of_games_loses_nothing(room: Room) -> None:
    hub, table = room.hub(), room.table()
    chance = Random(5)
    for _ in range(3):
        table.matches(1, turns=chance.randint(1, 5))
        room.broker.stop()
        table.told.begin(1)
        table.told.play(chance.randint(1, 5))
        assert table.told.match_state.seq == table.rows()[-1]["seq"]
        room.broker.start()
        table.told.win()
    hub.has(table)
    until(lambda: table.publisher.trouble is None and hub.receiver.trouble is None)
    assert not hub.receiver.remarks


def test_a_hub_that_is_killed_and_comes_back_has_all(room: Room) -> None:
    table = room.table()
    table.matches(1)
    for n in range(3):
        hub = room.hub()
        table.matches(1)
        if n:
            hub.until(lambda hub=hub: len(hub.rows()) > 10)
        table.told.begin(1)
        hub.die()
        table.told.play(4)
        table.told.win()
    room.hub().has(table)


def test_what_was_played_before_there_was_a_hub_comes_in_pieces(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.club.link.published.MOST_ROWS", 7)
    table = room.table()
    table.matches(6, turns=4)
    hub = room.hub()
    hub.has(table)
    assert len(table.rows()) > 10 * 4


def test_what_is_deleted_while_the_hub_is_off_goes_there_too_and_comes_back(room: Room) -> None:
    table, hub = room.table(), room.hub()
    table.matches(3)
    hub.has(table)
    hub.close()
    library = Library(table.told.service)
    second = table.rows()[-1]["match"] - 1
    library.delete(second)
    hub = room.hub()
    hub.until(lambda: second not in {row["match"] for row in hub.rows()})
    hub.has(table)
    library.restore(second)
    hub.has(table)
    assert second in {row["match"] for row in hub.rows()}
    library.delete(second, for_good=True)
    hub.has(table)
    library.close()


def test_what_is_deleted_while_the_manifest_is_made_goes_at_the_next_look(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, made = room.table(), Published.manifest
    table.matches(2)
    library = Library(table.told.service)
    deleted: list[int] = []

    def manifest(published: Published, shown: int) -> LogManifest:
        told = made(published, shown)
        if not deleted:
            deleted.append(table.rows()[-1]["match"] - 1)
            library.delete(deleted[0])
        return told

    monkeypatch.setattr(Published, "manifest", manifest)
    room.hub().has(table)
    library.close()
    assert deleted


def test_names_that_are_not_to_be_kept_never_reach_the_hub_or_leave_it(room: Room) -> None:
    table, hub = room.table(), room.hub()
    table.matches(1)
    table.told.begin(1)
    table.told.tell(SetNames(*NAMES), who="Mariannette")
    table.told.play(2)
    hub.has(table)
    assert NAMES[0] in str(hub.rows())
    table.told.tell(SetKept(Retention.ANONYMOUS))
    hub.until(lambda: table.told.match_state.match_number not in {row["match"] for row in hub.rows()})
    table.told.play(2)
    table.told.win()
    hub.has(table)
    assert table.told.match_state.match_number in {row["match"] for row in hub.rows()}
    assert not _on_disk(hub, *NAMES, "Mariannette")


def test_a_match_off_the_record_is_not_sent(room: Room) -> None:
    table, hub = room.table(), room.hub()
    table.matches(1)
    off = table.told.match_state.match_number + 1
    table.matches(1, retention=Retention.OFF)
    table.matches(1, retention=Retention.FULL)
    hub.until(lambda: hub.rows()[-1:] == table.rows()[-1:])
    assert off not in {row["match"] for row in hub.rows()}
    hub.has(table)


def test_neither_broker_nor_hub_keeps_the_notice_of_a_match_that_is_not_to_be_kept(room: Room) -> None:
    table, hub = room.table(), room.hub()
    table.matches(1)
    hub.has(table)
    table.told.begin(1, retention=Retention.OFF)
    table.told.tell(SetNames(*NAMES))

    def shows(hub: Hub) -> bool:
        seen = hub.receiver.table("1")
        return seen is not None and NAMES[0] in str(seen.snapshot)

    hub.until(lambda: shows(hub))
    hub.close()
    assert not _on_disk(hub, *NAMES)
    kept: list[Message] = []

    def end() -> None:
        link.publish("end", b"")

    link = Link(MqttSettings(host="localhost", port=room.broker.port), ("#",), kept.append, up=end)
    link.start()
    until(lambda: "end" in [each.topic for each in kept])
    link.stop()
    # what is told just then reaches whoever listens; what the broker keeps reaches whoever comes
    held = [each for each in kept if each.retained]
    assert held and NAMES[0] not in str(held)
    late = room.hub()
    late.until(lambda: shows(late))


def test_a_new_data_folder_is_another_log(room: Room) -> None:
    hub, former = room.hub(), room.table()
    former.matches(1)
    hub.has(former)
    former.close()
    table = room.table(place="new")
    table.matches(2)
    hub.has(table, key="1 (2)")
    assert hub.rows("1") == former.rows()
    assert [(log.key, log.current) for log in hub.archive.logs()] == [("1", False), ("1 (2)", True)]
    assert [seen.key for seen in hub.receiver.tables()] == ["1 (2)"]
    hub.archive.forget(hub.archive.logs()[0].log)
    assert hub.rows("1") == [] and hub.rows("1 (2)") == table.rows()


def test_an_old_copy_of_a_memory_card_is_another_log(room: Room) -> None:
    hub, table = room.hub(), room.table()
    table.matches(1)
    until(lambda: hub.rows())
    hub.has(table)
    table.close()
    copy = room.folder / "copy"
    copy.mkdir()
    (copy / "log.db").write_bytes(table.path.read_bytes())
    table = room.table()
    table.matches(1)
    hub.has(table)
    before = hub.rows()
    table.close()
    other = room.table(place="copy")
    other.matches(2)
    hub.has(other, key="1 (2)")
    assert hub.rows("1") == before


def test_of_two_tables_of_one_name_the_second_steps_back(room: Room) -> None:
    hub, first = room.hub(), room.table()
    first.matches(1)
    hub.has(first)
    # However long the first one takes to answer.
    second = room.table(place="second", waits=QUICK.waits, answer=SECONDS, poll=QUICK.poll)
    until(lambda: second.publisher.trouble)
    second.publisher._claim.seconds = QUICK.answer
    assert "is called '1', too (http://1.local/)" in str(second.publisher.trouble)
    second.matches(1)
    first.matches(1)
    hub.has(first)
    assert first.publisher.trouble is None
    assert [log.key for log in hub.archive.logs()] == ["1"]
    first.close()
    hub.has(second, key="1 (2)")
    assert second.publisher.trouble is None


def test_a_hub_keeps_its_hands_off_a_database_that_a_table_writes_to(room: Room) -> None:
    table = room.table()
    hub = room.hub(sqlite_url(table.path))
    table.matches(1)
    until(lambda: "the hub's own database" in str(hub.receiver.remarks))
    assert hub.archive.logs() == ()


def test_rubbish_on_the_broker_changes_nothing(room: Room) -> None:
    hub, table = room.hub(), room.table()
    table.matches(1)
    hub.has(table)
    log = hub.receiver.table("1").log
    for topic, payload in (
        ("tableside/1/notice", b"{"),
        ("tableside/1/log", b'{"log":1}'),
        ("tableside/9/matches", b"[]"),
        ("tableside/1/log", f'{{"log":"{log}","turn":"x","after":0,"upto":9,"rows":[{{}}]}}'.encode()),
        ("tableside/1/match", f'{{"log":"{log}","match":1,"ask":"","part":0,"of":1,"rows":[]}}'.encode()),
        ("tableside/%zz/about", b"\xff\x00"),
        ("tableside/hub/about", b"5"),
        ("tableside/hub/want/1", b"null"),
        ("tableside/1/hello", b'{"instance":["a"]}'),
        ("tableside/1/about", b"[]"),
        ("tableside/8/about", b'{"name":"7","version":"","page":"","log":"a","instance":"b"}'),
        ("tableside/1/notice", b"[" * 60_000),
        ("tableside/hub/again/1", b"{}"),
        ("tableside/1/log", b"x" * 2_000_000),
    ):
        room.broker.say(topic, payload)
    table.matches(1)
    hub.has(table)
    until(lambda: len(hub.receiver.remarks) >= 4)
    assert all("{" not in said and "[" not in said for said in map(str, hub.receiver.remarks))
    assert hub.receiver.trouble is None and table.publisher.trouble is None
    assert [seen.name for seen in hub.receiver.tables()] == ["1"]


def test_a_second_hub_is_told_of(room: Room) -> None:
    one = room.hub()
    until(lambda: one.receiver.link.is_up)
    other = room.hub(sqlite_url(room.folder / "other.db"))
    until(lambda: one.receiver.remarks)
    assert "another hub (http://hub.local/) listens to the same tables" in str(one.receiver.remarks[0])
    other.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_interrupted_nothing_is_lost(room: Room, seed: int) -> None:
    chance = Random(seed)
    tables = [room.table(str(n)) for n in (1, 2, 3)]
    hub: Hub | None = room.hub()
    running = True
    for _ in range(25):
        match chance.randrange(5):
            case 0 if running:
                room.broker.stop()
                running = False
            case 0:
                room.broker.start()
                running = True
            case 1 if hub is None:
                hub = room.hub()
            case 1:
                assert hub is not None
                (hub.die if chance.random() < 0.5 else hub.close)()
                hub = None
            case _:
                table = chance.choice(tables)
                if chance.random() < 0.3:
                    table.matches(1, turns=chance.randint(1, 4))
                else:
                    table.told.tell(NewGame(new_match=True, length=1))
                    table.told.play(chance.randint(1, 9))
    if not running:
        room.broker.start()
    hub = hub or room.hub()
    for table in tables:
        hub.has(table)


def _on_disk(hub: Hub, *names: str) -> list[str]:
    data = b"".join(
        each.read_bytes() for each in Path(hub.url.removeprefix("sqlite:///")).parent.glob("hub.db*")
    )
    return [name for name in names if name.encode() in data]
