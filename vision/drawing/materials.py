"""The materials of a simulated board: textures of grain, as factors of brightness about 1."""

import cv2
import numpy as np

from vision.drawing.board_look import Appearance, Colour, Material
from vision.drawing.pinhole_camera import Array32


def bgr(colour: Colour) -> Array32:
    """A colour as the pictures have it: blue, green, red."""
    return np.array(colour[::-1], np.float32)


def _cloudy(rng: np.random.Generator, height: int, width: int, cell: float) -> Array32:
    """Smooth noise about 0 with a standard deviation of about 1; spots of `cell` pixels."""
    rows, columns = max(2, round(height / cell) + 2), max(2, round(width / cell) + 2)
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def grain(
    material: Material, height: int, width: int, seed: int, per_cm: float, along_x: bool = True
) -> Array32:
    """A texture of a material, height x width, brightness about 1; wood runs along x or y."""
    rng = np.random.default_rng(seed)
    fine = rng.standard_normal((height, width)).astype(np.float32)
    match material:
        case Material.FELT:
            fuzz = cv2.GaussianBlur(fine, (0, 0), 0.8) * 0.075
            return np.asarray(1 + fuzz + _cloudy(rng, height, width, 2.5 * per_cm) * 0.012, np.float32)
        case Material.CLOTH:
            ys, xs = np.mgrid[0:height, 0:width].astype(np.float32) * np.float32(2 * np.pi / (0.28 * per_cm))
            weave = 0.02 * np.sin(xs) * np.sin(ys)
            return np.asarray(
                1 + weave + fine * 0.02 + _cloudy(rng, height, width, 8 * per_cm) * 0.02, np.float32
            )
        case Material.LEATHER:
            cells = cv2.GaussianBlur(fine, (0, 0), 1.4) * 0.13
            return np.asarray(1 + cells + _cloudy(rng, height, width, 4 * per_cm) * 0.012, np.float32)
        case Material.WOOD:
            return _wood(rng, *((height, width) if along_x else (width, height)), per_cm, not along_x)


def _wood(rng: np.random.Generator, height: int, width: int, per_cm: float, turned: bool) -> Array32:
    """Wood that runs along x: streaks of several widths, wavering a little, and pores."""

    def streaks(wide: float, long: float) -> Array32:
        rows, columns = max(2, round(height / per_cm / wide)) + 3, max(2, round(width / per_cm / long)) + 3
        coarse = rng.standard_normal((rows, columns)).astype(np.float32)
        return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)

    ys = np.arange(height, dtype=np.float32)[:, None] / np.float32(per_cm)
    rings = np.sin((ys + 1.5 * streaks(7, 20)) * np.float32(2 * np.pi / 1.7) + 2 * streaks(1.2, 30))
    pores = np.minimum(streaks(0.09, 1.5) + 1.0, 0)
    texture = 1 + 0.03 * rings + 0.03 * streaks(0.4, 30) + 0.04 * streaks(0.12, 14) + 0.05 * pores
    texture = np.asarray(texture + 0.03 * streaks(3, 12), np.float32)
    return np.ascontiguousarray(texture.T) if turned else texture


def light_field(look: Appearance) -> Array32:
    """How bright each pixel of the picture is by where the lamp stands and what the lens loses; height x width."""
    width, height = look.camera.size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = (xs / width - 0.5) * 2, (ys / height - 0.5) * 2
    slope = xs * np.float32(look.lamp[0]) - ys * np.float32(look.lamp[1])
    return np.asarray(1.03 + 0.07 * slope - np.float32(look.vignette) * (xs * xs + ys * ys) * 0.5, np.float32)
