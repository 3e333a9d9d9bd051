"""The looks of checkers, and of the table they lie round. RGB floats in 0..1."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training import textures
from vision.training.ornaments import emblem, lay, lettering
from vision.training.textures import Colour, Picture, colour, material, near, noise

SIDE = 128
"""Pixels a side of a checker's picture."""
EDGE = 0.44
"""The radius of the top in its picture, in shares of a side; what lies beyond is the checker's side."""


def disc(rng: np.random.Generator, base: Colour) -> Picture:
    """The top of a checker to radius 0.44 of the cell, its side beyond."""
    sheet = material(rng, SIDE, SIDE, base)
    substance = rng.uniform()
    if substance < 0.15:  # pearl: soft clouds of a lighter and a tinted shade
        clouds = noise(rng, SIDE, SIDE, (rng.uniform(2, 6), rng.uniform(2, 6)), 3)[..., None]
        sheet = sheet + clouds * (rng.uniform(0.03, 0.15) * (0.5 + colour(rng))).astype(np.float32)
    elif substance < 0.25:  # marbled: veins of another colour
        veins = np.exp(-np.abs(noise(rng, SIDE, SIDE, (3, 3), 4)) * rng.uniform(4, 12))[..., None]
        sheet = sheet * (1 - veins) + near(rng, colour(rng), 0.05).astype(np.float32) * veins
    radius = np.hypot(*(np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2)) / SIDE / EDGE
    if rng.uniform() < 0.12:  # translucent: brighter towards the rim
        sheet = sheet * (1 + rng.uniform(0.1, 0.5) * (np.clip(radius, 0, 1) ** 2 - 0.3))[..., None]
    other = near(rng, base, 0.1) if rng.uniform() < 0.65 else colour(rng)
    kind = rng.choice(
        ["plain", "centre", "rim", "rings", "emblem", "print", "ring", "turned", "carved"],
        p=[0.22, 0.14, 0.08, 0.08, 0.1, 0.08, 0.08, 0.14, 0.08],
    )
    if kind == "centre":
        sheet[radius < rng.uniform(0.35, 0.8)] = other
    elif kind == "rim":
        sheet[radius > rng.uniform(0.82, 0.95)] = other
    elif kind == "rings":
        sheet[np.sin(radius * rng.uniform(12, 30)) > 0.4] = near(rng, base, 0.08)
    elif kind == "ring":
        middle, wide = rng.uniform(0.25, 0.85), rng.uniform(0.02, 0.12)
        sheet[np.abs(radius - middle) < wide] = other
    elif kind == "turned":  # on a lathe: grooves and steps, lighter and darker
        knots = 1 + rng.normal(0, rng.uniform(0.05, 0.3), int(rng.integers(4, 14)))
        sheet = sheet * np.interp(radius, np.linspace(0, 1.1, len(knots)), knots)[..., None].astype(
            np.float32
        )
        if rng.uniform() < 0.3:
            sheet[np.abs(radius - rng.uniform(0.2, 0.95)) < rng.uniform(0.03, 0.15)] = colour(rng)
    elif kind == "carved":  # the same all round: spokes, petals, studs
        angle = np.arctan2(*(np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2))
        wave = np.cos(angle * rng.integers(3, 17)) + rng.uniform(-2, 2) * np.cos(radius * rng.uniform(3, 18))
        share = np.clip(wave * rng.choice([0.5, 6.0]), 0, 1)[..., None].astype(np.float32)
        sheet = sheet + (other.astype(np.float32) - sheet) * share
    elif kind in ("emblem", "print"):
        ink = np.zeros((SIDE, SIDE), np.uint8)
        size = round(SIDE * EDGE * rng.uniform(0.6, 1.8))
        text = str(rng.choice(list("ABCDEFGHKMNRSTWXZ12345678")))
        stamp = emblem(rng, size) if kind == "emblem" else lettering(rng, text, round(size * 0.7))
        stamp = stamp[:SIDE, :SIDE]
        y, x = (SIDE - stamp.shape[0]) // 2, (SIDE - stamp.shape[1]) // 2
        ink[y : y + stamp.shape[0], x : x + stamp.shape[1]] = stamp
        lay(sheet, ink, other, rng.uniform(0.4, 1))
    if rng.uniform() < 0.3:
        sheet[radius > 1.0] = near(rng, base, 0.15)
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)


def table(rng: np.random.Generator, base: Colour) -> Picture:
    """The table round the board, with a few printed things on it."""
    sheet = material(rng, 512, 512, base)
    if rng.uniform() < 0.2:
        stripes = np.sin(np.arange(512) * rng.uniform(0.05, 0.8))[None, :, None] * rng.uniform(0.03, 0.2)
        sheet = np.asarray(sheet * (1 + stripes), np.float32)
    if rng.uniform() < 0.5:
        ink = np.zeros((512, 512), np.uint8)
        for _ in range(int(rng.integers(1, 6))):
            stamp = emblem(rng, int(rng.integers(16, 120)))
            y, x = rng.integers(0, 512 - stamp.shape[0], 2)
            part = ink[y : y + stamp.shape[0], x : x + stamp.shape[1]]
            cv2.max(part, stamp, part)
        lay(sheet, ink, textures.colour(rng), rng.uniform(0.3, 1))
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)
