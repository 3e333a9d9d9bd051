"""Tournaments to test with: fields of players, and rounds that chance plays."""

from random import Random

from engine.tournament.entries import Began, Entered, Joined, Paired
from engine.tournament.folding import fold, grown
from engine.tournament.pairing import may_pair, next_pairings
from engine.tournament.values import Event, Format, Outcome, Pairing, Plan, Player, Seeding


def field(players: int, format: Format = Format.SWISS, **plan: object) -> Event:
    """An event of so many players, called P1, P2, ... in the order of their seeds; nothing is paired yet."""
    told = Plan("Club evening", format, **{"length": 7, "seeding": Seeding.ORDER, **plan})  # type: ignore[arg-type]
    return fold([Began(told), *(Joined(Player(each, f"P{each}")) for each in range(1, players + 1))])


def paired(event: Event) -> Event:
    """The event with its next pairings."""
    return grown(event, Paired(next_pairings(event)))


def won(event: Event, pairing: Pairing, winner: int, lost: int = 3) -> Event:
    """The event with a result: the winner has all points of the match, the loser some."""
    score = (event.plan.length, lost) if winner == pairing.white else (lost, event.plan.length)
    return grown(event, Entered(pairing.number, Outcome(winner, score)))


def played(event: Event, chance: Random) -> Event:
    """The event with results of all open pairings, by chance."""
    for pairing in event.open:
        event = won(event, pairing, chance.choice((pairing.white, pairing.black)), chance.randrange(7))
    return event


def whole(event: Event, seed: int = 1) -> Event:
    """The event, played to its end by chance."""
    chance = Random(seed)
    while may_pair(event) or event.open:
        event = played(paired(event) if may_pair(event) else event, chance)
    return event
