"""How the lens bends the picture, by the pattern of the points: they are straight and evenly spaced only without it."""

from dataclasses import replace

import cv2
import numpy as np

from vision.errors import PictureError
from vision.fit.hidden import hidden_of
from vision.fit.layout import PointLayout
from vision.fit.pattern_fit import BROAD, TIPS, PatternFit, fit_pattern
from vision.fit.registered_picture import RegisteredPicture
from vision.fit.residual import PLACES, Colours, Residual
from vision.frame import FloatArray, Mask, Picture
from vision.nets import Nets
from vision.reading import own_nets
from vision.rectify import (
    UNIT,
    Bend,
    Corners,
    Lens,
    Rectifier,
    as_corners,
    bent,
    rectifier,
    straightened,
    transform,
)

GLANCES: tuple[float, ...] = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1)
"""How lenses may bend, tried on a board that is laid without one."""
SLIGHT = 0.015
"""Where a board laid without a lens suits one that bends by less than this best, there is none."""
WELL, STRONG = 0.7, -0.2
"""Where less than this is explained without a lens the board may be laid too far beside
to tell: a strong one is tried.
"""
STEP, FINE = 0.1, 0.05
"""In steps of so much the bending is looked for, then in steps of so much."""
MOST = 0.4
"""Lenses that bend by more than this, or a step more, are not looked for."""
LEAST = 0.03
"""A lens that bends by less than this is none: the corners make up for it."""
CLEARLY = 0.012
"""By how much more of the picture must be explained with a lens than without one."""
ZOOM = 0.85
"""How much smaller the board is drawn to be looked at through a lens, which shows more of what lies around."""
NOISY, QUIET = 5.0, 1.5
"""Noise of more grey levels than the first (standard deviation) is smoothed over so many
pixels before a lens is looked for.
"""
GRAIN = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""What edges and even slopes hardly show in, and noise six times (J. Immerkaer, 1996)."""

SOFT, STEEP = 1.2, 12.0
"""Edges are looked for in a picture blurred by so many pixels; a slope of so many grey levels a pixel is one."""
BESIDE, OFFSETS, ALONG = 0.03, 31, 48
"""So far beside the corners, in widths of the picture, a side's edge may begin and end: rails have a height. At so many
distances, and at so many places along it, it is looked for.
"""


def lens_of(corners: Corners, picture: Picture, nets: Nets | None = None) -> Lens | None:
    """The lens by which the points lie straight and evenly in a picture; None where they do so without one, or nearly.

    The corners may be off by a per cent of the picture's width either way. PictureError where they span no board.
    """
    picture = quiet(picture)
    tried = _Tried(corners, picture, nets or own_nets())
    plain = tried.fit(0.0)
    best = 0.0
    if plain.explained < WELL and tried.explained(STRONG) > plain.explained:
        best = STRONG
    elif abs(_glance(picture, plain, tried.nets)) < SLIGHT:
        return None
    while True:
        beside = max((best - STEP, best + STEP), key=tried.explained)
        if tried.explained(beside) <= tried.explained(best) or abs(beside) > MOST + FINE:
            break
        best = beside
    around = [best + each for each in (-STEP, -FINE, 0.0, FINE, STEP)]
    k, height = _top(around, [tried.explained(each) for each in around])
    if abs(k) < LEAST or height - plain.explained < CLEARLY:
        return None
    lens = Lens(round(k, 3))
    return lens if edged(corners, picture, lens) > edged(corners, picture, None) else None


def edged(corners: Corners, picture: Picture, lens: Lens | None) -> float:
    """How much (0-1) of the playing surface's sides, drawn as the lens bends them, lies along edges of the picture.

    A lens that bends points bends the rails, too; what only suits curved or dotted points leaves the rails straight.
    """
    size = picture.shape[1], picture.shape[0]
    grey = cv2.GaussianBlur(picture, (0, 0), SOFT).astype(np.float32).mean(axis=2)
    slopes = np.stack([cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)], axis=-1) / 8
    bend = None if lens is None else lens.on(size)
    places = np.array(corners, np.float64)
    straightened = places if bend is None else bend.straight(places)
    tried = np.linspace(-BESIDE, BESIDE, OFFSETS) * size[0]
    begin, end = (each.ravel() for each in np.meshgrid(tried, tried))
    share = np.linspace(0.05, 0.95, ALONG)
    away = begin[:, None] + (end - begin)[:, None] * share
    told = []
    for one, other in zip(straightened, np.roll(straightened, -1, axis=0), strict=True):
        along = one + share[:, None] * (other - one)
        line = along if bend is None else bend.bent(along)
        across = np.gradient(line, axis=0)[:, ::-1] * (-1, 1)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
        x, y = np.rint(line + away[:, :, None] * across).astype(int).transpose(2, 0, 1)
        inside = (x >= 0) & (x < size[0]) & (y >= 0) & (y < size[1])
        here = slopes[np.clip(y, 0, size[1] - 1), np.clip(x, 0, size[0] - 1)]
        steep = np.where(inside, np.minimum(np.abs((here * across).sum(axis=-1)) / STEEP, 1.0), 0.0)
        told.append(float(steep.mean(axis=1).max()))
    return sum(told) / len(told)


def quiet(picture: Picture) -> Picture:
    """A noisy picture smoothed, any other as it is.

    To straighten a picture smooths it, which explains more of a noisy one whether the lens bends or not.
    """
    off = np.abs(cv2.filter2D(np.asarray(picture[:, :, 1], np.float32), -1, GRAIN))
    # the median of the absolute values of what is spread normally is 0.6745 of its standard deviation
    noise = float(np.median(off)) / 6 / 0.6745
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), QUIET), np.uint8) if noise > NOISY else picture


class _Tried:
    """How the pattern lies on a picture, lens by lens."""

    def __init__(self, corners: Corners, picture: Picture, nets: Nets) -> None:
        self.nets = nets
        self._corners, self._picture = corners, picture
        self._known: dict[float, float] = {}

    def fit(self, k: float) -> PatternFit:
        """The pattern laid on the picture that is straightened of a lens that bends by `k`."""
        corners, straight, _ = straightened(self._corners, self._picture, Lens(k) if k else None)
        fit = fit_pattern(straight, corners, hidden_of(straight, corners, self.nets), rounds=1)
        self._known[k] = fit.explained
        return fit

    def explained(self, k: float) -> float:
        """How much of the picture is explained then (0-1)."""
        k = round(k, 3)
        if k not in self._known:
            try:
                self.fit(k)
            except PictureError:
                self._known[k] = 0.0
        return self._known[k]


def _glance(picture: Picture, plain: PatternFit, nets: Nets) -> float:
    """By how much a lens seems to bend a picture on which the pattern is laid without one; less than it does."""
    registered = RegisteredPicture(picture, plain.corners, hidden_of(picture, plain.corners, nets), zoom=ZOOM)
    straight, layout = rectifier(plain.corners), PointLayout(*(plain.bar or (0.5, 0.5)))
    size = picture.shape[1], picture.shape[0]
    told = []
    for k in GLANCES:
        by = _nearest(straight, Lens(k).on(size)) if k else straight
        told.append(_explained(Residual(_Through(registered, straight, by)), layout))
    best = int(np.argmax(told))
    if told[best] <= told[GLANCES.index(0.0)]:
        # the parabola's top may lie beside 0 all the same
        best = GLANCES.index(0.0)
    near = slice(max(best - 1, 0), best + 2)
    return _top(list(GLANCES[near]), told[near])[0]


class _Through(RegisteredPicture):
    """A picture on which a board is laid by one rectifier, looked at by another."""

    def __init__(self, registered: RegisteredPicture, registered_by: Rectifier, by: Rectifier) -> None:
        self._registered, self._registered_by, self._by = registered, registered_by, by

    def colours(self, places: FloatArray) -> FloatArray:
        """The Lab colours (0-255 each) at rows x columns x 2 places of the board."""
        return self._registered.colours(self._there(places.reshape(-1, 2)).reshape(places.shape))

    def is_hidden(self, places: FloatArray) -> Mask:
        """Whether Nx2 places of the board are hidden."""
        return self._registered.is_hidden(self._there(places))

    def _there(self, places: FloatArray) -> FloatArray:
        return self._registered_by.board(self._by.pixels(places))


def _nearest(straight: Rectifier, bend: Bend) -> Rectifier:
    """The map through a lens with which a board lies nearest to where it lies without one.

    What a homography can do to come near it says nothing of the lens.
    """
    there = bend.straight(straight.pixels(PLACES))
    matrix, _ = cv2.findHomography(PLACES, there)
    corners = as_corners(transform(np.asarray(matrix, np.float64), UNIT))
    return rectifier(bent(corners, bend), bend)


def _explained(residual: Residual, layout: PointLayout) -> float:
    """How much is explained (0-1) by points as long and as broad as suits best."""
    colours = Colours(residual.levels())

    def cost(one: PointLayout) -> float:
        return colours.cost(one.classes(residual.places))

    layout = min((replace(layout, tip=tip) for tip in TIPS), key=cost)
    return residual.explained(min((replace(layout, base=base) for base in BROAD), key=cost))


def _top(at: list[float], heights: list[float]) -> tuple[float, float]:
    """Where the parabola through some heights is highest, and how high; the highest of them where it is not."""
    best = at[int(np.argmax(heights))]
    a, b, c = np.polyfit(np.array(at) - best, np.array(heights), 2) if len(at) > 2 else (0.0, 0.0, 0.0)
    if a >= 0 or not at[0] <= best - b / (2 * a) <= at[-1]:
        return best, max(heights)
    return float(best - b / (2 * a)), float(c - b * b / (4 * a))
