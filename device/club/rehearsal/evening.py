"""An evening: a broker, where none is named, and simulated tables at which people play, turns at each
at its own moments, in one thread.
"""

import heapq
import random
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Protocol

from device.club.link.publishing import Publisher
from device.club.rehearsal.own_broker import OwnBroker
from device.club.rehearsal.simulated_players import SimulatedPlayers
from device.store.log.store import Store, simulated_url
from device.store.settings import MatchSettings, MqttSettings, Settings, TableSettings
from device.table.service.table_service import Service
from engine.board import Side
from engine.state.messages import Resign, SetNames

LENGTHS = (3, 5, 7)
LONG, PATIENCE = 16, 0.1
"""After so many turns somebody may give a game up, with what chance a turn: who plays at random plays long."""
AT_ONCE = 8
"""So many turns may have been played when somebody first looks."""


class SimulatedTable:
    """A table at which match follows match; `guests` gives who plays next."""

    def __init__(self, name: str, folder: Path, mqtt: MqttSettings, guests: Iterator[str], seed: int) -> None:
        data = folder / name
        data.mkdir(parents=True)
        settings = Settings(table=TableSettings(name, data), match=MatchSettings(length=5), mqtt=mqtt)
        self._guests = guests
        self.service = Service(settings, None, Store(simulated_url(data)))
        self._players = SimulatedPlayers(self.service, seed)
        self._sit_down()
        self._players.play(self._players.rng.randrange(AT_ONCE))
        self._publisher = Publisher(self.service)

    def start(self) -> None:
        """Begin to tell of it."""
        self._publisher.start()

    def turn(self) -> None:
        """The next turn is played; after a match the next two sit down."""
        match_state, chance = self._players.match_state, self._players.rng
        if match_state.winner is not None:
            self._sit_down()
        elif (
            match_state.game is not None and len(match_state.game.turns) > LONG and chance.random() < PATIENCE
        ):
            self._players.tell(Resign(chance.choice((Side.WHITE, Side.BLACK)), chance.choice((1, 1, 2))))
        else:
            self._players.turn()

    def stop(self) -> None:
        """The evening is over."""
        self.service.stop()
        self._publisher.stop()

    def _sit_down(self) -> None:
        self._players.begin(self._players.rng.choice(LENGTHS))
        self._players.tell(SetNames(next(self._guests), next(self._guests)))


class PlayingTable(Protocol):
    """A table at which turns are played."""

    def turn(self) -> None:
        """The next one."""


class Rounds:
    """Turns at some tables, from when there is a pace until `stop`."""

    def __init__(self, tables: Sequence[PlayingTable], seed: int = 1) -> None:
        self._tables, self._pace, self._moved = tables, 0.0, threading.Condition()
        self._chance, self._stopping = random.Random(seed), False
        self._thread = threading.Thread(target=self._play, name="rounds", daemon=True)
        self._thread.start()

    def pace(self, seconds: float) -> None:
        """From now on a turn at each table after so many seconds on average; 0: none."""
        with self._moved:
            self._pace = seconds
            self._moved.notify_all()

    def stop(self) -> None:
        """No more turns; returns when the last is over."""
        with self._moved:
            self._stopping = True
            self._moved.notify_all()
        self._thread.join()

    def _play(self) -> None:
        due: list[tuple[float, int]] = []
        last = 0.0
        while True:
            with self._moved:
                if self._stopping:
                    return
                if self._pace != last:
                    last = self._pace
                    due = self._begun(last)
                wait = max(0.0, due[0][0] - time.monotonic()) if due else None
                if wait is None or wait > 0:
                    self._moved.wait(wait)
                    continue
            at, n = heapq.heappop(due)
            self._tables[n].turn()
            after = self._chance.uniform(0.5, 1.5) * last
            heapq.heappush(due, (max(at, time.monotonic() - last) + after, n))

    def _begun(self, pace: float) -> list[tuple[float, int]]:
        if not pace:
            return []
        now = time.monotonic()
        due = [(now + self._chance.uniform(0, pace), n) for n in range(len(self._tables))]
        heapq.heapify(due)
        return due


_SCRIPT = 'read -r _; [ -z "$1" ] || kill "$1" 2> /dev/null; rm -rf -- "$0"'
"""Nobody writes what it reads: it comes to an end when this program has, even where that was killed."""
PACE = 6.0
"""Seconds between two turns at a table, on average."""
PREFIX = "simulated/"
"""What stands before the topics, so that no real table's hub hears of a simulated one."""
NAMES = (
    "Anna", "Ben", "Carla", "Dimitri", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jaakko", "Kaan", "Leila", "Marco",
    "Nadia", "Oskar", "Petra", "Quentin", "Rosa", "Samir", "Tuuli", "Ugo", "Vera", "Walid", "Xenia", "Yannis", "Zora",
)  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPRSTVWZ"


class Guard:
    """Ends a process and removes a folder once this program has ended without `close`."""

    def __init__(self, folder: Path, process: int | None = None) -> None:
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT, str(folder), "" if process is None else str(process)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def close(self) -> None:
        """There is nothing left to watch over."""
        self._watch.kill()
        self._watch.communicate()


class Evening:
    """So many simulated tables, over the broker of the settings or an `own_broker`. Raises DeviceError.

    All that it keeps lies in a folder that goes with it. `settings` are for a hub that is to show it.
    """

    def __init__(self, settings: Settings, count: int, *, own_broker: bool = True, seed: int = 1) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tableside-")
        self._broker: OwnBroker | None = None
        self._guard: Guard | None = None
        self._tables: list[SimulatedTable] = []
        self._rounds: Rounds | None = None
        try:
            here = Path(self._folder.name)
            mqtt = settings.mqtt
            if own_broker:
                self._broker = OwnBroker(here)
                mqtt = MqttSettings("127.0.0.1", self._broker.port)
            self._guard = Guard(here, None if self._broker is None else self._broker.pid)
            self.mqtt = replace(mqtt, prefix=f"{PREFIX}{mqtt.prefix}", homeassistant="")
            table = replace(settings.table, data=here)
            self.settings = replace(
                settings, table=table, mqtt=self.mqtt, hub=replace(settings.hub, database="")
            )
            guests = _guests(seed)
            for n in range(count):
                made = SimulatedTable(str(n + 1), here / "tables", self.mqtt, guests, seed + n)
                self._tables.append(made)
        except BaseException:
            self.close()
            raise

    def start(self, pace: float = PACE) -> None:
        """The tables tell of themselves, and everybody plays."""
        for table in self._tables:
            table.start()
        self._rounds = Rounds(self._tables)
        self._rounds.pace(pace)

    def close(self) -> None:
        """Everybody goes home, and nothing is kept."""
        # The last first, and each of them whatever becomes of another.
        with ExitStack() as ending:
            if self._guard is not None:
                ending.callback(self._guard.close)
            ending.callback(self._folder.cleanup)
            if self._broker is not None:
                ending.callback(self._broker.stop)
            for table in reversed(self._tables):
                ending.callback(table.stop)
            if self._rounds is not None:
                ending.callback(self._rounds.stop)


def _guests(seed: int) -> Iterator[str]:
    """Who is free to play next."""
    # More than there are seats, so that nobody is seen at two tables.
    names = [f"{name} {envelope}." for name in NAMES for envelope in LETTERS]
    Random(seed).shuffle(names)
    return cycle(names)
