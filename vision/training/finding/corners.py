"""The network that finds a board in a whole picture: its samples, its layers, its training.

`python -m vision.training.finding.corners --data FOLDER [--minutes 60] [--shared ../shared]`
"""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import math
import time
import warnings
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.nets import LATTICE, VIEW_SIZE
from vision.training.dataset import Example, disguised, load_examples
from vision.training.finding.flat import Drawn, draw
from vision.training.fit import follow, halve, note
from vision.training.make import WEIGHTS
from vision.training.model import _conv, _Residual
from vision.training.placing import Sort
from vision.training.real_dice import HELD_OUT
from vision.training.renewal import renewed

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

STRIDE = 4
"""Pixels of a picture to a cell of a map."""
SPREAD = 0.8
"""The deviation, in cells, of the peaks that are learned."""
SHOWN, POOL = 8, 800
"""How often a picture is shown, each time cut and disguised differently, and how many wait for it."""
BESIDE = 0.3
"""The share of samples drawn as the board is looked at for the second time: from above, and filling the picture."""
READ_AGAIN = 1500
"""After so many pictures the folder is looked through again: it may still be growing."""
RENDERED = 0.3
"""The share of pictures that are rendered, where there are such."""


class CornersNet(nn.Module):
    """A small U-net: BGR in 0..1 (n x 3 x 192 x 256) to logits (n x 9 x 48 x 64) of where the board's lattice lies.

    What is nowhere has the logit 0: chances are a softmax over all cells and that.
    """

    def __init__(self) -> None:
        super().__init__()
        self.second = _conv(3, 12, 2)
        self.quarter = _conv(12, 24, 2)
        self.eighth = nn.Sequential(_conv(24, 40, 2), _Residual(40))
        self.sixteenth = nn.Sequential(_conv(40, 48, 2), _Residual(48), _Residual(48))
        self.least = nn.Sequential(_conv(48, 48, 2), _Residual(48))
        self.wider = _conv(48, 40, size=1)
        self.middle = nn.Sequential(_conv(40, 40), _conv(40, 24, size=1))
        self.last = _conv(24, 24)
        self.head = nn.Conv2d(24, len(LATTICE), 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias, -8.0)

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(self.second(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        wide = self.wider(sixteenth + self.up(self.least(sixteenth)))
        middle = self.middle(eighth + self.up(wide))
        return self.head(self.last(quarter + self.up(middle)))


def seen(rng: np.random.Generator, drawn: Drawn) -> tuple[Picture, Floats | None]:
    """A piece of a picture at the size that the network is given, and where the lattice lies in it."""
    height, width = drawn.picture.shape[:2]
    size = np.array(VIEW_SIZE, np.float64)
    lattice = drawn.lattice
    if lattice is not None and rng.uniform() < BESIDE:
        fill = rng.uniform(0.55, 0.9, 2) if rng.uniform() < 0.5 else np.full(2, rng.uniform(0.68, 0.86))
        box = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * size * fill + size / 2
        box += rng.normal(0, rng.choice([0.5, 2.5, 6.0]), (4, 2))
        matrix = cv2.getPerspectiveTransform(lattice[[0, 2, 8, 6]].astype(np.float32), box.astype(np.float32))
    else:
        low, high = np.zeros(2), np.array([width, height], np.float64)
        if rng.uniform() < 0.5:
            low, high = low + rng.uniform(0, 0.2, 2) * high, high * rng.uniform(0.8, 1.0, 2)
            if lattice is not None and rng.uniform() < 0.9:
                low, high = (
                    np.minimum(low, lattice.min(axis=0) - 2),
                    np.maximum(high, lattice.max(axis=0) + 2),
                )
        if rng.uniform() < 0.15:
            grown = rng.uniform(0, 0.35, (2, 2)) * (high - low)
            low, high = low - grown[0], high + grown[1]
        scale = size / (high - low)
        begin = (0.5 - low) * scale - 0.5
        matrix = np.array([[scale[0], 0, begin[0]], [0, scale[1], begin[1]], [0, 0, 1]])
    border = cv2.BORDER_CONSTANT if rng.uniform() < 0.5 else cv2.BORDER_REPLICATE
    value = tuple(float(v) for v in rng.uniform(0, 255, 3)) if rng.uniform() < 0.5 else (0.0, 0.0, 0.0)
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ matrix
    large = cv2.warpPerspective(
        drawn.picture, twice, (2 * VIEW_SIZE[0], 2 * VIEW_SIZE[1]), borderMode=border, borderValue=value
    )
    piece = np.asarray(cv2.resize(large, VIEW_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    if lattice is not None:
        full = np.column_stack([lattice, np.ones(len(lattice))]) @ matrix.T
        lattice = np.asarray(full[:, :2] / full[:, 2:], np.float64)
    return piece, lattice


def target_of(lattice: Floats | None) -> NDArray[np.float32]:
    """The chances to learn, 9 x (48 x 64 cells, then nowhere)."""
    columns, rows = VIEW_SIZE[0] // STRIDE, VIEW_SIZE[1] // STRIDE
    target = np.zeros((len(LATTICE), rows * columns + 1), np.float32)
    target[:, -1] = 1
    for k, (x, y) in enumerate([] if lattice is None else (lattice + 0.5) / STRIDE - 0.5):
        if -0.5 <= x < columns - 0.5 and -0.5 <= y < rows - 0.5:
            across = np.exp(-((np.arange(columns) - x) ** 2) / (2 * SPREAD**2))
            down = np.exp(-((np.arange(rows) - y) ** 2) / (2 * SPREAD**2))
            peak = np.outer(down, across).ravel()
            target[k, :-1], target[k, -1] = peak / peak.sum(), 0
    return target


def drawn_of(example: Example) -> Drawn:
    """A rendered picture as one that was drawn; a board of squares is none."""
    small = cv2.resize(example.decoded(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    picture = np.asarray(small, np.uint8)
    if example.sort is Sort.SQUARES:
        return Drawn(picture, None)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, (example.corners / 2).astype(np.float32))
    full = np.column_stack([np.array(LATTICE), np.ones(len(LATTICE))]) @ matrix.T
    return Drawn(picture, np.asarray(full[:, :2] / full[:, 2:], np.float64))


class Samples(IterableDataset[tuple[Picture, NDArray[np.float32]]]):
    """Pictures drawn without end, and rendered ones between them."""

    def __init__(self, folder: Path | None, photographs: Sequence[Path], seed: int) -> None:
        self._folder, self._photographs, self._seed = folder, photographs, seed

    def __iter__(self) -> Iterator[tuple[Picture, NDArray[np.float32]]]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self._seed, worker.id if worker else 0])
        cv2.setNumThreads(1)
        photographs = [
            np.asarray(cv2.imread(str(file), cv2.IMREAD_REDUCED_COLOR_2)) for file in self._photographs
        ]
        examples: list[Example] = []
        pool: list[Drawn] = []
        for number in count():
            if self._folder and number % READ_AGAIN == 0:
                examples = load_examples(self._folder, False)
            if examples and rng.uniform() < RENDERED:
                new = drawn_of(examples[int(rng.integers(len(examples)))])
            else:
                new = draw(rng, photographs)
            if len(pool) < POOL:
                pool.append(new)
            else:
                pool[int(rng.integers(POOL))] = new
            for _ in range(SHOWN):
                picture, lattice = seen(rng, pool[int(rng.integers(len(pool)))])
                yield disguised(rng, picture, bool(rng.uniform() < 0.5)), target_of(lattice)


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross entropy over all cells and nowhere."""
    flat = torch.cat([logits.flatten(2), logits.new_zeros(*logits.shape[:2], 1)], 2)
    return -(targets * torch.log_softmax(flat, 2)).sum(2).mean()


def train(
    samples: Samples, out: Path, minutes: float, rate: float, batch: int, start: nn.Module | None
) -> int:
    """Trains for so long, writing the running average of the weights every few minutes; the number of steps."""
    net: Any = (start or CornersNet()).train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    loader = iter(DataLoader(samples, batch, num_workers=1, prefetch_factor=8))
    began, written, step, mean = time.monotonic(), time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done))
        pictures, targets = next(loader)
        x = (pictures.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)
        loss = loss_of(net(x), targets)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        keep = min(0.995, step / (step + 20))
        follow(average, net, keep)
        mean = float(loss.detach()) if step == 1 else 0.98 * mean + 0.02 * float(loss.detach())
        if step % 50 == 0:
            print(f"  step {step} loss {mean:.4f} {time.monotonic() - began:.0f} s", flush=True)
        if time.monotonic() - written > 240:
            written = time.monotonic()
            torch.save(average, out / "corners.pt")
            export(average, out)
    torch.save(average, out / "corners.pt")
    return step


def export(net: nn.Module, out: Path) -> str:
    """Writes corners.onnx (never half a file) and returns its SHA-256."""
    plain = copy.deepcopy(net).float().eval().to(memory_format=torch.contiguous_format)
    waiting = out / "corners.onnx.part"
    with warnings.catch_warnings():
        # The older exporter is marked for removal, but it alone needs nothing beside PyTorch and onnx.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            plain,
            (torch.zeros(1, 3, VIEW_SIZE[1], VIEW_SIZE[0]),),
            str(waiting),
            input_names=["picture"],
            output_names=["logits"],
            opset_version=13,
            dynamo=False,
        )
    halve(waiting)
    digest = hashlib.sha256(waiting.read_bytes()).hexdigest()
    waiting.rename(out / "corners.onnx")
    return digest


def _resumed(checkpoint: Path, samples: Samples) -> nn.Module:
    """The network of a checkpoint or, where there is none, of the weights that Tableside comes with."""
    if checkpoint.exists():
        kept: nn.Module = torch.load(checkpoint, weights_only=False)
        return kept
    pictures = torch.from_numpy(np.stack([picture for picture, _ in islice(samples, 64)]))
    return renewed(CornersNet(), WEIGHTS / "corners.onnx", pictures.permute(0, 3, 1, 2).float() / 255)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, help="a folder of rendered pictures to learn from beside drawn ones"
    )
    parser.add_argument(
        "--shared", type=Path, help="a folder whose photographs of dice may lie behind the board"
    )
    parser.add_argument("--out", type=Path, required=True, help="where the weights go")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on from corners.pt in --out or, where there is none, from the weights that Tableside has",
    )
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    photographs = []
    if given.shared:
        images = json.loads((given.shared / "dice" / "labels.json").read_text("utf-8"))["images"]
        photographs = [
            given.shared / "dice" / image["file"] for number, image in enumerate(images) if number % HELD_OUT
        ]
    samples = Samples(given.data, photographs, given.seed)
    start = _resumed(given.out / "corners.pt", samples) if given.resume else None
    steps = train(samples, given.out, given.minutes, given.rate, given.batch, start)
    digest = export(torch.load(given.out / "corners.pt", weights_only=False), given.out)
    facts = {"steps": steps, "batch": given.batch, "seed": given.seed, "minutes": given.minutes}
    note(given.out, "corners", digest, facts)
    print(facts, flush=True)


if __name__ == "__main__":
    main()
