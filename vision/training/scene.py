"""A random backgammon table: its meshes and textures, its camera and lights, and the truth about what lies on it.

Units: the playing surface is 10 high; x runs to the right, y to the far side, z up; the origin is its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import foreign, textures
from vision.training.meshes import Floats, Mesh, box, merged, quad
from vision.training.placing import (
    CUBE_DESIGNS,
    DIE_DESIGNS,
    KING,
    Kind,
    Layout,
    Sort,
    Thing,
    place_checkers,
    place_cubes,
    place_dice,
    place_men,
)
from vision.training.shape import HEIGHT, Shape, frame_mesh, sample_shape, square_shape
from vision.training.textures import Picture


@dataclass(frozen=True, slots=True)
class Camera:
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
class Light:
    """A round lamp: middle, radius, RGB radiance."""

    place: Floats
    radius: float
    power: Floats


@dataclass(frozen=True, slots=True)
class Design:
    """What of a scene stays while a game is played: the board and its surroundings, the men's and dice's looks.

    Meshes, textures and roughness by name: table, surface, frame, checkers, ...
    """

    shape: Shape
    meshes: dict[str, Mesh]
    textures: dict[str, Picture]
    roughness: dict[str, float]
    camera: Camera
    lights: tuple[Light, ...]
    ambient: Floats


@dataclass(frozen=True, slots=True)
class Scene(Design):
    """All that a renderer needs: a design and what lies on it; `corners`: of the playing surface, in pixels."""

    things: tuple[Thing, ...]
    corners: Floats


def _camera(rng: np.random.Generator, width: int, s: Shape) -> Camera:
    tilt = np.radians(rng.choice([rng.uniform(0, 12), rng.uniform(5, 40)], p=[0.25, 0.75]))
    around = rng.normal(0, 0.2)
    if rng.uniform() < 0.3:
        around += float(rng.integers(1, 4)) * np.pi / 2
    height = width * 3 // 4
    fov = rng.uniform(30, 75)
    direction = np.array([np.sin(tilt) * np.sin(around), -np.sin(tilt) * np.cos(around), np.cos(tilt)])
    up = np.array([-np.sin(around), np.cos(around), 0]) + rng.normal(0, 0.04, 3) * np.array([1, 1, 0])
    rim = s.rim + 0.1
    ends = np.array([[a * (s.width / 2 + rim), c * (HEIGHT / 2 + rim), 0] for a in (-1, 1) for c in (-1, 1)])
    margin = rng.uniform(-0.04, 0.1)
    aim = np.zeros(3)
    low, high = 6.0, 120.0
    for _ in range(28):
        distance = (low + high) / 2
        camera = Camera(aim + direction * distance, aim, up, fov, width, height)
        pixels = camera.project(ends)
        inside = (pixels > [margin * width, margin * height]).all() and (
            pixels < [(1 - margin) * width, (1 - margin) * height]
        ).all()
        middle = pixels.mean(0)
        shift = (middle[1] - height / 2) / camera.focal() * distance / max(np.cos(tilt), 0.5)
        aim = aim - np.array([-np.sin(around), np.cos(around), 0]) * shift * 0.5
        low, high = (low, distance) if inside else (distance, high)
    return Camera(aim + direction * high, aim, up, fov, width, height)


def _lights(rng: np.random.Generator) -> tuple[tuple[Light, ...], Floats]:
    warm = rng.normal(0, 0.12)
    tint = np.array([1 + warm, 1.0, 1 - warm])
    lights = []
    for k in range(2):
        place = np.array([rng.uniform(-25, 25), rng.uniform(-25, 25), rng.uniform(15, 40)])
        radius = rng.uniform(0.5, 7)
        power = rng.uniform(0.3, 1) * (1.0 if k == 0 else rng.choice([0.01, rng.uniform(0, 1)]))
        radiance = (
            power
            * float(place @ place)
            / (3.14 * radius**2)
            * np.clip(tint + rng.normal(0, 0.05, 3), 0.5, 1.5)
        )
        lights.append(Light(place, radius, radiance))
    return tuple(lights), np.clip(tint, 0.5, 1.5) * rng.choice(
        [rng.uniform(0.02, 0.15), rng.uniform(0.1, 0.6)]
    )


def sample_design(rng: np.random.Generator, sort: Sort, wide: int = 0) -> Design:
    """A random table; `wide`: the width of its pictures in pixels, 0 the usual one."""
    squares = sort is Sort.SQUARES
    s = square_shape(rng) if squares else sample_shape(rng)
    felt = textures.colour(rng)
    if rng.uniform() < 0.25:
        points = (textures.near(rng, felt, 0.12), textures.far(rng, felt, 0.2))
    else:
        points = (textures.far(rng, felt, 0.15), textures.colour(rng))
    wood = textures.colour(rng, 0.03, 0.6) if rng.uniform() < 0.7 else textures.near(rng, felt)
    discs = [textures.colour(rng, 0.03, 0.95), textures.colour(rng, 0.03, 0.95)]
    if rng.uniform() < 0.6:
        discs = [textures.near(rng, np.array([0.9, 0.87, 0.8]), 0.06), textures.colour(rng, 0.02, 0.4)]
    if rng.uniform() < 0.3:
        discs[int(rng.integers(2))] = textures.near(rng, (felt, *points)[int(rng.integers(3))], 0.06)
    discs = [*discs, *discs]
    if squares and rng.uniform() < 0.6:
        discs[KING] = textures.colour(rng)
    fields = (felt, *points, textures.near(rng, wood, 0.03))
    pictures = {
        "table": textures.table(rng, textures.colour(rng)),
        "surface": textures.squares_surface(rng, felt, points[0])
        if squares
        else textures.playing_surface(rng, s.width / HEIGHT, s.bar / s.width, fields),
        "tray": textures.material(rng, 128, 128, felt if rng.uniform() < 0.6 else textures.colour(rng)),
        "frame": textures.material(rng, 256, 256, wood),
        "checkers": np.concatenate([textures.disc(rng, disc) for disc in discs], 1),
        "dice": np.concatenate([textures.die_faces(rng) for _ in range(DIE_DESIGNS)], 0),
        "cubes": np.concatenate([textures.cube_faces(rng) for _ in range(CUBE_DESIGNS)], 0),
    }
    tray = quad(s.width / 2, HEIGHT / 2, -0.3, 8.0)
    if s.trays != (0.0, 0.0):
        left, right = (s.width / 2 + s.rim + t + 0.05 * bool(t) for t in s.trays)
        tray = box((-left, -HEIGHT / 2, -0.44), (right, HEIGHT / 2, -0.3))
    meshes = {
        "table": quad(120, 120, -0.45, 14.0),
        "surface": quad(s.width / 2, HEIGHT / 2, 0.0),
        "tray": tray,
        "frame": frame_mesh(rng, s),
    }
    roughness = {name: float(rng.uniform(0.12, 0.5)) for name in ("frame", "checkers", "dice", "cubes")}
    camera = _camera(rng, wide or (1120 if sort is Sort.STREWN else 720), s)
    lights, ambient = _lights(rng)
    return Design(s, meshes, pictures, roughness, camera, lights, ambient)


def furnished(design: Design, b: Layout, others: Mesh, palette: Picture) -> Scene:
    """The scene of a table with men, dice and cubes laid out on it, and other things in their palette's colours."""
    laid = {kind: merged(b.meshes[kind] or [box((90, 90, -9), (90.1, 90.1, -8.9))]) for kind in Kind}
    meshes = design.meshes | {
        "checkers": laid[Kind.CHECKER],
        "dice": laid[Kind.DIE],
        "cubes": laid[Kind.CUBE],
        "foreign": others,
    }
    half_w, half_h = design.shape.width / 2, HEIGHT / 2
    ends = np.array([[-half_w, half_h, 0], [half_w, half_h, 0], [half_w, -half_h, 0], [-half_w, -half_h, 0]])
    return Scene(
        design.shape,
        meshes,
        design.textures | {"foreign": palette},
        design.roughness,
        design.camera,
        design.lights,
        design.ambient,
        tuple(b.things),
        design.camera.project(ends),
    )


def sample_scene(seed: int, sort: Sort) -> Scene:
    """The scene of a seed; the same seed makes the same scene."""
    rng = np.random.default_rng([seed, list(Sort).index(sort)])
    design = sample_design(rng, sort)
    b = Layout(rng, design.shape)
    if sort is Sort.SQUARES:
        place_men(b)
    else:
        place_checkers(b, 1.0 if sort is Sort.GAME else 0.35)
        place_cubes(b, sort)
        place_dice(b, sort)
    hands, objects = (0, 0) if sort is Sort.STREWN else foreign.sample_counts(rng)
    others, palette = foreign.sample_foreign(rng, hands, objects, design.shape.width, HEIGHT)
    return furnished(design, b, others, palette)


def in_board(points: NDArray[np.float64], corners: Floats) -> Floats:
    """(u, v) of pixels by the plane of the playing surface whose four corners are given."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane).reshape(-1, 2), np.float64)
