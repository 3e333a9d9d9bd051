"""The ground of a board of points: what it looks like where nothing lies, seen itself or
told by points that are alike.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import POINTS
from vision.board_model import EMPTY_SIZE, BoardModel, empty_picture
from vision.colour_model import median
from vision.frame import FloatArray, Mask, Picture
from vision.rectify import INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH

SCALE = EMPTY_SIZE[0] / WIDTH
"""How much smaller the ground is than a rectified picture."""
FAR_ROWS, NEAR_ROWS = (-0.07, 0.47), (0.53, 1.07)
"""From where to where, from the far edge, the points of either side reach on the board, rims included."""
ALIKE = 5
"""Of a place so many points of a colour at least tell what it usually looks like."""
DONORS = 3
"""By at most so many points that are alike, the nearest, it is told what another looks like when it is bare."""
TOLD = 170
"""How opaque (0-255) a ground's PNG is where others tell what it looks like."""
TOLD_KNOWN = 0.5
"""How well the board network is told that a place is known of which others tell; what was seen itself is 1."""
ACROSS = 12
"""How much farther a point on the other side of the board is than the columns tell: its light is another."""

CORE, RIM, SECTORS = 0.34, 0.6, 8
"""A checker's middle and its rim, in its diameters, and in how many sectors they are compared."""
HALF = 0.5001
"""A sector of which more than this share is known is known."""
SLIDES = (0, -1, 1, -2, 2)
"""By how many pixels sideways the ground may lie beside where it is told to be."""
TILES = (3, 4)
"""In how many rows and columns of the board the light is measured."""
FEW = 60
"""From fewer pixels than this no light is measured."""
MEAN = np.full((1, 3), 1 / 3, np.float32)
"""What becomes of a pixel's three colours where only their mean counts."""
UNEVEN = 1.35
"""By how much the light of a part of the board changes at most beside that of the whole."""
NEARBY, FARTHER = 0.8, 3.0
"""Out to how many checkers' diameters about a place its light is measured, and where too little is clear there."""
TELLING = 0.1
"""On so large a share of what lies about a place the board must show."""
WELL_KNOWN = 0.6
"""Where on less of a board what is known of it tells its light, its points of one colour tell it, too."""
BESIDE_HEAPS = 0.3
"""The same of what lies near a place: of less the sides of heaps show."""
EVENLY = (0.7, 1.4)
"""Within these shares of the light that most of the board has it is even: shade and glare that checkers' looks bear."""
LIT_PART = 75
"""Of a hundred places so many are in no more light than that: a shadow seldom covers three quarters of a board."""
STEADY = 1.25
"""Light that changes nearby by less than so much is no edge of a shadow."""
SHADED = 0.05
"""In less than this share of a board no shadow is looked for."""
SHADES, SHADE = 17, 16
"""In how many steps of so many grey levels a camera's tone is measured."""
BRIGHT = 160
"""From this shade on a camera's tone is measured: darker ones are as many times as bright as the light is."""
BENT, AGREED = 32, 10
"""By how many grey levels a camera's tone bends a shade at most; half of its pixels agree within so many."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The bare board seen from above (192x256x3 BGR), true where it is `known` (192x256).

    `told`: the part of it that was not seen itself, but is as other points of the same colour tell.
    """

    picture: Picture
    known: Mask
    told: Mask

    def png(self) -> bytes:
        """A PNG of it, transparent where it is not known, a little so where it is told by others."""
        alpha = np.where(self.known, np.where(self.told, TOLD, 255), 0).astype(np.uint8)
        return cv2.imencode(".png", np.dstack([self.picture, alpha]))[1].tobytes()


@dataclass(frozen=True, slots=True, eq=False)
class LitGround:
    """A ground in the light of a small picture (192x256x3 BGR).

    `light`: as `lit` tells it; `expected`: what the picture would show were it bare (192x256x3, brighter than
    white, too); `shade`: by how much what lies there is brighter than elsewhere (192x256), less than 1 in a shadow;
    None where the light is even.
    """

    ground: Ground
    picture: Picture
    light: FloatArray
    expected: FloatArray
    shade: FloatArray | None = None

    @staticmethod
    def of(ground: Ground, picture: Picture) -> "LitGround":
        """The ground in a small picture's light."""
        light = lit(picture, ground)
        return LitGround(ground, picture, light, in_light(ground, light))

    def in_shade(self, clear: Mask, model: BoardModel) -> "LitGround":
        """The ground with the shadows and the bright spots that fall on it; itself where the light is even.

        `clear`: where nothing seems to lie (192x256).
        """
        own = self.ground.known & ~self.ground.told & clear
        found = _light(self.picture, self.ground, own, in_pixels(model.checker))
        if found is None:
            return self
        falls, near = found
        if near.mean() < WELL_KNOWN:
            by_itself = own_light(self.picture, clear, model)
            falls = falls if by_itself is None else np.where(near, falls, by_itself)
        shade = shadows(falls, clear)
        if shade is None:
            return self
        even = _even(falls)
        ratio = (self.ground.picture[own & even] + np.float32(4)) / (self.picture[own & even] + np.float32(4))
        light = (median(ratio.T) / falls[:, :, None]).astype(np.float32)
        shown = in_light(self.ground, light)
        return LitGround(self.ground, self.picture, light, shown, shade)

    @property
    def shown(self) -> Picture:
        """The ground in that light as a picture (192x256x3)."""
        return np.minimum(self.expected, 255).astype(np.uint8)

    def planes(self) -> FloatArray:
        """The ground as the board network is given it (192x256x4): BGR 0..1, and how well it is known."""
        known = np.where(self.ground.told, TOLD_KNOWN, self.ground.known).astype(np.float32)
        told = self.shown * (self.ground.known[:, :, None] / np.float32(255))
        return np.dstack([told, known])


def evenly_lit(shade: FloatArray | None, size: tuple[float, float]) -> Mask:
    """Where in a small picture (192x256) no shadow and no bright spot is near (`shade`, as `LitGround` has it); `size`
    of a checker (across, along), in its pixels.
    """
    if shade is None:
        return np.ones(EMPTY_SIZE[::-1], np.bool_)
    return cv2.dilate((shade != 1).astype(np.uint8), _about(size)) == 0


def steady(shade: FloatArray | None, size: tuple[float, float]) -> Mask:
    """Where in a small picture (192x256) the light hardly changes nearby, in shadows as beside them; otherwise as
    `evenly_lit`.
    """
    if shade is None:
        return np.ones(EMPTY_SIZE[::-1], np.bool_)
    near = _about(size)
    return np.asarray(cv2.dilate(shade, near) < STEADY * cv2.erode(shade, near), np.bool_)


def _about(size: tuple[float, float]) -> NDArray[np.uint8]:
    """The pixels that are near another."""
    wide, high = (2 * round(NEARBY * side) + 1 for side in size)
    return np.ones((high, wide), np.uint8)


def without_shade(rectified: Picture, shade: FloatArray) -> Picture:
    """A rectified picture (384x512) as it would be in even light."""
    height, width = rectified.shape[:2]
    share = cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(rectified / share[:, :, None], 0, 255).astype(np.uint8)


def in_pixels(size: tuple[float, float]) -> tuple[float, float]:
    """A size on the board (across, along) in pixels of the small picture."""
    return size[0] * SPAN_X * SCALE, size[1] * SPAN_Y * SCALE


def small(rectified: Picture) -> Picture:
    """A rectified picture (512x384) as small as the ground is (256x192)."""
    return np.asarray(cv2.resize(rectified, EMPTY_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4)
def ground_of(png: bytes) -> Ground | None:
    """The ground that a model keeps as a PNG; None where that is no picture. Unpacked once, as every look needs it."""
    raw = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    picture = empty_picture(png)
    if raw is None or picture is None:
        return None
    alpha = np.full(EMPTY_SIZE[::-1], 255, np.uint8)
    if raw.shape[2:] == (4,):
        # models of former versions keep smaller pictures
        alpha = np.asarray(cv2.resize(raw[:, :, 3], EMPTY_SIZE, interpolation=cv2.INTER_NEAREST), np.uint8)
    picture.flags.writeable = False
    return Ground(picture, alpha > 0, (alpha > 0) & (alpha <= TOLD))


def pieced(
    picture: Picture, seen: Mask, bare: Collection[int], model: BoardModel, even: Mask | None = None
) -> Ground:
    """The ground that a small picture (256x192) shows of which it is known which points are bare.

    `seen`: where nothing lies, nor stands: checkers reach beyond their points; `even`: where light is as on most of the
    board (None: everywhere). A point that is not bare, and what of others is not evenly lit, looks like the nearest
    points of its colour that are; bar, middle and rims look as they do.
    """
    even = np.ones_like(seen) if even is None else even
    clear = seen & even
    made, known, told = picture.copy(), clear.copy(), np.zeros_like(seen)
    others = _Others(picture, clear, model)
    for site in POINTS:
        strip = _strip(model, site)
        elsewhere = ~even[strip] if site in bare else np.ones_like(even[strip])
        if elsewhere.any():
            look, is_told = others.told(bare, site)
            made[strip] = np.where(elsewhere[:, :, None], look, picture[strip])
            told[strip] = elsewhere & is_told
            known[strip] = clear[strip] & ~elsewhere | told[strip]
    return Ground(made, known, told)


def shown_at(ground: Ground, picture: Picture, places: FloatArray, size: tuple[float, float]) -> Ground:
    """The ground as a small picture (192x256) shows it itself about N places (Nx2, its pixels), out to a size (across,
    along, in pixels), whatever others tell of it.
    """
    if not len(places):
        return ground
    here = np.zeros(ground.known.shape, np.uint8)
    for x, y in np.rint(places).astype(int).tolist():
        cv2.ellipse(here, (x, y), (round(size[0]), round(size[1])), 0, 0, 360, 1, -1)
    shown = here > 0
    made = np.where(shown[:, :, None], picture, ground.picture)
    return Ground(made, ground.known | shown, ground.told & ~shown)


def told_by_others(picture: Picture, seen: Mask, bare: Collection[int], model: BoardModel) -> Ground:
    """The ground of every point as the bare others of its colour tell it in a small picture; nothing else is known."""
    made, known = picture.copy(), np.zeros(picture.shape[:2], bool)
    others = _Others(picture, seen, model)
    for site in POINTS:
        strip = _strip(model, site)
        made[strip], known[strip] = others.told(bare, site)
    return Ground(made, known, known)


def own_light(picture: Picture, clear: Mask, model: BoardModel) -> FloatArray | None:
    """How much of the light that most of a board has falls on each of its places (192x256), where nothing is known of the
    board; None where too little tells. In even light its points of one colour would look alike.

    `picture`: small (192x256); `clear`: where in it nothing seems to lie.
    """
    usual, known = picture.copy(), np.zeros_like(clear)
    others = _Others(picture, clear, model)
    for colour in (0, 1):
        sites = [site for site in POINTS if site % 2 == colour]
        lit, told = others.lit(sites)
        for site in sites:
            place, step = _strip(model, site), _step(site)
            size = _size(place)
            usual[place] = cv2.resize(lit, size, interpolation=cv2.INTER_LINEAR)[::step, ::step, None]
            known[place] = cv2.resize(told, size, interpolation=cv2.INTER_NEAREST)[::step, ::step] > 0
    ground = Ground(usual, known, np.zeros_like(known))
    found = _light(picture, ground, known & clear, in_pixels(model.checker))
    return None if found is None else found[0]


class _Others:
    """The points of a small picture, as others of their colour may look: each is laid on a strip of a size but once."""

    def __init__(self, picture: Picture, seen: Mask, model: BoardModel) -> None:
        self._picture, self._seen, self._model = picture, seen.view(np.uint8), model
        self._laid: dict[tuple[int, bool, tuple[int, int]], tuple[Picture, Mask]] = {}

    def told(self, bare: Collection[int], site: int) -> tuple[Picture, Mask]:
        """What a point looks like bare, and where that is known: as the nearest of its colour, the middle of three."""
        rows, columns = _strip(self._model, site)
        size = _size((rows, columns))
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
        """How bright the lit ones of points that are alike are, as those of the near side lie, and where that is told."""
        size = _size(_strip(self._model, sites[0]))
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
            strip, step = _strip(self._model, donor), -1 if turned else 1
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
        return abs(_column(site) - _column(donor))
    return ACROSS + abs(_column(site) - (11 - _column(donor)))


def _column(site: int) -> int:
    return 12 - site if site <= 12 else site - 13


def _strip(model: BoardModel, site: int) -> tuple[slice, slice]:
    """The rows and columns of a point in the small picture."""
    column = _column(site)
    left, right = model.bar or (0.5, 0.5)
    begin, wide = (0.0, left / 6) if column < 6 else (right, (1.0 - right) / 6)
    low = begin + (column % 6) * wide
    top, bottom = FAR_ROWS if site > 12 else NEAR_ROWS
    height, width = EMPTY_SIZE[::-1]
    x0, x1 = (round(SCALE * (INSET_X + SPAN_X * u)) for u in (low, low + wide))
    y0, y1 = (round(SCALE * (INSET_Y + SPAN_Y * v)) for v in (top, bottom))
    return slice(max(y0, 0), min(y1, height)), slice(max(x0, 0), min(x1, width))


def _size(strip: tuple[slice, slice]) -> tuple[int, int]:
    """How wide and how high a strip is, in pixels."""
    rows, columns = strip
    return columns.stop - columns.start, rows.stop - rows.start


def _step(site: int) -> int:
    """Which way the pixels of a point run if it is to lie as those of the near side do."""
    return -1 if site > 12 else 1


def between_points(model: BoardModel) -> Mask:
    """The playing surface in the small picture (192x256), less the bar."""
    mask = np.zeros(EMPTY_SIZE[::-1], bool)
    for site in POINTS:
        mask[_strip(model, site)] = True
    rows, _ = _strip(model, 12)
    low, high = (round(SCALE * (INSET_Y + SPAN_Y * v)) for v in (FAR_ROWS[1], NEAR_ROWS[0]))
    mask[low:high] = mask[rows.start]
    mask[: round(SCALE * INSET_Y)] = mask[round(SCALE * (INSET_Y + SPAN_Y)) :] = False
    return mask


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


def in_light(ground: Ground, light: FloatArray) -> FloatArray:
    """The ground (192x256x3) in the light of a small picture, which `lit` tells."""
    return np.asarray(ground.picture / np.maximum(light, 0.05), np.float32)


def toned(shown: FloatArray, picture: Picture, bare: Mask) -> FloatArray:
    """What a small picture should show (192x256x3) were nothing on the board, in its camera's tone.

    A camera that exposes otherwise does not make bright shades so many times as bright as dark ones: highlights roll
    off and are cut off at white. What has become of such a shade most of its pixels tell that are `bare`.
    """
    shown = np.minimum(shown, 255)
    rounded, told = np.asarray(cv2.convertScaleAbs(shown), np.uint8), bare[::2, ::2]
    before, after = rounded[::2, ::2][told], picture[::2, ::2][told]
    bends = [_bends(before[:, colour], after[:, colour]) for colour in range(3)]
    if not np.any(bends):
        return shown
    shades = np.arange(SHADES) * SHADE
    table = np.stack([np.interp(np.arange(256), shades, each) for each in bends], axis=1)
    return np.asarray(shown + cv2.LUT(rounded, table.astype(np.float32)[None]), np.float32)


def _bends(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> FloatArray:
    """By how many grey levels each shade of a colour (SHADES) is brighter than it should be; 0 where too few tell."""
    bright = before >= BRIGHT - SHADE // 2
    shade = (before[bright].astype(np.int32) + SHADE // 2) // SHADE
    reach = BENT + AGREED
    bent = np.clip(after[bright].astype(np.int32) - before[bright], -reach - 1, reach + 1) + reach + 1
    wide = 2 * reach + 3
    counts = np.bincount(shade * wide + bent, minlength=SHADES * wide).reshape(SHADES, wide)
    sums, bends = counts.cumsum(axis=1), (counts * (np.arange(wide) - reach - 1)).cumsum(axis=1)
    # what is within `AGREED` of each bend; what is bent more than any camera bends it counts among all alone
    near, bent_by = (each[:, 2 * AGREED + 1 : -1] - each[:, : -2 * AGREED - 2] for each in (sums, bends))
    rows, likeliest = np.arange(SHADES), near.argmax(axis=1)
    agreed, total = near[rows, likeliest], sums[:, -1]
    trusted = (total >= FEW) & (agreed * 2 >= total)
    return np.where(trusted, bent_by[rows, likeliest] / np.maximum(agreed, 1), 0.0)


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


def lit(picture: Picture, ground: Ground) -> FloatArray:
    """By how much (192x256x3) a small picture must be multiplied to be in the light of
    the ground, which varies slowly.
    """
    rows, columns = TILES
    theirs, known = _ground_tiles(ground)
    ratio = theirs / _thinned(picture)
    usual = _middle(np.concatenate(ratio, axis=1), np.concatenate(known), np.ones(3))
    # Most of the board is bare, so that the median tells what light and camera have changed.
    tiles = [_middle(*tile, usual) for tile in zip(ratio, known, strict=True)]
    small = np.reshape(tiles, (rows, columns, 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, EMPTY_SIZE, interpolation=cv2.INTER_LINEAR), np.float32)


def _light(
    picture: Picture, ground: Ground, own: Mask, size: tuple[float, float]
) -> tuple[FloatArray, Mask] | None:
    """How much of the light that most of a board has falls on each of its places (192x256), and where enough near by
    tells; None where too little of the board does.

    What is the board's `own` look, and clear, tells that: near a place, and farther off where too little of it is near.
    """
    told = own.astype(np.float32)
    if told.mean() < TELLING:
        return None
    ours, theirs = (
        told * (cv2.transform(each.astype(np.float32), MEAN) + 4) for each in (picture, ground.picture)
    )
    light = np.ones_like(told)
    for reach, enough in ((FARTHER, TELLING), (NEARBY, BESIDE_HEAPS)):
        window = (round(2 * reach * size[0]), round(2 * reach * size[1]))
        much, mine, its = (cv2.blur(each, window) for each in (told, ours, theirs))
        light = np.where(much > enough, mine / np.maximum(its, 1e-3), light)
    return np.asarray(light / float(np.percentile(light[own], LIT_PART)), np.float32), much > BESIDE_HEAPS


def shadows(light: FloatArray | None, clear: Mask) -> FloatArray | None:
    """The shadows and bright spots in the light that falls on a board, as `LitGround` has them; None where it is even.

    `clear`: where in the small picture (192x256) nothing seems to lie.
    """
    if light is None or np.mean(~_even(light[clear])) <= SHADED:
        return None
    return np.where(_even(light), np.float32(1), light)


def _even(light: FloatArray) -> Mask:
    return (light > EVENLY[0]) & (light < EVENLY[1])


@lru_cache(maxsize=2)
def _ground_tiles(ground: Ground) -> tuple[FloatArray, Mask]:
    """The ground as light is measured by it, and where it is known: tiles x 3 x pixels, tiles x pixels."""
    return _thinned(ground.picture), _tiled(ground.known[::2, ::2, None])[:, 0]


def _thinned(picture: Picture) -> FloatArray:
    """Every other pixel of a small picture, brighter by a little, which tells the light: tiles x 3 x pixels."""
    return _tiled(picture[::2, ::2]) + np.float32(4)


def _tiled(picture: NDArray[Any]) -> NDArray[Any]:
    """A picture (HxWxC) as its tiles, row by row: tiles x C x pixels."""
    rows, columns = TILES
    height, width, colours = picture.shape
    tiles = picture.reshape(rows, height // rows, columns, width // columns, colours)
    return np.ascontiguousarray(tiles.transpose(0, 2, 4, 1, 3)).reshape(rows * columns, colours, -1)


def _middle(ratios: FloatArray, known: Mask, usual: FloatArray) -> FloatArray:
    """The median of factors (3xN), as far as light may differ from what is usual; that where too few are known."""
    told = ratios if known.all() else ratios[:, known]
    if told.shape[1] < FEW:
        return usual
    return np.clip(median(told), usual / UNEVEN, usual * UNEVEN)
