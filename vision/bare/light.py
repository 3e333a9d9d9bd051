"""The light that falls on a board of points: how a ground looks in it, and where shadows and bright spots lie."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.board import POINTS
from vision.bare.ground import TOLD_KNOWN, Ground
from vision.bare.strips import LIT_PART, MEAN, AlikePoints, in_pixels, size_of, step_of, strip_of
from vision.board_model import EMPTY_SIZE, BoardModel
from vision.colour_model import median
from vision.frame import FloatArray, Mask, Picture

TILES = (3, 4)
"""In how many rows and columns of the board the light is measured."""
FEW = 60
"""From fewer pixels than this no light is measured."""
UNEVEN = 1.35
"""By how much the light of a part of the board changes at most beside that of the whole."""
NEARBY, FARTHER = 0.8, 3.0
"""Out to how many checkers' diameters about a place its light is measured, and where too little is clear there."""
TELLING = 0.1
"""On so large a share of what lies about a place the board must show."""
ENOUGH_NEARBY = 0.3
"""The same of what lies nearby; less of it may be the sides of heaps."""
WELL_KNOWN = 0.6
"""Where on less of a board what is known of it tells its light, its points of one colour tell it, too."""
EVENLY = (0.7, 1.4)
"""Within these shares of the light that most of the board has it is even: shade and glare that checkers' looks bear."""
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
class LitGround:
    """A ground in the light of a small picture (192x256x3 BGR).

    `light`: as `lit` tells it; `expected`: what the picture would show were it bare (192x256x3, brighter than
    white, too); `times`: how many times as much light as when it was seen falls on most of it; `shade`: by how much
    what lies there is brighter than elsewhere (192x256), less than 1 in a shadow; None where the light is even.
    """

    ground: Ground
    picture: Picture
    light: FloatArray
    expected: FloatArray
    times: float
    shade: FloatArray | None = None

    @staticmethod
    def of(ground: Ground, picture: Picture) -> "LitGround":
        """The ground in a small picture's light."""
        light = lit(picture, ground)
        return LitGround(ground, picture, light, in_light(ground, light), times_lit(light[::8, ::8]))

    def in_shade(self, clear: Mask, model: BoardModel) -> "LitGround":
        """The ground with the shadows and the bright spots that fall on it; itself where the light is even.

        `clear`: where nothing seems to lie (192x256).
        """
        own = self.ground.known & ~self.ground.told & clear
        falls = self._falls(own, clear, model)
        shade = shadows(falls, clear)
        if falls is None or shade is None:
            return self
        even = own & _even(falls)
        if even.sum() < FEW:
            return replace(self, shade=shade)
        ratio = (self.ground.picture[even] + np.float32(4)) / (self.picture[even] + np.float32(4))
        usual = median(ratio.T)
        light = (usual / falls[:, :, None]).astype(np.float32)
        shown = in_light(self.ground, light)
        return LitGround(self.ground, self.picture, light, shown, times_lit(usual), shade)

    def _falls(self, own: Mask, clear: Mask, model: BoardModel) -> FloatArray | None:
        """How much of the usual light falls on each of its places: its own look tells, and the picture by itself where
        that is not known. Where the board is in two lights the one in which it is known is the usual one.
        """
        found = _light(self.picture, self.ground.picture, own, in_pixels(model.checker))
        if found is None:
            return own_light(self.picture, clear, model)
        light, told = found
        measured = own
        if told.mean() < WELL_KNOWN:
            by_itself = own_light(self.picture, clear, model)
            if by_itself is not None and not told.any():
                return by_itself
            if by_itself is not None:
                measured = clear
                light = np.where(told, light, by_itself * np.median(light[told] / by_itself[told]))
        # in two lights that which is nearer to the one it is known in is the usual one
        lights = np.percentile(light[measured], (100 - LIT_PART, LIT_PART)).tolist()
        return np.asarray(light / min(lights, key=lambda each: abs(math.log(each))), np.float32)

    @property
    def shown(self) -> Picture:
        """The ground in that light as a picture (192x256x3)."""
        return np.minimum(self.expected, 255).astype(np.uint8)

    def planes(self) -> FloatArray:
        """The ground as the board network is given it (192x256x4): BGR 0..1, and how well it is known."""
        known = np.where(self.ground.told, TOLD_KNOWN, self.ground.known).astype(np.float32)
        told = self.shown * (self.ground.known[:, :, None] / np.float32(255))
        return np.dstack([told, known])


def own_light(picture: Picture, clear: Mask, model: BoardModel) -> FloatArray | None:
    """How much of the light that most of a board has falls on each of its places (192x256), where it is not known what
    that looks like; None where too little tells. In even light its points of one colour would look alike.

    `picture`: small (192x256); `clear`: where in it nothing seems to lie.
    """
    light = _alike_in_light(picture, picture, clear, model)
    if light is None or shadows(light, clear) is None:
        return light
    # about a quarter in a beam, and usual is at one place what lies in it, at the next what does not: once more, in
    # the light as it is then, which neighbours share
    return _alike_in_light(picture, _unlit(picture, light), clear, model)


def _alike_in_light(picture: Picture, even: Picture, clear: Mask, model: BoardModel) -> FloatArray | None:
    """How much light falls on each place of a picture, of which it is known about how it looks in `even` light."""
    usual, known = picture.copy(), np.zeros_like(clear)
    others = AlikePoints(even, clear, model)
    for colour in (0, 1):
        sites = [site for site in POINTS if site % 2 == colour]
        lit, told = others.lit(sites)
        for site in sites:
            place, step = strip_of(model, site), step_of(site)
            size = size_of(place)
            usual[place] = cv2.resize(lit, size, interpolation=cv2.INTER_LINEAR)[::step, ::step, None]
            known[place] = cv2.resize(told, size, interpolation=cv2.INTER_NEAREST)[::step, ::step] > 0
    found = _light(picture, usual, known & clear, in_pixels(model.checker))
    if found is None:
        return None
    light, _ = found
    return np.asarray(light / float(np.percentile(light[known & clear], LIT_PART)), np.float32)


def shadows(light: FloatArray | None, clear: Mask) -> FloatArray | None:
    """The shadows and bright spots in the light that falls on a board, as `LitGround` has them; None where it is even.

    `clear`: where in the small picture (192x256) nothing seems to lie.
    """
    if light is None or np.mean(~_even(light[clear])) <= SHADED:
        return None
    return np.where(_even(light), np.float32(1), light)


def _even(light: FloatArray) -> Mask:
    return (light > EVENLY[0]) & (light < EVENLY[1])


def evenly_lit(shade: FloatArray | None, size: tuple[float, float]) -> Mask:
    """Where in a small picture (192x256) no shadow and no bright spot is near (`shade`, as `LitGround` has it); `size`
    of a checker (across, along), in its pixels.
    """
    if shade is None:
        return np.ones(EMPTY_SIZE[::-1], np.bool_)
    # where a shadow begins is known no better than light is measured, so that its edge may lie twice as far off
    near = cv2.dilate((shade != 1).astype(np.uint8), _about(size), iterations=2)
    return np.asarray(near == 0, np.bool_)


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
    return _unlit(rectified, np.asarray(share, np.float32))


def _unlit(picture: Picture, light: FloatArray) -> Picture:
    """A picture (HxWx3) in even light; `light` (HxW) as it falls on its places."""
    return np.clip(picture / light[:, :, None], 0, 255).astype(np.uint8)


def times_lit(light: FloatArray) -> float:
    """How many times as much light falls on a ground, where a picture of it must be multiplied by `light` to be in its
    own (of any shape).
    """
    return 1 / float(np.median(light))


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
    picture: Picture, bare: Picture, own: Mask, size: tuple[float, float]
) -> tuple[FloatArray, Mask] | None:
    """How many times as much light as in a picture of the `bare` board falls on each of its places (192x256), and where
    enough near by tells; None where too little of the board does. Where that shows its `own` look, and is clear, it
    tells: near a place, and farther off where too little of it is near.
    """
    told = own.astype(np.float32)
    if told.mean() < TELLING:
        return None
    ours, theirs = (told * (cv2.transform(each.astype(np.float32), MEAN) + 4) for each in (picture, bare))
    light = np.ones_like(told)
    for reach, enough in ((FARTHER, TELLING), (NEARBY, ENOUGH_NEARBY)):
        window = (round(2 * reach * size[0]), round(2 * reach * size[1]))
        much, mine, its = (cv2.blur(each, window) for each in (told, ours, theirs))
        light = np.where(much > enough, mine / np.maximum(its, 1e-3), light)
    return light, much > ENOUGH_NEARBY


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
