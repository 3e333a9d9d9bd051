"""Spectators elsewhere: the page of `tableside share`, in a real browser, reading at a real broker over WebSockets."""

import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

DEVICE = Path(__file__).parents[2] / "device"
sys.path[:0] = [str(DEVICE / each) for each in ("link", "library")]

from evening import Table, until
from set_up_broker import set_up_broker

from device.cli.commands.hub import hub as hub_command
from device.cli.commands.share import share as share_command
from device.cli.main import PAGES
from device.club.broker.accounts import Accounts
from device.club.broker.broker_setup import MOST
from device.club.link.mqtt_link import linked
from device.store.settings import PairedBroker
from device.store.settings.paired import paired_broker
from engine.board import Side
from engine.dice import Roll
from engine.state.events import Retention
from engine.state.messages import SetKept, SetNames, SetRoll, SetTurn
from tests.ports import kept_port


class Club:
    """A broker that a hub set up, with spectators let in, and tables of it."""

    def __init__(self, folder: Path, port: int, browsers: int) -> None:
        self.folder, self.into, self.page = folder, folder / "broker", folder / "looking on.html"
        self.config = folder / "hub.toml"
        self.config.write_text(
            f'[table]\ndata = "{folder / "data"}"\n[mqtt]\nport = {port}\n[hub]\nname = "Club & friends"\n'
        )
        self.address = f"wss://localhost:{browsers}"
        done = CliRunner().invoke(
            hub_command, ["--setup", "--into", str(self.into), "--config", str(self.config)]
        )
        assert done.exit_code == 0, done.output
        said = self.share("--address", self.address, "--port", str(browsers))
        assert "Now restart the broker" in said and "browsers take only" in said
        with set_up_broker(self.into):
            self._accounts().let_in("1", "one")
            self._accounts().let_in("2", "two")

    def _accounts(self) -> Accounts:
        return Accounts(self.paired)

    @property
    def paired(self) -> PairedBroker:
        found = paired_broker(self.folder / "data" / "hub")
        assert found is not None
        return found

    def share(self, *words: str) -> str:
        """What `tableside share` says."""
        given = [str(self.page), "--into", str(self.into), "--config", str(self.config), *words]
        done = CliRunner().invoke(share_command, given, obj=PAGES)
        assert done.exit_code == 0, done.output
        return done.output

    def table(self, name: str, password: str, feed: str) -> Table:
        broker = self.paired
        lines = f'user = "{name}"\npassword = "{password}"\ntls = true\nca = "{broker.ca}"\n[feed]\n{feed}\n'
        return Table(self.folder / name, broker.port, name, lines)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with ExitStack() as held:
        port, browsers = (held.enter_context(kept_port()) for _ in range(2))
        yield Club(tmp_path, port, browsers)


@dataclass(slots=True)
class Onlooker:
    """Somebody with the password of the page and a program of their own."""

    client: Client
    heard: list[str] = field(default_factory=list)
    """The topics of all that they are told."""
    answers: list[str] = field(default_factory=list)
    """What the broker says to each thing that they say."""


@contextmanager
def looking_on(club: Club, way: Mapping[str, str]) -> Iterator[Onlooker]:
    """An onlooker who asks for all that there is."""
    client = Client(CallbackAPIVersion.VERSION2, transport="websockets", protocol=MQTTProtocolVersion.MQTTv5)
    somebody = Onlooker(client)
    client.username_pw_set(way["user"], way["password"])
    client.tls_set(club.paired.ca)
    client.tls_insecure_set(True)
    client.on_connect = lambda *_: bool(client.subscribe("#", qos=1)) and None
    client.on_message = lambda _client, _data, message: somebody.heard.append(message.topic)
    client.on_publish = lambda _client, _data, _id, code, _more: somebody.answers.append(str(code))
    client.connect("localhost", int(way["address"].rpartition(":")[2]))
    client.loop_start()
    try:
        yield somebody
    finally:
        client.disconnect()
        client.loop_stop()


@contextmanager
def crowd_at(port: int) -> Iterator[int]:
    """A crowd that comes to a port and says nothing; how many of it the broker lets stay, once it has hung up on so
    many that no more than it may hold are left.
    """
    with ExitStack() as held:
        crowd = {held.enter_context(socket.create_connection(("localhost", port))) for _ in range(MOST + 20)}
        deadline = time.monotonic() + 60
        while len(crowd) > MOST + 1 and time.monotonic() < deadline:
            gone, _, _ = select.select(crowd, (), (), 1)
            crowd -= {*gone}
        yield len(crowd)


def test_who_opens_the_page_anywhere_sees_what_tables_show_and_may_do_no_more(
    club: Club, visit: Callable[..., Any], barred: Callable[[Any], list[str]]
) -> None:
    with ExitStack() as going:
        broker = going.enter_context(ExitStack())
        broker.enter_context(set_up_broker(club.into))
        page = visit(
            f"/{club.page.name}#%",
            at=club.folder.as_uri(),
            ignore_https_errors=True,
            pardon="WebSocket connection",
        )
        page.get_by_text("No table shows anything yet.").wait_for()
        assert barred(page) == []

        # one table: its board at once, whatever the address names, and nobody's name
        one = club.table("1", "one", "on = true")
        going.callback(one.close)
        one.told.begin(1)
        one.told.tell(SetNames("Anna", "Ben"), SetTurn(Side.WHITE), SetRoll(Side.WHITE, Roll.of(3, 1)))
        page.locator(".voice .says", has_text="White threw 3-1").wait_for()
        assert page.locator('[data-side="W"] [data-field=name]:visible').inner_text() == "White"
        assert "Anna" not in page.content() and "Ben" not in page.content()
        assert barred(page) == []

        # a second, whose players agreed to be named: both as cards, and one of them with a tap
        two = club.table("2", "two", "on = true\nnames = true")
        going.callback(two.close)
        two.told.begin(3)
        two.told.tell(SetNames("Carla", "Dora"))
        page.locator(".table-card").nth(1).wait_for()
        assert page.locator(".table-card h2").all_inner_texts() == ["Table 1", "Table 2"]
        page.locator(".table-card .board .checkers use").first.wait_for()
        page.locator(".table-card .who", has_text="Carla").wait_for()
        assert barred(page) == []
        page.get_by_role("link", name="Table 2").click()
        page.locator(".player .name", has_text="Dora").wait_for()

        # they want their names out of it now: they are gone at once
        two.told.tell(SetKept(Retention.ANONYMOUS))
        page.locator(".player .name", has_text="Black").wait_for()
        assert "Carla" not in page.content()

        # what else there is at the broker is not theirs to read, and nothing is theirs to say
        way = page.evaluate("() => JSON.parse(document.getElementById('way').textContent)")
        assert way["address"] == club.address and way["user"] == "spectator"
        with looking_on(club, way) as somebody:
            until(lambda: {"tableside/1/spectators", "tableside/2/spectators"} <= {*somebody.heard})
            somebody.client.publish("tableside/1/spectators", b"forged", qos=1, retain=True)
            until(lambda: somebody.answers == ["Not authorized"])
            assert {each.rpartition("/")[2] for each in somebody.heard} <= {"spectators", "status"}

        # nor does their password open the tables' port; and a crowd there, which is counted, keeps out no spectator
        with linked(replace(club.paired, user=way["user"], password=way["password"])) as link:
            assert not link.is_up
        with crowd_at(club.paired.port) as stay, looking_on(club, way) as somebody:
            assert stay <= MOST + 1, "Mosquitto lets in one more than it is told"
            until(lambda: somebody.heard)

        # without the broker the page says so, and goes on when it is back
        broker.close()
        page.locator("[data-field=connection]", has_text="Trying again").wait_for()
        broker.enter_context(set_up_broker(club.into))
        page.locator("[data-field=connection]").wait_for(state="hidden")
        two.close()
        page.get_by_text("This table is gone").wait_for()

        # it is ended: the password opens nothing, and the broker does not listen for browsers
        done = CliRunner().invoke(
            share_command, ["--end", "--into", str(club.into), "--config", str(club.config)], obj=PAGES
        )
        assert done.exit_code == 0 and "Now restart the broker" in done.output, done.output
        assert "looks on from elsewhere once the broker has been started anew" in done.output
        assert not [*club.into.rglob("*share*")], (
            "neither the port nor the password is there at its next start"
        )


def test_what_is_wrong_is_said(club: Club, tmp_path: Path) -> None:
    def said(*words: str, config: Path = club.config) -> str:
        done = CliRunner().invoke(share_command, ["page.html", "--config", str(config), *words], obj=PAGES)
        assert done.exit_code != 0
        return done.output + str(done.exception)

    fresh = tmp_path / "fresh.toml"
    fresh.write_text(f'[table]\ndata = "{tmp_path / "nothing"}"\n')
    assert "no broker was set up here" in said(config=fresh)
    assert "browsers speak" in said("--broker", "mqtt://broker.example.org")
    assert "--into alone" in said("--end")
    assert "go together" in said("--certificate", str(club.config))
    assert "leave the other options out" in said("--broker", "wss://broker.example.org", "--port", "1")
    bad = str(club.config)
    assert "no certificate with its key" in said("--certificate", bad, "--key", bad, "--into", str(club.into))


def test_another_broker_is_named_and_a_certificate_given(club: Club) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    certificate, key = club.folder / "chain.pem", club.folder / "key.pem"
    subprocess.run(
        [*made, "-subj", "/CN=club.example.org", "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    said = club.share("--certificate", str(certificate), "--key", str(key))
    assert "browsers take only" not in said
    shown = club.into / "secret" / "share.pem"
    assert certificate.read_text() in shown.read_text() and shown.stat().st_mode & 0o077 == 0
    assert f"certfile {shown}\n" in (club.into / "tableside.share.conf").read_text()

    page = club.folder / "hosted.html"
    words = [
        str(page),
        "--broker",
        "wss://broker.example.org:8884/mqtt",
        "--user",
        "who",
        "--password",
        "</script>",
    ]
    done = CliRunner().invoke(share_command, [*words, "--config", str(club.config)], obj=PAGES)
    assert done.exit_code == 0 and "broker.example.org" in done.output
    text = page.read_text()
    assert "wss://broker.example.org:8884/mqtt" in text and "Club &amp; friends" in text
    assert '"</script>"' not in text and text.count("</script>") == text.count("<script")
