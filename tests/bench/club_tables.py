"""Tables for tests/bench/club.py: each publishes as a table does, and replays a match that was told to a real referee.

python tests/bench/club_tables.py PORT FOLDER FIRST COUNT, then lines on standard input: `pace SECONDS` (a
turn of each table after so many seconds on average; 0: none), `fill EVENTS` (so many events of each table at
once; answered when it is done).
"""

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "device" / "library")]

from device.club.link.mqtt_link import Backoff
from device.club.link.publishing import Publisher, PublishingPace
from device.club.rehearsal.evening import Rounds
from device.status.snapshot.broadcaster import Broadcaster
from device.status.snapshot.table_snapshot import Snapshot
from device.store.log.logbook import Logbook
from device.store.log.store import LogEntry, Store, sqlite_url
from device.store.settings import MqttSettings, Settings, TableSettings

TURNS = 150
"""How long the match is that is replayed."""


class Ticks:
    """How much of a core each of some processes has used since."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids, self._at = pids, time.monotonic()
        self._then = [_ticks(pid) for pid in pids]

    def share(self) -> list[float]:
        """In per cent of one core."""
        seconds = (time.monotonic() - self._at) * os.sysconf("SC_CLK_TCK")
        return [
            100 * (_ticks(pid) - then) / seconds for pid, then in zip(self._pids, self._then, strict=True)
        ]


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def memory(pid: int) -> int:
    """What a process has in memory, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


@dataclass(frozen=True)
class Turn:
    """What came of one thing that was told: its events, and the snapshot after them."""

    entries: tuple[LogEntry, ...]
    snapshot: Snapshot


def recorded() -> tuple[Turn, ...]:
    """A match at a real referee, command by command."""
    from playing import Told

    with tempfile.TemporaryDirectory() as folder:
        told = Told(Path(folder) / "log.db", "[match]\nlength = 7")
        store = told.service.storage[0]
        turns, seq = [], 0
        told.begin(7)
        while len(turns) < TURNS and told.match_state.winner is None:
            told.turn()
            entries = store.load("1", first=seq + 1)
            turns.append(Turn(entries, told.service.broadcaster.latest()))
            seq = entries[-1].seq
        if told.match_state.winner is None:
            told.win()
            turns.append(Turn(store.load("1", first=seq + 1), told.service.broadcaster.latest()))
        told.close()
    return tuple(turns)


class Table:
    """A table that replays a match, over and over."""

    def __init__(self, name: str, port: int, folder: Path, turns: tuple[Turn, ...]) -> None:
        mine = folder / name
        mine.mkdir()
        self.settings = Settings(
            table=TableSettings(name, mine), mqtt=MqttSettings("localhost", port, homeassistant="")
        )
        self.store = Store(sqlite_url(mine / "tableside.db"))
        self.broadcaster = Broadcaster(replace(turns[0].snapshot, table=name, retell=None))
        self.logbook = Logbook(self.store, name)
        self._turns, self._at, self._rounds, self.seq = turns, 0, 0, 0
        self.publisher = Publisher(
            self, pace=PublishingPace(Backoff(0.5, 5.0)), version="bench", page="http://localhost/"
        )  # type: ignore[arg-type]
        self.publisher.start()

    @property
    def storage(self) -> tuple[Store, None]:
        return self.store, None

    def turn(self) -> None:
        """The next turn is played."""
        turn, entries = self._next()
        self.store.append(entries)
        self.logbook.note(self.seq, self.seq)
        snapshot = replace(
            turn.snapshot, table=self.settings.table.name, seq=self.seq, says=f"at {time.time()}", retell=None
        )
        self.broadcaster.post(snapshot)

    def fill(self, count: int) -> None:
        """So many events happened while nobody listened."""
        entries: list[LogEntry] = []
        while len(entries) < count:
            entries += self._next()[1]
        self.store.append(entries)
        self.logbook.note(self.seq, self.seq)

    def _next(self) -> tuple[Turn, list[LogEntry]]:
        turn, now, name = self._turns[self._at], time.time(), self.settings.table.name
        entries = []
        for each in turn.entries:
            self.seq += 1
            match = each.match + self._rounds * 2
            entries.append(replace(each, table=name, seq=self.seq, match=match, wall=now, clock_set=True))
        self._at += 1
        if self._at == len(self._turns):
            self._at, self._rounds = 0, self._rounds + 1
        return turn, entries


def main() -> None:
    """Until standard input ends."""
    port, folder, first, count = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    turns = recorded()
    tables = [Table(str(first + n + 1), port, folder, turns) for n in range(count)]
    rounds = Rounds(tables)
    print("ready", flush=True)
    for line in sys.stdin:
        what, much = line.split()
        if what == "pace":
            rounds.pace(float(much))
        else:
            for table in tables:
                table.fill(int(much))
            print("filled", flush=True)


if __name__ == "__main__":
    main()
