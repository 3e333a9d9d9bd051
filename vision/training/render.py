"""Path-traced pictures of scenes and their truth, in shards that can be resumed."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.meshes import Mesh
from vision.training.placing import Kind, Sort
from vision.training.scene import Camera, Light, Scene, in_board, sample_scene

SHARD = 20
SAMPLES = 6
NAMES = {Kind.CHECKER: "checkers", Kind.DIE: "dice", Kind.CUBE: "cubes"}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A BGR picture, the mask of foreign objects and the visible share (0..1) of each thing's samples."""

    picture: NDArray[np.uint8]
    foreign: NDArray[np.uint8]
    visible: tuple[float, ...]


def _load_mitsuba() -> Any:
    if "DRJIT_LIBLLVM_PATH" not in os.environ:
        found = sorted(Path("/usr/lib").rglob("libLLVM-1[6-9].so*")) + sorted(
            Path("/usr/lib").rglob("libLLVM.so.[12]*")
        )
        if found:
            os.environ["DRJIT_LIBLLVM_PATH"] = str(found[-1])
    import mitsuba

    mitsuba.set_variant("llvm_ad_rgb")
    return mitsuba


def _mesh(mi: Any, name: str, mesh: Mesh, bsdf: dict[str, Any]) -> Any:
    properties = mi.Properties()
    properties["mesh_bsdf"] = mi.load_dict(bsdf, parallel=False)
    made = mi.Mesh(
        name,
        vertex_count=len(mesh.vertices),
        face_count=len(mesh.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    values = mi.traverse(made)
    values["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = mesh.places.astype(np.float32).ravel()
    values["faces"] = mesh.faces.astype(np.uint32).ravel()
    values.update()
    return made


def _light(light: Light) -> dict[str, Any]:
    return {
        "type": "sphere",
        "center": [float(x) for x in light.place],
        "radius": light.radius,
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [float(x) for x in light.power]}},
        "bsdf": {"type": "diffuse"},
    }


def _sensor(mi: Any, camera: Camera) -> dict[str, Any]:
    return {
        "type": "perspective",
        "fov": camera.fov,
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(
            origin=[float(x) for x in camera.origin],
            target=[float(x) for x in camera.target],
            up=[float(x) for x in camera.up],
        ),
        "film": {
            "type": "hdrfilm",
            "width": camera.width,
            "height": camera.height,
            "rfilter": {"type": "box"},
            "component_format": "float32",
            "pixel_format": "rgb",
        },
        "sampler": {"type": "multijitter", "sample_count": SAMPLES},
    }


def _smoothed(light: NDArray[np.float32], albedo: NDArray[np.float32]) -> NDArray[np.float32]:
    """The light with its sampling noise smoothed where shading, not texture, is what varies."""
    albedo = np.clip(albedo, 0.02, 1)
    shading = np.log(np.maximum(light, 0) / albedo + 0.02)
    shading = cv2.bilateralFilter(shading.astype(np.float32), 5, 0.5, 2.0)
    return ((np.exp(shading) - 0.02) * albedo).astype(np.float32)


def _developed(light: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """An 8-bit BGR picture of linear RGB light, exposed at random, mostly well."""
    grey = light.mean(2)
    white = float(np.percentile(grey, rng.uniform(88, 98)))
    exposed = light / max(white, 1e-4) * rng.uniform(0.35, 0.95)
    srgb = np.where(
        exposed < 0.0031308, exposed * 12.92, 1.055 * np.maximum(exposed, 1e-6) ** (1 / 2.4) - 0.055
    )
    return np.clip(srgb[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)


class Renderer:
    """Mitsuba, loaded once."""

    def __init__(self) -> None:
        self.mi = _load_mitsuba()
        self.albedo = self.mi.load_dict({"type": "aov", "aovs": "albedo:albedo"})

    def render(self, scene: Scene, seed: int, samples: int = SAMPLES) -> Rendered:
        """The picture of a scene; `samples` light paths a pixel."""
        mi = self.mi
        paths = {"type": "path", "max_depth": 4, "hide_emitters": True}
        parts: dict[str, Any] = {"type": "scene", "integrator": paths}
        for name, mesh in scene.meshes.items():
            picture = {
                "type": "bitmap",
                "bitmap": mi.Bitmap(np.ascontiguousarray(scene.textures[name][::-1])),
                "raw": True,
                "wrap_mode": "mirror" if name in ("table", "frame", "tray") else "clamp",
            }
            bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": picture}
            if name in scene.roughness:
                bsdf = {
                    "type": "roughplastic",
                    "diffuse_reflectance": picture,
                    "alpha": scene.roughness[name],
                }
            parts[name] = _mesh(mi, name, mesh, {"type": "twosided", "bsdf": bsdf})
        for k, lamp in enumerate(scene.lights):
            parts[f"light{k}"] = _light(lamp)
        parts["sky"] = {
            "type": "constant",
            "radiance": {"type": "rgb", "value": [float(x) for x in scene.ambient]},
        }
        parts["sensor"] = _sensor(mi, scene.camera)
        # Loading in parallel numbers the shapes at random, so that no compiled kernel would be found again.
        world = mi.load_dict(parts, parallel=False)
        # The seed is compiled into the kernels: a few of them are enough, and are found again.
        light = np.array(mi.render(world, spp=samples, seed=seed % 4))[..., :3]
        albedo = np.array(mi.render(world, integrator=self.albedo, spp=samples, seed=seed % 4))[..., :3]
        light = _smoothed(light, albedo)
        owner, triangle = self._owners(world, scene)
        names = list(scene.meshes)
        return Rendered(
            _developed(light, np.random.default_rng([seed, 7])),
            (owner == names.index("foreign")).astype(np.uint8) * 255,
            _visible(scene, owner, triangle, names),
        )

    def _owners(self, world: Any, scene: Scene) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By pixel: which mesh is seen (its number in the scene, -1 none) and which of its triangles."""
        mi = self.mi
        camera = scene.camera
        right, up, forward = camera.axes()
        x = (np.arange(camera.width) + 0.5 - camera.width / 2) / camera.focal()
        y = (camera.height / 2 - np.arange(camera.height) - 0.5) / camera.focal()
        rays = forward + x[None, :, None] * right + y[:, None, None] * up
        rays = (rays / np.linalg.norm(rays, axis=-1, keepdims=True)).reshape(-1, 3).astype(np.float32)
        origin = mi.Point3f(*(float(c) for c in camera.origin))
        hit = world.ray_intersect_preliminary(mi.Ray3f(origin, mi.Vector3f(rays.T)))
        triangle = np.array(hit.prim_index).astype(np.int64)
        owner = np.full(len(triangle), -1)
        by_id = {shape.id(): shape for shape in world.shapes()}
        for k, name in enumerate(scene.meshes):
            owner[np.array(hit.shape == mi.ShapePtr(by_id[name]))] = k
        size = (camera.height, camera.width)
        return owner.reshape(size), triangle.reshape(size)


def _visible(
    scene: Scene, owner: NDArray[np.int64], triangle: NDArray[np.int64], names: list[str]
) -> tuple[float, ...]:
    count: dict[Kind, int] = {kind: sum(t.kind is kind for t in scene.things) for kind in Kind}
    order: dict[Kind, int] = dict.fromkeys(Kind, 0)
    shares = []
    for thing in scene.things:
        each = len(scene.meshes[NAMES[thing.kind]].faces) // max(count[thing.kind], 1)
        number = order[thing.kind]
        order[thing.kind] += 1
        pixels = np.floor(scene.camera.project(thing.samples)).astype(int)
        inside = ((pixels >= 0) & (pixels < [scene.camera.width, scene.camera.height])).all(1)
        x, y = pixels[inside].T
        mine = (owner[y, x] == names.index(NAMES[thing.kind])) & (triangle[y, x] // each == number)
        shares.append(float(mine.sum()) / len(pixels))
    return tuple(shares)


def truth(scene: Scene, rendered: Rendered) -> dict[str, Any]:
    """The truth of a picture as JSON: corners and, by thing, where it is in pixels and on the board."""
    things = []
    for thing, visible in zip(scene.things, rendered.visible, strict=True):
        pixel = scene.camera.project(thing.top)[0]
        side = (
            scene.camera.project(thing.top + np.array([[thing.edge / 2, 0, 0], [0, thing.edge / 2, 0]]))
            - pixel
        )
        things.append(
            {
                "kind": thing.kind.value,
                "value": int(thing.value),
                "flat": bool(thing.flat),
                "layer": thing.layer,
                "px": [round(float(c), 2) for c in pixel],
                "uv": [round(float(c), 5) for c in in_board(pixel[None], scene.corners)[0]],
                "size": round(float(2 * np.linalg.norm(side, axis=1).max()), 2),
                "visible": round(visible, 3),
            }
        )
    return {"corners": np.round(scene.corners, 2).tolist(), "things": things}


def render_shard(renderer: Renderer, folder: Path, sort: Sort, shard: int) -> bool:
    """Renders one shard of pictures unless it is there; whether it did anything."""
    place = folder / f"{sort.value}-{shard:04d}"
    if (place / "truth.json").exists():
        return False
    place.mkdir(parents=True, exist_ok=True)
    truths: dict[str, Any] = {}
    for k in range(SHARD):
        seed = shard * SHARD + k
        scene = sample_scene(seed, sort)
        done = renderer.render(scene, seed)
        name = f"{k:02d}"
        cv2.imwrite(str(place / f"{name}.jpg"), done.picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
        small = cv2.resize(done.foreign, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(place / f"{name}-foreign.png"), small)
        truths[name] = truth(scene, done)
    write_whole(place / "truth.json", json.dumps(truths))
    return True


def write_whole(file: Path, text: str) -> None:
    """Writes a file, never half of one."""
    waiting = file.with_name(file.name + ".part")
    waiting.write_text(text, "utf-8")
    waiting.rename(file)
