"""What the eye knows of the bare board at a second look: what the picture's own bare points tell of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.bare.ground import TOLD_KNOWN
from vision.bare.strips import ACROSS, DONORS, FAR_ROWS, NEAR_ROWS
from vision.training.pairs.laid_pairs import Layout, Pairs, Things, through
from vision.training.pairs.lots import Lots
from vision.training.pairs.pair_rendering import BOTTOM, COLUMNS, TOP
from vision.training.placing import LabelKind

TAKEN_FOR_BARE = (0.85, 0.2, 0.08)
"""How often the first look takes a point for bare on which nothing, one checker, or more lie."""
COVERED, AROUND = 0.3, 9
"""What is foreign to a larger share than this is not seen; so many pixels around a die or cube are not, either."""
NARROWEST = 3
"""Strips of fewer pixels are left out."""

Point = tuple[int, int]
"""Side (0 far, 1 near, as the pair has them) and column, from the left."""
Strip = tuple[slice, slice]
Bytes = NDArray[np.uint8]


def second_looks(
    pictures: Tensor, pairs: Pairs, layout: Layout, things: Things, foreign: Tensor, lots: Lots
) -> Tensor:
    """What is given of the bare boards (n x 4 x 192 x 256) of pictures (n x 3 x 384 x 512) at a second look.

    The points are told as the eye tells them (`vision.bare.ground.told_by_others`), nothing else is known; which are
    taken for bare is drawn by lot, mostly those that are. `foreign`: n x 96 x 128.
    """
    small = (functional.avg_pool2d(pictures, 2) * 255).round().byte().permute(0, 2, 3, 1).cpu().numpy()
    pixels, strips = ((things.pixels + 0.5) / 2).cpu().numpy(), _strips(pairs, layout)
    lying = things.there & (things.of_kind(LabelKind.DIE) | things.of_kind(LabelKind.CUBE))
    checkers = (things.there & ~lying).cpu().numpy()
    seen = _seen(foreign, pixels, lying.cpu().numpy())
    given = [
        _told(picture, mask, points, _bare(points, places[there], lots))
        for picture, mask, points, places, there in zip(small, seen, strips, pixels, checkers, strict=True)
    ]
    return torch.from_numpy(np.stack(given)).to(pictures.device)


def _strips(pairs: Pairs, layout: Layout) -> list[dict[Point, Strip]]:
    """The rows and columns that every point of N boards has in their small pictures."""
    n, height = len(pairs.sort), BOTTOM - TOP
    sides = [(TOP - 0.5 + height * top, TOP - 0.5 + height * bottom) for top, bottom in (FAR_ROWS, NEAR_ROWS)]
    left, right = (pairs.columns - 0.5).unbind(-1)
    boards: list[dict[Point, Strip]] = [{} for _ in range(n)]
    for side, (top, bottom) in enumerate(sides):
        ends = [torch.stack([x, torch.full_like(x, y)], -1) for x, y in ((left, top), (right, bottom))]
        one, other = ((through(layout.from_pair, end) + 0.5) / 2 for end in ends)
        low, high = torch.minimum(one, other), torch.maximum(one, other)
        for board, (starts, stops) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
            for column in range(COLUMNS):
                (x0, y0), (x1, y1) = starts[column], stops[column]
                boards[board][side, column] = (
                    slice(max(round(y0), 0), round(y1)),
                    slice(max(round(x0), 0), round(x1)),
                )
    return boards


def _seen(foreign: Tensor, pixels: NDArray[np.float32], lying: NDArray[np.bool_]) -> list[Bytes]:
    """Where small pictures show the board or checkers: no dice, cubes, or anything foreign."""
    wide = functional.interpolate(foreign[:, None], scale_factor=2, mode="nearest")[:, 0].cpu().numpy()
    masks = []
    for hidden, places, there in zip(wide > COVERED, pixels, lying, strict=True):
        mask = 1 - cv2.dilate(hidden.astype(np.uint8), np.ones((5, 5), np.uint8))
        for x, y in places[there].round().astype(int).tolist():
            cv2.circle(mask, (x, y), AROUND, 0, -1)
        masks.append(np.asarray(mask, np.uint8))
    return masks


def _bare(strips: Mapping[Point, Strip], checkers: NDArray[np.float32], lots: Lots) -> list[Point]:
    """The points that the first look takes for bare."""
    taken = []
    for point, (rows, columns) in strips.items():
        x, y = checkers.T
        on_it = (y >= rows.start) & (y < rows.stop) & (x >= columns.start) & (x < columns.stop)
        often = TAKEN_FOR_BARE[min(int(on_it.sum()), len(TAKEN_FOR_BARE) - 1)]
        if lots.numbers.random() < often:
            taken.append(point)
    return taken


def _told(
    picture: Bytes, seen: Bytes, strips: Mapping[Point, Strip], bare: Sequence[Point]
) -> NDArray[np.float32]:
    """What the bare points of a small picture tell of all others of their colour (4 x 192 x 256)."""
    told, known = np.zeros_like(picture), np.zeros(picture.shape[:2], bool)
    for point, strip in strips.items():
        donors = sorted(
            (each for each in bare if each != point and _alike(each, point)), key=lambda d: _away(d, point)
        )
        looks = [
            _laid(picture, seen, strips[each], each[0] != point[0], told[strip].shape)
            for each in donors[:DONORS]
        ]
        looks = [(look, mask) for look, mask in looks if look.size]
        for look, mask in looks:
            np.copyto(told[strip], look, where=(mask & ~known[strip])[..., None])
            known[strip] |= mask
        if len(looks) == DONORS:
            middle = np.median(np.stack([look for look, _ in looks]), axis=0).astype(np.uint8)
            np.copyto(
                told[strip], middle, where=np.logical_and.reduce([mask for _, mask in looks])[..., None]
            )
    colours = told.transpose(2, 0, 1) * known / np.float32(255)
    return np.concatenate([colours, TOLD_KNOWN * known[None]]).astype(np.float32)


def _alike(one: Point, other: Point) -> bool:
    """Whether two points have one colour."""
    return sum(one) % 2 == sum(other) % 2


def _away(one: Point, other: Point) -> int:
    """How far a point is from another, in columns."""
    if one[0] == other[0]:
        return abs(one[1] - other[1])
    return ACROSS + abs(one[1] - (COLUMNS - 1 - other[1]))


def _laid(
    picture: Bytes, seen: Bytes, strip: Strip, turned: bool, shape: tuple[int, ...]
) -> tuple[Bytes, NDArray[np.bool_]]:
    """How a point looks on a strip of a shape, turned about or not, and where it is seen; nothing if that is narrow."""
    step = -1 if turned else 1
    look, mask = (np.ascontiguousarray(each[strip][::step, ::step]) for each in (picture, seen))
    if min(*look.shape[:2], *shape[:2]) < NARROWEST:
        return np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), bool)
    size = (shape[1], shape[0])
    laid = np.asarray(cv2.resize(look, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return laid, cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST) > 0
