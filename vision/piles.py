"""Piles: how sure a checker is as a part of a row that begins at the edge."""

import math
from collections.abc import Sequence

from vision.odds import times

TOUCHING = 0.86
"""Two checkers side by side are a diameter apart; nearer than this share of it one of them must lie on another."""
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
LEAST = 1e-6
"""No score is taken to be nearer to 0 or 1 than this."""


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
