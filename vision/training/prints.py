"""What lies flat on a board or beside it and is neither a die nor a cube, drawn over crops of boards.

Dots, letters, numbers, drawings, paint, hinges, screws, displays, and checkers with something on their tops.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.lettering import a_font, written
from vision.training.textures import PIPS, Colour, colour, far, near, noise

Picture = NDArray[np.uint8]
Cover = NDArray[np.float32]
Canvas = NDArray[np.float32]

LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghkmnpqrstuwxyz&?!+")
DOUBLES = ("2", "4", "8", "16", "32", "64")
SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip
"""The strokes of a digit on a display."""
STROKES = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)), "e": ((0, 1), (0, 2)),
    "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip


def printed(rng: np.random.Generator, background: Picture) -> Picture:
    """A crop with something flat or round in it that is neither a die nor a cube."""
    canvas = np.asarray(background, np.float32) / np.float32(255)
    if rng.uniform() < 0.3:
        canvas = _painted(rng, canvas)
    if rng.uniform() < 0.25:
        canvas = _checker(rng, canvas)
    makes = (
        _dots,
        _dots,
        _text,
        _text,
        _text,
        _number,
        _number,
        _doodle,
        _hinge,
        _screw,
        _display,
        _spatter,
        _ring,
    )
    for _ in range(1 if rng.uniform() < 0.75 else 2):
        canvas = makes[int(rng.integers(len(makes)))](rng, canvas)
    return np.asarray(np.clip(canvas * 255 + 0.5, 0, 255), np.uint8)


def surface(rng: np.random.Generator, side: int) -> Picture:
    """A crop's background of any stuff: a colour, a slope of light, its grain, and a point's tip or an edge on it."""
    return np.asarray(np.clip(_painted(rng, np.zeros((side, side, 3), np.float32)) * 255, 0, 255), np.uint8)


def _painted(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    side = canvas.shape[0]
    base = colour(rng)
    out = np.broadcast_to(base, (side, side, 3)).astype(np.float32)
    cells = float(np.exp(rng.uniform(np.log(2), np.log(side / 2))))
    grain = noise(rng, side, side, (cells, cells * rng.uniform(0.3, 1.0)), 2)
    out = out * (1 + np.float32(rng.uniform(0, 0.2)) * grain)[..., None]
    for _ in range(int(rng.integers(0, 3))):
        cover = np.zeros((side, side), np.float32)
        cv2.fillPoly(
            cover, [np.round(rng.uniform(-0.3, 1.3, (3, 2)) * side).astype(np.int32)], 1.0, cv2.LINE_AA
        )
        out = out * (1 - cover[..., None]) + colour(rng).astype(np.float32) * cover[..., None]
    return np.asarray(np.clip(out, 0, 1), np.float32)


def _ink(rng: np.random.Generator, canvas: Canvas) -> Colour:
    """A colour that can be told from what is in the crop's middle."""
    side = canvas.shape[0]
    here = canvas[side // 3 : 2 * side // 3, side // 3 : 2 * side // 3].mean((0, 1)).astype(np.float64)
    return far(rng, here, 0.12 if rng.uniform() < 0.5 else 0.3)


def _printed_on(rng: np.random.Generator, canvas: Canvas, cover: Cover, ink: Colour) -> Canvas:
    """Ink where it covers, over the grain of what is below; some of it pressed in, so
    that its edges catch the light.
    """
    soft = np.asarray(cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(0.3, 0.8))), np.float32)
    if rng.uniform() < 0.3:
        soft = soft * np.float32(rng.uniform(0.4, 1.0))
    shade = ink.astype(np.float32)[None, None]
    if rng.uniform() < 0.6:
        grey = canvas.mean(2, keepdims=True)
        shade = shade * (
            1 + (grey - grey.mean()) / max(float(grey.mean()), 0.1) * np.float32(rng.uniform(0, 1))
        )
    out = canvas * (1 - soft[..., None]) + shade * soft[..., None]
    if rng.uniform() < 0.25:
        dy, dx = np.gradient(cv2.GaussianBlur(cover, (0, 0), 1.0))
        angle = rng.uniform(0, 2 * np.pi)
        relief = dx * np.cos(angle) + dy * np.sin(angle)
        out = out + np.asarray(relief * rng.uniform(0.3, 1.2), np.float32)[..., None]
    return np.asarray(np.clip(out, 0, 1), np.float32)


def _moved(rng: np.random.Generator, cover: Cover, spread: float = 0.12) -> Cover:
    """A cover turned any way, foreshortened as by a tilted camera, and moved a little."""
    side = cover.shape[0]
    angle = (
        rng.uniform(0, 2 * np.pi) if rng.uniform() < 0.5 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1)
    )
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = np.diag([1.0, rng.uniform(0.7, 1.0)]) @ spin
    middle = np.array([(side - 1) / 2] * 2)
    affine = np.column_stack([linear, middle + rng.normal(0, spread, 2) * side - linear @ middle])
    return np.asarray(cv2.warpAffine(cover, affine, (side, side)), np.float32)


def _dots(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Dots without a die about them, as pips lie or anyhow."""
    side = canvas.shape[0]
    cover = np.zeros((side, side), np.float32)
    radius = rng.uniform(0.02, 0.13)
    if rng.uniform() < 0.6:
        reach = rng.uniform(0.08, 0.32)
        places = [(a * reach, b * reach) for a, b in PIPS[int(rng.integers(1, 7))]]
    else:
        places = [tuple(rng.normal(0, 0.22, 2)) for _ in range(int(rng.integers(1, 8)))]
    thick = -1 if rng.uniform() < 0.75 else 16
    for a, b in places:
        centre = (round((0.5 + a) * side * 16), round((0.5 + b) * side * 16))
        size = radius * (1 if rng.uniform() < 0.7 else rng.uniform(0.5, 1.5))
        cv2.circle(cover, centre, round(size * side * 16), 1.0, thick if thick < 0 else 2, cv2.LINE_AA, 4)
    return _printed_on(rng, canvas, _moved(rng, cover, 0.06), _ink(rng, canvas))


def _text(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Letters: one, a word's piece, or numbers that no cube shows."""
    if rng.uniform() < 0.75:
        text = "".join(rng.choice(LETTERS, int(rng.integers(1, 6))))
    else:
        text = str(int(rng.integers(0, 200)))
    cover = written(text, a_font(rng), float(rng.uniform(0.12, 1.0)), canvas.shape[0], int(rng.integers(6)))
    return _printed_on(rng, canvas, _moved(rng, cover, 0.2), _ink(rng, canvas))


def _number(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """A number such as cubes show, but flat: on the board, in a ring, on a card or plate."""
    side = canvas.shape[0]
    if rng.uniform() < 0.45:
        canvas = _plate(rng, canvas, rng.uniform() < 0.5)
    size = float(rng.uniform(0.12, 0.6))
    text = str(rng.choice(DOUBLES)) if rng.uniform() < 0.7 else str(int(rng.integers(0, 100)))
    cover = written(text, a_font(rng), size, side, int(rng.integers(6)))
    if rng.uniform() < 0.2:
        cv2.circle(cover, (side // 2, side // 2), round(side * min(0.75 * size, 0.45)), 1.0, 2, cv2.LINE_AA)
    return _printed_on(rng, canvas, _moved(rng, cover, 0.05), _ink(rng, canvas))


def _plate(rng: np.random.Generator, canvas: Canvas, large: bool) -> Canvas:
    """A card, plate or label: flat, without a side or a shadow to speak of; a large one reaches beyond the crop."""
    side = canvas.shape[0]
    cover = np.zeros((side, side), np.float32)
    width, height = rng.uniform(0.3, 0.5, 2) if large else rng.uniform(0.12, 0.4, 2)
    if large:
        width *= rng.uniform(1, 3)
    low, high = (
        (round((0.5 - width) * side), round((0.5 - height) * side)),
        (
            round((0.5 + width) * side),
            round((0.5 + height) * side),
        ),
    )
    if rng.uniform() < 0.25:
        axes = (round(width * side), round(height * side))
        cv2.ellipse(cover, (side // 2, side // 2), axes, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(cover, low, high, 1.0, -1)
    cover = _moved(rng, cover, 0.03)
    out = canvas * (1 - cover[..., None]) + colour(rng).astype(np.float32) * cover[..., None]
    if rng.uniform() < 0.3:
        edge = cover - cv2.erode(cover, np.ones((3, 3), np.uint8))
        out = out * (1 - edge[..., None]) + colour(rng).astype(np.float32) * edge[..., None]
    return np.asarray(out, np.float32)


def _doodle(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """A drawing: loops, flowers, stars, outlines, hatching."""
    side = canvas.shape[0]
    out = canvas
    for _ in range(int(rng.integers(1, 6))):
        cover = np.zeros((side, side), np.float32)
        t = np.linspace(0, 2 * np.pi, 60)
        lobes, depth = int(rng.integers(2, 12)), rng.uniform(0, 0.6)
        radius = rng.uniform(0.05, 0.6) * side * (1 + depth * np.cos(lobes * t + rng.uniform(0, 6)))
        if rng.uniform() < 0.4:
            radius *= 1 + 0.4 * np.cos(t * int(rng.integers(1, 4)) + rng.uniform(0, 6))
        centre = side / 2 + rng.normal(0, 0.2, 2) * side
        line = np.stack([centre[0] + radius * np.cos(t), centre[1] + radius * np.sin(t)], -1)
        if rng.uniform() < 0.35:
            line = np.cumsum(rng.normal(0, 0.06, (40, 2)), 0) * side + centre
            line = cv2.GaussianBlur(line, (1, 9), 2)
        points = np.round(line * 16).astype(np.int32)
        if rng.uniform() < 0.3:
            cv2.fillPoly(cover, [points], 1.0, cv2.LINE_AA, 4)
        else:
            cv2.polylines(cover, [points], rng.uniform() < 0.7, 1.0, int(rng.integers(1, 5)), cv2.LINE_AA, 4)
        out = _printed_on(rng, out, cover, _ink(rng, out) if rng.uniform() < 0.7 else colour(rng))
    return out


def _hinge(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Two metal leaves and the knuckle between them, with screws."""
    side = canvas.shape[0]
    metal = near(
        rng, np.array([[0.3, 0.55, 0.7], [0.7, 0.7, 0.7], [0.2, 0.25, 0.3]])[int(rng.integers(3))], 0.1
    )
    width, height, knuckle = rng.uniform(0.2, 0.5), rng.uniform(0.15, 0.5), rng.uniform(0.03, 0.09)
    sheen = np.asarray(1 + rng.uniform(0.05, 0.3) * noise(rng, side, side, (3, 3), 2), np.float32)[..., None]
    cover = np.zeros((side, side), np.float32)
    bounds = [round((0.5 + s) * side) for s in (-width, -height, width, height)]
    cv2.rectangle(cover, (bounds[0], bounds[1]), (bounds[2], bounds[3]), 1.0, -1)
    bands = np.zeros((side, side), np.float32)
    half = max(1, round(knuckle * side))
    bands[bounds[1] : bounds[3], side // 2 - half : side // 2 + half] = 1.0
    lit = np.asarray(np.cos(np.linspace(-1.4, 1.4, 2 * half)), np.float32)
    shade = np.ones((side, side), np.float32)
    shade[:, side // 2 - half : side // 2 + half] = 0.4 + lit * np.float32(rng.uniform(0.5, 1.1))
    for k in range(1, int(rng.integers(2, 6))):
        row = bounds[1] + (bounds[3] - bounds[1]) * k // 5
        shade[row : row + 1, side // 2 - half : side // 2 + half] *= 0.4
    holes = np.ones((side, side), np.float32)
    for x in (-0.5, 0.5):
        for y in (-0.6, 0.6) if rng.uniform() < 0.7 else (-0.7, 0.0, 0.7):
            _head(rng, holes, (0.5 + x * width, 0.5 + y * height), rng.uniform(0.03, 0.07))
    angle = 90.0 * int(rng.integers(2)) + rng.normal(0, 6)
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), angle, float(rng.uniform(0.7, 1.5)))
    spin[:, 2] += rng.normal(0, 0.1, 2) * side
    cover, shade, holes = (
        np.asarray(cv2.warpAffine(m, spin, (side, side), borderValue=b), np.float32)
        for m, b in ((cover, 0), (shade, 1), (holes, 1))
    )
    plate = metal.astype(np.float32) * sheen * (shade * holes)[..., None]
    return np.asarray(np.clip(canvas * (1 - cover[..., None]) + plate * cover[..., None], 0, 1), np.float32)


def _head(rng: np.random.Generator, sheet: Cover, place: tuple[float, float], radius: float) -> None:
    """The head of a screw, as what it does to the light: a rim, a dome, a slot or a cross."""
    side = sheet.shape[0]
    centre = (round(place[0] * side), round(place[1] * side))
    size = max(2, round(radius * side))
    cv2.circle(sheet, centre, size + 1, float(rng.uniform(0.3, 0.7)), -1, cv2.LINE_AA)
    cv2.circle(sheet, centre, size, float(rng.uniform(0.7, 1.4)), -1, cv2.LINE_AA)
    angle, dark = rng.uniform(0, np.pi), float(rng.uniform(0.15, 0.5))
    for k in range(int(rng.integers(0, 3))):
        reach = np.array([np.cos(angle + k * np.pi / 2), np.sin(angle + k * np.pi / 2)]) * size * 0.75
        ends = [tuple(int(c) for c in np.round(np.array(centre) + s * reach)) for s in (-1, 1)]
        cv2.line(sheet, ends[0], ends[1], dark, max(1, size // 3), cv2.LINE_AA)


def _screw(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """One to four screws, pegs, studs or holes."""
    side = canvas.shape[0]
    shade = np.ones((side, side), np.float32)
    before = shade.copy()
    for _ in range(int(rng.integers(1, 5))):
        place = 0.5 + rng.normal(0, 0.12, 2)
        _head(rng, shade, (float(place[0]), float(place[1])), float(rng.uniform(0.04, 0.2)))
    cover = (np.abs(shade - before) > 0.02).astype(np.float32)[..., None]
    stuff = near(rng, colour(rng), 0.05).astype(np.float32) if rng.uniform() < 0.7 else canvas
    return np.asarray(np.clip(canvas * (1 - cover) + stuff * shade[..., None] * cover, 0, 1), np.float32)


def _display(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Digits of straight strokes on a clock's or scoreboard's display."""
    side = canvas.shape[0]
    out = _plate(rng, canvas, rng.uniform() < 0.6)
    digits = [str(d) for d in rng.integers(0, 10, int(rng.integers(1, 5)))]
    height = rng.uniform(0.12, 0.5)
    width = height * rng.uniform(0.4, 0.6)
    gap = width * rng.uniform(1.3, 1.6)
    cover = np.zeros((side, side), np.float32)
    for k, digit in enumerate(digits):
        left = 0.5 + (k - len(digits) / 2) * gap
        for stroke in SEGMENTS[digit]:
            ends = [
                (round((left + x * width) * side), round((0.5 + (y - 1) * height / 2) * side))
                for x, y in STROKES[stroke]
            ]
            cv2.line(cover, ends[0], ends[1], 1.0, max(1, round(height * side * 0.1)), cv2.LINE_AA)
    return _printed_on(rng, out, _moved(rng, cover, 0.08), _ink(rng, out))


def _spatter(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Splashes, stones, leaves: blobs of many sizes and colours over each other."""
    side = canvas.shape[0]
    out = canvas
    palette = [colour(rng).astype(np.float32) for _ in range(4)]
    low = float(rng.uniform(0.3, 1.8))
    for k in range(int(rng.integers(1, 5))):
        cells = float(np.exp(rng.uniform(np.log(2), np.log(side / 3))))
        field = noise(rng, side, side, (cells, cells), 2) - np.float32(low)
        cover = np.clip(field * np.float32(rng.uniform(2, 10)), 0, 1)[..., None]
        out = out * (1 - cover) + palette[k] * cover
    return np.asarray(out, np.float32)


def _ring(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """Rings and discs in each other, half discs at the base of a point."""
    side = canvas.shape[0]
    out = canvas
    centre = 0.5 + rng.normal(0, 0.08, 2)
    first = 90.0 * int(rng.integers(4))
    ends = (0.0, 360.0) if rng.uniform() < 0.7 else (first, first + 180.0)
    squash = rng.uniform(0.7, 1.0)
    for radius in sorted(rng.uniform(0.03, 0.6, int(rng.integers(1, 5))), reverse=True):
        cover = np.zeros((side, side), np.float32)
        thick = -1 if rng.uniform() < 0.6 else int(rng.integers(1, 4))
        axes = (max(1, round(radius * side)), max(1, round(radius * squash * side)))
        at = (round(centre[0] * side), round(centre[1] * side))
        cv2.ellipse(cover, at, axes, 0, ends[0], ends[1], 1.0, thick, cv2.LINE_AA)
        out = _printed_on(rng, out, cover, colour(rng))
    return out


def _checker(rng: np.random.Generator, canvas: Canvas) -> Canvas:
    """A checker as wide as they are to a crop, with its side and its shadow; what is drawn next comes on its top."""
    side = canvas.shape[0]
    radius = rng.uniform(0.22, 0.5) * side
    squash, high = rng.uniform(0.72, 1.0), rng.uniform(0.05, 0.25) * radius
    top = np.array([side / 2, side / 2]) + rng.normal(0, 0.06, 2) * side
    base = colour(rng, 0.04, 0.97)
    shadow, body, face = (np.zeros((side, side), np.float32) for _ in range(3))

    def disc(sheet: Cover, x: float, y: float, reach: float) -> None:
        axes = (round(reach * 16), round(reach * squash * 16))
        cv2.ellipse(sheet, ((x, y), (2 * axes[0] / 16, 2 * axes[1] / 16), 0.0), 1.0, -1, cv2.LINE_AA)

    cast = rng.normal(0, 0.15, 2) * radius
    disc(shadow, float(top[0] + cast[0]), float(top[1] + high + cast[1]), radius)
    for k in range(4):
        disc(body, float(top[0]), float(top[1] + high * k / 3), radius)
    disc(face, float(top[0]), float(top[1]), radius)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 0.05 * side), np.float32) * np.float32(
        rng.uniform(0.1, 0.6)
    )
    out = canvas * (1 - shadow[..., None])
    dark = (base * rng.uniform(0.4, 0.9)).astype(np.float32)
    out = out * (1 - body[..., None]) + dark * body[..., None]
    sheen = np.asarray(1 + rng.uniform(0, 0.08) * noise(rng, side, side, (4, 4), 2), np.float32)[..., None]
    return np.asarray(
        np.clip(out * (1 - face[..., None]) + base.astype(np.float32) * sheen * face[..., None], 0, 1),
        np.float32,
    )
