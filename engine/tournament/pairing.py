"""Pairing: what is to be played next, in any format."""

from engine.errors import InvalidEntry
from engine.i18n import phrase
from engine.tournament.knockout import overtaken, ready
from engine.tournament.swiss import swiss_couples, swiss_rounds
from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    Pairing,
    PairingFormat,
    TournamentEvent,
    seeded,
)

Meeting = tuple[int, int]


def next_pairings(event: TournamentEvent) -> tuple[Pairing, ...]:
    """The pairings to be made now: a Swiss round, all of a round robin, what of a bracket is ready.

    Raises InvalidEntry where nothing can be paired now, with a sentence that says why.
    """
    if len(event.active) < 2:
        raise InvalidEntry(phrase("Two players at least are needed."))
    match event.plan.format:
        case PairingFormat.SWISS:
            return _swiss(event)
        case PairingFormat.ROUND_ROBIN:
            return _round_robin(event)
        case PairingFormat.KNOCKOUT:
            return _knockout(event)


def rounds_of_event(event: TournamentEvent) -> int:
    """How many rounds an event has in all; of a knock-out those of its main bracket."""
    players = len(event.active) if not event.pairings else len(event.players)
    match event.plan.format:
        case PairingFormat.SWISS:
            return event.plan.rounds or swiss_rounds(players)
        case PairingFormat.ROUND_ROBIN:
            paired = max((each.round for each in event.pairings), default=0)
            return paired or event.plan.cycles * len(berger_rounds(players))
        case PairingFormat.KNOCKOUT:
            first = [each for each in event.pairings if each.stage is BracketStage.MAIN and each.round == 1]
            return (2 * len(first) - 1 if first else max(players - 1, 0)).bit_length()


def may_pair(event: TournamentEvent) -> bool:
    """Whether there is anything to be paired now."""
    if event.closed or len(event.active) < 2:
        return False
    match event.plan.format:
        case PairingFormat.SWISS:
            return not event.open and event.round < rounds_of_event(event)
        case PairingFormat.ROUND_ROBIN:
            return not event.pairings
        case PairingFormat.KNOCKOUT:
            return bool(ready(event))


def retractable(event: TournamentEvent) -> tuple[Pairing, ...]:
    """The pairings that can be taken back to be made anew: those made last, as far as none of them has a result.

    Of a knock-out, those that have no result and were overtaken by a correction; or the first round.
    """
    if event.plan.format is PairingFormat.KNOCKOUT:
        stale = tuple(each for each in overtaken(event) if each.number not in event.results)
        if stale or event.results:
            return stale
        return event.pairings
    last = event.pairings
    if event.plan.format is PairingFormat.SWISS:
        newest = max((each.round for each in event.pairings), default=0)
        last = tuple(each for each in event.pairings if each.round == newest)
    return () if any(each.number in event.results for each in last) else last


def _numbered(
    event: TournamentEvent, found: list[tuple[BracketStage, int, int, int, int]], busy: set[int]
) -> tuple[Pairing, ...]:
    """Pairings of stages, rounds, places and players; each at a table that is not busy in its round, a bye at none."""
    number = max((each.number for each in event.pairings), default=0)
    pairings: list[Pairing] = []
    taken: dict[int, set[int]] = {}
    for stage, round, place, white, black in found:
        number += 1
        key = 0 if event.plan.format is PairingFormat.KNOCKOUT else round
        there = taken.setdefault(key, set(busy))
        table = 0 if black == NOBODY else next(at for at in range(1, len(there) + 2) if at not in there)
        there.add(table)
        pairings.append(Pairing(number, round, table, white, black, stage, place))
    return tuple(pairings)


def _swiss(event: TournamentEvent) -> tuple[Pairing, ...]:
    if event.open:
        raise InvalidEntry(phrase("Round {round} is not over: enter its results first.", round=event.round))
    round = max((each.round for each in event.pairings), default=0) + 1
    if round > rounds_of_event(event):
        raise InvalidEntry(phrase("All rounds have been played."))
    couples, resting = swiss_couples(event)
    found = [(BracketStage.MAIN, round, at, white, black) for at, (white, black) in enumerate(couples)]
    if resting:
        found.append((BracketStage.MAIN, round, len(couples), resting, NOBODY))
    return _numbered(event, found, set())


def _round_robin(event: TournamentEvent) -> tuple[Pairing, ...]:
    if event.pairings:
        raise InvalidEntry(phrase("All rounds have been paired."))
    order = seeded(event.plan, event.active)
    rounds = berger_rounds(len(order))
    found = []
    for cycle in range(event.plan.cycles):
        for turn, meetings in enumerate(rounds):
            for place, meeting in enumerate(meetings):
                one, other = (order[each - 1].number if each else NOBODY for each in meeting)
                if cycle and other:
                    one, other = other, one
                found.append((BracketStage.MAIN, cycle * len(rounds) + turn + 1, place, one, other))
    return _numbered(event, found, set())


def _knockout(event: TournamentEvent) -> tuple[Pairing, ...]:
    found = list(ready(event))
    if not found:
        raise InvalidEntry(phrase("Nothing can be paired until more results are entered."))
    return _numbered(event, found, {each.table for each in event.open})


def berger_rounds(players: int) -> tuple[tuple[Meeting, ...], ...]:
    """The rounds for so many players, counted from 1; an odd one out has a bye, a meeting with NOBODY.

    In round k those meet whose numbers add up to k + 1, modulo one less than their even number; the last number meets
    who would meet themselves, and is White in even rounds.
    """
    if players < 2:
        return ()
    last = players + players % 2
    ring = last - 1
    return tuple(_round(turn, last, ring, players) for turn in range(1, ring + 1))


def _round(turn: int, last: int, ring: int, players: int) -> tuple[Meeting, ...]:
    pivot = next(each for each in range(1, ring + 1) if (2 * each - turn - 1) % ring == 0)
    first = (last, pivot) if turn % 2 == 0 else (pivot, last)
    if players < last:
        first = (pivot, NOBODY)
    around = (((pivot + d - 1) % ring + 1, (pivot - d - 1) % ring + 1) for d in range(1, last // 2))
    return (first, *around)
