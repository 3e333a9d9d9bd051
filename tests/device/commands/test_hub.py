"""The command `tableside hub`: what it says to people who start it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from subprocess import PIPE
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from device.cli.commands.hub import hub
from device.cli.main import main
from device.cli.serving import Pages
from device.club.rehearsal.own_broker import broker_program
from device.ops.assembly.hub_assembly import RunningHub
from device.store.settings import HubSettings, Settings, TableSettings, parse_settings
from tests.ports import kept_port

sys.path[:0] = [str(Path(__file__).parents[1] / "link"), str(Path(__file__).parents[1] / "library")]
from evening import until

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """What a signal does to this process is afterwards as it was."""
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    yield
    for each, does in before.items():
        signal.signal(each, does)


@pytest.fixture
def port() -> Iterator[str]:
    """One that nobody listens on."""
    with kept_port() as number:
        yield str(number)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """The exit status and what was said on standard error."""
    with pytest.raises(SystemExit) as ended:
        main(["hub", *arguments])
    return ended.value.code, capsys.readouterr().err


@pytest.mark.parametrize("broker", [":1883", "broker:x", "broker:0", "broker:70000"])
def test_a_broker_is_a_name_and_perhaps_a_port(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, broker: str
) -> None:
    status, text = said(capsys, "--broker", broker, "--data", str(tmp_path))
    assert status == 2 and "--broker" in text and len(text.splitlines()) == 1


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, text = said(capsys, "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
    assert (
        status == 2
        and text
        == f"tableside: something listens on port {port} already: choose another with --port, or 'port' in [hub]\n"
    )


def test_a_database_that_cannot_be_had_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, port: str
) -> None:
    arguments = (
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--data",
        str(tmp_path),
        "--database",
        "mysql://anna:secret@db/club",
    )
    status, text = said(capsys, *arguments)
    assert status == 2 and len(text.splitlines()) == 1 and "secret" not in text and "database" in text


def test_it_hands_what_it_has_made_to_who_serves_it_and_stops_it(tmp_path: Path, port: str) -> None:
    seen: list[RunningHub] = []

    def serve(hub: RunningHub, host: str, _: int, ready: object, language: str, names: list[str]) -> None:
        assert callable(ready)
        ready()
        assert (
            hub.trouble is not None
            and "broker" in str(hub.trouble)
            and (host, language, names) == ("127.0.0.1", "en", [""])
        )
        seen.append(hub)
        raise SystemExit

    words = ["--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), "--broker", "127.0.0.1:1"]
    done = CliRunner().invoke(hub, words, obj=Pages(table=serve, hub=serve, spectators=str))
    assert done.exit_code == 0, done.output
    assert "on a television" in done.output and f"kept in {tmp_path}/hub/hub.db." in done.output
    assert seen[0].wall.closed
    # The folder is free again.
    again = RunningHub(Settings(table=TableSettings(data=tmp_path)))
    again.stop()


def test_a_hub_that_runs_has_nothing_of_the_eye_in_its_memory(tmp_path: Path, port: str) -> None:
    words = ["hub", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), "--broker", "127.0.0.1:1"]
    # what it has loaded is told where it ends as people end it
    script = (
        "import atexit, sys; atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr));"
        "from device.cli.main import main; main(sys.argv[1:])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", script, *words], stdout=PIPE, stderr=PIPE, cwd=ROOT, env=environment, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert "Open http" in process.stdout.readline()
            for page in ("", "matches", "results", "pairing", "api/openapi.json"):
                with urlopen(f"http://127.0.0.1:{port}/{page}", timeout=60) as answer:
                    assert answer.status == HTTPStatus.OK
            mapped = Path(f"/proc/{process.pid}/maps").read_text()
        finally:
            process.send_signal(signal.SIGTERM)
        _, loaded = process.communicate(timeout=60)
    assert "webui.hub.hub_app" in loaded and "sqlalchemy" in loaded
    heavy = {each for each in loaded.split() if each.partition(".")[0] in ("vision", "cv2", "onnxruntime")}
    assert not heavy and "onnxruntime" not in mapped and "cv2" not in mapped


def test_an_evening_to_try_it_is_one_command_and_leaves_nothing_behind(port: str) -> None:
    found: dict[str, Any] = {}

    def serve(hub: RunningHub, *_: object) -> None:
        playing = until(lambda: [each for each in hub.wall.cards().values() if each.get("last_play")] or None)
        found.update(playing[0], port=hub.settings.mqtt.port, data=hub.settings.table.data)
        until(lambda: len(hub.tables()) == 2 and all(each.online for each in hub.tables()))
        until(lambda: len(hub.library.matches()) == 2)
        raise SystemExit

    if broker_program() is None:
        pytest.skip("Mosquitto is not installed: `make test` installs it")
    words = ["--host", "127.0.0.1", "--port", port, "--simulated", "2"]
    done = CliRunner().invoke(hub, words, obj=Pages(table=serve, hub=serve, spectators=str))
    assert done.exit_code == 0, done.output
    assert found["simulated"] and found["match"]["white"] and found["position"]
    assert not found["data"].exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", found["port"]))


def test_without_a_broker_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, port: str
) -> None:
    monkeypatch.setattr("device.club.rehearsal.own_broker.broker_program", lambda: None)
    status, text = said(capsys, "--host", "127.0.0.1", "--port", port, "--simulated", "2")
    assert status == 2 and "sudo apt install mosquitto" in text and len(text.splitlines()) == 1


@pytest.mark.parametrize("words", [("--data", "x"), ("--database", "sqlite:///x"), ("--check",)])
def test_what_is_tried_touches_nothing_that_is_kept(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, text = said(capsys, "--simulated", "2", *words)
    assert status == 2 and "nothing is kept" in text


def test_its_settings_are_a_table_of_their_own() -> None:
    found = parse_settings('[hub]\nname = "Kerho"\nport = 80\npin = "271828"\n')
    assert found.hub == HubSettings(name="Kerho", port=80, pin="271828")
    for wrong in ('name = " "', "port = 0", 'pin = "12"', 'pin = "a123"'):
        with pytest.raises(Exception, match=r"\[hub\]"):
            parse_settings(f"[hub]\n{wrong}\n")
