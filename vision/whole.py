"""The whole board weighed together: of either kind there are fifteen checkers at most, so that one too many is none."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.frame import FloatArray
from vision.observation import MOST, Chance, Site

FLOOR = 1e-6
"""The least probability that a content of a site keeps."""


def together(sites: Sequence[Site]) -> tuple[Site, ...]:
    """The sites as they are if no more than fifteen checkers of a kind stand on all of them.

    Exact, by dynamic programming over how many of either kind have been used up; as they are where there are not too
    many anyway. What is hidden may hold any number and says nothing.
    """
    told = [site for site in sites if site.chances]
    light, dark = (
        sum(sum(kind(chance) * chance.p for chance in site.chances) for site in told)
        for kind in (_light, _dark)
    )
    if max(light, dark) <= MOST and all(
        sum(kind(site.likeliest) for site in told) <= MOST for kind in (_light, _dark)
    ):
        return tuple(sites)
    after = _rooms(told)
    used: FloatArray = np.zeros((MOST + 1, MOST + 1))
    used[0, 0] = 1.0
    weighed: dict[int, Site] = {}
    for number, site in enumerate(told):
        chances = [
            replace(chance, p=max(chance.p * float((used * _shifted(after[number + 1], chance)).sum()), 0.0))
            for chance in site.chances
        ]
        total = sum(chance.p for chance in chances)
        if total <= 0.0:
            return tuple(sites)
        chances = [replace(chance, p=max(chance.p / total, FLOOR)) for chance in chances]
        weighed[site.index] = replace(site, chances=tuple(sorted(chances, key=lambda chance: -chance.p)))
        used = _used(used, site)
    return tuple(weighed.get(site.index, site) for site in sites)


def _light(chance: Chance) -> int:
    return chance.light


def _dark(chance: Chance) -> int:
    return chance.dark


def _rooms(sites: Sequence[Site]) -> list[FloatArray]:
    """How likely all sites from each on find room, by how many of either kind were used up before (16x16)."""
    rooms: list[FloatArray] = [np.ones((MOST + 1, MOST + 1))]
    for site in reversed(sites):
        rooms.append(
            np.sum([chance.p * _shifted(rooms[-1], chance) for chance in site.chances], axis=0, dtype=float)
        )
    return rooms[::-1]


def _shifted(room: FloatArray, chance: Chance) -> FloatArray:
    """What is left of the room once a site holds these checkers; none where they are too many."""
    left = np.zeros_like(room)
    left[: MOST + 1 - chance.light, : MOST + 1 - chance.dark] = room[chance.light :, chance.dark :]
    return left


def _used(used: FloatArray, site: Site) -> FloatArray:
    """How likely it is that so many of either kind are used up after one more site."""
    more = np.zeros_like(used)
    for chance in site.chances:
        more[chance.light :, chance.dark :] += (
            chance.p * used[: MOST + 1 - chance.light, : MOST + 1 - chance.dark]
        )
    total = float(more.sum())
    return np.asarray(more / total if total > 0 else more, np.float64)
