"""An evening: a broker, where none is named, and simulated tables at which people play."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

from device.club.rehearsal.own_broker import OwnBroker
from device.club.rehearsal.rounds import Rounds
from device.club.rehearsal.simulated_table import SimulatedTable
from device.store.settings import MqttSettings, Settings

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
