"""A table that is paired with a hub: its daily copy lies there, for no other's eyes, and comes back to a new card."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from evening import until
from playing import Told
from set_up_broker import set_up_broker
from test_pairing import PIN, Director, paired

from device.cli.commands.hub import hub as hub_command
from device.cli.commands.restore import restore as restore_command
from device.clock import SystemClock
from device.club.broker.accounts import Accounts
from device.club.broker.rights import HOME_ASSISTANT
from device.club.link.mqtt_link import Link, Message, linked, says
from device.club.link.topics import PART
from device.finding import Health
from device.ops.backup import DailyBackups, carrying, check_backup, copies_sent, daily_copies, daily_note
from device.ops.backup.copy_wire import CopyAsk
from device.ops.doctor.storage_checks import check_daily
from device.store.log.store import Store
from device.store.settings import Settings, load_settings
from device.store.settings.paired import paired_broker, with_paired
from tests.ports import kept_port

ROOT = Path(__file__).parents[3]


def table_of(folder: Path) -> Settings:
    """A paired table as its service starts."""
    return with_paired(load_settings(folder / "tableside.toml"))


def held(settings: Settings) -> int:
    store = Store(settings.database_url)
    try:
        return store.count()
    finally:
        store.close()


def play(settings: Settings) -> None:
    told = Told(settings.table.data / "tableside.db", f'name = "{settings.table.name}"\n')
    told.begin(1)
    told.play(3)
    told.close()


def test_a_tables_daily_copy_lies_at_its_hub_and_comes_back_to_a_new_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, into, config = tmp_path / "data", tmp_path / "broker", tmp_path / "hub.toml"
    data.mkdir()
    with kept_port() as port, kept_port() as pages:
        config.write_text(
            f'[table]\ndata = "{data}"\n[mqtt]\nport = {port}\n'
            f'[hub]\nhost = "127.0.0.1"\nport = {pages}\npin = "{PIN}"\n'
        )
        words = ["--setup", "--into", str(into), "--config", str(config)]
        assert CliRunner().invoke(hub_command, words).exit_code == 0
        _as_set_up_before_there_were_copies(into / "secret" / "security.json")
        with set_up_broker(into):
            program = [sys.executable, "-m", "device.cli", "hub", "--config", str(config)]
            # told to be a subprocess's own, it says nothing that a pipe would have to hold
            said = (tmp_path / "said").open("w")
            hub = subprocess.Popen(program, cwd=ROOT, stdout=said, stderr=said)
            try:
                until(lambda: "Open http" in (tmp_path / "said").read_text())
                _copies_go_and_come_back(tmp_path, data / "hub", Director(pages), pages, monkeypatch)
            finally:
                hub.terminate()
                hub.wait(60)
                said.close()


def _as_set_up_before_there_were_copies(security: Path) -> None:
    """Has a broker's Home Assistant read copies, too, as one does that was set up by an older version."""
    found = json.loads(security.read_text())
    (role,) = (each for each in found["roles"] if each["rolename"] == HOME_ASSISTANT)
    barred = [each for each in role["acls"] if not each["allow"]]
    assert barred
    role["acls"] = [each for each in role["acls"] if each["allow"]]
    security.write_text(json.dumps(found))


def _said_twice(link: Link, topic: str, payload: bytes) -> bool:
    return says(link, topic, payload) and (not topic.endswith(PART) or says(link, topic, payload))


def _copies_go_and_come_back(
    folder: Path, hub: Path, director: Director, pages: int, patch: pytest.MonkeyPatch
) -> None:
    for name in ("1", "2"):
        status, said = paired(folder / name, name, director.code(), pages)
        assert status == 0, said
    one, two = table_of(folder / "1"), table_of(folder / "2")
    play(one)

    # Home Assistant is let in, and listens to all that there is to hear
    accounts = Accounts(paired_broker(hub))  # type: ignore[arg-type]
    accounts._ask([{"command": "createClient", "username": "ha", "password": "home",
                    "roles": [{"rolename": HOME_ASSISTANT}]}])  # fmt: skip
    heard: list[Message] = []
    with linked(replace(two.mqtt, user="ha", password="home"), ("tableside/#",), heard.append):
        backups = DailyBackups(one, folder / "1" / "tableside.toml")
        copy = backups.step()
        assert copy is not None
        backups.carry_along()
        assert daily_note(one.table.data).at_hub == "" and not [*hub.glob("copies/*/*")], "less than a game"
        patch.setattr(carrying, "FEW", 1)
        # it goes in parts, and each comes to the hub twice, as the broker may bring it
        patch.setattr(copies_sent, "PART_BYTES", 500)
        patch.setattr(copies_sent, "says", _said_twice)
        DailyBackups(one).carry_along()
        patch.undo()
        with linked(two.mqtt, ("tableside/1/copy/#",)) as link:
            assert not says(link, "tableside/1/copy/ask", CopyAsk("0" * 16, "", 0).payload())
            assert "does not let the user 2" in str(link.trouble)
            assert says(link, "tableside/2/about", b"")
        until(lambda: any(each.topic == "tableside/2/about" for each in heard))
    assert not [each.topic for each in heard if "/copy/" in each.topic]

    # it lies there whole, and the doctor knows
    (there,) = (hub / "copies").glob(f"*/{copy.name}")
    assert there.read_bytes() == copy.read_bytes() and there.name == copy.name
    assert daily_note(one.table.data).at_hub == copy.name
    found = check_daily(one, SystemClock())
    assert found.health is Health.OK and "also at the hub" in str(found.found), found
    assert there.stat().st_size > 2 * 500, "in more than two parts"
    patch.setattr(carrying, "FEW", 1)
    before = there.stat()
    DailyBackups(one).carry_along()
    assert there.stat() == before, "nothing is sent twice"
    patch.undo()

    # the card is lost: whoever the director lets in under its name gets it back
    events = held(one)
    words = ["--from-hub", "--config", str(folder / "1" / "tableside.toml")]
    nothing = CliRunner().invoke(restore_command, [*words[:-1], str(folder / "2" / "tableside.toml")])
    assert "none of a table of this name" in str(nothing.exception), nothing.output
    assert copy.name in CliRunner().invoke(restore_command, [*words, "--list"]).output
    alone = CliRunner().invoke(restore_command, [*words, "--list", "--json"])
    assert alone.exit_code == 2 and "for --from-hub alone" in alone.output
    strange = CliRunner().invoke(restore_command, ["daily-1-000099-undated.zip", *words])
    assert "none of that name" in str(strange.exception), strange.output
    shutil.rmtree(folder / "1")
    assert director.ask("DELETE", "/api/pairing/1")[0] == 204
    assert paired(folder / "1", "1", director.code(), pages)[0] == 0
    done = CliRunner().invoke(restore_command, [copy.name, *words])
    assert done.exit_code == 0 and f"{events} events are back" in done.output, (done.output, done.exception)
    assert held(one) == events and check_backup(there).events == events
    assert not [*(folder / "1").glob("from-hub-*")] and paired_broker(folder / "1") is not None
    assert daily_copies(one) == ()
    newest = CliRunner().invoke(restore_command, ["--force", *words])
    assert newest.exit_code == 0 and f"{events} events are back" in newest.output, newest.output
    assert "--from-hub --list" in newest.output


def test_a_hub_that_does_not_answer_is_said_and_left_in_peace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carrying, "FEW", 1)
    data = tmp_path / "1"
    data.mkdir()
    with kept_port() as port:
        lines = f'[table]\ndata = "{data}"\n'
        (data / "tableside.toml").write_text(lines)
        from device.store.settings import PairedBroker
        from device.store.settings.paired import keep_paired

        keep_paired(data, PairedBroker("127.0.0.1", port, "1", "x"), "no certificate")
        settings = table_of(data)
        play(settings)
        backups = DailyBackups(settings)
        assert backups.step() is not None
        backups.carry_along()
    found = check_daily(settings, SystemClock())
    assert found.health is Health.WARNING and "the hub cannot be told of the daily backup" in str(
        found.found
    ), found
