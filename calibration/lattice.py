"""The board's lattice in a picture: nine places that a small network looks for, and
the corners that lie behind them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from vision.errors import PictureError
from vision.frame import FloatArray, Picture
from vision.nets import LATTICE, VIEW_SIZE, Map, Nets
from vision.rectify import UNIT, Corners, Matrix, as_corners, board_of, rectifier, transform

STRIDE = 4
"""Pixels of a view to a cell of its chances."""
REACH = 2
"""A place has a peak's chances up to so many cells around it."""
LEAST = 0.02
"""A place less likely than this is not seen."""
FEWEST = 5
"""Corners follow from so many places."""
OUTLYING = 0.02
"""Places about so far, in the board's width, from where the others put them count for less."""
ROUNDS = 12
"""So often what counts for how much is weighed anew."""
ZOOM = 0.87
"""How much smaller than rectified the board is drawn for a closer look, so that its frame is seen, too."""

PARTS = (1.0, 0.75, 0.5)
"""A board is looked for in parts so wide and so high, as shares of the picture's width and height."""
SLIMMEST, BROADEST = 0.9, 2.4
"""Parts are at least so many times as wide as they are high, and at most so many."""
APART = 0.1
"""Boards whose corners lie no farther apart, in a board's widths, are the same."""

_MIRRORED = [LATTICE.index((1.0 - u, v)) for u, v in LATTICE]


@dataclass(frozen=True, slots=True)
class SeenLattice:
    """A board that is seen: its corners in pixels; `chance`: how likely its nine places lie where they are seen, on
    average, 0-1; `bent`: how far these are from a lattice, in the board's widths, the median of nine.
    """

    corners: Corners
    chance: float
    bent: float


def look(picture: Picture, nets: Nets) -> SeenLattice | None:
    """The board in a whole picture; None where too little of one is seen."""
    height, width = picture.shape[:2]
    view = np.asarray(cv2.resize(picture, VIEW_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.array([width, height]) / VIEW_SIZE
    places, chances = _peaks(nets.lattice(view))
    return _behind((places + 0.5) * scale - 0.5, chances)


def seek(picture: Picture, nets: Nets) -> Iterator[SeenLattice]:
    """Boards in a picture: as the whole of it shows one, then as parts of it do, likeliest first, none of them twice.

    Where a second board lies in the picture too, or the one is small, a part shows it better than the whole does.
    """
    whole = look(picture, nets)
    seen = [] if whole is None else [whole]
    yield from seen
    for board in sorted(_in_parts(picture, nets), key=lambda each: -each.chance):
        if all(_apart(board, other) > APART for other in seen):
            seen.append(board)
            yield board


def _in_parts(picture: Picture, nets: Nets) -> Iterator[SeenLattice]:
    """The boards that parts of a picture show, in pixels of the whole."""
    height, width = picture.shape[:2]
    for across, down in product(PARTS, PARTS):
        wide, high = round(across * width), round(down * height)
        if (across, down) == (1.0, 1.0) or not SLIMMEST < wide / high < BROADEST:
            continue
        lefts, tops = ({0, (side - own) // 2, side - own} for side, own in ((width, wide), (height, high)))
        for left, top in product(sorted(lefts), sorted(tops)):
            part = look(picture[top : top + high, left : left + wide], nets)
            if part is not None:
                yield replace(part, corners=as_corners(np.array(part.corners) + (left, top)))


def _apart(one: SeenLattice, other: SeenLattice) -> float:
    """How far apart two boards' corners lie at most, in the width of the second."""
    a, b = np.array(one.corners), np.array(other.corners)
    return float(np.linalg.norm(a - b, axis=1).max() / max(float(np.linalg.norm(b[1] - b[0])), 1.0))


def look_closer(
    picture: Picture, corners: Corners, nets: Nets, zoom: float = ZOOM, mirrored: bool = False
) -> SeenLattice | None:
    """The board once more, drawn from above by corners that are not far off; None where it is not seen there."""
    try:
        upright = rectifier(corners)
    except PictureError:
        return None
    drawn = upright.rectify(picture, zoom=zoom)
    view = np.asarray(cv2.resize(drawn, VIEW_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    chances = nets.lattice(np.ascontiguousarray(view[:, ::-1]) if mirrored else view)
    if mirrored:
        chances = np.ascontiguousarray(chances[_MIRRORED, :, ::-1])
    places, likely = _peaks(chances)
    size = np.array(drawn.shape[1::-1])
    pixels = (places + 0.5) * size / VIEW_SIZE - 0.5
    return _behind(upright.pixels(board_of((pixels - size / 2) / zoom + size / 2)), likely)


def _peaks(chances: Map) -> tuple[FloatArray, FloatArray]:
    """Where in the view each of the nine places most likely lies (9x2 pixels), and how likely (9)."""
    places, likely = np.zeros((len(LATTICE), 2)), np.zeros(len(LATTICE))
    side = 2 * REACH + 1
    for k, chance in enumerate(chances):
        around = cv2.boxFilter(chance, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        row, column = np.unravel_index(int(np.argmax(around)), around.shape)
        top, left = max(int(row) - REACH, 0), max(int(column) - REACH, 0)
        part = chance[top : int(row) + REACH + 1, left : int(column) + REACH + 1].astype(np.float64)
        likely[k] = part.sum()
        y, x = (
            (part.sum(axis=1 - axis) @ np.arange(part.shape[axis])) / max(likely[k], 1e-12) for axis in (0, 1)
        )
        places[k] = (left + x + 0.5) * STRIDE - 0.5, (top + y + 0.5) * STRIDE - 0.5
    return places, likely


def _behind(pixels: FloatArray, chances: FloatArray) -> SeenLattice | None:
    """The corners behind the nine places, each counting as much as it is likely and agrees with the others."""
    usable = chances > LEAST
    if usable.sum() < FEWEST:
        return None
    board = np.array(LATTICE)
    wide = max(float(np.ptp(pixels[usable], axis=0).max()), 1.0)
    weights = np.where(usable, chances, 0.0)
    matrix, off, counted = None, weights, weights
    for _ in range(ROUNDS):
        matrix = _homography(board, pixels / wide, counted)
        if matrix is None:
            return None
        off = np.linalg.norm(transform(matrix, board) - pixels / wide, axis=1)
        counted = weights / (1 + (off / OUTLYING) ** 2)
    assert matrix is not None
    corners = as_corners(transform(matrix, UNIT) * wide)
    try:
        rectifier(corners)
    except PictureError:
        return None
    return SeenLattice(corners, float(chances.mean()), float(np.median(off)))


def _homography(board: FloatArray, pixels: FloatArray, weights: FloatArray) -> Matrix | None:
    """The homography that takes places of the board to pixels best, each counting with its weight."""
    rows = []
    for (u, v), (x, y), weight in zip(board, pixels, weights, strict=True):
        rows.append(weight * np.array([u, v, 1, 0, 0, 0, -x * u, -x * v, -x]))
        rows.append(weight * np.array([0, 0, 0, u, v, 1, -y * u, -y * v, -y]))
    matrix = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return None if abs(matrix[2, 2]) < 1e-9 else np.asarray(matrix / matrix[2, 2], np.float64)
