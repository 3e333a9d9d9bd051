"""What is printed on points and taken for checkers: it is alike on many points of one colour, and on no other.

Points of one colour are every other one, so that checkers of a kind come to stand on both colours; and of a kind there
are fifteen. Points that look as if they held the same, all of one colour, and nothing of the sort anywhere else, are
bare: what is seen there is their own base, ring or tip.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.board import BAR, POINTS
from vision.checkers import SURE, Top
from vision.colour_model import HUE, LIGHTNESS
from vision.frame import FloatArray

ALIKE = 20.0
"""Nearer to each other than this (lightness and hue weighed as where kinds are sorted) checkers are of one look."""
MANY = 4
"""On so many points of one colour at least is seen what is printed on all of them."""
FEW_MEN = 9
"""A side on points of one colour alone has more checkers than so many there, and not as many on each point."""
MOST_POINTS, MOST_MEN = 5, 20
"""No side stands on more points than so many, all of one colour, with more checkers than it can have."""


def printed_points(tops: Sequence[Top]) -> list[int]:
    """The points (1-24) on which nothing stands but what is printed there, of all on which checkers seem to be."""
    sure = [top for top in tops if top.score > SURE and top.site]
    rows = Counter(top.site for top in sure)
    firsts: dict[int, Top] = {}
    for top in sure:
        if top.site != BAR and (top.site not in firsts or _edge(top) < _edge(firsts[top.site])):
            firsts[top.site] = top
    found: list[int] = []
    for colour in (0, 1):
        mine = [site for site in POINTS if site % 2 == colour and site in firsts]
        if len(mine) < MANY:
            continue
        looks = _weighed([firsts[site] for site in mine])
        away = np.linalg.norm(looks[:, None] - looks[None], axis=2)
        middle = int(np.argmax((away < ALIKE).sum(axis=1)))
        group = [site for site, far in zip(mine, away[middle], strict=True) if far < ALIKE]
        if len(group) >= MANY and _is_print(group, looks[middle], sure, rows):
            found += group
    return found


def _is_print(group: Sequence[int], look: FloatArray, sure: Sequence[Top], rows: Mapping[int, int]) -> bool:
    colour = group[0] % 2
    elsewhere = [top for top in sure if top.site == BAR or top.site % 2 != colour]
    if elsewhere and (np.linalg.norm(_weighed(elsewhere) - look, axis=1) < ALIKE).any():
        return False
    men = [rows[site] for site in group]
    few_alike = sum(men) <= FEW_MEN and max(men) == min(men)
    return few_alike or (len(group) > MOST_POINTS and sum(men) > MOST_MEN)


def _edge(top: Top) -> float:
    """How far a checker lies from its edge of the board."""
    return top.v if top.site > 12 else 1 - top.v


def _weighed(tops: Sequence[Top]) -> FloatArray:
    return np.asarray(np.array([top.looks for top in tops]) * np.array([LIGHTNESS, HUE, HUE] * 2))
