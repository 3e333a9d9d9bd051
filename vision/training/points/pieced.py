"""Points pieced together at random: a column of discs, rings, stars, bars, arcs, blobs or anything else.

No list of shapes is ever complete: what a board prints where checkers stand is drawn here from parts that mean nothing,
so that the network cannot learn a catalogue by heart. Units as in `outlines.py`: a point is 1 wide, y runs from the
rail towards its tip.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.meshes import Floats
from vision.training.ornaments import lay
from vision.training.points.outlines import PointGrid, Spot
from vision.training.textures import Colour, Picture, colour, material, near

ROUND = 0.22
"""Parts at least as far from their middle to all sides may be taken for checkers."""


@dataclass(frozen=True, slots=True)
class PointPart:
    """A closed outline about its middle (n x 2), where that lies on the point, and whose colour it has.

    `stroke`: the width of its line, 0: filled. `shade`: 0 the point's colour, 1 the other points', 2 the ground's,
    3 one of its own.
    """

    outline: Floats
    y: float
    stroke: float
    shade: int
    cover: float

    @property
    def roundish(self) -> bool:
        """Whether it is as large and round as what may be a checker."""
        reach = np.hypot(*self.outline.T)
        return bool(reach.min() > ROUND and reach.max() < 0.62)


def _turning(rng: np.random.Generator, reach: float) -> Floats:
    """Anything round a middle: a disc, a polygon, a star, a flower, a blob, a superellipse."""
    angle = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    match int(rng.integers(6)):
        case 0 | 1:
            radius = np.ones_like(angle)
        case 2:
            sides = int(rng.integers(3, 9))
            sector = np.pi / sides
            radius = np.cos(sector) / np.cos((angle + rng.choice([0, sector])) % (2 * sector) - sector)
        case 3:
            petals, depth = int(rng.integers(3, 13)), rng.uniform(0.08, 0.6)
            wave = np.cos(petals * angle + rng.uniform(0, 6.3))
            radius = 1 - depth * (0.5 + 0.5 * (np.sign(wave) if rng.uniform() < 0.3 else wave))
        case 4:
            radius = np.ones_like(angle)
            for k in range(1, 6):
                radius += rng.normal(0, 0.3 / k) * np.cos(k * angle + rng.uniform(0, 6.3))
            radius = np.clip(radius, 0.2, None)
            radius /= radius.max()
        case _:
            power = rng.uniform(0.7, 5)
            radius = (np.abs(np.cos(angle)) ** power + np.abs(np.sin(angle)) ** power) ** (-1 / power)
            radius /= radius.max()
    stretch = np.exp(rng.normal(0, 0.25)) if rng.uniform() < 0.4 else 1.0
    made = np.stack([np.cos(angle) * radius, np.sin(angle) * radius * stretch], -1)
    return np.asarray(made * reach)


def _across(rng: np.random.Generator, reach: float) -> Floats:
    """Anything from one side to the other: a bar, bent, waved or pointed, thick or thin, wider at one end."""
    x = np.linspace(-1, 1, 25)
    bend = rng.uniform(-1.0, 1.0) * reach * rng.choice([0, 1, 1])
    match int(rng.integers(3)):
        case 0:
            middle = bend * (1 - np.abs(x))
        case 1:
            middle = bend * (1 - x * x)
        case _:
            middle = 0.4 * bend * np.cos(np.pi * x * rng.integers(1, 5))
    thick = reach * rng.uniform(0.1, 0.5) * (1 - rng.choice([0, 0, 1]) * np.abs(x))
    middle = middle - middle.mean()
    return np.concatenate(
        [np.stack([x * reach, middle + thick], -1), np.stack([x * reach, middle - thick], -1)[::-1]]
    )


def _along(rng: np.random.Generator, reach: float, tall: float) -> Floats:
    """Anything that runs along the point: its width is a random curve, its middle may sway."""
    y = np.linspace(-0.5, 0.5, 33)
    knots = rng.uniform(0.0, 1.0, int(rng.integers(2, 6)))
    width = np.interp(y + 0.5, np.linspace(0, 1, len(knots)), knots)
    if rng.uniform() < 0.5:
        width = np.asarray(cv2.GaussianBlur(width[None], (0, 0), 3, borderType=cv2.BORDER_REPLICATE))[0]
    width = 0.04 + width / max(width.max(), 1e-6)
    sway = 0.0 if rng.uniform() < 0.7 else rng.uniform(-0.3, 0.3) * np.sin(np.pi * y * rng.integers(1, 6))
    half = width / width.max() * reach
    return np.concatenate(
        [np.stack([sway - half, y * tall], -1), np.stack([sway + half, y * tall], -1)[::-1]]
    )


def sample_parts(rng: np.random.Generator, length: float) -> tuple[PointPart, ...]:
    """A point's parts from its base to its tip, `length` long in all."""
    parts: list[PointPart] = []
    if rng.uniform() < 0.45:
        # one kind of part again and again, smaller towards the tip
        y, reach = float(rng.choice([0.0, rng.uniform(0, 0.3)])), rng.uniform(0.3, 0.5)
        shrink, space = rng.uniform(0.72, 1.0), rng.choice([0.0, rng.uniform(-0.3, 0.6)])
        turning, stroke = rng.uniform() < 0.5, rng.choice([0.0, 0.0, rng.uniform(0.04, 0.16)])
        shape = _turning(rng, 1.0) if turning else _across(rng, 1.0)
        by_turns, cover = rng.uniform() < 0.25, rng.uniform(0.5, 1)
        while y < length and reach > 0.06 and len(parts) < 14:
            outline = shape * reach
            half = float(np.abs(outline[:, 1]).max())
            parts.append(PointPart(outline, y + half, stroke, int(by_turns and len(parts) % 2), cover))
            y += max(2 * half + space * reach, 0.12)
            reach *= shrink
        if rng.uniform() < 0.3:
            body = _along(rng, rng.uniform(0.1, 0.5), length)
            parts.insert(0, PointPart(body, length / 2, 0.0, int(rng.integers(4)), rng.uniform(0.4, 1)))
    else:
        if rng.uniform() < 0.75:
            body = _along(rng, rng.uniform(0.15, 0.5), length)
            stroke = float(rng.choice([0.0, 0.0, rng.uniform(0.03, 0.12)]))
            parts.append(PointPart(body, length / 2, stroke, 0, 1.0))
        for _ in range(int(rng.integers(1, 5))):
            reach = rng.uniform(0.3, 0.5) if rng.uniform() < 0.6 else rng.uniform(0.08, 0.3)
            outline = _turning(rng, reach) if rng.uniform() < 0.7 else _across(rng, reach)
            at = reach if rng.uniform() < 0.45 else rng.uniform(0, length)
            stroke = float(rng.choice([0.0, 0.0, rng.uniform(0.03, 0.2)]))
            shade = int(rng.choice(4, p=[0.4, 0.25, 0.1, 0.25]))
            parts.append(PointPart(outline, at, stroke, shade, rng.uniform(0.5, 1)))
            while rng.uniform() < 0.4 and reach > 0.15:
                # something smaller in the middle of it, as checkers have a rim and a heart
                reach *= rng.uniform(0.4, 0.92)
                parts.append(
                    PointPart(_turning(rng, reach), at, 0.0, int(rng.integers(4)), rng.uniform(0.5, 1))
                )
    return tuple(parts)


def lay_pieced(
    rng: np.random.Generator,
    sheet: Picture,
    grid: PointGrid,
    length: float,
    kinds: np.ndarray,
    colours: list[Colour],
) -> list[Spot]:
    """Lays 24 points on a surface (in place) and tells where checkers may be taken to be.

    `kinds`: of each column's two points, numbers of `colours` after the ground's, which comes first.
    """
    spots: list[Spot] = []
    own = colour(rng)
    count = len(colours) - 1
    for part in sample_parts(rng, length):
        for kind in range(count):
            paint = (colours[1 + kind], colours[1 + (kind + 1) % count], near(rng, colours[0], 0.06), own)[
                part.shade
            ]
            ink = grid.inked(part.outline + np.array([0.0, part.y]), kinds, kind, part.stroke)
            if ink.any():
                lay(sheet, ink, material(rng, grid.height, grid.width, near(rng, paint, 0.02)), part.cover)
        if part.roundish:
            spots += [grid.spot(part.y, column, side) for column in range(12) for side in (False, True)]
    return spots
