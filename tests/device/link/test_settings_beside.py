"""Mosquitto's other settings beside the hub's: what it would not start with, or not heed ours beside, is refused before
anything is written; who else comes in is told. Each is held against a real Mosquitto.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from set_up_broker import started

from device.cli.commands.hub import hub as hub_command
from device.cli.commands.share import share as share_command
from device.cli.serving import Pages
from device.club.broker.guard import Openness, openness
from device.club.link.mqtt_link import linked
from device.store.settings import MqttSettings, PairedBroker
from device.store.settings.paired import paired_broker
from tests.ports import kept_port


@dataclass
class Computer:
    """One with a Mosquitto: `ours` is the port of the hub's, `other` one that nobody listens on."""

    folder: Path
    ours: int
    other: int

    @property
    def main(self) -> Path:
        return self.folder / "mosquitto.conf"

    @property
    def included(self) -> Path:
        return self.folder / "conf.d"

    @property
    def written(self) -> Path:
        return self.included / "00-tableside.conf"

    def say(self, before: str, after: str = "", **files: str) -> None:
        """Have Mosquitto's settings say this, before and after the folder is read, and in other files there."""
        for each in self.included.glob("*.conf"):
            each.unlink()
        head = "user root\npersistence false\nlog_dest stderr\nlog_type information\nlog_type error\n"
        self.main.write_text(
            f"{head}{before}include_dir {self.included}\n{after}".replace("OTHER", str(self.other))
        )
        for name, text in files.items():
            text = text.replace("OTHER", str(self.other)).replace("OURS", str(self.ours))
            (self.included / f"{name}.conf").write_text(text)

    def set_up(self) -> Result:
        """`tableside hub --setup`, as somebody says it."""
        words = ["--setup", "--into", str(self.included), "--config", str(self.folder / "hub.toml")]
        return CliRunner().invoke(hub_command, words)

    @contextmanager
    def runs(self) -> Iterator[bool]:
        """Whether a real Mosquitto starts, and lets the hub in and nobody without a name, at the hub's port."""
        broker = paired_broker(self.folder / "hub")
        assert isinstance(broker, PairedBroker)
        with started(self.main, self.folder / "log") as runs:
            if not runs:
                yield False
                return
            with linked(broker) as link:
                is_in = link.is_up
            yield is_in and openness(broker) is Openness.SHUT


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    folder = tmp_path_factory.mktemp("computer")
    with kept_port() as ours, kept_port() as other:
        (folder / "conf.d").mkdir()
        (folder / "hub.toml").write_text(f'[table]\ndata = "{folder}"\n[mqtt]\nport = {ours}\n')
        made = Computer(folder, ours, other)
        made.say("")
        done = made.set_up()
        assert done.exit_code == 0 and made.written.exists(), done.output
        yield made


OPEN = "listener OTHER\nallow_anonymous true\n"


@pytest.mark.parametrize(
    ("before", "after", "files", "says"),
    [
        ("allow_anonymous true\n", "", {}, "`allow_anonymous true` (MAIN, line 6) comes before OURS"),
        (OPEN, "", {}, "`allow_anonymous true` (MAIN, line 7) comes before OURS"),
        ("", "", {"+": "password_file /x\n"}, "`password_file /x` (FOLDER/+.conf, line 1) comes before OURS"),
        ("", "", {"a": "per_listener_settings true\n"}, "is said once more"),
        ("", "per_listener_settings false\n", {}, "has Mosquitto let in at all ports alike"),
        ("", "", {"a": "listener OURS\n"}, "twice, by which it does not start"),
        ("", "", {"a": "max_connections 9\nlistener 1883\n"}, "have Mosquitto listen on port 1883 twice"),
    ],
)
def test_what_mosquitto_would_not_run_with_is_refused_before_anything_is_written(
    computer: Computer, before: str, after: str, files: dict[str, str], says: str
) -> None:
    computer.say("")
    assert computer.set_up().exit_code == 0
    ours = computer.written.read_text()
    computer.say(before, after, **files)
    done = computer.set_up()
    says = says.replace("MAIN", str(computer.main)).replace("FOLDER", str(computer.included))
    assert done.exit_code != 0 and says.replace("OURS", str(computer.written)) in str(done.exception), (
        done.exception
    )
    assert not computer.written.exists()
    computer.written.write_text(ours)
    with computer.runs() as runs:
        assert not runs


@pytest.mark.parametrize(
    ("before", "after", "files", "says"),
    [
        ("", "", {"local": "allow_anonymous true\n"}, None),
        ("per_listener_settings true\n" + OPEN, "", {}, "lets everybody in"),
        ("", OPEN, {}, "lets everybody in"),
        ("", "", {"local": OPEN}, "lets everybody in"),
        ("", "", {"local": "listener OTHER 127.0.0.1\nallow_anonymous true\n"}, None),
        ("", "", {"local": "port OTHER\nallow_anonymous true\n"}, "lets everybody in"),
        ("", "", {"local": "allow_anonymous true\nlistener OTHER\n"}, "lets nobody in any more"),
        ("", "", {"local": OPEN + "acl_file /dev/null\n"}, None),
    ],
)
def test_who_else_comes_in_is_told(
    computer: Computer, before: str, after: str, files: dict[str, str], says: str | None
) -> None:
    computer.say(before, after, **files)
    done = computer.set_up()
    assert done.exit_code == 0, done.exception
    told = [line for line in done.output.splitlines() if line.startswith(f"Port {computer.other},")]
    assert len(told) == (0 if says is None else 1) and all(str(says) in line for line in told), done.output
    with computer.runs() as runs:
        assert runs, (computer.folder / "log").read_text()
        everybody = MqttSettings(host="127.0.0.1", port=computer.other)
        if says is not None:
            assert openness(everybody) is (Openness.OPEN if "everybody" in says else Openness.SHUT)


def test_a_password_for_all_that_is_above_its_listener_and_a_folder_that_is_not_read_are_told(
    computer: Computer,
) -> None:
    computer.say("", local="listener OTHER\npassword_file /etc/mosquitto/passwd\n")
    assert "lets in whoever has a password there" in computer.set_up().output
    computer.main.write_text("listener 1883\n")
    done = computer.set_up()
    assert f"write the line `include_dir {computer.included}` into it" in str(done.exception)


def test_spectators_need_a_port_of_their_own(computer: Computer) -> None:
    computer.say("", local=OPEN)
    assert computer.set_up().exit_code == 0
    words = [
        str(computer.folder / "page.html"),
        "--into",
        str(computer.included),
        "--port",
        str(computer.other),
    ]
    pages = Pages(table=print, hub=print, spectators=lambda *_: "page")
    words += ["--config", str(computer.folder / "hub.toml")]
    done = CliRunner().invoke(share_command, words, obj=pages)
    assert f"have Mosquitto listen on port {computer.other} twice" in str(done.exception)
    assert not (computer.included / "tableside.share.conf").exists()
