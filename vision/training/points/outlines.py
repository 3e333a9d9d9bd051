"""The shapes of a board's points: triangles, half discs, stadiums, lozenges and what is inlaid or printed in them.

Units here: a point is 1 wide; x runs across it from its middle, y from the rail towards its tip.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.meshes import Floats

STEPS = 40
"""How many places along a point its width is given at."""

Spot = tuple[float, float]
"""Where something lies on a surface, in shares of its width and height from the upper left."""


@dataclass(frozen=True, slots=True)
class PointGrid:
    """Where the points lie in a surface's picture of `height` x `width` pixels; `bar`: the bar's share of the width."""

    height: int
    width: int
    bar: float

    @property
    def point(self) -> float:
        """A point's width in pixels."""
        return (1 - self.bar) / 12 * self.width

    def middle(self, column: int) -> float:
        """The x of a column's middle in pixels."""
        return (column + 0.5) * self.point + (self.bar * self.width if column >= 6 else 0)

    def placed(self, shape: Floats, column: int, far_side: bool) -> np.ndarray:
        """Pixels (in sixteenths) of a shape in point widths."""
        x = self.middle(column) + shape[:, 0] * self.point
        y = shape[:, 1] * self.point
        return np.round(np.stack([x, y if far_side else self.height - y], -1) * 16).astype(np.int32)

    def inked(self, shape: Floats, kinds: np.ndarray, kind: int, line: float = 0.0) -> NDArray[np.uint8]:
        """Where a shape lies (0 to 255) on all points of a kind of `kinds` (12 x 2); `line`: drawn, so wide."""
        ink = np.zeros((self.height, self.width), np.uint8)
        for column, side in zip(*np.nonzero(kinds == kind), strict=True):
            placed = [self.placed(shape, int(column), bool(side))]
            if line:
                cv2.polylines(ink, placed, True, 255, max(1, round(line * self.point)), cv2.LINE_AA, 4)
            else:
                cv2.fillPoly(ink, placed, 255, cv2.LINE_AA, 4)
        return ink

    def spot(self, y: float, column: int, far_side: bool) -> Spot:
        """Where the place y of a column's point lies."""
        v = y * self.point / self.height
        return self.middle(column) / self.width, v if far_side else 1 - v


class Outline(StrEnum):
    """What a point's outline is."""

    TRIANGLE = "triangle"
    CURVED = "curved"
    ROUND = "round"
    BALL = "ball"
    STADIUM = "stadium"
    BLOCK = "block"
    LOZENGE = "lozenge"
    LEAF = "leaf"
    ARCH = "arch"
    SPINDLE = "spindle"
    NOTCHED = "notched"


OFTEN = {
    Outline.TRIANGLE: 0.3,
    Outline.CURVED: 0.06,
    Outline.ROUND: 0.22,
    Outline.BALL: 0.06,
    Outline.STADIUM: 0.1,
    Outline.BLOCK: 0.03,
    Outline.LOZENGE: 0.06,
    Outline.LEAF: 0.05,
    Outline.ARCH: 0.04,
    Outline.SPINDLE: 0.03,
    Outline.NOTCHED: 0.05,
}
"""How often each outline is made."""


@dataclass(frozen=True, slots=True)
class PointMark:
    """A disc or ring printed in every point: its middle's y, its radius, a ring's line (0: a filled disc)."""

    y: float
    radius: float
    line: float


@dataclass(frozen=True, slots=True)
class PointStyle:
    """How all points of a board look; `reach` is half a point's greatest width, `tip` half its width at the tip.

    `gap`: from the rail to the base (below 0 it runs under the rail); `bend`: how a curved one curves;
    `inlay`: share of width and length of an inner shape, and where that begins, or None.
    """

    outline: Outline
    length: float
    reach: float
    tip: float
    gap: float
    bend: float
    inlay: tuple[float, float, float] | None
    halved: bool
    bands: int
    marks: tuple[PointMark, ...]


def sample_style(rng: np.random.Generator, length: float) -> PointStyle:
    """A random look for points of about that length."""
    outline = Outline(
        rng.choice([str(o) for o in OFTEN], p=np.array(list(OFTEN.values())) / sum(OFTEN.values()))
    )
    rounded = outline in (Outline.ROUND, Outline.BALL, Outline.STADIUM)
    reach = rng.uniform(0.4, 0.5) if rounded or rng.uniform() < 0.6 else rng.uniform(0.28, 0.5)
    gap = float(
        rng.choice(
            [0.0, rng.uniform(0, 0.15), rng.uniform(0.1, 0.6), -rng.uniform(0, 0.2)], p=[0.55, 0.2, 0.15, 0.1]
        )
    )
    inlay = None
    if rng.uniform() < 0.18:
        inlay = (rng.uniform(0.3, 0.8), rng.uniform(0.4, 0.9), rng.uniform(0.02, 0.3))
    marks = []
    if rng.uniform() < 0.16:
        radius = rng.uniform(0.3, 0.5) if rng.uniform() < 0.6 else rng.uniform(0.08, 0.3)
        y = max(gap, 0) + radius + (0.0 if rng.uniform() < 0.6 else rng.uniform(0, 0.5))
        marks.append(PointMark(y, radius, 0.0 if rng.uniform() < 0.5 else rng.uniform(0.03, 0.15)))
        if rng.uniform() < 0.4:
            marks.append(PointMark(y, radius * rng.uniform(0.3, 0.8), rng.choice([0.0, 0.05])))
    if rng.uniform() < 0.14:
        radius = rng.uniform(0.06, 0.25) if rng.uniform() < 0.8 else rng.uniform(0.2, 0.45)
        marks.append(
            PointMark(
                length + rng.choice([0.0, radius, -radius, rng.uniform(0, 0.5)]),
                radius,
                rng.choice([0.0, 0.0, 0.06]),
            )
        )
    return PointStyle(
        outline,
        length,
        reach,
        float(rng.choice([0.0, rng.uniform(0, 0.12)])),
        gap,
        rng.uniform(1.2, 2.6),
        inlay,
        bool(rng.uniform() < 0.06),
        int(rng.integers(2, 6)) if rng.uniform() < 0.05 else 0,
        tuple(marks),
    )


def _cap(y: Floats, radius: float) -> Floats:
    """The share of its width that a round end of that radius has, y from the end."""
    inner = np.clip((radius - y) / max(radius, 1e-6), 0, 1)
    return np.asarray(np.sqrt(np.maximum(0, 1 - inner**2)))


def half_widths(style: PointStyle, y: Floats, length: float, reach: float) -> Floats:
    """Half the width of a point at distances y from its base."""
    t = np.clip(y / length, 0, 1)
    straight = reach * (1 - t) + style.tip * t
    match style.outline:
        case Outline.CURVED:
            return reach * (1 - t**style.bend) + style.tip * t**style.bend
        case Outline.ROUND:
            shrunk = np.clip((y - reach) / (length - reach), 0, 1)
            return _cap(y, reach) * (
                reach * (1 - shrunk ** (1.0 if style.bend < 1.9 else 1.4)) + style.tip * shrunk
            )
        case Outline.BALL:
            ball = np.sqrt(np.maximum(0, reach**2 - (y - reach) ** 2))
            return np.maximum(ball, straight * (style.bend - 1.0) * 0.6)
        case Outline.STADIUM:
            end = reach if style.bend > 1.9 else max(style.tip * 2, reach * (style.bend - 1.2))
            body = reach * (1 - t) + end * t
            return body * _cap(y, reach) * _cap(length - y, max(end, 0.02))
        case Outline.BLOCK:
            return reach * _cap(y, 0.12) * _cap(length - y, 0.12)
        case Outline.LOZENGE:
            widest = length * np.clip((style.bend - 1.1) / 3, 0.08, 0.5)
            return np.asarray(reach * np.minimum(y / widest, (length - y) / (length - widest)), np.float64)
        case Outline.LEAF:
            return np.asarray(reach * np.sin(np.pi * t ** (0.35 + 0.25 * style.bend)), np.float64)
        case Outline.ARCH:
            return reach * np.maximum(0, 1 - t ** (1 + style.bend)) ** 0.7
        case Outline.SPINDLE:
            return straight * (0.8 + 0.2 * np.cos(2 * np.pi * t * round(1 + style.bend)))
        case _:
            return straight


def polygon(style: PointStyle, share: float = 1.0, part: float = 1.0, start: float = 0.0) -> Floats:
    """A point's outline (n x 2); `share` of its width and `part` of its length, its base moved by `start`."""
    length, reach = style.length * part, style.reach * share
    # dense at both ends, where round ones turn
    y = length * (0.5 - 0.5 * np.cos(np.linspace(0, np.pi, STEPS)))
    half = half_widths(style, y, length, reach)
    sides = np.concatenate([np.stack([-half, y], -1), np.stack([half, y], -1)[::-1]])
    if style.outline is Outline.NOTCHED:
        depth = reach * (style.bend - 0.8)
        angle = np.linspace(0, np.pi, 9)[1:-1]
        notch = np.stack([np.cos(angle) * reach * 0.8, np.sin(angle) * depth], -1)
        sides = np.concatenate([sides, notch if style.bend < 1.9 else np.array([[0.0, depth]])])
    return np.asarray(sides + np.array([0.0, style.gap + start]), np.float64)
