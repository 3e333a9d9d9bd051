"""The four corners found in a picture without help: a small network sees the board, the pattern of its points agrees.

The network looks at the whole picture, then a few times closer, and at parts of it where the whole leaves doubt.
Where its looks agree with each other and with the pattern, which is laid on the picture from there, corners are sure.
"""

from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from calibration.lattice import SeenLattice, look, look_closer, seek
from vision.errors import PictureError
from vision.fit.hidden import hidden_of
from vision.fit.pattern_fit import fit_pattern, fit_points
from vision.frame import Picture
from vision.nets import Nets
from vision.reading import own_nets
from vision.rectify import UNIT, Corners, as_corners, rectifier

LARGEST = 1280
"""Pictures are looked at no larger than this, in pixels of their longer side."""
SHORTEST = 16.0
"""Nothing is looked for in a picture less high or wide than this, in pixels."""
GLIMPSED = 0.08
"""What is less likely than this to be a board is none."""
ZOOMS = (0.87, 0.79)
"""How much smaller than rectified a board is drawn for closer looks."""
NEARER = 2
"""So often the corners are put where closer looks see them."""
POINT = 0.076
"""The usual width of a point, in board coordinates."""
WITHIN = 0.035
"""A pattern that lies farther than this from where the network sees the board, in board
coordinates, leaves nothing sure.
"""
DOUBTFUL, CERTAIN = 0.25, 0.5
"""A pattern that explains less of the picture than the first moves no corner, from the
second on it moves them fully.
"""
LIKELY, EXPLAINED, BESIDE = 0.8, 0.45, 0.9
"""Corners are sure only if their places are so likely, and if the pattern explains so much of the picture,
and no more than that share as much a point's width beside.
"""
APART = 0.05
"""And only if closer looks see them no farther apart than this, in the board's widths,
times what the pattern explains.
"""
ROUNDS = 3
"""So often the pattern is slid and its edges are moved."""


BOARDS, BETTER = 3, 0.05
"""So many boards at most are tried until one is sure; one that is not beats those before if the pattern explains so
much more there.
"""


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The corners of a board found in a picture; `confidence`: how likely a board lies there, 0-1; `is_sure`: enough
    tells that they are right to go by them unseen.

    The near side is taken to be the one towards the bottom of the picture, which no picture can tell.
    """

    corners: Corners
    confidence: float
    is_sure: bool


@dataclass(frozen=True, slots=True)
class _Agreed:
    """Where closer looks see the corners on average, how likely, and how far they are apart, in the board's widths."""

    corners: Corners
    chance: float
    apart: float


@dataclass(frozen=True, slots=True)
class _Fitted:
    """Corners on which the pattern of the points was laid: how likely, whether sure, and how much that explains."""

    corners: Corners
    chance: float
    is_sure: bool
    explained: float


def glimpse(picture: Picture, nets: Nets | None = None) -> float:
    """How likely the picture shows a board with points that stands upright in it, 0-1, told in a moment."""
    seen = look(_smaller(picture), nets or own_nets()) if min(picture.shape[:2]) >= SHORTEST else None
    return 0.0 if seen is None else seen.chance


def find_corners(picture: Picture, nets: Nets | None = None) -> FoundBoard | None:
    """The likeliest corners of a board with points; None where nothing in the picture could be one.

    `nets`: those that come with Tableside unless given.
    """
    nets = nets or own_nets()
    if min(picture.shape[:2]) < SHORTEST:
        return None
    small = _smaller(picture)
    best: _Fitted | None = None
    for seen in islice(seek(small, nets), BOARDS):
        if seen.chance < GLIMPSED:
            continue
        fitted = _fitted(small, seen, nets)
        if best is None or fitted.is_sure or fitted.explained > best.explained + BETTER:
            best = fitted
        if best.is_sure:
            break
    if best is None:
        return None
    scale = np.array(picture.shape[1::-1]) / small.shape[1::-1]
    return FoundBoard(as_corners((np.array(best.corners) + 0.5) * scale - 0.5), best.chance, best.is_sure)


def _fitted(small: Picture, seen: SeenLattice, nets: Nets) -> _Fitted:
    """A board that was seen, looked at closely, and put right by the pattern of its points."""
    agreed = _agreed(small, seen, nets)
    try:
        return _by_pattern(small, agreed, nets)
    except PictureError:
        # where the corners span no board that could be drawn, the pattern has nothing to tell
        return _Fitted(agreed.corners, agreed.chance, False, 0.0)


def _smaller(picture: Picture) -> Picture:
    scale = LARGEST / max(picture.shape[:2])
    if scale >= 1:
        return picture
    size = [max(1, round(side * scale)) for side in picture.shape[1::-1]]
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _agreed(small: Picture, first: SeenLattice, nets: Nets) -> _Agreed:
    """Where closer looks see the corners: from two distances, as it is and mirrored."""
    here = _Agreed(first.corners, first.chance, 1.0)
    for _ in range(NEARER):
        ways = [(zoom, mirrored) for zoom in ZOOMS for mirrored in (False, True)]
        looks = [look_closer(small, here.corners, nets, *way) for way in ways]
        seen = [each for each in looks if each is not None]
        if not seen:
            break
        corners = np.array([each.corners for each in seen])
        mean = corners.mean(axis=0)
        wide = max(float(np.linalg.norm(mean[1] - mean[0])), 1.0)
        apart = float(np.linalg.norm(corners - mean, axis=2).max()) / wide
        here = _Agreed(as_corners(mean), sum(each.chance for each in seen) / len(looks), apart)
    return here


def _by_pattern(small: Picture, agreed: _Agreed, nets: Nets) -> _Fitted:
    """The corners put right by the pattern of the points as far as that explains what
    is seen; whether they are sure.
    """
    fit = fit_pattern(small, agreed.corners, hidden_of(small, agreed.corners, nets), ROUNDS)
    corners = fit.beside(agreed.corners, DOUBTFUL, CERTAIN)
    off = float(np.abs(rectifier(agreed.corners).board(np.array(fit.corners)) - UNIT).max())
    together = agreed.apart <= APART * fit.explained
    if agreed.chance < LIKELY or fit.explained < EXPLAINED or off > WITHIN or not together:
        return _Fitted(corners, agreed.chance, False, fit.explained)
    beside = max(_explained(small, fit.corners, step * POINT, fit.bar, nets) for step in (-1, 1))
    return _Fitted(corners, agreed.chance, beside <= BESIDE * fit.explained, fit.explained)


def _explained(
    small: Picture, corners: Corners, by: float, bar: tuple[float, float] | None, nets: Nets
) -> float:
    """How much the pattern explains that far beside the corners, in board coordinates; 0 where no board can lie."""
    beside = as_corners(rectifier(corners).pixels(UNIT + np.array([by, 0.0])))
    try:
        return fit_points(small, beside, hidden_of(small, beside, nets), bar).explained
    except PictureError:
        return 0.0
