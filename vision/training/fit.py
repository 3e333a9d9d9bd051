"""Fitting the readers of dice and cubes, and writing networks as ONNX files."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.board_model import EMPTY_SIZE
from vision.crops import CUBE_SIDE, DIE_SIDE, SMOOTHING
from vision.nets import BOARD_SIZE
from vision.training.crop_samples import CropSamples, Mix, coarsened, crop_samples
from vision.training.dataset import Example
from vision.training.model import BoardChances, Calibrated, CropNet
from vision.training.real_dice import RealDie

HALVES = (
    "AVX512" in torch.backends.cpu.get_cpu_capability() or "AMX" in torch.backends.cpu.get_cpu_capability()
)
"""Whether numbers of 16 bits are faster here; on processors without instructions for them they are ten times slower."""
WARMING = 0.05
"""For this share of a training its rate rises."""
PLACE = 2.0
"""What an error of a place weighs beside one of a class."""


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how hard to train: steps (fewer if `minutes` end first), pictures a step, highest rate, seed."""

    steps: int
    batch: int
    rate: float
    seed: int = 1
    workers: int = 1
    minutes: float = math.inf


@dataclass(frozen=True, slots=True)
class Trained:
    """A network and how many steps it was trained for."""

    net: nn.Module
    steps: int


def _floats(pictures: Tensor) -> Tensor:
    return (pictures.permute(0, 3, 1, 2).float() / 255).contiguous(memory_format=torch.channels_last)


def train(net: Any, samples: IterableDataset[Any], loss: Callable[..., Tensor], course: Course) -> Trained:
    """The running average of a network's weights over its training (AdamW, one cosine cycle)."""
    torch.manual_seed(course.seed)
    net = net.train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), course.rate, weight_decay=0.01)
    loader = iter(DataLoader(samples, course.batch, num_workers=course.workers))
    started, mean, steps = time.monotonic(), 0.0, 0
    for step in range(course.steps):
        done = max(step / course.steps, (time.monotonic() - started) / 60 / course.minutes)
        if done >= 1:
            break
        warm = min(1.0, max(done, 1 / course.steps) / WARMING)
        for group in optimiser.param_groups:
            group["lr"] = course.rate * warm * (0.5 + 0.5 * math.cos(math.pi * done))
        steps = step + 1
        pictures, *truth = next(loader)
        with torch.autocast("cpu", torch.bfloat16, enabled=HALVES):
            logits = net(_floats(pictures))
        value = loss(logits.float(), *truth)
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(average, net, min(0.995, (step + 1) / (step + 20)))
        mean = float(value.detach()) if step == 0 else 0.98 * mean + 0.02 * float(value.detach())
        if step % 100 == 99:
            print(
                f"  step {step + 1}/{course.steps} loss {mean:.4f} {time.monotonic() - started:.0f} s",
                flush=True,
            )
    return Trained(average.eval(), steps)


def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Takes a network's numbers into a running average, of which a share is kept (0..1)."""
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)


def crop_loss(told: Tensor, labels: Tensor, away: Tensor) -> Tensor:
    """Cross entropy with a little smoothing, which keeps single mislabelled crops from ruling, and the place's error.

    The last class is nothing at all, which lies nowhere; and of some it is not known (nan).
    """
    logits = told[:, :-2]
    there = ((labels < logits.shape[1] - 1) & away.isfinite().all(1)).float()
    lost = functional.smooth_l1_loss(
        told[:, -2:], away.float().nan_to_num(), beta=0.05, reduction="none"
    ).sum(1)
    classes = functional.cross_entropy(logits, labels, label_smoothing=SMOOTHING)
    return classes + PLACE * (lost * there).sum() / there.sum().clamp(min=1)


def fresh(kind: str) -> nn.Module:
    """A network of crops that has learned nothing: die or cube."""
    return CropNet(DIE_SIDE, 8) if kind == "die" else CropNet(CUBE_SIDE, 7, 14)


def some_crops(kind: str, examples: list[Example]) -> Tensor:
    """A few hundred crops, as the network of a kind is given them."""
    rng, mix = np.random.default_rng(97), Mix(24, 12, 12)
    made = [coarsened(rng, c[0]) for e in examples[:12] for c in crop_samples(rng, e, kind == "cube", mix)]
    return _floats(torch.from_numpy(np.stack([np.ascontiguousarray(p) for p in made])))


def train_crops(
    examples: list[Example],
    cubes: bool,
    course: Course,
    start: nn.Module | None = None,
    real: Sequence[RealDie] = (),
) -> Trained:
    """The network for dice or for cubes; `real`: photographed dice, to learn from
    beside rendered ones or as no cubes.
    """
    torch.manual_seed(course.seed)
    return train(
        start or fresh("cube" if cubes else "die"),
        CropSamples(examples, course.seed, cubes, real),
        crop_loss,
        course,
    )


def crop_logits(
    net: nn.Module, examples: list[Example], cubes: bool, disguise: bool
) -> tuple[Tensor, Tensor]:
    """Logits and labels of held-out crops, always the same ones."""
    rng = np.random.default_rng(99)
    made = [c for e in examples for c in crop_samples(rng, e, cubes, Mix(32, 4, 6), disguise)]
    pictures = torch.from_numpy(np.stack([coarsened(rng, p) if disguise else p for p, _, _ in made]))
    labels = torch.tensor([label for _, label, _ in made])
    with torch.no_grad():
        told = torch.cat([net(_floats(part)) for part in pictures.split(256)])
    return told[:, :-2], labels


def temperature(logits: Tensor, labels: Tensor) -> float:
    """The temperature with the lowest cross entropy."""
    choices = [round(0.5 * 1.05**k, 4) for k in range(45)]
    return min(choices, key=lambda t: float(functional.cross_entropy(logits / t, labels)))


def halve(file: Path) -> None:
    """Stores an ONNX file's larger constants in 16 bits, each with a cast back to 32."""
    import onnx

    model = onnx.load(str(file))
    constants, casts = list(model.graph.initializer), []
    del model.graph.initializer[:]
    for constant in constants:
        values = onnx.numpy_helper.to_array(constant)
        if values.dtype == np.float32 and values.size > 256:
            name = f"{constant.name}_half"
            model.graph.initializer.append(onnx.numpy_helper.from_array(values.astype(np.float16), name))
            casts.append(onnx.helper.make_node("Cast", [name], [constant.name], to=onnx.TensorProto.FLOAT))
        else:
            model.graph.initializer.append(constant)
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*casts, *nodes])
    onnx.save(model, str(file))


def export(net: nn.Module, scale: Tensor, shift: Tensor, kind: str, folder: Path) -> str:
    """Writes the `kind`.onnx of a reader of crops (never half a file) and returns its SHA-256."""
    side, classes = {"die": (DIE_SIDE, 8), "cube": (CUBE_SIDE, 7)}[kind]
    whole = Calibrated(_plain(net), scale, shift, classes)
    return _written(whole, {"picture": torch.zeros(1, 3, side, side)}, folder / f"{kind}.onnx")


def export_board(net: nn.Module, folder: Path) -> str:
    """Writes board.onnx (never half a file), whose inputs are `picture` and `bare`, and returns its SHA-256."""
    (width, height), (across, along) = BOARD_SIZE, EMPTY_SIZE
    given = {"picture": torch.zeros(1, 3, height, width), "bare": torch.zeros(1, 4, along, across)}
    return _written(BoardChances(_plain(net)), given, folder / "board.onnx")


def _plain(net: nn.Module) -> Any:
    """A copy of a network as files have it: on the processor, in 32 bits."""
    return copy.deepcopy(net).cpu().float().to(memory_format=torch.contiguous_format)


def _written(net: nn.Module, given: dict[str, Tensor], file: Path) -> str:
    """Writes a network that is given inputs and tells `chances` as an ONNX file; its SHA-256."""
    waiting = file.with_name(file.name + ".part")
    with warnings.catch_warnings():
        # The older exporter is marked for removal, but it alone needs nothing beside PyTorch and onnx.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(),
            tuple(given.values()),
            str(waiting),
            input_names=list(given),
            output_names=["chances"],
            opset_version=13,
            dynamo=False,
        )
    halve(waiting)
    digest = hashlib.sha256(waiting.read_bytes()).hexdigest()
    waiting.rename(file)
    return digest


def note(folder: Path, kind: str, digest: str, facts: dict[str, Any]) -> None:
    """Enters a network's hash and figures in weights.json."""
    place = folder / "weights.json"
    known = json.loads(place.read_text("utf-8")) if place.exists() else {"files": {}, "made": {}}
    known["files"][f"{kind}.onnx"] = digest
    known["made"][kind] = facts
    waiting = folder / "weights.json.part"
    waiting.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
    waiting.rename(place)
