"""The starting position as a lesson: thirty checkers of which it is known where they stand and whose they are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.board import Kind
from vision.board_model import Palette
from vision.checkers import Top
from vision.palette import palette_of

NEAR_START = {24: 2, 13: 5, 8: 3, 6: 5}
"""Where the near player's checkers stand at the start of backgammon, in his own numbers (Jacoby & Crawford, ch. 1)."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a starting position teaches: the looks of both kinds, which kind is near, on which hand near bears off."""

    palette: Palette
    near: Kind
    home_right: bool


def learn_start(tops: Sequence[Top]) -> Lesson | None:
    """The lesson of a picture of the starting position; None where the checkers do not stand so."""
    sure = [top for top in tops if top.score > 0.5]
    counts = Counter(top.site for top in sure)
    for home_right in (True, False):
        near = {_slot(point, home_right): men for point, men in NEAR_START.items()}
        far = {_slot(25 - point, home_right): men for point, men in NEAR_START.items()}
        wanted = {**near, **far}
        missed = sum(abs(counts[site] - wanted.get(site, 0)) for site in range(1, 26))
        if missed > 4:
            continue
        placed = [top for top in sure if top.site in wanted]
        label = np.array([0 if top.site in near else 1 for top in placed])
        looks = np.array([top.looks for top in placed])
        palette = palette_of(looks, label)
        if palette is None:
            return None
        mine = looks[label == 0].mean(axis=0)
        light, dark = np.array(palette.light.mean), np.array(palette.dark.mean)
        kind = Kind.LIGHT if np.linalg.norm(mine - light) < np.linalg.norm(mine - dark) else Kind.DARK
        return Lesson(palette, kind, home_right)
    return None


def _slot(point: int, home_right: bool) -> int:
    """The point of the picture where a point in the near player's own numbers lies."""
    if home_right:
        return point
    return 13 - point if point <= 12 else 37 - point
