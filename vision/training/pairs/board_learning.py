"""Learning the board network from pairs, on a graphics processor where there is one."""

# PyTorch is only there for training; without it mypy takes its classes for Any.
# mypy: disable-error-code="misc"

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.training.fit import HALVES, Course, follow
from vision.training.pairs.laid_pairs import Pairs, single_pairs, stacked
from vision.training.pairs.lots import Lots
from vision.training.pairs.pair_rendering import is_held_out, load_pairs, pair_files
from vision.training.pairs.sampled_boards import SampledBoards, mirrored, sampled
from vision.training.renewal import hold_norms

BATCH = 48
"""How many boards are looked at in a step."""
COLD, AGAIN = 0.3, 0.36
"""Of what share of the boards nothing is known of the bare board; which share of the others is looked at again."""
WARM = 300
"""After how many steps the rate has grown to its highest."""
DECAY = 0.02
"""How much weights, not biases or norms, decay."""
STEEPEST = 2.0
"""The longest gradient that is followed."""
KEPT = 0.998
"""What share of the running average is kept, step by step, once it has run for a while."""
SHOWN = 20.0
"""Every how many seconds progress is told and finished pairs are looked for."""
SAVED, MEASURED = 60.0, 300.0
"""Every how many seconds the checkpoint is written and the network measured on pairs that are held out."""
MEASURED_BATCHES = 8
MEASURED_SEED = 3


class PairStore:
    """The pairs of a folder, on a device: those to learn from and those held out; `files` are what it has by now.

    A pair takes 1.2 MB; what is not on a graphics processor is read from the disk.
    """

    def __init__(self, folder: Path, device: torch.device) -> None:
        self.folder, self.device = folder, device
        self.files: list[Path] = []
        self.learned_from: list[Pairs] = []
        self.held_out: list[Pairs] = []
        self.look()

    def look(self) -> None:
        """Takes in the files that were finished meanwhile."""
        known = set(self.files)
        for file in pair_files(self.folder):
            if file not in known:
                pairs = self.held_out if is_held_out(file) else self.learned_from
                pairs += single_pairs(load_pairs(file), self.device)
                self.files.append(file)


class MadeBoards(IterableDataset[tuple[Tensor, ...]]):
    """Batches of boards without end, made on the processor of the pairs that a folder has by then."""

    def __init__(self, folder: Path, course: Course) -> None:
        self._folder, self._course = folder, course

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        device = torch.device("cpu")
        store, lots = PairStore(self._folder, device), Lots(self._course.seed, device)
        looked = time.monotonic()
        while True:
            yield _sampled(store, self._course, lots).tensors()
            if time.monotonic() - looked > SHOWN:
                store.look()
                looked = time.monotonic()


@dataclass(frozen=True, slots=True)
class BoardLosses:
    """A network's loss on pairs that are held out: where nothing is known of the bare board, and where it is."""

    cold: float
    taught: float


@dataclass(frozen=True, slots=True)
class LearnedBoards:
    """A board network, how many steps it was trained for, and its losses, where any pairs are held out."""

    net: nn.Module
    steps: int
    losses: BoardLosses | None


def any_device() -> torch.device:
    """A graphics processor where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def learn_boards(net: Any, store: PairStore, course: Course, checkpoint: Path) -> LearnedBoards:
    """The running average of a board network's weights over its training (AdamW, one cosine cycle).

    Its state is written to the checkpoint meanwhile. Raises ValueError where there are no pairs to learn from.
    """
    if not store.learned_from:
        raise ValueError("There are no pairs to learn from in that folder: render some first (`pairs`).")
    device = store.device
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    lots = Lots(course.seed, device)
    net = net.train().to(device, memory_format=torch.channels_last)
    hold_norms(net)
    average = copy.deepcopy(net).eval()
    optimiser = _optimiser(net, course.rate, device)
    began = shown = saved = measured = time.monotonic()
    mean, steps = 0.0, 0
    batches = _batches(store, course, lots)
    while (done := _done(course, steps, time.monotonic() - began)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = course.rate * min(1.0, (steps + 1) / WARM) * (0.5 + 0.5 * math.cos(math.pi * done))
        loss = board_loss(net, next(batches))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), STEEPEST)
        optimiser.step()
        follow(average, net, min(KEPT, (steps + 1) / (steps + 30)))
        steps += 1
        now = time.monotonic()
        if now - shown > SHOWN:
            value = float(loss.detach())
            mean = 0.9 * mean + 0.1 * value if mean else value
            print(
                f"  step {steps} loss {mean:.4f} pairs {len(store.learned_from)} {now - began:.0f} s",
                flush=True,
            )
            store.look()
            shown = now
        if now - saved > SAVED:
            _save(average, checkpoint)
            saved = now
        if now - measured > MEASURED:
            print(f"  held out: {measured_on(average, store.held_out, course.batch, device)}", flush=True)
            measured = time.monotonic()
    _save(average, checkpoint)
    return LearnedBoards(average, steps, measured_on(average, store.held_out, course.batch, device))


def _batches(store: PairStore, course: Course, lots: Lots) -> Iterator[SampledBoards]:
    """The boards of each step. On a processor, where to make them takes longer than to learn from them, they are made
    beside the learning, and each batch is shown mirrored, too.
    """
    if store.device.type != "cpu":
        while True:
            yield _sampled(store, course, lots)
    for tensors in DataLoader(MadeBoards(store.folder, course), batch_size=None, num_workers=1):
        boards = SampledBoards(*tensors)
        yield boards
        yield mirrored(boards)


def _sampled(store: PairStore, course: Course, lots: Lots) -> SampledBoards:
    with torch.no_grad():
        return sampled(picked(store.learned_from, course.batch, lots), COLD, lots, AGAIN)


def board_loss(net: nn.Module, boards: SampledBoards) -> Tensor:
    """Weighted cross entropy of soft peaks."""
    given = (x.contiguous(memory_format=torch.channels_last) for x in (boards.pictures, boards.bare))
    device = boards.pictures.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda" or HALVES):
        logits = net(*given)
    loss = functional.binary_cross_entropy_with_logits(logits.float(), boards.targets, boards.weights)
    return loss * 10


def measured_on(
    net: nn.Module, pairs: Sequence[Pairs], batch: int, device: torch.device
) -> BoardLosses | None:
    """A network's losses on pairs, disguised in the same way every time; None where there are none."""
    if not pairs:
        return None
    losses = []
    for cold in (1.0, 0.0):
        lots = Lots(MEASURED_SEED, device)
        starts = range(0, min(len(pairs), MEASURED_BATCHES * batch), batch)
        parts = [stacked(pairs[start : start + batch]) for start in starts]
        with torch.no_grad():
            told = [float(board_loss(net, sampled(part, cold, lots))) for part in parts]
        losses.append(float(np.mean(told)))
    return BoardLosses(*losses)


def _done(course: Course, steps: int, seconds: float) -> float:
    """How much of a course is behind, 0 to 1."""
    return max(steps / course.steps, seconds / 60 / course.minutes)


def picked(pairs: Sequence[Pairs], count: int, lots: Lots) -> Pairs:
    """Some of the pairs as one batch, any of them more than once."""
    return stacked([pairs[int(number)] for number in lots.numbers.integers(len(pairs), size=count)])


def _optimiser(net: nn.Module, rate: float, device: torch.device) -> Any:
    weights = [each for each in net.parameters() if each.ndim > 1]
    others = [each for each in net.parameters() if each.ndim <= 1]
    groups = [{"params": weights, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, rate, fused=device.type == "cuda")


def _save(net: nn.Module, checkpoint: Path) -> None:
    """Writes a network's state, never half of it."""
    waiting = checkpoint.with_name(checkpoint.name + ".part")
    torch.save({name: value.cpu() for name, value in net.state_dict().items()}, waiting)
    waiting.rename(checkpoint)
