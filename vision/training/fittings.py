"""What sits on a board's body and lies flat beside it: hinges, screws, latches, peg holes, plates, score boards.

None of it is foreign to the board, and none of it is a checker, die or cube: its places are kept as decoys.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.training import textures
from vision.training.board_shape import HEIGHT, BoardMeasures
from vision.training.meshes import Floats, Mesh, box, merged
from vision.training.ornaments import emblem, lay, lettering, square_of, words
from vision.training.textures import Picture, colour, far, material, near

CELL = 96
COLUMNS = 10
HINGE, PLATE, SQUARE, PEGS, NAME, SCORE, SHEET, PHONE, CARDS, SCREW = range(COLUMNS)
"""What each cell of the palette shows."""


def _stretched(stamp: np.ndarray, size: int = CELL) -> np.ndarray:
    """A stamp in the middle of a cell, shrunk where it is too large."""
    scale = min(1.0, (size - 6) / max(stamp.shape))
    small = np.asarray(cv2.resize(stamp, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    ink = np.zeros((size, size), np.uint8)
    y, x = (size - small.shape[0]) // 2, (size - small.shape[1]) // 2
    ink[y : y + small.shape[0], x : x + small.shape[1]] = small
    return ink


def _metal(rng: np.random.Generator) -> Picture:
    tint = np.array(rng.choice([[0.75, 0.55, 0.2], [0.6, 0.6, 0.62], [0.35, 0.3, 0.25], [0.1, 0.1, 0.1]]))
    return material(rng, CELL, CELL, near(rng, tint, 0.06))


def _hinge(rng: np.random.Generator) -> Picture:
    """A leaf of metal with the joint along its middle and screws at both sides."""
    sheet = _metal(rng)
    sheet[:, CELL // 2 - 3 : CELL // 2 + 3] *= np.float32(rng.uniform(0.4, 1.4))
    screws, radius = int(rng.integers(2, 4)), int(rng.integers(4, 10))
    shade = [float(c) for c in colour(rng, 0.02, 0.5 if rng.uniform() < 0.7 else 0.9)]
    for x in (CELL // 4, CELL * 3 // 4):
        for k in range(screws):
            middle = (x, round((k + 0.5) * CELL / screws))
            cv2.circle(sheet, middle, radius, shade, -1, cv2.LINE_AA)
            cv2.line(
                sheet, (middle[0] - radius, middle[1]), (middle[0] + radius, middle[1]), [0.5, 0.5, 0.5], 1
            )
    return sheet


def _screw(rng: np.random.Generator) -> Picture:
    sheet = _metal(rng)
    shade = [float(c) for c in colour(rng)]
    cv2.circle(sheet, (CELL // 2, CELL // 2), round(CELL * rng.uniform(0.2, 0.45)), shade, -1, cv2.LINE_AA)
    return sheet


def _inked(rng: np.random.Generator, stamp: np.ndarray) -> Picture:
    base = colour(rng)
    sheet = material(rng, CELL, CELL, base)
    lay(sheet, _stretched(stamp), far(rng, base, 0.2))
    return sheet


def _pegs(rng: np.random.Generator) -> Picture:
    base = colour(rng)
    sheet = material(rng, CELL, CELL, base)
    shade, count = [float(c) for c in far(rng, base, 0.15)], int(rng.integers(3, 8))
    for k in range(count):
        for row in range(int(rng.integers(1, 3))):
            middle = (round((k + 0.5) * CELL / count), round((row + 0.5) * CELL / 2))
            cv2.circle(sheet, middle, max(2, round(0.25 * CELL / count)), shade, -1, cv2.LINE_AA)
    return sheet


def _score(rng: np.random.Generator) -> Picture:
    """Bright digits on dark, or dark ones on bright."""
    dark = rng.uniform() < 0.6
    base = near(rng, np.array([0.05] * 3 if dark else [0.75] * 3), 0.04)
    sheet = material(rng, CELL, CELL, base)
    digits = (
        str(int(rng.integers(0, 26)))
        if rng.uniform() < 0.6
        else f"{rng.integers(0, 99):02d}:{rng.integers(0, 60):02d}"
    )
    ink = _stretched(lettering(rng, digits, round(CELL * rng.uniform(0.3, 0.7))))
    lay(sheet, ink, colour(rng, 0.6, 0.95) if dark else colour(rng, 0.02, 0.4))
    return sheet


def _sheet(rng: np.random.Generator) -> Picture:
    """A printed or written sheet of paper."""
    sheet = material(rng, CELL, CELL, near(rng, np.array([0.85, 0.85, 0.82]), 0.06))
    shade = [float(c) for c in colour(rng, 0.05, 0.5)]
    for k in range(int(rng.integers(3, 12))):
        y = round((k + 0.7) * CELL / 12)
        cv2.line(sheet, (6, y), (int(rng.integers(20, CELL - 4)), y), shade, int(rng.integers(1, 3)))
    if rng.uniform() < 0.5:
        lay(sheet, _stretched(emblem(rng, 40)), colour(rng), 0.9)
    return sheet


def _phone(rng: np.random.Generator) -> Picture:
    sheet = material(rng, CELL, CELL, near(rng, np.array([0.04] * 3), 0.02))
    if rng.uniform() < 0.6:
        sheet[8:-8, 5:-5] = textures.noise(rng, CELL - 16, CELL - 10, (3, 3), 3)[..., None] * 0.1 + colour(
            rng
        )
        lay(sheet, _stretched(lettering(rng, words(rng)[:6], 20)), colour(rng))
    return sheet


def palette(rng: np.random.Generator) -> Picture:
    """The pictures of all fittings side by side."""
    number = square_of(rng, CELL, False)
    cells = [
        _hinge(rng),
        _metal(rng) if rng.uniform() < 0.5 else _inked(rng, emblem(rng, CELL - 8)),
        number,
        _pegs(rng),
        _inked(rng, lettering(rng, words(rng), 40)),
        _score(rng),
        _sheet(rng),
        _phone(rng),
        square_of(rng, CELL, rng.uniform() < 0.3),
        _screw(rng),
    ]
    return np.clip(np.concatenate(cells, 1), 0.01, 0.97).astype(np.float32)


def panel(middle: Floats, size: tuple[float, float, float], cell: int, yaw: float) -> Mesh:
    """A flat piece whose upper face shows a cell of the palette; `size`: along x, along y, thickness."""
    w, h, thick = size
    plain = box((-w / 2, -h / 2, 0.0), (w / 2, h / 2, thick))
    across = np.clip(plain.vertices[:, 0] / w + 0.5, 0.02, 0.98)
    places = np.stack([(cell + across) / COLUMNS, np.clip(plain.vertices[:, 1] / h + 0.5, 0.02, 0.98)], -1)
    turn = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1.0]])
    return Mesh(plain.vertices, plain.normals, places, plain.faces).moved(turn, np.asarray(middle, float))


class _Bench:
    """Gathers fittings and their places."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.meshes = [box((90, 90, -9), (90.1, 90.1, -8.9))]
        self.decoys: list[Floats] = []

    def put(
        self, x: float, y: float, z: float, w: float, h: float, thick: float, cell: int, yaw: float = 0.0
    ) -> None:
        middle = np.array([x, y, z])
        self.meshes.append(panel(middle, (w, h, thick), cell, yaw))
        self.decoys.append(middle + [0, 0, thick])


def _on_bar(b: _Bench, s: BoardMeasures) -> None:
    rng = b.rng
    wide = max(s.bar * rng.uniform(0.5, 1.3), 0.25)
    height = rng.uniform(0.25, 0.9)
    if rng.uniform() < 0.55:  # hinges
        y = rng.uniform(2.0, 4.4)
        places = [-y, y, 0.0][: int(rng.choice([2, 2, 3]))]
        if rng.uniform() < 0.2:
            places += [-y * 0.4, y * 0.4]
        for place in places:
            b.put(rng.normal(0, 0.01), place, s.bar_height, wide, height, rng.uniform(0.005, 0.06), HINGE)
    if s.bar > 0.25 and rng.uniform() < 0.3:  # a plate, name or number at the middle of the bar
        size = s.bar * rng.uniform(0.4, 0.95)
        cell = int(rng.choice([PLATE, SQUARE, NAME, CARDS, SCREW]))
        for y in [0.0] if rng.uniform() < 0.5 else [-rng.uniform(1, 4), rng.uniform(1, 4)]:
            b.put(
                0.0,
                y,
                s.bar_height,
                size,
                size * (2.5 if cell == NAME else 1),
                0.01,
                cell,
                rng.choice([0, np.pi / 2, np.pi]),
            )
    if rng.uniform() < 0.12:  # peg holes
        for y in np.linspace(-4, 4, int(rng.integers(2, 9))):
            b.put(0.0, float(y), s.bar_height, max(s.bar * 0.4, 0.15), max(s.bar * 0.4, 0.15), 0.005, SCREW)


def _on_rails(b: _Bench, s: BoardMeasures) -> None:
    rng, z = b.rng, s.rim_height
    top = HEIGHT / 2 + s.rim / 2
    if rng.uniform() < 0.35:  # hinges where the halves meet
        for side in (-1, 1):
            b.put(0.0, side * top, z, rng.uniform(0.4, 1.4), s.rim * rng.uniform(0.5, 1), 0.03, HINGE)
    if rng.uniform() < 0.35:  # names, logos, numbers along the rails
        cell = int(rng.choice([PLATE, NAME, SQUARE, PEGS, SCREW, CARDS]))
        size = s.rim * rng.uniform(0.4, 0.95)
        count = int(rng.choice([1, 2, 4, 12]))
        for side in (-1, 1)[: int(rng.integers(1, 3))]:
            for k in range(count):
                x = s.middle(k) if count == 12 else (k + 0.5) / count * s.width - s.width / 2
                b.put(
                    x,
                    side * top,
                    z,
                    size * (2.5 if cell in (NAME, PEGS) and count < 12 else 1),
                    size,
                    0.005,
                    cell,
                    rng.choice([0, np.pi]),
                )
    if rng.uniform() < 0.3:  # at the sides: latches, plates, handles
        for sign in (-1, 1)[: int(rng.integers(1, 3))]:
            x = sign * (s.width / 2 + s.rim / 2)
            for y in rng.uniform(-4.5, 4.5, int(rng.integers(1, 4))):
                b.put(
                    x,
                    float(y),
                    z,
                    s.rim * rng.uniform(0.4, 1),
                    rng.uniform(0.3, 1.2),
                    0.04,
                    int(rng.choice([HINGE, PLATE, SQUARE, SCREW, PEGS, SCORE])),
                    rng.choice([0, np.pi / 2]),
                )
    for sign, tray in ((-1, s.trays[0]), (1, s.trays[1])):  # cards, numbers and dice cups' rests in the trays
        if tray and rng.uniform() < 0.25:
            x = sign * (s.width / 2 + s.rim + tray / 2)
            size = tray * rng.uniform(0.4, 0.95)
            b.put(
                x,
                rng.normal(0, 2.0),
                -0.29,
                size,
                size * rng.uniform(0.6, 1.4),
                rng.uniform(0.01, 0.5),
                int(rng.choice([SCORE, SQUARE, CARDS, SHEET, PLATE])),
                rng.choice([0, np.pi / 2]),
            )


def _beside(b: _Bench, s: BoardMeasures) -> None:
    """Score boards, flip cards, sheets and phones on the table round the board."""
    rng = b.rng
    left, right = (s.width / 2 + s.rim + (t + s.rim if t else 0) for t in s.trays)
    for _ in range(int(rng.choice([0, 1, 2, 4, 6], p=[0.4, 0.2, 0.2, 0.15, 0.05]))):
        w, h = rng.uniform(0.8, 3.0), rng.uniform(0.6, 3.0)
        cell = int(rng.choice([SCORE, SHEET, PHONE, CARDS, SQUARE, NAME], p=[0.3, 0.2, 0.15, 0.15, 0.1, 0.1]))
        if rng.uniform() < 0.7:
            sign = rng.choice([-1, 1])
            x, y = sign * ((right if sign > 0 else left) + w / 2 + rng.uniform(0.05, 1.0)), rng.uniform(-5, 5)
        else:
            x, y = (
                rng.uniform(-6, 6),
                rng.choice([-1, 1]) * (HEIGHT / 2 + s.rim + h / 2 + rng.uniform(0.05, 1.0)),
            )
        b.put(
            float(x),
            float(y),
            -0.445,
            w,
            h,
            rng.uniform(0.01, 0.8),
            cell,
            rng.choice([0.0, rng.normal(0, 0.2), np.pi / 2]),
        )


def sample_fittings(rng: np.random.Generator, s: BoardMeasures) -> tuple[Mesh, tuple[Floats, ...]]:
    """The fittings of a board and what lies flat beside it, and their places."""
    b = _Bench(rng)
    _on_bar(b, s)
    _on_rails(b, s)
    _beside(b, s)
    return merged(b.meshes), tuple(b.decoys)
