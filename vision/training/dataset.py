"""Rendered pictures, and disguises."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.placing import Sort

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

HELD_OUT = 7
"""Every how many shards one is not learned from."""


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
    """All finished shards' pictures; every seventh shard is held out."""
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


def by_sort(examples: list[Example]) -> tuple[list[Example], list[Example]]:
    """Pictures of games, and those of things strewn about: games again where there are none."""
    games = [example for example in examples if not example.strewn]
    return games, [example for example in examples if example.strewn] or games


def worker_rng(seed: int) -> np.random.Generator:
    """What a loader's worker draws lots with, each its own."""
    worker = torch.utils.data.get_worker_info()
    return np.random.default_rng([seed, worker.id if worker else 0])
