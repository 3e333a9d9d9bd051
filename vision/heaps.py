"""Heaps: checkers that lie on each other on a point, and how many of them there must be for the upper ones to show so.

All ways in which people pile checkers up are laid out beforehand; each says where the upper faces are that can be seen,
and is weighed by how well the checkers that were found agree with it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.frame import FloatArray

MOST = 15
"""The most checkers on a point."""
LONGEST = 9
"""More checkers than these cannot stand in one row."""
COUNTS = (0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.4, 0.32, 0.27, 0.25, 0.22, 0.2, 0.2, 0.2, 0.2)
"""How often 0 to 15 checkers stand on a point that is not empty, over all games, to a common scale."""
ROWS = {3: 0.04, 4: 0.14, 5: 0.62, 6: 0.12, 7: 0.05, 8: 0.02, 9: 0.01}
"""How long a row people lay before they begin another on top of it: each length with its share."""
STRAIGHT, ASTRIDE = 0.25, 0.45
"""The shares of second rows that lie straight on the first, and half-way between its
checkers, outward from the edge.
"""
OFFSETS = (0.125, 0.25, 0.375, 0.625, 0.75)
"""Other places, in diameters from the row's first checker, where second rows begin; all alike."""
FROM_THE_END = 0.05
"""The share of second rows that are laid on the end of the first."""
PYRAMID = 0.03
"""The share of heaps that go on in that way, each row astride on the one below, to a fourth and a fifth."""
STARTS, STRETCHES = (-0.1, 0.0, 0.1), (0.96, 1.0, 1.04)
"""How far from the edge rows begin, before it where corners are a little off, and how far apart their checkers lie, in
diameters.
"""
BEFORE = 3.0
"""How much less likely (natural logarithm) rows begin before where the edge is taken to be."""
PLACE, RISING = 0.07, 0.02
"""How exactly checkers are found where a way of piling has them, in diameters, and what every layer adds to that."""
SHOWING, SHARPNESS = 0.48, 0.06
"""The share of its upper face by which a checker is found as often as not, and how fast that changes with the share."""
SURE = 0.985
"""How often a checker is found that shows altogether."""
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
EVEN_HEIGHT, EVEN_LAST = 0.3, 0.2
"""The height of that map that tells nothing, and the height that tells nothing of the outermost checker."""
LEAST = 0.02
"""No height of that map is taken to be nearer to 0 or 1 than this."""
BELIEF = 0.6
"""How much what is seen of a heap is to be believed: its checkers share their light, and hands their habits."""
ANYTHING = 0.015
"""The share of all piles whose counts nothing that is seen can tell."""
SURELY = 0.97
"""A checker that is surer than this is there."""
SPARE = 1
"""How many more or fewer than were found may show, for a way to be weighed at all."""
FAINTEST = 0.002
"""No checker is taken to be surer there, or surer not, than this."""
LEAST_SEEN = 1e-4
"""How often at least a checker is found, however little it shows."""
BELOW_PLAIN = (0.0, 0.001, 0.003, 0.01, 0.02)
"""How often short rows, of 0 to 4 checkers, that look like no heap hide others straight below them."""
BELOW_ON_BAR = (0.0, 0.02, 0.05, 0.05, 0.05)
"""The same of checkers on the bar, which are heaped up rather than laid in rows."""
BELOW_MORE = 0.5
"""What becomes of that for each checker more that is hidden."""
KEPT = 1e-3
"""The share of what was told before of a site that is kept, whatever heaps say of its count."""


@dataclass(frozen=True, slots=True)
class Rise:
    """How higher checkers appear moved: by `k` of their distance from `below`, the place below the camera, per layer.

    In diameters from the edge; `k` as in `Lift`.
    """

    k: float = 0.0
    below: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Ways to pile checkers up: how many checkers, how likely before anything is seen (logarithm), how many of their
    upper faces can show, how many show for sure, how many may show, how far from the edge in diameters the last one is.

    And the faces that can show, a column a way, from the edge outward: places in diameters for every start and stretch
    (faces x 9 x ways), the reciprocal of their spread, layer from 0, and the logarithms of how likely it is found (a
    density at its place) and missed. Ways with most faces come first.
    """

    totals: NDArray[np.int_]
    prior: FloatArray
    faces: NDArray[np.int_]
    sure: NDArray[np.int_]
    may: NDArray[np.int_]
    ends: FloatArray
    places: FloatArray
    sharpness: FloatArray
    layers: FloatArray
    seen: FloatArray
    missed: FloatArray


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
    """The probabilities of 0 to 15 checkers on a point.

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
    ways = _all_ways()
    outermost = max(where[there > SURELY], default=sure.max())
    fit = (ways.ends > outermost - 0.8) & (ways.ends < where.max() + 0.5)
    # those that show far fewer or far more than were found need not be weighed
    fit &= ways.may >= (there > 0.9).sum() - SPARE
    fit &= ways.sure <= len(where) + SPARE
    near, scored = np.flatnonzero(fit), np.array([])
    if len(near):
        scored = ways.prior[near] + BELIEF * _agreeing(ways, near, where, found, above, rise)
    jumble = math.log(JUMBLE) + BELIEF * float(np.logaddexp(0.0, found + math.log(JUMBLED)).sum())
    top = max(scored.max(initial=jumble), jumble)
    table = np.bincount(ways.totals[near], np.exp(scored - top), MOST + 1).astype(np.float64)
    seen = min(len(sure), MOST)
    counts = np.arange(seen, MOST + 1)
    tail = np.exp(-DEEPER * (counts - seen))
    tail /= tail.sum()
    table[counts] += math.exp(jumble - top) * tail
    table *= (1 - ANYTHING) / table.sum()
    table[counts] += ANYTHING * tail
    return np.asarray(table, dtype=np.float64)


def plain_chances(table: FloatArray, below: tuple[float, ...] = BELOW_PLAIN) -> FloatArray:
    """The probabilities of 0 to 15 checkers on a site where nothing says that any lies on another, by its 16x16 table
    (light, dark); `below`: how often so many that are seen, the last for more, hide others straight below them.
    """
    counts = np.add.outer(np.arange(MOST + 1), np.arange(MOST + 1))
    seen = np.bincount(counts.ravel(), table.ravel())[: MOST + 1]
    told = seen @ _with_hidden(below)
    return np.asarray(told / told.sum(), dtype=np.float64)


@lru_cache(maxsize=2)
def _with_hidden(below: tuple[float, ...]) -> FloatArray:
    """The probabilities of 0 to 15 checkers (columns) where so many are seen (rows); `below` as in `plain_chances`."""
    chances = np.eye(MOST + 1)
    for n in range(MOST):
        share = below[min(n, len(below) - 1)]
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


@lru_cache(maxsize=1)
def _all_ways() -> Ways:
    """Every way of piling up to 15 checkers that is tried."""
    rows = sorted(_ways(), key=lambda row: -len(row[2]))
    width = len(rows[0][2])
    places = np.zeros((width, len(rows)), np.float32)
    layers, shares = np.zeros_like(places), np.zeros_like(places)
    for row, (_, _, tops) in enumerate(rows):
        for column, (place, layer, share) in enumerate(tops):
            places[column, row], layers[column, row], shares[column, row] = place, layer, share
    spreads = PLACE + RISING * layers
    sees = SURE / (1 + np.exp((SHOWING - shares) / SHARPNESS))
    seen = np.log(np.maximum(sees, LEAST_SEEN) / (spreads * math.sqrt(2 * math.pi)))
    totals = np.array([total for total, _, _ in rows])
    prior = np.array([prior for _, prior, _ in rows])
    # what each count has altogether is what its rarity says
    for total in range(1, MOST + 1):
        here = totals == total
        prior[here] += math.log(COUNTS[total]) - np.logaddexp.reduce(prior[here])
    sure, may = ((shares > share).sum(axis=0) for share in (0.75, 0.35))
    tries = np.array([(start, stretch) for start in STARTS for stretch in STRETCHES], np.float32)
    starts, stretches = tries.T[:, :, None]
    laid = 0.5 + starts + stretches * (places[:, None] - 0.5)
    faces = np.array([len(tops) for _, _, tops in rows])
    return Ways(
        totals, prior, faces, sure, may, places.max(axis=0), laid, 1 / spreads, layers, seen, np.log1p(-sees)
    )


def _ways() -> Iterator[tuple[int, float, list[tuple[float, int, float]]]]:
    """Ways to lay rows on each other, up to three or more in a pyramid: how many checkers, the
    logarithm of their share, what shows.
    """
    for first in range(1, LONGEST + 1):
        for second in range(min(first, MOST - first) + 1):
            for third in range(min(second, MOST - first - second) + 1):
                chance = _lengths(first, second, third)
                for share, begins in _offsets(first, second, third):
                    tops = _showing((first, second, third), begins)
                    yield first + second + third, math.log(chance * share), tops
    for rows in _pyramids():
        astride = [0.5 * layer for layer in range(len(rows))]
        yield sum(rows), math.log(ROWS[rows[0]] * PYRAMID), _showing(rows, astride)


def _pyramids() -> Iterator[tuple[int, ...]]:
    """The lengths of four or five rows, each but the last a checker shorter than the one below it, and all astride."""
    for first in ROWS:
        for height in (4, 5):
            below = tuple(range(first, first - height + 1, -1))
            for last in range(1, below[-1]):
                if sum(below) + last <= MOST:
                    yield *below, last


def _lengths(first: int, second: int, third: int) -> float:
    """How likely checkers, as many as these are together, are laid in rows of these lengths."""
    if not second:
        return sum(share for length, share in ROWS.items() if length >= first) + 0.01
    full = ROWS.get(first, 0.01)
    if not third:
        return full
    return full * (1.0 if second >= first - 1 else 0.15)


def _offsets(first: int, second: int, third: int) -> list[tuple[float, tuple[float, float, float]]]:
    """Where the rows begin, in diameters from the first one's first checker, each with its share."""
    if not second:
        return [(1.0, (0.0, 0.0, 0.0))]
    rest = 1 - STRAIGHT - ASTRIDE - FROM_THE_END
    begins = [(STRAIGHT, 0.0), (ASTRIDE, 0.5), *((rest / len(OFFSETS), each) for each in OFFSETS)]
    if first - second > 1:
        begins += [(FROM_THE_END / 2, float(first - second)), (FROM_THE_END / 2, first - second - 0.5)]
    if not third:
        return [(share, (0.0, at, 0.0)) for share, at in begins]
    told = []
    for share, at in begins:
        thirds = {at: 0.35, 0.0: 0.35, 2 * at: 0.2, at + 0.5: 0.1} if at else {0.0: 0.7, 0.5: 0.3}
        told += [(share * part, (0.0, at, on)) for on, part in thirds.items()]
    return told


def _showing(counts: Sequence[int], begins: Sequence[float]) -> list[tuple[float, int, float]]:
    """The upper faces that can show, in order: place, layer, and the share of each that is not covered."""
    laid = [
        (0.5 + begin + k, layer)
        for layer, (n, begin) in enumerate(zip(counts, begins, strict=True))
        for k in range(n)
    ]
    tops = []
    for place, layer in laid:
        share = 1.0
        for other in range(layer + 1, len(counts)):
            covered = sum(_overlap(abs(place - at)) for at, on in laid if on == other)
            share = min(share, 1 - covered) if covered else share
        if share > 0.2:
            tops.append((place, layer, share))
    return sorted(tops)


def _overlap(distance: float) -> float:
    """The share of a disc that another covers whose middle lies so many diameters off."""
    if distance >= 1:
        return 0.0
    return 2 / math.pi * (math.acos(distance) - distance * math.sqrt(1 - distance**2))
