"""Random pictures that are laid on the meshes: felt, wood, points, pips, digits. RGB floats in 0..1."""

from __future__ import annotations

import colorsys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont  # type: ignore[import-not-found,unused-ignore]

Picture = NDArray[np.float32]
Colour = NDArray[np.float64]

CUBE_VALUES = (2, 4, 8, 16, 32, 64)
FONT_FOLDER = Path("/usr/share/fonts/truetype")


def colour(rng: np.random.Generator, dark: float = 0.03, light: float = 0.95) -> Colour:
    """Any colour: a third of them grey, the rest of any hue."""
    value = rng.uniform(dark, light)
    saturation = rng.choice([rng.uniform(0, 0.15), rng.uniform(0.2, 0.95)], p=[0.35, 0.65])
    return np.array(colorsys.hsv_to_rgb(rng.uniform(), saturation, value))


def near(rng: np.random.Generator, other: Colour, spread: float = 0.08) -> Colour:
    """A colour close to another."""
    return np.clip(other + rng.normal(0, spread, 3) + rng.normal(0, spread), 0.02, 0.97)


def far(rng: np.random.Generator, other: Colour, least: float = 0.35) -> Colour:
    """A colour whose brightness differs from another's by at least `least`."""
    grey = other.mean()
    for _ in range(60):
        found = colour(rng)
        if abs(found.mean() - grey) > least:
            return found
    return np.array([0.95] * 3) if grey < 0.5 else np.array([0.04] * 3)


def noise(
    rng: np.random.Generator, height: int, width: int, cells: tuple[float, float], octaves: int = 3
) -> Picture:
    """Smooth noise of mean 0 and deviation about 1, `cells` cells across its height and width."""
    total: Picture = np.zeros((height, width), np.float32)
    for k in range(octaves):
        h, w = (max(2, int(c * 2**k)) for c in cells)
        small = rng.normal(0, 1, (min(h, height), min(w, width))).astype(np.float32)
        wide = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
        total += wide / np.float32(1.6**k)
    return total / max(float(total.std()), 1e-6)


def material(rng: np.random.Generator, height: int, width: int, base: Colour) -> Picture:
    """A sheet of one colour with the grain of felt, wood, marble or nothing."""
    kind = rng.choice(["plain", "felt", "wood", "marble", "speckle"], p=[0.2, 0.35, 0.25, 0.1, 0.1])
    sheet = np.broadcast_to(base, (height, width, 3)).astype(np.float32).copy()
    if kind == "felt":
        sheet *= (1 + rng.uniform(0.02, 0.1) * noise(rng, height, width, (height / 4, width / 4), 2))[
            ..., None
        ]
        sheet *= (1 + rng.uniform(0, 0.06) * noise(rng, height, width, (4, 4), 2))[..., None]
    elif kind == "wood":
        cells = (rng.uniform(20, 60), rng.uniform(2, 5))
        grain = noise(rng, height, width, cells if rng.uniform() < 0.5 else cells[::-1], 3)
        sheet *= (1 + rng.uniform(0.04, 0.16) * grain)[..., None]
    elif kind == "marble":
        veins = np.abs(noise(rng, height, width, (5, 6), 4))
        sheet += (rng.uniform(-0.3, 0.3) * np.exp(-veins * rng.uniform(3, 9)))[..., None]
    elif kind == "speckle":
        spots = noise(rng, height, width, (height / 3, width / 3), 1) > rng.uniform(1.2, 2.2)
        sheet[spots] = near(rng, base, 0.2)
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

FACE = 64


def die_faces(rng: np.random.Generator) -> Picture:
    """Six faces side by side, values 1 to 6, of one die's colours and pips."""
    if rng.uniform() < 0.4:
        base, pip = np.array([0.9, 0.9, 0.88]), np.array([0.04, 0.04, 0.05])
        if rng.uniform() < 0.4:
            base, pip = pip, base
        base, pip = near(rng, base, 0.05), near(rng, pip, 0.03)
    else:
        base = colour(rng, 0.05, 0.95)
        pip = far(rng, base, 0.33)
        if rng.uniform() < 0.5:
            pip = near(rng, np.array([0.94] * 3 if base.mean() < 0.55 else [0.04] * 3), 0.04)
    radius, reach = rng.uniform(0.075, 0.125), rng.uniform(0.22, 0.30)
    squeeze = rng.uniform(0.85, 1.0) if rng.uniform() < 0.3 else 1.0
    big_one = rng.uniform() < 0.25
    red = np.array([0.75, 0.05, 0.05]) if base.mean() > 0.5 and rng.uniform() < 0.6 else pip
    faces = []
    for value in range(1, 7):
        scale = 4
        face = np.broadcast_to(base, (FACE * scale, FACE * scale, 3)).astype(np.float32).copy()
        for a, b in PIPS[value]:
            centre = (
                round((0.5 + a * reach) * FACE * scale),
                round((0.5 + b * reach * squeeze) * FACE * scale),
            )
            shade = red if big_one and value == 1 else pip
            size = radius * (rng.uniform(1.3, 1.9) if big_one and value == 1 else 1.0)
            cv2.circle(face, centre, round(size * FACE * scale), [float(c) for c in shade], -1, cv2.LINE_AA)
        small = np.asarray(cv2.resize(face, (FACE, FACE), interpolation=cv2.INTER_AREA), np.float32)
        faces.append(np.rot90(small, int(rng.integers(4))))
    if rng.uniform() < 0.2:
        ghost = [cv2.GaussianBlur(np.ascontiguousarray(f), (0, 0), 5) for f in faces]
        share = rng.uniform(0.1, 0.3)
        faces = [f * (1 - share) + ghost[5 - k] * share for k, f in enumerate(faces)]
    if rng.uniform() < 0.25:
        faces = [f * (1 + 0.08 * noise(rng, FACE, FACE, (3, 3), 2))[..., None] for f in faces]
    return np.clip(np.concatenate(faces, 1), 0.01, 0.97).astype(np.float32)


def _fonts() -> list[Path]:
    words = ("Sans", "Serif", "Mono", "Bold", "Regular")
    return sorted(p for p in FONT_FOLDER.rglob("*.ttf") if any(w in p.name for w in words))


def _shrunk(sheet: NDArray[np.uint8]) -> Picture:
    small = cv2.resize(sheet, (FACE, FACE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


def _number(
    rng: np.random.Generator, value: int, font: Path | None, size: float, weight: int
) -> NDArray[np.float32]:
    """The printed number as coverage in 0..1, FACE pixels a side, upright."""
    big = FACE * 4
    if font is None:
        sheet = np.zeros((big, big), np.uint8)
        face = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)[weight % 3]
        (w, h), _ = cv2.getTextSize(str(value), face, 1.0, 2)
        scale = min(size * big / h, 0.8 * big / w)
        thick = max(3, round(scale * (2 + weight)))
        (w, h), _ = cv2.getTextSize(str(value), face, scale, thick)
        cv2.putText(sheet, str(value), ((big - w) // 2, (big + h) // 2), face, scale, 255, thick, cv2.LINE_AA)
        return _shrunk(sheet)
    picture = Image.new("L", (big, big), 0)
    pen = ImageDraw.Draw(picture)
    letters = ImageFont.truetype(str(font), int(size * big * 1.35))
    left, top, right, bottom = pen.textbbox((0, 0), str(value), font=letters)
    if right - left > 0.86 * big:
        letters = ImageFont.truetype(str(font), int(size * big * 1.35 * 0.86 * big / (right - left)))
        left, top, right, bottom = pen.textbbox((0, 0), str(value), font=letters)
    pen.text(((big - left - right) / 2, (big - top - bottom) / 2), str(value), 255, font=letters)
    return _shrunk(np.asarray(picture, np.uint8))


def cube_faces(rng: np.random.Generator) -> Picture:
    """Six faces side by side, values 2 to 64, of one doubling cube, each number in one of four directions."""
    base = near(rng, np.array([0.92, 0.92, 0.88]), 0.06) if rng.uniform() < 0.5 else colour(rng, 0.05, 0.95)
    ink = far(rng, base, 0.4)
    if rng.uniform() < 0.6:
        ink = near(rng, np.array([0.95] * 3 if base.mean() < 0.5 else [0.03] * 3), 0.03)
    fonts = _fonts()
    font = fonts[int(rng.integers(len(fonts)))] if fonts and rng.uniform() < 0.85 else None
    size, weight = rng.uniform(0.3, 0.62), int(rng.integers(0, 6))
    border = rng.uniform() < 0.15
    faces = []
    for value in CUBE_VALUES:
        share = _number(rng, value, font, size * (1.0 if value < 10 else rng.uniform(0.75, 1.0)), weight)[
            ..., None
        ]
        if border:
            cv2.rectangle(share, (3, 3), (FACE - 4, FACE - 4), 1.0, 1)
        faces.append(np.rot90(base * (1 - share) + ink * share, int(rng.integers(4))))
    return np.clip(np.concatenate(faces, 1), 0.01, 0.97).astype(np.float32)
