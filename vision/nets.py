"""The learned part of the eye: four small networks run by ONNX Runtime.

Board coordinates (u, v): u from 0 at the left edge of the playing surface to 1 at the right, v from 0 at the far
edge to 1 at the near one. The rectified picture is 512 x 384 with the surface inset by 32 px left and right and 24 px
top and bottom. What dice and cubes are read from is cut from the original picture (`vision.crops`).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.i18n import phrase
from vision.crops import CUBE_SIDE, DIE_SIDE
from vision.errors import VisionError, WeightsError
from vision.frame import Picture

# ONNX Runtime tells its makers over the internet what is run here, unless this is said before it is loaded.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

BOARD_SIZE = (512, 384)
"""Width and height of the rectified picture in pixels."""

SURFACE = (32, 24, 448, 336)
"""Left, top, width and height of the playing surface in the rectified picture."""

VIEW_SIZE = (256, 192)
"""Width and height of the whole picture in which a board is looked for, in pixels."""

CUBE_VALUES = (2, 4, 8, 16, 32, 64)

FARTHEST = 0.6
"""No middle is believed to lie farther than this from that of its crop, right or down, in half sides of the crop."""

LATTICE = tuple((u, v) for v in (0.0, 0.5, 1.0) for u in (0.0, 0.5, 1.0))
"""The places of the board, (u, v), that are looked for in a whole picture."""

UNKNOWN = np.zeros((4, BOARD_SIZE[1] // 2, BOARD_SIZE[0] // 2), np.float32)
"""What is known of a bare board of which nothing is known (channels first); all looks share it."""
UNKNOWN.flags.writeable = False

FILES = ("board", "die", "cube", "corners")
EIGHT_BITS = "board-8-bits"
"""The board network in whole numbers of eight bits: what most of the time goes into takes half of it so on processors
that multiply several of those at a time, and sees as well. Elsewhere it is slower, or numbers overflow.
"""
PROCESSOR = Path("/proc/cpuinfo")
BYTE_PRODUCTS = {"avx512_vnni", "avx_vnni", "asimddp"}
"""What Linux calls such instructions: those of Intel and AMD, and those of ARM (a Pi 5 has them, a Pi 4 does not)."""

MEAN_LEAST = 1e-5
"""No chance is taken to be nearer to 0 or 1 than this where two looks are weighed together."""

Map = NDArray[np.float32]


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

    def agreed(self, again: BoardMaps) -> BoardMaps:
        """These with the checkers as this look and another at the same picture tell them together."""
        return replace(
            self,
            checker=_mean_odds(self.checker, again.checker),
            upper=_mean_odds(self.upper, again.upper),
        )


def _mean_odds(one: Map, other: Map) -> Map:
    """The chances whose log-odds are the mean of two maps'."""
    p, q = (np.clip(each, MEAN_LEAST, 1 - MEAN_LEAST) for each in (one, other))
    there, none = np.sqrt(p * q), np.sqrt((1 - p) * (1 - q))
    return np.asarray(there / (there + none), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class NetAnswer:
    """What a network says of n crops: `classes` n x 8 (cubes: 7) probabilities; `away` n x 2: how far the middle of the
    upper face lies right and down of the crop's, in half sides (-0.6..0.6), if there is a die or cube.
    """

    classes: NDArray[np.float32]
    away: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Peak:
    """A local maximum of a map: (u, v) on the board and its height 0..1."""

    u: float
    v: float
    score: float


def peaks(heat: Map, threshold: float, reach: int = 2) -> list[Peak]:
    """The maxima of a map above a threshold, highest first, none within `reach` cells of a higher one."""
    grown = cv2.dilate(heat, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    rows, columns = np.nonzero((heat >= grown) & (heat > threshold))
    order = np.argsort(-heat[rows, columns], kind="stable")
    rows, columns = rows[order], columns[order]
    last_row, last_column = heat.shape[0] - 1, heat.shape[1] - 1
    above, below = heat[np.maximum(rows - 1, 0), columns], heat[np.minimum(rows + 1, last_row), columns]
    left, right = heat[rows, np.maximum(columns - 1, 0)], heat[rows, np.minimum(columns + 1, last_column)]
    scores = heat[rows, columns]
    ys, xs = rows + _vertex(above, scores, below), columns + _vertex(left, scores, right)
    found: list[tuple[float, float, float]] = []
    for x, y, score in zip(xs.tolist(), ys.tolist(), scores.tolist(), strict=True):
        if all((y - b) ** 2 + (x - a) ** 2 > reach**2 for a, b, _ in found):
            found.append((x, y, score))
    left_edge, top, width, height = SURFACE
    cell = BOARD_SIZE[0] / heat.shape[1]
    return [
        Peak(((x + 0.5) * cell - left_edge) / width, ((y + 0.5) * cell - top) / height, score)
        for x, y, score in found
    ]


def _vertex(before: Map, middle: Map, after: Map) -> Map:
    """Where parabolas through the logarithms of three neighbours have their tops, -0.5..0.5 from the middle one (N)."""
    a, b, c = (np.log(np.clip(each, 1e-4, 1.0)) for each in (before, middle, after))
    bend = a - 2 * b + c
    return np.where(bend < -1e-6, np.clip((a - c) / np.minimum(2 * bend, -2e-6), -0.5, 0.5), 0.0)


class Nets:
    """The four networks, safe to share between threads; in the order of `FILES`."""

    def __init__(self, *nets: Any) -> None:
        self._nets = dict(zip(FILES, nets, strict=True))

    @staticmethod
    def load(folder: Path | None = None) -> Nets:
        """The networks of a folder, by default those that come with Tableside; raises WeightsError.

        Each takes as many threads as OpenCV is allowed at that time.
        """
        place = folder or Path(__file__).parent / "weights"
        try:
            manifest: Mapping[str, Any] = json.loads((place / "weights.json").read_text("utf-8"))["files"]
            used = {name: EIGHT_BITS if name == "board" and multiplies_bytes() else name for name in FILES}
            files = {used[name]: (place / f"{used[name]}.onnx").read_bytes() for name in FILES}
        except (OSError, ValueError, KeyError) as error:
            raise WeightsError(
                phrase(
                    "The reader's networks cannot be loaded from {place}: {error}. Install again.",
                    place=place,
                    error=error,
                )
            ) from error
        for name, data in files.items():
            if hashlib.sha256(data).hexdigest() != manifest.get(f"{name}.onnx"):
                raise WeightsError(
                    phrase(
                        "{file} in {place} is not the file that {manifest} names. Install again.",
                        file=f"{name}.onnx",
                        place=place,
                        manifest="weights.json",
                    )
                )
        return Nets(*map(_session, files.values()))

    def board(self, rectified: Picture, bare: Map | None = None) -> BoardMaps:
        """The maps of a rectified picture, 384 x 512 x 3 BGR; raises VisionError for any other shape.

        `bare`: what the board looks like with nothing on it, in the picture's light (192 x 256 x 4): BGR 0..1, and how
        well that is known: 1 where it was seen itself, less where others tell, 0 where nobody knows.
        """
        if rectified.shape != (BOARD_SIZE[1], BOARD_SIZE[0], 3):
            raise _no_fit("board", "384 x 512 x 3", rectified.shape)
        known = UNKNOWN if bare is None else bare.transpose(2, 0, 1)
        if known.shape != UNKNOWN.shape:
            raise _no_fit("board", "192 x 256 x 4", known.shape[1:])
        maps = self._run("board", rectified[None], {"bare": known[None]})[0]
        return BoardMaps(*(np.ascontiguousarray(m) for m in maps))

    def lattice(self, view: Picture) -> Map:
        """Where in a whole picture, 192 x 256 x 3 BGR, the `LATTICE` of a board may lie: 9 x 48 x 64 chances,
        a cell for 4 x 4 px; those of a place that is not in the picture add up to little.
        """
        if view.shape != (VIEW_SIZE[1], VIEW_SIZE[0], 3):
            raise _no_fit("corners", "192 x 256 x 3", view.shape)
        likely = np.exp(np.minimum(self._run("corners", view[None])[0], 60.0))
        # what lies nowhere has the logit 0
        return np.asarray(likely / (1.0 + likely.sum(axis=(1, 2), keepdims=True)), np.float32)

    def dice(self, crops: Picture) -> NetAnswer:
        """What crops by `die_cut` show; the classes: the upper face's value 1..6, leaning, not a die."""
        return self._told("die", crops, DIE_SIDE, 8)

    def cubes(self, crops: Picture) -> NetAnswer:
        """What crops by `cube_cut` show; the classes: 2, 4, 8, 16, 32, 64, not a cube."""
        return self._told("cube", crops, CUBE_SIDE, 7)

    def _told(self, name: str, crops: Picture, side: int, classes: int) -> NetAnswer:
        if crops.ndim != 4 or crops.shape[1:] != (side, side, 3):
            raise _no_fit(name, f"n x {side} x {side} x 3", crops.shape)
        if not len(crops):
            return NetAnswer(np.zeros((0, classes), np.float32), np.zeros((0, 2), np.float32))
        # One by one: the files are of one crop, so that all buffers are planned beforehand.
        told = np.concatenate([self._run(name, one[None]) for one in crops])
        return NetAnswer(told[:, :classes], np.clip(told[:, classes:], -FARTHEST, FARTHEST))

    def _run(
        self, name: str, pictures: Picture, more: Mapping[str, NDArray[np.float32]] = MappingProxyType({})
    ) -> NDArray[np.float32]:
        planes = np.stack([cv2.split(picture) for picture in pictures])
        blob = np.divide(planes, np.float32(255))
        return np.asarray(self._nets[name].run(None, {"picture": blob, **more})[0], np.float32)


@cache
def multiplies_bytes() -> bool:
    """Whether this processor multiplies several whole numbers of eight bits at a time, as far as Linux tells."""
    with suppress(OSError):
        return not BYTE_PRODUCTS.isdisjoint(PROCESSOR.read_text(errors="replace").split())
    return False


def _session(network: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    # a thread that waits busily would take a core from the pages
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


def _no_fit(name: str, wanted: str, shape: tuple[int, ...]) -> VisionError:
    """The error about what a network is given in another shape than it takes."""
    said = phrase("The {name} network takes {wanted}, not {shape}.", name=name, wanted=wanted, shape=shape)
    return VisionError(said)
