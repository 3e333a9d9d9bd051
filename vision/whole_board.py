"""The whole board weighed together: of either kind there are fifteen checkers at most, so that one too many is none."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray
from vision.observation import MOST, Chance, Site

FLOOR = 1e-6
"""The least probability that a content of a site keeps."""
LEAST = 1e-300
"""No sum is taken to be less than this."""
SPARE, SURELY = 3, 0.9
"""So many too many of a kind, as sure as this, may well be heaps that are counted wrong; of more, a share cannot be
there at all.
"""
SPAN = slice(MOST, 2 * MOST + 1)
"""Where a table lies among others that are empty, which go as far on all its sides as it could be moved."""
EACH = np.arange(MOST, 2 * MOST + 1)
"""Its rows and columns there."""

Counts = NDArray[np.int_]
"""How many checkers there may be, one of several ways each."""


def together(sites: Sequence[Site]) -> tuple[Site, ...]:
    """The sites as they are if no more than fifteen checkers of a kind stand on all of them.

    Exact, by dynamic programming over how many of either kind have been used up; as they are where there are not too
    many anyway. What is hidden may hold any number and says nothing. Where far too many are seen, what looks so may be
    print wherever it is seen, however surely: any site may be bare of that kind by the share that cannot be there.
    """
    told = [site for site in sites if site.chances]
    held = [_held(site) for site in told]
    usual = [sum(float(each[kind] @ each[2]) for each in held) for kind in (0, 1)]
    likeliest = [sum(int(each[kind][0]) for each in held) for kind in (0, 1)]
    if max(*usual, *likeliest) <= MOST:
        return tuple(sites)
    light, dark = (max(0.0, 1 - (MOST + SPARE) / max(_surely(held, kind), 1)) for kind in (0, 1))
    if light or dark:
        told = [_doubted(site, light, dark) for site in told]
        held = [_held(site) for site in told]
    room: FloatArray = np.ones((MOST + 1, MOST + 1))
    rooms = []
    for light_held, dark_held, p in reversed(held):
        rooms.append(_moved(room, light_held, dark_held))
        room = np.einsum("n,nij->ij", p, rooms[-1])
    used: FloatArray = np.zeros((MOST + 1, MOST + 1))
    used[0, 0] = 1.0
    weighed: dict[int, Site] = {}
    for site, (light_held, dark_held, p), left in zip(told, held, reversed(rooms), strict=True):
        chances = np.maximum(p * np.einsum("nij,ij->n", left, used), 0.0)
        if chances.sum() <= 0.0:
            return tuple(sites)
        weighed[site.index] = _with(site, np.maximum(chances / chances.sum(), FLOOR))
        used = np.einsum("n,nij->ij", p, _moved(used, -light_held, -dark_held))
        used /= max(float(used.sum()), LEAST)
    return tuple(weighed.get(site.index, site) for site in sites)


def _surely(held: Sequence[tuple[Counts, Counts, FloatArray]], kind: int) -> int:
    """How many checkers of a kind (0 light, 1 dark) stand on all sites, counting no more of each than is sure."""
    total = 0
    for each in held:
        counts = np.bincount(each[kind], each[2], MOST + 2)
        reached = np.cumsum(counts[::-1])[::-1] >= SURELY * counts.sum()
        total += int(np.flatnonzero(reached)[-1])
    return total


def _doubted(site: Site, light: float, dark: float) -> Site:
    """The site where checkers of a kind are none by a share (0-1) of the chances of any."""
    chances: dict[tuple[int, int], float] = {}
    for each in site.chances:
        lights = {each.light: 1.0} if not each.light else {each.light: 1 - light, 0: light}
        darks = {each.dark: 1.0} if not each.dark else {each.dark: 1 - dark, 0: dark}
        for here, p in lights.items():
            for there, q in darks.items():
                chances[here, there] = chances.get((here, there), 0.0) + each.p * p * q
    told = [Chance(here, there, p) for (here, there), p in chances.items() if p > 0]
    return Site(site.index, tuple(sorted(told, key=lambda chance: -chance.p)), site.hidden)


def _held(site: Site) -> tuple[Counts, Counts, FloatArray]:
    """How many light and dark checkers a site may hold, and the probability of each (N), likeliest first."""
    light, dark, p = zip(*((chance.light, chance.dark, chance.p) for chance in site.chances), strict=True)
    return np.array(light), np.array(dark), np.array(p)


def _with(site: Site, chances: FloatArray) -> Site:
    """The site with other probabilities of what it may hold."""
    told = [Chance(c.light, c.dark, p) for c, p in zip(site.chances, chances.tolist(), strict=True)]
    return Site(site.index, tuple(sorted(told, key=lambda chance: -chance.p)), site.hidden)


def _moved(room: FloatArray, light: Counts, dark: Counts) -> FloatArray:
    """What there is so many further on (Nx16x16) in a table by how many of either kind are used up (16x16)."""
    around = np.zeros((3 * MOST + 1, 3 * MOST + 1))
    around[SPAN, SPAN] = room
    return np.asarray(around[(light[:, None] + EACH)[:, :, None], (dark[:, None] + EACH)[:, None]])
