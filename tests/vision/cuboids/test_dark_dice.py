"""Dice whose pips are hardly brighter than they are themselves, as red ones on dark blue."""

from math import cos, sin

import cv2
import numpy as np
import pytest

from vision.crops import DIE_SIDE
from vision.cuboids.dice_reading import Trace, look_longer
from vision.detections import Spot
from vision.frame import Picture
from vision.nets import Nets

FELT, BODY, PIP = (150, 160, 165), (60, 45, 30), (45, 25, 75)
"""Blue, green, red; body and pips differ by a tenth in brightness."""
CORNERS = ((-1, -1), (1, 1)), ((-1, 1), (1, -1)), ((-1, 0), (1, 0))
FINER = 8


def painted(value: int, turn: float, edge: float) -> Picture:
    """A crop with a die seen from above, its edge in pixels of the crop, as a noisy camera sees it."""
    side = DIE_SIDE * FINER
    big = np.full((side, side, 3), FELT, np.uint8)
    spin = np.array([(cos(turn), sin(turn)), (-sin(turn), cos(turn))]) * edge * FINER

    def places(corners: list[tuple[float, float]]) -> np.ndarray:
        return np.array(corners) @ spin + (side - 1) / 2

    body = places([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    cv2.fillConvexPoly(big, body.round().astype(np.int32), BODY)
    pairs = [pair for pair in CORNERS[: value // 2] for pair in pair] + [(0, 0)] * (value % 2)
    for x, y in places([(0.27 * x, 0.27 * y) for x, y in pairs]):
        cv2.circle(big, (round(x), round(y)), round(0.1 * edge * FINER), PIP, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(big, (0, 0), FINER / 2)
    small = cv2.resize(soft, (DIE_SIDE, DIE_SIDE), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(value).normal(0, 5, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
def test_red_pips_on_a_dark_die_are_read(value: int) -> None:
    nets = Nets.load()
    for turn in np.arange(6) * 0.26:
        crop = painted(value, float(turn), 18)
        first = nets.dice(crop[None]).classes[0].astype(np.float64)
        seen = look_longer(Trace(Spot(0.5, 0.5, 1.0), first, 1.0, crop, np.zeros(2)), nets).classes
        assert seen[:6].argmax() == value - 1
        assert seen.sum() == pytest.approx(1.0)
