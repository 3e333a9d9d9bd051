"""The doubling cube: its value and its place."""

from collections.abc import Sequence

import numpy as np

from vision.board_model import BoardModel
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.nets import CUBE_VALUES, Nets, crop_cube
from vision.observation import CubeFace, CubePlace
from vision.rectify import Rectifier

NO_CUBE = 6
"""The network's class beside the six values."""
HEIGHT = 3.0
"""How high the upper face of a cube lies, in thicknesses of a checker."""
END = 0.25
"""The share of the bar or of an edge that is a player's end of it."""


def read_cube(
    spots: Sequence[Spot], nets: Nets, picture: Picture, rectifier: Rectifier, model: BoardModel
) -> CubeFace | None:
    """The likeliest cube among the spots, None where there is none."""
    best: CubeFace | None = None
    surest = 0.5
    if not spots:
        return None
    crops = np.stack([crop_cube(picture, rectifier.to_pixels, (spot.u, spot.v)) for spot in spots])
    for spot, classes in zip(spots, nets.cubes(crops).astype(np.float64), strict=True):
        real = strength(spot, classes)
        if real >= surest:
            values = classes[:NO_CUBE] / max(float(classes[:NO_CUBE].sum()), 1e-9)
            number = int(np.argmax(values))
            x, y = rectifier.pixels(np.array([[spot.u, spot.v]]))[0]
            place = place_of(*model.lift.lowered(spot.u, spot.v, HEIGHT), model)
            p = float(values[number]) * min(1.0, real)
            best, surest = CubeFace(CUBE_VALUES[number], place, p, (float(x), float(y))), real
    return best


def strength(spot: Spot, classes: FloatArray) -> float:
    """How surely there is a cube: what the map and what the crop say, as independent odds around even."""
    one = min(max(spot.score, 0.02), 0.98)
    two = min(max(1 - float(classes[NO_CUBE]), 0.02), 0.98)
    odds = (one / (1 - one)) ** 0.5 * (two / (1 - two))
    return float(odds / (1 + odds))


def place_of(u: float, v: float, model: BoardModel) -> CubePlace:
    """Where a cube that stands at (u, v) lies, as the near player sees it.

    On the bar or beside the board it is in the middle, or at the player's side whose end it is nearer to; on the
    playing surface it has been offered: by near to far's right hand, which is the left half of the picture.
    """
    left, right = model.bar or (0.5, 0.5)
    slack = 0.25 * model.pitch
    beside = not (0.01 < u < 0.99 and 0.01 < v < 0.99)
    if beside or left - slack < u < right + slack:
        if v < END:
            return CubePlace.FAR
        return CubePlace.NEAR if v > 1 - END else CubePlace.CENTRE
    return CubePlace.OFFERED_NEAR if u < model.bar_middle else CubePlace.OFFERED_FAR
