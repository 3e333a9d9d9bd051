"""What the board network is to tell of boards, and what each cell of it weighs."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from vision.nets import BOARD_SIZE
from vision.training.model import BOARD_CHANNELS
from vision.training.pairs.laid_pairs import Things
from vision.training.placing import LabelKind

CELL = 4
"""How many pixels of a rectified picture a cell is wide and high."""
CELLS = (BOARD_SIZE[0] // CELL, BOARD_SIZE[1] // CELL)
SPREAD = {"checker": 1.0, "upper": 1.0, "die": 1.0, "cube": 1.2}
"""The deviation, in cells, of the peaks that are learned."""
REACH = 6
"""How many cells from its middle a peak is laid down."""
SEEN = 0.35
"""Of what is seen to a smaller share nothing is asked."""
BLIND = 9.0
"""Up to what squared distance of such a thing, in cells, nothing is asked."""
TOP = 4.0
"""How much more than an empty cell a peak's top weighs."""
TRAP, TRAP_SIZE = 2.0, 6.5
"""What a cell weighs where something is printed or fitted that is no thing, and up to what squared distance of it."""
EMPTY = 0.01
"""Where all peaks are lower than this lies nothing."""


@dataclass(frozen=True, slots=True)
class _Around:
    """The cells about N x M places (n x m x 169 each): their number in the map, the squared distance of their middles
    in cells, and whether the map has them.
    """

    number: Tensor
    distance: Tensor
    there: Tensor


def targets_of(things: Things, flat: Tensor, decoys: Tensor, foreign: Tensor) -> tuple[Tensor, Tensor]:
    """The maps to learn, 0..1, and what each cell weighs (n x 5 x 96 x 128 each), in the order of `BOARD_CHANNELS`.

    `flat`, `decoys`: the middles of flat checkers, and of what is printed or fitted and bare (n x m x 2, pixels of the
    rectified picture); `foreign`: how much of each cell is foreign (n x 96 x 128).
    """
    around = _around(things.pixels)
    wanted = {kind.value: things.of_kind(kind) & things.there for kind in LabelKind}
    wanted["upper"] = things.upper & things.there
    peaks, weights = [], []
    for name, spread in SPREAD.items():
        clear = things.seen >= SEEN
        peak = _highest(around, _peak(around, spread), wanted[name] & clear)
        blind = _highest(around, around.distance < BLIND, wanted[name] & ~clear)
        if name == "checker":
            discs = _around(flat)
            everywhere = torch.ones_like(discs.there[..., 0])
            peak = torch.maximum(peak, _highest(discs, _peak(discs, spread), everywhere))
        peaks.append(peak)
        weights.append((1 - blind) * (1 + TOP * peak))
    told, weight = torch.stack(peaks, 1), torch.stack(weights, 1)
    decoy = _around(decoys)
    trap = _highest(decoy, decoy.distance < TRAP_SIZE, torch.ones_like(decoy.there[..., 0])) > 0
    trap = (trap & (told.amax(1) < EMPTY))[:, None]
    weight = torch.where(trap & (weight > 0), TRAP, weight)
    n, channels = len(foreign), len(BOARD_CHANNELS)
    told = torch.cat([told, foreign.reshape(n, 1, -1)], 1)
    weight = torch.cat([weight, torch.ones_like(weight[:, :1])], 1)
    size = (n, channels, CELLS[1], CELLS[0])
    return told.reshape(size), weight.reshape(size)


def _around(places: Tensor) -> _Around:
    """The cells about places (n x m x 2, pixels of a rectified picture)."""
    step = torch.arange(-REACH, REACH + 1, device=places.device)
    down, right = (each.reshape(-1) for each in torch.meshgrid(step, step, indexing="ij"))
    middle = (places + 0.5) / CELL - 0.5
    x, y = (each[..., None] for each in middle.unbind(-1))
    column, row = x.round() + right, y.round() + down
    there = (column >= 0) & (column < CELLS[0]) & (row >= 0) & (row < CELLS[1])
    number = (row.clamp(0, CELLS[1] - 1) * CELLS[0] + column.clamp(0, CELLS[0] - 1)).long()
    return _Around(number, (column - x) ** 2 + (row - y) ** 2, there)


def _peak(around: _Around, spread: float) -> Tensor:
    """How high peaks of a spread are in the cells about them."""
    return torch.exp(-around.distance / (2 * spread**2))


def _highest(around: _Around, values: Tensor, of: Tensor) -> Tensor:
    """The highest of what some places (n x m, true) have in the cells about them (n x m x 169): n x cells, else 0."""
    told = torch.where(around.there & of[..., None], values.float(), 0.0)
    n = len(told)
    cells = torch.zeros(n, CELLS[0] * CELLS[1], device=told.device)
    return cells.scatter_reduce(1, around.number.reshape(n, -1), told.reshape(n, -1), "amax")
