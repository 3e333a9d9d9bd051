"""Playing surfaces as they are printed, painted, inlaid and sewn: points of all shapes
and colours, pictures between.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import textures

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]


def playing_surface(
    rng: np.random.Generator, wide: int, deep: int, bar: float, colours: Sequence[Floats]
) -> Picture:
    """A surface of so many pixels with a strip for the bar (a share of its width); colours: felt, points, points."""
    felt = np.asarray(255 * textures.material(rng, deep, wide, colours[0]), np.uint8)
    if rng.uniform() < 0.12:
        felt[:, wide // 2 :] = np.asarray(
            255 * textures.material(rng, deep, wide, textures.colour(rng)), np.uint8
        )[:, wide // 2 :]
    if rng.uniform() < 0.12:
        _splash(rng, felt, np.full(felt.shape[:2], 255, np.uint8))
    sheet = felt
    for _ in range(int(rng.choice([0, 2, 5], p=[0.55, 0.3, 0.15]))):
        clutter(rng, sheet, 0.2, (rng.uniform(0.05, 0.95) * wide, deep * rng.uniform(0.35, 0.65)))
    _points(rng, sheet, bar, colours)
    middle, reach = wide / 2, bar * wide / 2
    strip = textures.colour(rng) if rng.uniform() < 0.8 else colours[0]
    if reach >= 1:
        left, right = round(middle - reach), round(middle + reach)
        sheet[:, left:right] = np.asarray(
            255 * textures.material(rng, deep, max(right - left, 1), strip), np.uint8
        )
    if rng.uniform() < 0.5:
        line = tuple(float(255 * c) for c in textures.colour(rng))
        cv2.line(sheet, (round(middle), 0), (round(middle), deep), line, int(rng.integers(1, 4)))
    if rng.uniform() < 0.25:
        line = tuple(float(255 * c) for c in textures.colour(rng))
        for place in (rng.uniform(0.1, 0.3), rng.uniform(0.7, 0.9)):
            size = (rng.uniform(0.5, 1) * max(reach, 4), rng.uniform(6, 18))
            low = (round(middle - size[0]), round(place * deep - size[1]))
            cv2.rectangle(sheet, low, (round(middle + size[0]), round(place * deep + size[1])), line, -1)
    return sheet


def _points(rng: np.random.Generator, sheet: Picture, bar: float, colours: Sequence[Floats]) -> None:
    deep, wide = sheet.shape[:2]
    inset = (rng.uniform(0, 0.022) * wide, rng.uniform(0, 0.02) * deep) if rng.uniform() < 0.5 else (0.0, 0.0)
    beside_bar = rng.uniform(0, 0.02) * wide if rng.uniform() < 0.3 else inset[0]
    pitch = (wide * (1 - bar) / 2 - inset[0] - beside_bar) / 6
    outline = _outline(rng, pitch, rng.uniform(0.3, 0.47) * deep)
    layers = _layers(rng, deep, wide, colours)
    swap, mirrored = int(rng.integers(2)), rng.uniform() < 0.12
    border = int(rng.choice([0, 1, 2], p=[0.65, 0.25, 0.1]))
    line = tuple(float(255 * c) for c in textures.colour(rng))
    dots = tuple(float(255 * c) for c in textures.colour(rng)) if rng.uniform() < 0.08 else None
    masks = [np.zeros((deep, wide), np.uint8) for _ in layers]
    drawn: list[NDArray[np.int32]] = []
    for column in range(12):
        first = inset[0] if column < 6 else wide * (1 + bar) / 2 + beside_bar
        x = first + (column % 6 + 0.5) * pitch
        for near in (False, True):
            shape = outline * [1, -1] + [x, deep - inset[1]] if near else outline + [x, inset[1]]
            quarter = 2 * near + (column >= 6)
            turn = (column + (near and not mirrored) + swap) % 2
            which = (turn + 2 * quarter) % len(layers)
            points = np.round(shape * 16).astype(np.int32)
            drawn.append(points)
            cv2.fillPoly(masks[which], [points], 255, cv2.LINE_AA, 4)
            if dots:
                away = 0.45 * deep if not near else 0.55 * deep
                cv2.circle(sheet, (round(x), round(away)), 3, dots, -1, cv2.LINE_AA)
    for mask, layer in zip(masks, layers, strict=True):
        share = mask.astype(np.uint16)[..., None]
        sheet[:] = ((sheet * (255 - share) + layer * share) // 255).astype(np.uint8)
    if border:
        cv2.polylines(sheet, drawn, True, line, border, cv2.LINE_AA, 4)


def _outline(rng: np.random.Generator, pitch: float, length: float) -> Floats:
    """A point's outline (Nx2, x about its middle, y from its base): pointed, round-based, hollow-sided, blunt."""
    t = np.linspace(0, 1, 14)
    base = rng.uniform(0.8, 1.0) * pitch / 2
    kind = rng.choice(["plain", "round", "stadium", "curved", "blunt"], p=[0.5, 0.15, 0.1, 0.15, 0.1])
    power = rng.uniform(0.6, 2.5) if kind == "curved" else 1.0
    half = base * (1 - t**power)
    if kind == "blunt":
        half = np.maximum(half, rng.uniform(0.05, 0.4) * base)
    v = t * length
    if kind in ("round", "stadium"):
        angle = np.linspace(0, np.pi / 2, 8)
        flat = base if kind == "round" else min(base, 0.3 * length)
        curve = (np.sin(angle) * base, flat * (1 - np.cos(angle)))
        after = t[1:]
        straight = rng.uniform(0.0, 0.15) * length if kind == "stadium" else 0.0
        half = np.concatenate([curve[0], base * (1 - after)])
        v = np.concatenate([curve[1], flat + straight + after * (length - flat - straight)])
    return np.concatenate([np.stack([-half, v], 1), np.stack([half, v], 1)[::-1]])


def _layers(rng: np.random.Generator, deep: int, wide: int, colours: Sequence[Floats]) -> list[Picture]:
    """What the points are filled with by turns: two sorts, or others in each quarter."""
    first, second = colours[1], colours[2]
    if rng.uniform() < 0.25:
        second = textures.far(rng, first)
    if rng.uniform() < 0.08:
        second = textures.near(rng, colours[0], 0.05)
    count = int(rng.choice([2, 4, 8], p=[0.8, 0.08, 0.12]))
    shades = [first, second] + [textures.colour(rng) for _ in range(count - 2)]
    layers = [np.asarray(255 * textures.material(rng, deep, wide, shade), np.uint8) for shade in shades]
    for layer in layers:
        if rng.uniform() < 0.1:
            _bands(rng, layer)
        if rng.uniform() < 0.1:
            _splash(rng, layer, np.full((deep, wide), 255, np.uint8))
    return layers


def _bands(rng: np.random.Generator, layer: Picture) -> None:
    """Colours that follow one another along the points, sharply or not."""
    deep, wide = layer.shape[:2]
    stops = np.array([textures.colour(rng) for _ in range(int(rng.integers(2, 6)))], np.float32) * 255
    stops = np.concatenate([stops, stops[::-1]])[:, None]
    how = cv2.INTER_NEAREST if rng.uniform() < 0.4 else cv2.INTER_LINEAR
    layer[:] = np.asarray(cv2.resize(stops, (wide, deep), interpolation=how), np.uint8)


def _splash(rng: np.random.Generator, sheet: Picture, mask: Picture) -> None:
    """Spots and flakes of other colours."""
    deep, wide = sheet.shape[:2]
    rough = textures.noise(rng, deep, wide, (rng.uniform(8, 60), rng.uniform(8, 60)), 2)
    for _ in range(int(rng.integers(1, 3))):
        spots = (rough > rng.uniform(0.6, 1.8)) & (mask > 0)
        sheet[spots] = 255 * textures.colour(rng)
        rough = -rough


def clutter(
    rng: np.random.Generator, sheet: Picture, size: float, at: tuple[float, float] | None = None
) -> None:
    """A thing or a print of up to this share of the sheet's width, anywhere or there."""
    height, width = sheet.shape[:2]
    x, y = at or (rng.uniform(0, width), rng.uniform(0, height))
    shade = tuple(float(255 * c) for c in textures.colour(rng))
    reach = rng.uniform(0.02, size) * width
    middle, thick = (round(x), round(y)), int(rng.choice([-1, 1, 2, 4]))
    match rng.integers(6):
        case 0:
            cv2.circle(sheet, middle, round(reach / 2), shade, thick, cv2.LINE_AA)
        case 1:
            text = "".join(rng.choice(list("ABCDEGKMRSTabegnorsty0123456789&"), int(rng.integers(1, 12))))
            scale, weight = reach / 90, int(rng.integers(1, 4))
            origin = (round(x - reach / 2), round(y))
            cv2.putText(sheet, text, origin, int(rng.integers(0, 8)), scale, shade, weight, cv2.LINE_AA)
        case 2:
            axes = (round(reach / 2), round(reach * rng.uniform(0.15, 0.5)))
            cv2.ellipse(sheet, middle, axes, float(rng.uniform(0, 180)), 0, 360, shade, thick, cv2.LINE_AA)
        case 3:
            angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 10))))
            radii = reach / 2 * rng.uniform(0.3, 1.0, len(angles))
            shape = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], 1).astype(np.int32)
            cv2.fillPoly(sheet, [shape], shade, cv2.LINE_AA)
        case _:
            sides = (reach, reach * rng.uniform(0.1, 1.5))
            angle = float(rng.normal(0, 8) if rng.uniform() < 0.5 else rng.uniform(0, 90))
            square = cv2.boxPoints(((x, y), sides, angle)).astype(np.int32)
            cv2.fillConvexPoly(sheet, square, shade, cv2.LINE_AA)
            if rng.uniform() < 0.5:
                edge = tuple(float(255 * c) for c in textures.colour(rng))
                cv2.polylines(sheet, [square], True, edge, int(rng.integers(1, 5)), cv2.LINE_AA)
