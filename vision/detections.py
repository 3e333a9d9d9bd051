"""What is found on a rectified board before anything is known of points: tops of checkers, dice, cubes, hands."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import FloatArray
from vision.nets import BoardMaps, Map, Peak, peaks
from vision.odds import chance, odds

MAP_WIDTH, MAP_HEIGHT = 128, 96
"""Size of maps over the rectified picture: a cell is 4x4 of its pixels."""
FAINT = 0.08
"""Fainter traces of checkers are not followed up."""
EVEN_HEIGHT = 0.4
"""The height of a peak that is as likely a checker as none."""
STEEPNESS = 2.5
"""How fast the odds grow with a peak's height."""
FAINT_CUBOID = 0.12
"""Fainter traces of dice and cubes are not followed up."""
LEAST = 1e-4
"""No peak is taken to be nearer to 0 or 1 than this."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something found at (u, v) in board coordinates, with the probability (0-1) that it is what it seems.

    `upper`: of a checker, the probability that it lies on others.
    """

    u: float
    v: float
    score: float
    upper: float = 0.0

    def away(self, u: float, v: float, checker: tuple[float, float]) -> float:
        """How far it is from (u, v), in diameters of a checker, which is so wide and so high in board coordinates."""
        return math.hypot((self.u - u) / checker[0], (self.v - v) / checker[1])


def places_of(spots: Sequence[Spot]) -> FloatArray:
    """Where N spots are on the board (Nx2)."""
    return np.array([(spot.u, spot.v) for spot in spots], np.float64).reshape(-1, 2)


def apart(places: FloatArray, spots: Sequence[Spot], checker: tuple[float, float]) -> FloatArray:
    """How far each of N places (Nx2) is from each of M spots, in diameters of a checker (NxM)."""
    u, v = ((places[:, None] - places_of(spots)) / checker).transpose(2, 0, 1)
    return np.asarray(np.hypot(u, v))


def _nothing() -> FloatArray:
    return np.zeros((MAP_HEIGHT, MAP_WIDTH), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """All that was found: upper faces of checkers, dice, cubes; `foreign`: 96x128 probabilities of hands, cups."""

    tops: tuple[Spot, ...] = ()
    dice: tuple[Spot, ...] = ()
    cubes: tuple[Spot, ...] = ()
    foreign: FloatArray = field(default_factory=_nothing)


def from_maps(maps: BoardMaps) -> Detections:
    """What the peaks of the board network's maps are."""
    # the highest within a cell
    upper = np.asarray(cv2.dilate(maps.upper, np.ones((3, 3), np.uint8)), np.float32)
    return Detections(
        tuple(_checker(peak, upper) for peak in peaks(maps.checker, FAINT)),
        tuple(Spot(p.u, p.v, p.score) for p in peaks(maps.die, FAINT_CUBOID)),
        tuple(Spot(p.u, p.v, p.score) for p in peaks(maps.cube, FAINT_CUBOID)),
        maps.foreign,
    )


def _checker(peak: Peak, upper: Map) -> Spot:
    """What may be a checker, with the probability that it lies on others."""
    row, column = cell_of(peak.u, peak.v)
    height, width = upper.shape
    raised = upper[min(row, height - 1), min(column, width - 1)]
    return Spot(peak.u, peak.v, chance_of(peak.score), float(raised))


def chance_of(height: float) -> float:
    """The probability that there is something where a map has a peak of a height: peaks are lower than sure."""
    return chance((odds(height, LEAST) / odds(EVEN_HEIGHT, LEAST)) ** STEEPNESS)


def cell_of(u: float, v: float) -> tuple[int, int]:
    """The row and column of the maps' cell at a place on the board."""
    return int((24 + 336 * v) // 4), int((32 + 448 * u) // 4)
