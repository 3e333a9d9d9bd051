"""Triangle meshes of the things on a backgammon table, as plain arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SEGMENTS = 40


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles: vertices, normals (n x 3), texture places (n x 2) and faces (m x 3 vertex numbers)."""

    vertices: Floats
    normals: Floats
    places: Floats
    faces: NDArray[np.int64]

    def moved(self, rotation: Floats, shift: Floats) -> Mesh:
        """The same mesh turned by a 3 x 3 rotation and then shifted."""
        return Mesh(self.vertices @ rotation.T + shift, self.normals @ rotation.T, self.places, self.faces)


def merged(meshes: list[Mesh]) -> Mesh:
    """One mesh of many, faces in the order given."""
    offsets = np.cumsum([0] + [len(m.vertices) for m in meshes[:-1]])
    return Mesh(
        np.concatenate([m.vertices for m in meshes]),
        np.concatenate([m.normals for m in meshes]),
        np.concatenate([m.places for m in meshes]),
        np.concatenate([m.faces + o for m, o in zip(meshes, offsets, strict=True)]),
    )


def _grid(points: Floats, normals: Floats, places: Floats) -> Mesh:
    """A mesh of an a x b grid of points; triangles wind so that they agree with the normals."""
    a, b = points.shape[:2]
    index = np.arange(a * b).reshape(a, b)
    p, q, r, s = (i.ravel() for i in (index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]))
    faces = np.concatenate([np.stack([p, q, r], 1), np.stack([p, r, s], 1)])
    return Mesh(points.reshape(-1, 3), normals.reshape(-1, 3), places.reshape(-1, 2), faces)


FACE_AXES = (
    (np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), np.array([0, 0, 1.0])),
    (np.array([-1.0, 0, 0]), np.array([0, 0, 1.0]), np.array([0, 1.0, 0])),
    (np.array([0, 1.0, 0]), np.array([0, 0, 1.0]), np.array([1.0, 0, 0])),
    (np.array([0, -1.0, 0]), np.array([1.0, 0, 0]), np.array([0, 0, 1.0])),
    (np.array([0, 0, 1.0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0])),
    (np.array([0, 0, -1.0]), np.array([0, 1.0, 0]), np.array([1.0, 0, 0])),
)
"""Outward normal and the two texture axes of each face of a cube: +x, -x, +y, -y, +z, -z."""


def rounded_cube(edge: float, rounding: float, cells: list[tuple[float, float, float, float]]) -> Mesh:
    """A cube about the origin; `rounding` is 0..1 of the half edge; `cells` (u0, v0, u1, v1) by face."""
    steps = np.array([-1, -1 + 0.3 * rounding, -1 + rounding, 1 - rounding, 1 - 0.3 * rounding, 1])
    a, b = np.meshgrid(steps, steps, indexing="ij")
    parts = []
    for (normal, right, up), (u0, v0, u1, v1) in zip(FACE_AXES, cells, strict=True):
        flat = normal + a[..., None] * right + b[..., None] * up
        inner = np.clip(flat, -(1 - rounding), 1 - rounding)
        away = flat - inner
        away /= np.linalg.norm(away, axis=-1, keepdims=True)
        places = np.stack([u0 + (u1 - u0) * (a + 1) / 2, v0 + (v1 - v0) * (b + 1) / 2], -1)
        parts.append(_grid((inner + rounding * away) * edge / 2, away, places))
    return merged(parts)


def lathe(
    profile: list[tuple[float, float]], places: list[tuple[float, float]], segments: int = SEGMENTS
) -> Mesh:
    """A profile of (radius, height) turned about z, creased at each joint; a place (radius, ring centre) by joint."""
    turn = np.linspace(0, 2 * np.pi, segments + 1)
    ring = np.stack([np.cos(turn), np.sin(turn)], -1)
    parts = []
    for k in range(len(profile) - 1):
        (r0, z0), (r1, z1) = profile[k], profile[k + 1]
        length = max(float(np.hypot(r1 - r0, z1 - z0)), 1e-9)
        out, rise = (z1 - z0) / length, (r0 - r1) / length
        points = np.stack(
            [np.concatenate([ring * r, np.full((segments + 1, 1), z)], -1) for r, z in ((r0, z0), (r1, z1))],
            1,
        )
        normals = np.concatenate([ring * out, np.full((segments + 1, 1), rise)], -1)[:, None].repeat(2, 1)
        uv = np.stack([ring * p[0] for p in (places[k], places[k + 1])], 1) + 0.5
        uv[..., 0] += places[k][1]
        parts.append(_grid(points, normals, uv))
    return merged(parts)


def box(low: tuple[float, float, float], high: tuple[float, float, float], scale: float = 0.1) -> Mesh:
    """An axis-aligned box with texture places by its x and y (x + z, y + z on its sides)."""
    lo, hi = np.array(low), np.array(high)
    mid, half = (lo + hi) / 2, (hi - lo) / 2
    parts = []
    for normal, right, up in FACE_AXES:
        a, b = np.meshgrid([-1.0, 1.0], [-1.0, 1.0], indexing="ij")
        points = mid + half * (normal + a[..., None] * right + b[..., None] * up)
        places = (
            np.stack([points[..., 0] + 0.7 * points[..., 2], points[..., 1] + 0.7 * points[..., 2]], -1)
            * scale
        )
        parts.append(_grid(points, np.broadcast_to(normal, points.shape).copy(), places))
    return merged(parts)


def quad(half_width: float, half_height: float, z: float, tile: float = 0.0) -> Mesh:
    """A horizontal rectangle about the origin; its texture fills it once, or repeats every `tile` units."""
    a, b = np.meshgrid([-1.0, 1.0], [-1.0, 1.0], indexing="ij")
    points = np.stack([a * half_width, b * half_height, np.full_like(a, z)], -1)
    places = points[..., :2] / tile if tile else np.stack([(a + 1) / 2, (b + 1) / 2], -1)
    return _grid(points, np.broadcast_to(np.array([0, 0, 1.0]), points.shape).copy(), places)


def capsule(
    start: Floats, end: Floats, radii: tuple[float, float], place: tuple[float, float], flat: float = 1.0
) -> Mesh:
    """A limb from `start` to `end` with round ends; `flat` squeezes it vertically; one texture place for all."""
    axis = end - start
    length = max(float(np.linalg.norm(axis)), 1e-6)
    axis = axis / length
    side = np.cross(axis, [0, 0, 1.0])
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-3 else np.array([1.0, 0, 0])
    up = np.cross(side, axis)
    first, last = np.linspace(-np.pi / 2, 0, 6), np.linspace(0, np.pi / 2, 6)
    t = np.concatenate([radii[0] * np.sin(first), length + radii[1] * np.sin(last)])
    r = np.concatenate([radii[0] * np.cos(first), radii[1] * np.cos(last)])
    s = np.sin(np.concatenate([first, last]))
    turn = np.linspace(0, 2 * np.pi, 21)
    around = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * up * flat
    normal_around = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * up / flat
    points = start + t[None, :, None] * axis + around[:, None] * r[None, :, None]
    normals = (
        normal_around[:, None] * np.sqrt(np.maximum(0, 1 - s**2))[None, :, None] + s[None, :, None] * axis
    )
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    return _grid(points, normals, np.broadcast_to(np.array(place), (*points.shape[:2], 2)).copy())


def recoloured(mesh: Mesh, place: tuple[float, float]) -> Mesh:
    """The mesh with one texture place for all its vertices."""
    return Mesh(
        mesh.vertices, mesh.normals, np.broadcast_to(np.array(place), mesh.places.shape).copy(), mesh.faces
    )
