"""Standings: who is ahead by match points, and by what customarily tells equals apart.

- Head to head: the points that those who are tied won against each other, where each has met each.
- Solkoff (often called Buchholz): the sum of the opponents' points.
- Sonneborn-Berger: the sum of the points of the opponents that were beaten, and half of those drawn with.
- Difference: points won less points lost, of the matches whose score is known.

A round without a match (a bye, a match won or lost by forfeit) counts for Solkoff and Sonneborn-Berger as one against
somebody with as many points as oneself (FIDE C.07, 16.4), so that a bye costs nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.tournament.knockout import rounds_of
from engine.tournament.tournament_points import Over, is_struck, over_by_player, points_of, worth
from engine.tournament.tournament_values import (
    NOBODY,
    BracketStage,
    EventPlan,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    TieBreak,
    TournamentEvent,
    seeded,
)

USUAL_TIES = {
    PairingFormat.SWISS: (
        TieBreak.SOLKOFF,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.DIFFERENCE,
    ),
    PairingFormat.ROUND_ROBIN: (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.DIFFERENCE),
    PairingFormat.KNOCKOUT: (),
}
"""What breaks ties, in this order, where the plan of an event says nothing else."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """Where a player stands: who are equal in everything share a rank; `rank` is None for who is out of a round robin.

    `won`, `drawn`, `lost` count matches, `byes` rounds without one; `ties` are the values of the event's tie-breaks.
    """

    rank: int | None
    player: int
    points: float
    won: int
    drawn: int
    lost: int
    byes: int
    ties: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Done:
    """A pairing that is over, as one of its players sees it; `worth` in match points, `lead` None: not known."""

    opponent: int
    worth: float
    is_played: bool
    lead: int | None


def ties_of(event: TournamentEvent) -> tuple[TieBreak, ...]:
    """What breaks ties in an event, in this order."""
    return event.plan.ties or USUAL_TIES[event.plan.format]


def standings(event: TournamentEvent) -> tuple[RankedPlayer, ...]:
    """Everybody's standing, the best first; who is out of it, last."""
    if event.plan.format is PairingFormat.KNOCKOUT:
        return _by_progress(event)
    points = points_of(event)
    over = over_by_player(event)
    done = {player: _done(event.plan, each, player) for player, each in over.items()}
    there = [each.number for each in seeded(event.plan, event.players) if not is_struck(event, each.number)]
    values: dict[int, list[float]] = {each: [] for each in there}
    groups = _split([there], points.__getitem__)
    for tie in ties_of(event):
        for group in groups:
            for player, value in _values(tie, group, points, done).items():
                values[player].append(value)
        groups = _split(groups, lambda player: values[player][-1])
    out = [each.number for each in event.players if is_struck(event, each.number)]
    return (
        *(_standing(rank, player, points, over, tuple(values[player])) for rank, player in _ranks(groups)),
        *(_standing(None, player, points, over, ()) for player in out),
    )


def _split(groups: Sequence[Sequence[int]], value: Callable[[int], float]) -> list[list[int]]:
    """Groups of equals, made of larger ones, the highest value first."""
    found: list[list[int]] = []
    for group in groups:
        for level in sorted({round(value(each), 6) for each in group}, reverse=True):
            found.append([each for each in group if round(value(each), 6) == level])
    return found


def _ranks(groups: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    ranks, before = [], 0
    for group in groups:
        ranks += [(before + 1, player) for player in group]
        before += len(group)
    return ranks


def _values(
    tie: TieBreak, group: Sequence[int], points: dict[int, float], done: dict[int, tuple[_Done, ...]]
) -> dict[int, float]:
    match tie:
        case TieBreak.SOLKOFF:
            return {each: sum(_strength(each, game, points) for game in done[each]) for each in group}
        case TieBreak.SONNEBORN_BERGER:
            return {
                each: sum(game.worth * _strength(each, game, points) for game in done[each]) for each in group
            }
        case TieBreak.DIFFERENCE:
            return {each: float(sum(game.lead or 0 for game in done[each])) for each in group}
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group, done)


def _strength(player: int, game: _Done, points: dict[int, float]) -> float:
    return points[game.opponent] if game.is_played else points[player]


def _head_to_head(group: Sequence[int], done: dict[int, tuple[_Done, ...]]) -> dict[int, float]:
    among = {each: [game for game in done[each] if game.opponent in group] for each in group}
    if any(len({game.opponent for game in among[each]}) < len(group) - 1 for each in group):
        return dict.fromkeys(group, 0.0)
    return {each: sum(game.worth for game in among[each]) for each in group}


def _done(plan: EventPlan, over: Over, player: int) -> tuple[_Done, ...]:
    found = []
    for pairing, outcome in over:
        if pairing.is_bye and plan.format is not PairingFormat.SWISS:
            continue
        value = worth(plan, pairing, outcome, player)
        found.append(
            _Done(pairing.other(player), value, outcome.how is How.PLAYED, _lead(pairing, outcome, player))
        )
    return tuple(found)


def _lead(pairing: Pairing, outcome: PairingOutcome, player: int) -> int | None:
    if outcome.score is None:
        return None
    white, black = outcome.score
    return white - black if player == pairing.white else black - white


def _standing(
    rank: int | None, player: int, points: dict[int, float], over: dict[int, Over], ties: tuple[float, ...]
) -> RankedPlayer:
    won = drawn = lost = byes = 0
    for pairing, outcome in over[player]:
        if pairing.is_bye:
            byes += 1
        elif outcome.winner == player:
            won += 1
        elif outcome.winner == NOBODY and outcome.how is How.PLAYED:
            drawn += 1
        else:
            lost += 1
    return RankedPlayer(rank, player, points[player], won, drawn, lost, byes, ties)


def _by_progress(event: TournamentEvent) -> tuple[RankedPlayer, ...]:
    """The standings of a knock-out: by the round of the main bracket in which somebody lost."""
    points, over = points_of(event), over_by_player(event)
    order = [each.number for each in seeded(event.plan, event.players)]
    mine: dict[int, list[Pairing]] = {player: [] for player in order}
    for each in event.pairings:
        for player in {each.white, each.black} - {NOBODY}:
            mine[player].append(each)
    reached = {player: _progress(event, mine[player], player) for player in order}
    groups = _split([order], reached.__getitem__)
    return tuple(_standing(rank, player, points, over, ()) for rank, player in _ranks(groups))


def _progress(event: TournamentEvent, mine: list[Pairing], player: int) -> float:
    """The last round of the main bracket that somebody came to; a half more for the third place, one for the final."""
    main = max((each.round for each in mine if each.stage is BracketStage.MAIN), default=0)
    last = rounds_of(event)
    for each in mine:
        outcome = event.outcome(each)
        if outcome is not None and outcome.winner == player:
            if each.stage is BracketStage.THIRD:
                return main + 0.5
            if each.stage is BracketStage.MAIN and each.round == last and not each.is_bye:
                return main + 1.0
    return float(main)
