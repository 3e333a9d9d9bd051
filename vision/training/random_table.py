"""A random backgammon table: its meshes and textures, its camera and lights, and the truth about what lies on it.

Units: the playing surface is 10 high; x runs to the right, y to the far side, z up; the origin is its middle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import discs as looks
from vision.training import fittings, foreign, surfaces, textures
from vision.training.board_shape import HEIGHT, BoardMeasures, frame_mesh, sample_shape, square_shape
from vision.training.lighting import SHADOWS, RoomLamp, sample_lights
from vision.training.meshes import Floats, Mesh, box, capsule, merged, quad
from vision.training.placing import (
    AS_CHANCE_HAS_IT,
    CUBE_DESIGNS,
    DIE_DESIGNS,
    KING,
    Emphasis,
    LabelKind,
    Placer,
    Sort,
    Thing,
    place_checkers,
    place_cubes,
    place_dice,
    place_men,
)
from vision.training.positions import lay_game
from vision.training.textures import Colour, Picture

WIDE = {Sort.GAME: 720, Sort.STREWN: 1120, Sort.SQUARES: 720}
"""How wide pictures of 4 : 3 are, in pixels, by what they are for; others have as many pixels."""

USUAL = np.array(
    [
        [0.88, 0.85, 0.78], [0.93, 0.93, 0.92], [0.03, 0.03, 0.035], [0.1, 0.1, 0.11], [0.45, 0.02, 0.03],
        [0.22, 0.02, 0.04], [0.02, 0.05, 0.2], [0.03, 0.15, 0.45], [0.1, 0.3, 0.6], [0.02, 0.14, 0.07],
        [0.05, 0.3, 0.15], [0.5, 0.33, 0.16], [0.24, 0.11, 0.05], [0.12, 0.06, 0.03], [0.66, 0.5, 0.3],
        [0.3, 0.3, 0.31], [0.55, 0.55, 0.56], [0.75, 0.3, 0.05], [0.75, 0.55, 0.08], [0.25, 0.05, 0.3],
    ]
)  # fmt: skip
"""Reflectances of what boards are mostly covered with and checkers made of."""
TIDY = 0.65
"""The share of games whose men stand as in a game; in the others they stand and lie anyhow."""
LOW = (25, 50)
"""How far from overhead, in degrees, cameras are that look from low."""
BOTH_ALIKE = 0.3
"""Where one kind of checkers is made to have the points' or the ground's colour: how often the other has, too."""


@dataclass(frozen=True, slots=True)
class TrainingCamera:
    """A pinhole camera: places in units, horizontal field of view in degrees, picture size in pixels."""

    origin: Floats
    target: Floats
    up: Floats
    fov: float
    width: int
    height: int

    def axes(self) -> tuple[Floats, Floats, Floats]:
        """Unit vectors to the right, up and forward."""
        forward = self.target - self.origin
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, self.up)
        right /= np.linalg.norm(right)
        return right, np.cross(right, forward), forward

    def focal(self) -> float:
        """The focal length in pixels."""
        return self.width / 2 / float(np.tan(np.radians(self.fov) / 2))

    def project(self, points: Floats) -> Floats:
        """Pixels (n x 2) of points (n x 3)."""
        right, up, forward = self.axes()
        seen = np.atleast_2d(points) - self.origin
        depth = seen @ forward
        x = self.width / 2 + self.focal() * (seen @ right) / depth
        return np.stack([x, self.height / 2 - self.focal() * (seen @ up) / depth], -1)


@dataclass(frozen=True, slots=True)
class Design:
    """What of a scene stays while a game is played: the board and its surroundings, the men's and dice's looks.

    Meshes, textures and roughness by name: table, surface, frame, checkers, ...; `decoys`: places of what is printed or
    fitted and might be taken for a die or a cube.
    """

    shape: BoardMeasures
    meshes: dict[str, Mesh]
    textures: dict[str, Picture]
    roughness: dict[str, float]
    camera: TrainingCamera
    lights: tuple[RoomLamp, ...]
    ambient: Floats
    decoys: tuple[Floats, ...]


@dataclass(frozen=True, slots=True)
class TrainingScene(Design):
    """All that a renderer needs: a design and what lies on it; `corners`: of the playing surface, in pixels."""

    things: tuple[Thing, ...]
    corners: Floats


def _camera(rng: np.random.Generator, width: int, s: BoardMeasures, low: float = 0.0) -> TrainingCamera:
    """A random camera that has the whole board in its picture; `low` as `Emphasis` has it."""
    tilt = np.radians(rng.choice([rng.uniform(0, 12), rng.uniform(5, 45)], p=[0.25, 0.75]))
    if low and rng.uniform() < low:
        tilt = np.radians(rng.uniform(*LOW))
    around = rng.normal(0, 0.2)
    if rng.uniform() < 0.3:
        around += float(rng.integers(1, 4)) * np.pi / 2
    shape = rng.choice([4 / 3, 16 / 9, 1.0, 3 / 4], p=[0.6, 0.2, 0.08, 0.12])
    # as many pixels whatever the shape, so that all take as long
    width, height = (2 * round(width * np.sqrt(0.75 * ratio) / 2) for ratio in (shape, 1 / shape))
    fov = rng.uniform(30, 75) * min(1.0, shape)
    direction = np.array([np.sin(tilt) * np.sin(around), -np.sin(tilt) * np.cos(around), np.cos(tilt)])
    up = np.array([-np.sin(around), np.cos(around), 0]) + rng.normal(0, 0.04, 3) * np.array([1, 1, 0])
    rim = s.rim + 0.1
    ends = np.array([[a * (s.width / 2 + rim), c * (HEIGHT / 2 + rim), 0] for a in (-1, 1) for c in (-1, 1)])
    margin = rng.choice([rng.uniform(-0.04, 0.1), rng.uniform(0.1, 0.24)], p=[0.86, 0.14])
    aim = np.zeros(3)
    low, high = 6.0, 160.0
    for _ in range(28):
        distance = (low + high) / 2
        camera = TrainingCamera(aim + direction * distance, aim, up, fov, width, height)
        pixels = camera.project(ends)
        inside = (pixels > [margin * width, margin * height]).all() and (
            pixels < [(1 - margin) * width, (1 - margin) * height]
        ).all()
        middle = pixels.mean(0)
        shift = (middle[1] - height / 2) / camera.focal() * distance / max(np.cos(tilt), 0.5)
        aim = aim - np.array([-np.sin(around), np.cos(around), 0]) * shift * 0.5
        low, high = (low, distance) if inside else (distance, high)
    return TrainingCamera(aim + direction * high, aim, up, fov, width, height)


def _usual(rng: np.random.Generator, colours: Floats) -> Colour:
    return textures.near(rng, colours[int(rng.integers(len(colours)))], 0.03)


def _palette(rng: np.random.Generator, alike: float = 0.0) -> tuple[list[Colour], list[Colour]]:
    """The colours of ground, points and frame, and of the two kinds of checkers; `alike` as `Emphasis` has it."""
    usual = rng.uniform() < 0.5
    felt = _usual(rng, USUAL) if usual else textures.colour(rng)
    if usual:
        points = [_usual(rng, USUAL), _usual(rng, USUAL)]
    elif rng.uniform() < 0.25:
        points = [textures.near(rng, felt, 0.12), textures.far(rng, felt, 0.2)]
    else:
        points = [textures.far(rng, felt, 0.15), textures.colour(rng)]
    wood = textures.colour(rng, 0.03, 0.6) if rng.uniform() < 0.7 else textures.near(rng, felt)
    men = [textures.colour(rng), textures.colour(rng)]
    if usual and rng.uniform() < 0.6:
        men = [_usual(rng, USUAL), _usual(rng, USUAL)]
    elif rng.uniform() < 0.6:
        men = [textures.near(rng, np.array([0.9, 0.87, 0.8]), 0.06), textures.colour(rng, 0.02, 0.4)]
    choice = rng.uniform()
    if choice < 0.3:
        men[int(rng.integers(2))] = textures.near(rng, (felt, *points)[int(rng.integers(3))], 0.06)
    elif choice < 0.4:  # both as the points are
        men = [textures.near(rng, each, 0.04) for each in points]
    elif choice < 0.5:  # as bright as each other, of other hue
        other = textures.colour(rng)
        men[1] = np.clip(other * men[0].mean() / max(other.mean(), 0.05), 0.02, 0.97)
    if alike and rng.uniform() < alike:
        kind = int(rng.integers(2))
        men[kind] = textures.near(rng, (felt, *points)[int(rng.integers(3))], 0.05)
        if rng.uniform() < BOTH_ALIKE:
            men[1 - kind] = textures.near(rng, (felt, *points)[int(rng.integers(3))], 0.05)
    return [felt, *points, wood], men


def _shadow(rng: np.random.Generator, camera: TrainingCamera, lights: tuple[RoomLamp, ...]) -> list[Mesh]:
    """Bars out of the camera's sight between a lamp and the board: an arm of a stand, a lamp's stem, a head."""
    if rng.uniform() > SHADOWS:
        return []
    lamp = max(lights, key=lambda each: float(each.power.sum()) * each.radius**2).place
    made = []
    for _ in range(int(rng.integers(1, 3))):
        ends = [np.array([*rng.uniform(-12, 12, 2), 0.0]), np.array([*rng.uniform(-6, 6, 2), 0.0])]
        thick = rng.uniform(0.1, 0.5) if rng.uniform() < 0.7 else rng.uniform(0.8, 2.5)
        for rise in (0.2, 0.35, 0.5, 0.65, 0.8):
            start, end = (p + (lamp - p) * rise for p in ends)
            line = start + np.linspace(-0.1, 1.1, 9)[:, None] * (end - start)
            pixels = camera.project(line)
            behind = (line - camera.origin) @ camera.axes()[2] < 0.5
            seen = (pixels > -0.1 * camera.width).all(1) & (
                pixels < 1.1 * max(camera.width, camera.height)
            ).all(1)
            if not (seen & ~behind).any():
                made.append(capsule(start, end, (thick * (1 - rise), thick * (1 - rise)), (0.06, 0.5)))
                break
    return made


def sample_design(
    rng: np.random.Generator, sort: Sort, wide: int = 0, emphasis: Emphasis = AS_CHANCE_HAS_IT
) -> Design:
    """A random table; `wide`: the width of its pictures in pixels, 0 the usual one."""
    squares = sort is Sort.SQUARES
    s = square_shape(rng) if squares else sample_shape(rng)
    (felt, *points, wood), men = _palette(rng, emphasis.alike)
    discs = [*men, *men]
    if squares and rng.uniform() < 0.6:
        discs[KING] = textures.colour(rng)
    fields = (felt, points[0], points[1], textures.near(rng, wood, 0.03))
    if squares:
        top = surfaces.Surface(surfaces.squares_surface(rng, felt, points[0]), ())
    else:
        top = surfaces.playing_surface(rng, s.width / HEIGHT, s.bar / s.width, fields)
    pictures = {
        "table": looks.table(rng, textures.colour(rng)),
        "surface": top.picture,
        "tray": textures.material(rng, 128, 128, felt if rng.uniform() < 0.6 else textures.colour(rng)),
        "frame": textures.material(rng, 256, 256, wood),
        "fittings": fittings.palette(rng),
        "checkers": np.concatenate([looks.disc(rng, disc) for disc in discs], 1),
        "dice": np.concatenate([textures.die_faces(rng) for _ in range(DIE_DESIGNS)], 0),
        "cubes": np.concatenate([textures.cube_faces(rng) for _ in range(CUBE_DESIGNS)], 0),
    }
    fitted, decoys = fittings.sample_fittings(rng, s)
    tray = quad(s.width / 2, HEIGHT / 2, -0.3, 8.0)
    if s.trays != (0.0, 0.0):
        left, right = (s.width / 2 + s.rim + t + 0.05 * bool(t) for t in s.trays)
        tray = box((-left, -HEIGHT / 2, -0.44), (right, HEIGHT / 2, -0.3))
    meshes = {
        "table": quad(120, 120, -0.45, 14.0),
        "surface": quad(s.width / 2, HEIGHT / 2, 0.0),
        "tray": tray,
        "frame": frame_mesh(rng, s),
        "fittings": fitted,
    }
    roughness = {
        name: float(rng.uniform(0.06, 0.5)) for name in ("frame", "fittings", "checkers", "dice", "cubes")
    }
    if rng.uniform() < 0.25:
        roughness["surface"] = float(rng.uniform(0.1, 0.5))
    camera = _camera(rng, wide or WIDE[sort], s, emphasis.low)
    lights, ambient = sample_lights(rng)
    places = [np.array([(u - 0.5) * s.width, (0.5 - v) * HEIGHT, 0.0]) for u, v in top.decoys]
    return Design(s, meshes, pictures, roughness, camera, lights, ambient, (*places, *decoys))


def corners_of(s: BoardMeasures) -> Floats:
    """The playing surface's corners (4 x 3): far left, far right, near right, near left."""
    half_w, half_h = s.width / 2, HEIGHT / 2
    return np.array([[-half_w, half_h, 0], [half_w, half_h, 0], [half_w, -half_h, 0], [-half_w, -half_h, 0]])


def _nothing() -> Mesh:
    """A mesh that no camera sees, where nothing of a kind lies."""
    return box((90, 90, -9), (90.1, 90.1, -8.9))


def bared(scene: TrainingScene) -> TrainingScene:
    """The same table with nothing on it."""
    gone = dict.fromkeys(("checkers", "dice", "cubes", "foreign"), _nothing())
    return replace(scene, meshes=scene.meshes | gone, things=(), decoys=())


def furnished(design: Design, b: Placer, others: Mesh, palette: Picture) -> TrainingScene:
    """The scene of a table with men, dice and cubes laid out on it, and other things in their palette's colours."""
    laid = {kind: merged(b.meshes[kind] or [_nothing()]) for kind in LabelKind}
    meshes = design.meshes | {
        "checkers": laid[LabelKind.CHECKER],
        "dice": laid[LabelKind.DIE],
        "cubes": laid[LabelKind.CUBE],
        "foreign": others,
    }
    return TrainingScene(
        design.shape,
        meshes,
        design.textures | {"foreign": palette},
        design.roughness,
        design.camera,
        design.lights,
        design.ambient,
        design.decoys,
        tuple(b.things),
        design.camera.project(corners_of(design.shape)),
    )


def sample_scene(seed: int, sort: Sort, emphasis: Emphasis = AS_CHANCE_HAS_IT) -> TrainingScene:
    """The scene of a seed; the same seed makes the same scene."""
    rng = np.random.default_rng([seed, list(Sort).index(sort)])
    design = sample_design(rng, sort, emphasis=emphasis)
    b = Placer(rng, design.shape)
    if sort is Sort.SQUARES:
        place_men(b)
    else:
        if sort is Sort.GAME and rng.uniform() < TIDY:
            lay_game(b, emphasis.straight)
        else:
            place_checkers(b, 1.0 if sort is Sort.GAME else 0.35)
        place_cubes(b, sort, emphasis.on_rail)
        place_dice(b, sort)
    hands, objects = (0, 0) if sort is Sort.STREWN else foreign.sample_counts(rng)
    others, palette = foreign.sample_foreign(rng, hands, objects, design.shape.width, HEIGHT)
    others = merged([others, *_shadow(rng, design.camera, design.lights)])
    return furnished(design, b, others, palette)


def in_board(points: NDArray[np.float64], corners: Floats) -> Floats:
    """(u, v) of pixels by the plane of the playing surface whose four corners are given."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane).reshape(-1, 2), np.float64)
