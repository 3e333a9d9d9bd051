"""What is printed on boards and lies beside them: emblems, lettering, numbers, score cards. Shares of ink in 0..1."""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont  # type: ignore[import-not-found,unused-ignore]

from vision.training import textures
from vision.training.meshes import Floats
from vision.training.textures import PIPS, Colour, Picture

Ink = NDArray[np.uint8]
"""How much ink lies where, 0 to 255."""

SYLLABLES = [
    "ba",
    "ga",
    "mon",
    "tri",
    "go",
    "ta",
    "ro",
    "li",
    "ne",
    "ka",
    "sho",
    "win",
    "pip",
    "cup",
    "open",
    "grand",
    "club",
    "ace",
    "dou",
    "ble",
]


@functools.cache
def _fonts() -> tuple[Path, ...]:
    return tuple(sorted(textures.FONT_FOLDER.rglob("*.ttf")))


def lettering(rng: np.random.Generator, text: str, height: int) -> Ink:
    """A text in one of the fonts that are installed, letters about as high as `height` pixels."""
    fonts = _fonts()
    if not fonts or rng.uniform() < 0.15:
        face, scale = int(rng.integers(0, 8)), height / 24
        (width, tall), _ = cv2.getTextSize(text, face, scale, 2)
        sheet = np.zeros((tall + height, width + 6), np.uint8)
        cv2.putText(sheet, text, (2, tall + height // 4), face, scale, 255, max(1, height // 12), cv2.LINE_AA)
        return sheet
    font = ImageFont.truetype(str(fonts[int(rng.integers(len(fonts)))]), max(6, int(height * 1.3)))
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, 255, font=font)
    return np.array(picture, np.uint8)


def words(rng: np.random.Generator) -> str:
    """A name such as boards and clubs bear, or a number."""
    if rng.uniform() < 0.2:
        return str(rng.choice(["777", "2031", "1", "64", "No 7", "BG", "99", "24", "2"]))
    made = ["".join(rng.choice(SYLLABLES, int(rng.integers(1, 4)))) for _ in range(int(rng.integers(1, 4)))]
    text = " ".join(w.capitalize() if rng.uniform() < 0.5 else w for w in made)
    return text.upper() if rng.uniform() < 0.4 else text


def _closed(rng: np.random.Generator, size: int, waves: int, rough: float) -> Floats:
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    reach = np.ones_like(angle)
    for k in range(1, waves + 1):
        reach += rng.normal(0, rough / k**0.7) * np.cos(k * angle + rng.uniform(0, 6.3))
    reach = np.clip(reach, 0.15, 2)
    reach *= 0.46 / reach.max()
    return np.stack([np.cos(angle) * reach, np.sin(angle) * reach], -1) * size + size / 2


def emblem(rng: np.random.Generator, size: int) -> Ink:
    """A logo of size x size pixels: star, rosette, sun, rings, shield, creature, blazon, letters in a ring."""
    ink = np.zeros((size, size), np.uint8)
    middle = (size // 2, size // 2)
    line = max(1, round(size * rng.uniform(0.01, 0.05)))
    angle = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    match int(rng.integers(8)):
        case 0:
            spikes = int(rng.integers(3, 13))
            turn = np.arange(2 * spikes) * np.pi / spikes
            reach = np.where(np.arange(2 * spikes) % 2, rng.uniform(0.1, 0.35), 0.46) * size
            star = np.stack([np.cos(turn), np.sin(turn)], -1) * reach[:, None] + size / 2
            cv2.fillPoly(ink, [star.astype(np.int32)], 255, cv2.LINE_AA)
        case 1:
            petals, depth = int(rng.integers(4, 13)), rng.uniform(0.1, 0.5)
            reach = 0.46 * (1 - depth * (0.5 + 0.5 * np.cos(petals * angle))) * size
            rose = np.stack([np.cos(angle) * reach, np.sin(angle) * reach], -1) + size / 2
            cv2.fillPoly(ink, [rose.astype(np.int32)], 255, cv2.LINE_AA)
            cv2.circle(ink, middle, round(size * rng.uniform(0.05, 0.2)), 0, -1, cv2.LINE_AA)
        case 2:
            for a in np.linspace(0, 2 * np.pi, int(rng.integers(8, 25)), endpoint=False):
                ends = [
                    (size / 2 + np.array([np.cos(a), np.sin(a)]) * r * size).astype(int) for r in (0.3, 0.46)
                ]
                cv2.line(ink, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 255, line, cv2.LINE_AA)
            cv2.circle(ink, middle, round(size * 0.25), 255, line if rng.uniform() < 0.6 else -1, cv2.LINE_AA)
        case 3:
            for r in np.sort(rng.uniform(0.1, 0.46, int(rng.integers(1, 5)))):
                cv2.circle(ink, middle, round(size * r), 255, line, cv2.LINE_AA)
        case 4:
            shield = np.array(
                [[0.15, 0.08], [0.85, 0.08], [0.85, 0.5], [0.7, 0.8], [0.5, 0.95], [0.3, 0.8], [0.15, 0.5]]
            )
            cv2.polylines(ink, [(shield * size).astype(np.int32)], True, 255, line, cv2.LINE_AA)
            _stamp(ink, lettering(rng, words(rng)[:3], size // 3), middle)
        case 5:
            outline = _closed(rng, size, 9, 0.35)
            cv2.fillPoly(ink, [outline.astype(np.int32)], 255, cv2.LINE_AA)
            for _ in range(int(rng.integers(1, 6))):
                inner = (
                    _closed(rng, max(4, int(size * rng.uniform(0.1, 0.4))), 6, 0.3)
                    + rng.uniform(0.15, 0.5, 2) * size
                )
                cv2.fillPoly(ink, [inner.astype(np.int32)], 0, cv2.LINE_AA)
        case 6:
            for _ in range(int(rng.integers(3, 9))):
                curve = _closed(rng, size, 4, 0.4)
                cv2.polylines(ink, [curve.astype(np.int32)], True, 255, line, cv2.LINE_AA)
        case _:
            cv2.circle(ink, middle, round(size * 0.45), 255, line, cv2.LINE_AA)
            _stamp(ink, lettering(rng, words(rng)[:2], round(size * rng.uniform(0.25, 0.5))), middle)
    return ink


def _stamp(ink: Ink, other: Ink, middle: tuple[int, int]) -> None:
    """Adds ink about a place, cut off at the sheet's edges."""
    height, width = other.shape
    x, y = middle[0] - width // 2, middle[1] - height // 2
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, ink.shape[1]), min(y + height, ink.shape[0])
    if x1 > x0 and y1 > y0:
        part = other[y0 - y : y1 - y, x0 - x : x1 - x]
        ink[y0:y1, x0:x1] = np.maximum(ink[y0:y1, x0:x1], part)


def stamped(ink: Ink, other: Ink, u: float, v: float) -> None:
    """Adds ink about a place given in shares of the sheet."""
    _stamp(ink, other, (round(u * ink.shape[1]), round(v * ink.shape[0])))


def lay(sheet: Picture, ink: Ink, paint: Picture | Colour, opacity: float = 1.0) -> None:
    """Paints a sheet where there is ink, with a colour or with another sheet."""
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    if not len(rows):
        return
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    share = (ink[part].astype(np.float32) * np.float32(opacity / 255))[..., None]
    over = paint[part] if paint.ndim == 3 else paint.astype(np.float32)
    sheet[part] += (over - sheet[part]) * share


def pattern(rng: np.random.Generator, sheet: Picture) -> None:
    """Paints flowers, scrolls or splashes of a colour or two all over a sheet."""
    height, width = sheet.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        ink = np.zeros((height, width), np.uint8)
        if rng.uniform() < 0.5:
            stamp = emblem(rng, int(rng.integers(9, 36)))
            for u, v in rng.uniform(0, 1, (int(rng.integers(40, 200)), 2)):
                stamped(ink, stamp if rng.uniform() < 0.5 else stamp.T, float(u), float(v))
        else:
            middle, spread = rng.uniform(0, 1, 2), rng.uniform(0.05, 0.6)
            for _ in range(int(rng.integers(10, 150))):
                x, y = (int(c) for c in (middle + rng.normal(0, spread, 2)) * (width, height))
                reach = int(np.clip(rng.lognormal(1.2, 0.8), 1, 40))
                axes, angle = (reach, max(1, int(reach * rng.uniform(0.4, 1)))), rng.uniform(0, 180)
                cv2.ellipse(ink, (x, y), axes, float(angle), 0, 360, 255, -1, cv2.LINE_AA)
        lay(sheet, ink, textures.colour(rng), rng.uniform(0.3, 1))


def square_of(rng: np.random.Generator, size: int, pips: bool) -> Picture:
    """A printed square that looks like the face of a die or of a doubling cube."""
    base = textures.colour(rng)
    ink = textures.far(rng, base, 0.3)
    sheet = np.broadcast_to(base, (size, size, 3)).astype(np.float32).copy()
    mask = np.zeros((size, size), np.uint8)
    if pips:
        reach, radius = rng.uniform(0.2, 0.3), round(rng.uniform(0.07, 0.12) * size)
        for a, b in PIPS[int(rng.integers(1, 7))]:
            cv2.circle(
                mask,
                (round((0.5 + a * reach) * size), round((0.5 + b * reach) * size)),
                radius,
                255,
                -1,
                cv2.LINE_AA,
            )
    else:
        _stamp(
            mask,
            lettering(
                rng,
                str(rng.choice([2, 4, 8, 16, 32, 64, 1, 0, 3, 5, 7, 11, 15])),
                round(size * rng.uniform(0.35, 0.6)),
            ),
            (size // 2, size // 2),
        )
    if rng.uniform() < 0.4:
        cv2.rectangle(mask, (1, 1), (size - 2, size - 2), 255, max(1, size // 20))
    lay(sheet, mask, ink)
    return np.asarray(np.rot90(sheet, int(rng.integers(4))), np.float32).copy()
