"""A Mosquitto that the hub sets up: a table comes in by a code alone, and writes what is its own alone."""

import http.client
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from evening import QUICK, Table, until
from playing import Told
from set_up_broker import set_up_broker

from device.cli.commands.hub import hub as hub_command
from device.cli.commands.pair import pair as pair_command
from device.club.broker.guard import Openness, openness
from device.club.broker.table_pairing import TablePairing, broker_of, key_of, request_of
from device.club.link.mqtt_link import linked, says
from device.club.link.publishing import Publisher
from device.club.link.wire import About
from device.errors import PairingError
from device.ops.assembly.hub_assembly import RunningHub
from device.ops.doctor.hub_checks import check_rights
from device.ops.doctor.network_checks import check_broker
from device.ops.settings_keeper import SettingsKeeper
from device.store.settings import (
    HubSettings,
    MqttSettings,
    PairedBroker,
    Settings,
    TableSettings,
    load_settings,
)
from device.store.settings.paired import paired_broker, with_paired
from tests.ports import kept_port
from tests.webui.waitress_here import Waitress
from webui.hub.hub_app import create_hub_app

PIN = "314159"


class Director:
    """Somebody with the hub's pages open."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""
        self.ask("POST", "/api/login", {"pin": PIN})

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """The status, and the answer."""
        wire = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        headers = {"X-Tableside": "1", "Content-Type": "application/json", "Cookie": self._cookie}
        wire.request(method, path, None if body is None else json.dumps(body), headers)
        answer = wire.getresponse()
        read = answer.read()
        fresh = [each.partition(";")[0] for each in answer.headers.get_all("Set-Cookie") or ()]
        self._cookie = "; ".join(fresh) or self._cookie
        wire.close()
        return answer.status, json.loads(read) if read else None

    def code(self) -> str:
        """For one table more."""
        return str(self.ask("POST", "/api/pairing/code", {})[1]["code"])


def paired(folder: Path, name: str, code: str, port: int) -> tuple[int, str]:
    """What becomes of `tableside pair` at a table of that name: the status, and what is said."""
    folder.mkdir(exist_ok=True)
    config = folder / "tableside.toml"
    config.write_text(f'[table]\nname = "{name}"\ndata = "{folder}"\n')
    words = [code, "--hub", f"127.0.0.1:{port}", "--config", str(config)]
    done = CliRunner().invoke(pair_command, words)
    return done.exit_code, done.output + str(done.exception or "")


def kept_settings(folder: Path) -> SettingsKeeper:
    """The settings of that table as its page changes them."""
    config = folder / "tableside.toml"
    running = load_settings(config)
    return SettingsKeeper(config, lambda: running, lambda: None)


def test_a_broker_that_the_hub_set_up_lets_in_who_has_a_code_and_nobody_speaks_for_another(
    tmp_path: Path,
) -> None:
    data, into, config = tmp_path / "data", tmp_path / "broker", tmp_path / "hub.toml"
    data.mkdir()
    with kept_port() as port:
        config.write_text(f'[table]\ndata = "{data}"\n[mqtt]\nport = {port}\n')
        words = ["--setup", "--into", str(into), "--config", str(config)]
        into.mkdir()
        # somebody's own, which lets everybody in, and what a version before has written
        (into / "local.conf").write_text("allow_anonymous true\n")
        (into / "tableside.conf").write_text(f"listener {port}\n")
        done = CliRunner().invoke(hub_command, words)
        assert not (into / "tableside.conf").exists()
        assert done.exit_code == 0 and "is set up" in done.output, done.output
        again = CliRunner().invoke(hub_command, words)
        assert "was set up already; tables stay paired" in again.output
        base = Settings(
            table=TableSettings(data=data),
            hub=HubSettings(host="127.0.0.1", pin=PIN, port=1),
            mqtt=MqttSettings(port=port),
        )
        settings = with_paired(base, base.hub_folder)
        assert (base.hub_folder / "broker.json").stat().st_mode & 0o077 == 0
        with set_up_broker(into):
            hub = RunningHub(settings)
            hub.start()
            until(lambda: hub.receiver.link.is_up)
            server = Waitress(create_hub_app(hub), 0, 40, hub.close_broadcasters)
            try:
                _tables_come_and_go(tmp_path, hub, server.port, settings)
            finally:
                server.stop()
                hub.stop()


def _tables_come_and_go(folder: Path, hub: RunningHub, pages: int, settings: Settings) -> None:
    assert openness(settings.mqtt) is Openness.SHUT and hub.trouble is None
    assert "is not let in" in str(check_rights(settings.mqtt).found)
    director = Director(pages)
    told = director.ask("GET", "/api/pairing")[1]
    assert told["own"] and told["tables"] == []

    # one table is paired, tells of itself, and the hub has what is played there
    code = director.code()
    status, said = paired(folder / "1", "1", code, pages)
    assert status == 0 and "Paired" in said, said
    one = paired_broker(folder / "1")
    assert isinstance(one, PairedBroker) and one.user == "1" and one.host == "127.0.0.1"
    assert check_broker(replace(settings, mqtt=one)).health.value == "ok"
    lines = f'user = "1"\npassword = "{one.password}"\ntls = true\nca = "{one.ca}"\n[feed]\non = true\nnames = true\n'
    table = Table(folder / "1", one.port, "1", lines)
    table.matches(1)
    until(lambda: (seen := hub.table("1")) is not None and seen.online and seen.upto == len(table.rows()))
    seen = hub.table("1")
    assert seen is not None and seen.names, "its own settings name its players"

    # a code is for one table, and a name too; what is no code is none
    assert "has let in another table" in paired(folder / "2", "2", code, pages)[1]
    assert "called 1 is let in already" in paired(folder / "thief", "1", director.code(), pages)[1]
    assert "not good" in paired(folder / "2", "2", "ABCD-EFGH-JKLM", pages)[1]
    keeper = kept_settings(folder / "2")
    keeper.pair(director.code().lower().replace("-", " "), f"127.0.0.1:{pages}")
    assert keeper.view().paired == "127.0.0.1" and keeper.view().pending, "it counts after the next start"
    assert director.ask("GET", "/api/pairing")[1]["tables"] == ["1", "2"]

    # another table's claim is refused by the broker, said to whoever makes it, and changes nothing
    two = paired_broker(folder / "2")
    assert two is not None
    about = About("1", "1.0", "http://evil.local/", "log", "00").payload()
    with linked(two) as link:
        assert says(link, "tableside/2/about", b"")
        assert not says(link, "tableside/1/about", about, retain=True)
        assert "does not let the user 2 write tableside/1/about" in str(link.trouble)
        assert not says(link, "tableside/hub/want/1", b"{}") and not says(
            link, "$CONTROL/dynamic-security/v1", b"{}"
        )
    seen = hub.table("1")
    assert seen is not None and seen.page == "http://1.local/" and table.publisher._claim.holds

    # a table that was renamed is refused, and the hub says of whom
    renamed = Told(folder / "2" / "log.db", 'name = "renamed"\n')
    renamed.service.settings = replace(renamed.service.settings, mqtt=two)
    publisher = Publisher(renamed.service, pace=QUICK)
    publisher.start()
    try:
        until(lambda: any("paired as 2 calls itself renamed" in str(each) for each in hub.remarks))
        until(lambda: "does not let the user 2 write tableside/renamed" in str(publisher.trouble))
    finally:
        renamed.close()
        publisher.stop()

    # who does not know the password is refused, and the hub tells how many were
    refused = director.ask("GET", "/api/pairing")[1]["refused"]["count"]
    with linked(replace(two, password="guessed")) as link:
        assert not link.is_up
    until(lambda: director.ask("GET", "/api/pairing")[1]["refused"]["count"] > refused)

    # who is sent away is not let in any more
    assert director.ask("DELETE", "/api/pairing/2")[0] == 204
    with linked(two) as link:
        assert not link.is_up
    assert director.ask("DELETE", "/api/pairing/2")[0] == 404
    table.close()


class Everybody:
    """Lets everybody in who asks."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def tables(self) -> tuple[str, ...]:
        return tuple(self.known)

    def let_in(self, table: str, password: str) -> None:
        self.known[table] = password


def test_a_code_ends_after_ten_minutes_and_answers_alike_to_who_asks_twice() -> None:
    now = [0.0]
    everybody = Everybody()
    pairing = TablePairing(PairedBroker("hub", 8883, "hub", "x"), "PEM", everybody, lambda: now[0])
    key = key_of(pairing.new_code())
    for name in ("homeassistant", "spectator"):
        # who is let in at the broker under a name of their own stays so
        with pytest.raises(PairingError, match=f"called {name} is let in already"):
            pairing.pair(request_of(key, name))
    now[0] = 599.0
    first = pairing.pair(request_of(key, "5"))
    assert pairing.pair(request_of(key, "5")) == first and len(everybody.known) == 1
    broker, authority = broker_of(key, first, "5", "hub.local")
    assert (broker.password, broker.port, authority) == (everybody.known["5"], 8883, "PEM")
    with pytest.raises(PairingError, match="does not know the code"):
        broker_of(key, request_of(key, "5"), "5", "hub.local")
    now[0] = 600.0
    with pytest.raises(PairingError, match="not good"):
        pairing.pair(request_of(key, "5"))
