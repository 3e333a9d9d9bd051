"""What is found on a rectified board before anything is known of points: tops of checkers, dice, cubes, hands."""

from dataclasses import dataclass, field

import numpy as np

from vision.frame import FloatArray

MAP_WIDTH, MAP_HEIGHT = 128, 96
"""Size of maps over the rectified picture: a cell is 4x4 of its pixels."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something found at (u, v) in board coordinates, with the probability (0-1) that it is what it seems."""

    u: float
    v: float
    score: float


def _nothing() -> FloatArray:
    return np.zeros((MAP_HEIGHT, MAP_WIDTH), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """All that was found: upper faces of checkers, dice, cubes; `foreign`: 96x128 probabilities of hands, cups."""

    tops: tuple[Spot, ...] = ()
    dice: tuple[Spot, ...] = ()
    cubes: tuple[Spot, ...] = ()
    foreign: FloatArray = field(default_factory=_nothing)
