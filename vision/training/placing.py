"""How the things on a board are laid out at random: checkers, dice and cubes, and the truth about them.

Units as in `scene`: the playing surface is 10 high; x runs to the right, y to the far side, z up from its middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.training import textures
from vision.training.board_shape import HEIGHT, SQUARES, BoardMeasures
from vision.training.meshes import FACE_AXES, Floats, Mesh, lathe, rounded_cube

DIE_DESIGNS, CUBE_DESIGNS, DISC_DESIGNS = 8, 4, 4
KING = 2
"""The design of the king's disc on a board of squares; 0 and 1 are the two sides'."""


class LabelKind(StrEnum):
    """What a labelled thing is."""

    CHECKER = "checker"
    DIE = "die"
    CUBE = "cube"


class Sort(StrEnum):
    """What a picture is for: a game's position, very many dice and cubes strewn about, a board of 9x9 squares."""

    GAME = "game"
    STREWN = "strewn"
    SQUARES = "squares"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """On what share of the tables (0..1) something is made so, besides those where chance has it so.

    `alike`: checkers have the colour of points or ground; `low`: the camera looks from low; `straight`: upper layers
    lie right on those below; `on_rail`: a cube lies on the rail at either side.
    """

    alike: float = 0.0
    low: float = 0.0
    straight: float = 0.0
    on_rail: float = 0.0


AS_CHANCE_HAS_IT = Emphasis()


@dataclass(frozen=True, slots=True)
class Thing:
    """A checker, die or cube: `top` is the middle of its upper face (of a leaning one: as high above its middle)."""

    kind: LabelKind
    value: int
    flat: bool
    layer: int
    top: Floats
    samples: Floats
    edge: float


def turn(axis: Floats, angle: float) -> Floats:
    """The rotation about an axis by an angle in radians."""
    x, y, z = axis / np.linalg.norm(axis)
    c, s = np.cos(angle), np.sin(angle)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + s * k + (1 - c) * (k @ k))


VERTICAL = np.array([0, 0, 1.0])


def any_face_up(rng: np.random.Generator) -> Floats:
    """One of the 24 ways in which a cube lies square to the axes."""
    first, second = rng.permutation(3)[:2]
    a, b = np.eye(3)[first] * rng.choice([-1, 1]), np.eye(3)[second] * rng.choice([-1, 1])
    return np.stack([a, b, np.cross(a, b)], 1)


class Placer:
    """Puts things on a board, keeping meshes and truth side by side."""

    def __init__(self, rng: np.random.Generator, shape: BoardMeasures) -> None:
        self.rng, self.shape = rng, shape
        self.meshes: dict[LabelKind, list[Mesh]] = {kind: [] for kind in LabelKind}
        self.things: list[Thing] = []
        self.taken: list[tuple[float, float, float]] = []
        r, t = shape.radius, shape.thickness
        bevel, inner = rng.uniform(0.02, 0.3) * t, rng.uniform(0.45, 0.85) * r
        dip, slant = rng.choice([0.0, rng.uniform(-0.15, 0.3)]) * t, rng.uniform(0.01, 0.1) * r
        self.profile = [
            (r, 0.0),
            (r, t - bevel),
            (r - bevel, t),
            (inner, t),
            (inner - slant, t - dip),
            (0.0, t - dip),
        ]
        self.king = (rng.uniform(1.0, 1.2), rng.uniform(1.0, 2.5)) if rng.uniform() < 0.7 else (1.0, 1.0)

    def clear(self, x: float, y: float, room: float) -> bool:
        """Whether a circle is free of all that lies there already."""
        return all((x - a) ** 2 + (y - b) ** 2 > (room + c) ** 2 for a, b, c in self.taken)

    def checker(
        self,
        x: float,
        y: float,
        z: float,
        design: int,
        layer: int = 0,
        tip: Floats | None = None,
        size: tuple[float, float] = (1.0, 1.0),
    ) -> None:
        """A checker, flat unless `tip` is a rotation (then it bears no label's value: `flat` is False).

        `size`: its radius and its thickness, as multiples of the others'.
        """
        r, t = self.shape.radius * size[0], self.shape.thickness * size[1]
        rho = [0.495, 0.45, 0.44, *(0.44 * self.profile[k][0] / self.shape.radius for k in (3, 4)), 0.0]
        mesh = lathe([(a * size[0], b * size[1]) for a, b in self.profile], [(p, float(design)) for p in rho])
        mesh = Mesh(mesh.vertices, mesh.normals, mesh.places / np.array([DISC_DESIGNS, 1.0]), mesh.faces)
        spun = turn(VERTICAL, self.rng.uniform(0, 6.3))
        shift = np.array([x, y, z])
        self.meshes[LabelKind.CHECKER].append(mesh.moved(spun if tip is None else tip @ spun, shift))
        angle = np.arange(12) * np.pi / 6
        ring = np.concatenate(
            [np.stack([np.cos(angle), np.sin(angle)], 1) * k * r for k in (0.45, 0.8)] + [np.zeros((1, 2))]
        )
        samples = np.concatenate([ring, np.full((len(ring), 1), t)], 1) + shift
        self.things.append(
            Thing(LabelKind.CHECKER, design, tip is None, layer, shift + [0, 0, t], samples, 2 * r)
        )
        if tip is None:
            self.taken.append((x, y, r))

    def cube(
        self,
        kind: LabelKind,
        x: float,
        y: float,
        z: float,
        edge: float,
        design: int,
        lean: float,
        yaw: float,
        wanted: int | None = None,
    ) -> None:
        """A die or doubling cube whose lowest corner is at height z; `lean` in radians, 0 flat; `wanted`: its value."""
        rng = self.rng
        if kind is LabelKind.DIE:
            slots, rows = ([1, 6, 2, 5, 3, 4] if rng.uniform() < 0.5 else [6, 1, 2, 5, 3, 4]), DIE_DESIGNS
            rounding = float(rng.choice([0.04, rng.uniform(0.05, 0.4)], p=[0.35, 0.65]))
        else:
            slots, rows = [int(k) + 1 for k in rng.permutation(6)], CUBE_DESIGNS
            rounding = rng.uniform(0.02, 0.2)
        trim = 0.004
        cells = [
            ((v - 1) / 6 + trim, (design + 0.02) / rows, v / 6 - trim, (design + 0.98) / rows) for v in slots
        ]
        mesh = rounded_cube(edge, rounding, cells)
        values = slots if kind is LabelKind.DIE else [textures.CUBE_VALUES[k - 1] for k in slots]
        while True:
            rotation = turn(VERTICAL, yaw) @ any_face_up(rng)
            if wanted is None or values[_upper(rotation)] == wanted:
                break
        if lean:
            angle = rng.uniform(0, 2 * np.pi)
            rotation = turn(np.array([np.cos(angle), np.sin(angle), 0]), lean) @ rotation
        corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]) * edge / 2
        middle = np.array([x, y, z - (corners @ rotation.T)[:, 2].min()])
        self.meshes[kind].append(mesh.moved(rotation, middle))
        upper = _upper(rotation)
        a, b = np.meshgrid([-0.6, 0, 0.6], [-0.6, 0, 0.6])
        face = FACE_AXES[upper]
        samples = (face[0] + a.reshape(-1, 1) * face[1] + b.reshape(-1, 1) * face[2]) * edge / 2
        top = middle + np.array([0, 0, edge / 2])
        self.things.append(Thing(kind, values[upper], not lean, 0, top, samples @ rotation.T + middle, edge))
        self.taken.append((x, y, edge * 0.62))


def _upper(rotation: Floats) -> int:
    """Which face of a turned cube looks up."""
    return int(np.argmax((np.array([f[0] for f in FACE_AXES]) @ rotation.T)[:, 2]))


def _row(b: Placer, column: int, far_side: bool, count: int, design: int) -> None:
    """A pile along a point from its base, what finds no room on top of the first."""
    rng, s = b.rng, b.shape
    limit = int(rng.integers(4, 7)) if rng.uniform() < 0.7 else 5
    limit = min(limit, int((HEIGHT / 2 - 0.1) / (2 * s.radius)))
    if rng.uniform() < 0.12:
        # a player who does not pile up: the row goes on beyond the point's tip
        limit = int(rng.integers(6, 9))
    gap = 2 * s.radius * (1 + rng.choice([0.005, rng.uniform(0, 0.1)]))
    start, jitter = rng.uniform(0.0, 0.15) * s.radius, rng.choice([0.01, 0.05, 0.1]) * s.point
    halfway = rng.uniform() < 0.5
    for k in range(count):
        layer, place = divmod(k, limit)
        if layer > 2:
            return
        along = (
            s.radius
            + start
            + gap * (place + (0.5 if layer % 2 and halfway else 0))
            + abs(rng.normal(0, jitter / 3))
        )
        x = s.middle(column) + float(np.clip(rng.normal(0, jitter), -0.25 * s.point, 0.25 * s.point))
        y = HEIGHT / 2 - along
        b.checker(x, y if far_side else -y, layer * s.thickness, design, layer)


def place_checkers(b: Placer, crowd: float) -> None:
    rng, s = b.rng, b.shape
    fill = rng.uniform(0.15, 0.7) * crowd
    for column in range(12):
        for far_side in (False, True):
            if rng.uniform() < fill:
                count = int(min(15, rng.geometric(rng.choice([0.25, 0.4, 0.6]))))
                mixed = rng.uniform() < 0.06
                design = int(rng.integers(2))
                _row(b, column, far_side, count, design)
                if mixed and count < 4:
                    x, y = s.middle(column), HEIGHT / 2 - s.radius
                    b.checker(x, y if far_side else -y, s.thickness * 1.0, 1 - design, 1)
    if rng.uniform() < 0.4:
        for side in (-1, 1):
            for k in range(int(rng.choice([0, 1, 2, 3]))):
                layer = k // 2 if rng.uniform() < 0.3 else 0
                y = side * (rng.uniform(0.05, 0.3) * HEIGHT / 2 + 1.0 + k * 2.1 * s.radius)
                if abs(y) < HEIGHT / 2 - s.radius:
                    b.checker(rng.normal(0, 0.05), y, s.bar_height, int(side > 0), layer * 0)
    if rng.uniform() < 0.25:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-0.48, 0.48) * s.width, rng.uniform(-4, 4)
            if b.clear(x, y, s.radius) and abs(x) > s.bar / 2 + s.radius:
                b.checker(x, y, 0.0, int(rng.integers(2)))
    for sign, tray in ((-1, s.trays[0]), (1, s.trays[1])):
        for side in (-1, 1):
            if tray and rng.uniform() < 0.6:
                x = sign * (s.width / 2 + s.rim + tray / 2)
                count, on_edge = int(rng.integers(1, 16)), rng.uniform() < 0.6
                tip = turn(np.array([1.0, 0, 0]), side * np.pi / 2)
                for k in range(count):
                    if on_edge:
                        y = side * (HEIGHT / 2 - 0.05 - k * s.thickness * 1.01)
                        b.checker(x, y, s.radius - 0.3, int(side > 0), 0, tip)
                    elif (y := HEIGHT / 2 - s.radius * (1.05 + 2.02 * (k % 5))) > s.radius:
                        b.checker(x, side * y, -0.3 + (k // 5) * s.thickness, int(side > 0), k // 5)


def _lie(b: Placer, edge: float, leaning: bool) -> tuple[float, float, float]:
    """A place for a die: anywhere free, by a checker, on or by the frame, outside; by something when it leans."""
    rng, s = b.rng, b.shape
    half_w, half_h = s.width / 2, HEIGHT / 2
    for _ in range(40):
        where = rng.uniform()
        checkers = [t for t in b.things if t.kind is LabelKind.CHECKER and t.flat and t.layer == 0]
        if where < (0.4 if leaning else 0.2) and checkers:
            near = checkers[int(rng.integers(len(checkers)))].top
            angle, reach = rng.uniform(0, 2 * np.pi), s.radius + edge * rng.uniform(0.55, 0.75)
            x, y = near[0] + np.cos(angle) * reach, near[1] + np.sin(angle) * reach
        elif where < (0.8 if leaning else 0.3):
            x, y = rng.uniform(-half_w, half_w), rng.uniform(-half_h, half_h)
            if rng.uniform() < 0.5:
                x = float(rng.choice([-1, 1])) * (half_w - edge * rng.uniform(0.55, 0.8))
            else:
                y = float(rng.choice([-1, 1])) * (half_h - edge * rng.uniform(0.55, 0.8))
        elif 0.88 < where <= 0.92 and not leaning and checkers:
            top = checkers[int(rng.integers(len(checkers)))].top
            return float(top[0]), float(top[1]), float(top[2])
        elif where > 0.92 and not leaning:
            x = float(rng.choice([-1, 1])) * (half_w + s.rim / 2)
            return x, rng.uniform(-half_h, half_h), s.rim_height
        else:
            x, y = rng.uniform(-half_w + edge, half_w - edge), rng.uniform(-half_h + edge, half_h - edge)
        if abs(x) > half_w or abs(y) > half_h or not b.clear(x, y, edge * 0.55):
            continue
        return x, y, (s.bar_height if abs(x) < s.bar / 2 else 0.0)
    return rng.uniform(-half_w, half_w), rng.uniform(-0.3, 0.3), s.thickness + 0.1


def _lean(rng: np.random.Generator) -> float:
    return float(np.radians(rng.uniform(12, 62)))


def place_dice(b: Placer, sort: Sort) -> None:
    rng, s = b.rng, b.shape
    count = int(rng.integers(45, 75)) if sort is Sort.STREWN else int(rng.integers(2, 9))
    edge = s.point * rng.uniform(0.25, 0.45)
    for _ in range(count):
        if sort is Sort.STREWN:
            edge = s.point * rng.uniform(0.25, 0.46)
        leaning = rng.uniform() < 0.25
        x, y, z = _lie(b, edge, leaning)
        design = int(rng.integers(DIE_DESIGNS if sort is Sort.STREWN else 2))
        b.cube(
            LabelKind.DIE, x, y, z, edge, design, _lean(rng) if leaning else 0.0, rng.uniform(0, 2 * np.pi)
        )


def place_cubes(b: Placer, sort: Sort, on_rail: float = 0.0) -> None:
    """Cubes where people leave them; strewn ones mostly along the rails, where cameras see them aslant.

    `on_rail` as `Emphasis` has it.
    """
    rng, s = b.rng, b.shape
    railed = sort is Sort.GAME and bool(on_rail) and rng.uniform() < on_rail
    count = (
        int(rng.integers(10, 18)) if sort is Sort.STREWN else int(rng.choice([0, 1, 2], p=[0.15, 0.7, 0.15]))
    )
    for _ in range(count):
        edge = s.point * rng.uniform(0.4, 0.85)
        yaw = int(rng.integers(4)) * np.pi / 2 + rng.normal(0, 0.15)
        if not railed and rng.uniform() < (0.45 if sort is Sort.STREWN else 0.3):
            x, y, z = rng.uniform(-0.48, 0.48) * s.width, rng.uniform(-4.5, 4.5), 0.0
            yaw = rng.uniform(0, 6.3) if rng.uniform() < 0.4 else yaw
            z = s.bar_height if abs(x) < (s.bar + edge) / 2 else 0.0
        else:
            x = rng.normal(0, 0.1 + 0.1 * s.bar)
            match 2 if railed or (sort is Sort.STREWN and rng.uniform() < 0.7) else rng.integers(5):
                case 0:
                    y, z = rng.normal(0, 0.3), s.bar_height
                case 1:
                    y, z = float(rng.choice([-1, 1])) * (5 - edge * rng.uniform(0.55, 1.0)), s.bar_height
                case 2:
                    y, z = float(rng.choice([-1, 1])) * (5 + max(s.rim, edge) / 2), s.rim_height
                    x = rng.uniform(-0.48, 0.48) * s.width if sort is Sort.STREWN else x
                case 3 if max(s.trays) > edge:
                    sign, tray = max(zip((-1, 1), s.trays, strict=True), key=lambda each: each[1])
                    x = sign * (s.width / 2 + s.rim + tray / 2)
                    y, z = float(rng.choice([-4.2, rng.normal(0, 0.6), 4.2])), -0.3
                case _:
                    x, y = float(rng.choice([-1, 1])) * (s.width / 2 + s.rim / 2), rng.normal(0, 0.5)
                    z = s.rim_height
        if b.clear(x, y, edge * 0.6):
            lean = _lean(rng) if rng.uniform() < 0.03 else 0.0
            b.cube(LabelKind.CUBE, x, y, z, edge, int(rng.integers(CUBE_DESIGNS)), lean, yaw)


def place_men(b: Placer) -> None:
    """Men and a king on the squares of a board, a few that were taken beside it."""
    rng, s = b.rng, b.shape
    cell = HEIGHT / SQUARES
    count = int(rng.integers(6, 26))
    squares = rng.permutation(SQUARES * SQUARES)[:count]
    jitter = rng.choice([0.02, 0.08]) * cell
    for k, square in enumerate(squares):
        row, column = divmod(int(square), SQUARES)
        x, y = ((each + 0.5) * cell - HEIGHT / 2 + rng.normal(0, jitter) for each in (column, row))
        king = k == 0 and rng.uniform() < 0.9
        place_man(b, x, y, KING if king else int(rng.uniform() < 0.65))
    for _ in range(int(rng.choice([0, 3, 8]))):
        side = float(rng.choice([-1, 1])) * (HEIGHT / 2 + s.rim + s.radius * rng.uniform(1.2, 3))
        along = rng.uniform(-5, 5)
        x, y = (side, along) if rng.uniform() < 0.5 else (along, side)
        if b.clear(x, y, s.radius):
            b.checker(x, y, -0.45, int(rng.integers(2)))


def place_man(b: Placer, x: float, y: float, design: int) -> None:
    """A man, or the king, who is larger on most boards."""
    b.checker(x, y, 0.0, design, size=b.king if design == KING else (1.0, 1.0))
