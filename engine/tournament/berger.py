"""Round robins by Berger's tables, as FIDE publishes them (Handbook C.05, Annex 1)."""

from engine.tournament.tournament_values import NOBODY

Meeting = tuple[int, int]


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
