"""Prints how a hub serves a club: `python tests/bench/club.py [--tables 200] [--events 1000]
[--database sqlite|postgresql]`.

The broker is a real Mosquitto, the hub `tableside hub` as people run it, with its pages. The tables publish
as a table does; what they publish is a simulated match, told to a real referee once and then replayed by each
of them. Their logs lie in memory where there is room for that, since in a club each is a disk of its own. All
run on this machine, so that what the tables take of it is missing to the hub: what they took is told, too.
"""

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "device"), str(ROOT / "tests" / "device" / "link")]

import postgres
from club_tables import Ticks, memory
from mosquitto import Mosquitto

from device.club.link.ingest import MOST_TABLES
from tests.ports import kept_port

PHASES = (("calm", 8.0, 30.0), ("brisk", 1.6, 15.0), ("hectic", 0.4, 15.0))
"""What it is called, after how many seconds each table plays a turn, and for how many seconds that is watched."""
HUB = """
import sys, time
sys.argv = ["tableside", "hub", *sys.argv[2:]]
from pathlib import Path
from device.club.link.archive import HubArchive
log, take = open(Path(sys.argv.pop()), "a", buffering=1), HubArchive.take
def timed(self, arrivals, now):
    taken, at = take(self, arrivals, now), time.time()
    late = [at - row["wall"] for each, fits in zip(arrivals, taken) if fits for row in each.rows]
    log.write(f"{at} {' '.join(f'{each:.4f}' for each in late)}\\n")
    return taken
HubArchive.take = timed
from device.cli.main import main
main()
"""
"""The hub, with a note of when each event was in its database."""


@dataclass
class Written:
    """What the hub noted: when each event was in the database, and how long after it had happened."""

    path: Path

    def since(self, begun: float) -> list[tuple[float, float]]:
        text = self.path.read_text() if self.path.exists() else ""
        lines = text[: text.rfind("\n") + 1].splitlines()
        found = []
        for line in lines:
            at, *late = map(float, line.split())
            found += [(at, each) for each in late if at >= begun]
        return found


class Stream:
    """Somebody who looks at the wall: how long after each change it stands there."""

    def __init__(self, port: int) -> None:
        self.late: list[tuple[float, float]] = []
        self._connection = http.client.HTTPConnection("127.0.0.1", port, 60)
        self._connection.request("GET", "/api/wall/events")
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200, self._answer.read()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        first = True
        for line in self._answer:
            if line.startswith(b"data: "):
                now = time.time()
                cards = json.loads(line[6:])["cards"]
                if not first:
                    for card in cards.values():
                        says = card.get("says") or ""
                        if says.startswith("at "):
                            self.late.append((now, now - float(says[3:])))
                first = False


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--events", type=int, default=1000, help="of each table while the hub was off")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    options = parser.parse_args()
    print(f"{options.tables} tables, {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
    for database in options.database or ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory() as folder:
            _measure(Path(folder), database, options.tables, options.events)


def _measure(folder: Path, database: str, tables: int, events: int) -> None:
    broker = Mosquitto(_made(folder / "broker"))
    broker.start()
    url, server = "", None
    if database == "postgresql":
        # As it is installed: what has been written is on the disk.
        postgres.OPTIONS = ("listen_addresses=", "shared_buffers=128MB", f"max_connections={60}")
        server = postgres.Server.made()
        url = server.url()
    hub = _hub(folder, broker, url)
    shared = tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
    players = [
        subprocess.Popen(
            [
                sys.executable,
                str(ROOT / "tests" / "bench" / "club_tables.py"),
                str(broker.port),
                shared.name,
                str(n),
                str(tables // 2),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in (0, tables // 2)
    ]
    try:
        for player in players:
            assert player.stdout is not None
            player.stdout.readline()
        _wait(lambda: _online(hub.port) == tables, 120)
        print(
            f"\n{database}: all {tables} tables there; hub {memory(hub.pid)} MB, broker {memory(broker.pid)} MB"
        )
        written, stream = Written(folder / "written"), Stream(hub.port)
        for name, pace, seconds in PHASES:
            _say(players, f"pace {pace}")
            time.sleep(5)
            ticks = Ticks((hub.pid, broker.pid, *(each.pid for each in players)))
            begun = time.time()
            time.sleep(seconds)
            lasted, ended = time.time() - begun, time.time()
            cpu = ticks.share()
            late = [each for at, each in written.since(begun) if at <= ended]
            wall = [each for at, each in stream.late if begun <= at <= ended]
            print(
                f"{name:<7} a turn every {pace:g} s: {len(late) / lasted:6.0f} events/s; in the database after {_told(late)}, "
                f"on the wall after {_told(wall)}; CPU hub {cpu[0]:.0f} %, broker {cpu[1]:.0f} %, tables {sum(cpu[2:]):.0f} %; "
                f"memory hub {memory(hub.pid)}, broker {memory(broker.pid)} MB"
            )
        _say(players, "pace 0")
        hub.stop()
        _say(players, f"fill {events}")
        for player in players:
            assert player.stdout is not None
            player.stdout.readline()
        begun = time.time()
        hub = _hub(folder, broker, url)
        ticks = Ticks((hub.pid, broker.pid, *(each.pid for each in players)))
        due = events * tables
        _wait(lambda: len(written.since(begun)) >= due, 1200, every=2.0)
        times = [at for at, _ in written.since(begun)]
        cpu = ticks.share()
        lasted = times[due - 1] - times[0]
        print(
            f"catching up {tables} x {events} events: {lasted:.0f} s, {due / lasted:.0f} events/s at full tilt; "
            f"CPU hub {cpu[0]:.0f} %, broker {cpu[1]:.0f} %, tables {sum(cpu[2:]):.0f} %; "
            f"memory hub {memory(hub.pid)}, broker {memory(broker.pid)} MB; load {os.getloadavg()[0]:.1f}"
        )
    finally:
        for player in players:
            player.kill()
            player.wait()
        hub.stop()
        broker.stop()
        shared.cleanup()
        if server is not None:
            server.stop()
            server.leave()


class _hub:
    """`tableside hub` in a process of its own."""

    def __init__(self, folder: Path, broker: Mosquitto, url: str) -> None:
        self._held = ExitStack()
        self.port = self._held.enter_context(kept_port())
        more = ["--database", url] if url else []
        config = folder / "hub.toml"
        # nobody is there who would let them in
        config.write_text(f'[mqtt]\nonly = "{", ".join(str(n + 1) for n in range(MOST_TABLES))}"\n')
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                HUB,
                "hub",
                "--host",
                "127.0.0.1",
                "--port",
                str(self.port),
                "--data",
                str(_made(folder / "data")),
                "--broker",
                f"localhost:{broker.port}",
                *more,
                "--config",
                str(config),
                str(folder / "written"),
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        self.pid = self._process.pid
        _wait(lambda: self._process.poll() is not None or _online(self.port) is not None, 60)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._held.close()


def _online(port: int) -> int | None:
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, 10)
        connection.request("GET", "/api/hub")
        return int(json.loads(connection.getresponse().read())["online"])
    except OSError:
        return None


def _wait(condition: object, seconds: float, every: float = 0.2) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it never came to be"
        time.sleep(every)


def _say(players: "list[subprocess.Popen[str]]", line: str) -> None:
    for player in players:
        assert player.stdin is not None
        player.stdin.write(f"{line}\n")
        player.stdin.flush()


def _told(late: list[float]) -> str:
    if len(late) < 20:
        return "(too few to tell)"
    hundredths = statistics.quantiles(late, n=100)
    return f"{1000 * statistics.median(late):.0f} ms (95 in 100 within {1000 * hundredths[94]:.0f})"


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


if __name__ == "__main__":
    main()
