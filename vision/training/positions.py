"""Positions of backgammon, and how people set their men down: rows, second layers, the bar, trays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.training.board_shape import HEIGHT
from vision.training.placing import Placer, turn

START = {24: 2, 13: 5, 8: 3, 6: 5}


@dataclass(frozen=True, slots=True)
class TrainingPosition:
    """What stands where: men by point (near's numbering) as (count, design), bar and off by design."""

    points: dict[int, tuple[int, int]] = field(default_factory=dict)
    bar: tuple[int, int] = (0, 0)
    off: tuple[int, int] = (0, 0)


def start_position() -> TrainingPosition:
    """The start of backgammon; design 0 is near's."""
    near = {point: (men, 0) for point, men in START.items()}
    return TrainingPosition(near | {25 - point: (men, 1) for point, men in START.items()})


def sample_position(rng: np.random.Generator, most: int = 9) -> TrainingPosition:
    """Fifteen men a side somewhere in a game: points of either side, blots, men on the bar, men borne off.

    `most`: on how many points a side stands at most.
    """
    points: dict[int, tuple[int, int]] = {}
    bar, off = [0, 0], [0, 0]
    for design in rng.permutation(2):
        left = 15
        if rng.uniform() < 0.25:
            off[design] = int(rng.integers(1, 13))
            left -= off[design]
        if rng.uniform() < 0.2:
            bar[design] = min(left, int(rng.choice([1, 1, 1, 2, 3])))
            left -= bar[design]
        free = [p for p in rng.permutation(24) + 1 if int(p) not in points]
        stacks = min(int(rng.integers(min(4, most), most + 1)), max(left, 1))
        counts = np.ones(stacks, int) if left >= stacks else np.array([1] * left, int)
        if len(counts):
            weights = rng.dirichlet(np.full(len(counts), rng.choice([0.7, 2.0, 6.0])))
            counts = counts + rng.multinomial(left - len(counts), weights)
        for point, men in zip(free, counts, strict=False):
            points[int(point)] = (int(men), int(design))
    return TrainingPosition(points, (bar[0], bar[1]), (off[0], off[1]))


@dataclass(frozen=True, slots=True)
class Habits:
    """How the men of a table are set down.

    `row`: how many lie in a row before a layer is begun on it; `astride`: how far, in men, a layer is moved along
    the one below; `outward`: whether upper layers begin at the tip's end and grow towards the rail; `gap`: from
    man to man in diameters; `jitter`: how far a man lies beside its place, in points; `start`: how far the first
    lies from the rail, in radii.
    """

    row: int
    astride: float
    outward: bool
    gap: float
    jitter: float
    start: float


def sample_habits(rng: np.random.Generator, straight: float = 0.0) -> Habits:
    """How somebody sets men down: mostly five in a row, then a layer across two of them.

    `straight` as `Emphasis` has it.
    """
    habits = Habits(
        5 if rng.uniform() < 0.65 else int(rng.choice([3, 4, 6, 7])),
        float(rng.choice([0.0, rng.uniform(0.35, 0.6), 1.0], p=[0.2, 0.7, 0.1])),
        bool(rng.uniform() < 0.3),
        rng.uniform(1.003, 1.05) if rng.uniform() < 0.85 else rng.uniform(1.05, 1.12),
        float(rng.choice([0.02, 0.05, 0.08])),
        rng.choice([rng.uniform(0.0, 0.06), rng.uniform(0, 0.3)], p=[0.8, 0.2]),
    )
    if straight and rng.uniform() < straight:
        return replace(habits, astride=0.0)
    return habits


def lay_pile(b: Placer, column: int, far_side: bool, men: int, design: int, habits: Habits) -> None:
    """Men on a point in rows, what finds no room on top."""
    rng, s = b.rng, b.shape
    jitter, gap = habits.jitter * s.point, 2 * s.radius * habits.gap
    limit = max(2, min(habits.row, int((HEIGHT / 2 + 0.6) / gap)))
    for k in range(men):
        layer, place = divmod(k, limit)
        # a second layer is mostly laid across two of the first, so that it lies still
        along = (
            limit - 1 - place - habits.astride
            if habits.outward and layer % 2
            else place + habits.astride * (layer % 2)
        )
        y = HEIGHT / 2 - (
            s.radius * (1.01 + habits.start) + gap * max(along, 0.0) + abs(rng.normal(0, jitter / 3))
        )
        x = s.middle(column) + float(np.clip(rng.normal(0, jitter), -0.2 * s.point, 0.2 * s.point))
        b.checker(x, y if far_side else -y, layer * s.thickness, design, layer)


def lay_position(b: Placer, position: TrainingPosition, habits: Habits) -> None:
    """The men of a position, set down as tidily as people do; men borne off lie in a tray on their edge."""
    rng, s = b.rng, b.shape
    for point, (men, design) in position.points.items():
        column, far_side = (12 - point, False) if point <= 12 else (point - 13, True)
        lay_pile(b, column, far_side, men, design, habits)
    for design, men in enumerate(position.bar):
        for k in range(men):
            y = (HEIGHT * rng.uniform(0.1, 0.16) + k * 2 * s.radius * habits.gap) * (1 if design == 0 else -1)
            b.checker(rng.normal(0, 0.03), y, s.bar_height, design)
    sign, tray = (1, s.trays[1]) if s.trays[1] else (-1, s.trays[0])
    if tray:
        for design, side in ((0, -1), (1, 1)):
            tip = turn(np.array([1.0, 0, 0]), side * np.pi / 2)
            for k in range(position.off[design]):
                x = sign * (s.width / 2 + s.rim + tray / 2)
                y = side * (HEIGHT / 2 - 0.05 - k * s.thickness * 1.01)
                b.checker(x, y, s.radius - 0.3, design, 0, tip)


def lay_game(b: Placer, straight: float = 0.0) -> None:
    """A position as games have them, of any stage: the start, a few piles, nearly all points, heaps, an empty board.

    `straight` as `Emphasis` has it.
    """
    rng = b.rng
    stage = rng.choice(["start", "game", "heaps", "empty"], p=[0.15, 0.6, 0.15, 0.1])
    if stage == "start":
        position = start_position()
        if rng.uniform() < 0.5:
            # the same seen from the other side, and with the men swapped
            position = TrainingPosition(
                {25 - p: (men, 1 - design) for p, (men, design) in position.points.items()}
            )
        if rng.uniform() < 0.5:
            position = TrainingPosition(
                {p + 12 if p <= 12 else p - 12: each for p, each in position.points.items()}
            )
    elif stage == "empty":
        position = TrainingPosition(bar=(int(rng.integers(0, 2)), int(rng.integers(0, 2))))
    else:
        position = sample_position(rng, 3 if stage == "heaps" else 9)
    lay_position(b, position, sample_habits(rng, straight))
