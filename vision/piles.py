"""Piles: checkers on a point that lie on others, and those that these hide."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from vision.odds import times

TOUCHING = 0.86
"""Two checkers side by side are a diameter apart; nearer than this share of it one of them must lie on another."""
EVEN = 0.065
"""How exactly checkers stand a diameter apart in a row, in diameters."""
UNSEEN = -4.0
"""Logarithm of the odds that a checker that lies on others is not found."""
ROW = 5
"""How many checkers are set in a row before others are laid on them."""
FILLING = 10.0
"""How much likelier a checker is where one is wanting in a row."""
EDGE = 0.25
"""Nearer to the edge than this, in diameters, no checker can have its middle."""
BEYOND = 0.1
"""How much less likely what seems to be one there is."""
SLOPPY = 0.9
"""How far from its neighbour or from the edge a checker may stand without being suspect, in diameters."""
FLOATING = 3.0
"""How fast the odds fall (natural logarithm) per diameter beyond it."""
LAID = -2.4
"""Logarithm of the odds that a checker lies on others where the row below is full."""
EARLY = math.log(0.02)
"""What is added to it where the row is not full."""
MOST = 11
"""More checkers than these on one point are not sorted into layers."""
LONG = 9
"""More checkers than these cannot stand in one row."""
LEAST = 1e-6
"""No score is taken to be nearer to 0 or 1 than this."""


@dataclass(frozen=True, slots=True)
class Pile:
    """How many checkers a pile must have beyond those that were found, and with what probability (0-1)."""

    missing: int
    p: float


def settled(places: Sequence[float], scores: Sequence[float]) -> list[float]:
    """The scores (0-1) of checkers found on one point, knowing that a row begins at the edge and has no gaps.

    `places`: how far each checker's middle lies from the edge, in diameters. Faint ones that fill a gap in the row
    gain, and those before which checkers are wanting lose.
    """
    after = list(scores)
    for i, place in enumerate(places):
        outer = [q for q, score in zip(places, scores, strict=True) if score > 0.5 and q > place + 0.5]
        others = [
            q for j, (q, score) in enumerate(zip(places, scores, strict=True)) if j != i and score > 0.5
        ]
        if (
            outer
            and place > EDGE
            and scores[i] < 0.9
            and all(abs(q - place) > TOUCHING - 0.1 for q in others)
        ):
            after[i] = times(scores[i], FILLING, LEAST)
        inner = max((q for q in others if q < place - 0.3), default=-0.5)
        if place < EDGE:
            after[i] = times(after[i], BEYOND, LEAST)
        wanting = place - inner - 1.0 - SLOPPY
        if wanting > 0:
            after[i] = times(after[i], math.exp(-FLOATING * wanting), LEAST)
    return after


def hidden_below(places: Sequence[float], uppers: Sequence[float]) -> Pile:
    """What the checkers found on one point hide.

    `places`: how far each checker's middle lies from the edge, in diameters, in any order; `uppers`: log-odds that it
    lies on others by its looks alone. Checkers of one row stand a diameter apart, so where two are nearer to each
    other, one lies on a second layer. Second layers are begun at the edge: the row below is filled, seen or not.
    """
    order = sorted(range(len(places)), key=places.__getitem__, reverse=True)
    if len(order) < 2 or len(order) > MOST:
        return Pile(0, 0.0)
    far = places[order[0]]
    row = min(max(round(far + 0.5), 1), LONG)
    usual = LAID if row >= ROW else LAID + EARLY
    chances: dict[int, float] = {}
    apart = _Gaps()
    for labels in product((False, True), repeat=len(order) - 1):
        layers: tuple[list[float], list[float]] = ([far], [])
        score = 0.0
        for upper, i in zip(labels, order[1:], strict=True):
            if not upper:
                score += apart[layers[False][-1] - places[i], any(labels)]
            else:
                score += usual + uppers[i]
                score += apart[layers[True][-1] - places[i], False] if layers[True] else 0.0
            layers[upper].append(places[i])
        missing = 0
        if layers[True]:
            laid = max(0, min(math.floor(layers[True][0] - (far - (row - 1)) + 0.08), row - 1)) + 1
            missing = max(0, row + laid - len(places))
            score += UNSEEN * max(0, laid - len(layers[True]))
        chances[missing] = chances.get(missing, 0.0) + math.exp(score)
    total = sum(chances.values())
    likeliest = max(chances, key=lambda n: (chances[n], n))
    if likeliest == 0:
        second = chances.get(1, 0.0) / total
        return Pile(1, second) if second > 0.01 else Pile(0, 0.0)
    return Pile(likeliest, sum(p for n, p in chances.items() if n >= likeliest) / total)


class _Gaps(dict[tuple[float, bool], float]):
    """How likely gaps are, each worked out once: the same few come again and again as layers are tried."""

    def __missing__(self, key: tuple[float, bool]) -> float:
        self[key] = found = _apart(*key)
        return found


def _apart(gap: float, bearing: bool) -> float:
    """How likely (log-density) neighbours found in one layer are so many diameters apart.

    In a row that bears others (`bearing`) some may be hidden, but there are no gaps.
    """
    steps = max(round(gap), 1)
    exact = math.exp(-0.5 * ((gap - steps) / EVEN) ** 2) / (EVEN * math.sqrt(2 * math.pi))
    if bearing:
        return math.log(0.9 * exact * (1.0 if steps == 1 else 0.5) + 1e-4)
    return math.log(0.8 * (exact if steps == 1 else 0.0) + (0.15 if gap > 0.97 else 0.0) + 1e-4)
