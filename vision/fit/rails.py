"""The far and the near edge of the playing surface, where its points end at the rails of the frame.

The colours of two points next to each other differ up to there, and rail, shadow or felt beyond do not; and most often
the picture changes along that line. Depths are in v from where the edge is laid: above 0 within the board.
"""

import numpy as np

from vision.fit.layout import PointLayout, neighbours
from vision.fit.registered_picture import RegisteredPicture
from vision.frame import FloatArray

STEP = 0.001
"""How finely the edges are looked for, in v."""
REACH = 0.022
"""How far the far and the near edge are looked for, in v."""
WITHIN = (0.012, 0.06)
"""At which depths two points have the contrast that ends at their edge."""
HALF = 9
"""In how many steps on either side of an edge the points' contrast is looked for and missed."""
CONTRAST = 15.0
"""By how many Lab levels, summed, two points must differ for their end to be seen."""
MOST = 1.2
"""Contrast beyond so much of what is usual between two points counts no more."""
BREADTH, SAMPLES = 0.18, 13
"""How far on either side of its middle a point's colour is sampled, in points' widths, and at how many places."""
PLACES = 48
"""At how many places along an edge a change of the picture is looked for."""
SHARP = 60.0
"""A change of colour by so many Lab levels, summed, is as sharp as can be."""
RIMS = 0.7
"""How much a sharp change counts against the end of the points' contrast."""
OFF = 0.4
"""How much it counts against an edge to lie beside where it is put, by v at its left and its right end summed."""
BESIDE = 0.2
"""A change of the picture counts so near, in u, to where the points' contrast is seen to end."""
SHORT = 0.35
"""An edge seen over no more than so much, in u, is only moved, not turned."""
ENOUGH = 0.5
"""Where so much of the points' contrast ends at an edge, no more needs to."""
CLEAR_END = 0.3
"""How much of the points' contrast must end at an edge for it to be one."""

_DEPTHS = np.arange(-0.05, 0.09, STEP)
_HERE = slice(int(np.argmin(np.abs(_DEPTHS))) - 3, int(np.argmin(np.abs(_DEPTHS))) + 4)


def edges(
    registered: RegisteredPicture, layout: PointLayout
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where in v the points end, far at the left and right, near at the left and right; 0 and 1 where unseen."""
    far, near = (_edge(registered, layout, is_far) for is_far in (True, False))
    return far, (1 - near[0], 1 - near[1])


def ended(registered: RegisteredPicture, layout: PointLayout) -> float:
    """How clearly the points' contrast ends at the far or the near edge, and the picture changes along it (0-1),
    whichever edge is less clear; 0 where that is not seen.
    """
    clear = []
    for is_far in (True, False):
        drops, _ = _drops(registered, layout, is_far)
        rims, _ = _rims(registered, is_far)
        if not len(drops) or not len(rims):
            return 0.0
        drop, rim = (float(each[:, _HERE].max(axis=1).mean()) for each in (drops, rims))
        clear.append(min(drop / ENOUGH, 1.0) * (1 + rim) / 2)
    return max(0.0, min(clear))


def _edge(registered: RegisteredPicture, layout: PointLayout, is_far: bool) -> tuple[float, float]:
    """At which depth the points end at the left and at the right; 0 where that is not seen."""
    drops, where = _drops(registered, layout, is_far)
    if not len(drops):
        return 0.0, 0.0
    rims, beside = _rims(registered, is_far)
    near_by = np.abs(beside[:, None] - where).min(axis=1) < BESIDE
    if not near_by.any():
        return 0.0, 0.0
    return _straight(drops, where, rims[near_by], beside[near_by])


def _drops(registered: RegisteredPicture, layout: PointLayout, is_far: bool) -> tuple[FloatArray, FloatArray]:
    """How much of the contrast of two points ends at every depth (pairs x depths), and where in u they are."""
    middles = layout.columns()
    across = middles[:, None] + np.linspace(-BREADTH, BREADTH, SAMPLES) * layout.pitch
    v = _DEPTHS if is_far else 1 - _DEPTHS
    places = np.stack(np.broadcast_arrays(across[:, :, None], v), axis=-1)
    colours = registered.colours(places.reshape(-1, len(v), 2)).reshape(*across.shape, len(v), 3).mean(axis=1)
    seen = ~registered.is_hidden(np.stack([middles, np.full(len(middles), 0.03 if is_far else 0.97)], axis=1))
    drops, where = [], []
    inside = np.clip(_DEPTHS, *WITHIN) == _DEPTHS
    for one, other in neighbours(np.flatnonzero(seen)):
        contrast = np.abs(colours[one] - colours[other]).sum(axis=-1)
        usual = float(np.median(contrast[inside]))
        if usual < CONTRAST:
            continue
        drops.append(_steps(np.minimum(contrast / usual, MOST)[None], HALF)[0] / HALF)
        where.append(float(middles[one] + middles[other]) / 2)
    return np.array(drops).reshape(-1, len(v)), np.array(where)


def _rims(registered: RegisteredPicture, is_far: bool) -> tuple[FloatArray, FloatArray]:
    """How sharply the picture changes along the depth (places x depths, 0-1), and where in u those places are."""
    across = np.linspace(0.02, 0.98, PLACES)
    across = across[
        ~registered.is_hidden(np.stack([across, np.full(PLACES, 0.02 if is_far else 0.98)], axis=1))
    ]
    if not len(across):
        return np.zeros((0, len(_DEPTHS))), across
    v = _DEPTHS if is_far else 1 - _DEPTHS
    colours = registered.colours(np.stack(np.broadcast_arrays(across[:, None], v), axis=-1))
    half = HALF // 2
    return np.minimum(np.abs(_steps(colours, half)).sum(axis=-1) / half / SHARP, 1.0), across


def _steps(levels: FloatArray, half: int) -> FloatArray:
    """By how much the sum of `half` levels after every depth exceeds that before it (rows x depths x ...); 0 near the
    first and the last.
    """
    total = np.concatenate([np.zeros_like(levels[:, :1], np.float64), np.cumsum(levels, axis=1)], axis=1)
    steps = np.zeros(levels.shape)
    steps[:, half:-half] = (
        total[:, 2 * half : -1] - 2 * total[:, half : -half - 1] + total[:, : -2 * half - 1]
    )
    return steps


def _straight(
    drops: FloatArray, where: FloatArray, rims: FloatArray, beside: FloatArray
) -> tuple[float, float]:
    """The depth at u = 0 and at u = 1 of the line along which the points' contrast drops most, and colours change.

    `drops` at u = `where` and `rims` at u = `beside`, each by depth.
    """
    tried = np.arange(-REACH, REACH + STEP / 2, STEP)
    left, right = (each.ravel() for each in np.meshgrid(tried, tried))
    if np.ptp(where) < SHORT and np.ptp(beside) < SHORT:
        left, right = tried, tried

    def mean(rows: FloatArray, u: FloatArray) -> FloatArray:
        at = (left[:, None] + (right - left)[:, None] * u - _DEPTHS[0]) / STEP
        low = np.floor(at).astype(int)
        share, every = at - low, np.arange(len(u))
        return np.asarray((rows[every, low] * (1 - share) + rows[every, low + 1] * share).mean(axis=1))

    drop = mean(drops, where)
    scores = drop + RIMS * mean(rims, beside) - OFF * (np.abs(left) + np.abs(right))
    best = int(np.argmax(scores))
    return (float(left[best]), float(right[best])) if drop[best] > CLEAR_END else (0.0, 0.0)
