"""A simulated table: a real referee, told what is played, and a real publisher; it has neither camera nor pages."""

from collections.abc import Iterator
from pathlib import Path

from device.club.link.publishing import Publisher
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
