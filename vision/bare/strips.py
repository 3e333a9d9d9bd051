"""The points of a board as strips of the small picture: those of one colour look alike, and are laid on each other."""

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import POINTS, column_of
from vision.board_model import EMPTY_SIZE, BoardModel
from vision.frame import FloatArray, Mask, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH

FAR_ROWS, NEAR_ROWS = (-0.07, 0.47), (0.53, 1.07)
"""From where to where, from the far edge, the points of either side reach on the board, rims included."""
DONORS = 3
"""By at most so many points that are alike, the nearest, it is told what another looks like when it is bare."""
ACROSS = 12
"""How much farther a point on the other side of the board is than the columns tell: its light is another."""
ALIKE = 5
"""Of a place so many points of a colour at least tell what it usually looks like."""
LIT_PART = 75
"""Of a hundred places so many are in no more light than most of a board: a shadow seldom covers three quarters."""
SCALE = EMPTY_SIZE[0] / WIDTH
"""How much smaller the ground is than a rectified picture."""
MEAN = np.full((1, 3), 1 / 3, np.float32)
"""What becomes of a pixel's three colours where only their mean counts."""


class AlikePoints:
    """The points of a small picture, as others of their colour may look: each is laid on a strip of a size but once."""

    def __init__(self, picture: Picture, seen: Mask, model: BoardModel) -> None:
        self._picture, self._seen, self._model = picture, seen.view(np.uint8), model
        self._laid: dict[tuple[int, bool, tuple[int, int]], tuple[Picture, Mask]] = {}

    def told(self, bare: Collection[int], site: int) -> tuple[Picture, Mask]:
        """What a point looks like bare, and where that is known: as the nearest of its colour, the middle of three."""
        rows, columns = strip_of(self._model, site)
        size = size_of((rows, columns))
        donors = sorted((d for d in bare if d != site and d % 2 == site % 2), key=lambda d: _away(site, d))
        if not donors:
            return self._picture[rows, columns], np.zeros(size[::-1], bool)
        laid = [self._on(donor, (donor > 12) != (site > 12), size) for donor in donors[:DONORS]]
        looks, masks = zip(*laid, strict=True)
        told, known = looks[0].copy(), masks[0].copy()
        for look, mask in laid[1:]:
            np.copyto(told, look, where=(mask & ~known)[:, :, None])
            known |= mask
        if len(looks) == DONORS:
            one, two, three = looks
            middle = np.maximum(np.minimum(one, two), np.minimum(np.maximum(one, two), three))
            np.copyto(told, middle, where=np.logical_and.reduce(masks)[:, :, None])
        return told, known

    def lit(self, sites: Sequence[int]) -> tuple[FloatArray, NDArray[np.uint8]]:
        """How bright lit points are that are alike, laid as those of the near side lie, and where that is told."""
        size = size_of(strip_of(self._model, sites[0]))
        looks, masks = zip(*(self._on(site, site > 12, size) for site in sites), strict=True)
        seen = np.stack(masks)
        light = np.where(seen, cv2.transform(np.concatenate(looks), MEAN).reshape(seen.shape), np.inf)
        many = seen.sum(axis=0)
        place = np.maximum(many - 1, 0) * LIT_PART // 100
        found = np.take_along_axis(np.sort(light, axis=0), place[None], axis=0)[0]
        told = many >= ALIKE
        return np.where(told, found, 0).astype(np.float32), told.astype(np.uint8)

    def _on(self, donor: int, turned: bool, size: tuple[int, int]) -> tuple[Picture, Mask]:
        """A point, turned about or not, on a strip of a size, and where it is seen."""
        if (donor, turned, size) not in self._laid:
            strip, step = strip_of(self._model, donor), -1 if turned else 1
            look, mask = (
                np.ascontiguousarray(each[strip][::step, ::step]) for each in (self._picture, self._seen)
            )
            look = np.asarray(cv2.resize(look, size, interpolation=cv2.INTER_LINEAR), np.uint8)
            self._laid[donor, turned, size] = (
                look,
                cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST) > 0,
            )
        return self._laid[donor, turned, size]


def _away(site: int, donor: int) -> int:
    """How far a point is from another in columns; of those on the other side the one at the same turn of the board."""
    if (site > 12) == (donor > 12):
        return abs(column_of(site) - column_of(donor))
    return ACROSS + abs(column_of(site) - (11 - column_of(donor)))


def strip_of(model: BoardModel, site: int) -> tuple[slice, slice]:
    """The rows and columns of a point in the small picture."""
    column = column_of(site)
    left, right = model.bar or (0.5, 0.5)
    begin, wide = (0.0, left / 6) if column < 6 else (right, (1.0 - right) / 6)
    low = begin + (column % 6) * wide
    top, bottom = FAR_ROWS if site > 12 else NEAR_ROWS
    height, width = EMPTY_SIZE[::-1]
    x0, x1 = (round(SCALE * (INSET_X + SPAN_X * u)) for u in (low, low + wide))
    y0, y1 = (round(SCALE * (INSET_Y + SPAN_Y * v)) for v in (top, bottom))
    return slice(max(y0, 0), min(y1, height)), slice(max(x0, 0), min(x1, width))


def size_of(strip: tuple[slice, slice]) -> tuple[int, int]:
    """How wide and how high a strip is, in pixels."""
    rows, columns = strip
    return columns.stop - columns.start, rows.stop - rows.start


def step_of(site: int) -> int:
    """Which way the pixels of a point run if it is to lie as those of the near side do."""
    return -1 if site > 12 else 1


def between_points(model: BoardModel) -> Mask:
    """The playing surface in the small picture (192x256), less the bar."""
    mask = np.zeros(EMPTY_SIZE[::-1], bool)
    for site in POINTS:
        mask[strip_of(model, site)] = True
    rows, _ = strip_of(model, 12)
    low, high = (round(SCALE * (INSET_Y + SPAN_Y * v)) for v in (FAR_ROWS[1], NEAR_ROWS[0]))
    mask[low:high] = mask[rows.start]
    mask[: round(SCALE * INSET_Y)] = mask[round(SCALE * (INSET_Y + SPAN_Y)) :] = False
    return mask


def in_pixels(size: tuple[float, float]) -> tuple[float, float]:
    """A size on the board (across, along) in pixels of the small picture."""
    return size[0] * SPAN_X * SCALE, size[1] * SPAN_Y * SCALE
