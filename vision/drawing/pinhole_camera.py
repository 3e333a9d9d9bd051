"""The painter's camera: a pinhole with a little barrel distortion, looking down at a board, its
top away from the near player.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.scene import Sizes, Trays

Array = npt.NDArray[np.float64]
Array32 = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
"""height x width x 3, blue green red."""


@dataclass(frozen=True, slots=True)
class DrawnCamera:
    """A camera: where it is and what it looks at (centimetres), its roll (radians), focal length (pixels) and size."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float = 0.0
    focal: float = 900.0
    size: tuple[int, int] = (960, 720)
    distortion: float = 0.0


class Projector:
    """A camera made ready: projects places to pixels, and pixels back to rays."""

    def __init__(self, camera: DrawnCamera) -> None:
        self.camera = camera
        self.eye = np.array(camera.eye, np.float64)
        ahead = np.array(camera.target, np.float64) - self.eye
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        c, s = np.cos(camera.roll), np.sin(camera.roll)
        self.axes = np.stack([c * right + s * down, c * down - s * right, ahead])
        width, height = camera.size
        self.centre = np.array([(width - 1) / 2, (height - 1) / 2])

    def project(self, places: Array) -> Array:
        """The pixels (..., 2) of places (..., 3)."""
        seen = (np.asarray(places, np.float64) - self.eye) @ self.axes.T
        flat = seen[..., :2] / seen[..., 2:]
        if self.camera.distortion:
            flat = flat * (1 + self.camera.distortion * (flat**2).sum(-1, keepdims=True))
        pixels: Array = flat * self.camera.focal + self.centre
        return pixels

    def distance(self, places: Array) -> Array:
        """How far places (..., 3) lie from the camera, in centimetres."""
        far: Array = np.linalg.norm(np.asarray(places, np.float64) - self.eye, axis=-1)
        return far

    def scale(self, place: Array) -> float:
        """How many pixels a centimetre makes at a place."""
        ahead = float(self.axes[2] @ (place - self.eye))
        return self.camera.focal / max(ahead, 1.0)

    @cached_property
    def rays(self) -> tuple[Array32, Array32]:
        """For each pixel, the slopes to the right and down of the ray that it sees; two height x width arrays."""
        width, height = self.camera.size
        xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        xs = (xs - np.float32(self.centre[0])) / np.float32(self.camera.focal)
        ys = (ys - np.float32(self.centre[1])) / np.float32(self.camera.focal)
        ux, uy = xs, ys
        for _ in range(4 if self.camera.distortion else 0):
            bulge = 1 + np.float32(self.camera.distortion) * (ux * ux + uy * uy)
            ux, uy = xs / bulge, ys / bulge
        return ux, uy

    def on_plane(
        self, origin: Array, along: Array, across: Array, window: tuple[int, int, int, int] | None = None
    ) -> tuple[Array32, Array32]:
        """For each pixel, where its ray meets a plane, in shares of the two edges from the origin.

        `window` (left, top, right, bottom): only for the pixels in it.
        """
        frame = np.stack([self.axes @ along, self.axes @ across, self.axes @ (origin - self.eye)], axis=1)
        back = np.linalg.inv(frame).astype(np.float32)
        ux, uy = self.rays
        if window is not None:
            x0, y0, x1, y1 = window
            ux, uy = ux[y0:y1, x0:x1], uy[y0:y1, x0:x1]
        depth = back[2, 0] * ux + back[2, 1] * uy + back[2, 2]
        depth = np.where(np.abs(depth) < 1e-9, np.float32(1e-9), depth)
        u = (back[0, 0] * ux + back[0, 1] * uy + back[0, 2]) / depth
        v = (back[1, 0] * ux + back[1, 1] * uy + back[1, 2]) / depth
        return u.astype(np.float32), v.astype(np.float32)

    def bounds(self, pixels: Any, margin: int = 2) -> tuple[int, int, int, int] | None:
        """The window (left, top, right, bottom) of the picture that holds some pixels, or None outside it."""
        width, height = self.camera.size
        low, high = np.floor(pixels.min(0)), np.ceil(pixels.max(0))
        left, top = max(0, int(low[0]) - margin), max(0, int(low[1]) - margin)
        right, bottom = min(width, int(high[0]) + margin + 1), min(height, int(high[1]) + margin + 1)
        return (left, top, right, bottom) if left < right and top < bottom else None


def outer_edges(sizes: Sizes) -> tuple[float, float, float, float]:
    """The outline of a board with its frame and trays: left, right, near, far."""
    beside = sizes.rail + sizes.tray if sizes.tray else 0.0
    left = -sizes.rail - (beside if sizes.trays in (Trays.LEFT, Trays.BOTH) else 0.0)
    right = sizes.width + sizes.rail + (beside if sizes.trays in (Trays.RIGHT, Trays.BOTH) else 0.0)
    return left, right, -sizes.rail, sizes.depth + sizes.rail


def aimed(
    sizes: Sizes,
    height: float = 92.0,
    back: float = 34.0,
    aside: float = 0.0,
    roll: float = 0.0,
    fill: float = 0.95,
    size: tuple[int, int] = (960, 720),
    distortion: float = 0.0,
) -> DrawnCamera:
    """A camera that far above the board's middle, back towards the near player and aside, aimed to fill the picture."""
    left, right, near, far = outer_edges(sizes)
    middle = ((left + right) / 2, (near + far) / 2)
    eye = (middle[0] + aside, middle[1] - back, height)
    camera = DrawnCamera(eye, (middle[0], middle[1], 0.0), roll, 900.0, size, distortion)
    top = sizes.rail_height
    outline = np.array([(x, y, z) for x in (left, right) for y in (near, far) for z in (0.0, top)])
    for _ in range(12):
        seen = Projector(camera)
        pixels = seen.project(outline)
        low, high = pixels.min(0), pixels.max(0)
        ratio = fill * min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))
        shift = ((low + high) / 2 - seen.centre) / seen.scale(np.array(camera.target))
        step = seen.axes[0] * shift[0] + seen.axes[1] * shift[1]
        target = (float(camera.target[0] + step[0]), float(camera.target[1] + step[1] * 0.9), 0.0)
        camera = replace(camera, focal=float(camera.focal * ratio), target=target)
    return camera


def blend(picture: Picture, window: tuple[int, int, int, int], colour: Array32, alpha: Array32) -> None:
    """Paints a colour (broadcast over the window, 0-255) over part of a picture by alpha (height x width, 0-1)."""
    left, top, right, bottom = window
    part = picture[top:bottom, left:right]
    under = part.astype(np.float32)
    under += (colour - under) * alpha[..., None]
    under += np.float32(0.5)
    np.copyto(part, under, casting="unsafe")
