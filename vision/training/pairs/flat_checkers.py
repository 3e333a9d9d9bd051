"""Flat checkers drawn on boards, as men of card, felt or thin wood are: with next to no shadow, of any colour."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from vision.training.pairs.batch_disguises import pixels_of
from vision.training.pairs.laid_pairs import NOWHERE
from vision.training.pairs.lots import Lots

MOST = 6
RADIUS = (10.5, 15.5)
"""How large they are, in pixels of a rectified picture."""
AS_GROUND = 0.6
"""What share of the men has, on half of the boards, the colour of the ground that they lie on."""
FREE = 0.05
"""Where less than this is foreign one may lie."""


@dataclass(frozen=True, slots=True)
class _Disc:
    """A checker on each of N boards: its middle (n x 2, pixels), its radius (n) and whether it is there (n)."""

    middle: Tensor
    radius: Tensor
    there: Tensor


def with_flat_checkers(
    pictures: Tensor, bare: Tensor, foreign: Tensor, places: Tensor, lots: Lots
) -> tuple[Tensor, Tensor]:
    """Pictures (n x 3 x 384 x 512) with one to six flat checkers on each, away from what lies there, and their middles
    (n x 6 x 2, pixels; far away where there is none).

    `bare`: the bare boards (n x 3 x 192 x 256); `foreign`: how much of each cell is foreign (n x 96 x 128);
    `places`: where things lie (n x m x 2, pixels).
    """
    n, _, height, width = pictures.shape
    radius, many = lots.between(*RADIUS, n), lots.below(MOST, n) + 1
    shades = lots.between(10 / 255, 250 / 255, n, 2, 3)
    as_ground = lots.happens(0.5, n)
    taken, middles, boards = places, [], torch.arange(n, device=lots.device)
    size = torch.tensor([width - 1, height - 1], device=lots.device)
    for number in range(MOST):
        middle = lots.even(n, 2) * size
        column, row = (middle / 4).long().unbind(1)
        clear = ((taken - middle[:, None]).norm(dim=-1) > 2 * radius[:, None]).all(1)
        there = (number < many) & clear & (foreign[boards, row, column] < FREE)
        middle = torch.where(there[:, None], middle, NOWHERE)
        middles.append(middle)
        taken = torch.cat([taken, middle[:, None]], 1)
        column, row = (middle / 2).long().clamp(min=0).unbind(1)
        ground = bare[boards, :, row, column]
        as_here = (ground * torch.exp(0.12 * lots.normal(n, 1)) + 0.03 * lots.normal(n, 3)).clamp(0.02, 1)
        shade = shades[boards, lots.below(2, n)]
        shade = torch.where((as_ground & lots.happens(AS_GROUND, n))[:, None], as_here, shade)
        pictures = _drawn(pictures, _Disc(middle, radius, there), shade, lots)
    return pictures, torch.stack(middles, 1)


def _drawn(pictures: Tensor, disc: _Disc, shade: Tensor, lots: Lots) -> Tensor:
    """The pictures with a checker of a shade (n x 3) on each, its shadow beside it, and on some a rim or a hollow."""
    n, _, height, width = pictures.shape
    each, there = (n, 1, 1), disc.there[:, None, None]
    x, y = pixels_of(pictures)
    dx, dy = x - disc.middle[:, 0, None, None], y - disc.middle[:, 1, None, None]
    radius = disc.radius[:, None, None]
    shift = 1.5 * lots.normal(2, *each)
    dark = torch.sigmoid((radius - torch.hypot(dx - shift[0], dy - shift[1])) / lots.between(0.4, 1.3, *each))
    dark = dark * lots.between(0.1, 0.6, *each) * (lots.happens(0.7, *each) & there)
    pictures = pictures * (1 - dark[:, None])
    away = torch.hypot(dx / lots.between(0.94, 1.06, *each), dy)
    grain = lots.normal(n, 1, height, width) * lots.between(0, 6 / 255, n, 1, 1, 1)
    ring = (away - radius * lots.between(0.5, 0.95, *each)) / lots.between(0.6, 2, *each)
    rim = torch.exp(-(ring**2)) * 0.15 * lots.normal(*each) * lots.happens(0.5, *each)
    paint = shade[:, :, None, None] + grain + rim[:, None]
    ink = ((radius + 0.5 - away).clamp(0, 1) * there)[:, None]
    return (pictures * (1 - ink) + paint * ink).clamp(0, 1)
