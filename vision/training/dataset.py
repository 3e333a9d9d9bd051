"""Rendered pictures, samples of boards cut at random from them, and disguises."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset

from vision.nets import BOARD_SIZE, SURFACE
from vision.training.disguises import as_in_rooms, flat_discs
from vision.training.model import BOARD_CHANNELS
from vision.training.placing import Sort

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

STRIDE = 4
SPREAD = {"checker": 1.0, "upper": 1.0, "die": 1.0, "cube": 1.2}
HELD_OUT = 7
SHARES = (0.76, 0.13, 0.11)
"""How many of the pieces of boards are of games, of strewn things, of squares."""
FLAT = 0.3
"""In what share of the pieces of games flat checkers are drawn."""
TRAP = 2.0
"""What a cell weighs where something is printed or fitted that is no thing."""
RELOAD = 4000
"""After how many pieces of boards it is looked whether more pictures are finished."""


@dataclass(frozen=True, slots=True)
class Example:
    """A rendered picture, still as JPEG and PNG files' bytes, its truth, and what it is for.

    `decoys`: pixels of what is printed or fitted there and may be taken for a die or a cube.
    """

    picture: NDArray[np.uint8]
    foreign: NDArray[np.uint8]
    corners: Floats
    things: tuple[dict[str, Any], ...]
    sort: Sort
    decoys: tuple[tuple[float, float], ...] = ()

    @property
    def strewn(self) -> bool:
        """Whether very many dice and cubes lie about."""
        return self.sort is Sort.STREWN

    def decoded(self) -> Picture:
        """The picture as h x w x 3 BGR."""
        return np.asarray(cv2.imdecode(self.picture, cv2.IMREAD_COLOR), np.uint8)


def load_examples(folder: Path, held_out: bool) -> list[Example]:
    """All finished shards' pictures; every sixth shard is held out."""
    examples = []
    for truth_file in sorted(folder.glob("*-[0-9]*/truth.json")):
        number = int(truth_file.parent.name.rsplit("-", 1)[1])
        if (number > 0 and number % HELD_OUT == 0) != held_out:
            continue
        for name, truth in json.loads(truth_file.read_text()).items():
            files = (truth_file.parent / f"{name}.jpg", truth_file.parent / f"{name}-foreign.png")
            picture, foreign = (np.frombuffer(f.read_bytes(), np.uint8) for f in files)
            sort = Sort(truth_file.parent.name.split("-")[0])
            decoys = tuple((float(x), float(y)) for x, y in truth.get("decoys", []))
            things = tuple(truth["things"])
            examples.append(Example(picture, foreign, np.array(truth["corners"]), things, sort, decoys))
    return examples


def disguised(rng: np.random.Generator, picture: Picture, strong: bool = True) -> Picture:
    """The picture with other colours, light, focus, noise and compression."""
    x: Any = picture.astype(np.float32) / 255
    if strong and rng.uniform() < 0.3:
        x = x[..., rng.permutation(3)]
    if rng.uniform() < (0.12 if strong else 0.08):
        x = 1 - x
    if rng.uniform() < 0.5:
        mix = np.eye(3) + rng.normal(0, 0.12 if strong else 0.06, (3, 3))
        x = x @ (mix / mix.sum(1, keepdims=True)).astype(np.float32).T
    if rng.uniform() < 0.15:
        grey = x.mean(2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0, 0.7))
    x = np.clip(x, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.3)))
    gain = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.07, 3))
    x = x * gain.astype(np.float32) + np.float32(rng.normal(0, 0.05))
    if rng.uniform() < 0.25:
        x = (x - 0.5) * np.float32(rng.uniform(0.4, 1.0)) + np.float32(rng.uniform(0.25, 0.6))
    if rng.uniform() < 0.3:
        height, width = x.shape[:2]
        ramp = np.linspace(-1, 1, width)[None] * rng.normal(0, 0.15) + np.linspace(-1, 1, height)[
            :, None
        ] * rng.normal(0, 0.15)
        x = x * (1 + ramp[..., None]).astype(np.float32)
    if rng.uniform() < 0.4:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.3)))
    elif rng.uniform() < 0.2:
        x = x + np.float32(rng.uniform(0.2, 0.8)) * (x - cv2.GaussianBlur(x, (0, 0), 1.0))
    if rng.uniform() < 0.7:
        x = x + _grain(rng, x.shape[:2])
    out = np.clip(x * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.uniform() < 0.4:
        quality = int(rng.integers(35, 95))
        out = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8
        )
    return np.asarray(out, np.uint8)


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.float32]:
    """A sensor's noise (h x w x 3, of 1), one time in four strong: as coarse as a
    board seen small is when stretched.
    """
    height, width = size
    coarse = float(rng.uniform(0.35, 1.0)) if rng.uniform() < 0.5 else 1.0
    sigma = float(rng.uniform(0.03, 0.11) if rng.uniform() < 0.25 else rng.uniform(0, 0.05))
    noise = rng.standard_normal((round(height * coarse), round(width * coarse), 3), np.float32)
    if coarse < 1:
        noise = np.asarray(cv2.resize(noise, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return noise * np.float32(sigma)


def loosened(rng: np.random.Generator, corners: Floats) -> Floats:
    """Corners a little off, up to about a hundredth of the board."""
    size = np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))
    spread = rng.choice([0.002, 0.005])
    return np.asarray(corners + np.clip(rng.normal(0, spread, (4, 2)), -0.01, 0.01) * size)


def board_sample(
    rng: np.random.Generator,
    example: Example,
    window: tuple[int, int] | None = (256, 256),
    disguise: bool = True,
) -> tuple[Picture, NDArray[np.float32], NDArray[np.float32]]:
    """A piece (h, w) of a rectified picture, its targets (5 x h/4 x w/4) and their weights."""
    corners = loosened(rng, example.corners)
    inset = 1.0 if rng.uniform() < 0.75 or window is None else rng.uniform(0.8, 1.05)
    x0, x1 = (BOARD_SIZE[0] + sign * SURFACE[2] * inset for sign in (-1, 1))
    y0, y1 = (BOARD_SIZE[1] + sign * SURFACE[3] * inset for sign in (-1, 1))
    if example.sort is Sort.SQUARES and rng.uniform() < 0.6:
        # boards of squares are looked at as square as they are, and stretched like others
        x0, x1 = (BOARD_SIZE[0] + sign * SURFACE[3] * inset for sign in (-1, 1))
    target = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) / 2
    if disguise:
        if rng.uniform() < 0.5:
            target = target[[1, 0, 3, 2]]
        if rng.uniform() < 0.5:
            target = target[[3, 2, 1, 0]]
    h, w = window or (BOARD_SIZE[1], BOARD_SIZE[0])
    offset = np.array(
        [rng.integers(0, (BOARD_SIZE[0] - w) // 4 + 1) * 4, rng.integers(0, (BOARD_SIZE[1] - h) // 4 + 1) * 4]
    )
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), (target - offset).astype(np.float32))
    picture = example.decoded()
    if rng.uniform() < 0.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)
    piece = np.asarray(cv2.warpPerspective(picture, plane, (w, h), borderMode=cv2.BORDER_CONSTANT), np.uint8)
    mask = np.asarray(cv2.imdecode(example.foreign, cv2.IMREAD_GRAYSCALE), np.uint8)
    half = plane @ np.diag([2.0, 2.0, 1.0])
    cover = cv2.warpPerspective(mask, half, (w, h), flags=cv2.INTER_LINEAR)
    cover = (
        cv2.resize(cover, (w // STRIDE, h // STRIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    )
    targets = np.zeros((len(BOARD_CHANNELS), h // STRIDE, w // STRIDE), np.float32)
    weights = np.ones_like(targets)
    targets[-1] = cover
    pixels = cv2.perspectiveTransform(np.array([[t["px"]] for t in example.things], np.float64), plane)[:, 0]
    ys, xs = np.mgrid[: h // STRIDE, : w // STRIDE].astype(np.float32)
    for thing, pixel in zip(example.things, pixels, strict=True):
        if thing["kind"] == "checker" and not thing["flat"]:
            continue
        x, y = pixel / STRIDE - 0.5
        if thing["visible"] < 0.05 or not (-4 < x < w // STRIDE + 4 and -4 < y < h // STRIDE + 4):
            continue
        distance = (xs - x) ** 2 + (ys - y) ** 2
        names = [thing["kind"]] + (["upper"] if thing["layer"] > 0 else [])
        for name in names:
            k = BOARD_CHANNELS.index(name)
            if thing["visible"] < 0.35:
                weights[k][distance < 9] = 0
            else:
                peak = np.exp(-distance / (2 * SPREAD[name] ** 2))
                targets[k] = np.maximum(targets[k], peak)
    if disguise and example.sort is Sort.GAME and rng.uniform() < FLAT:
        piece, middles = flat_discs(rng, piece, np.asarray(pixels, np.float64), cover < 0.05)
        for x, y in middles / STRIDE - 0.5:
            distance = (xs - x) ** 2 + (ys - y) ** 2
            peak = np.exp(-distance / (2 * SPREAD["checker"] ** 2))
            targets[0] = np.maximum(targets[0], peak)
            weights[0][distance < 9] = 1
    weights[:-1] *= 1 + 4 * targets[:-1]
    if example.decoys:
        traps = cv2.perspectiveTransform(np.array([example.decoys], np.float64), plane)[0] / STRIDE - 0.5
        for x, y in traps[((traps > -2) & (traps < [w // STRIDE + 2, h // STRIDE + 2])).all(1)]:
            # what is printed or fitted is empty: that it must be told from things counts for more
            near = ((xs - x) ** 2 + (ys - y) ** 2 < 6.5) & (targets[:-1].max(0) < 0.01)
            weights[:-1, near] = np.where(weights[:-1, near] > 0, TRAP, 0)
    return (disguised(rng, as_in_rooms(rng, piece)) if disguise else piece), targets, weights


class BoardSamples(IterableDataset[Any]):
    """Endless pieces of boards; `more` tells the pictures that there are by then."""

    def __init__(
        self, examples: list[Example], seed: int, more: Callable[[], list[Example]] | None = None
    ) -> None:
        self.examples, self.seed, self.more = examples, seed, more

    def __iter__(self) -> Iterator[Any]:
        rng = worker_rng(self.seed)
        cv2.setNumThreads(1)
        examples = self.examples
        while True:
            pools = [[e for e in examples if e.sort is sort] or examples for sort in Sort]
            for _ in range(RELOAD):
                pool = pools[int(rng.choice(len(pools), p=SHARES))]
                picture, targets, weights = board_sample(rng, pool[int(rng.integers(len(pool)))])
                yield torch.from_numpy(picture), torch.from_numpy(targets), torch.from_numpy(weights)
            examples = self.more() if self.more else examples


def by_sort(examples: list[Example]) -> tuple[list[Example], list[Example]]:
    """Pictures of games, and those of things strewn about: games again where there are none."""
    games = [example for example in examples if not example.strewn]
    return games, [example for example in examples if example.strewn] or games


def worker_rng(seed: int) -> np.random.Generator:
    """What a loader's worker draws lots with, each its own."""
    worker = torch.utils.data.get_worker_info()
    return np.random.default_rng([seed, worker.id if worker else 0])
