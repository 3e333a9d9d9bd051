"""The plug is pulled at random moments of a simulated evening: whatever a phone was shown is still there."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from device.io.cameras.camera import Camera
from device.status.snapshot.table_snapshot import snapshot_of
from device.store.log.damage import keep_damaged, losses
from device.store.log.store import Store, sqlite_url
from device.store.settings import MatchSettings, Settings
from device.table.service.resume import fold
from device.table.service.table_service import Service
from engine.match.match import Match
from engine.state.match_state import new_match_state
from tests.ports import kept_port
from webui.app import create_app

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("TABLESIDE_KILLS", "1"))
MATCH_STATE = (
    "match",
    "game",
    "position",
    "seen",
    "to_play",
    "roll",
    "cube",
    "score",
    "last_play",
    "fault",
    "question",
)
SETTINGS = Settings(match=MatchSettings(length=3))


class NoCamera(Camera):
    """A camera that is not there."""

    corners = None

    def read(self) -> None:
        """No picture."""

    def close(self) -> None:
        """Nothing to let go of."""


def snapshots(port: int) -> Iterator[Json]:
    """What the service shows, as a phone receives it."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/events", timeout=60) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def of_the_ledger(snapshot: Json) -> Json:
    """The part of a snapshot that comes from the log, not from the camera's state of the moment."""
    return {key: snapshot[key] for key in MATCH_STATE}


def play_until_killed(data: Path, looks: int, seed: int, port: int) -> Json:
    """Let the service referee a simulated match in fast time, kill it after so many snapshots; the last one shown."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "device.cli",
            "run",
            "--camera",
            f"simulated:{seed}:8x",
            "--port",
            str(port),
            "--host",
            "127.0.0.1",
            "--data",
            str(data),
            "--match-length",
            "3",
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    try:
        assert "Open http" in process.stdout.readline()
        shown = snapshots(port)
        last = next(shown)
        for _ in range(looks):
            last = next(shown)
        return last
    finally:
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.wait()


def test_what_phones_were_shown_outlives_the_plug(tmp_path: Path) -> None:
    chance = Random(11)
    log = tmp_path / "simulated.db"
    before = 0
    for kill in range(KILLS):
        with kept_port() as port:
            last = play_until_killed(tmp_path, chance.randint(2, 9), kill, port)
        assert keep_damaged(log, thoroughly=True) is None and losses(log) == (), f"kill {kill}: a false alarm"
        store = Store(sqlite_url(log))
        entries = store.load("1")
        blank = new_match_state(Match(3, "", ""))
        kept = (snapshot_of(fold(blank, entries[:n])).as_json() for n in range(len(entries), before, -1))
        assert any(of_the_ledger(each) == of_the_ledger(last) for each in kept), (
            f"kill {kill}: {last} is lost"
        )
        before = len(entries) - 1
        service = Service(SETTINGS, NoCamera(), store)
        restored = service.broadcaster.latest().as_json()
        state = create_app(service).test_client().get("/api/state").get_json()
        assert of_the_ledger(restored) == of_the_ledger(snapshot_of(fold(blank, entries)).as_json())
        assert of_the_ledger(state) == of_the_ledger(restored)
        service.stop()
