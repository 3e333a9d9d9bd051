"""Heaps: checkers that lie on each other on a point, and how many of them there must be for the upper ones to show so.

Every way in which people pile checkers up is weighed by how well the checkers that were found agree with it, for each
habit that the people at the table may have: what one point shows of that tells of all others.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray
from vision.laying import HABITS, MOST, STRETCHES, USUAL, Habit, Ways, all_ways, flat

JUMBLE = 0.05
"""The share of piles that are in no order."""
JUMBLED = 0.35
"""How likely (density per diameter) a checker of such a pile lies at any place."""
DEEPER = 0.25
"""How fast the counts of such a pile get rarer beyond what is seen (natural logarithm per checker)."""
CLEAR = 0.4
"""The log-odds, tempered, that a checker lies on others, at which a row is looked at as a heap."""
TOUCHING = 0.86
"""Two checkers side by side are a diameter apart; nearer than this share of it one of them must lie on another."""
ROW = 5
"""So many checkers are often laid on by others."""
TRUST, FARTHEST = 0.7, 3.0
"""How much the height of the map of upper checkers is to be believed, and the most it can tell."""
EVEN_HEIGHT, EVEN_LAST = 0.35, 0.2
"""The height of that map that tells nothing, and the height that tells nothing of the outermost checker."""
LEAST = 0.02
"""No height of that map is taken to be nearer to 0 or 1 than this."""
BEFORE = 3.0
"""How much less likely (natural logarithm) rows begin before where the edge is taken to be."""
BELIEF = 0.7
"""How much what is seen of a heap is to be believed: its checkers share their light, and hands their habits."""
ANYTHING = 0.015
"""The share of all piles whose counts nothing that is seen can tell."""
SURELY = 0.97
"""A checker that is surer than this is there."""
SPARE = 1
"""How many more or fewer than were found may show, for a way to be weighed at all."""
FAINTEST = 0.002
"""No checker is taken to be surer there, or surer not, than this."""
BELOW_PLAIN, BELOW_FULL, BELOW_STRAIGHT = (0.0, 0.001, 0.003), 0.02, 0.3
"""How often rows that look like no heap hide others straight below them: of 0 checkers, 1, and more; those that are as
long as rows are laid at the table; and these where rows are mostly laid straight on each other.
"""
BELOW_ON_BAR = (0.0, 0.02, 0.05, 0.05, 0.05)
"""The same of checkers on the bar, which are heaped up rather than laid in rows."""
BELOW_MORE = 0.5
"""What becomes of that for each checker more that is hidden."""
FAINTEST_HABIT, HABITS_FADE = 1e-3, 0.1
"""How little a point may at least speak for one habit beside another, and the share by which a table is taken to be as
any other again, whatever was known of it.
"""
LEAST_SHOWN = 1e-9
"""No sum is taken to be less than this."""
KEPT = 1e-3
"""The share of what was told before of a site that is kept, whatever heaps say of its count."""


KnownPoint = tuple[FloatArray, int]
"""What a point shows, as `count_chances` tells it, and how many checkers are known to stand there."""


@dataclass(frozen=True, slots=True)
class Rise:
    """How higher checkers appear moved: by `k` of their distance from `below`, the place below the camera, per layer.

    In diameters from the edge; `k` as in `Lift`.
    """

    k: float = 0.0
    below: float = 0.0


def is_plain(places: Sequence[float], scores: Sequence[float], uppers: Sequence[float]) -> bool:
    """Whether checkers found on a point are a short row, no more: nothing says that any lies on another."""
    sure = sorted(place for place, score in zip(places, scores, strict=True) if score > 0.5)
    if len(sure) >= ROW or any(b - a < TOUCHING for a, b in pairwise(sure)):
        return False
    return all(upper_odds(upper) < CLEAR for upper, score in zip(uppers, scores, strict=True) if score > 0.5)


def upper_odds(height: float, even: float | None = None) -> float:
    """The log-odds that a checker lies on others, by how high (0-1) the map of such checkers is there."""
    even = EVEN_HEIGHT if even is None else even
    height = min(max(height, LEAST), 1 - LEAST)
    told = math.log(height / (1 - height)) - math.log(even / (1 - even))
    return min(max(TRUST * told, -FARTHEST), FARTHEST)


def count_chances(
    places: Sequence[float], scores: Sequence[float], uppers: Sequence[float], rise: Rise
) -> FloatArray:
    """How likely 0 to 15 checkers on a point (columns) would be and look as they do, where the table has each of the
    habits (rows), to a common scale.

    `places`: how far the middle of each checker found there lies from the edge, in diameters, in any order; `scores`:
    the probability (0-1) that it is one; `uppers`: how high (0-1) the map of upper checkers is there.
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    where = np.array([places[i] for i in order], np.float32)
    there = np.clip([scores[i] for i in order], FAINTEST, 1 - FAINTEST)
    found = np.log(there / (1 - there)).astype(np.float32)
    sure = where[there > 0.5]
    last = [EVEN_LAST if places[i] >= sure.max() else EVEN_HEIGHT for i in order]
    above = np.array([upper_odds(uppers[i], even) for i, even in zip(order, last, strict=True)], np.float32)
    ways = all_ways()
    outermost = max(where[there > SURELY], default=sure.max())
    fit = (ways.ends > outermost - 0.8) & (ways.ends < where.max() + 0.5)
    # those that show far fewer or far more than were found need not be weighed
    fit &= ways.may >= (there > 0.9).sum() - SPARE
    fit &= ways.sure <= len(where) + SPARE
    near, scored = np.flatnonzero(fit), np.array([])
    if len(near):
        scored = BELIEF * _agreeing(ways, near, where, found, above, rise)
    jumble = math.log(JUMBLE) + BELIEF * float(np.logaddexp(0.0, found + math.log(JUMBLED)).sum())
    top = max(scored.max(initial=jumble), jumble)
    weighed = ways.prior[:, near] * np.exp(scored - top)
    # where no way is weighed, the sums would be whole numbers
    table = np.stack([np.bincount(ways.totals[near], each, MOST + 1) for each in weighed]).astype(np.float64)
    seen = min(len(sure), MOST)
    counts = np.arange(seen, MOST + 1)
    tail = np.exp(-DEEPER * (counts - seen))
    tail /= tail.sum()
    table[:, counts] += math.exp(jumble - top) * tail
    table[:, counts] += ANYTHING / (1 - ANYTHING) * table.sum(axis=1, keepdims=True) * tail
    return np.asarray(table / table.max(), dtype=np.float64)


def row_chances(table: FloatArray) -> FloatArray:
    """The same of a point where nothing says that any lies on another, by its 16x16 table (light, dark)."""
    return np.asarray(_seen(table) @ _rows_below(), dtype=np.float64)


def bar_chances(table: FloatArray) -> FloatArray:
    """The probabilities of 0 to 15 checkers on the bar, by its 16x16 table (light, dark)."""
    told = _seen(table) @ _on_bar()
    return np.asarray(told / told.sum(), dtype=np.float64)


def habits_seen(known: Sequence[float], points: Iterable[FloatArray]) -> FloatArray:
    """How likely (0-1) the people at a table have each of the habits: as was known before, and by what points show of
    it, each as `count_chances` tells it.
    """
    told = np.log(np.array(known))
    for each in points:
        shown = each.sum(axis=1)
        told += np.log(np.maximum(shown / max(shown.max(), LEAST_SHOWN), FAINTEST_HABIT))
    likely = np.exp(told - told.max())
    return np.asarray(likely / likely.sum(), dtype=np.float64)


def habits_taught(known: Sequence[float], points: Sequence[KnownPoint]) -> tuple[float, ...]:
    """The same by points of which it is known how many checkers stand there; no habit is ever ruled out."""
    if not points:
        return tuple(known)
    told = habits_seen(known, (each[:, count : count + 1] for each, count in points))
    return tuple(((1 - HABITS_FADE) * told + HABITS_FADE * np.array(USUAL)).tolist())


def _seen(table: FloatArray) -> FloatArray:
    """How likely 0 to 15 checkers are seen on a site, by its 16x16 table (light, dark)."""
    counts = np.add.outer(np.arange(MOST + 1), np.arange(MOST + 1))
    return np.asarray(np.bincount(counts.ravel(), table.ravel())[: MOST + 1], dtype=np.float64)


@lru_cache(maxsize=1)
def _on_bar() -> FloatArray:
    return _with_hidden([BELOW_ON_BAR[min(n, len(BELOW_ON_BAR) - 1)] for n in range(MOST)])


@lru_cache(maxsize=1)
def _rows_below() -> FloatArray:
    """How likely so many are seen, and so many are there (rows, columns), for each of the habits."""
    return np.stack(
        [
            one_row[:, None] * _with_hidden([_below(n, habit) for n in range(MOST)])
            for habit, one_row in zip(HABITS, flat(), strict=True)
        ]
    )


def _below(seen: int, habit: Habit) -> float:
    """How often a row of so many that looks like no heap hides others straight below it."""
    if seen == habit.row:
        return BELOW_STRAIGHT if habit.is_straight else BELOW_FULL
    return BELOW_PLAIN[min(seen, len(BELOW_PLAIN) - 1)]


def _with_hidden(below: Sequence[float]) -> FloatArray:
    """The probabilities of 0 to 15 checkers (columns) where so many are seen (rows); `below`: how often 0, 1 ... 14 of
    them hide others.
    """
    chances = np.eye(MOST + 1)
    for n, share in enumerate(below):
        tail = BELOW_MORE ** np.arange(1, MOST + 1 - n)
        chances[n, n], chances[n, n + 1 :] = 1 - share, share * tail / tail.sum()
    return chances


def recounted(table: FloatArray, chances: FloatArray) -> FloatArray:
    """A site's 16x16 table (light, dark) with other probabilities of how many checkers it holds altogether (0-15).

    Of which kind they are, and whether of both, is told as before; those that do not show are of the more frequent one.
    """
    lights, darks = float(table[1:, 0].sum()), float(table[0, 1:].sum())
    mixed = [(int(a), int(b)) for a, b in np.argwhere(table > 1e-6) if a and b]
    weight = sum(float(table[pair]) for pair in mixed)
    whole = max(lights + darks + weight, 1e-12)
    told = np.zeros_like(table)
    told[0, 0] = chances[0]
    told[1:, 0] = chances[1:] * lights / whole
    told[0, 1:] = chances[1:] * darks / whole
    for light, dark in mixed:
        share = float(table[light, dark]) / whole
        if light >= dark:
            told[1 : MOST + 1 - dark, dark] += chances[dark + 1 :] * share
        else:
            told[light, 1 : MOST + 1 - light] += chances[light + 1 :] * share
    return np.asarray((1 - KEPT) * told / told.sum() + KEPT * table / table.sum(), dtype=np.float64)


def _agreeing(
    ways: Ways, near: NDArray[np.intp], where: FloatArray, found: FloatArray, above: FloatArray, rise: Rise
) -> FloatArray:
    """How well (log-likelihood) each of some ways agrees with the checkers found, in order from the edge.

    `near`: which ways, those with most faces first. Each checker found is one of the faces that can show, or none; as
    both lie in order, they are matched in order, face by face in those ways that have so many.
    """
    faces = ways.faces[near]
    many = np.searchsorted(-faces, -np.arange(1, int(faces[0]) + 1), side="right")
    there, raised, there_at = (each[:, None, None] for each in (found, above, where))
    # none, one, two ... of those found x starts and stretches x ways: the best so far with just these
    best = np.zeros((len(where) + 1, ways.places.shape[1], len(near)), np.float32)
    for face, count in enumerate(many.tolist()):
        each = near[:count]
        layer = ways.layers[face].take(each)
        at = ways.places[face].take(each, axis=1)
        at += layer * np.float32(rise.k) * (at - np.float32(rise.below))
        match = there_at - at
        match *= ways.sharpness[face].take(each)
        np.abs(match, out=match)
        # a little likelier far off than the bell has it, as hands are not exact
        bell = match * match
        bell *= -0.5
        np.subtract(-2.0, match, out=match)
        np.maximum(match, bell, out=match)
        match += ways.seen[face].take(each) + there + (layer > 0) * raised
        after = best[:, :, :count]
        match += after[:-1]
        after += ways.missed[face].take(each)
        for one, other, matched in zip(after[1:], after, match, strict=False):
            np.maximum(one, matched, out=one)
            np.maximum(one, other, out=one)
    best[-1, : len(STRETCHES)] -= BEFORE  # the first start's
    return np.asarray(best[-1].max(axis=0), dtype=np.float64)
