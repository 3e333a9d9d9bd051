"""Match points: what players have won so far."""

from engine.tournament.tournament_values import (
    NOBODY,
    EventPlan,
    How,
    Pairing,
    PairingFormat,
    PairingOutcome,
    TournamentEvent,
)

Over = list[tuple[Pairing, PairingOutcome]]
"""Pairings that are over, with how they ended."""


def points_of(event: TournamentEvent, until: int | None = None) -> dict[int, float]:
    """The match points of every player, of all rounds or of those `until` one."""
    points = dict.fromkeys((each.number for each in event.players), 0.0)
    for pairing in counting_pairings(event):
        outcome = event.outcome(pairing)
        if outcome is not None and (until is None or pairing.round <= until):
            for player in (pairing.white, pairing.black):
                if player != NOBODY:
                    points[player] += worth(event.plan, pairing, outcome, player)
    return points


def over_by_player(event: TournamentEvent) -> dict[int, Over]:
    """Of every player the pairings that count and are over, byes included."""
    found: dict[int, Over] = {each.number: [] for each in event.players}
    for pairing in counting_pairings(event):
        outcome = event.outcome(pairing)
        if outcome is not None:
            for player in (pairing.white, pairing.black):
                if player != NOBODY:
                    found[player].append((pairing, outcome))
    return found


def worth(plan: EventPlan, pairing: Pairing, outcome: PairingOutcome, player: int) -> float:
    """What a pairing's outcome is worth to one of its players, in match points."""
    if pairing.is_bye:
        # in a round robin everybody has as many, and none is worth anything
        return plan.bye if plan.format is PairingFormat.SWISS else 0.0
    if outcome.winner == player:
        return plan.win
    return plan.draw if outcome.winner == NOBODY and outcome.how is How.PLAYED else 0.0


def counting_pairings(event: TournamentEvent) -> tuple[Pairing, ...]:
    """The pairings that count: of a round robin those are left out of who left it before half of their were played
    (FIDE C.05, 1).
    """
    if event.plan.format is not PairingFormat.ROUND_ROBIN:
        return event.pairings
    out = {each.number for each in event.players if each.gone and _is_struck(event, each.number)}
    return tuple(each for each in event.pairings if not {each.white, each.black} & out)


def is_struck(event: TournamentEvent, player: int) -> bool:
    """Whether a player left a round robin so early that none of their results counts."""
    return (
        event.plan.format is PairingFormat.ROUND_ROBIN
        and event.player(player).gone
        and _is_struck(event, player)
    )


def _is_struck(event: TournamentEvent, player: int) -> bool:
    own = [each for each in event.pairings if each.has(player) and not each.is_bye]
    done = [each for each in own if (found := event.outcome(each)) is not None and found.how is How.PLAYED]
    return 2 * len(done) < len(own)
