"""Pairs on a device, and how each is laid into a rectified picture: corners a little off, mirrored, turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.nets import BOARD_SIZE, SURFACE
from vision.training.pairs.lots import Lots
from vision.training.pairs.pair_rendering import BOTTOM, CANVAS, LEFT, RIGHT, TOP
from vision.training.placing import LabelKind, Sort

OFF = (0.002, 0.005)
"""How far corners are off, of the board's size, as people set them: by one deviation on half of the boards each."""
FARTHEST_OFF = 0.01
USUAL = 0.75
"""The share of boards that fill as much of their picture as is usual; the others fill `FILLED` of that."""
FILLED = (0.8, 1.05)
SQUARE = 0.6
"""How often a board of squares is as square as it is; else it is stretched like others."""
NOWHERE = -1e6
"""The pixel of what is not there."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """N pairs, or without the first axis one, as `pair_rendering.PAIR` tells, on a device."""

    picture: Tensor
    bare: Tensor
    foreign: Tensor
    things: Tensor
    thing_count: Tensor
    decoys: Tensor
    decoy_count: Tensor
    columns: Tensor
    sort: Tensor

    def of_sort(self, sort: Sort) -> Tensor:
        """Which of them are of a sort (n)."""
        return self.sort == list(Sort).index(sort)


def single_pairs(records: NDArray[Any], device: torch.device) -> list[Pairs]:
    """The pairs of a file, one by one, on a device."""
    return [
        Pairs(**{f.name: torch.from_numpy(np.asarray(r[f.name])).to(device) for f in fields(Pairs)})
        for r in records
    ]


def stacked(pairs: Sequence[Pairs]) -> Pairs:
    """Single pairs as one batch."""
    return Pairs(**{f.name: torch.stack([getattr(pair, f.name) for pair in pairs]) for f in fields(Pairs)})


@dataclass(frozen=True, slots=True)
class Layout:
    """How N boards lie in their rectified pictures: homographies (n x 3 x 3) of pixels, to a pair's and from it."""

    to_pair: Tensor
    from_pair: Tensor


@dataclass(frozen=True, slots=True)
class Things:
    """What lies on N boards (n x m each): `pixels` (n x m x 2) of the rectified picture, the kind (its number in
    `LabelKind`), whether it lies on others, the share of it that is seen (0..1), whether there is such a thing at all.
    """

    pixels: Tensor
    kind: Tensor
    upper: Tensor
    seen: Tensor
    there: Tensor

    def of_kind(self, kind: LabelKind) -> Tensor:
        """Which of them are of a kind."""
        return self.kind == list(LabelKind).index(kind)


def random_layout(pairs: Pairs, lots: Lots) -> Layout:
    """How boards may lie: their corners taken a little wrong, the board larger or smaller, mirrored, turned about."""
    n = len(pairs.sort)
    width, height = SURFACE[2:]
    surface = torch.tensor([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], device=lots.device)
    size = float(np.sqrt(width * height))
    off = torch.where(lots.happens(0.5, n), *OFF)[:, None, None] * lots.normal(n, 4, 2)
    taken = surface - 0.5 + size * off.clamp(-FARTHEST_OFF, FARTHEST_OFF)
    filled = torch.where(lots.happens(USUAL, n), 1.0, lots.between(*FILLED, n))
    square = pairs.of_sort(Sort.SQUARES) & lots.happens(SQUARE, n)
    across, along = torch.where(square, height / 2, width / 2) * filled, height / 2 * filled
    left, right = BOARD_SIZE[0] / 2 - across, BOARD_SIZE[0] / 2 + across
    top, bottom = BOARD_SIZE[1] / 2 - along, BOARD_SIZE[1] / 2 + along
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    laid = torch.stack([torch.stack(corner, 1) for corner in corners], 1) - 0.5
    for order in ([1, 0, 3, 2], [3, 2, 1, 0]):  # left for right, far for near
        laid = torch.where(lots.happens(0.5, n)[:, None, None], laid[:, order], laid)
    return Layout(homography(laid, taken), homography(taken, laid))


def homography(source: Tensor, target: Tensor) -> Tensor:
    """The homographies (n x 3 x 3) that take four places each (n x 4 x 2) to four others."""
    x, y = source.unbind(-1)
    u, v = target.unbind(-1)
    one, none = torch.ones_like(x), torch.zeros_like(x)
    rows = [
        torch.stack([x, y, one, none, none, none, -u * x, -u * y], -1),
        torch.stack([none, none, none, x, y, one, -v * x, -v * y], -1),
    ]
    numbers = torch.linalg.solve(torch.cat(rows, 1), torch.cat([u, v], 1)[..., None])[..., 0]
    return torch.cat([numbers, one[:, :1]], 1).reshape(-1, 3, 3)


def through(homographies: Tensor, places: Tensor) -> Tensor:
    """Places (n x m x 2) through homographies (n x 3 x 3)."""
    moved = torch.cat([places, torch.ones_like(places[..., :1])], -1) @ homographies.transpose(1, 2)
    return moved[..., :2] / moved[..., 2:]


def warped(
    source: Tensor, layout: Layout, smaller: int, shift: Tensor | None = None, nearest: bool = False
) -> Tensor:
    """What the whole of pairs' pictures show (n x c x any size) as rectified pictures do, so many times smaller
    (n x c x 384/smaller x 512/smaller); black beyond it.

    `shift`: how far beside (n x 2, in pixels of the pairs) it is looked at; `nearest`: nothing is mixed.
    """
    n, device = len(source), source.device
    across, along = (
        (torch.arange(side // smaller, device=device) + 0.5) * smaller - 0.5 for side in BOARD_SIZE
    )
    rows, columns = torch.meshgrid(along, across, indexing="ij")
    pixels = torch.stack([columns, rows], -1).reshape(1, -1, 2).expand(n, -1, -1)
    places = through(layout.to_pair, pixels)
    if shift is not None:
        places = places + shift[:, None]
    places = (places + 0.5) / torch.tensor(CANVAS, device=device) * 2 - 1
    grid = places.reshape(n, *rows.shape, 2)
    mode = "nearest" if nearest else "bilinear"
    return functional.grid_sample(source, grid, mode=mode, padding_mode="zeros", align_corners=False)


def colours(pictures: Tensor) -> Tensor:
    """Pictures (n x h x w x 3, 0-255) as n x 3 x h x w, 0..1."""
    return pictures.permute(0, 3, 1, 2).float() / 255


def things_in(pairs: Pairs, layout: Layout) -> Things:
    """What lies on boards, where their rectified pictures have it."""
    count = torch.arange(pairs.things.shape[1], device=pairs.things.device)
    there = count < pairs.thing_count[:, None]
    x, y, kind, upper, seen = pairs.things.unbind(-1)
    pixels = through(layout.from_pair, torch.stack([x, y], -1))
    return Things(torch.where(there[..., None], pixels, NOWHERE), kind, upper > 0, seen, there)


def decoys_in(pairs: Pairs, layout: Layout) -> Tensor:
    """Where rectified pictures have what is printed or fitted and bare (n x m x 2)."""
    count = torch.arange(pairs.decoys.shape[1], device=pairs.decoys.device)
    there = count < pairs.decoy_count[:, None]
    return torch.where(there[..., None], through(layout.from_pair, pairs.decoys), NOWHERE)
