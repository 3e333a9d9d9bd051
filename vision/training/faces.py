"""Faces of dice and doubling cubes of more makes than are rendered: swirled, worn, engraved, wooden,
of colours that differ little.

Six faces side by side, RGB floats in 0..1, as `textures` has them.
"""

from __future__ import annotations

import colorsys
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import textures
from vision.training.lettering import a_font, written
from vision.training.textures import CUBE_VALUES, FACE, PIPS, Colour, Picture, colour, far, near, noise

FINE = 3
"""How many times larger pips are drawn than they are kept."""


def die_faces(rng: np.random.Generator) -> Picture:
    """Six faces of a die, plain ones as rendered or of livelier makes."""
    if rng.uniform() < 0.4:
        return textures.die_faces(rng)
    base = colour(rng, 0.04, 0.97)
    pip = _pip_colour(rng, base)
    radius, reach = rng.uniform(0.06, 0.13), rng.uniform(0.2, 0.31)
    squeeze = rng.uniform(0.8, 1.0) if rng.uniform() < 0.3 else 1.0
    depth = rng.uniform(0.2, 0.8) if rng.uniform() < 0.4 else 0.0
    ring = rng.uniform() < 0.12
    large = rng.uniform(1.2, 2.2) if rng.uniform() < 0.25 else 1.0
    body = _body(rng, base)
    sheets = []
    for value in range(1, 7):
        cover = np.zeros((FACE * FINE, FACE * FINE), np.uint8)
        size = radius * (large if value == 1 else 1.0) * FACE * FINE
        places = [((0.5 + a * reach) * FACE, (0.5 + b * reach * squeeze) * FACE) for a, b in PIPS[value]]
        for x, y in places:
            thick = max(2, round(size * 0.45)) if ring else -1
            centre = (round(x * FINE), round(y * FINE))
            cv2.circle(cover, centre, round(size), 255, thick, cv2.LINE_AA)
        share = cv2.resize(cover, (FACE, FACE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        share *= np.float32(rng.uniform(0.75, 1.0))
        if depth:
            share = share * np.clip(1 + depth * _slope(rng, np.asarray(share, np.float32)), 0.3, 1.0).astype(
                np.float32
            )
        ink = pip if value > 1 or rng.uniform() < 0.85 else colour(rng, 0.2, 0.8)
        one = body[:, (value - 1) * FACE : value * FACE]
        sheets.append(np.rot90(one * (1 - share[..., None]) + ink * share[..., None], int(rng.integers(4))))
    return np.clip(_worn(rng, np.concatenate(sheets, 1)), 0.01, 0.98).astype(np.float32)


def _pip_colour(rng: np.random.Generator, base: Colour) -> Colour:
    """White, black, or any colour; now and then one hardly lighter or darker than the die but of another hue."""
    choice = rng.uniform()
    if choice < 0.4:
        return near(rng, np.array([0.94] * 3 if base.mean() < 0.5 else [0.04] * 3), 0.05)
    if choice < 0.7:
        return far(rng, base, 0.25)
    for _ in range(40):
        hue = np.array(colorsys.hsv_to_rgb(rng.uniform(), rng.uniform(0.6, 1.0), rng.uniform(0.25, 0.9)))
        if np.abs(hue - base).max() > 0.3:
            return hue
    return far(rng, base, 0.3)


def _body(rng: np.random.Generator, base: Colour) -> Picture:
    """What six faces are made of: one colour, two that swirl about each other, speckles, wood, pearl."""
    wide = np.broadcast_to(base, (FACE, 6 * FACE, 3)).astype(np.float32).copy()
    choice = rng.uniform()
    if choice < 0.4:
        second = colour(rng, 0.04, 0.97) if rng.uniform() < 0.6 else near(rng, base, 0.2)
        swirl = noise(rng, FACE, 6 * FACE, (rng.uniform(1.5, 4), rng.uniform(8, 24)), 2) * rng.uniform(1, 6)
        share = (1 / (1 + np.exp(-(swirl + rng.normal(0, 1)))))[..., None]
        wide = wide * (1 - share) + second.astype(np.float32) * share
    elif choice < 0.55:
        wide *= (1 + rng.uniform(0.03, 0.15) * noise(rng, FACE, 6 * FACE, (4, 120), 2))[..., None]
    elif choice < 0.65:
        spots = noise(rng, FACE, 6 * FACE, (FACE / 3, FACE * 2), 1) > rng.uniform(1.3, 2.2)
        wide[spots] = near(rng, base, 0.25)
    return np.clip(wide, 0.01, 0.98).astype(np.float32)


def _slope(rng: np.random.Generator, share: NDArray[np.float32]) -> NDArray[np.float32]:
    """How the hollow of a mark falls towards a lamp, -1..1."""
    soft = cv2.GaussianBlur(share, (0, 0), 1.5)
    dy, dx = np.gradient(soft)
    angle = rng.uniform(0, 2 * np.pi)
    slope = dx * np.cos(angle) + dy * np.sin(angle)
    return np.asarray(slope / max(float(np.abs(slope).max()), 1e-6), np.float32)


def _worn(rng: np.random.Generator, faces: Picture) -> Picture:
    """Scratches and edges that have lost or caught light."""
    out: Any = faces
    if rng.uniform() < 0.4:
        ramp = np.abs(np.linspace(-1, 1, FACE))
        edge = np.tile(np.maximum(ramp[:, None], ramp[None]) ** rng.uniform(6, 20), (1, 6))[..., None]
        towards = np.float32(rng.uniform(0, 1))
        out = out * (1 - 0.5 * edge) + 0.5 * edge * (towards * np.float32(0.95) + (1 - towards) * out * 0.5)
    if rng.uniform() < 0.25:
        out = out * (1 + 0.12 * noise(rng, FACE, 6 * FACE, (6, 36), 2))[..., None]
    return np.asarray(out, np.float32)


def cube_faces(rng: np.random.Generator) -> Picture:
    """Six faces of a doubling cube, values 2 to 64: plain as rendered, or engraved, outlined, wooden, framed."""
    if rng.uniform() < 0.35:
        return textures.cube_faces(rng)
    base = colour(rng, 0.04, 0.97)
    ink = far(rng, base, 0.25)
    if rng.uniform() < 0.5:
        ink = near(rng, np.array([0.95] * 3 if base.mean() < 0.5 else [0.04] * 3), 0.05)
    font = a_font(rng)
    size, weight = rng.uniform(0.3, 0.7), int(rng.integers(0, 6))
    outlined, engraved, frame = rng.uniform() < 0.12, rng.uniform() < 0.35, rng.uniform()
    body = _body(rng, base)
    sheets = []
    for k, value in enumerate(CUBE_VALUES):
        scale = size * (1.0 if value < 10 else rng.uniform(0.7, 1.0))
        share = written(str(value), font, scale, FACE, weight)
        if outlined:
            share = np.clip(share - cv2.erode(share, np.ones((5, 5), np.uint8)), 0, 1)
        if frame < 0.12:
            cv2.rectangle(share, (4, 4), (FACE - 5, FACE - 5), 1.0, int(rng.integers(1, 4)))
        elif frame < 0.2:
            cv2.circle(
                share, (FACE // 2, FACE // 2), round(FACE * 0.46), 1.0, int(rng.integers(1, 3)), cv2.LINE_AA
            )
        one = body[:, k * FACE : (k + 1) * FACE]
        inked = one * (1 - share[..., None]) + ink * share[..., None]
        if engraved:
            inked = inked + 0.35 * _slope(rng, np.asarray(share, np.float32))[..., None]
        sheets.append(np.rot90(inked, int(rng.integers(4))))
    return np.clip(_worn(rng, np.concatenate(sheets, 1)), 0.01, 0.98).astype(np.float32)


def lettered_faces(rng: np.random.Generator) -> Picture:
    """Six faces of a block that is neither a die nor a cube: letters, an emblem, or nothing on them."""
    base = colour(rng, 0.04, 0.97)
    ink = far(rng, base, 0.2)
    body = _body(rng, base)
    bare = rng.uniform() < 0.3
    for k in range(0 if bare else 6):
        letters = "".join(rng.choice(list("ABCEFHJKLMNPQRTUVWXY&?#"), int(rng.integers(1, 4))))
        share = written(letters, a_font(rng), float(rng.uniform(0.2, 0.6)), FACE)[..., None]
        one = body[:, k * FACE : (k + 1) * FACE]
        body[:, k * FACE : (k + 1) * FACE] = np.rot90(one * (1 - share) + ink * share, int(rng.integers(4)))
    return np.clip(_worn(rng, body), 0.01, 0.98).astype(np.float32)
