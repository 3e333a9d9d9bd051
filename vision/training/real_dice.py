"""Crops of real dice from labelled photographs, where a folder of such is given."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import DIE_SIDE

Picture = NDArray[np.uint8]

HELD_OUT = 4
"""Every so many photographs one is not learned from."""
SHARE = 0.5
"""The share of a crop's side that a die's box fills."""


@dataclass(frozen=True, slots=True, eq=False)
class RealDie:
    """A die on a photograph: a square piece twice as wide as a crop needs to be, and the value of its upper face."""

    piece: Picture
    value: int


def load_real_dice(folder: Path, held_out: bool) -> list[RealDie]:
    """The labelled dice of a folder with labels.json: {"images": [{"file", "dice": [{"value", "box"}]}]}."""
    dice = []
    images = json.loads((folder / "labels.json").read_text("utf-8"))["images"]
    for number, image in enumerate(images):
        if (number % HELD_OUT == 0) != held_out:
            continue
        picture = np.asarray(cv2.imread(str(folder / image["file"])), np.uint8)
        for die in image["dice"]:
            x0, y0, x1, y1 = die["box"]
            dice.append(
                RealDie(_piece(picture, (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)), die["value"])
            )
    return dice


def _piece(picture: Picture, x: float, y: float, box: float) -> Picture:
    side = 2 * DIE_SIDE
    scale = DIE_SIDE * SHARE / box
    affine = np.array([[scale, 0, (side - 1) / 2 - scale * x], [0, scale, (side - 1) / 2 - scale * y]])
    if scale < 0.7:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale), np.uint8)
    cut = cv2.warpAffine(picture, affine, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def cut_from(rng: np.random.Generator | None, die: RealDie) -> tuple[Picture, int, tuple[float, float]]:
    """A crop of a real die, at random turned, mirrored, shifted and sized, and its class.

    Where its upper face has its middle is not known (nan): the box is about all that shows of it. Without `rng`: as it is.
    """
    middle = DIE_SIDE - 0.5
    turn = np.eye(2)
    shift = np.zeros(2)
    if rng is not None:
        angle, zoom = rng.uniform(0, 2 * np.pi), float(np.exp(rng.normal(0, 0.15)))
        turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turn = turn @ np.diag([float(rng.choice([-1, 1])), 1.0])
        shift = np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * DIE_SIDE
    affine = np.column_stack([turn, (DIE_SIDE - 1) / 2 + shift - turn @ np.array([middle, middle])])
    cut = cv2.warpAffine(die.piece, affine, (DIE_SIDE, DIE_SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8), die.value - 1, (math.nan, math.nan)
