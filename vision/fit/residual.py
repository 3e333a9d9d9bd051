"""How far the colours of a picture on which a board is laid differ from what a layout of its points asks for.

All places of one class (light points, dark points and felt in each quarter, the bar) should have one colour, whichever.
"""

from dataclasses import replace

import numpy as np

from vision.fit.layout import CLASSES, Classes, PointLayout, quarters
from vision.fit.registered_picture import RegisteredPicture
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


class Colours:
    """The Lab colours of N places (3xN levels), sorted once so that the medians of any
    classes of them are found soon.
    """

    def __init__(self, levels: FloatArray) -> None:
        self.levels = levels
        self._order = np.argsort(levels)
        self._sorted = np.take_along_axis(levels, self._order, axis=1)

    def usual(self, classes: Classes, fewest: int = FEWEST) -> FloatArray:
        """The median colour of every class of places (3x14); 0 of one with fewer places."""
        counts = np.bincount(classes, minlength=CLASSES)
        enough = np.flatnonzero(counts >= fewest)
        begins, counts = (np.cumsum(counts) - counts)[enough], counts[enough]
        # class by class, and within each from the lowest level to the highest
        ranks = np.argsort(classes[self._order], kind="stable")
        every = np.arange(3)[:, None]
        lower, upper = (
            self._sorted[every, ranks[:, begins + beyond // 2]] for beyond in (counts - 1, counts)
        )
        usual = np.zeros((3, CLASSES), np.float32)
        usual[:, enough] = (lower + upper) / 2
        return usual

    def cost(self, classes: Classes, fewest: int = FEWEST) -> float:
        """By how much the colours differ within their classes, 0 to `LIMIT`."""
        return off(self.levels, classes, self.usual(classes, fewest))


def off(levels: FloatArray, classes: Classes, usual: FloatArray) -> float:
    """By how much the colours of places (3xN) differ from those usual in their classes (3x14), 0 to `LIMIT`."""
    away = np.abs(levels - usual[:, classes]).sum(axis=0)
    return float(np.minimum(away, LIMIT).sum(dtype=np.float64)) / max(len(classes), 1)


class Residual:
    """Compares the colours of a picture on which a board is laid with layouts, at the `places` that are seen (Nx2)."""

    def __init__(self, registered: RegisteredPicture) -> None:
        self._registered = registered
        self.places = PLACES[~registered.is_hidden(PLACES)]

    def levels(self, ends: FloatArray = FLAT) -> FloatArray:
        """The colours at the places (3xN), were the far edge to begin and end at the first two of `ends` in u, the near
        one at the others.
        """
        u, v = self.places.T
        far, near = ends[0] + (ends[1] - ends[0]) * u, ends[2] + (ends[3] - ends[2]) * u
        return _levels(self._registered, np.stack([far * (1 - v) + near * v, v], axis=1))

    def explained(self, layout: PointLayout) -> float:
        """How much of the colours' spread in each quarter goes away once points, felt and bar are told apart, 0-1."""
        if len(self.places) <= SEEN * len(PLACES):
            return 0.0
        colours = Colours(self.levels())
        told, untold = (colours.cost(each) for each in (layout.classes(self.places), quarters(self.places)))
        return max(0.0, 1.0 - told / max(untold, 1e-6))

    def tips(self, layout: PointLayout) -> tuple[float, float]:
        """How long the far and the near points are, in v; NaN where nothing of them is seen."""
        places = _TIPS_PLACES[~self._registered.is_hidden(_TIPS_PLACES)]
        is_far = places[:, 1] < 0.5
        far, near = (_tip(layout, places[own], self._registered) for own in (is_far, ~is_far))
        return far, near


def _levels(registered: RegisteredPicture, places: FloatArray) -> FloatArray:
    """The Lab colours (3xN) at Nx2 places of a board."""
    if not len(places):
        return np.zeros((3, 0), np.float32)
    return np.ascontiguousarray(registered.colours(places[:, None])[:, 0].T)


def _tip(layout: PointLayout, places: FloatArray, registered: RegisteredPicture) -> float:
    """How long points must be for the colours at these places to differ least within their classes."""
    if not len(places):
        return float("nan")
    colours = Colours(_levels(registered, places))
    costs = [colours.cost(replace(layout, tip=float(tip)).classes(places), fewest=1) for tip in TIPS]
    return float(TIPS[int(np.argmin(costs))])
