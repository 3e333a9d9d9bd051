"""Tournaments to test with: fields of players, and rounds that chance plays."""

from random import Random

from engine.tournament.entries import Began, Entered, Joined, Paired
from engine.tournament.pairing import may_pair, next_pairings
from engine.tournament.tournament_reducer import fold, grown
from engine.tournament.tournament_values import (
    Entrant,
    EventPlan,
    Pairing,
    PairingFormat,
    PairingOutcome,
    Seeding,
    TournamentEvent,
)


def field(players: int, format: PairingFormat = PairingFormat.SWISS, **plan: object) -> TournamentEvent:
    """An event of so many players, called P1, P2, ... in the order of their seeds; nothing is paired yet."""
    told = EventPlan("Club evening", format, **{"length": 7, "seeding": Seeding.ORDER, **plan})  # type: ignore[arg-type]
    return fold([Began(told), *(Joined(Entrant(each, f"P{each}")) for each in range(1, players + 1))])


def paired(event: TournamentEvent) -> TournamentEvent:
    """The event with its next pairings."""
    return grown(event, Paired(next_pairings(event)))


def won(event: TournamentEvent, pairing: Pairing, winner: int, lost: int = 3) -> TournamentEvent:
    """The event with a result: the winner has all points of the match, the loser some."""
    score = (event.plan.length, lost) if winner == pairing.white else (lost, event.plan.length)
    return grown(event, Entered(pairing.number, PairingOutcome(winner, score)))


def played(event: TournamentEvent, chance: Random) -> TournamentEvent:
    """The event with results of all open pairings, by chance."""
    for pairing in event.open:
        event = won(event, pairing, chance.choice((pairing.white, pairing.black)), chance.randrange(7))
    return event


def whole(event: TournamentEvent, seed: int = 1) -> TournamentEvent:
    """The event, played to its end by chance."""
    chance = Random(seed)
    while may_pair(event) or event.open:
        event = played(paired(event) if may_pair(event) else event, chance)
    return event
