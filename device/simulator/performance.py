"""A performance: a match that is played as far as it is asked about, and what is true of it so far."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace

from device.simulator.truth import MatchTruth, SimulatedEvent, What
from engine.board import Side
from engine.match.match import CheckerTurn, CubeTurn, Game


class Performance(ABC):
    """What virtual tables have in common: they play step by step, each of which ends with the hands away."""

    def __init__(self) -> None:
        self._games: list[Game] = []
        self._happenings: list[list[SimulatedEvent]] = []
        self._play = self._played()

    @property
    @abstractmethod
    def _now(self) -> float:
        """How far it has been played, in seconds from the start."""

    @abstractmethod
    def _played(self) -> Iterator[bool]:
        """Plays a step each time that it is asked for one."""

    @abstractmethod
    def _forget(self) -> None:
        """Lets go of what lies minutes back, where the table is endless."""

    def play_out(self) -> float:
        """Plays the match to its end; how long it takes in seconds. Not for an endless table."""
        while self._step():
            pass
        return self._now

    @property
    def truth(self) -> MatchTruth:
        """What has happened, as far as the match has been played."""
        return MatchTruth(tuple(self._games), tuple(tuple(each) for each in self._happenings))

    def truth_until(self, time: float) -> MatchTruth:
        """What has happened by a time: the games begun, with the turns that were finished by then."""
        self._play_until(time)
        return self.truth.until(time)

    def _play_until(self, time: float) -> bool:
        """Plays on to a time; whether there is anything to be seen then."""
        while time >= self._now:
            if not self._step():
                return False
        return True

    def _step(self) -> bool:
        more = next(self._play, None) is not None
        self._forget()
        return more

    def _open(self, game: Game) -> None:
        self._games.append(game)
        self._happenings.append([])
        self._happen(What.START, position=game.start)

    def _note(self, turn: CheckerTurn | CubeTurn) -> None:
        self._games[-1] = replace(self._games[-1], turns=(*self._games[-1].turns, turn))

    def _happen(self, what: What, side: Side | None = None, **more: object) -> None:
        self._happenings[-1].append(SimulatedEvent(self._now, what, side, **more))  # type: ignore[arg-type]

    def _begin_anew(self) -> None:
        """A match is over, and forgotten; the next one follows."""
        self._games.clear()
        self._happenings.clear()
