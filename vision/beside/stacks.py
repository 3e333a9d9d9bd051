"""Stacks of checkers that stand on edge in a tray beside the board: how many of which kind the picture shows.

Standing on edge against the end of a tray they make a block of one colour, as wide as a checker, with a line
between each and the next: where these lie evenly, they can be counted.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel, ColourModel
from vision.frame import FloatArray, Picture
from vision.rectify import HEIGHT, SPAN_X, SPAN_Y, WIDTH, Rectifier

SCALE, ZOOM = 3.0, 0.72
"""How large, and how much smaller than the board fills it, the board is drawn to look at what lies beside it."""
BESIDE = (0.025, 0.3)
"""How far from the surface's edge the middle of a tray may lie, in widths of the surface."""
STEPS = 14
"""At so many places beside the board stacks are looked for."""
BAND = 0.4
"""How much of a checker's diameter is looked at across a stack."""
ENDS = (-0.07, 0.045)
"""Where a stack may begin beyond the far or near edge, in depths of the surface: outward, then inward."""
LONGEST = 0.5
"""No stack is longer, in depths of the surface."""
THICKNESS = (0.27, 0.28)
"""The usual thickness of a checker in diameters, and how much it differs (natural logarithm)."""
THIN, THICK = 0.15, 0.5
"""No checker is thinner or thicker, in diameters."""
EDGE = 6.0
"""By so much (L, a and b together) colours change at the end of a stack at least."""
APART = 12.0
"""By so much (L, a and b together) what lies beyond a stack differs from it at least."""
LINED, UNLINED = (0.6, 0.22), 0.15
"""How evenly lines lie in a stack, on average and how far from it, and how far from 0 where there are no lines."""
MOST = 15
"""The most checkers in a stack."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of checkers on edge: light or not, how many with what probability (0-1), where, and how it was judged."""

    light: bool
    count: int
    p: float
    u: float
    begin: float
    end: float
    score: float
    evenness: float


def place_in(u: float, v: float) -> tuple[float, float]:
    """The pixel of a place on the board in the zoomed picture."""
    return (
        WIDTH * SCALE / 2 + (u - 0.5) * SPAN_X * SCALE * ZOOM,
        HEIGHT * SCALE / 2 + (v - 0.5) * SPAN_Y * SCALE * ZOOM,
    )


def find_stacks(picture: Picture, rectifier: Rectifier, model: BoardModel) -> list[Stack]:
    """The likeliest stack at each end of each side, where there is any."""
    if model.colour_model is None:
        return []
    zoomed = cv2.cvtColor(rectifier.rectify(picture, SCALE, ZOOM), cv2.COLOR_BGR2LAB).astype(np.float32)
    inside = _inside(picture.shape, rectifier, zoomed.shape)
    found = []
    for left in (True, False):
        for far in (True, False):
            best: Stack | None = None
            for step in np.linspace(*BESIDE, STEPS):
                u = -float(step) if left else 1 + float(step)
                stack = _at(zoomed, inside, u, far, model, model.colour_model)
                if stack is not None and (best is None or stack.score > best.score):
                    best = stack
            if best is not None:
                found.append(best)
    return found


def _inside(shape: tuple[int, ...], rectifier: Rectifier, size: tuple[int, ...]) -> FloatArray:
    """Which pixels of the zoomed picture the camera's picture shows at all."""
    corners = np.array([[0, 0], [size[1], 0], [size[1], size[0]], [0, size[0]]], np.float64)
    uv = np.array(
        [
            [
                0.5 + (x - WIDTH * SCALE / 2) / (SPAN_X * SCALE * ZOOM),
                0.5 + (y - HEIGHT * SCALE / 2) / (SPAN_Y * SCALE * ZOOM),
            ]
            for x, y in corners
        ]
    )
    matrix = cv2.getPerspectiveTransform(rectifier.pixels(uv).astype(np.float32), corners.astype(np.float32))
    white = np.full(shape[:2], 1, np.uint8)
    return np.asarray(cv2.warpPerspective(white, matrix, (size[1], size[0]), flags=cv2.INTER_NEAREST))


def _at(
    zoomed: FloatArray, inside: FloatArray, u: float, far: bool, model: BoardModel, colour_model: ColourModel
) -> Stack | None:
    """The likeliest stack whose middle lies at `u`, at the far or the near end."""
    x, first = place_in(u, (0.0 if far else 1.0) + (ENDS[0] if far else -ENDS[0]))
    _, last = place_in(u, LONGEST if far else 1 - LONGEST)
    half = BAND / 2 * model.checker[0] * SPAN_X * SCALE * ZOOM
    x0, x1 = round(x - half), round(x + half) + 1
    y0, y1 = sorted((round(first), round(last)))
    if x0 < 0 or x1 > zoomed.shape[1] or not inside[max(y0, 0) : y1, x0:x1].mean() > 0.95:
        return None
    strip = zoomed[max(y0, 0) : y1, x0:x1]
    if not far:
        strip = strip[::-1]
    depth = SPAN_Y * SCALE * ZOOM
    profile = cv2.GaussianBlur(strip.mean(axis=1), (1, 5), 1.0)
    change = np.zeros(len(profile))
    change[1:-1] = np.abs(profile[2:] - profile[:-2]).sum(axis=1)
    diameter = model.checker[1] * depth
    peaks = [
        i for i in range(2, len(change) - 2) if change[i] >= change[i - 2 : i + 3].max() and change[i] > EDGE
    ]
    within = (ENDS[1] - ENDS[0]) * depth
    best: Stack | None = None
    for begin in [i for i in peaks if i < within]:
        for end in [i for i in peaks if i > begin + THIN * diameter]:
            stack = _judged(profile, change, begin, end, diameter, colour_model)
            if stack is not None and (best is None or stack[3] > best.score):
                light, count, p, score, even = stack
                best = Stack(light, count, p, u, begin / depth, end / depth, score, even)
    return best


def _judged(
    profile: FloatArray, change: FloatArray, begin: int, end: int, diameter: float, colour_model: ColourModel
) -> tuple[bool, int, float, float, float] | None:
    """Whether what lies between two edges may be a stack: its kind, count with its probability, score, evenness."""
    body = profile[begin + 2 : end - 1]
    if len(body) < 4:
        return None
    colour = np.median(body, axis=0)
    thinnest = max(round(THIN * diameter / 2), 2)
    for beyond in (
        profile[max(begin - 3 - thinnest, 0) : max(begin - 2, 1)],
        profile[end + 3 : end + 3 + thinnest],
    ):
        if len(beyond) and np.abs(np.median(beyond, axis=0) - colour).sum() < APART:
            return None
    fits = []
    for shade in (colour_model.light, colour_model.dark):
        mean = np.array(shade.mean[3:])
        # lit otherwise than those on the board: brighter or darker by a factor
        factor = float(np.clip(colour[0] / max(mean[0], 8.0), 0.55, 1.5))
        away = np.array(
            [(colour[0] - mean[0] * factor) / 8.0, *(colour[1:] - 128 - (mean[1:] - 128) * factor) / 6.0]
        )
        fits.append(-0.5 * float(away @ away) - 0.5 * (math.log(factor) / 0.25) ** 2)
    light = fits[0] > fits[1]
    fit = max(fits)
    if fit < -12:
        return None
    logs = np.full(MOST + 1, -1e9)
    evens = np.zeros(MOST + 1)
    thicks = (end - begin) / diameter / np.arange(1, MOST + 1)
    counts = np.flatnonzero((thicks > THIN) & (thicks < THICK)) + 1
    evens[counts] = _evenness(change, begin, end, counts)
    for count in counts.tolist():
        thick = thicks[count - 1]
        logs[count] = -0.5 * (math.log(thick / THICKNESS[0]) / THICKNESS[1]) ** 2
        logs[count] += _told_by(evens[count], count)
    if logs.max() < -1e8:
        return None
    count = int(np.argmax(logs))
    p = float(1 / np.exp(logs - logs.max()).sum())
    rest = float(np.abs(body - colour).sum(axis=1).mean())
    score = float(logs.max()) + fit / 2 + min(change[end], 30) / 6 - rest / 4
    return light, count, p, score, float(evens[count])


def _told_by(evenness: float, count: int) -> float:
    """How much likelier (logarithm) lines are so even in a stack of so many than where there is none."""
    if count == 1:
        return 0.0
    sure = min((count - 1) / 4, 1.0)
    lined = -0.5 * ((min(evenness, LINED[0]) - LINED[0]) / LINED[1]) ** 2 - math.log(LINED[1])
    bare = -0.5 * (evenness / UNLINED) ** 2 - math.log(UNLINED)
    return sure * (lined - bare)


def _evenness(change: FloatArray, begin: int, end: int, counts: NDArray[np.int_]) -> FloatArray:
    """How well (correlation, -1 to 1) changes of colour between two edges lie where the
    lines of so many checkers are, number by number.
    """
    inner = np.arange(begin + 3, end - 2)
    if len(inner) < 6:
        return np.zeros(len(counts))
    periods = (end - begin) / counts[:, None]
    phases = ((inner - begin) / periods + 0.5) % 1.0 - 0.5
    combs = np.exp(-0.5 * (phases * periods / 2.0) ** 2)
    seen = np.minimum(change[inner], 3 * np.median(change[inner]) + 1)
    combs -= combs.mean(axis=1, keepdims=True)
    seen -= seen.mean()
    spreads, spread = np.sqrt((combs**2).mean(axis=1)), math.sqrt((seen**2).mean())
    lined = (counts > 1) & (spreads > 1e-6) & (spread > 1e-6)
    together = combs @ seen / len(inner)
    evens: FloatArray = np.divide(together, spreads * spread, out=np.zeros(len(counts)), where=lined)
    return evens
