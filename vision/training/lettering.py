"""Letters and numbers as coverage: how much of each pixel is inked, 0..1."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont  # type: ignore[import-not-found,unused-ignore]

from vision.training.textures import FONT_FOLDER

Cover = NDArray[np.float32]

STROKES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
"""What is written with where no font is installed, and now and then else."""


@lru_cache(maxsize=1)
def fonts() -> tuple[Path, ...]:
    """The installed fonts."""
    return tuple(sorted(FONT_FOLDER.rglob("*.ttf")))


def a_font(rng: np.random.Generator) -> Path | None:
    """Any font; None: strokes of even width."""
    found = fonts()
    return found[int(rng.integers(len(found)))] if found and rng.uniform() < 0.85 else None


def written(text: str, font: Path | None, size: float, side: int, weight: int = 0) -> Cover:
    """A text in the middle of a square of `side` px, `size` of it high, less where it would be too wide."""
    big = side * 3
    if font is None:
        sheet = np.zeros((big, big), np.uint8)
        face = STROKES[weight % len(STROKES)]
        (w, h), _ = cv2.getTextSize(text, face, 1.0, 2)
        scale = min(size * big / h, 0.86 * big / w)
        thick = max(3, round(scale * (2 + weight)))
        (w, h), _ = cv2.getTextSize(text, face, scale, thick)
        cv2.putText(sheet, text, ((big - w) // 2, (big + h) // 2), face, scale, 255, thick, cv2.LINE_AA)
    else:
        picture = Image.new("L", (big, big), 0)
        pen = ImageDraw.Draw(picture)
        letters = _letters(str(font), int(size * big * 1.35))
        left, top, right, bottom = pen.textbbox((0, 0), text, font=letters)
        if right - left > 0.86 * big:
            letters = _letters(str(font), int(size * big * 1.35 * 0.86 * big / (right - left)))
            left, top, right, bottom = pen.textbbox((0, 0), text, font=letters)
        pen.text(((big - left - right) / 2, (big - top - bottom) / 2), text, 255, font=letters)
        sheet = np.asarray(picture, np.uint8)
    small = cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


@lru_cache(maxsize=400)
def _letters(font: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font, max(6, size))
