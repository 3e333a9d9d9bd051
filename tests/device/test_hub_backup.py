"""A hub's database in a backup: every row of it comes back, from and to either kind of database."""

import secrets
import sys
from pathlib import Path
from typing import Any

import pytest
from postgres import Server
from sqlalchemy import insert, select

from device.club.link.admission import FILE, Admission
from device.club.link.archive import Arrival, HubArchive
from device.club.link.wire import About
from device.club.tournament.event_store import Events
from device.errors import BackupError, DeviceError, LockError
from device.ops.assembly.hub_assembly import RunningHub
from device.ops.backup import finishing, last_backup, make_backup, restore_backup
from device.ops.backup.hub_backup import TABLES, at_one_moment, bring, checked_table_row, decisions_file, held
from device.ops.backup.making import NOTE
from device.store.access import Access
from device.store.folder.lock import DataLock
from device.store.log.schema import ANALYSES
from device.store.log.store import Store, sqlite_url
from device.store.settings import HubSettings, Settings, TableSettings
from engine.tournament.entries import Joined
from engine.tournament.tournament_values import Entrant, EventPlan, PairingFormat
from tests.device.hand_clock import HandClock

sys.path.insert(0, str(Path(__file__).parent / "library"))
from playing import Told

PLACES = ("sqlite", "postgresql")


def hub_in(folder: Path, url: str = "") -> Settings:
    return Settings(table=TableSettings(data=folder), hub=HubSettings(database=url))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What a table has to tell of a match."""
    folder = tmp_path_factory.mktemp("played")
    told = Told(folder / "log.db")
    told.begin(1)
    told.play(4)
    told.win()
    rows = [dict(row) for row in told.service.storage[0].rows()]
    told.close()
    return rows


def fill(settings: Settings, played: list[dict[str, Any]]) -> None:
    """Two tables and a tournament, as after an evening."""
    settings.hub_folder.mkdir(parents=True, exist_ok=True)
    store = Store(settings.hub_database_url)
    archive = HubArchive(store)
    for name in ("1", "Ä"):
        log = archive.meet(About(name, "1", "http://t.local/", f"log{name}".encode().hex(), "one"), 1.8e9)
        rows = tuple({**row, "table": name} for row in played)
        archive.take([Arrival(log.log, 0, len(rows), rows)], 1.8e9)
        archive.keep({log.log: (1.8e9, '{"says": "Änne to throw."}')})
    events = Events(store)
    players = [Joined(Entrant(1, "Änne")), Joined(Entrant(2, "Ben"))]
    events.pair(events.begin(EventPlan("Thursday", PairingFormat.SWISS), "Maria", players).number, "Maria")
    store.close()


def whole(settings: Settings) -> dict[str, list[Any]]:
    """Every row that a hub has, without any order."""
    store = Store(settings.hub_database_url)
    with store.database.connect() as connection:
        found = {
            name: sorted(tuple(row) for row in connection.execute(select(table)))
            for name, table in TABLES.items()
        }
    store.close()
    return found


@pytest.mark.parametrize("target", PLACES)
@pytest.mark.parametrize("source", PLACES)
def test_a_hub_comes_back_row_by_row(
    request: pytest.FixtureRequest, tmp_path: Path, played: list[dict[str, Any]], source: str, target: str
) -> None:
    urls = [_url(request, place) for place in (source, target)]
    here, there = (hub_in(tmp_path / f"{n}", url) for n, url in enumerate(urls))
    fill(here, played)
    made = make_backup(here, tmp_path / "b.zip")
    assert made.manifest.hub == 2 * len(played) + len(whole(here)["hub/event_entries.jsonl"])
    assert last_backup(here.table.data) is not None and (here.table.data / NOTE).exists()
    restore_backup(made.path, there)
    assert whole(there) == whole(here)
    assert len(whole(there)["hub/event_entries.jsonl"]) == 4
    # as after a plug that was pulled before the end of it
    if urls[1]:
        restore_backup(made.path, there)
        assert whole(there) == whole(here)
        store = Store(urls[1])
        Events(store).begin(EventPlan("Friday", PairingFormat.SWISS))
        store.close()
        with pytest.raises(BackupError, match="the hub's database holds other matches or tournaments"):
            restore_backup(made.path, there, force=True)
    else:
        with pytest.raises(BackupError, match="a hub's database with matches or tournaments in .* --force"):
            restore_backup(made.path, there)
        done = restore_backup(made.path, there, force=True)
        assert done.aside is not None and (done.aside / "hub.db").exists() and whole(there) == whole(here)
    hub = RunningHub(there)
    assert [each.event.plan.name for each in hub.events.all()][-1] == "Thursday"
    assert {each.table for each in hub.library.finished()} == {"1", "Ä"}
    hub.stop()


def _url(request: pytest.FixtureRequest, place: str) -> str:
    """An empty database for a hub; of SQLite in its folder."""
    if place == "sqlite":
        return ""
    server: Server = request.getfixturevalue("postgresql")
    schema = f"hub_{secrets.token_hex(6)}"
    server.do(f"CREATE SCHEMA {schema}")
    return server.url(schema=schema)


def test_a_hub_that_runs_is_backed_up_and_never_replaced(
    tmp_path: Path, played: list[dict[str, Any]]
) -> None:
    here = hub_in(tmp_path / "here")
    fill(here, played)
    hub = RunningHub(here)
    made = make_backup(here, tmp_path / "b.zip")
    with pytest.raises(LockError, match="running already"):
        restore_backup(made.path, here, force=True)
    hub.stop()
    restore_backup(made.path, here, force=True)


def test_a_restore_that_was_broken_off_is_finished_by_the_hub(
    tmp_path: Path, played: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = hub_in(tmp_path / "here"), hub_in(tmp_path / "there")
    fill(here, played)
    made = make_backup(here, tmp_path / "b.zip")

    class PulledPlug(BaseException):
        pass

    def pulled(*_: object) -> None:
        raise PulledPlug

    with monkeypatch.context() as without_power:
        without_power.setattr(finishing, "_set_aside", pulled)
        with pytest.raises(PulledPlug):
            restore_backup(made.path, there)
    assert not (there.hub_folder / "hub.db").exists()
    table = DataLock(there.table.data)
    with pytest.raises(LockError):
        RunningHub(there)
    table.release()
    RunningHub(there).stop()
    assert whole(there) == whole(here)


def test_a_row_may_be_long_and_its_folder_is_flushed(
    tmp_path: Path, played: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = hub_in(tmp_path / "here"), hub_in(tmp_path / "there")
    fill(here, played)
    store = Store(here.hub_database_url)
    analysis = {"table": "1", "match": 1, "last": 9, "ply": 2, "head": "{}", "body": '"' * 2**20}
    with store.database.begin() as connection:
        connection.execute(insert(ANALYSES), [analysis])
    store.close()
    made = make_backup(here, tmp_path / "b.zip")
    flushed: list[Path] = []
    monkeypatch.setattr(finishing, "sync_folder", flushed.append)
    restore_backup(made.path, there)
    assert whole(there) == whole(here)
    # Before what was unpacked goes: a plug that is pulled then must not take the only one.
    assert flushed.index(there.hub_folder) < flushed.index(there.table.data)


def test_a_restore_brings_back_which_tables_were_let_in_and_nobody_who_was_refused(tmp_path: Path) -> None:
    here, there = hub_in(tmp_path / "here"), hub_in(tmp_path / "there")

    def admission(settings: Settings) -> Admission:
        settings.hub_folder.mkdir(parents=True, exist_ok=True)
        return Admission(decisions_file(settings), (), HandClock())

    Store(sqlite_url(admission(here)._file.with_name("hub.db"))).close()
    assert make_backup(here, tmp_path / "b.zip").manifest.as_json()["format"] == 2
    before = admission(here)
    for name in ("1", "2", "3"):
        before.accept(name, "Anna")
    before.refuse("3", "Anna")
    phone = Access(here.hub_folder).remember_device()
    made = make_backup(here, tmp_path / "b.zip")
    assert made.manifest.as_json()["format"] == 3
    restore_backup(made.path, there)
    # a hub has neither display nor button by which a phone comes in while PINs are guessed
    assert phone is not None and Access(there.hub_folder).knows_device(phone)
    after = admission(there)
    assert after.let_in == ("1", "2") and not after.knocks("3")
    # since then one was let in and one refused; neither is undone, nor does one come in that was refused before
    after.refuse("2", "Anna")
    after.accept("3", "Anna")
    after.accept("4", "Anna")
    done = restore_backup(made.path, there, force=True)
    assert done.aside is not None and (done.aside / FILE).exists()
    again = admission(there)
    assert again.let_in == ("1", "4") and not again.knocks("2") and not again.knocks("3")
    # who was refused in what cannot be read any more is not let in
    decisions_file(there).write_bytes(b"{")
    restore_backup(made.path, there, force=True)
    assert admission(there).let_in == () and decisions_file(there).read_bytes() == b"{"
    # and that is in no backup, which would be refused as damaged
    assert make_backup(there, tmp_path / "c.zip").manifest.as_json()["format"] == 2


def test_a_table_without_a_hub_has_none_in_its_backup(tmp_path: Path) -> None:
    settings = hub_in(tmp_path / "alone")
    settings.table.data.mkdir()
    Store(sqlite_url(settings.table.data / "tableside.db")).close()
    made = make_backup(settings, tmp_path / "b.zip")
    assert not made.manifest.has_hub and made.manifest.as_json()["format"] == 1
    assert "hub" not in made.manifest.as_json()


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("event_entries", {"kind": "Bribed"}),
        ("hub_logs", {"upto": "7"}),
        ("hub_logs", {"notice": "{"}),
        ("hub_matches", {"anonymous": 1}),
        ("events", {"body": "{}"}),
    ],
    ids=str,
)
def test_a_row_that_is_none_is_refused_and_nothing_changed(
    tmp_path: Path,
    played: list[dict[str, Any]],
    file: str,
    change: dict[str, Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, table = Store(sqlite_url(tmp_path / "empty.db")), TABLES[f"hub/{file}.jsonl"]
    fill(hub_in(tmp_path / "here"), played)
    there = Store(hub_in(tmp_path / "here").hub_database_url)
    with at_one_moment(there) as rows:
        begun = rows(table)
        row = next(begun)
    assert checked_table_row(table, row) == row
    with pytest.raises((DeviceError, ValueError)):
        checked_table_row(table, {**row, **change})
    with pytest.raises((DeviceError, ValueError)):
        bring(store, lambda each: [checked_table_row(table, {**row, **change})] if each is table else [])
    assert held(store) == 0
    store.close()
    there.close()
    # what was broken off may be held for longer, as by a traceback
    begun.close()
    assert not caplog.records
