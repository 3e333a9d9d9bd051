"""The empty board as a background: whether what is seen at a place looks like a checker or like the bare board."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from vision.board_model import BoardModel, empty_picture
from vision.detections import Detections, Spot, cell_of
from vision.frame import FloatArray, Picture
from vision.odds import chance, times
from vision.palette import appearance, log_densities, log_density
from vision.rectify import HEIGHT, INSET_X, INSET_Y, SPAN_X, SPAN_Y, WIDTH

BARE_SPREAD = (7.0, 4.0, 4.0)
"""How far the bare board strays from its own picture at a place, in L, a and b, light and shadow apart."""
STEP = 4
"""Every so many pixels are compared to learn how the light has changed."""
TRUST, MOST = 0.8, 7.0
"""How much looks are to be believed beside the network's eye, and how much they can change the odds (logarithm)."""
UNSEEN = -4.5
"""Logarithm of the odds that a checker stands on a point on which the network sees none."""
TOUCHING = 0.85
"""Nearer to another checker than this, in diameters, none can lie on the board."""
NEIGHBOUR = 1.3
"""Nearer than this, in diameters, a checker's side may be taken for another checker."""
CLEAR = 0.8
"""Nearer to a die or cube than this, in diameters, looks tell nothing of a checker."""
BARE_FOREIGN = 0.3
"""Where something foreign is likelier than this, what lies below it does not show."""
LEAST = 1e-4
"""No score is taken to be nearer to 0 or 1 than this."""


def weighed(detections: Detections, rectified: Picture, model: BoardModel) -> Detections:
    """What was found, with the checkers weighed once more by what the empty board looks like at their places.

    Where nothing was found on a point, its first place is looked at too. Nothing is changed where there is no picture
    of the empty board, or the looks of the checkers are not known.
    """
    empty = background(model, rectified)
    if empty is None or model.palette is None:
        return detections
    spots = [*detections.tops, *_first_places(detections, model)]
    if not spots:
        return detections
    likelier = looked_at(spots, rectified, empty, model)
    tops = []
    for spot, gain in zip(spots, likelier, strict=True):
        if _foreign_at(detections.foreign, spot) < BARE_FOREIGN:
            # The side of a thick checker looks like a checker too, so that beside one looks can only speak against it.
            most = 0.0 if _leans_on(spot, spots, model) else MOST
            likelier_by = math.exp(np.clip(TRUST * gain, -MOST, most))
            spot = replace(spot, score=times(spot.score, likelier_by, LEAST))
        tops.append(spot)
    found = len(detections.tops)
    return replace(detections, tops=(*tops[:found], *(top for top in tops[found:] if top.score > 0.1)))


def looked_at(spots: Sequence[Spot], rectified: Picture, empty: Picture, model: BoardModel) -> FloatArray:
    """For each spot, how much likelier it looks (natural logarithm) if a checker is there than if the board is bare."""
    assert model.palette is not None
    looks = appearance(rectified, spots, model.checker)
    bare = log_densities(looks, appearance(empty, spots, model.checker), (*BARE_SPREAD, *BARE_SPREAD))
    kinds = [
        log_density(looks, shade, model.palette.spread) for shade in (model.palette.light, model.palette.dark)
    ]
    return np.asarray(np.logaddexp(*kinds) - np.log(2) - bare, dtype=np.float64)


def background(model: BoardModel, rectified: Picture) -> Picture | None:
    """The model's empty board (512x384 BGR) in the light of a picture; None where the model has no picture of it."""
    wide = None if model.empty is None else _wide(model.empty)
    if wide is None:
        return None
    area = (slice(INSET_Y, INSET_Y + SPAN_Y, STEP), slice(INSET_X, INSET_X + SPAN_X, STEP))
    # Most of the board is bare, so that the median tells what light and camera have changed.
    gain = np.median((rectified[area].astype(np.float32) + 4) / (wide[area] + 4), axis=(0, 1))
    return np.asarray(np.clip(wide * gain, 0, 255), np.uint8)


@lru_cache(maxsize=4)
def _wide(png: bytes) -> FloatArray | None:
    """An empty board as large as a rectified picture, 384x512x3 BGR; unpacked once, as every look needs it."""
    empty = empty_picture(png)
    if empty is None:
        return None
    wide = np.asarray(cv2.resize(empty, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32)
    wide.flags.writeable = False
    return wide


def _first_places(detections: Detections, model: BoardModel) -> list[Spot]:
    """The first places of those points on which nothing was found. (Beyond a pile its own side may be seen.)"""
    things = [*detections.dice, *detections.cubes]
    places = []
    for site in range(1, 25):
        v = 0.52 * model.checker[1]
        u, v = model.lift.raised(model.middle(site), v if site > 12 else 1 - v)
        if all(
            spot.away(u, v, model.checker) > TOUCHING for spot in detections.tops if spot.score > 0.1
        ) and all(spot.away(u, v, model.checker) > CLEAR for spot in things):
            places.append(Spot(u, v, chance(math.exp(UNSEEN))))
    return places


def _leans_on(spot: Spot, spots: Sequence[Spot], model: BoardModel) -> bool:
    """Whether a surer checker lies so near that its side may be what is seen."""
    return any(
        other.score > max(spot.score, 0.5) and other.away(spot.u, spot.v, model.checker) < NEIGHBOUR
        for other in spots
        if other is not spot
    )


def _foreign_at(foreign: FloatArray, spot: Spot) -> float:
    row, column = cell_of(spot.u, spot.v)
    if not (0 <= row < foreign.shape[0] and 0 <= column < foreign.shape[1]):
        return 1.0
    return float(foreign[row, column])
