"""What lies behind a drawn board: tables and floors with things on them, planks, tiles, pieces of photographs."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import textures
from vision.training.finding.printed_surfaces import clutter

Picture = NDArray[np.uint8]

SIZE = (384, 288)
"""Width and height of the pictures drawn."""


def background(rng: np.random.Generator, photographs: Sequence[Picture] = ()) -> Picture:
    """A table or a floor with things on it."""
    width, height = SIZE
    sheet = textures.material(rng, height, width, textures.colour(rng))
    picture = np.asarray(sheet * 255, np.uint8)
    if rng.uniform() < 0.3:
        rough = textures.noise(rng, height, width, (rng.uniform(3, 40), rng.uniform(3, 40)), 4)
        share = rng.uniform(10, 50) * rough[..., None]
        picture = np.asarray(np.clip(picture + share, 0, 255), np.uint8)
    if photographs and rng.uniform() < 0.25:
        picture = _piece(rng, photographs[int(rng.integers(len(photographs)))])
    for _ in range(int(rng.integers(0, 9))):
        clutter(rng, picture, 0.35)
    if rng.uniform() < 0.2:
        _boards(rng, picture)
    return picture


def _piece(rng: np.random.Generator, photograph: Picture) -> Picture:
    width, height = SIZE
    share = rng.uniform(0.3, 1.0)
    y, x = (int(rng.uniform(0, 1 - share) * size) for size in photograph.shape[:2])
    tall, wide = (int(share * size) for size in photograph.shape[:2])
    piece = cv2.resize(photograph[y : y + tall, x : x + wide], (width, height), interpolation=cv2.INTER_AREA)
    return np.array(piece[:, :: int(rng.choice([-1, 1]))], np.uint8)


def _boards(rng: np.random.Generator, picture: Picture) -> None:
    """Planks, tiles or a grille: long lines that are no board's."""
    height, width = picture.shape[:2]
    shade, gap, slope = (
        tuple(float(255 * c) for c in textures.colour(rng)),
        rng.uniform(8, 90),
        rng.uniform(-0.6, 0.6),
    )
    thick = int(rng.integers(1, 5))
    for k in np.arange(-width, 2 * width, gap):
        a, b = (int(k), 0), (int(k + slope * height), height)
        c, d = (0, int(k)), (width, int(k - slope * width))
        cv2.line(picture, a, b, shade, thick, cv2.LINE_AA)
        if thick > 2:
            cv2.line(picture, c, d, shade, thick, cv2.LINE_AA)
