"""How much a picture of a board differs from its ground, at places as large as checkers."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare.light import LitGround, toned
from vision.bare.strips import MEAN
from vision.frame import FloatArray, Mask

CORE, RIM, SECTORS = 0.34, 0.6, 8
"""A checker's middle and its rim, in its diameters, and in how many sectors they are compared."""
HALF = 0.5001
"""A sector of which more than this share is known is known."""
SLIDES = (0, -1, 1, -2, 2)
"""By how many pixels sideways the ground may lie beside where it is told to be."""


def differing(
    bare: LitGround, clear: Mask | None = None, slides: Sequence[int] = SLIDES, hidden: Mask | None = None
) -> FloatArray:
    """How much (grey levels squared) a small picture differs from the bare board in its light, nan where that is not
    known.

    `clear`: where nothing seems to lie, as far as that is known; `hidden`: where the board does not show.
    Nx192x256: with the ground moved sideways by so many pixels, since what one point tells of another may lie a
    little beside.
    """
    ground, picture, light, shown = bare.ground, bare.picture, bare.light, bare.expected
    if clear is not None:
        shown = toned(shown, picture, ground.known & clear)
    height, width = ground.known.shape
    ours = picture.astype(np.float32)
    # the ground with its own other end on either side, so that moved it is but another part of it
    far = max(map(abs, slides))
    theirs = np.concatenate([shown[:, width - far :], shown, shown[:, :far]], axis=1)
    known = ground.known if hidden is None else ground.known & ~hidden
    unknown = np.where(known, np.float32(0), np.float32(np.nan))
    unknown = np.concatenate([unknown[:, width - far :], unknown, unknown[:, :far]], axis=1)
    found = np.empty((len(slides), height, width), np.float32)
    away = np.empty_like(ours)
    for one, by in zip(found, slides, strict=True):
        moved = slice(far - by, far - by + width)
        np.subtract(ours, theirs[:, moved], out=away)
        np.multiply(away, light, out=away)
        np.multiply(away, away, out=away)
        cv2.transform(away, MEAN, dst=one)
        one += unknown[:, moved]
    return found


def strange(differences: FloatArray, places: FloatArray, size: tuple[float, float]) -> FloatArray:
    """How much what `differing` found differs at N places (Nx2, in pixels of the small picture), in grey levels.

    About each place lies an ellipse of a size (across, along, in pixels), such as a checker would fill: half of its
    sectors, in its middle or at its rim, differ by so much, so that a neighbour or a shadow that touches it tells
    nothing. Not a number where the ground is not known.
    """
    dx, dy, share = _zones(size)
    height, width = differences.shape[1:]
    x, y = np.rint(places).astype(int).T[:, :, None]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    columns, rows = x + dx, y + dy
    beside = (columns < 0) | (columns >= width) | (rows < 0) | (rows >= height)
    pixels = np.where(beside, 0, rows * width + columns)
    around = differences.reshape(len(differences), -1).take(pixels, axis=1)
    unknown = beside | np.isnan(around)
    around[unknown] = 0
    # sector by sector, which of its pixels are known and what these differ by on average
    known = (~unknown).astype(np.float32) @ share
    mean = np.where(known > HALF, (around @ share) / np.maximum(known, HALF), np.float32(np.nan))
    found = np.fmax(_half(mean[..., :SECTORS]), _half(mean[..., SECTORS:]))
    return np.asarray(np.where(inside[:, 0], np.sqrt(np.fmin.reduce(found)), np.nan), np.float64)


@lru_cache(maxsize=32)
def _zones(size: tuple[float, float]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """The pixels (dx, dy from its middle) of a checker of a size, and for each (N) how large a part it is of each
    sector of its middle, then of its rim (Nx16); a sector without any has none.
    """
    wide, high = (int(np.ceil(RIM * each)) for each in size)
    dy, dx = np.mgrid[-high : high + 1, -wide : wide + 1]
    radius = np.hypot(dx / size[0], dy / size[1])
    sector = np.floor((np.arctan2(dy, dx) / (2 * np.pi) + 0.5) * SECTORS).astype(int) % SECTORS
    sector += np.where(radius <= CORE, 0, SECTORS)
    own = radius <= RIM
    share = np.equal.outer(sector[own], np.arange(2 * SECTORS)).astype(np.float32)
    return dx[own], dy[own], share / np.maximum(share.sum(axis=0), 1)


def _half(sectors: FloatArray) -> FloatArray:
    """What half of the sectors (along the last axis) reach, where more than half are known."""
    ordered = np.sort(sectors)  # what is not known comes last
    known = (~np.isnan(sectors)).sum(axis=-1, keepdims=True)
    middle = np.take_along_axis(ordered, np.maximum(known - 1, 0) // 2, axis=-1)
    return np.where(known > sectors.shape[-1] / 2, middle, np.nan)[..., 0]
