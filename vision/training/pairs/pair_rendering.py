"""Pairs of pictures: a random table as it is and with nothing on it, both seen from above, ten of them a file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import BOARD_SIZE, SURFACE
from vision.training.meshes import Floats
from vision.training.placing import Emphasis, LabelKind, Sort
from vision.training.random_table import TrainingScene, bared, sample_scene
from vision.training.render import Rendered, Renderer

BESIDE = (64, 48)
"""How much more than a rectified picture a pair shows to either side and beyond either edge, in its pixels."""
CANVAS = (BOARD_SIZE[0] + 2 * BESIDE[0], BOARD_SIZE[1] + 2 * BESIDE[1])
"""Width and height of a pair's picture in pixels; the bare one is half as wide and high."""
LEFT, TOP = BESIDE[0] + SURFACE[0], BESIDE[1] + SURFACE[1]
RIGHT, BOTTOM = LEFT + SURFACE[2], TOP + SURFACE[3]
"""Where the playing surface lies in a pair's picture."""
MOST_THINGS, MOST_DECOYS = 160, 64
"""Of how many things and decoys a pair keeps the places; more than enough."""
COLUMNS = 12
FOREIGN = 4
"""How many pixels of a picture a pixel of the mask of foreign things is wide and high."""

PAIR = np.dtype(
    [
        ("picture", np.uint8, (CANVAS[1], CANVAS[0], 3)),
        ("bare", np.uint8, (CANVAS[1] // 2, CANVAS[0] // 2, 3)),
        ("foreign", np.uint8, (CANVAS[1] // FOREIGN, CANVAS[0] // FOREIGN)),
        ("things", np.float32, (MOST_THINGS, 5)),
        ("thing_count", np.int32),
        ("decoys", np.float32, (MOST_DECOYS, 2)),
        ("decoy_count", np.int32),
        ("columns", np.float32, (COLUMNS, 2)),
        ("sort", np.int32),
    ]
)
"""A pair as it is kept: BGR pictures; how much of each place is foreign (0-255); of each thing the x and y of its upper
face in pixels of the picture, its kind (its number in `LabelKind`), whether it lies on others (0 or 1) and the share of
it that is seen (0..1); the x and y of what is printed or fitted and bare; where each column of points begins and ends
(x, in pixels); the number of its sort in `Sort`.
"""

SORTS = (
    *(Sort.GAME, Sort.GAME, Sort.STREWN, Sort.GAME, Sort.GAME, Sort.GAME),
    *(Sort.GAME, Sort.SQUARES, Sort.GAME, Sort.GAME),
)
"""Of which sorts the tables are, a file each."""
TABLES = 10
"""How many pairs a file holds."""
FIRST_SEED = 5_000_000
"""Far from the seeds of the tables that are measured with."""
EMPHASIS = Emphasis(alike=0.25, low=0.4, straight=0.25, on_rail=0.2)
"""What more tables have than chance would give it: where the network was wrong most often."""
LEAST_SEEN = 0.05
"""Of a thing of which a smaller share is seen nothing is kept."""
AROUND = 20
"""So many pixels beside the picture a thing may lie."""
HELD_OUT = 19
"""Every how many files one is not learned from."""


def render_pairs(renderer: Renderer, folder: Path, number: int) -> bool:
    """Renders a file of pairs, NNNNN.npy, unless it is there; whether it did anything."""
    file = folder / f"{number:05d}.npy"
    if file.exists():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    sort = SORTS[number % len(SORTS)]
    seeds = range(FIRST_SEED + number * TABLES, FIRST_SEED + (number + 1) * TABLES)
    pairs = np.stack([pair_of(renderer, seed, sort) for seed in seeds])
    waiting = file.with_suffix(".part")
    with waiting.open("wb") as out:
        np.save(out, pairs)
    waiting.rename(file)
    return True


def pair_files(folder: Path) -> list[Path]:
    """The files of pairs that are finished, in their order."""
    return sorted(folder.glob("[0-9]*.npy"))


def is_held_out(file: Path) -> bool:
    """Whether a file's pairs only measure."""
    return int(file.stem) % HELD_OUT == 0


def load_pairs(file: Path) -> NDArray[Any]:
    """The pairs of a file (n of `PAIR`), read from the disk where they are looked at.

    Raises ValueError where they are of another form.
    """
    pairs = np.load(file, mmap_mode="c")
    if pairs.dtype != PAIR:
        raise ValueError(f"{file} holds no pairs of the form that is learned from: render them anew.")
    return np.asarray(pairs)


def pairs_hash(files: Iterable[Path]) -> str:
    """One hash over the truth of files of pairs."""
    total = hashlib.sha256()
    for file in files:
        pairs = load_pairs(file)
        total.update(file.name.encode() + b"".join(pairs[name].tobytes() for name in ("things", "columns")))
    return total.hexdigest()


def pair_of(renderer: Renderer, seed: int, sort: Sort) -> NDArray[Any]:
    """The pair of a seed: one of `PAIR`."""
    scene = sample_scene(seed, sort, EMPHASIS)
    full = renderer.render_quick(scene, seed)
    # an even seed's bare board is developed as another picture would be: other exposure, other noise
    bare = renderer.render_quick(bared(scene), seed | 1, 1)
    plane = _plane(scene)
    pair = np.zeros((), PAIR)
    pair["picture"] = cv2.warpPerspective(full.picture, plane, CANVAS)
    pair["bare"] = _from_above(bare.picture, plane, 2)
    pair["foreign"] = _from_above(full.foreign, plane, FOREIGN)
    things = things_of(scene, full, plane)
    pair["things"][: len(things)], pair["thing_count"] = things, len(things)
    decoys = _moved(np.reshape(full.decoys, (-1, 2)), plane)[:MOST_DECOYS]
    pair["decoys"][: len(decoys)], pair["decoy_count"] = decoys, len(decoys)
    pair["columns"] = columns_of(scene)
    pair["sort"] = list(Sort).index(sort)
    return pair


def things_of(scene: TrainingScene, rendered: Rendered, plane: Floats) -> Floats:
    """What the board network is to find (n x 5, as a pair keeps it); men on edge are nothing it finds."""
    found = []
    for thing, visible in zip(scene.things, rendered.visible, strict=True):
        if visible < LEAST_SEEN or (thing.kind is LabelKind.CHECKER and not thing.flat):
            continue
        x, y = _moved(scene.camera.project(thing.top), plane)[0]
        if -AROUND < x < CANVAS[0] + AROUND and -AROUND < y < CANVAS[1] + AROUND:
            found.append((x, y, list(LabelKind).index(thing.kind), float(thing.layer > 0), visible))
    return np.array(found[:MOST_THINGS], np.float64).reshape(-1, 5)


def columns_of(scene: TrainingScene) -> Floats:
    """Where the columns of points begin and end from the left (12 x 2), in pixels of a pair's picture."""
    shape = scene.shape
    middles = np.array([shape.middle(column) for column in range(COLUMNS)])
    ends = middles[:, None] + np.array([-0.5, 0.5]) * shape.point
    return LEFT + SURFACE[2] * (ends / shape.width + 0.5)


def _plane(scene: TrainingScene) -> Floats:
    """The homography from a scene's pixels to those of its pair."""
    surface = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(scene.corners.astype(np.float32), surface), np.float64)


def _from_above(picture: NDArray[np.uint8], plane: Floats, smaller: int) -> NDArray[np.uint8]:
    """A picture seen from above, so many times smaller than a pair's."""
    size = (CANVAS[0] // smaller, CANVAS[1] // smaller)
    whole = cv2.warpPerspective(picture, plane, CANVAS)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)


def _moved(pixels: Floats, plane: Floats) -> Floats:
    """Pixels (n x 2) through a homography."""
    if not len(pixels):
        return pixels
    return np.asarray(cv2.perspectiveTransform(pixels[None].astype(np.float64), plane)[0], np.float64)
