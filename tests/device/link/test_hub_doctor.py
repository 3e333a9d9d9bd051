"""The doctor of a hub, before a real broker and real databases."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from evening import Hub, Table, until
from mosquitto import PASSWORD, Mosquitto
from sqlalchemy import update

from device.cli.commands.doctor import doctor
from device.cli.commands.hub import hub as hub_command
from device.club.link.topics import Topics
from device.finding import Finding, Health
from device.ops.doctor.hub_checks import (
    _ahead,
    check_broker,
    check_hub_backup,
    check_hub_database,
    check_memory,
    examine_hub,
)
from device.store.log.schema import EVENT_ENTRIES, META, REVISION
from device.store.log.store import Store, sqlite_url
from device.store.settings import HubSettings, MqttSettings, Settings, TableSettings
from tests.device.hand_clock import HandClock


@pytest.fixture
def settings(tmp_path: Path, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> Settings:
    # Whoever listens here listens to the whole room.
    monkeypatch.setattr("device.ops.doctor.hub_checks.own_address", lambda: "127.0.0.1")
    # A broker on the same computer tells at once what it remembers.
    monkeypatch.setattr("device.ops.doctor.hub_checks.REMEMBERED_SECONDS", 0.2)
    return Settings(
        table=TableSettings(data=tmp_path),
        hub=HubSettings(port=0),
        mqtt=MqttSettings("127.0.0.1", mosquitto.port),
    )


def found(settings: Settings) -> dict[str, Finding]:
    """What the doctor says, by what it is of."""
    return {each.check.removeprefix("hub "): each for each in examine_hub(settings)}


def test_a_broker_that_lets_anybody_in_is_told(settings: Settings) -> None:
    told = found(settings)
    assert told["broker"].health is Health.OK and "speaks MQTT 5" in str(told["broker"].found)
    assert "may read along" in str(told["broker"].found) and told["memory"].health is Health.OK
    assert told["rights"].health is Health.WARNING and "anybody in the network may" in str(
        told["rights"].found
    )
    assert "hub --setup" in str(told["rights"].advice)
    assert str(told["data"].found).startswith("none yet") and told["port"].health is Health.OK
    assert "no table is there" in str(told["clock"].found) or told["clock"].health is Health.WARNING


def test_a_broker_that_only_this_computer_reaches_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.ops.doctor.hub_checks.own_address", lambda: "127.0.0.2")
    told = check_broker(settings.mqtt)
    assert told.health is Health.WARNING and "no table in the room can reach it" in str(told.found)
    assert "listener" in str(told.advice)


def test_a_broker_that_is_guarded_as_the_manual_has_it_is_well(
    settings: Settings, mosquitto: Mosquitto
) -> None:
    mqtt = MqttSettings("localhost", mosquitto.tls, "hub", PASSWORD, tls=True, ca=str(mosquitto.ca))
    told = found(replace(settings, mqtt=mqtt))
    # what keeps the clock, and whether the tests' files lie on a disk, is for the computer to say
    assert {each.health for name, each in told.items() if name not in ("clock", "disk")} == {Health.OK}
    assert "as hub over TLS" in str(told["broker"].found) and "is not let in" in str(told["rights"].found)
    wrong = found(replace(settings, mqtt=replace(mqtt, password="x")))
    assert wrong["broker"].health is Health.FAILURE and "does not know the user hub" in str(
        wrong["broker"].found
    )
    assert wrong.keys() == {"broker", "tables", "data", "backup", "disk", "port"}
    plain = check_broker(replace(mqtt, port=mosquitto.guarded))
    assert plain.health is Health.FAILURE and "does not speak TLS" in str(plain.found)


def test_a_broker_that_keeps_nothing_is_told(settings: Settings, mosquitto: Mosquitto) -> None:
    file = mosquitto.folder / "mosquitto.conf"
    before = file.read_text()
    mosquitto.stop()
    file.write_text(f"retain_available false\n{before}")
    try:
        mosquitto.start()
        told = check_memory(settings.mqtt, Topics("tableside"))
    finally:
        file.write_text(before)
    assert (
        told.health is Health.FAILURE
        and "keeps nothing" in str(told.found)
        and "retain_available" in str(told.advice)
    )


@pytest.fixture
def table(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Table]:
    made = Table(tmp_path / "3", mosquitto.port, "3")
    until(lambda: made.publisher._claim.holds)
    yield made
    made.close()


def test_a_table_whose_clock_is_wrong_is_told_and_a_hub_that_runs_hears_nothing(
    settings: Settings, table: Table, tmp_path: Path, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandClock()
    monkeypatch.setattr("device.ops.doctor.hub_checks.SystemClock", lambda: clock)
    hub = Hub(sqlite_url(tmp_path / "running.db"), mosquitto.port)
    table.matches(1)
    hub.has(table)
    table.publisher._clock = clock
    assert "1 of 1 tables that are there agree with it" in str(found(settings)["clock"].found)
    late = HandClock(ahead=clock.ahead - 600)
    table.publisher._clock = late
    told = found(settings)["clock"]
    assert told.health is Health.WARNING and "that of table 3 is 10 minutes behind" in str(told.found)
    late.right = False
    assert "that of table 3 is not set" in str(found(settings)["clock"].found)
    hub.has(table)
    assert not hub.receiver.remarks and hub.receiver.trouble is None
    hub.close()


def test_what_is_in_the_database_is_told_whatever_its_age(tmp_path: Path, database_url: str) -> None:
    settings = Settings(table=TableSettings(data=tmp_path), hub=HubSettings(database=database_url))
    assert "empty" in str(check_hub_database(settings).found)
    store = Store(database_url)
    assert str(check_hub_database(settings).found) == "0 events in 0 tables' logs, 0 tournaments"
    for revision, health, words in (
        (REVISION - 1, Health.OK, "brought up to date at the next start"),
        (REVISION + 1, Health.FAILURE, "written by a newer Tableside"),
    ):
        with store.database.begin() as connection:
            connection.execute(update(META).where(META.c.key == "schema").values(value=str(revision)))
        told = check_hub_database(settings)
        assert told.health is health and words in str(told.found)
    store.close()
    gone = replace(settings, hub=HubSettings(database="postgresql://club@127.0.0.1:1/club"))
    told = check_hub_database(gone)
    assert told.health is Health.FAILURE and "does not answer" in str(told.found) + str(told.advice)
    assert check_hub_backup(gone, HandClock()).health is Health.WARNING


@pytest.mark.parametrize("wall", ["1" + 400 * "0", '"soon"', "[]", "{"])
def test_what_is_no_time_is_nobody_s_clock(wall: str) -> None:
    assert _ahead(f'{{"wall": {wall}}}'.encode(), HandClock()) == 0.0


def test_the_doctor_leaves_a_database_as_it_is(tmp_path: Path, database_url: str) -> None:
    settings = Settings(table=TableSettings(data=tmp_path), hub=HubSettings(database=database_url))
    assert check_hub_backup(settings, HandClock()).health is Health.OK
    assert "empty" in str(check_hub_database(settings).found)
    store = Store(database_url)
    older = update(META).where(META.c.key == "schema").values(value=str(REVISION - 1))
    with store.database.begin() as connection:
        connection.execute(older)
        EVENT_ENTRIES.drop(connection)
    assert str(check_hub_backup(settings, HandClock()).found) == "none yet"
    assert "of an older Tableside" in str(check_hub_database(settings).found)
    store.close()


def test_people_type_doctor_or_hub_check(
    settings: Settings, tmp_path: Path, mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "t.toml"
    file.write_text(f'[table]\ndata = "{tmp_path}"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n')
    done = CliRunner().invoke(hub_command, ["--check", "--json", "--config", str(file)])
    told = json.loads(done.output)
    checks = [each["check"] for each in told["findings"]]
    assert done.exit_code == 0 and told["well"] and checks[:3] == ["hub broker", "hub memory", "hub rights"]
    monkeypatch.setattr("device.ops.doctor.examination.examine", lambda *_, **__: ())
    assert CliRunner().invoke(doctor, ["--config", str(file)]).output == ""
    settings.hub_folder.mkdir()
    Store(settings.hub_database_url).close()
    said = CliRunner().invoke(doctor, ["--config", str(file)]).output
    assert "--  hub rights   anybody in the network" in said and "ok  hub data     0 events" in said
