"""How the lens bends the picture, by the pattern of the points: they are straight and evenly spaced only without it."""

from dataclasses import replace

import cv2
import numpy as np

from vision.eye import own_nets
from vision.fit.fit import BROAD, TIPS, fit_pattern
from vision.fit.hidden import Mask, hidden_of
from vision.fit.laid import Laid
from vision.fit.layout import Layout
from vision.fit.misfit import PLACES, Misfit
from vision.frame import FloatArray, Picture
from vision.lens import Lens, bend_of
from vision.nets import Nets
from vision.rectify import UNIT, Corners, Rectifier, as_corners, bent, rectifier, straightened, transform

AROUND = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1)
"""By how much more or less than taken so far a lens is tried to bend."""
MOST = 0.5
"""Lenses that bend by more than this are not looked for."""
LEAST = 0.03
"""A lens that bends by less than this is none: the corners make up for it."""
CLEARLY = 0.006
"""By how much more of the picture must be explained with a lens than without one."""
ROUNDS, SETTLED = 4, 0.01
"""So often at most the corners are put right for another lens, as long as it bends by so much more or less."""
ZOOM = 0.85
"""How much smaller the board is drawn to be looked at through other lenses, which show more of what lies around."""


def lens_of(corners: Corners, picture: Picture, nets: Nets | None = None) -> Lens | None:
    """The lens by which the points lie straight and evenly in a picture; None where they do so without one, or nearly.

    The corners may be off by a per cent of the picture's width either way. PictureError where they span no board.
    """
    nets = nets or own_nets()
    lens: Lens | None = None
    view: _View | None = None
    for _ in range(ROUNDS):
        given, straight, bend = straightened(corners, picture, lens)
        fit = fit_pattern(straight, given, hidden_of(straight, given, nets), rounds=1)
        here = rectifier(bent(fit.corners, bend), bend)
        layout = Layout(*(fit.bar or (0.5, 0.5)))
        if view is None:
            view = _View(picture, fit.corners, nets)
            plain = view.explained(here, layout)
        k = 0.0 if lens is None else lens.k
        tried = [k + each for each in AROUND if abs(k + each) <= MOST]
        found = _peak(tried, [view.explained(_through(here, each, picture), layout) for each in tried])
        if abs(found - k) < SETTLED or (lens is None and abs(found) < LEAST / 2):
            break
        lens = Lens(round(found, 3))
    assert view is not None
    if lens is None or abs(lens.k) < LEAST or view.explained(here, layout) - plain < CLEARLY:
        return None
    return lens


class _View:
    """A picture as it is, looked at by maps that straighten it."""

    def __init__(self, picture: Picture, corners: Corners, nets: Nets) -> None:
        self._by = rectifier(corners)
        self._laid = Laid(picture, corners, hidden_of(picture, corners, nets), zoom=ZOOM)

    def explained(self, by: Rectifier, layout: Layout) -> float:
        """How much of it is explained (0-1) by points as long and broad as suits best."""
        misfit = Misfit(_Through(self._laid, self._by, by))
        colours = misfit.colours()

        def cost(one: Layout) -> float:
            return misfit.cost(colours, one.classes(PLACES))

        layout = min((replace(layout, tip=tip) for tip in TIPS), key=cost)
        layout = min((replace(layout, base=base) for base in BROAD), key=cost)
        return misfit.explained(layout)


class _Through(Laid):
    """What is laid, with places mapped by another rectifier than the one that it is laid by."""

    def __init__(self, laid: Laid, laid_by: Rectifier, by: Rectifier) -> None:
        self._laid, self._laid_by, self._by = laid, laid_by, by

    def colours(self, places: FloatArray) -> FloatArray:
        there = self._laid_by.board(self._by.pixels(places.reshape(-1, 2)))
        return self._laid.colours(there.reshape(places.shape))

    def is_hidden(self, places: FloatArray) -> Mask:
        return self._laid.is_hidden(self._laid_by.board(self._by.pixels(places)))


def _through(here: Rectifier, k: float, picture: Picture) -> Rectifier:
    """The map through a lens that bends by `k` with which the board lies nearest to where it lies `here`.

    What a homography can do to come near it says nothing of the lens.
    """
    bend = bend_of(Lens(k) if k else None, picture.shape)
    pixels = here.pixels(PLACES)
    there = pixels if bend is None else bend.straight(pixels)
    matrix, _ = cv2.findHomography(PLACES, there)
    return rectifier(bent(as_corners(transform(np.asarray(matrix, np.float64), UNIT)), bend), bend)


def _peak(at: list[float], heights: list[float]) -> float:
    """Where the parabola through the highest and what is beside it is highest."""
    best = int(np.argmax(heights))
    if best in (0, len(at) - 1):
        return at[best]
    near = slice(best - 1, best + 2)
    a, b, _ = np.polyfit(np.array(at[near]) - at[best], np.array(heights[near]), 2)
    return at[best] if a >= 0 else at[best] - float(b / (2 * a))
