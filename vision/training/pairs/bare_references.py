"""What the board network is told of the bare board: seen itself, told by other points, unknown, now and then wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn import functional

from vision.bare.light import FEW, TILES, UNEVEN
from vision.training.pairs.batch_disguises import pixels_of
from vision.training.pairs.laid_pairs import Layout, Pairs, Things, colours, warped
from vision.training.pairs.lots import Lots
from vision.training.pairs.pair_rendering import CANVAS, COLUMNS

SEEN, TOLD, UNKNOWN = 1.0, 0.5, 0.0
"""How well the bare board is known somewhere: seen itself, told by points that are alike, not at all."""
WHOLE, AT_START = 0.35, 0.35
"""Of which share of boards all points were seen bare, and of which those that the start leaves bare."""
START = (0, 4, 6, 11)
"""The columns, from the left, that have men at the start."""
COVERED = (0.05, 0.6)
"""What share of the points has men on the other boards."""
TELLING = 0.8
"""On what share of the boards points tell what others look like."""
FAR_ROWS, NEAR_ROWS = (30, 115), (125, 210)
"""From where to where the points of either side reach, in rows of a pair's bare picture."""
HALF = (CANVAS[0] // 2, CANVAS[1] // 2)
BESIDE = 0.5
"""By so many pixels of a pair (a deviation) the bare board lies beside where it is taken to lie."""
GAPS, GAP, GAP_SIZE = 3, 0.3, (5.0, 30.0)
"""How many places at most were covered while the board was learned, how often each, and their half axes in pixels."""
WRONG, WRONG_SIZE = 0.04, 10.0
"""On what share of the boards a thing was learned as if it were the board's, and how far around it, in pixels."""


@dataclass(frozen=True, slots=True)
class BareReference:
    """N bare boards as rectified pictures show them, half as large (n x 3 x 192 x 256, 0..1), and how well they are
    `known` (n x 192 x 256: `SEEN`, `TOLD`, `UNKNOWN`).
    """

    picture: Tensor
    known: Tensor

    def given(self) -> Tensor:
        """What the network is given (n x 4 x 192 x 256): nothing at all where nothing is known."""
        known = self.known[:, None]
        return torch.cat([self.picture * (known > 0), known], 1)


def learned(pairs: Pairs, layout: Layout, lots: Lots) -> BareReference:
    """Bare boards as they come to be known: of points with men others tell, or nothing does."""
    n = len(pairs.sort)
    covered, telling = _covered(n, lots), lots.happens(TELLING, n)
    source, known = told_columns(pairs.columns, covered, telling)
    side = torch.arange(HALF[1], device=lots.device) >= HALF[1] // 2
    rows = torch.arange(HALF[1], device=lots.device)
    on_points = torch.zeros_like(side)
    for low, high in (FAR_ROWS, NEAR_ROWS):
        on_points |= (rows >= low) & (rows < high)
    own = torch.arange(HALF[0], device=lots.device)
    source = torch.where(on_points[:, None], source[:, side.long()], own)
    known = torch.where(on_points[:, None], known[:, side.long()], SEEN)
    bare = colours(pairs.bare).gather(3, source[:, None].expand(-1, 3, -1, -1))
    shift = BESIDE * lots.normal(n, 2)
    picture = warped(bare, layout, 2, shift)
    return BareReference(picture, warped(known[:, None], layout, 2, shift, nearest=True)[:, 0])


def told_columns(columns: Tensor, covered: Tensor, telling: Tensor) -> tuple[Tensor, Tensor]:
    """From which column of pixels each of a bare picture is known, and how well (n x 2 x 320 each: far, near side).

    `columns`: where the points begin and end (n x 12 x 2, as a pair keeps it); `covered`: which of them have men
    (n x 2 x 12). On boards that are `telling` (n) such a point looks as the nearest bare one of its colour on its side.
    """
    left, right = (columns / 2).unbind(-1)
    number = torch.arange(COLUMNS, device=columns.device)
    away = (number[:, None] - number).abs().float()
    away = away.masked_fill(away % 2 == 1, torch.inf)  # points side by side are of two colours
    least, nearest = torch.where(covered[:, :, None], torch.inf, away).min(-1)
    told = least.isfinite() & telling[:, None, None]
    beside = torch.where(told, left[:, None].expand_as(least).gather(2, nearest) - left[:, None], 0.0)
    unknown = torch.where(told, SEEN - TOLD, SEEN - UNKNOWN)
    pixel = torch.arange(HALF[0], device=columns.device)
    inside = (pixel >= left.round()[..., None]) & (pixel < right.round()[..., None])
    hidden = (inside[:, None] & covered[..., None]).float()
    source = (pixel + (hidden * beside[..., None]).sum(2)).round().long().clamp(0, HALF[0] - 1)
    return source, SEEN - (hidden * unknown[..., None]).amax(2)


def _covered(n: int, lots: Lots) -> Tensor:
    """Which points of N boards have men while the bare board is learned (n x 2 x 12)."""
    start = torch.zeros(COLUMNS, dtype=torch.bool, device=lots.device)
    start[list(START)] = True
    anyhow = lots.even(n, 2, COLUMNS) < lots.between(*COVERED, n, 1, 1)
    way = lots.even(n, 1, 1)
    return torch.where(way < WHOLE + AT_START, start & (way >= WHOLE), anyhow)


def with_gaps(reference: BareReference, lots: Lots) -> BareReference:
    """The same with up to three places unknown that something covered all the while."""
    n, height, width = reference.known.shape
    x, y = pixels_of(reference.picture)
    known, each = reference.known, (n, 1, 1)
    for _ in range(GAPS):
        dx = (x - width * lots.even(*each)) / lots.between(*GAP_SIZE, *each)
        dy = (y - height * lots.even(*each)) / lots.between(*GAP_SIZE, *each)
        gap = lots.happens(GAP, *each) & (torch.hypot(dx, dy) < 1)
        known = known.masked_fill(gap, UNKNOWN)
    return replace(reference, known=known)


def mislearned(reference: BareReference, pictures: Tensor, things: Things, lots: Lots) -> BareReference:
    """The same, where on a few boards a thing was there when the board was learned; pictures are n x 3 x 384 x 512."""
    n = len(pictures)
    number = lots.below(things.there.shape[1], n) % things.there.sum(1).clamp(min=1)
    middle = things.pixels[torch.arange(n, device=lots.device), number] / 2
    x, y = pixels_of(reference.picture)
    near = torch.hypot(x - middle[:, 0, None, None], y - middle[:, 1, None, None]) < WRONG_SIZE
    wrong = near & lots.happens(WRONG, n, 1, 1)
    return replace(
        reference,
        picture=torch.where(wrong[:, None], functional.avg_pool2d(pictures, 2), reference.picture),
    )


def in_their_light(reference: BareReference, pictures: Tensor) -> BareReference:
    """The bare boards in the light of pictures (n x 3 x 384 x 512, 0..1), in whole grey levels.

    The light is measured as the eye measures it (`vision.bare.light.lit`, `in_light`).
    """
    n, _, height, width = reference.picture.shape
    ratio = (_tiled(255 * reference.picture) + 4) / (_tiled(255 * functional.avg_pool2d(pictures, 2)) + 4)
    known = _tiled(reference.known[:, None]) > 0
    ratio = torch.where(known, ratio, torch.nan)
    whole = ratio.transpose(1, 2).reshape(n, 3, -1).nanmedian(-1).values.nan_to_num(1.0)[:, None]
    tiles = ratio.nanmedian(-1).values
    tiles = torch.where((known.sum(-1) < FEW) | tiles.isnan(), whole, tiles)
    tiles = torch.minimum(torch.maximum(tiles, whole / UNEVEN), whole * UNEVEN)
    light = functional.interpolate(
        tiles.transpose(1, 2).reshape(n, 3, *TILES),
        size=(height, width),
        mode="bilinear",
        align_corners=False,
    )
    lit = (255 * reference.picture / light.clamp(min=0.05)).clamp(max=255)
    return replace(reference, picture=lit.round() / 255)


def _tiled(pictures: Tensor) -> Tensor:
    """Every other pixel of pictures, as the parts in which light is measured: n x tiles x c x pixels."""
    rows, columns = TILES
    thinned = pictures[:, :, ::2, ::2]
    n, channels, height, width = thinned.shape
    tiles = thinned.reshape(n, channels, rows, height // rows, columns, width // columns)
    return tiles.permute(0, 2, 4, 1, 3, 5).reshape(n, rows * columns, channels, -1)
