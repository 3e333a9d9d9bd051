"""The looks of checkers: what tells one board's two kinds apart."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.board_model import Palette, Shade
from vision.detections import Spot
from vision.frame import FloatArray, Picture
from vision.rectify import SPAN_X, SPAN_Y, canvas_of

FEATURES = 6
"""How many numbers describe the looks of a checker: L a b of its middle, L a b of its ring."""


def appearance(rectified: Picture, spots: Sequence[Spot], checker: tuple[float, float]) -> FloatArray:
    """Nx6: the median Lab colour (0-255) of the middle and of the ring of the checkers that lie at N spots."""
    lab = cv2.cvtColor(rectified, cv2.COLOR_BGR2LAB).astype(np.float32)
    across, along = checker[0] * SPAN_X / 2, checker[1] * SPAN_Y / 2
    reach_x, reach_y = math.ceil(across), math.ceil(along)
    dy, dx = np.mgrid[-reach_y : reach_y + 1, -reach_x : reach_x + 1]
    radius = np.hypot(dx / across, dy / along)
    zones = [radius < 0.45, (radius > 0.5) & (radius < 0.85)]
    middles = np.rint(canvas_of(np.array([[spot.u, spot.v] for spot in spots]))).astype(int)
    height, width = lab.shape[:2]
    rows = []
    for x, y in middles:
        features = []
        for zone in zones:
            ys, xs = np.clip(y + dy[zone], 0, height - 1), np.clip(x + dx[zone], 0, width - 1)
            features.append(np.median(lab[ys, xs], axis=0))
        rows.append(np.concatenate(features))
    return np.array(rows, dtype=np.float64)


def learn_palette(looks: FloatArray) -> Palette | None:
    """The looks of both kinds, from one picture's checkers (Nx6) alone; None where there are too few to tell."""
    if len(looks) < 3:
        return None
    weights = np.array([1.0, 1.5, 1.5, 1.0, 1.5, 1.5])
    scaled = (looks * weights).astype(np.float32)
    # Lloyd's iterations from the two checkers that look least alike
    far = np.linalg.norm(scaled[:, None] - scaled[None], axis=2)
    first, second = np.unravel_index(int(np.argmax(far)), far.shape)
    middles = scaled[[first, second]]
    label = np.zeros(len(looks), dtype=int)
    for _ in range(20):
        label = np.argmin(np.linalg.norm(scaled[:, None] - middles[None], axis=2), axis=1)
        middles = np.array(
            [np.median(scaled[label == k], axis=0) if (label == k).any() else middles[k] for k in (0, 1)]
        )
    return palette_of(looks, label)


def palette_of(looks: FloatArray, label: FloatArray) -> Palette | None:
    """The palette of checkers (Nx6 looks) labelled 0 or 1, whichever is the lighter; None where they look alike."""
    groups = [looks[label == k] for k in (0, 1)]
    if any(len(group) == 0 for group in groups):
        return None
    means = [np.median(group, axis=0) for group in groups]
    residual = np.concatenate([group - mean for group, mean in zip(groups, means, strict=True)])
    spread = np.maximum(1.4826 * np.median(np.abs(residual), axis=0), 6.0)
    apart = float(np.linalg.norm((means[0] - means[1]) / spread)) / math.sqrt(FEATURES)
    if apart < 2.0:
        return None
    light = 0 if means[0][0] + means[0][3] >= means[1][0] + means[1][3] else 1
    shades = [
        Shade(tuple(float(x) for x in mean), len(group)) for mean, group in zip(means, groups, strict=True)
    ]
    return Palette(shades[light], shades[1 - light], tuple(float(x) for x in spread))


def kind_chances(looks: FloatArray, palette: Palette | None) -> list[float]:
    """P(light) of each checker (Nx6 looks)."""
    if palette is None:
        # one kind only, and nothing to compare it with: by its brightness against the middle of the scale
        brightness = (looks[:, 0] + looks[:, 3]) / 2
        return [float(p) for p in 1 / (1 + np.exp(-(np.median(brightness) - 110) / 15)) * np.ones(len(looks))]
    spread = np.array(palette.spread) * math.sqrt(FEATURES)
    away = [
        np.sum(np.minimum(((looks - np.array(shade.mean)) / spread) ** 2, 9.0), axis=1)
        for shade in (palette.light, palette.dark)
    ]
    odds = np.clip((away[1] - away[0]) / 2 * 3, -9, 9)
    return [float(p) for p in 1 / (1 + np.exp(-odds))]
