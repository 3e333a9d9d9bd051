"""The four corners found in a picture without help: long lines give candidates, the pattern of the points decides."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.glance import glance
from calibration.quads import SHORTEST, Quads, candidates
from vision.errors import PictureError
from vision.fit.fit import Fit, behind_rail, fit_pattern, lying, stretched
from vision.fit.hidden import hidden_of
from vision.frame import Picture
from vision.nets import Nets
from vision.reading import own_nets
from vision.rectify import UNIT, Corners, as_corners, rectifier

WIDE = 800
"""Pictures are looked through for lines at this width, in pixels."""
GLANCED, LAID, FITTED = 2500, 70, 6
"""Of so many candidates that look best at a glance, so many at most have the pattern laid on them, so many fitted."""
LAID_APART, FITTED_APART = 5.0, 8.0
"""By so many pixels of the small picture two of them must differ at a corner to be laid, and to be fitted."""
ENDING = 0.25
"""How much it counts that the points of a candidate end clearly, against how much the pattern explains."""
UNENDED = 0.3
"""Where points end less clearly than this at an edge, their ends are looked for far and wide."""
POINT = 0.076
"""The usual width of a point, in board coordinates."""
STEPS = 3
"""By so many points' widths what was found first is put right at most."""
RIVAL = 0.85
"""Corners a point's width beside that are so nearly as sure leave none sure."""
HOPELESS = 0.15
"""A candidate that explains less than this of the small picture is not fitted."""
PLAIN, PLAINLY = 0.5, 3
"""Corners so sure after so many candidates leave no need for more."""
SURE = 0.42
"""From this confidence on the corners found are those of a board."""


@dataclass(frozen=True, slots=True)
class Found:
    """The corners of a board found in a picture, and how sure they are, 0-1; `is_sure`: enough to go by.

    The near side is taken to be the one towards the bottom of the picture, which no picture can tell.
    """

    corners: Corners
    confidence: float

    @property
    def is_sure(self) -> bool:
        """Whether these are surely the corners."""
        return self.confidence >= SURE


def find_corners(picture: Picture, nets: Nets | None = None) -> Found | None:
    """The likeliest corners of a board with points; None where nothing in the picture could be one.

    `nets`: those that come with Tableside unless given.
    """
    nets = nets or own_nets()
    scale = min(1.0, WIDE / picture.shape[1])
    if min(picture.shape[:2]) * scale < SHORTEST:
        return None
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    quads = candidates(small)
    if not len(quads):
        return None
    scores, bars = glance(quads, small)
    clear = np.zeros((96, 128), dtype=np.bool_)
    laid: list[tuple[float, int, Fit]] = []
    for index in _distinct(quads, np.argsort(-scores)[:GLANCED], LAID, LAID_APART):
        bar = (0.5 - bars[index] / 2, 0.5 + bars[index] / 2)
        try:
            fit = lying(small, as_corners(quads[index]), clear, bar, 1.0)
        except PictureError:
            continue
        laid.append((fit.explained + ENDING * fit.ended, index, fit))
    laid.sort(key=lambda each: -each[0])
    fits = {index: fit for _, index, fit in laid}
    ranked = np.array([index for _, index, _ in laid], dtype=np.int64)
    found: list[Found] = []
    for index in _distinct(quads, ranked, FITTED, FITTED_APART):
        if fits[index].explained < HOPELESS:
            continue
        here = _fitted(picture, as_corners((quads[index] + 0.5) / scale - 0.5), fits[index], nets)
        if here is None:
            continue
        found.append(here)
        if here.confidence > PLAIN and len(found) >= PLAINLY:
            break
    if not found:
        return None
    best = max(found, key=lambda each: each.confidence)
    return _not_beside(picture, best, nets) if best.confidence > SURE / 2 else best


def _not_beside(picture: Picture, found: Found, nets: Nets) -> Found:
    """The corners found, or those a point's width beside them where these are surer; unsure where both are as sure."""
    beside = [each for step in (-1, 1) if (each := _beside_by(picture, found, step, nets)) is not None]
    for _ in range(STEPS):
        best = max(beside, key=lambda each: each.confidence, default=found)
        if best.confidence <= found.confidence:
            break
        found, beside = best, [found]
        beside += [each for step in (-1, 1) if (each := _beside_by(picture, found, step, nets)) is not None]
    rival = max((each.confidence for each in beside if _apart(each, found)), default=0.0)
    if rival > RIVAL * found.confidence:
        return Found(found.corners, found.confidence - rival)
    finer = _fitted(picture, found.corners, None, nets, rounds=2)
    if finer is None or finer.confidence <= found.confidence or _apart(finer, found):
        return found
    return finer


def _beside_by(picture: Picture, found: Found, step: int, nets: Nets) -> Found | None:
    """What is found so many points' widths beside; None where no board can lie there."""
    by = step * POINT
    places = np.array([[by, 0.0], [1 + by, 0.0], [1 + by, 1.0], [by, 1.0]])
    return _fitted(picture, as_corners(rectifier(found.corners).pixels(places)), None, nets)


def _apart(one: Found, other: Found) -> bool:
    """Whether two boards lie half a point's width apart or more."""
    places = rectifier(other.corners).board(np.array(one.corners))
    return float(np.abs(places - UNIT).max()) > POINT / 2


def _fitted(
    picture: Picture, corners: Corners, laid: Fit | None, nets: Nets, rounds: int = 1
) -> Found | None:
    """The corners put right from a candidate, as it was `laid` on the small picture; None where they span no board."""
    try:
        return _put_right(picture, corners, laid, nets, rounds)
    except PictureError:
        return None


def _put_right(picture: Picture, corners: Corners, laid: Fit | None, nets: Nets, rounds: int) -> Found:
    if laid is not None and laid.ended < UNENDED:
        corners = stretched(picture, corners, laid.bar, hidden_of(picture, corners, nets))
    best: tuple[Found, float] | None = None
    for _ in range(2):
        fit = fit_pattern(picture, corners, hidden_of(picture, corners, nets), rounds)
        hidden = hidden_of(picture, fit.corners, nets)
        seen = lying(picture, fit.corners, hidden, fit.bar)
        here = Found(behind_rail(picture, fit.corners, hidden, fit.bar), seen.explained * seen.ended)
        if best is None or here.confidence > best[0].confidence:
            best = here, seen.ended
        if best[1] >= UNENDED or fit.explained < SURE:
            break
        corners = stretched(picture, fit.corners, fit.bar, hidden)
    assert best is not None
    return best[0]


def _distinct(quads: Quads, order: NDArray[np.int64], most: int, apart: float) -> list[int]:
    """The first of an order of quadrilaterals, none of them with all corners within `apart` of one before."""
    kept: list[int] = []
    for index in order:
        if not kept or np.abs(quads[kept] - quads[index]).max(axis=(1, 2)).min() > apart:
            kept.append(int(index))
        if len(kept) == most:
            break
    return kept
