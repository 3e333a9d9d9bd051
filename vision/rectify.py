"""The maps between a picture and the playing surface: a homography, and what the lens bends.

Board coordinates (u, v): 0-1 from the left and from the far edge of the playing surface, as the near player sees it.
The rectified picture is 512x384 with the playing surface inset by 32 pixels left and right, 24 at top and bottom.

A wide lens draws what is far from its picture's middle too near to it. The bending is radial about the picture's middle
and described by one number (the division model, Fitzgibbon 2001): what appears at a radius r would appear at
r / (1 + k r^2) without it. Radii are in halves of the picture's diagonal, so the number is the same for pictures of any
size of one camera; it is below 0 for lenses that bend lines outwards (barrel).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.i18n import phrase
from vision.errors import PictureError
from vision.frame import FloatArray, Picture

STRONGEST = 0.6
"""No lens bends by more than this, either way."""
FLATTEST = 0.1
"""Far beyond a picture's corners 1 + k r^2 is taken to be this at least, for it to have an inverse."""
BAND = 128
"""So many rows of a large picture are straightened at a time: all at once would take much memory."""
Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Where in a picture every pixel of another one lies, as `cv2.remap` is quickest with."""
WIDTH, HEIGHT = 512, 384
"""Size of the rectified picture, in pixels."""
INSET_X, INSET_Y = 32, 24
"""Where the playing surface begins in the rectified picture, in pixels."""
SPAN_X, SPAN_Y = WIDTH - 2 * INSET_X, HEIGHT - 2 * INSET_Y
"""Size of the playing surface in the rectified picture, in pixels."""
COARSE = 2.8
"""From so many pixels of a picture to one of the rectified picture on, the picture is halved first."""
Pixel = tuple[float, float]
Corners = tuple[Pixel, Pixel, Pixel, Pixel]
"""Far-left, far-right, near-right, near-left corner of the playing surface, in pixels of the picture."""
Matrix: TypeAlias = NDArray[np.float64]
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""The corners in board coordinates."""
MIDDLE = (0.5, 0.5)
"""The board's middle."""
BEYOND = 0.25
"""How far corners may lie beyond a picture, in its widths and heights."""
BENDS = 24
"""Into so many pieces a line across the board is cut to be drawn where a lens bends it."""
NEARBY = 1e-3
"""Places so near to each other, in board coordinates, tell how the picture changes there."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens that bends by `k`, see above; not 0, for then there is nothing to straighten."""

    k: float

    def on(self, size: tuple[int, int]) -> "Bend":
        """The lens as it bends pictures of a size (width, height)."""
        return Bend(self.k, *size)


@dataclass(frozen=True, slots=True)
class Bend:
    """A lens that bends pictures of one size, in pixels.

    A straightened picture is as large as the bent one and shows all of it: drawn smaller about the middle (by
    `shrinking`) as lenses bend outwards.
    """

    k: float
    width: int
    height: int

    @property
    def shrinking(self) -> float:
        """How much smaller the middle of a picture is when it is straightened, 0-1."""
        return min(1.0, 1.0 + self.k)

    def straight(self, pixels: FloatArray) -> NDArray[np.float64]:
        """Nx2 pixels of the picture as Nx2 pixels of the straightened one."""
        away = (pixels - self._middle) / self._unit
        squared = np.square(away).sum(axis=-1, keepdims=True)
        wide = self.shrinking / np.maximum(1 + self.k * squared, FLATTEST)
        return np.asarray(self._middle + away * wide * self._unit, dtype=np.float64)

    def bent(self, pixels: FloatArray) -> NDArray[np.float64]:
        """Nx2 pixels of the straightened picture as Nx2 pixels of the picture."""
        away = (pixels - self._middle) / (self._unit * self.shrinking)
        squared = np.square(away).sum(axis=-1, keepdims=True)
        narrow = 2 / (1 + np.sqrt(np.maximum(1 - 4 * self.k * squared, 0.0)))
        return np.asarray(self._middle + away * narrow * self._unit, dtype=np.float64)

    def straightened(self, picture: Picture) -> Picture:
        """The picture as a lens that bends nothing would have drawn it."""
        return remapped(picture, _straightening(self))

    @property
    def _middle(self) -> NDArray[np.float64]:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def _unit(self) -> float:
        return float(np.hypot(self.width, self.height)) / 2


def bend_of(lens: Lens | None, shape: tuple[int, ...]) -> Bend | None:
    """What a lens does to pictures of a shape (height, width, ...); None without one."""
    return None if lens is None else lens.on((shape[1], shape[0]))


def maps_of(pixels: FloatArray) -> Maps:
    """The maps to pixels (rows x columns x 2) of a picture."""
    x, y = (np.ascontiguousarray(pixels[:, :, axis], dtype=np.float32) for axis in (0, 1))
    coarse, fine = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)


def remapped(picture: Picture, maps: Maps) -> Picture:
    """The other picture; beyond the rim of this one it is repeated."""
    found = cv2.remap(picture, *maps, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.uint8)


@lru_cache(maxsize=2)
def _straightening(bend: Bend) -> Maps:
    bands = []
    for top in range(0, bend.height, BAND):
        x, y = np.meshgrid(np.arange(bend.width), np.arange(top, min(top + BAND, bend.height)))
        bands.append(maps_of(bend.bent(np.stack([x, y], axis=-1))))
    coarse, fine = zip(*bands, strict=True)
    return np.concatenate(coarse), np.concatenate(fine)


@dataclass(frozen=True, slots=True, eq=False)
class Rectifier:
    """The maps of one camera and board: the homographies `to_pixels` from (u, v) to the picture, `to_board` the other
    way; where the lens bends (`bend`), to and from the straightened picture.
    """

    to_pixels: Matrix
    to_board: Matrix
    bend: Bend | None = None

    def pixels(self, uv: FloatArray) -> Matrix:
        """Nx2 places on the board as Nx2 pixels of the picture."""
        pixels = transform(self.to_pixels, uv)
        return pixels if self.bend is None else self.bend.bent(pixels)

    def board(self, pixels: FloatArray) -> Matrix:
        """Nx2 pixels of the picture as Nx2 places on the board."""
        return transform(self.to_board, pixels if self.bend is None else self.bend.straight(pixels))

    def line(self, uv: FloatArray, closed: bool = False) -> Matrix:
        """A line through Nx2 places on the board as a line through Mx2 pixels, as the
        lens bends it; `closed`: a ring.
        """
        if self.bend is None:
            return self.pixels(uv)
        ends = np.roll(uv, -1, axis=0) if closed else uv[1:]
        steps = np.linspace(0.0, 1.0, BENDS, endpoint=False)[:, None]
        pieces = [begin + steps * (end - begin) for begin, end in zip(uv, ends, strict=False)]
        return self.pixels(np.concatenate(pieces if closed else [*pieces, uv[-1:]]))

    def plane_at(self, uv: tuple[float, float]) -> Matrix:
        """The homography from (u, v) to the picture that is right near a place, and everywhere without a lens."""
        if self.bend is None:
            return self.to_pixels
        place = np.array(uv, dtype=np.float64)
        around = NEARBY * np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
        here, right, left, below, above = self.pixels(place + np.vstack([np.zeros((1, 2)), around]))
        plane = np.eye(3)
        plane[:2, :2] = np.column_stack([right - left, below - above]) / (2 * NEARBY)
        plane[:2, 2] = here - plane[:2, :2] @ place
        return plane

    def rectify(
        self, picture: Picture, scale: float = 1.0, zoom: float = 1.0, middle: tuple[float, float] = MIDDLE
    ) -> Picture:
        """The board seen from above: 512x384 times `scale`, the playing surface inset.

        With a `zoom` below 1 it is drawn so much smaller, and more of what lies around it is shown. `middle`: the place
        on the board that lies in the middle of what is drawn.
        """
        size = (round(WIDTH * scale), round(HEIGHT * scale))
        x, y = canvas_of(np.array(middle), scale)[0]
        drawn = np.array([[zoom, 0, size[0] / 2 - zoom * x], [0, zoom, size[1] / 2 - zoom * y], [0, 0, 1]])
        matrix = drawn @ _canvas(scale) @ self.to_board
        onto = np.linalg.inv(matrix)
        halved = self.shrinking(scale) / zoom > COARSE and min(picture.shape[:2]) > 1
        if halved:
            picture = np.asarray(
                cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
            )
            matrix = matrix @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]])
        if self.bend is not None:
            return remapped(picture, _bending(onto.tobytes(), size, self.bend, halved))
        warped = cv2.warpPerspective(
            picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(warped, dtype=np.uint8)

    def shrinking(self, scale: float = 1.0) -> float:
        """How many pixels of the picture go into one of the rectified picture, across the board's middle."""
        across = self.pixels(np.array([[0.0, 0.5], [1.0, 0.5], [0.5, 0.0], [0.5, 1.0]]))
        wide = float(np.hypot(*(across[1] - across[0]))) / (SPAN_X * scale)
        high = float(np.hypot(*(across[3] - across[2]))) / (SPAN_Y * scale)
        return max(wide, high)


def rectifier(corners: Corners, bend: Bend | None = None) -> Rectifier:
    """The maps for four corners; PictureError where they do not span a convex board in the right order.

    `bend`: what the lens does to the picture, None where it bends nothing.
    """
    quad = np.array(corners, dtype=np.float64)
    if bend is not None and quad.shape == (4, 2):
        quad = bend.straight(quad)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise PictureError(
            phrase("Four corners are needed, each two numbers: far-left, far-right, near-right, near-left.")
        )
    turns = [_cross(quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]) for i in range(4)]
    if min(turns) < 1.0:
        raise PictureError(
            phrase(
                "The four corners do not go round a board: give far-left, far-right, near-right, near-left "
                "as the near player sees them."
            )
        )
    to_board = cv2.getPerspectiveTransform(quad.astype(np.float32), UNIT.astype(np.float32)).astype(
        np.float64
    )
    return Rectifier(np.asarray(np.linalg.inv(to_board), dtype=np.float64), to_board, bend)


def as_corners(quad: FloatArray) -> Corners:
    """4x2 pixels as corners."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def strayed(corners: Corners, rest: Corners) -> float:
    """How far the farthest corner lies from where it was at rest, as a share of the board's width."""
    now, then = np.array(corners), np.array(rest)
    return float(np.linalg.norm(now - then, axis=1).max() / np.linalg.norm(then[1] - then[0]))


def straightened(
    corners: Corners, picture: Picture, lens: Lens | None
) -> tuple[Corners, Picture, Bend | None]:
    """Corners and picture as a lens that bends nothing would have drawn them, and how this one bends them."""
    bend = bend_of(lens, picture.shape)
    if bend is None:
        return corners, picture, None
    return as_corners(bend.straight(np.array(corners))), bend.straightened(picture), bend


def bent(corners: Corners, bend: Bend | None) -> Corners:
    """Corners in a straightened picture as they lie in the one that a lens bends."""
    return corners if bend is None else as_corners(bend.bent(np.array(corners)))


def lie_near(corners: Corners, width: int, height: int) -> bool:
    """Whether corners lie in a picture of this size or not far beyond it, and their middle in it."""
    middle_x, middle_y = (sum(places) / 4 for places in zip(*corners, strict=True))
    return (0 <= middle_x < width and 0 <= middle_y < height) and all(
        -BEYOND * width < x < (1 + BEYOND) * width and -BEYOND * height < y < (1 + BEYOND) * height
        for x, y in corners
    )


def transform(matrix: Matrix, places: FloatArray) -> Matrix:
    """Nx2 places under a 3x3 homography."""
    points = np.atleast_2d(np.asarray(places, dtype=np.float64))
    full = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(full[:, :2] / full[:, 2:3], dtype=np.float64)


def canvas_of(uv: FloatArray, scale: float = 1.0) -> Matrix:
    """Nx2 places on the board as pixels of the rectified picture."""
    places = np.atleast_2d(np.asarray(uv, dtype=np.float64))
    return np.asarray((places * (SPAN_X, SPAN_Y) + (INSET_X, INSET_Y)) * scale, dtype=np.float64)


def board_of(pixels: FloatArray, scale: float = 1.0) -> Matrix:
    """Nx2 pixels of the rectified picture as places on the board."""
    return transform(np.asarray(np.linalg.inv(_canvas(scale)), dtype=np.float64), pixels)


def parse_corners(text: str) -> Corners:
    """Corners from `"x,y x,y x,y x,y"`; PictureError says what is wrong with the text."""
    try:
        pairs: Sequence[tuple[str, str]] = [tuple(word.split(",")) for word in text.split()]  # type: ignore[misc]
        a, b, c, d = ((float(x), float(y)) for x, y in pairs)
    except ValueError as error:
        raise PictureError(
            phrase(
                '"{text}" are not four corners: write them as "x,y x,y x,y x,y", far-left, far-right, '
                "near-right, near-left.",
                text=text,
            )
        ) from error
    if not all(math.isfinite(number) for pixel in (a, b, c, d) for number in pixel):
        raise PictureError(phrase('"{text}" are not four corners: every number must be finite.', text=text))
    return a, b, c, d


def _canvas(scale: float) -> Matrix:
    rows = [[SPAN_X * scale, 0, INSET_X * scale], [0, SPAN_Y * scale, INSET_Y * scale], [0, 0, 1]]
    return np.array(rows, dtype=np.float64)


@lru_cache(maxsize=12)
def _bending(inverse: bytes, size: tuple[int, int], bend: Bend, halved: bool) -> Maps:
    """Where in a picture, or in the half of it, the pixels of a rectified one of this size lie.

    `inverse`: the nine numbers of the homography from these to the straightened picture.
    """
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float64), np.arange(size[1], dtype=np.float64))
    straight = transform(np.frombuffer(inverse).reshape(3, 3), np.column_stack([x.ravel(), y.ravel()]))
    pixels = bend.bent(straight)
    return maps_of(((pixels - 0.5) / 2 if halved else pixels).reshape(size[1], size[0], 2))


def _cross(a: Matrix, b: Matrix, c: Matrix) -> float:
    one, two = b - a, c - b
    return float(one[0] * two[1] - one[1] * two[0])
