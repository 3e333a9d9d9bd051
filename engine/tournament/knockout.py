"""Knock-out brackets: a tree of matches, the winner of each goes on.

The main bracket is seeded as in `engine.tournament.tournament_values.bracket_order`; the best seeds have the byes.
Where it is wanted, the losers of the half-finals play for the third place, and who loses their first match
plays on in a consolation bracket ("last chance"), so that everybody plays at least twice.
"""

from dataclasses import dataclass

from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    Pairing,
    TournamentEvent,
    bracket_order,
    seeded,
)

Unknown = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket. `white` and `black` are players' numbers, NOBODY where nobody comes, None while it is not
    known; `pairing` is None until it is paired.
    """

    stage: BracketStage
    round: int
    place: int
    white: int | None
    black: int | None
    pairing: Pairing | None


def rounds_of(event: TournamentEvent, stage: BracketStage = BracketStage.MAIN) -> int:
    """How many rounds a bracket has; 0 where there is none. The third place is played for in the final's round."""
    size = _size(event)
    rounds = size.bit_length() - 1
    match stage:
        case BracketStage.MAIN:
            return rounds
        case BracketStage.THIRD:
            return rounds if event.plan.third_place and rounds > 1 else 0
        case BracketStage.CONSOLATION:
            return rounds - 1 if event.plan.consolation else 0


def bracket(event: TournamentEvent) -> tuple[BracketMatch, ...]:
    """All matches of all brackets of a knock-out, by stage, round and place."""
    return tuple(node(event, *where) for where in _places(event))


def node(event: TournamentEvent, stage: BracketStage, round: int, place: int) -> BracketMatch:
    """One match of a bracket, with the players as they were paired, or else as the results before it have them."""
    pairing = event.placed(stage, round, place)
    if pairing is not None:
        return BracketMatch(stage, round, place, pairing.white, pairing.black, pairing)
    return BracketMatch(stage, round, place, *sources(event, stage, round, place), None)


def sources(
    event: TournamentEvent, stage: BracketStage, round: int, place: int
) -> tuple[int | None, int | None]:
    """Who comes to a match by the results before it."""
    if stage is BracketStage.THIRD:
        return _loser(event, round - 1, 0), _loser(event, round - 1, 1)
    if round > 1:
        return _winner(event, stage, round - 1, 2 * place), _winner(event, stage, round - 1, 2 * place + 1)
    if stage is BracketStage.CONSOLATION:
        return _first_loss(event, 2 * place), _first_loss(event, 2 * place + 1)
    order = seeded(event.plan, event.active)
    seeds = bracket_order(_size(event))[2 * place : 2 * place + 2]
    white, black = (order[seed - 1].number if seed <= len(order) else NOBODY for seed in seeds)
    return white, black


def ready(event: TournamentEvent) -> tuple[tuple[BracketStage, int, int, int, int], ...]:
    """The matches that can be paired: stage, round, place and both players, the second NOBODY for a bye."""
    found = []
    for where in _places(event):
        if event.placed(*where) is None:
            white, black = sources(event, *where)
            if white is not Unknown and black is not Unknown and (white or black):
                found.append((*where, white or black, black if white else NOBODY))
    return tuple(found)


def overtaken(event: TournamentEvent) -> tuple[Pairing, ...]:
    """The pairings whose players, by results that were corrected later, would be others now."""
    found = []
    for each in event.pairings:
        if each.stage is BracketStage.MAIN and each.round == 1:
            continue
        now = {player for player in sources(event, each.stage, each.round, each.place) if player}
        if now != {player for player in (each.white, each.black) if player}:
            found.append(each)
    return tuple(found)


def _size(event: TournamentEvent) -> int:
    """How many places the first round has: a power of 2, fixed by the first pairing."""
    first = [each for each in event.pairings if each.stage is BracketStage.MAIN and each.round == 1]
    players = 2 * len(first) if first else len(event.active)
    return 1 << max(players - 1, 1).bit_length() if players > 1 else 1


def _places(event: TournamentEvent) -> list[tuple[BracketStage, int, int]]:
    places: list[tuple[BracketStage, int, int]] = []
    for stage in (BracketStage.MAIN, BracketStage.THIRD, BracketStage.CONSOLATION):
        rounds = rounds_of(event, stage)
        if stage is BracketStage.THIRD:
            places += [(stage, rounds, 0)] if rounds else []
            continue
        for round in range(1, rounds + 1):
            places += [(stage, round, place) for place in range(1 << (rounds - round))]
    return places


def _winner(event: TournamentEvent, stage: BracketStage, round: int, place: int) -> int | None:
    pairing = event.placed(stage, round, place)
    if pairing is not None:
        outcome = event.outcome(pairing)
        return Unknown if outcome is None else outcome.winner
    if sources(event, stage, round, place) == (NOBODY, NOBODY):
        return NOBODY
    return Unknown


def _loser(event: TournamentEvent, round: int, place: int) -> int | None:
    """Who lost a match of the main bracket; NOBODY where nobody did, or neither played."""
    pairing = event.placed(BracketStage.MAIN, round, place)
    if pairing is None:
        return NOBODY if sources(event, BracketStage.MAIN, round, place) == (NOBODY, NOBODY) else Unknown
    if pairing.is_bye:
        return NOBODY
    outcome = event.outcome(pairing)
    if outcome is None:
        return Unknown
    return pairing.other(outcome.winner) if outcome.winner else NOBODY


def _first_loss(event: TournamentEvent, place: int) -> int | None:
    """Who of a match of the first round, or had its bye, has lost the first match that they played."""
    first = event.placed(BracketStage.MAIN, 1, place)
    if first is None:
        return Unknown
    if not first.is_bye:
        return _loser(event, 1, place)
    following = event.placed(BracketStage.MAIN, 2, place // 2)
    if following is None or not following.has(first.white):
        return Unknown if following is None else NOBODY
    lost = _loser(event, 2, place // 2)
    return lost if lost in (first.white, Unknown) else NOBODY
