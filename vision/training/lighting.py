"""The light over a table: lamps, windows, what stands in their way, and how a camera takes the picture.

Units as in `scene`: the playing surface is 10 high; x runs to the right, y to the far side, z up from its middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.meshes import Floats

SHADOWS = 0.3
"""In how many pictures something above the board casts a hard shadow on it."""


@dataclass(frozen=True, slots=True)
class RoomLamp:
    """A round lamp: middle, radius, RGB radiance."""

    place: Floats
    radius: float
    power: Floats


def sample_lights(rng: np.random.Generator) -> tuple[tuple[RoomLamp, ...], Floats]:
    """Two lamps, or a lamp and a window at a side, and the RGB radiance of the room."""
    warm = rng.normal(0, 0.12)
    tint = np.array([1 + warm, 1.0, 1 - warm])
    lights = []
    for k in range(2):
        match rng.choice(["lamp", "spot", "window"], p=[0.6, 0.2, 0.2]):
            case "lamp":
                place = np.array([rng.uniform(-25, 25), rng.uniform(-25, 25), rng.uniform(15, 40)])
                radius = rng.uniform(0.5, 7)
            case "spot":
                place = np.array([rng.uniform(-12, 12), rng.uniform(-12, 12), rng.uniform(14, 30)])
                radius = rng.uniform(0.2, 0.8)
            case _:
                angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(22, 40)
                place = np.array([np.cos(angle) * reach, np.sin(angle) * reach, rng.uniform(6, 18)])
                radius = rng.uniform(3, 6)
        power = rng.uniform(0.3, 1) * (1.0 if k == 0 else rng.choice([0.01, rng.uniform(0, 1)]))
        hue = np.clip(tint + rng.normal(0, 0.08, 3), 0.5, 1.5)
        # what a lamp low over the table gives is spread over more of it
        slant = max(place[2] / float(np.linalg.norm(place)), 0.25)
        radiance = power * float(place @ place) / (3.14 * radius**2) * hue / slant
        lights.append(RoomLamp(place, radius, radiance))
    return tuple(lights), np.clip(tint, 0.5, 1.5) * rng.choice(
        [rng.uniform(0.02, 0.15), rng.uniform(0.1, 0.6)]
    )


def developed(light: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """An 8-bit BGR picture of linear RGB light: exposed at random, mostly well, darker to its corners, cast, noisy."""
    height, width = light.shape[:2]
    grey = light.mean(2)
    white = float(np.percentile(grey, rng.uniform(88, 98)))
    exposed = light / max(white, 1e-4) * rng.uniform(0.35, 0.95)
    if rng.uniform() < 0.3:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        exposed = exposed * (1 - rng.uniform(0.1, 0.45) * (x**2 + y**2) / 2).astype(np.float32)[..., None]
    if rng.uniform() < 0.4:
        exposed = exposed * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    if rng.uniform() < 0.12:  # light that falls into the lens
        centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        y, x = np.mgrid[:height, :width]
        glow = np.exp(-np.hypot(x - centre[0], y - centre[1]) / (rng.uniform(0.1, 0.5) * width))
        exposed = exposed + (rng.uniform(0.05, 0.5) * glow).astype(np.float32)[..., None]
    srgb = np.where(
        exposed < 0.0031308, exposed * 12.92, 1.055 * np.maximum(exposed, 1e-6) ** (1 / 2.4) - 0.055
    )
    if rng.uniform() < 0.3:
        contrast = rng.uniform(0.2, 0.8)
        bent = np.clip(srgb, 0, 1)
        srgb = (1 - contrast) * srgb + contrast * (bent * bent * (3 - 2 * bent))
    picture = np.clip(srgb[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.uniform() < 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.1))), np.uint8)
    return picture
