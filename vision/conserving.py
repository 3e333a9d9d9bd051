"""What stands on a board of points together, where it is known how many checkers there are of either kind.

The contents of all sites are judged at once by dynamic programming: the state after each site is how many checkers of
either kind are used up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.board import BAR, OFF, Occupancy
from vision.frame import FloatArray

MOST = 15
"""The most checkers of a kind that a site is read to hold."""
LIKELY = 0.03
"""A site that looks bare is given no contents that are less likely than this."""
BORNE_OFF = (-0.7, -5.0)
"""Logarithm of the odds that checkers of a kind are off: where all others are in one
quarter, and where they are not.
"""
LEAST = 1e-4
"""What is seen to be off is taken to be wrong at least so often."""
QUARTERS = (range(1, 7), range(7, 13), range(13, 19), range(19, 25))
"""The points of each quarter of the board."""

_ROW = MOST + 1
_BASE = 64


@dataclass(frozen=True, slots=True)
class Conserved:
    """The likeliest (light, dark) contents of all sites with just so many checkers, and those that are off.

    `sites`: which these are; `chances`, `off_chance`: the probability (0-1) of each.
    """

    sites: tuple[int, ...]
    contents: tuple[tuple[int, int], ...]
    chances: tuple[float, ...]
    off: tuple[int, int]
    off_chance: float

    @property
    def board(self) -> Occupancy:
        """All of it, those that are off with it."""
        held = dict(zip(self.sites, self.contents, strict=True)) | {OFF: self.off}
        light, dark = (tuple(held.get(place, (0, 0))[kind] for place in range(BAR + 1)) for kind in (0, 1))
        return Occupancy(light, dark)


def placed(logs: Sequence[Sequence[float]], floor: float, men: tuple[int, int]) -> list[tuple[int, int]]:
    """Per site the contents that together are likeliest, with just `men` checkers on them; `logs`: 256 log-likelihoods
    of light x dark, none below `floor`."""
    return _path([_options(table, floor) for table in logs], men)


def conserved(
    logs: Sequence[Sequence[float]],
    floor: float,
    sites: Sequence[int],
    hidden: Sequence[int],
    men: tuple[int, int],
    aside: bool = False,
    off: tuple[int, int, float] | None = None,
) -> Conserved:
    """What stands on sites if there are just `men` checkers, some of which may be off; `logs` as in `placed`.

    Those that are not seen lie in heaps, on `hidden` sites, or are off, and never on a site that looks bare.
    `aside`: in this game checkers lie off the board from the beginning; `off`: how many are seen there,
    (light, dark), and the probability of just these.
    """
    options = [
        dict.fromkeys(_options(table, floor), 0.0) if site in hidden else _likely(table, floor)
        for site, table in zip(sites, logs, strict=True)
    ]
    held: tuple[list[int], list[int]] = ([], [])
    for site, each in zip(sites, options, strict=True):
        likeliest = max(each, key=lambda pair: each[pair])
        for kind, count in enumerate(likeliest):
            if count and site not in hidden:
                held[kind].append(site)
    options.append(_off([aside or _at_home(each) for each in held], men))
    if off is not None and off[:2] in options[-1]:
        options[-1] = {pair: log + math.log(1 - off[2] + LEAST) for pair, log in options[-1].items()}
        options[-1][off[:2]] = math.log(off[2])
    contents = _path(options, men)
    chances = _marginals(options, men, contents)
    return Conserved(tuple(sites), tuple(contents[:-1]), tuple(chances[:-1]), contents[-1], chances[-1])


Options = dict[tuple[int, int], float]
"""The contents that a site may have, (light, dark), with the logarithm of how likely they are."""


def _options(table: Sequence[float], floor: float) -> Options:
    pure = [(n, 0) for n in range(_ROW)] + [(0, n) for n in range(1, _ROW)]
    mixed = [divmod(i, _ROW) for i, log in enumerate(table) if log > floor + 1e-9]
    return {(a, b): table[a * _ROW + b] for a, b in [*pure, *((a, b) for a, b in mixed if a and b)]}


def _likely(table: Sequence[float], floor: float) -> Options:
    """The same of a site that is seen; where it looks bare, only what it may well hold."""
    every = _options(table, floor)
    total = math.log(sum(math.exp(log) for log in every.values()))
    told = {pair: log - total for pair, log in every.items()}
    if every[0, 0] < max(every.values()):
        return told
    return {pair: log for pair, log in told.items() if pair == (0, 0) or log > math.log(LIKELY)}


def _at_home(held: Sequence[int]) -> bool:
    """Whether checkers on these sites are all in one quarter of the board."""
    return any(all(site in quarter for site in held) for quarter in QUARTERS)


def _off(home: Sequence[bool], men: tuple[int, int]) -> Options:
    costs = [[0.0, *[BORNE_OFF[0 if each else 1]] * most] for each, most in zip(home, men, strict=True)]
    return {(a, b): costs[0][a] + costs[1][b] for a in range(men[0] + 1) for b in range(men[1] + 1)}


def _path(options: Sequence[Options], men: tuple[int, int]) -> list[tuple[int, int]]:
    """The contents of each site that together are likeliest, just `men` checkers in all."""
    rows, columns = men[0] + 1, men[1] + 1
    score = np.full((rows, columns), -np.inf)
    score[0, 0] = 0.0
    choices: list[NDArray[np.int16]] = []
    for each in options:
        after = np.full_like(score, -np.inf)
        choice = np.zeros(score.shape, dtype=np.int16)
        for (light, dark), log in each.items():
            if light >= rows or dark >= columns:
                continue
            moved = score[: rows - light, : columns - dark] + log
            place = (slice(light, None), slice(dark, None))
            better = moved > after[place]
            after[place] = np.where(better, moved, after[place])
            choice[place] = np.where(better, light * _BASE + dark, choice[place])
        score = after
        choices.append(choice)
    light_left, dark_left = men
    contents: list[tuple[int, int]] = []
    for choice in reversed(choices):
        light, dark = divmod(int(choice[light_left, dark_left]), _BASE)
        contents.append((light, dark))
        light_left, dark_left = light_left - light, dark_left - dark
    return contents[::-1]


def _marginals(
    options: Sequence[Options], men: tuple[int, int], contents: Sequence[tuple[int, int]]
) -> list[float]:
    """The probability of each site's contents, all boards with just `men` checkers weighed."""
    shape = (men[0] + 1, men[1] + 1)
    before: list[FloatArray] = [np.zeros(shape)]
    before[0][0, 0] = 1.0
    for each in options:
        before.append(_scaled(_passed(before[-1], each)))
    behind: list[FloatArray] = [np.zeros(shape)]
    behind[0][0, 0] = 1.0
    for each in reversed(options):
        behind.append(_scaled(_passed(behind[-1], each)))
    behind.reverse()
    told = []
    for each, (light, dark), (ahead, after) in zip(
        options, contents, zip(before[:-1], behind[1:], strict=True), strict=True
    ):
        # what is left for the sites on one side, when those on the other have used theirs
        weights = {
            (a, b): math.exp(log)
            * float(
                (
                    ahead[: shape[0] - a, : shape[1] - b] * after[: shape[0] - a, : shape[1] - b][::-1, ::-1]
                ).sum()
            )
            for (a, b), log in each.items()
            if a < shape[0] and b < shape[1]
        }
        total = sum(weights.values())
        told.append(weights[light, dark] / total if total > 0 else 0.0)
    return told


def _passed(state: FloatArray, options: Options) -> FloatArray:
    after = np.zeros_like(state)
    rows, columns = state.shape
    for (light, dark), log in options.items():
        if light < rows and dark < columns:
            after[light:, dark:] += state[: rows - light, : columns - dark] * math.exp(log)
    return after


def _scaled(state: FloatArray) -> FloatArray:
    return np.asarray(state / max(float(state.sum()), 1e-300))
