"""A picture of a scene in a fraction of a path-traced one's time: a ray a pixel, one
to each lamp and one to the sky.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.meshes import Floats
from vision.training.random_table import TrainingScene

TILED = ("table", "frame", "tray")
"""Meshes whose texture is repeated in a mirror; the others' ends at its edges."""
GLOSS = 0.04
"""The share of light that a glossy surface throws back when looked at from above."""
BOUNCE = 0.35
"""How much of the sky's light comes from what hides the sky."""


@dataclass(frozen=True, slots=True)
class RenderedPixels:
    """By pixel: RGB light and reflectance, which mesh is seen (-1 none) and which of its triangles."""

    light: NDArray[np.float32]
    albedo: NDArray[np.float32]
    owner: NDArray[np.int64]
    triangle: NDArray[np.int64]


def rays(scene: TrainingScene, shift: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Unit directions (n x 3) through all pixels, row by row; `shift`: of the place in the pixel from its middle."""
    camera = scene.camera
    right, up, forward = camera.axes()
    x = (np.arange(camera.width) + 0.5 + shift[0] - camera.width / 2) / camera.focal()
    y = (camera.height / 2 - np.arange(camera.height) - 0.5 - shift[1]) / camera.focal()
    made = forward + x[None, :, None] * right + y[:, None, None] * up
    return np.asarray((made / np.linalg.norm(made, axis=-1, keepdims=True)).reshape(-1, 3))


def textured(
    scene: TrainingScene, owner: NDArray[np.int64], places: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The reflectance (n x 3) at texture places (n x 2) of meshes."""
    albedo = np.zeros((len(owner), 3), np.float32)
    for k, name in enumerate(scene.meshes):
        mine = np.flatnonzero(owner == k)
        if not len(mine):
            continue
        sheet = scene.textures[name]
        height, width = sheet.shape[:2]
        u, v = places[mine, 0], 1 - places[mine, 1]
        if name in TILED:
            u, v = (1 - np.abs(each % 2 - 1) for each in (u, v))
        x, y = (u * width - 0.5).astype(np.float32), (v * height - 0.5).astype(np.float32)
        # remap takes no rows of more than 32767 places
        wide = -(-len(mine) // 256)
        grid = np.zeros((2, 256 * wide), np.float32)
        grid[0, : len(mine)], grid[1, : len(mine)] = x, y
        found = cv2.remap(
            sheet,
            grid[0].reshape(256, wide),
            grid[1].reshape(256, wide),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        albedo[mine] = found.reshape(-1, 3)[: len(mine)]
    return albedo


class QuickLight:
    """Lights scenes that Mitsuba has loaded."""

    def __init__(self, mi: Any, dr: Any) -> None:
        self.mi, self.dr = mi, dr

    def look(self, world: Any, scene: TrainingScene, seed: int, passes: int) -> RenderedPixels:
        """What the camera sees; `passes`: how often each pixel is looked through, at other places in it."""
        rng = np.random.default_rng([seed, 11])
        size = (scene.camera.height, scene.camera.width)
        shifts = [(0.0, 0.0)] + [(float(a), float(b)) for a, b in rng.uniform(-0.5, 0.5, (passes - 1, 2))]
        looks = [self._pass(world, scene, shift, rng) for shift in shifts]
        first = looks[0]
        total, albedos = sum(each.light for each in looks), sum(each.albedo for each in looks)
        return RenderedPixels(
            np.asarray(total / passes, np.float32).reshape(*size, 3),
            np.asarray(albedos / passes, np.float32).reshape(*size, 3),
            first.owner.reshape(size),
            first.triangle.reshape(size),
        )

    def first(self, world: Any, scene: TrainingScene) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By pixel: which mesh is seen (its number in the scene, -1 none) and which of its triangles."""
        mi, dr = self.mi, self.dr
        origin = mi.Point3f(*(float(c) for c in scene.camera.origin))
        hit = world.ray_intersect_preliminary(mi.Ray3f(origin, mi.Vector3f(rays(scene).astype(np.float32).T)))
        number = dr.reinterpret_array(mi.UInt32, hit.shape)
        # evaluated at once: asked for one by one, each answer would trace all rays again
        dr.eval(hit.prim_index, number)
        size = (scene.camera.height, scene.camera.width)
        owner = self._owners(world, scene, np.array(number))
        return owner.reshape(size), np.array(hit.prim_index).astype(np.int64).reshape(size)

    def _pass(
        self, world: Any, scene: TrainingScene, shift: tuple[float, float], rng: np.random.Generator
    ) -> RenderedPixels:
        mi, dr = self.mi, self.dr
        directions = rays(scene, shift).astype(np.float32)
        eye = mi.Point3f(*(dr.opaque(mi.Float, float(c)) for c in scene.camera.origin))
        ray = mi.Ray3f(eye, mi.Vector3f(directions.T))
        hit = world.ray_intersect_preliminary(ray)
        at = hit.compute_surface_interaction(ray)
        number = dr.reinterpret_array(mi.UInt32, hit.shape)
        normal = dr.select(dr.dot(at.sh_frame.n, ray.d) > 0, -at.sh_frame.n, at.sh_frame.n)
        chance = mi.PCG32(size=len(directions), initstate=dr.opaque(mi.UInt64, int(rng.integers(1 << 30))))
        # what a lamp or the sky gives, by pixel: how much of it is thrown back at random, and how much like a mirror's
        given = []
        origin = at.p + normal * 1e-3
        for lamp in scene.lights:
            place = mi.Point3f(*(dr.opaque(mi.Float, float(c)) for c in lamp.place))
            z = chance.next_float32() * 2 - 1
            turn = chance.next_float32() * (2 * np.pi)
            flat = dr.sqrt(dr.maximum(0, 1 - z * z)) * dr.opaque(mi.Float, lamp.radius * 0.98)
            spot = place + mi.Vector3f(
                flat * dr.cos(turn), flat * dr.sin(turn), z * dr.opaque(mi.Float, lamp.radius * 0.98)
            )
            way = spot - origin
            far = dr.norm(way)
            way /= far
            slant = dr.maximum(0, dr.dot(normal, way))
            shadow = world.ray_test(
                mi.Ray3f(origin, way, far - dr.opaque(mi.Float, 2.2 * lamp.radius), 0.0, [])
            )
            open_ = dr.select(shadow, 0.0, 1.0)
            halfway = dr.normalize(way - ray.d)
            given += [open_ * slant / (far * far), open_, dr.maximum(0, dr.dot(normal, halfway))]
        turn, share = chance.next_float32() * (2 * np.pi), chance.next_float32()
        out = dr.sqrt(share)
        local = mi.Vector3f(out * dr.cos(turn), out * dr.sin(turn), dr.sqrt(1 - share))
        sky = world.ray_test(
            mi.Ray3f(origin, mi.Frame3f(normal).to_world(local), dr.opaque(mi.Float, 12.0), 0.0, [])
        )
        given.append(dr.select(sky, BOUNCE, 1.0))
        dr.eval(hit.prim_index, number, at.uv, *given)
        owner = self._owners(world, scene, np.array(number))
        albedo = textured(scene, owner, np.array(at.uv).T)
        return self._lit(
            scene, owner, np.array(hit.prim_index).astype(np.int64), albedo, [np.array(g) for g in given]
        )

    def _lit(
        self,
        scene: TrainingScene,
        owner: NDArray[np.int64],
        triangle: NDArray[np.int64],
        albedo: NDArray[np.float32],
        given: list[Any],
    ) -> RenderedPixels:
        light = given[-1][:, None] * scene.ambient.astype(np.float32) * albedo
        names = list(scene.meshes)
        for k, lamp in enumerate(scene.lights):
            falling, open_, mirror = given[3 * k : 3 * k + 3]
            power = (lamp.power * lamp.radius**2).astype(np.float32)
            light += albedo * falling[:, None] * power
            for name, rough in scene.roughness.items():
                mine = np.flatnonzero(owner == names.index(name))
                # a lamp that is large smears its own reflection
                rough2 = max(rough, 0.5 * lamp.radius / float(np.linalg.norm(lamp.place))) ** 2
                lobe = np.exp((mirror[mine] ** 2 - 1) / np.maximum(mirror[mine] ** 2, 1e-3) / rough2) / (
                    4 * np.pi * rough2
                )
                far = float(lamp.place @ lamp.place)
                light[mine] += (GLOSS * np.pi * lobe * open_[mine])[:, None] * power / far
        light[owner < 0] = scene.ambient
        return RenderedPixels(light.astype(np.float32), albedo, owner, triangle)

    def _owners(self, world: Any, scene: TrainingScene, numbers: NDArray[np.uint32]) -> NDArray[np.int64]:
        """Which mesh each number of Mitsuba's is, -1 none."""
        owner = np.full(len(numbers), -1)
        by_id = {shape.id(): shape for shape in world.shapes()}
        for k, name in enumerate(scene.meshes):
            mine = np.array(self.dr.reinterpret_array(self.mi.UInt32, self.mi.ShapePtr(by_id[name])))
            owner[numbers == mine.ravel()[0]] = k
        return owner
