"""The dice: which faces are up, which half they lie in, and whether they lie flat on the board."""

from collections.abc import Sequence

import numpy as np

from vision.board_model import BoardModel
from vision.checkers import Top
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.nets import Nets, crop_die
from vision.observation import Die
from vision.rectify import Rectifier

LEANING, NO_DIE = 6, 7
"""Classes of the network beside the six faces."""
HEIGHT = 1.6
"""How high the upper face of a die lies, in thicknesses of a checker."""
MOST = 8
"""More places than these are not looked at: a board has two dice, seldom four."""
EVEN, BEYOND = 0.5, 0.97
"""How sure the first two dice must be, and any beyond them."""
PRIOR = 0.01
"""The odds that a place which looks even either way is a die."""
BESIDE = 0.6
"""Nearer to a checker's middle than this, in checkers' diameters, no die can stand on the board beside it."""
UPRIGHT = 0.02
"""Below this probability of leaning a die is taken to stand upright even where it touches the frame."""
TOUCHING, PUSHED = 0.225, 0.12
"""How far from the edge, in checkers' diameters, a die's middle must be to stand on the board: any, an upright one."""


def read_dice(
    spots: Sequence[Spot],
    nets: Nets,
    picture: Picture,
    rectifier: Rectifier,
    model: BoardModel,
    tops: Sequence[Top] = (),
) -> tuple[Die, ...]:
    """The dice among the spots, surest first, read from crops of the picture itself."""
    likely = sorted(spots, key=lambda spot: -spot.score)[:MOST]
    if not likely:
        return ()
    crops = np.stack([crop_die(picture, rectifier.to_pixels, (spot.u, spot.v)) for spot in likely])
    told = nets.dice(crops).astype(np.float64)
    found = sorted(
        ((strength(spot, classes), spot, classes) for spot, classes in zip(likely, told, strict=True)),
        key=lambda one: -one[0],
    )
    dice: list[Die] = []
    for real, spot, classes in found:
        lodged = _on_checker(spot, tops, model)
        if real >= (EVEN if len(dice) < 2 and not lodged else BEYOND):
            dice.append(_die(spot, classes, rectifier, model, lodged))
    return tuple(dice)


def strength(spot: Spot, classes: FloatArray) -> float:
    """How surely there is a die (0-1): what the map and what the crop of the picture say, taken as independent."""
    one = min(max(spot.score, 0.02), 0.98)
    two = min(max(1 - float(classes[NO_DIE]), 0.001), 0.999)
    odds = one / (1 - one) * two / (1 - two) * PRIOR
    return float(odds / (1 + odds))


def _die(spot: Spot, classes: FloatArray, rectifier: Rectifier, model: BoardModel, lodged: bool) -> Die:
    faces = np.maximum(classes[:6], 1e-6)
    a, b, c, d, e, f = (float(p) for p in faces / faces.sum())
    u, v = model.lift.lowered(spot.u, spot.v, HEIGHT)
    leaning = float(classes[LEANING])
    room = TOUCHING if leaning > UPRIGHT else PUSHED
    inside = min(u, 1 - u) > room * model.checker[0] and min(v, 1 - v) > room * model.checker[1]
    flat = bool(inside) and float(classes[:6].sum()) > leaning and not lodged
    x, y = rectifier.pixels(np.array([[spot.u, spot.v]]))[0]
    half = "left" if u < model.bar_middle else "right"
    return Die((a, b, c, d, e, f), half, flat, float(u), float(v), (float(x), float(y)))


def _on_checker(spot: Spot, tops: Sequence[Top], model: BoardModel) -> bool:
    """Whether a die would stand on a checker: so near to its middle none can stand beside one."""
    u, v = model.lift.lowered(spot.u, spot.v, HEIGHT)
    across, along = model.checker
    for top in tops:
        x, y = model.lift.lowered(top.u, top.v)
        if top.score > 0.5 and np.hypot((u - x) / across, (v - y) / along) < BESIDE:
            return True
    return False
