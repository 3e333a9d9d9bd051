"""A table that is paired with a hub: its daily copy lies there, for no other's eyes, and comes back to a new card."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

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
from device.club.link.link import Message, called, says
from device.finding import Health
from device.ops.backup import DailyBackups, check_backup, daily_copies, daily_note
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


def test_a_tables_daily_copy_lies_at_its_hub_and_comes_back_to_a_new_card(tmp_path: Path) -> None:
    data, into, config = tmp_path / "data", tmp_path / "broker", tmp_path / "hub.toml"
    data.mkdir()
    with kept_port() as port, kept_port() as pages:
        config.write_text(
            f'[table]\ndata = "{data}"\n[mqtt]\nport = {port}\n'
            f'[hub]\nhost = "127.0.0.1"\nport = {pages}\npin = "{PIN}"\n'
        )
        words = ["--setup", "--into", str(into), "--config", str(config)]
        assert CliRunner().invoke(hub_command, words).exit_code == 0
        with set_up_broker(into):
            program = [sys.executable, "-m", "device.cli", "hub", "--config", str(config)]
            # told to be a subprocess's own, it says nothing that a pipe would have to hold
            said = (tmp_path / "said").open("w")
            hub = subprocess.Popen(program, cwd=ROOT, stdout=said, stderr=said)
            try:
                until(lambda: "Open http" in (tmp_path / "said").read_text())
                _copies_go_and_come_back(tmp_path, data / "hub", Director(pages), pages)
            finally:
                hub.terminate()
                hub.wait(60)
                said.close()


def _copies_go_and_come_back(folder: Path, hub: Path, director: Director, pages: int) -> None:
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
    with called(replace(two.mqtt, user="ha", password="home"), ("tableside/#",), heard.append):
        backups = DailyBackups(one, folder / "1" / "tableside.toml")
        copy = backups.step()
        assert copy is not None
        backups.carry_along()
        with called(two.mqtt, ("tableside/1/copy/#",)) as link:
            assert not says(link, "tableside/1/copy/ask", CopyAsk("0" * 16, "", 0).payload())
            assert "does not let the user 2" in str(link.trouble)
            assert says(link, "tableside/2/about", b"")
        until(lambda: any(each.topic == "tableside/2/about" for each in heard))
    assert not [each.topic for each in heard if "/copy/" in each.topic]

    # it lies there whole, and the doctor knows
    (there,) = (hub / "copies").glob("*/*")
    assert there.read_bytes() == copy.read_bytes() and there.name == copy.name
    assert daily_note(one.table.data).at_hub == copy.name
    found = check_daily(one, SystemClock())
    assert found.health is Health.OK and "also at the hub" in found.found, found
    before = there.stat()
    DailyBackups(one).carry_along()
    assert there.stat() == before, "nothing is sent twice"

    # the card is lost: whoever the director lets in under its name gets it back
    events = held(one)
    words = ["--from-hub", "--config", str(folder / "1" / "tableside.toml")]
    nothing = CliRunner().invoke(restore_command, [*words[:-1], str(folder / "2" / "tableside.toml")])
    assert "none of a table of this name" in str(nothing.exception), nothing.output
    shutil.rmtree(folder / "1")
    assert director.ask("DELETE", "/api/pairing/1")[0] == 204
    assert paired(folder / "1", "1", director.code(), pages)[0] == 0
    done = CliRunner().invoke(restore_command, words)
    assert done.exit_code == 0 and f"{events} events are back" in done.output, (done.output, done.exception)
    assert held(one) == events and check_backup(there).events == events
    assert not [*(folder / "1").glob("from-hub-*")] and paired_broker(folder / "1") is not None
    assert daily_copies(one) == ()


def test_a_hub_that_does_not_answer_is_said_and_left_in_peace(tmp_path: Path) -> None:
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
    assert found.health is Health.WARNING and "the hub cannot be told of the daily backup" in found.found, (
        found
    )
