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

from vision.training.lighting import RoomLamp, developed
from vision.training.meshes import Floats, Mesh
from vision.training.placing import Emphasis, LabelKind, Sort
from vision.training.quick import TILED, QuickLight
from vision.training.random_table import TrainingCamera, TrainingScene, in_board, sample_scene

EMPHASIS = Emphasis(low=0.5, on_rail=0.3)
"""What pictures for crops show more often than chance has it: cubes that a camera sees aslant."""
SHARD = 20
SAMPLES = 6
NAMES = {LabelKind.CHECKER: "checkers", LabelKind.DIE: "dice", LabelKind.CUBE: "cubes"}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A BGR picture, the mask of foreign objects and the visible share (0..1) of each
    thing's samples; decoys' pixels.
    """

    picture: NDArray[np.uint8]
    foreign: NDArray[np.uint8]
    visible: tuple[float, ...]
    decoys: tuple[Floats, ...]


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


def _light(light: RoomLamp) -> dict[str, Any]:
    return {
        "type": "sphere",
        "center": [float(x) for x in light.place],
        "radius": light.radius,
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [float(x) for x in light.power]}},
        "bsdf": {"type": "diffuse"},
    }


def _sensor(mi: Any, camera: TrainingCamera) -> dict[str, Any]:
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


class Renderer:
    """Mitsuba, loaded once."""

    def __init__(self) -> None:
        self.mi = _load_mitsuba()
        import drjit

        if "OMP_NUM_THREADS" in os.environ:
            drjit.set_thread_count(int(os.environ["OMP_NUM_THREADS"]))

        self.quick = QuickLight(self.mi, drjit)
        self.albedo = self.mi.load_dict({"type": "aov", "aovs": "albedo:albedo"})

    def render(self, scene: TrainingScene, seed: int, samples: int = SAMPLES) -> Rendered:
        """The picture of a scene, path-traced; `samples` light paths a pixel."""
        mi = self.mi
        world = self._world(scene, False)
        # The seed is compiled into the kernels: a few of them are enough, and are found again.
        light = np.array(mi.render(world, spp=samples, seed=seed % 4))[..., :3]
        albedo = np.array(mi.render(world, integrator=self.albedo, spp=samples, seed=seed % 4))[..., :3]
        first = self.quick.first(world, scene)
        return _rendered(scene, seed, _smoothed(light, albedo), *first)

    def render_quick(self, scene: TrainingScene, seed: int, passes: int = 2) -> Rendered:
        """The picture of a scene with light that comes straight from lamps and sky; `passes` looks a pixel."""
        seen = self.quick.look(self._world(scene, True), scene, seed, passes)
        return _rendered(scene, seed, _smoothed(seen.light, seen.albedo), seen.owner, seen.triangle)

    def _world(self, scene: TrainingScene, bare: bool) -> Any:
        """A scene as Mitsuba has it; `bare`: its shapes alone."""
        mi = self.mi
        parts: dict[str, Any] = {"type": "scene"}
        if bare:
            for name, mesh in scene.meshes.items():
                parts[name] = _mesh(mi, name, mesh, {"type": "diffuse"})
            return mi.load_dict(parts, parallel=False)
        parts["integrator"] = {"type": "path", "max_depth": 4, "hide_emitters": True}
        for name, mesh in scene.meshes.items():
            picture = {
                "type": "bitmap",
                "bitmap": mi.Bitmap(np.ascontiguousarray(scene.textures[name][::-1])),
                "raw": True,
                "wrap_mode": "mirror" if name in TILED else "clamp",
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
        return mi.load_dict(parts, parallel=False)


def _rendered(
    scene: TrainingScene,
    seed: int,
    light: NDArray[np.float32],
    owner: NDArray[np.int64],
    triangle: NDArray[np.int64],
) -> Rendered:
    names = list(scene.meshes)
    return Rendered(
        developed(light, np.random.default_rng([seed, 7])),
        (owner == names.index("foreign")).astype(np.uint8) * 255,
        _visible(scene, owner, triangle, names),
        _bare_decoys(scene, owner, names),
    )


def _bare_decoys(scene: TrainingScene, owner: NDArray[np.int64], names: list[str]) -> tuple[Floats, ...]:
    """The pixels of decoys that nothing lies on."""
    if not scene.decoys:
        return ()
    pixels = scene.camera.project(np.array(scene.decoys))
    body = [names.index(name) for name in ("surface", "frame", "fittings", "tray", "table")]
    inside = ((pixels >= 0) & (pixels < [scene.camera.width, scene.camera.height])).all(1)
    x, y = np.floor(pixels[inside]).astype(int).T
    return tuple(pixels[inside][np.isin(owner[y, x], body)])


def _visible(
    scene: TrainingScene, owner: NDArray[np.int64], triangle: NDArray[np.int64], names: list[str]
) -> tuple[float, ...]:
    count: dict[LabelKind, int] = {kind: sum(t.kind is kind for t in scene.things) for kind in LabelKind}
    order: dict[LabelKind, int] = dict.fromkeys(LabelKind, 0)
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


def truth(scene: TrainingScene, rendered: Rendered) -> dict[str, Any]:
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
    decoys = [[round(float(c), 1) for c in place] for place in rendered.decoys]
    return {"corners": np.round(scene.corners, 2).tolist(), "things": things, "decoys": decoys}


def render_shard(renderer: Renderer, folder: Path, sort: Sort, shard: int, quick: bool = False) -> bool:
    """Renders one shard of pictures unless it is there; whether it did anything; `quick`: not path-traced."""
    place = folder / f"{sort.value}-{shard:04d}"
    if (place / "truth.json").exists():
        return False
    place.mkdir(parents=True, exist_ok=True)
    truths: dict[str, Any] = {}
    for k in range(SHARD):
        seed = shard * SHARD + k
        scene = sample_scene(seed, sort, EMPHASIS)
        done = renderer.render_quick(scene, seed) if quick else renderer.render(scene, seed)
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
