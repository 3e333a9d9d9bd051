"""What befalls pictures of boards in rooms: shadows, glare, coarse or shaken cameras. BGR pictures of 8 bits."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def _shadowed(rng: np.random.Generator, picture: Picture) -> Picture:
    """A bar's or an arm's shadow across the picture, hard or soft, or the edge of one."""
    height, width = picture.shape[:2]
    veil = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        ends = rng.uniform(-0.3, 1.3, (2, 2)) * (width, height)
        thick = int(rng.choice([rng.uniform(2, 12), rng.uniform(15, 120)]))
        first, last = (tuple(int(c) for c in end) for end in ends)
        cv2.line(veil, first, last, 1.0, thick, cv2.LINE_AA)
    veil = np.asarray(cv2.GaussianBlur(veil, (0, 0), float(rng.uniform(0.5, 6))), np.float32)
    share = rng.uniform(0.15, 0.7) * (1 + rng.normal(0, 0.08, 3))
    lit = picture * (1 - veil[..., None] * share.astype(np.float32))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _glaring(rng: np.random.Generator, picture: Picture) -> Picture:
    """Reflections of lamps or windows on the board."""
    height, width = picture.shape[:2]
    veil = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = tuple(int(rng.uniform(3, 60)) for _ in range(2))
        cv2.ellipse(veil, middle, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    veil = np.asarray(cv2.GaussianBlur(veil, (0, 0), float(rng.uniform(1, 25))), np.float32)
    bright = picture + veil[..., None] * np.float32(rng.uniform(40, 220))
    return np.clip(bright, 0, 255).astype(np.uint8)


def _coarse(rng: np.random.Generator, picture: Picture) -> Picture:
    """As from a camera that has fewer pixels for the board."""
    height, width = picture.shape[:2]
    scale = rng.uniform(0.35, 0.85)
    way = cv2.INTER_AREA if rng.uniform() < 0.7 else cv2.INTER_LINEAR
    small: Any = cv2.resize(picture, (int(width * scale), int(height * scale)), interpolation=way)
    if rng.uniform() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))]
        small = cv2.imdecode(cv2.imencode(".jpg", small, quality)[1], cv2.IMREAD_COLOR)
    back = cv2.INTER_LINEAR if rng.uniform() < 0.6 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (width, height), interpolation=back), np.uint8)


def _shaken(rng: np.random.Generator, picture: Picture) -> Picture:
    """Blurred along a line."""
    reach = int(rng.integers(3, 8))
    kernel = np.zeros((reach, reach), np.float32)
    angle = rng.uniform(0, np.pi)
    for t in np.linspace(-0.5, 0.5, 4 * reach):
        row, column = ((reach - 1) * (0.5 + t * c) for c in (np.sin(angle), np.cos(angle)))
        kernel[round(row), round(column)] = 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)


def flat_discs(
    rng: np.random.Generator, picture: Picture, taken: Floats, free: Mask
) -> tuple[Picture, Floats]:
    """Draws up to six flat checkers into a piece of a board, away from what lies there,
    and tells their middles (n x 2).

    `taken`: middles of what lies there, pixels (m x 2); `free`: where nothing foreign is, a quarter of the size. They
    are of a colour or two and cast next to no shadow, as men of card, felt or thin wood do.
    """
    height, width = picture.shape[:2]
    middles: list[tuple[float, float]] = []
    radius, shades = rng.uniform(10.5, 15.5), rng.uniform(10, 250, (2, 3))
    others = taken
    for _ in range(int(rng.integers(1, 7))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if not free[min(int(y) // 4, free.shape[0] - 1), min(int(x) // 4, free.shape[1] - 1)]:
            continue
        if len(others) and (np.hypot(others[:, 0] - x, others[:, 1] - y) < 2 * radius).any():
            continue
        others = np.concatenate([others.reshape(-1, 2), [[x, y]]])
        middles.append((x, y))
        axes = (round(radius * 16 * rng.uniform(0.94, 1.06)), round(radius * 16))
        if rng.uniform() < 0.7:
            veil = np.zeros((height, width), np.float32)
            shift = rng.normal(0, 1.5, 2)
            middle = (round((x + shift[0]) * 16), round((y + shift[1]) * 16))
            cv2.ellipse(veil, middle, axes, 0, 0, 360, float(rng.uniform(0.1, 0.6)), -1, cv2.LINE_AA, 4)
            veil = np.asarray(cv2.GaussianBlur(veil, (0, 0), float(rng.uniform(0.6, 2))), np.float32)
            picture = (picture * (1 - veil[..., None])).astype(np.uint8)
        ink = np.zeros((height, width), np.uint8)
        cv2.ellipse(ink, (round(x * 16), round(y * 16)), axes, 0, 0, 360, 255, -1, cv2.LINE_AA, 4)
        paint = shades[int(rng.integers(2))] + rng.normal(0, rng.uniform(0, 6), (height, width, 1))
        share = (ink / 255)[..., None]
        picture = np.clip(picture * (1 - share) + paint * share, 0, 255).astype(np.uint8)
    return picture, np.array(middles).reshape(-1, 2)


def as_in_rooms(rng: np.random.Generator, picture: Picture) -> Picture:
    """The picture with none, one or several of these."""
    for change, often in ((_shadowed, 0.15), (_glaring, 0.12), (_coarse, 0.35), (_shaken, 0.08)):
        if rng.uniform() < often:
            picture = change(rng, picture)
    return picture
