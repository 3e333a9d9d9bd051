"""The whole board weighed together: of either kind there are fifteen checkers at most, and mostly just as many."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
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
SETTLED = 0.9995
"""Where every site is as sure as this, there is nothing to weigh."""
ALL_THERE, ALL_HOME = 45.0, 3.0
"""How much likelier all fifteen of a kind are on the board than any smaller number of them: usually, since three boards
of four that are seen are in games in which nobody has borne off; and where all that is seen of it is in one quarter, as
when it is borne off.
"""
EMPTY = 0.15
"""How much likelier a board is empty than that both kinds are all there."""
SPAN = slice(MOST, 2 * MOST + 1)
"""Where a table lies among others that are empty, which go as far on all its sides as it could be moved."""

Counts = NDArray[np.int_]
"""How many checkers there may be, one of several ways each."""


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """What a site may hold: how many checkers of either kind, and the probability of each way (N), likeliest first."""

    light: Counts
    dark: Counts
    p: FloatArray


def together(sites: Sequence[Site], alone: bool = False) -> tuple[Site, ...]:
    """The sites as they are if no more than fifteen checkers of a kind stand on all of them.

    `alone`: nothing but this picture tells how many there are, so that it is most likely all fifteen, or none at all.

    Exact, by dynamic programming over how many of either kind have been used up; as they are where that tells nothing.
    What is hidden may hold any number, and where anything is, there may be any number of those that are seen. Where far
    too many are seen, what looks so may be print wherever it is seen, however surely: any site may be bare of that kind
    by the share that cannot be there.
    """
    told = [site for site in sites if site.chances]
    alone = alone and len(told) == len(sites)
    # most sites are bare, and have the very same chances
    each = {id(site.chances): _held(site.chances) for site in told}
    held = [each[id(site.chances)] for site in told]
    usual = [sum(float(getattr(one, kind) @ one.p) for one in held) for kind in ("light", "dark")]
    likeliest = [sum(int(getattr(one, kind)[0]) for one in held) for kind in ("light", "dark")]
    in_doubt = alone and min(one.p[0] for one in held) < SETTLED
    if max(*usual, *likeliest) <= MOST and not in_doubt:
        return tuple(sites)
    light, dark = (
        # what is sure is at most so many times what is usual, by Markov's inequality
        max(0.0, 1 - (MOST + SPARE) / max(_surely(held, kind), 1)) if count > SURELY * (MOST + SPARE) else 0.0
        for kind, count in zip(("light", "dark"), usual, strict=True)
    )
    if light or dark:
        told = [_doubted(site, light, dark) for site in told]
        held = [_held(site.chances) for site in told]
    tables = _Tables()
    room = _usual_totals(told) if alone else np.ones((MOST + 1, MOST + 1))
    rooms = []
    for one in reversed(held):
        rooms.append(tables.moved(room, one.light, one.dark))
        room = (one.p @ rooms[-1]).reshape(room.shape)
    used: FloatArray = np.zeros((MOST + 1, MOST + 1))
    used[0, 0] = 1.0
    weighed: dict[int, tuple[Chance, ...]] = {}
    for site, one, left in zip(told, held, reversed(rooms), strict=True):
        if id(site.chances) not in weighed:
            chances = np.maximum(one.p * (left @ used.ravel()), 0.0)
            if chances.sum() <= 0.0:
                return tuple(sites)
            weighed[id(site.chances)] = _told(site.chances, np.maximum(chances / chances.sum(), FLOOR))
        used = (one.p @ tables.moved(used, -one.light, -one.dark)).reshape(used.shape)
        used /= max(float(used.sum()), LEAST)
    after = {site.index: Site(site.index, weighed[id(site.chances)], site.hidden) for site in told}
    return tuple(after.get(site.index, site) for site in sites)


def _usual_totals(sites: Sequence[Site]) -> FloatArray:
    """How usual it is that so many of either kind are on a board (16x16), as far as the likeliest of its sites tell."""
    usual = np.ones((2, MOST + 1))
    for kind, name in enumerate(("light", "dark")):
        quarters = {(site.index - 1) // 6 for site in sites if getattr(site.likeliest, name)}
        usual[kind, MOST] = ALL_HOME if len(quarters) == 1 else ALL_THERE
    both = np.outer(*usual)
    both[0, 0] = EMPTY * both[MOST, MOST]
    return np.asarray(both, np.float64)


def _surely(held: Sequence[_Held], kind: str) -> int:
    """How many checkers of a kind stand on all sites, counting no more of each than is sure."""
    total = 0
    for each in held:
        counts = np.bincount(getattr(each, kind), each.p, MOST + 2)
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


def _held(chances: Sequence[Chance]) -> _Held:
    light, dark, p = zip(*((chance.light, chance.dark, chance.p) for chance in chances), strict=True)
    return _Held(np.array(light), np.array(dark), np.array(p))


def _told(chances: Sequence[Chance], p: FloatArray) -> tuple[Chance, ...]:
    """What a site may hold with other probabilities, likeliest first."""
    told = [Chance(c.light, c.dark, each) for c, each in zip(chances, p.tolist(), strict=True)]
    return tuple(sorted(told, key=lambda chance: -chance.p))


class _Tables:
    """Moves tables by how many of either kind are used up (16x16), each in the same place among empty ones."""

    def __init__(self) -> None:
        self._around = np.zeros((3 * MOST + 1, 3 * MOST + 1))
        shape = (2 * MOST + 1,) * 2 + (MOST + 1,) * 2
        self._windows = as_strided(self._around, shape, self._around.strides * 2, writeable=False)

    def moved(self, table: FloatArray, light: Counts, dark: Counts) -> FloatArray:
        """What there is so many further on, N tables row by row (Nx256)."""
        self._around[SPAN, SPAN] = table
        return self._windows[light + MOST, dark + MOST].reshape(len(light), -1)
