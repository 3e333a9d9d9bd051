"""Where a broker lets everybody speak, a table counts once a director has let it in; names that somebody invents keep
nobody out.
"""

import logging
from pathlib import Path

import pytest
from evening import Table, until
from mosquitto import Mosquitto
from test_pairing import PIN, Director
from test_receiver import EVENT, Ears

from device.club.link.admission import (
    FILE,
    JOURNAL_SECONDS,
    MOST_DECIDED,
    MOST_WAITING,
    Admission,
    decisions,
    is_name,
)
from device.club.link.wire import Batch
from device.errors import StoreError
from device.finding import Health
from device.ops.assembly.hub_assembly import RunningHub
from device.ops.doctor.hub_checks import check_hub_tables
from device.store.settings import HubSettings, MqttSettings, Settings, TableSettings
from tests.device.hand_clock import HandClock
from tests.webui.waitress_here import Waitress
from webui.hub.hub_app import create_hub_app


def admission(folder: Path, *known: str) -> Admission:
    return Admission(folder / FILE, known, HandClock())


def waits(held: Admission) -> list[str]:
    return [each.name for each in held.waiting]


def test_a_thousand_invented_names_keep_no_honest_table_out(tmp_path: Path) -> None:
    held = admission(tmp_path, "1")
    ears = Ears(tmp_path, admission=held)
    for n in range(1100):
        ears.say(f"invented-{n}", "status", b"online")
        ears.meet(f"invented-{n}")
        ears.say(f"invented-{n}", "log", Batch(f"log-invented-{n}", "x", 0, 1, (EVENT,)).payload())
    assert len(held.waiting) == MOST_WAITING and held.is_crowded
    assert ears.receiver.tables() == () and ears.archive.logs() == () and ears.receiver.remarks == ()
    assert (ears.receiver._waiting, ears.receiver._online, ears.receiver._snapshots) == (0, {}, {})
    # who was let in before is heard as ever
    ears.meet("1")
    ears.say("1", "log", Batch("log-1", ears.want("1").turn, 0, 1, (EVENT,)).payload())
    ears.receiver._round(0.0)
    assert ears.archive.upto("log-1") == 1
    # one that has no place among those that wait is let in by its name
    ears.meet("honest")
    assert "honest" not in waits(held)
    held.accept("honest", "Anna")
    ears.meet("honest")
    assert [seen.name for seen in ears.receiver.tables()] == ["1", "honest"]
    ears.archive.store.close()


def test_who_waits_has_said_something_and_is_still_there(tmp_path: Path) -> None:
    held = admission(tmp_path)
    ears = Ears(tmp_path, admission=held)
    for name, what, payload in (("1", "status", b"online"), ("2", "notice", b"{}"), ("3", "about", b"x")):
        ears.say(name, what, payload)
    ears.say("4", "status", b"offline")
    ears.say("5", "about", b"")
    ears.say("6", "matches", b"{}")
    ears.say("%0A", "status", b"online")
    ears.say("x" * 81, "status", b"online")
    assert waits(held) == ["1", "2", "3"]
    ears.say("2", "status", b"offline")
    assert waits(held) == ["1", "3"]
    ears.archive.store.close()


def test_what_was_decided_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = admission(tmp_path, "old", "older")
    assert held.let_in == ("old", "older")
    held.knocks("3")
    held.accept("3", "Anna")
    assert held.refuse("older", "Anna") and not held.refuse("nobody", "Anna")
    again = admission(tmp_path, "whoever the archive knows")
    assert again.let_in == ("old", "3") and not again.knocks("older") and again.waiting == ()
    again.accept("older", "")
    assert again.hears("older")
    monkeypatch.setattr("device.club.link.admission.write_lasting", lambda *_: None)
    for n in range(MOST_DECIDED + 1):
        again.knocks(str(n + 10))
        again.refuse(str(n + 10), "")
    assert len(again._decided.refused) == MOST_DECIDED and again.knocks("10") and not again.knocks("11")


@pytest.mark.parametrize("damaged", [b"", b"[", b"null", b"[1]", b'{"let_in": {}}', b"\xff\x00"])
def test_where_what_was_decided_cannot_be_read_nobody_is_let_in_and_it_is_told(
    tmp_path: Path, damaged: bytes, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not damaged:
        # as on a disk on which a file has one name
        monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(PermissionError(1, "no links")))
    file = tmp_path / "hub" / FILE
    file.parent.mkdir()
    file.write_bytes(damaged)
    settings = Settings(table=TableSettings(data=tmp_path))
    finding = check_hub_tables(settings)
    assert finding.health is Health.FAILURE and "let them in anew at /pairing" in str(finding.advice)
    for _ in range(2):
        # a table of which the hub has a log may be one that was refused
        held = admission(file.parent, "known")
        assert held.let_in == () and "tables.json cannot be read" in str(held.trouble)
        assert held.knocks("known") and [each.levelname for each in caplog.records[:1]] == ["ERROR"]
    held.refuse("known", "Anna")
    held.accept("2", "Anna")
    assert held.trouble is None and admission(file.parent, "known").let_in == ("2",)
    (kept,) = file.parent.glob("damaged-*")
    assert [(each.name, each.read_bytes()) for each in kept.iterdir()] == [(FILE, damaged)]
    finding = check_hub_tables(settings)
    assert (finding.health, str(finding.found)) == (Health.OK, "1 let in, 1 refused")


def test_who_comes_and_goes_fills_no_journal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "device.club.link.admission")
    clock = HandClock()
    held = Admission(tmp_path / FILE, (), clock)
    for _ in range(50):
        assert held.knocks("1") and held.leaves("1")
    for n in range(100):
        assert held.knocks(f"invented {n}") and held.leaves(f"invented {n}")
    assert len(caplog.records) == MOST_WAITING and "'1' wants to join" in caplog.messages[0]
    clock.now += JOURNAL_SECONDS
    held.knocks("1")
    assert caplog.messages[MOST_WAITING:] == [
        f"tables came and wanted to join {150 - MOST_WAITING} times more than was told here",
        "table '1' wants to join: somebody has to let it in",
    ]


def test_who_is_let_in_no_more_is_shown_as_gone_and_who_was_never_heard_is_not_counted(
    tmp_path: Path,
) -> None:
    held = admission(tmp_path, "1", "2")
    ears = Ears(tmp_path, admission=held)
    ears.meet("1")
    ears.say("1", "status", b"online")
    assert [seen.online for seen in ears.receiver.tables()] == [True]
    for name in ("1", "2"):
        held.refuse(name, "")
        ears.receiver.hear_no_more(name)
    assert [(seen.name, seen.online) for seen in ears.receiver.tables()] == [("1", False)]
    assert ears.receiver._online == {"1": False}
    ears.archive.store.close()


def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    held = admission(tmp_path / "none")
    held.knocks("1")
    with pytest.raises(StoreError, match="look at the hub's disk"):
        held.accept("1", "")
    with pytest.raises(StoreError, match="look at the hub's disk"):
        held.refuse("1", "")
    # what was not kept was not decided
    assert not held.hears("1") and waits(held) == ["1"]


@pytest.mark.parametrize("name", ["", " 3", "3 ", "3\n", "\ud800", "x" * 81])
def test_a_name_that_is_taken_for_another_or_cannot_be_kept_is_none(tmp_path: Path, name: str) -> None:
    held = admission(tmp_path)
    assert not is_name(name) and not held.knocks(name) and held.waiting == ()


def test_a_table_at_an_open_broker_counts_once_it_was_let_in(tmp_path: Path, mosquitto: Mosquitto) -> None:
    settings = Settings(
        table=TableSettings(data=tmp_path),
        hub=HubSettings(host="127.0.0.1", pin=PIN, port=1),
        mqtt=MqttSettings(host="127.0.0.1", port=mosquitto.port),
    )
    table = Table(tmp_path / "3", mosquitto.port, "3")
    table.matches(1)
    until(lambda: table.publisher._claim.holds)
    hub = RunningHub(settings)
    hub.start()
    server = Waitress(create_hub_app(hub), 0, 40, hub.close_broadcasters)
    try:
        until(lambda: waits(hub.admission) == ["3"])  # type: ignore[arg-type]
        director = Director(server.port)
        told = director.ask("GET", "/api/pairing")[1]
        assert told["asked"] and [each["name"] for each in told["waiting"]] == ["3"] and told["tables"] == []
        assert director.ask("GET", "/api/wall/state")[1]["waiting"] == 1
        assert hub.archive.logs() == () and hub.tables() == ()
        assert director.ask("POST", "/api/pairing/tables", {"name": "3"})[0] == 204
        until(lambda: (seen := hub.table("3")) is not None and seen.online and seen.upto == len(table.rows()))
        assert hub.archive.lines(hub.archive.logs()[0].log), "what was kept at the broker came, too"
        until(lambda: (seen := hub.table("3")) is not None and seen.snapshot)
        told = director.ask("GET", "/api/pairing")[1]
        assert (told["tables"], told["waiting"]) == (["3"], [])
        # who is refused later is heard no more, and is shown as gone though the wall warns of the broker
        until(lambda: hub.trouble)
        assert hub.wall.cards()["3"]["online"]
        assert director.ask("DELETE", "/api/pairing/3")[0] == 204
        assert director.ask("DELETE", "/api/pairing/3")[0] == 404
        assert not hub.wall.cards()["3"]["online"]
        upto = len(table.rows())
        table.matches(1)
        table.publisher.link.flush(10)
        seen = hub.table("3")
        assert seen is not None and not seen.online and seen.upto == upto
        assert waits(hub.admission) == []  # type: ignore[arg-type]
    finally:
        server.stop()
        hub.stop()
        table.close()
    file = settings.hub_folder / FILE
    kept = decisions(file)
    assert kept is not None and (kept.let_in, list(kept.refused)) == ({}, ["3"])
    # a table that was refused does not come in by a damaged file
    file.write_text("")
    again = RunningHub(settings)
    again.start()
    try:
        until(lambda: "let them in anew at /pairing" in str(again.trouble))
        assert again.admission is not None and again.admission.let_in == () and again.admission.knocks("3")
    finally:
        again.stop()
