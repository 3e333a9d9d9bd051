"""A party: what is played on one evening of the soak, and by which faults; and the table at which it is played."""

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from device.simulator.disturbances import Disturbance, random_disturbances
from device.simulator.truth import MatchTruth, What
from device.simulator.virtual_table import VirtualTable
from engine.board import Side
from engine.match.match import Result
from engine.match_formats import find_match_format
from vision.draw import preset

RATE = 5.0
"""Looks a second."""
AFTER = 3.0
"""How long, in seconds, the last board of the evening lies there."""
FULL_EVERY, FULL = 1500.0, (3.0, 25.0)
"""Once in so many seconds the disk is full, for so many."""
JUMP_EVERY = 600.0
"""Once in so many seconds the clock on the wall jumps."""


@dataclass(frozen=True, slots=True)
class Party:
    """Games at one table, one match after the other, until so many are over.

    `eyes`: they are seen by the real eye on drawn pictures, else perfectly. `every`: a disturbance of the camera once
    in so many seconds. `kills`: the service is killed once in so many seconds on the average, 0: never.
    """

    name: str
    game: str
    games: int
    seed: int
    eyes: bool = False
    length: int = 0
    every: float = 240.0
    kills: float = 0.0

    @property
    def disturbances(self) -> tuple[Disturbance, ...]:
        """What is wrong with the camera, and when."""
        return random_disturbances(self.seed, every=self.every) if self.every else ()

    @property
    def full(self) -> tuple[tuple[float, float], ...]:
        """When the disk is full: from, to."""
        rng = Random(self.seed + 1)
        starts = ((part + rng.random()) * FULL_EVERY for part in range(200 if self.every else 0))
        return tuple((start, start + rng.uniform(*FULL)) for start in starts)

    @property
    def jumps(self) -> tuple[tuple[float, float, bool], ...]:
        """From when on the clock on the wall is so many seconds off, and whether it says that it is set."""
        rng = Random(self.seed + 2)
        return tuple(
            (
                (part + rng.random()) * JUMP_EVERY,
                rng.choice((3600, 86400, 3e7)) * rng.uniform(-1, 1),
                rng.random() < 0.5,
            )
            for part in range(400 if self.every else 0)
        )

    def table(self) -> "PartyTable":
        """The table, at the beginning of the evening; always the same."""
        return PartyTable(self)

    def as_data(self) -> dict[str, Any]:
        """All of it in plain words and numbers."""
        return asdict(self)


class PartyTable(VirtualTable):
    """The virtual table of a party. `over`: how many games are, `last`: when the last one was; `begun`: when
    games began, and whether a match with them; `matches`: the truth of those that are over, if kept.
    """

    def __init__(self, party: Party) -> None:
        super().__init__(
            find_match_format(party.game), party.seed, preset().sizes, party.length, endless=True
        )
        self.over, self.last = 0, 0.0
        self.begun: deque[tuple[float, bool]] = deque()
        self.keep = False
        self.matches: list[MatchTruth] = []

    def _play_match(self) -> Iterator[bool]:
        yield from super()._play_match()
        if self.keep:
            self.matches.append(self.truth)

    def _happen(self, what: What, side: Side | None = None, **more: object) -> None:
        super()._happen(what, side, **more)
        if what is What.START:
            self.begun.append((self.stage.now, len(self._games) == 1))

    def _finish(self, result: Result) -> None:
        super()._finish(result)
        self.over += 1
        self.last = self.stage.now

    def truths_until(self, time: float) -> list[MatchTruth]:
        """The truth of every match begun by a time, on a table that has not been asked for anything yet."""
        self.keep = True
        self._play_until(time)
        return [each.until(time) for each in [*self.matches, self.truth] if each.games]
