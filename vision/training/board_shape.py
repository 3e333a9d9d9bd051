"""The shape of a random board: its measures, and its frame as a mesh.

Units as in `scene`: the playing surface is 10 high; x runs to the right, y to the far side, z up from its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.training.meshes import Mesh, box, merged

HEIGHT = 10.0
SQUARES = 9
"""How many squares a side of a board of squares has."""


@dataclass(frozen=True, slots=True)
class BoardMeasures:
    """The board's measures in units."""

    width: float
    bar: float
    bar_height: float
    rim: float
    rim_height: float
    trays: tuple[float, float]
    radius: float
    thickness: float

    @property
    def point(self) -> float:
        return (self.width - self.bar) / 12

    def middle(self, column: int) -> float:
        """The x of a column of points, 0..11 from the left."""
        return -self.width / 2 + (column + 0.5) * self.point + (self.bar if column >= 6 else 0)


def sample_shape(rng: np.random.Generator) -> BoardMeasures:
    width = HEIGHT * rng.uniform(1.1, 1.5)
    bar = width * (0.0 if rng.uniform() < 0.08 else rng.uniform(0.015, 0.12))
    rim_height = rng.uniform(0.05, 0.9)
    point = (width - bar) / 12
    radius = point * rng.uniform(0.34, 0.5)
    trays = rng.choice([0, 1, 2, 3], p=[0.4, 0.15, 0.25, 0.2])
    return BoardMeasures(
        width=width,
        bar=bar,
        bar_height=rng.choice([0.0, rim_height, rng.uniform(0, 0.5)], p=[0.3, 0.45, 0.25]),
        rim=rng.uniform(0.15, 1.0),
        rim_height=rim_height,
        trays=(rng.uniform(1, 2) if trays & 1 else 0.0, rng.uniform(1, 2) if trays & 2 else 0.0),
        radius=min(radius, HEIGHT / 21),
        # a quarter are flat discs of card, felt or wood, which hardly stand out from the board
        thickness=radius * 2 * (rng.uniform(0.05, 0.2) if rng.uniform() < 0.25 else rng.uniform(0.2, 0.4)),
    )


def square_shape(rng: np.random.Generator) -> BoardMeasures:
    """The measures of a board of squares; its men fit their squares."""
    radius = HEIGHT / SQUARES * rng.uniform(0.28, 0.46)
    return BoardMeasures(
        width=HEIGHT,
        bar=0.0,
        bar_height=0.0,
        rim=rng.uniform(0.1, 1.2),
        rim_height=rng.uniform(0.02, 0.5),
        trays=(0.0, 0.0),
        radius=radius,
        thickness=radius * 2 * rng.uniform(0.2, 0.6),
    )


def frame_mesh(rng: np.random.Generator, s: BoardMeasures) -> Mesh:
    half_w, half_h, top = s.width / 2, HEIGHT / 2, s.rim_height
    left, right = half_w + s.rim, half_w + s.rim
    boxes = []
    for sign, tray in ((-1, s.trays[0]), (1, s.trays[1])):
        inner, outer = half_w, half_w + s.rim
        boxes.append(
            box(
                (min(sign * inner, sign * outer), -half_h, -0.5),
                (max(sign * inner, sign * outer), half_h, top),
            )
        )
        if tray:
            start, end = outer + tray, outer + tray + s.rim
            boxes.append(
                box(
                    (min(sign * start, sign * end), -half_h, -0.5),
                    (max(sign * start, sign * end), half_h, top),
                )
            )
            part = rng.uniform(0.1, 0.6)
            boxes.append(
                box(
                    (min(sign * outer, sign * start), -part, -0.5),
                    (max(sign * outer, sign * start), part, top),
                )
            )
            if sign < 0:
                left = end
            else:
                right = end
    for sign in (-1, 1):
        low, high = sorted((sign * half_h, sign * (half_h + s.rim)))
        boxes.append(box((-left, low, -0.5), (right, high, top)))
    if s.bar > 0 and s.bar_height > 0.01:
        boxes.append(box((-s.bar / 2, -half_h, -0.1), (s.bar / 2, half_h, s.bar_height)))
    return merged(boxes)
