"""A whole club of one table: a broker, a hub and a table as processes of their own, as people start them."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from mosquitto import Mosquitto

from tests.ports import kept_port

COMMAND = [sys.executable, "-c", "from device.cli.main import main; main()"]
PATIENCE = 60.0


@pytest.fixture
def ports() -> Iterator[list[int]]:
    """A few that nobody listens on."""
    with ExitStack() as held:
        yield [held.enter_context(kept_port()) for _ in range(3)]


def until(what: Callable[[], Any]) -> Any:
    """What is true at last, asked again and again."""
    end, tick = time.monotonic() + PATIENCE, threading.Event()
    while time.monotonic() < end:
        if found := what():
            return found
        tick.wait(0.05)
    raise AssertionError(f"it did not come to {what}")


def asked(url: str) -> Any:
    """The JSON at an address; None while nobody answers."""
    try:
        with urlopen(url, timeout=5) as answer:
            return json.load(answer)
    except (URLError, ConnectionError, TimeoutError):
        return None


MATCH: tuple[dict[str, object], ...] = (
    {"type": "new_match", "length": 1, "game": "backgammon"},
    {"type": "set_names", "white": "Anna", "black": "Ben"},
    {"type": "set_turn", "side": "W"},
    {"type": "set_roll", "side": "W", "roll": [3, 1]},
    {"type": "set_position", "position": "W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)"},
    {"type": "resign", "side": "B", "grade": 1},
)
"""A short match, as a referee tells it."""


def tell(url: str) -> None:
    """Tells a table the match."""
    browser = build_opener(HTTPCookieProcessor())
    headers = {"Content-Type": "application/json", "X-Tableside": "1"}
    for path, body in (("/api/login", {"pin": "4711"}), *(("/api/command", each) for each in MATCH)):
        with browser.open(Request(url + path, json.dumps(body).encode(), headers), timeout=10) as answer:
            assert answer.status < 300


@contextmanager
def running(log: Path, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A command until the end of the block; it must end well when it is told to."""
    with log.open("wb") as out:
        environment = {**os.environ, "XDG_CONFIG_HOME": str(log.parent)}
        process = subprocess.Popen([*COMMAND, *arguments], stdout=out, stderr=out, env=environment)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        code = process.wait(PATIENCE)
    assert code == 0, log.read_text()
    assert "Traceback" not in log.read_text()


@pytest.mark.long
def test_a_table_comes_plays_and_goes(mosquitto: Mosquitto, tmp_path: Path, ports: list[int]) -> None:
    pages, port, _ = ports
    hub = [
        "hub",
        "--host",
        "127.0.0.1",
        "--port",
        str(pages),
        "--data",
        str(tmp_path / "hub"),
        "--broker",
        f"127.0.0.1:{mosquitto.port}",
        "--config",
        str(tmp_path / "hub.toml"),
    ]
    # whom the hub hears without being asked
    (tmp_path / "hub.toml").write_text('[mqtt]\nonly = "Board 3/blue"\n')
    settings = tmp_path / "table.toml"
    settings.write_text(
        f'[table]\nname = "Board 3/blue"\n[web]\npin = "4711"\n[mqtt]\nhost = "127.0.0.1"\nport = {mosquitto.port}\n'
    )
    table = [
        "run",
        "--camera",
        "simulated:club:3",
        "--lights",
        "off",
        "--match-length",
        "1",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--data",
        str(tmp_path / "table"),
        "--config",
        str(settings),
    ]
    url = f"http://127.0.0.1:{pages}"

    def card() -> Any:
        told = asked(f"{url}/api/wall/state")
        return told and told["cards"].get("Board 3/blue")

    with running(tmp_path / "hub.log", *hub):
        until(lambda: asked(f"{url}/api/hub"))
        with running(tmp_path / "table.log", *table):
            until(lambda: (shown := card()) and shown["online"] and shown["match"])
            # the hub hears of a table a moment before its pages are served
            until(lambda: asked(f"http://127.0.0.1:{port}/api/state"))
            tell(f"http://127.0.0.1:{port}")
            until(lambda: card()["match"]["winner"] == "W" and card()["match"]["white"] == "Anna")
            # whether or not this computer's clock is known to be right
            won = until(
                lambda: [
                    each
                    for when in ("", "?date=unknown")
                    for each in asked(f"{url}/api/results{when}")["results"]
                ]
            )
            number, key = won[0]["number"], won[0]["table"]
            assert (key, won[0]["won"], won[0]["lost"]) == ("Board 3/blue", "Anna", "Ben")
            there = asked(f"http://127.0.0.1:{port}/api/matches/{number}")
            here = asked(f"{url}/api/tables/Board%203%2Fblue/matches/{number}")
            assert here.pop("table") == key
            assert [each["steps"] for each in here["games"]] == [each["steps"] for each in there["games"]]
        until(lambda: not card()["online"])
        mosquitto.stop()
        until(lambda: "broker" in (asked(f"{url}/api/hub")["trouble"] or ""))
        assert asked(f"{url}/api/matches")["total"] >= 1
    said = (tmp_path / "hub.log").read_text()
    assert re.search(r"^Open http://\S+/ on a television", said, re.MULTILINE) and re.search(
        r"with the code \d{6}\.", said
    )


@pytest.mark.long
def test_two_hubs_do_not_share_a_folder(tmp_path: Path, ports: list[int]) -> None:
    pages, broker, another = ports
    hub = [
        "hub",
        "--host",
        "127.0.0.1",
        "--data",
        str(tmp_path / "hub"),
        "--broker",
        f"127.0.0.1:{broker}",
    ]
    with running(tmp_path / "hub.log", *hub, "--port", str(pages)):
        until(lambda: (asked(f"http://127.0.0.1:{pages}/api/hub") or {}).get("trouble"))
        other = subprocess.run(
            [*COMMAND, *hub, "--port", str(another)], capture_output=True, timeout=PATIENCE, check=False
        )
    assert other.returncode == 2
    assert other.stderr.decode().startswith("tableside: Tableside is running already with the data in")
