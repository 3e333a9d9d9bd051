"""The receiver: it listens to whom it should, takes no more than it has room for, and asks again for what it left."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from double import Double, Line

from device.club.link.admission import Admission
from device.club.link.archive import HubArchive
from device.club.link.mqtt_link import Message
from device.club.link.receiver import Receiver
from device.club.link.wire import About, Batch, LogManifest, Want
from device.store.log.store import Store, sqlite_url
from device.store.settings import MqttSettings

EVENT = {
    "seq": 1, "match": 1, "game": 1, "schema": 1, "wall": 1.5, "monotonic": 2.5, "clock_set": True, "source": "camera",
    "frames": "[7]", "kind": "MatchOver", "body": '{"winner":"W"}', "boot": None,
}  # fmt: skip


class Ears:
    """A receiver on a broker in the process."""

    def __init__(self, folder: Path, admission: Admission | None = None, **mqtt: Any) -> None:
        self.broker = Double()
        self.archive = HubArchive(Store(sqlite_url(folder / "hub.db")))
        self.receiver = Receiver(MqttSettings(host="double", **mqtt), self.archive, admission=admission)
        self.line: Any = Line(self.broker, self.receiver.link)
        self.receiver.link = self.line
        self.line.connect()

    def say(self, table: str, what: str, payload: bytes) -> None:
        self.receiver._hear(Message(f"tableside/{table}/{what}", payload, False))

    def meet(self, table: str) -> None:
        self.say(table, "about", About(table, "1", "", f"log-{table}", "x").payload())
        self.receiver._round(0.0)

    def want(self, table: str) -> Want:
        return Want.parse(self.broker.retained[f"tableside/hub/want/{table}"])


@pytest.fixture
def ears(tmp_path: Path) -> Iterator[Ears]:
    ears = Ears(tmp_path)
    yield ears
    ears.archive.store.close()


def test_a_hub_may_listen_to_some_tables_alone(tmp_path: Path) -> None:
    ears = Ears(tmp_path, only="1, Board 2")
    ears.meet("3")
    ears.meet("1")
    assert [seen.name for seen in ears.receiver.tables()] == ["1"]
    assert ears.receiver.remarks == ()
    ears.archive.store.close()


def test_what_there_is_no_room_for_is_asked_for_again(ears: Ears, monkeypatch: pytest.MonkeyPatch) -> None:
    ears.meet("1")
    turn = ears.want("1").turn
    monkeypatch.setattr("device.club.link.receiver.MOST_WAITING", 3000)
    for n in range(50):
        ears.say("1", "log", Batch("log-1", turn, n, n + 1, ({**EVENT, "seq": n + 1},)).payload())
        ears.say("nobody", "log", b"x")
    assert ears.receiver._waiting <= 3000
    assert ears.receiver._dropped == {"1"}
    ears.receiver._round(0.0)
    want = ears.want("1")
    assert want.turn != turn and 0 < want.after < 50 and want.stamp == (1.5, 2.5)


def test_what_belongs_to_a_former_turn_is_left(ears: Ears) -> None:
    ears.meet("1")
    before = ears.want("1").turn
    ears.meet("1")
    ears.say("1", "log", Batch("log-1", before, 0, 1, (EVENT,)).payload())
    ears.receiver._round(0.0)
    assert ears.archive.upto("log-1") == 0
    ears.say("1", "log", Batch("log-1", ears.want("1").turn, 0, 1, (EVENT,)).payload())
    ears.receiver._round(0.0)
    assert ears.archive.upto("log-1") == 1


def test_an_event_that_the_hub_does_not_know_holds_up_its_table_alone_and_is_told(ears: Ears) -> None:
    for table in ("1", "2"):
        ears.meet(table)
        strange = {**EVENT, "kind": "OfAnotherAge"} if table == "1" else EVENT
        ears.say(table, "log", Batch(f"log-{table}", ears.want(table).turn, 0, 1, (strange,)).payload())
    ears.receiver._round(0.0)
    assert (ears.archive.upto("log-1"), ears.archive.upto("log-2")) == (0, 1)
    (said,) = ears.receiver.remarks
    assert "what table 1 sends as its log cannot be used" in str(said)


def test_a_table_without_its_name_is_told_of_until_it_has_it_again(ears: Ears) -> None:
    ears.say("1", "barred", b"Window")
    ears.say("1", "status", b"offline")
    ears.say("Window", "status", b"online")
    (said,) = ears.receiver.remarks
    assert "paired as 1 calls itself Window" in str(said)
    ears.say("1", "status", b"online")
    assert ears.receiver.remarks == ()


def test_who_invents_topics_leaves_room_for_what_else_is_to_be_said(ears: Ears) -> None:
    for n in range(60):
        ears.say(f"a b {n}", "status", b"online")
    ears.say("1", "barred", b"Window")
    strange, barred = ears.receiver.remarks
    assert "'tableside/a b 0/status', where no table does" in str(strange) and "paired as 1" in str(barred)


def test_a_manifest_of_another_log_removes_nothing(ears: Ears) -> None:
    ears.meet("1")
    ears.say("1", "log", Batch("log-1", ears.want("1").turn, 0, 1, (EVENT,)).payload())
    ears.say("1", "matches", LogManifest("log-2", 9, ()).payload())
    ears.receiver._round(0.0)
    assert len(ears.archive.lines("log-1")) == 1
    ears.say("1", "matches", LogManifest("log-1", 9, ()).payload())
    ears.receiver._round(0.0)
    assert ears.archive.lines("log-1") == ()


def test_who_has_gone_is_remembered_with_the_last_notice(ears: Ears) -> None:
    ears.meet("10")
    ears.meet("9")
    ears.receiver._keep()
    other = Receiver(MqttSettings(host="double"), ears.archive)
    assert [(seen.name, seen.online) for seen in other.tables()] == [("9", False), ("10", False)]
    assert other.table("11") is None
