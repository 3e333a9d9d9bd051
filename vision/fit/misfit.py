"""How far the colours of a picture on which a board is laid differ from what a layout of its points asks for.

All places of one class (light points, dark points and felt in each quarter, the bar) should have one colour, whichever.
"""

from dataclasses import replace

import numpy as np

from vision.fit.laid import Laid
from vision.fit.layout import CLASSES, Classes, Layout, quarters
from vision.frame import FloatArray

DEEP = (0.016, 0.30)
"""From and to how deep in v, from the edge, points are compared with the layout."""
TIPS_DEEP = (0.20, 0.50)
"""The same where their tips are looked for."""
LIMIT = 30.0
"""A place cannot differ by more than this from the colour that it should have, in Lab levels summed."""
FEWEST = 5
"""Of so many places seen at least the usual colour is told."""
SEEN = 0.1
"""Where no more than this share of the board is seen, nothing is explained."""
TIPS = np.arange(0.28, 0.50, 0.004)
"""How long points may be, in v, finely."""
FLAT = np.array([0.0, 1.0, 0.0, 1.0])
"""Where in u the far edge begins and ends and the near edge does, as the corners lie."""


def _places(deep: tuple[float, float], across: int, step: float) -> FloatArray:
    """Places so deep from the far and from the near edge (Nx2), so many across the board."""
    u, v = np.meshgrid((np.arange(across) + 0.5) / across, np.arange(*deep, step))
    far = np.stack([u.ravel(), v.ravel()], axis=1)
    return np.concatenate([far, far * [1, -1] + [0, 1]])


PLACES = _places(DEEP, 110, 0.018)
"""The places of the board that are compared (Nx2)."""
_TIPS_PLACES = _places(TIPS_DEEP, 220, 0.008)


class Misfit:
    """Compares the colours of a picture on which a board is laid, as far as they are seen, with layouts."""

    def __init__(self, laid: Laid) -> None:
        self._laid = laid
        self._weights = 1.0 - laid.is_hidden(PLACES).astype(np.float32)

    def colours(self, ends: FloatArray = FLAT) -> FloatArray:
        """The colours at `PLACES` (Nx3), were the far edge to begin and end at the first two of `ends` in u, the near
        one at the others.
        """
        u, v = PLACES[:, 0], PLACES[:, 1]
        far, near = ends[0] + (ends[1] - ends[0]) * u, ends[2] + (ends[3] - ends[2]) * u
        return self._laid.colours(np.stack([far * (1 - v) + near * v, v], axis=1)[:, None])[:, 0]

    def usual(self, colours: FloatArray, classes: Classes) -> FloatArray:
        """The median colour of every class of places (14x3), as far as it is seen."""
        usual = np.zeros((CLASSES, 3), np.float32)
        seen = np.flatnonzero(self._weights)
        order = seen[np.argsort(classes[seen], kind="stable")]
        bounds = np.searchsorted(classes[order], np.arange(CLASSES + 1))
        for one in range(CLASSES):
            here = order[bounds[one] : bounds[one + 1]]
            if len(here) >= FEWEST:
                usual[one] = _median(colours[here])
        return usual

    def off(self, colours: FloatArray, classes: Classes, usual: FloatArray) -> float:
        """By how much the colours differ from the usual ones of their classes, 0 to `LIMIT`."""
        off = np.minimum(np.abs(colours - usual[classes]).sum(axis=1), LIMIT)
        return float(off @ self._weights / max(float(self._weights.sum()), 1.0))

    def cost(self, colours: FloatArray, classes: Classes) -> float:
        """By how much the colours differ within their classes, 0 to `LIMIT`."""
        return self.off(colours, classes, self.usual(colours, classes))

    def explained(self, layout: Layout) -> float:
        """How much of the colours' spread in each quarter goes away once points, felt and bar are told apart, 0-1."""
        if self._weights.mean() <= SEEN:
            return 0.0
        colours = self.colours()
        told, untold = (self.cost(colours, each) for each in (layout.classes(PLACES), quarters(PLACES)))
        return max(0.0, 1.0 - told / max(untold, 1e-6))

    def tips(self, layout: Layout) -> tuple[float, float]:
        """How long the far and the near points are, in v; NaN where nothing of them is seen."""
        colours = self._laid.colours(_TIPS_PLACES[:, None])[:, 0]
        seen, is_far = ~self._laid.is_hidden(_TIPS_PLACES), _TIPS_PLACES[:, 1] < 0.5
        far, near = (_tip(layout, _TIPS_PLACES[own], colours[own]) for own in (seen & is_far, seen & ~is_far))
        return far, near


def _median(rows: FloatArray) -> FloatArray:
    """The median of every column, as NumPy's, which takes ten times as long to look for what is not there."""
    half = len(rows) // 2
    if len(rows) % 2:
        return np.asarray(np.partition(rows, half, axis=0)[half])
    sides = np.partition(rows, (half - 1, half), axis=0)[half - 1 : half + 1]
    return np.asarray((sides[0] + sides[1]) / 2)


def _tip(layout: Layout, places: FloatArray, colours: FloatArray) -> float:
    """How long points must be for the colours at these places to differ least within their classes."""
    if not len(places):
        return float("nan")
    costs = []
    for tip in TIPS:
        classes = replace(layout, tip=float(tip)).classes(places)
        off = np.zeros(len(colours))
        for one in range(CLASSES):
            own = classes == one
            if own.any():
                off[own] = np.abs(colours[own] - _median(colours[own])).sum(axis=1)
        costs.append(float(np.minimum(off, LIMIT).sum()))
    return float(TIPS[int(np.argmin(costs))])
