"""What befalls pictures of boards in rooms and cameras, many at a time on a device. Pictures: n x c x h x w, 0..1."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from vision.training.pairs.lots import Lots, on_some

BLOCK = 8
WAVES = torch.tensor(
    [
        [math.sqrt((2 if k else 1) / BLOCK) * math.cos(math.pi * (2 * x + 1) * k / 16) for x in range(BLOCK)]
        for k in range(BLOCK)
    ]
)
"""The cosines of JPEG: frequencies x pixels."""
BRIGHTNESS = torch.tensor(
    [
        [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56],
        [14, 17, 22, 29, 51, 87, 80, 62], [18, 22, 37, 56, 68, 109, 103, 77],
        [24, 35, 55, 64, 81, 104, 113, 92], [49, 64, 78, 87, 103, 121, 120, 101],
        [72, 92, 95, 98, 112, 100, 103, 99],
    ]
)  # fmt: skip
HUE = torch.tensor(
    [[17, 18, 24, 47, *[99] * 4], [18, 21, 26, 66, *[99] * 4], [24, 26, 56, 99, *[99] * 4]]
    + [[47, 66, 99, 99, *[99] * 4]]
    + [[99] * 8] * 4
)
"""How coarsely JPEG rounds frequencies at a quality of 50: those of brightness and of hue."""
TO_HUES = torch.tensor([[0.114, 0.587, 0.299], [0.5, -0.331264, -0.168736], [-0.081312, -0.418688, 0.5]])
"""From blue, green and red to brightness and two hues."""
REACH = 4
"""How many pixels to either side a blur looks at."""
SHAKEN = 7
"""The most pixels, side by side, that a shaken camera mixes."""


def as_in_rooms(pictures: Tensor, lots: Lots) -> Tensor:
    """The pictures with shadows, glare, fewer pixels, a shaken camera: none, one or several of these."""
    for often, change in ((0.15, _shadowed), (0.12, _glaring), (0.35, _coarse), (0.08, _shaken)):
        pictures = on_some(pictures, often, lots, change)
    return pictures


def recoloured(pictures: Tensor, bare: Tensor, lots: Lots) -> tuple[Tensor, Tensor]:
    """Pictures and those of the bare boards in other colours, each pair in the same."""
    n = len(pictures)
    each = (n, 1, 1)
    own = torch.eye(3, device=lots.device)
    permuted = own[lots.even(n, 3).argsort(1)]
    mixed = own + lots.normal(n, 3, 3) * 0.12 * lots.happens(0.5, *each)
    change = mixed / mixed.sum(2, keepdim=True) @ torch.where(lots.happens(0.3, *each), permuted, own)
    strength = torch.where(lots.happens(0.15, *each), lots.between(0, 0.7, *each), 1.0)
    change = strength * change + (1 - strength) * change.mean(1, keepdim=True)
    inverted, gamma = lots.happens(0.12, n, 1, 1, 1), torch.exp(0.3 * lots.normal(n, 1, 1, 1))

    def in_these(each: Tensor) -> Tensor:
        told = torch.einsum("noc,nchw->nohw", change, torch.where(inverted, 1 - each, each))
        return told.clamp(0, 1) ** gamma

    return in_these(pictures), in_these(bare)


def exposed(pictures: Tensor, lots: Lots, hazy: float) -> Tensor:
    """The pictures in another light and otherwise exposed: gain, cast, offset, uneven light; haze with a chance."""
    n, _, height, width = pictures.shape
    each = (n, 1, 1, 1)
    gain = torch.exp(0.12 * lots.normal(*each) + 0.07 * lots.normal(n, 3, 1, 1))
    pictures = pictures * gain + 0.05 * lots.normal(*each)
    haze = lots.happens(hazy, *each)
    contrast = torch.where(haze, lots.between(0.4, 1, *each), 1.0)
    middle = torch.where(haze, lots.between(0.25, 0.6, *each), 0.5)
    pictures = (pictures - 0.5) * contrast + middle
    slope = 0.15 * lots.normal(2, *each) * lots.happens(0.3, *each)
    across, along = (torch.linspace(-1, 1, side, device=lots.device) for side in (width, height))
    return (pictures * (1 + slope[0] * across + slope[1] * along[:, None])).clamp(0, 1)


def developed(pictures: Tensor, lots: Lots) -> Tensor:
    """The pictures out of focus or sharpened, with a sensor's noise, and some as JPEG keeps them."""
    pictures = on_some(
        pictures, 0.4, lots, lambda some, lots: blurred(some, lots.between(0.3, 1.3, len(some)))
    )
    pictures = on_some(pictures, 0.12, lots, _sharpened)
    return on_some(_noisy(pictures, lots), 0.4, lots, _compressed)


def recalled(bare: Tensor, lots: Lots) -> Tensor:
    """Pictures of bare boards as they are learned: with a little noise, some a little blurred."""
    bare = (bare + lots.normal(*bare.shape) * lots.between(0, 0.03, len(bare), 1, 1, 1)).clamp(0, 1)
    return on_some(bare, 0.4, lots, lambda some, lots: blurred(some, lots.between(0.3, 0.9, len(some))))


def blurred(pictures: Tensor, deviation: Tensor) -> Tensor:
    """The pictures, each blurred by a deviation of its own (n, in pixels, up to about 1.5)."""
    n, channels, height, width = pictures.shape
    away = torch.arange(-REACH, REACH + 1, device=pictures.device)
    weights = torch.exp(-(away**2) / (2 * deviation[:, None] ** 2))
    weights = (weights / weights.sum(1, keepdim=True)).repeat_interleave(channels, 0)
    planes = pictures.reshape(1, n * channels, height, width)
    planes = functional.pad(planes, (REACH,) * 4, mode="replicate")
    planes = functional.conv2d(planes, weights[:, None, :, None], groups=n * channels)
    planes = functional.conv2d(planes, weights[:, None, None, :], groups=n * channels)
    return planes.reshape(n, channels, height, width)


def pixels_of(pictures: Tensor) -> tuple[Tensor, Tensor]:
    """The x (w) and y (h x 1) of pictures' pixels."""
    height, width = pictures.shape[2:]
    return (
        torch.arange(width, device=pictures.device, dtype=torch.float32),
        torch.arange(height, device=pictures.device, dtype=torch.float32)[:, None],
    )


def _shadowed(pictures: Tensor, lots: Lots) -> Tensor:
    """A bar's or an arm's shadow across the picture, hard or soft, or the edge of one; up to three."""
    n, _, height, width = pictures.shape
    each = (n, 1, 1)
    x, y = pixels_of(pictures)
    veil = torch.zeros(n, height, width, device=lots.device)
    for number in range(3):
        there = lots.happens(1.0 if number == 0 else 0.5, *each)
        ax, bx = lots.between(-0.3, 1.3, 2, *each) * width
        ay, by = lots.between(-0.3, 1.3, 2, *each) * height
        dx, dy = bx - ax, by - ay
        along = (((x - ax) * dx + (y - ay) * dy) / (dx**2 + dy**2).clamp(min=1)).clamp(0, 1)
        away = torch.hypot(x - ax - along * dx, y - ay - along * dy)
        thick = torch.where(lots.happens(0.5, *each), lots.between(1, 6, *each), lots.between(7.5, 60, *each))
        dark = torch.sigmoid((thick - away) / lots.between(0.5, 6, *each) * 1.6)
        veil = torch.maximum(veil, dark * there)
    share = lots.between(0.15, 0.7, n, 1, 1, 1) * (1 + 0.08 * lots.normal(n, 3, 1, 1))
    return (pictures * (1 - veil[:, None] * share)).clamp(0, 1)


def _glaring(pictures: Tensor, lots: Lots) -> Tensor:
    """Reflections of lamps or windows on the board; up to three."""
    n, _, height, width = pictures.shape
    each = (n, 1, 1)
    x, y = pixels_of(pictures)
    for number in range(3):
        there = lots.happens(1.0 if number == 0 else 0.5, *each)
        dx, dy = x - width * lots.even(*each), y - height * lots.even(*each)
        angle = lots.between(0, math.pi, *each)
        along = (dx * angle.cos() + dy * angle.sin()) / lots.between(3, 60, *each)
        across = (dy * angle.cos() - dx * angle.sin()) / lots.between(3, 60, *each)
        bright = torch.sigmoid((1 - torch.hypot(along, across)) / lots.between(0.05, 0.8, *each) * 2) * there
        pictures = pictures + bright[:, None] * lots.between(40 / 255, 220 / 255, n, 1, 1, 1)
    return pictures.clamp(0, 1)


def _coarse(pictures: Tensor, lots: Lots) -> Tensor:
    """As from cameras that have fewer pixels for the board."""
    made = []
    for picture in pictures.split(1):
        scale = float(lots.numbers.uniform(0.35, 0.85))
        clean = bool(lots.numbers.uniform() < 0.7)
        small = functional.interpolate(
            picture, scale_factor=scale, mode="bilinear", antialias=clean, align_corners=False
        )
        way = "bilinear" if lots.numbers.uniform() < 0.6 else "bicubic"
        made.append(functional.interpolate(small, size=picture.shape[2:], mode=way, align_corners=False))
    return torch.cat(made).clamp(0, 1)


def _shaken(pictures: Tensor, lots: Lots) -> Tensor:
    """Blurred along a line of three to seven pixels."""
    n, channels, height, width = pictures.shape
    reach, angle = lots.below(SHAKEN - 3 + 1, n, 1) + 2, lots.between(0, math.pi, n, 1)
    along, middle = torch.linspace(-0.5, 0.5, 4 * SHAKEN, device=lots.device), SHAKEN // 2
    row, column = (
        (middle + reach * along * each).round().long().clamp(0, SHAKEN - 1)
        for each in (angle.sin(), angle.cos())
    )
    line = torch.zeros(n, SHAKEN * SHAKEN, device=lots.device).scatter(1, row * SHAKEN + column, 1.0)
    weights = (line / line.sum(1, keepdim=True)).reshape(n, 1, SHAKEN, SHAKEN).repeat_interleave(channels, 0)
    planes = pictures.reshape(1, n * channels, height, width)
    planes = functional.pad(planes, (middle,) * 4, mode="replicate")
    return functional.conv2d(planes, weights, groups=n * channels).reshape(n, channels, height, width)


def _sharpened(pictures: Tensor, lots: Lots) -> Tensor:
    n = len(pictures)
    soft = blurred(pictures, torch.ones(n, device=lots.device))
    return pictures + (pictures - soft) * lots.between(0.2, 0.8, n, 1, 1, 1)


def _noisy(pictures: Tensor, lots: Lots) -> Tensor:
    """A sensor's noise, one time in four strong, in half of the batches as coarse as a board seen small is."""
    n, channels, height, width = pictures.shape
    each = (n, 1, 1, 1)
    strong, weak = lots.between(0.03, 0.11, *each), lots.between(0, 0.05, *each)
    deviation = torch.where(lots.happens(0.25, *each), strong, weak) * lots.happens(0.7, *each)
    scale = float(lots.numbers.uniform(0.35, 1)) if lots.numbers.uniform() < 0.5 else 1.0
    noise = lots.normal(n, channels, round(height * scale), round(width * scale))
    if scale < 1:
        noise = functional.interpolate(noise, size=(height, width), mode="bilinear", align_corners=False)
    return (pictures + noise * deviation).clamp(0, 1)


def _compressed(pictures: Tensor, lots: Lots) -> Tensor:
    """As JPEG keeps pictures, of a quality of 35 to 95; sides are whole blocks."""
    n, _, height, width = pictures.shape
    quality = lots.between(35, 95, n, 1, 1, 1)
    coarseness = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100
    tables = torch.stack([BRIGHTNESS, HUE, HUE]).to(lots.device)
    steps = (tables * coarseness).round().clamp(1, 255)[:, :, None, None]
    waves, hues = WAVES.to(lots.device), TO_HUES.to(lots.device)
    middle = torch.tensor([128.0, 0, 0], device=lots.device)[:, None, None]
    told = torch.einsum("oc,nchw->nohw", hues, pictures * 255) - middle
    blocks = told.reshape(n, 3, height // BLOCK, BLOCK, width // BLOCK, BLOCK).transpose(3, 4)
    kept = (waves @ blocks @ waves.T / steps).round() * steps
    told = (waves.T @ kept @ waves).transpose(3, 4).reshape(n, 3, height, width) + middle
    return (torch.einsum("oc,nchw->nohw", torch.linalg.inv(hues), told) / 255).clamp(0, 1)
