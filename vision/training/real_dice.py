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
Floats = NDArray[np.float64]

HELD_OUT = 4
"""Every so many photographs one is not learned from."""
SHARE = 0.5
"""The share of a crop's side that a die's box fills."""
FINE = 2
"""How many times finer than a crop a photographed die is kept, so that it can be shown larger."""


@dataclass(frozen=True, slots=True, eq=False)
class RealDie:
    """A die on a photograph: a square piece twice as wide as a crop needs to be, and the value of its upper face.

    `cover`: which of the piece's pixels are the die's, 0 or 255.
    """

    piece: Picture
    cover: Picture
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
            box = max(x1 - x0, y1 - y0)
            piece = _piece(picture, (x0 + x1) / 2, (y0 + y1) / 2, box)
            width, height = ((b - a) / box * SHARE * DIE_SIDE * FINE for a, b in ((x0, x1), (y0, y1)))
            dice.append(RealDie(piece, _cover(piece, width, height), die["value"]))
    return dice


def _piece(picture: Picture, x: float, y: float, box: float) -> Picture:
    side = 2 * DIE_SIDE * FINE
    scale = DIE_SIDE * FINE * SHARE / box
    affine = np.array([[scale, 0, (side - 1) / 2 - scale * x], [0, scale, (side - 1) / 2 - scale * y]])
    if scale < 0.7:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale), np.uint8)
    cut = cv2.warpAffine(picture, affine, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _cover(piece: Picture, width: float, height: float) -> Picture:
    """The die's own pixels: what in its box differs from what lies about the box, as one shape without dents."""
    side = piece.shape[0]
    middle = side / 2
    x0, x1 = round(middle - width / 2), round(middle + width / 2)
    y0, y1 = round(middle - height / 2), round(middle + height / 2)
    reach = round(0.35 * max(width, height))
    part = np.ascontiguousarray(piece[y0 - reach : y1 + reach, x0 - reach : x1 + reach])
    marks = np.full(part.shape[:2], cv2.GC_BGD, np.uint8)
    marks[reach:-reach, reach:-reach] = cv2.GC_PR_FGD
    quarter = round(0.3 * min(width, height))
    marks[reach + quarter : -reach - quarter, reach + quarter : -reach - quarter] = cv2.GC_FGD
    cv2.setRNGSeed(1)
    cv2.grabCut(part, marks, (0, 0, 1, 1), np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)
    inside = ((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD)).astype(np.uint8)
    inside = cv2.morphologyEx(inside, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    cover = np.zeros((side, side), np.uint8)
    shapes, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if shapes:
        hull = cv2.convexHull(max(shapes, key=cv2.contourArea)) + np.array([x0 - reach, y0 - reach])
        cv2.fillConvexPoly(cover, hull.astype(np.int32), 255)
        cover = np.asarray(cv2.erode(cover, np.ones((5, 5), np.uint8)), np.uint8)
    return cover


def cut_from(
    rng: np.random.Generator | None, die: RealDie, background: Picture | None = None
) -> tuple[Picture, int, tuple[float, float]]:
    """A crop of a real die, at random turned, mirrored, stretched, shifted and sized, and its class.

    Where its upper face has its middle is not known (nan): the box is about all that shows of it. Without
    `rng`: as it is. `background`: a crop of something else, on which the die is to lie.
    """
    middle = DIE_SIDE * FINE - 0.5
    turn = np.eye(2) / FINE
    shift = np.zeros(2)
    if rng is not None:
        turn = _askew(rng) / FINE
        shift = np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * DIE_SIDE
    affine = np.column_stack([turn, (DIE_SIDE - 1) / 2 + shift - turn @ np.array([middle, middle])])
    size = (DIE_SIDE, DIE_SIDE)
    soft = cv2.GaussianBlur(
        die.piece, (0, 0), 0.4 * FINE if rng is None else float(rng.uniform(0.15, 0.7)) * FINE
    )
    cut = cv2.warpAffine(soft, affine, size, borderMode=cv2.BORDER_REPLICATE)
    if rng is not None and background is not None and die.cover.any():
        cover = cv2.warpAffine(cv2.GaussianBlur(die.cover, (0, 0), 0.6 * FINE), affine, size)
        cut = _composited(
            rng, np.asarray(cut, np.uint8), np.asarray(cover, np.float32) / np.float32(255), background
        )
    return np.asarray(cut, np.uint8), die.value - 1, (math.nan, math.nan)


def _askew(rng: np.random.Generator) -> Floats:
    """A turn with a zoom, a mirror and a stretch as another camera's height would give."""
    angle, zoom = rng.uniform(0, 2 * np.pi), float(np.clip(np.exp(rng.normal(0, 0.14)), 0.7, 1.5))
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    other = rng.uniform(0, np.pi)
    along = np.array([[np.cos(other), -np.sin(other)], [np.sin(other), np.cos(other)]])
    stretch = float(np.exp(rng.normal(0, 0.08)))
    linear = zoom * along @ np.diag([stretch, 1 / stretch]) @ along.T @ spin
    return np.asarray(linear @ np.diag([float(rng.choice([-1, 1])), 1.0]))


def _composited(
    rng: np.random.Generator, cut: Picture, cover: NDArray[np.float32], background: Picture
) -> Picture:
    """The die of one crop on another's ground, with a shadow and in that picture's light."""
    move = np.array([[1, 0, rng.normal(0, 2)], [0, 1, rng.normal(0, 2)]])
    shade = cv2.GaussianBlur(cv2.warpAffine(cover, move, cover.shape), (0, 0), float(rng.uniform(0.8, 4)))
    ground = background * (1 - np.float32(rng.uniform(0.1, 0.7)) * shade[..., None])
    light = np.float32(np.exp(rng.normal(0, 0.25)))
    return np.asarray(
        np.clip(ground * (1 - cover[..., None]) + cut * light * cover[..., None], 0, 255), np.uint8
    )
