"""Samples for the networks of dice and cubes: crops of rendered boards, of dice and cubes drawn over them, of
real dice, and of what is printed, screwed on or lies about and is neither.
"""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset

from vision.crops import CUBE_SIDE, CUBE_WINDOW, DIE_SIDE, DIE_WINDOW, cut_at
from vision.training import faces
from vision.training.dataset import Example, Floats, Picture, by_sort, disguised, loosened, worker_rng
from vision.training.drawn import drawn_cube
from vision.training.prints import printed, surface
from vision.training.real_dice import RealDie, cut_from
from vision.training.textures import CUBE_VALUES

POOL, SHOWN = 1500, 5
"""Crops waiting to be shown, and how often each is shown on average, disguised anew each time."""
SIDES, WINDOWS, NONE = (
    {False: DIE_SIDE, True: CUBE_SIDE},
    {False: DIE_WINDOW, True: CUBE_WINDOW},
    {False: 7, True: 6},
)
"""Side of a crop in pixels, its window, and the class of what is not wanted: of dice, of cubes."""
LIGHTLY = 0.5
"""The share of crops that are disguised but lightly, so that what can be read at all is learned well."""
ALONE = 0.15
"""The share of dice of which one colour is shown alone, as grey: those in doubt are looked at so (`look_longer`)."""
DICE, CUBES = (0.25, 0.62), (0.31, 0.68)
"""How long the edges of drawn dice and cubes are, as shares of a crop's side."""

Sample = tuple[Picture, int, tuple[float, float]]
"""A crop, its class, and where its thing's upper face has its middle: (right, down) of the crop's, in half sides."""


@dataclass(frozen=True, slots=True)
class Mix:
    """How many crops are made of one picture: of its things and what is beside them, drawn, printed, of real dice."""

    rendered: int = 24
    drawn: int = 0
    printed: int = 0
    real: int = 0


TAUGHT = {False: Mix(18, 20, 12, 20), True: Mix(14, 12, 16, 3)}
"""What is learned from: dice, cubes."""


def crop_samples(
    rng: np.random.Generator,
    example: Example,
    cubes: bool,
    mix: Mix,
    disguise: bool = True,
    real: Sequence[RealDie] = (),
) -> list[Sample]:
    """Crops of one picture with their classes: dice (leaning 6, not a die 7) or cubes (no cube 6)."""
    picture = example.decoded()
    mirrored = not cubes and disguise and rng.uniform() < 0.5
    if mirrored:
        picture = np.ascontiguousarray(picture[:, ::-1])
    plane = _local_plane(rng, example, mirrored, picture.shape[1])
    side = SIDES[cubes]

    def cut(centre: Floats, place: Floats) -> tuple[Picture, tuple[float, float]]:
        spin, zoom = float(rng.normal(0, 8)), float(np.exp(rng.normal(0, 0.1)))
        if cubes and rng.uniform() < 0.75:
            spin += 90.0 * int(rng.integers(4))
        if not disguise:
            spin, zoom = 0.0, 1.0
        square = cut_at(plane, centre, WINDOWS[cubes] * zoom, side, spin, level=not cubes)
        pixel = cv2.perspectiveTransform(place.reshape(1, 1, 2), plane).ravel()
        return square.of(picture), square.away(pixel)

    made: list[Sample] = []
    for centre, place, label in _places(
        rng, example, cubes, mix.rendered, disguise, plane, mirrored, picture.shape[1]
    ):
        piece, away = cut(centre, place)
        made.append((piece, label, away))

    def ground() -> Picture:
        """A piece of the picture, or of anything."""
        somewhere = rng.uniform(0, 1, 2)
        return cut(somewhere, somewhere)[0] if rng.uniform() < 0.65 else surface(rng, side)

    made += _drawn(rng, cubes, mix.drawn, ground)
    made += [_beside(rng, cubes, ground()) for _ in range(mix.printed)]
    for _ in range(mix.real if real else 0):
        made.append(_photographed(rng, cubes, real[int(rng.integers(len(real)))], ground))
    return made


def _places(
    rng: np.random.Generator,
    example: Example,
    cubes: bool,
    count: int,
    disguise: bool,
    plane: Floats,
    mirrored: bool,
    width: int,
) -> list[tuple[Floats, Floats, int]]:
    """Where to cut, where the thing is whose crop it is, and its class; a fifth of them show nothing of the kind."""
    inverse = np.linalg.inv(plane)

    def board(pixels: Floats) -> Floats:
        if mirrored:
            pixels = pixels * [-1, 1] + [width - 1, 0]
        return np.asarray(cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), inverse).reshape(-1, 2))

    wanted = "cube" if cubes else "die"
    things = [t for t in example.things if t["kind"] == wanted]
    others = [t["px"] for t in example.things if t["kind"] != wanted and t["visible"] > 0.3]
    mine = board(np.array([t["px"] for t in things], np.float64)) if things else np.zeros((0, 2))
    spread = 0.0 if not disguise else 0.006 if not cubes else 0.01
    jobs: list[tuple[Floats, Floats, int]] = []
    for thing, place in zip(things, mine, strict=True):
        if thing["visible"] < 0.7 or (cubes and not thing["flat"]):
            continue
        label = (CUBE_VALUES.index(thing["value"]) if cubes else thing["value"] - 1) if thing["flat"] else 6
        centre = place + _shake(rng, spread) * [0.77, 1.0]
        # what is cut about a place must be what is nearest to it
        if np.hypot(*((mine - centre) * [1.3, 1.0]).T).argmin() == mine.tolist().index(place.tolist()):
            jobs.append((centre, place, label))
    rng.shuffle(jobs)
    beside = max(1, count // 5) + (count // 4 if example.decoys else 0)
    jobs = jobs[: count - max(1, count // 5)]
    room = 0.05 if not cubes else 0.06
    for _ in range(beside):
        choice = rng.uniform()
        if example.decoys and choice < 0.6:
            place = board(np.array([example.decoys[int(rng.integers(len(example.decoys)))]], np.float64))[0]
            place = place + rng.normal(0, 0.008, 2)
        elif choice < 0.75 and others:
            place = board(np.array([others[int(rng.integers(len(others)))]], np.float64))[0]
            place = place + rng.normal(0, 0.008, 2)
        elif choice < 0.85 and len(mine):
            angle, reach = rng.uniform(0, 6.3), rng.uniform(1.0, 1.6) * room
            place = mine[int(rng.integers(len(mine)))] + [np.cos(angle) * reach / 1.3, np.sin(angle) * reach]
        else:
            place = rng.uniform(-0.08, 1.08, 2)
        if not len(mine) or (np.hypot(*((mine - place) * [1.3, 1.0]).T) > room).all():
            jobs.append((place, place, NONE[cubes]))
    return jobs


def _drawn(rng: np.random.Generator, cubes: bool, count: int, ground: Any) -> list[Sample]:
    """Dice or cubes of two makes, drawn over pieces of boards."""
    side, low, high = SIDES[cubes], *(CUBES if cubes else DICE)
    makes = [faces.cube_faces(rng) if cubes else faces.die_faces(rng) for _ in range(2 if count else 0)]
    return [
        drawn_cube(
            rng, ground(), makes[k % 2], cubes, side * rng.uniform(low, high), _shake(rng, 0.05) * side
        )
        for k in range(count)
    ]


def _beside(rng: np.random.Generator, cubes: bool, ground: Picture) -> Sample:
    """A crop without what is wanted: something flat, a block of another kind, or a
    picture's piece with nothing on it.
    """
    side, choice = ground.shape[0], rng.uniform()
    if choice < 0.78:
        return printed(rng, ground), NONE[cubes], (0.0, 0.0)
    if choice < 0.9:
        block = faces.lettered_faces(rng) if not cubes or rng.uniform() < 0.5 else faces.die_faces(rng)
        if not cubes and rng.uniform() < 0.5:
            block = faces.cube_faces(rng)
        edge = side * rng.uniform(0.25, 0.62)
        piece = drawn_cube(rng, ground, block, True, edge, _shake(rng, 0.05) * side)[0]
        return piece, NONE[cubes], (0.0, 0.0)
    # what is wanted lies too far beside the middle
    block = faces.cube_faces(rng) if cubes else faces.die_faces(rng)
    edge = side * rng.uniform(*(CUBES if cubes else DICE))
    angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(0.48, 0.8) * side
    piece = drawn_cube(rng, ground, block, cubes, edge, away * np.array([np.cos(angle), np.sin(angle)]))[0]
    return piece, NONE[cubes], (0.0, 0.0)


def _photographed(rng: np.random.Generator, cubes: bool, die: RealDie, ground: Any) -> Sample:
    """A real die where it lay or on another ground; among cubes: none."""
    piece, label, away = cut_from(rng, die, ground() if rng.uniform() < 0.4 and not cubes else None)
    if cubes:
        return np.asarray(cv2.resize(piece, (CUBE_SIDE, CUBE_SIDE)), np.uint8), NONE[True], (0.0, 0.0)
    return piece, label, away


def _local_plane(rng: np.random.Generator, example: Example, mirrored: bool, width: int) -> Floats:
    corners = loosened(rng, example.corners)
    if mirrored:
        corners = corners * [-1, 1] + [width - 1, 0]
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), np.float64)


def _shake(rng: np.random.Generator, spread: float) -> Floats:
    """How far beside a thing it is looked for: mostly a little, as a tilted camera has it at times much."""
    wide = spread * (3.0 if rng.uniform() < 0.4 else 1.0)
    return np.clip(rng.normal(0, wide, 2), -5.5 * spread, 5.5 * spread)


def _cut_off(rng: np.random.Generator, picture: Picture) -> Picture:
    """A crop of which a part lies beyond the picture's edge, once in ten: there its last row is repeated."""
    if rng.uniform() > 0.1:
        return picture
    side = picture.shape[0]
    turns = int(rng.integers(4))
    turned = np.rot90(picture, turns).copy()
    last = int(side * rng.uniform(0.5, 0.95))
    turned[last:] = turned[last - 1]
    return np.ascontiguousarray(np.rot90(turned, -turns))


def coarsened(rng: np.random.Generator, picture: Picture) -> Picture:
    """A crop disguised, half of them but lightly; others as if from a camera of fewer
    pixels, or cut off by its edge.
    """
    if rng.uniform() < LIGHTLY:
        return _toned(rng, picture)
    picture = _cut_off(rng, picture)
    side = picture.shape[0]
    if rng.uniform() < 0.35:
        small = int(side * rng.uniform(0.42, 0.9))
        coarse = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(coarse, (side, side)), np.uint8)
    return disguised(rng, picture)


def _toned(rng: np.random.Generator, picture: Picture) -> Picture:
    """A crop in slightly other light, a little noisy or soft, at times with its colours exchanged."""
    x = np.asarray(picture, np.float32) / np.float32(255)
    if rng.uniform() < 0.2:
        x = x[..., rng.permutation(3)]
    gain = np.exp(rng.normal(0, 0.1)) * np.exp(rng.normal(0, 0.04, 3))
    x = x ** np.float32(np.exp(rng.normal(0, 0.12))) * gain.astype(np.float32)
    if rng.uniform() < 0.25:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 0.7))), np.float32)
    if rng.uniform() < 0.4:
        x = x + rng.standard_normal(x.shape, np.float32) * np.float32(rng.uniform(0, 0.02))
    out = np.asarray(np.clip(x * 255 + 0.5, 0, 255), np.uint8)
    if rng.uniform() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], 1), np.uint8)
    return out


class CropSamples(IterableDataset[Any]):
    """Endless crops of dice or cubes, well mixed; some of the dice real ones, where there are any."""

    def __init__(self, examples: list[Example], seed: int, cubes: bool, real: Sequence[RealDie] = ()) -> None:
        self.examples, self.seed, self.cubes, self.real = examples, seed, cubes, real

    def __iter__(self) -> Iterator[Any]:
        rng = worker_rng(self.seed)
        cv2.setNumThreads(1)
        games, strewn = by_sort(self.examples)
        pool: list[Sample] = []
        while True:
            while len(pool) < POOL:
                source = strewn if rng.uniform() < 0.6 else games
                example = source[int(rng.integers(len(source)))]
                pool += crop_samples(rng, example, self.cubes, TAUGHT[self.cubes], real=self.real)
            k = int(rng.integers(len(pool)))
            picture, label, away = pool[k]
            if rng.uniform() < 1 / SHOWN:
                pool[k] = pool[-1]
                pool.pop()
            if self.cubes and rng.uniform() < 0.3:
                picture, away = np.rot90(picture), (away[1], -away[0])
            elif not self.cubes and rng.uniform() < 0.5:
                picture, away = picture[:, ::-1], (-away[0], away[1])
            picture = coarsened(rng, np.ascontiguousarray(picture))
            if not self.cubes and rng.uniform() < ALONE:
                picture = np.repeat(picture[..., [int(rng.integers(3))]], 3, axis=2)
            yield torch.from_numpy(np.ascontiguousarray(picture)), label, torch.tensor(away)
