"""Playing surfaces as pictures: grounds, points, prints, squares. RGB floats in 0..1."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.ornaments import emblem, lay, lettering, pattern, square_of, stamped, words
from vision.training.points.outlines import Outline, PointGrid, PointStyle, Spot, polygon, sample_style
from vision.training.points.pieced import lay_pieced
from vision.training.textures import Colour, Picture, colour, far, material, near, noise

HEIGHT = 560
"""How many pixels a surface's picture is high."""

PIECED = 0.4
"""The share of boards whose points are pieced together at random."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface's picture and where on it lies what may be taken for a die, a cube or a checker."""

    picture: Picture
    decoys: tuple[Spot, ...]


def ground(rng: np.random.Generator, height: int, width: int, base: Colour) -> Picture:
    """What a board is covered with: one material, veneers side by side, a gradient or a painted picture."""
    kind = rng.choice(["material", "veneer", "gradient", "painted"], p=[0.76, 0.08, 0.08, 0.08])
    sheet = material(rng, height, width, base)
    if kind == "veneer":
        stripes = int(rng.integers(4, 30))
        shades = 1 + rng.normal(0, rng.uniform(0.02, 0.12), stripes)
        across = np.repeat(shades, -(-width // stripes))[:width] if rng.uniform() < 0.5 else None
        down = np.repeat(shades, -(-height // stripes))[:height]
        sheet *= (across[None, :, None] if across is not None else down[:, None, None]).astype(np.float32)
    elif kind == "gradient":
        other = colour(rng)
        ramp = np.clip(0.5 + 0.45 * noise(rng, height, width, (2, 2), 1), 0, 1)[..., None]
        sheet = sheet * (1 - ramp) + other.astype(np.float32) * ramp
    elif kind == "painted":
        strength, cells = rng.uniform(0.2, 0.8), float(rng.uniform(3, 9))
        for _ in range(int(rng.integers(2, 5))):
            spots = noise(rng, height, width, (cells, cells), 3)
            soft = np.clip((spots - rng.uniform(0.2, 0.9)) * rng.choice([2.0, 12.0]), 0, 1)[..., None]
            sheet = sheet * (1 - strength * soft) + colour(rng).astype(np.float32) * strength * soft
    if rng.uniform() < 0.1:
        pattern(rng, sheet)
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)


def _kinds(rng: np.random.Generator, count: int) -> np.ndarray:
    """Which of so many colours each column's two points have (12 x 2)."""
    swap = int(rng.integers(2))
    kinds = (np.arange(12)[:, None] + np.arange(2)[None] + swap) % 2
    if rng.uniform() < 0.08:
        kinds = kinds * 0 + np.arange(12)[:, None] % 2  # the same colours opposite each other
    if count > 2:
        anyhow = rng.uniform() < 0.5
        kinds = (
            rng.integers(0, count, (12, 2)) if anyhow else (np.arange(12)[:, None] + 3 * np.arange(2)) % count
        )
    return kinds


def _points(
    rng: np.random.Generator,
    sheet: Picture,
    grid: PointGrid,
    style: PointStyle,
    kinds: np.ndarray,
    paints: list[Colour],
) -> None:
    """Lays 24 points on the ground, with their inlays and outlines."""
    shape = polygon(style)
    patterned = rng.uniform() < 0.14
    for kind, paint in enumerate(paints):
        skin = material(rng, HEIGHT, grid.width, paint)
        if patterned and rng.uniform() < 0.7:
            pattern(rng, skin)
        lay(sheet, grid.inked(shape, kinds, kind), skin, rng.choice([1.0, rng.uniform(0.6, 1)]))
        if style.halved:
            half = shape.copy()
            half[:, 0] = np.maximum(half[:, 0], 0)
            lay(sheet, grid.inked(half, kinds, kind), near(rng, paint, 0.15), 0.9)
        if style.inlay:
            inner = polygon(style, *style.inlay)
            lay(
                sheet,
                grid.inked(inner, kinds, kind),
                paints[kind - 1] if rng.uniform() < 0.4 else near(rng, paint, 0.2),
            )
    for k in range(style.bands):
        strip = shape.copy()
        strip[:, 1] = np.clip(
            strip[:, 1], style.length * k / style.bands, style.length * (k + 0.6) / style.bands
        )
        lay(sheet, grid.inked(strip, kinds * 0, 0), colour(rng), 0.9)
    if rng.uniform() < 0.3:
        line = far(rng, paints[0], 0.1)
        shades, thick = [float(c) for c in line], int(rng.integers(1, 4))
        for column in range(12):
            for side in (False, True):
                cv2.polylines(sheet, [grid.placed(shape, column, side)], True, shades, thick, cv2.LINE_AA, 4)


def _marks(
    rng: np.random.Generator, sheet: Picture, grid: PointGrid, style: PointStyle, colours: list[Colour]
) -> list[Spot]:
    """Discs, rings, rosettes and numbers at the points' bases and tips."""
    decoys = []
    for mark in style.marks:
        ink = np.zeros((HEIGHT, grid.width), np.uint8)
        flower = emblem(rng, max(8, round(2.2 * mark.radius * grid.point))) if rng.uniform() < 0.25 else None
        for column in range(12):
            for side in (False, True):
                u, v = grid.spot(mark.y, column, side)
                decoys.append((u, v))
                if flower is not None:
                    stamped(ink, flower, u, v)
                    continue
                thick = max(1, round(mark.line * grid.point)) if mark.line else -1
                middle = (round(u * grid.width * 16), round(v * HEIGHT * 16))
                cv2.circle(ink, middle, round(mark.radius * grid.point * 16), 255, thick, cv2.LINE_AA, 4)
        lay(
            sheet,
            ink,
            colours[int(rng.integers(len(colours)))] if rng.uniform() < 0.6 else colour(rng),
            rng.uniform(0.5, 1),
        )
    if rng.uniform() < 0.1:
        ink = np.zeros((HEIGHT, grid.width), np.uint8)
        y, size = (
            (rng.uniform(0.15, 0.4) if rng.uniform() < 0.6 else style.length + 0.3),
            round(grid.point * rng.uniform(0.2, 0.42)),
        )
        for column in range(12):
            for side in (False, True):
                u, v = grid.spot(y, column, side)
                stamped(ink, lettering(rng, str(13 + column if side else 12 - column), size), u, v)
                decoys.append((u, v))
        lay(sheet, ink, colour(rng), rng.uniform(0.5, 1))
    return decoys


def _bases(grid: PointGrid, style: PointStyle) -> list[Spot]:
    """Where points end in something round."""
    if style.outline not in (Outline.ROUND, Outline.BALL, Outline.STADIUM):
        return []
    return [
        grid.spot(style.gap + style.reach, column, side) for column in range(12) for side in (False, True)
    ]


def _prints(rng: np.random.Generator, sheet: Picture, grid: PointGrid, colours: list[Colour]) -> list[Spot]:
    """Emblems, names, lines, frames, numbers and squares that look like dice or cubes, on one or both halves."""
    decoys: list[Spot] = []
    halves = [(0.25 * (1 - grid.bar), 1.0), (1 - 0.25 * (1 - grid.bar), 1.0)]

    def paint() -> Colour:
        return (
            near(rng, colours[int(rng.integers(len(colours)))], 0.05) if rng.uniform() < 0.6 else colour(rng)
        )

    if rng.uniform() < 0.28:
        ink = np.zeros((HEIGHT, grid.width), np.uint8)
        logo = emblem(
            rng, round(HEIGHT * (rng.uniform(0.08, 0.25) if rng.uniform() < 0.75 else rng.uniform(0.25, 0.6)))
        )
        for u, _ in halves[: 2 if rng.uniform() < 0.7 else 1]:
            place = (u + rng.normal(0, 0.01), 0.5 + rng.normal(0, 0.02))
            stamped(ink, logo, *place)
            decoys.append(place)
            if rng.uniform() < 0.3:
                logo = emblem(rng, logo.shape[0])
        lay(sheet, ink, paint(), rng.uniform(0.15, 1))
    if rng.uniform() < 0.28:
        ink = np.zeros((HEIGHT, grid.width), np.uint8)
        name = lettering(rng, words(rng), round(HEIGHT * rng.uniform(0.02, 0.09)))
        if name.shape[1] > 0.46 * grid.width:
            name = np.asarray(
                cv2.resize(
                    name, None, fx=0.44 * grid.width / name.shape[1], fy=0.44 * grid.width / name.shape[1]
                ),
                np.uint8,
            )
        turned = rng.uniform() < 0.3
        for k, (u, _) in enumerate(halves[: 2 if rng.uniform() < 0.7 else 1]):
            place = (u, 0.5 + rng.choice([0.0, rng.normal(0, 0.06)]))
            stamped(ink, name[::-1, ::-1] if turned and k else name, *place)
            decoys += [place, (place[0] + rng.uniform(-0.4, 0.4) * name.shape[1] / grid.width, place[1])]
        lay(sheet, ink, paint(), rng.uniform(0.2, 1))
    if rng.uniform() < 0.22:
        shade, thick = [float(c) for c in paint()], int(rng.integers(1, 5))
        if rng.uniform() < 0.5:
            cv2.line(sheet, (0, HEIGHT // 2), (grid.width, HEIGHT // 2), shade, thick, cv2.LINE_AA)
        else:
            inset = round(HEIGHT * rng.uniform(0.0, 0.03))
            ends = ((0, round(6 * grid.point)), (round(grid.width - 6 * grid.point), grid.width))
            for x0, x1 in ends:
                cv2.rectangle(
                    sheet, (x0 + inset, inset), (x1 - inset, HEIGHT - inset), shade, thick, cv2.LINE_AA
                )
    if rng.uniform() < 0.22:
        for _ in range(int(rng.integers(1, 4))):
            size = round(grid.point * rng.uniform(0.3, 1.2))
            face = square_of(rng, size, rng.uniform() < 0.5)
            x, y = int(rng.integers(0, grid.width - size)), int(HEIGHT * rng.uniform(0.38, 0.62)) - size // 2
            share = np.float32(rng.uniform(0.3, 1))
            sheet[y : y + size, x : x + size] += (face - sheet[y : y + size, x : x + size]) * share
            decoys.append(((x + size / 2) / grid.width, (y + size / 2) / HEIGHT))
    if rng.uniform() < 0.12:
        # screws, pegs, dots and stains
        shade = [float(c) for c in paint()]
        for _ in range(int(rng.integers(2, 14))):
            u, v = rng.uniform(0.02, 0.98), rng.uniform(0.02, 0.98)
            cv2.circle(
                sheet,
                (round(u * grid.width), round(v * HEIGHT)),
                int(rng.integers(1, 9)),
                shade,
                -1,
                cv2.LINE_AA,
            )
            decoys.append((u, v))
    return decoys


def playing_surface(
    rng: np.random.Generator, aspect: float, bar: float, colours: tuple[Colour, Colour, Colour, Colour]
) -> Surface:
    """Ground, 24 points and a bar strip (`bar` of the width); colours: ground, two points, bar."""
    width = round(HEIGHT * aspect)
    grid = PointGrid(HEIGHT, width, bar)
    sheet = ground(rng, HEIGHT, width, colours[0])
    painted = list(colours[:3])
    decoys: list[Spot] = []
    below = rng.uniform() < 0.4
    if below:
        decoys += _prints(rng, sheet, grid, painted)
    style = sample_style(rng, rng.uniform(0.33, 0.47) * HEIGHT / grid.point)
    paints = painted[1:]
    if rng.uniform() < 0.1:
        paints = [*paints, *(colour(rng) for _ in range(int(rng.integers(1, 5))))]
    kinds = _kinds(rng, len(paints))
    if rng.uniform() < PIECED:
        decoys += lay_pieced(rng, sheet, grid, style.length, kinds, [painted[0], *paints])
        style = replace(style, marks=style.marks if rng.uniform() < 0.3 else ())
    else:
        _points(rng, sheet, grid, style, kinds, paints)
        decoys += _bases(grid, style)
    decoys += _marks(rng, sheet, grid, style, painted)
    if not below:
        decoys += _prints(rng, sheet, grid, painted)
    if bar > 0.002:
        left, right = round(6 * grid.point), round(6 * grid.point + bar * width)
        sheet[:, left:right] = material(rng, HEIGHT, max(right - left, 1), colours[3])
    return Surface(np.clip(sheet, 0.01, 0.97).astype(np.float32), tuple(decoys))


def squares_surface(rng: np.random.Generator, felt: Colour, other: Colour) -> Picture:
    """A board of 9x9 squares: lines, chequers or carved squares, some of them marked."""
    height, count = 560, 9
    cell = height / count
    sheet = material(rng, height, height, felt)
    line = [float(c) for c in far(rng, felt, 0.15)]
    if rng.uniform() < 0.4:
        second = material(rng, height, height, other)
        chequers = (np.indices((height, height)) // cell).sum(0) % 2 > 0
        sheet = np.where(chequers[..., None], second, sheet)
    thick = int(rng.integers(1, 5))
    if rng.uniform() < 0.85:
        for k in range(count + 1):
            at = round(k * cell)
            cv2.line(sheet, (at, 0), (at, height), line, thick, cv2.LINE_AA)
            cv2.line(sheet, (0, at), (height, at), line, thick, cv2.LINE_AA)
    else:
        gap = rng.uniform(0.04, 0.15) * cell
        for row in range(count):
            for column in range(count):
                low = (round(column * cell + gap), round(row * cell + gap))
                high = (round((column + 1) * cell - gap), round((row + 1) * cell - gap))
                cv2.rectangle(sheet, low, high, line, thick, cv2.LINE_AA)
    marks = {(4, 4)} if rng.uniform() < 0.8 else set()
    if rng.uniform() < 0.4:
        marks |= {(0, 0), (0, 8), (8, 0), (8, 8)}
    if rng.uniform() < 0.4:
        camp = {(0, 3), (0, 4), (0, 5), (1, 4)}
        marks |= {s for a, b in camp for s in ((a, b), (8 - a, b), (b, a), (b, 8 - a))}
    shade, kind = [float(c) for c in colour(rng)], int(rng.integers(3))
    for row, column in marks:
        x, y, reach = (column + 0.5) * cell, (row + 0.5) * cell, 0.4 * cell
        middle = (round(x), round(y))
        low, high = ((round(x - reach), round(y - reach)), (round(x + reach), round(y + reach)))
        if kind == 0:
            cv2.rectangle(sheet, low, high, shade, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(sheet, low, high, shade, thick, cv2.LINE_AA)
            cv2.line(sheet, (low[0], high[1]), (high[0], low[1]), shade, thick, cv2.LINE_AA)
        else:
            cv2.circle(sheet, middle, round(rng.uniform(0.15, 0.4) * cell), shade, thick, cv2.LINE_AA)
    return np.clip(sheet, 0.01, 0.97).astype(np.float32)
