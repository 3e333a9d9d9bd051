"""Seeding: in which order players go into the first round, and where a bracket places them."""

from collections.abc import Iterable
from hashlib import sha256

from engine.tournament.tournament_values import Entrant, EventPlan, Seeding


def seeded(plan: EventPlan, players: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Players in the order of their seeds, the first one first.

    A lot is reckoned from the number drawn for the event and the player's own, so that who comes late moves nobody.
    """
    match plan.seeding:
        case Seeding.LOT:
            return tuple(sorted(players, key=lambda each: _lot(plan.lot, each.number)))
        case Seeding.RATING:
            return tuple(sorted(players, key=lambda each: (-(each.rating or -1), each.number)))
        case Seeding.ORDER:
            return tuple(sorted(players, key=lambda each: each.number))


def bracket_order(size: int) -> tuple[int, ...]:
    """The seeds from 1 in the order in which they stand in a bracket; `size` is a power of 2.

    The first two can meet in the final only, the first four in the half-finals only, and so on.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, whole - each)]
    return tuple(order)


def _lot(lot: int, number: int) -> bytes:
    return sha256(f"{lot}:{number}".encode()).digest()
