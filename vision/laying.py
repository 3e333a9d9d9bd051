"""How people lay checkers down on a point: in rows, and rows on rows.

All ways to do so are laid out beforehand, each with where the upper faces are that can be seen, and with its share
where the people at a table have this habit or that.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

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
EARLY = 0.15
"""How much rarer a third row is on a second that is not yet as long as it can be."""
PYRAMID = 0.03
"""The share of heaps that go on in that way, each row astride on the one below, to a fourth and a fifth."""
SHORT = 0.01
"""The share of rows that are shorter than any of these when another is begun on top."""
SAME = 0.85
"""How often people lay rows as long as they mostly do; else as anybody does."""
STRAIGHT_TABLES, STRAIGHT_THERE, STRAIGHT_ELSEWHERE = 0.27, 0.8, 0.05
"""The share of tables at which people mostly lay rows straight on each other, and the shares of second rows that lie so
at these and at others; over all tables it is `STRAIGHT`.
"""
STARTS, STRETCHES = (-0.1, 0.0, 0.1), (0.96, 1.0, 1.04)
"""How far from the edge rows begin, before it where corners are a little off, and how far apart their checkers lie, in
diameters.
"""
PLACE, RISING = 0.06, 0.03
"""How exactly checkers are found where a way of piling has them, in diameters, and what every layer adds to that."""
SHOWING, SHARPNESS = 0.48, 0.06
"""The share of its upper face by which a checker is found as often as not, and how fast that changes with the share."""
SURE = 0.985
"""How often a checker is found that shows altogether."""
LEAST_SEEN = 1e-4
"""How often at least a checker is found, however little it shows."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How the people at a table mostly lay checkers down: how long a row is before they begin another on top of it, and
    whether they lay that straight on it.
    """

    row: int
    is_straight: bool

    @property
    def straight(self) -> float:
        """The share (0-1) of second rows that lie straight on the first."""
        return STRAIGHT_THERE if self.is_straight else STRAIGHT_ELSEWHERE

    @property
    def usual(self) -> float:
        """How many tables there are at which people do so, to a common scale."""
        return ROWS[self.row] * (STRAIGHT_TABLES if self.is_straight else 1 - STRAIGHT_TABLES)

    def full(self, row: int) -> float:
        """How often (0-1) a row is taken to be full when it has so many checkers."""
        return SAME * (row == self.row) + (1 - SAME) * ROWS[row] if row in ROWS else SHORT


HABITS = tuple(Habit(row, is_straight) for row in ROWS for is_straight in (False, True))
"""All habits that are told apart."""
USUAL = tuple(habit.usual / sum(each.usual for each in HABITS) for habit in HABITS)
"""How likely (0-1) each is at a table of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A way to pile checkers up: how many lie in each row, the lowest first, where rows begin, in diameters from the
    first one's first checker, and how often they begin there, for rows of such lengths.
    """

    rows: tuple[int, ...]
    begins: tuple[float, ...]
    share: float

    def chance(self, habit: Habit) -> float:
        """How often as many checkers as these are laid so by people of a habit, to a common scale."""
        first, *upper = self.rows
        if not upper:
            return sum(habit.full(length) for length in ROWS if length >= first) + SHORT
        early = EARLY if len(self.rows) == 3 and self.rows[1] < first - 1 else 1.0
        return habit.full(first) * early * self.share * self._style(habit)

    def _style(self, habit: Habit) -> float:
        """How much oftener people of a habit begin second rows where this one does than people do altogether."""
        if self.begins[1] >= 1:  # from the end
            return 1.0
        if not self.begins[1]:
            return habit.straight / STRAIGHT
        return (1 - FROM_THE_END - habit.straight) / (1 - FROM_THE_END - STRAIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Ways to pile checkers up: how many checkers, how likely before anything is seen (a row for every habit, a column
    a way), how many of their upper faces can show, how many show for sure, how many may show, how far from the edge in
    diameters the last one is.

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


@lru_cache(maxsize=1)
def all_ways() -> Ways:
    """Every way of piling up to 15 checkers that is tried."""
    showing = sorted(((way, _showing(way)) for way in _ways()), key=lambda each: -len(each[1]))
    width = len(showing[0][1])
    places = np.zeros((width, len(showing)), np.float32)
    layers, shares = np.zeros_like(places), np.zeros_like(places)
    for column, (_, tops) in enumerate(showing):
        for row, (place, layer, share) in enumerate(tops):
            places[row, column], layers[row, column], shares[row, column] = place, layer, share
    spreads = PLACE + RISING * layers
    sees = SURE / (1 + np.exp((SHOWING - shares) / SHARPNESS))
    seen = np.log(np.maximum(sees, LEAST_SEEN) / (spreads * math.sqrt(2 * math.pi)))
    totals = np.array([sum(way.rows) for way, _ in showing])
    prior = np.array([[way.chance(habit) for way, _ in showing] for habit in HABITS])
    # what each count has altogether is what its rarity says
    for total in range(1, MOST + 1):
        here = totals == total
        prior[:, here] *= COUNTS[total] / prior[:, here].sum(axis=1, keepdims=True)
    sure, may = ((shares > share).sum(axis=0) for share in (0.75, 0.35))
    tries = np.array([(start, stretch) for start in STARTS for stretch in STRETCHES], np.float32)
    starts, stretches = tries.T[:, :, None]
    laid = 0.5 + starts + stretches * (places[:, None] - 0.5)
    faces = np.array([len(tops) for _, tops in showing])
    return Ways(
        totals, prior, faces, sure, may, places.max(axis=0), laid, 1 / spreads, layers, seen, np.log1p(-sees)
    )


@lru_cache(maxsize=1)
def flat() -> FloatArray:
    """How often so many checkers (0-15, columns) lie in one row and no more, for every habit (rows)."""
    ways, told = all_ways(), np.zeros((len(HABITS), MOST + 1))
    told[:, 0] = 1.0
    for total in range(1, LONGEST + 1):
        one_row = (ways.totals == total) & (ways.faces == total) & (ways.layers.max(axis=0) == 0)
        told[:, total] = ways.prior[:, one_row].sum(axis=1) / COUNTS[total]
    return told


def _ways() -> Iterator[Laying]:
    """Ways to lay rows on each other, up to three or more in a pyramid."""
    for first in range(1, LONGEST + 1):
        yield Laying((first,), (0.0,), 1.0)
        for second in range(1, min(first, MOST - first) + 1):
            for share, at in _second_begins(first, second):
                yield Laying((first, second), (0.0, at), share)
                for third in range(1, min(second, MOST - first - second) + 1):
                    for part, on in _third_begins(at):
                        yield Laying((first, second, third), (0.0, at, on), share * part)
    for rows in _pyramids():
        yield Laying(rows, tuple(0.5 * layer for layer in range(len(rows))), PYRAMID)


def _second_begins(first: int, second: int) -> list[tuple[float, float]]:
    """Where the second row begins, each with its share."""
    rest = 1 - STRAIGHT - ASTRIDE - FROM_THE_END
    begins = [(STRAIGHT, 0.0), (ASTRIDE, 0.5), *((rest / len(OFFSETS), each) for each in OFFSETS)]
    if first - second > 1:
        begins += [(FROM_THE_END / 2, float(first - second)), (FROM_THE_END / 2, first - second - 0.5)]
    return begins


def _third_begins(second: float) -> list[tuple[float, float]]:
    """Where the third row begins on a second that begins so far from the first, each with its share."""
    if not second:
        return [(0.7, 0.0), (0.3, 0.5)]
    parts = {second: 0.35, 0.0: 0.35, 2 * second: 0.2, second + 0.5: 0.1}
    return [(part, on) for on, part in parts.items()]


def _pyramids() -> Iterator[tuple[int, ...]]:
    """The lengths of four or five rows, each but the last a checker shorter than the one below it, and all astride."""
    for first in ROWS:
        for height in (4, 5):
            below = tuple(range(first, first - height + 1, -1))
            for last in range(1, below[-1]):
                if sum(below) + last <= MOST:
                    yield *below, last


def _showing(way: Laying) -> list[tuple[float, int, float]]:
    """The upper faces that can show, in order: place, layer, and the share of each that is not covered."""
    laid = [
        (0.5 + begin + k, layer)
        for layer, (n, begin) in enumerate(zip(way.rows, way.begins, strict=True))
        for k in range(n)
    ]
    tops = []
    for place, layer in laid:
        share = 1.0
        for other in range(layer + 1, len(way.rows)):
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
