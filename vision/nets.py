"""The learned part of the eye: three small networks run by OpenCV, and how pictures are cut for them.

Board coordinates (u, v): u from 0 at the left edge of the playing surface to 1 at the right, v from 0 at the far
edge to 1 at the near one. The rectified picture is 512 x 384 with the surface inset by 32 px left and right and 24 px
top and bottom. Crops are cut from the original picture, upright as the picture is. Those of dice are stretched so that
a face that lies level is a square whatever the camera's tilt, which is how a leaning die gives itself away.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

BOARD_SIZE = (512, 384)
"""Width and height of the rectified picture in pixels."""

SURFACE = (32, 24, 448, 336)
"""Left, top, width and height of the playing surface in the rectified picture."""

DIE_SIDE, CUBE_SIDE = 48, 64
"""Sides of the crops in pixels."""

DIE_WINDOW, CUBE_WINDOW = 0.09, 0.13
"""Sides of the crops as shares of the board's height: nearly one point's width, and a little more than that."""

CUBE_VALUES = (2, 4, 8, 16, 32, 64)

Picture = NDArray[np.uint8]
Map = NDArray[np.float32]


class WeightsError(VisionError):
    """The networks' files are missing, damaged or not those that the manifest names."""


@dataclass(frozen=True, slots=True)
class BoardMaps:
    """What may be where, 96 x 128 each, 0..1; cell (row, column) is 4 x 4 px of the rectified picture.

    `checker` peaks at the middles of visible upper faces, `upper` at those of checkers that lie on others, `die` and
    `cube` at the middles of their upper faces; `foreign` covers hands, arms, cups, clocks.
    """

    checker: Map
    upper: Map
    die: Map
    cube: Map
    foreign: Map


@dataclass(frozen=True, slots=True)
class Peak:
    """A local maximum of a map: (u, v) on the board and its height 0..1."""

    u: float
    v: float
    score: float


def crop(
    picture: Picture,
    board_to_picture: NDArray[np.float64],
    centre: Any,
    window: float,
    side: int,
    spin: float = 0.0,
    level: bool = False,
) -> Picture:
    """A square of `window` board heights about (u, v), `side` px wide, turned by `spin` degrees, upright otherwise.

    `level` stretches it so that what lies flat on the board is not foreshortened (4 : 3 is taken for the board's shape).
    """
    u, v = (float(c) for c in centre)
    x, y, w = board_to_picture @ np.array([u, v, 1.0])
    middle = np.array([x / w, y / w])
    by_u = (board_to_picture[:2, 0] - middle * board_to_picture[2, 0]) / w
    by_v = (board_to_picture[:2, 1] - middle * board_to_picture[2, 1]) / w
    axes, stretch, _ = np.linalg.svd(np.stack([by_u * 0.75, by_v], 1))
    # The longer axis is the one that the camera's tilt does not shorten.
    scale = side / max(window * float(stretch[0]), 1.0)
    turn = np.radians(spin)
    linear = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if level:
        linear = linear @ axes @ np.diag([1.0, float(min(stretch[0] / max(stretch[1], 1e-6), 3.0))]) @ axes.T
    affine = np.column_stack([linear, (side - 1) / 2 - linear @ middle])
    half = 0.75 * side / scale
    if not (-half < middle[0] < picture.shape[1] + half and -half < middle[1] < picture.shape[0] + half):
        return np.zeros((side, side, 3), np.uint8)
    if scale < 0.7:
        reach = int(np.ceil(0.75 * side / scale)) + 2
        x0, y0 = (int(c) for c in np.floor(middle) - reach)
        left, top = max(x0, 0), max(y0, 0)
        part = picture[top : max(y0 + 2 * reach, top + 1), left : max(x0 + 2 * reach, left + 1)]
        if not part.size:
            return np.zeros((side, side, 3), np.uint8)
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 / scale), np.uint8)
        affine[:, 2] += linear @ np.array([left, top])
        picture = part
    cut = cv2.warpAffine(
        picture, affine, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)


def crop_die(
    picture: Picture, board_to_picture: NDArray[np.float64], centre: Any, spin: float = 0.0
) -> Picture:
    """48 x 48 px about a die's upper face at (u, v), for `Nets.dice`; `board_to_picture` maps (u, v) to pixels.

    `spin`: by how many degrees the picture must be turned for what is high to be up in it.
    """
    return crop(picture, board_to_picture, centre, DIE_WINDOW, DIE_SIDE, spin, level=True)


def crop_cube(picture: Picture, board_to_picture: NDArray[np.float64], centre: Any) -> Picture:
    """64 x 64 px about a cube's upper face at (u, v), for `Nets.cubes`; `board_to_picture` maps (u, v) to pixels."""
    return crop(picture, board_to_picture, centre, CUBE_WINDOW, CUBE_SIDE)


def peaks(heat: Map, threshold: float, reach: int = 2) -> list[Peak]:
    """The maxima of a map above a threshold, highest first, none within `reach` cells of a higher one."""
    grown = cv2.dilate(heat, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    rows, columns = np.nonzero((heat >= grown) & (heat > threshold))
    level = np.log(np.clip(np.pad(heat, 1, mode="edge"), 1e-4, 1.0))
    found: list[tuple[float, float, float]] = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda p: -heat[p]):
        score = float(heat[row, column])
        around = level[row : row + 3, column : column + 3]
        y, x = row + _vertex(around[:, 1]), column + _vertex(around[1])
        if all((y - b) ** 2 + (x - a) ** 2 > reach**2 for a, b, _ in found):
            found.append((x, y, score))
    left, top, width, height = SURFACE
    cell = BOARD_SIZE[0] / heat.shape[1]
    return [
        Peak(((x + 0.5) * cell - left) / width, ((y + 0.5) * cell - top) / height, score)
        for x, y, score in found
    ]


def _vertex(three: NDArray[np.float32]) -> float:
    """Where the parabola through three neighbours has its top, -0.5..0.5 from the middle one."""
    bend = float(three[0] - 2 * three[1] + three[2])
    return float(np.clip((three[0] - three[2]) / (2 * bend), -0.5, 0.5)) if bend < -1e-6 else 0.0


class Nets:
    """The three networks, safe to share between threads."""

    def __init__(self, board: Any, die: Any, cube: Any) -> None:
        self._nets = {"board": board, "die": die, "cube": cube}
        self._lock = threading.Lock()

    @staticmethod
    def load(folder: Path | None = None) -> Nets:
        """The networks of a folder, by default those that come with Tableside; raises WeightsError."""
        place = folder or Path(__file__).parent / "weights"
        try:
            manifest: Mapping[str, Any] = json.loads((place / "weights.json").read_text("utf-8"))["files"]
            files = {name: (place / f"{name}.onnx").read_bytes() for name in ("board", "die", "cube")}
        except (OSError, ValueError, KeyError) as error:
            raise WeightsError(
                f"The reader's networks cannot be loaded from {place}: {error}. Install again."
            ) from error
        for name, data in files.items():
            if hashlib.sha256(data).hexdigest() != manifest.get(f"{name}.onnx"):
                raise WeightsError(
                    f"{name}.onnx in {place} is not the file that weights.json names. Install again."
                )
        return Nets(*(cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8)) for data in files.values()))

    def board(self, rectified: Picture) -> BoardMaps:
        """The maps of a rectified picture, 384 x 512 x 3 BGR; raises VisionError for any other shape."""
        if rectified.shape != (BOARD_SIZE[1], BOARD_SIZE[0], 3):
            raise VisionError(f"The board network takes a picture of 384 x 512 x 3, not {rectified.shape}.")
        maps = self._run("board", rectified[None])[0]
        return BoardMaps(*(np.ascontiguousarray(m) for m in maps))

    def dice(self, crops: Picture) -> NDArray[np.float32]:
        """n x 8 probabilities of crops by `crop_die`: the upper face's value 1..6, leaning, not a die."""
        return self._classes("die", crops, DIE_SIDE, 8)

    def cubes(self, crops: Picture) -> NDArray[np.float32]:
        """n x 7 probabilities of crops by `crop_cube`: 2, 4, 8, 16, 32, 64, not a cube."""
        return self._classes("cube", crops, CUBE_SIDE, 7)

    def _classes(self, name: str, crops: Picture, side: int, classes: int) -> NDArray[np.float32]:
        if crops.ndim != 4 or crops.shape[1:] != (side, side, 3):
            raise VisionError(
                f"The {name} network takes crops of n x {side} x {side} x 3, not {crops.shape}."
            )
        if not len(crops):
            return np.zeros((0, classes), np.float32)
        # One by one: a changed batch size makes OpenCV plan its buffers anew, which costs more than it saves.
        return np.concatenate([self._run(name, one[None]) for one in crops])

    def _run(self, name: str, pictures: Picture) -> NDArray[np.float32]:
        blob = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
        with self._lock:
            net = self._nets[name]
            net.setInput(blob)
            return np.array(net.forward(), np.float32)
