"""A tournament as it is kept: the event, and who entered what when."""

from dataclasses import dataclass, replace

from engine.tournament.entries import Entered, Entry, Paired
from engine.tournament.tournament_reducer import grown
from engine.tournament.tournament_values import TournamentEvent


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry as it stands in the log: its number in the event, Unix time, and who made it (empty: nobody by name)."""

    seq: int
    wall: float
    who: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """An event with its number and the log that it was folded from."""

    number: int
    event: TournamentEvent
    log: tuple[Logged, ...]

    @property
    def seq(self) -> int:
        """The number of its last entry, which grows with everything that changes."""
        return self.log[-1].seq

    @property
    def begun(self) -> float:
        """When it was announced, in Unix time."""
        return self.log[0].wall

    def with_entry(self, logged: Logged) -> "StoredTournament":
        """The same with one more entry. Raises InvalidEntry."""
        return replace(self, event=grown(self.event, logged.entry), log=(*self.log, logged))

    def entered(self) -> dict[int, Logged]:
        """Of each pairing, the entry of its result as it is now."""
        last = {each.entry.pairing: each for each in self.log if isinstance(each.entry, Entered)}
        return {pairing: each for pairing, each in last.items() if pairing in self.event.results}

    def paired_at(self) -> dict[int, float]:
        """When each pairing was made, in Unix time."""
        made = (each for each in self.log if isinstance(each.entry, Paired))
        return {
            pairing.number: each.wall
            for each in made
            if isinstance(each.entry, Paired)
            for pairing in each.entry.pairings
        }
