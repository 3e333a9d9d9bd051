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
SLACK = 0.004
"""How far beyond the edge the middle of a die may seem to lie and still be on the playing surface."""


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
    return tuple(
        _die(spot, classes, rectifier, model, tops)
        for rank, (real, spot, classes) in enumerate(found)
        if real >= (EVEN if rank < 2 else BEYOND)
    )


def strength(spot: Spot, classes: FloatArray) -> float:
    """How surely there is a die (0-1): what the map and what the crop of the picture say, taken as independent."""
    one = min(max(spot.score, 0.02), 0.98)
    two = min(max(1 - float(classes[NO_DIE]), 0.001), 0.999)
    odds = one / (1 - one) * two / (1 - two) * PRIOR
    return float(odds / (1 + odds))


def _die(
    spot: Spot, classes: FloatArray, rectifier: Rectifier, model: BoardModel, tops: Sequence[Top]
) -> Die:
    faces = np.maximum(classes[:6], 1e-6)
    a, b, c, d, e, f = (float(p) for p in faces / faces.sum())
    u, v = model.lift.lowered(spot.u, spot.v, HEIGHT)
    inside = -SLACK < u < 1 + SLACK and -SLACK < v < 1 + SLACK
    level = float(classes[:6].sum()) > float(classes[LEANING])
    flat = inside and level and not _on_checker(spot, tops, model)
    x, y = rectifier.pixels(np.array([[spot.u, spot.v]]))[0]
    half = "left" if u < model.bar_middle else "right"
    return Die((a, b, c, d, e, f), half, flat, u, v, (float(x), float(y)))


def _on_checker(spot: Spot, tops: Sequence[Top], model: BoardModel) -> bool:
    """Whether a die stands on a checker: so near to its middle no die can stand beside one."""
    across, along = model.checker
    return any(
        top.score > 0.5 and ((spot.u - top.u) / across) ** 2 + ((spot.v - top.v) / along) ** 2 < 0.42**2
        for top in tops
    )
