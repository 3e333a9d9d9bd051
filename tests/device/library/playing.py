"""Matches that are told to a real service play by play, as people do on the desk, with what it showed of each."""

from pathlib import Path
from typing import Any

from device.club.rehearsal.simulated_players import SimulatedPlayers
from device.store.log.store import Store, sqlite_url
from device.store.pictures.picture_store import Pictures
from device.store.settings import parse_settings
from device.table.service.table_service import Service
from engine.state.messages import Command


class Told(SimulatedPlayers):
    """A table without a camera, at which everything is told; `shown` has what the desk's
    snapshot showed after each event.

    Raises nothing: the referee takes it or leaves it. `path` is the database's file, unless it is at a `url`.
    """

    def __init__(
        self,
        path: Path,
        text: str = "",
        *,
        pictures: Pictures | None = None,
        clock: Any = None,
        seed: int = 1,
        url: str = "",
    ) -> None:
        settings = parse_settings(f'[table]\ndata = "{path.parent}"\n{text}')
        store = Store(url or sqlite_url(path))
        super().__init__(Service(settings, None, store, pictures=pictures, clock=clock), seed)
        self.shown: dict[int, dict[str, Any]] = {}

    def tell(self, *commands: Command, who: str = "") -> None:
        """Say something; what is shown then is kept by the number of the last event."""
        for command in commands:
            super().tell(command, who=who)
            self.shown[self.match_state.seq] = self.service.desk.latest().as_json(0.0)

    def close(self) -> None:
        """The end of the evening."""
        self.service.stop()
