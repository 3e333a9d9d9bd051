"""Fitting: whether a match that was played is one of an event's pairings, and what it tells of it."""

from dataclasses import dataclass

from engine.tournament.name_matching import is_near, same_name
from engine.tournament.tournament_values import (
    Pairing,
    PairingOutcome,
    PairingResult,
    ResultQuery,
    TournamentEvent,
)


@dataclass(frozen=True, slots=True)
class Finished:
    """A match of the archive that is over: where, who, and how. `winner` is 0 or 1, of the two `players`."""

    table: str
    match: int
    players: tuple[str, str]
    score: tuple[int, int]
    winner: int
    length: int

    @property
    def told(self) -> str:
        """What it tells, to know it again: who won against whom, and how."""
        loser = self.players[1 - self.winner]
        points = f"{self.score[self.winner]}-{self.score[1 - self.winner]}"
        return f"{self.players[self.winner]} - {loser} {points} ({self.length})"

    def outcome(self, event: TournamentEvent, pairing: Pairing, *, swapped: bool) -> PairingOutcome:
        """The outcome of a pairing by it; `swapped`: its first player is the pairing's second."""
        sides = (pairing.black, pairing.white) if swapped else (pairing.white, pairing.black)
        score = self.score[::-1] if swapped else self.score
        length = event.plan.length or max(score)
        fits = max(score) >= length > min(score) and self.score[self.winner] == max(score)
        return PairingOutcome(sides[self.winner], score if fits else None)

    def asked(self, pairings: tuple[int, ...], why: str) -> ResultQuery:
        """The question that it raises."""
        return ResultQuery(
            self.table,
            self.match,
            self.players,
            self.score,
            self.winner,
            self.length,
            pairings,
            why,
            self.told,
        )


@dataclass(frozen=True, slots=True)
class PairingFit:
    """A pairing that a finished match may be. `is_exact`: its players are called so."""

    pairing: Pairing
    swapped: bool
    is_exact: bool


def fits(event: TournamentEvent, found: Finished, pairings: tuple[Pairing, ...]) -> tuple[PairingFit, ...]:
    """Those of some pairings whose players may be those of a match; where some are called exactly so, only they."""
    near = [each for pairing in pairings if (each := _fit(event, found, pairing)) is not None]
    exact = [each for each in near if each.is_exact]
    return tuple(exact or near)


def is_swapped(event: TournamentEvent, pairing: Pairing, players: tuple[str, str]) -> bool:
    """Whether the first of two names is rather the pairing's second player's."""
    white, black = event.player(pairing.white).name, event.player(pairing.black).name
    straight = _likeness(players[0], white) + _likeness(players[1], black)
    return _likeness(players[0], black) + _likeness(players[1], white) > straight


def tells_the_same(result: PairingResult, outcome: PairingOutcome) -> bool:
    """Whether a match tells nothing else than what was entered, as far as that says anything."""
    entered = result.outcome
    return entered.winner == outcome.winner and entered.score in (None, outcome.score)


def _fit(event: TournamentEvent, found: Finished, pairing: Pairing) -> PairingFit | None:
    if pairing.is_bye:
        return None
    swapped = is_swapped(event, pairing, found.players)
    sides = (pairing.black, pairing.white) if swapped else (pairing.white, pairing.black)
    like = [_likeness(name, event.player(side).name) for name, side in zip(found.players, sides, strict=True)]
    if min(like) == 0:
        # one whose name was not told may be anybody; two are nobody
        named = [likeness for likeness, name in zip(like, found.players, strict=True) if name.strip()]
        return PairingFit(pairing, swapped, False) if named == [2] else None
    return PairingFit(pairing, swapped, like == [2, 2])


def _likeness(one: str, other: str) -> int:
    """2: the same name; 1: nearly; 0: another."""
    if same_name(one) == same_name(other):
        return 2
    return int(is_near(one, other))
