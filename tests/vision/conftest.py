"""A little board, painted flat, and networks that know what was painted on it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_model import BoardModel, ColourModel, Lift, Shade
from vision.nets import BoardMaps, Map, NetAnswer
from vision.rectify import Corners, canvas_of, rectifier

SIZE = (640, 480)
CORNERS: Corners = ((90.0, 60.0), (560.0, 64.0), (590.0, 430.0), (60.0, 424.0))
SHADES = {"light": (200, 220, 235), "dark": (60, 40, 30)}
PALETTE = ColourModel(Shade((222.0, 128.0, 138.0) * 2, 15), Shade((45.0, 131.0, 120.0) * 2, 15), (8.0,) * 6)


@dataclass(frozen=True)
class Painted:
    """A picture of a board and maps as perfect networks would make them of it."""

    picture: NDArray[np.uint8]
    maps: BoardMaps


class KnowingNets:
    """Networks that return what they were told to, whatever they are shown."""

    def __init__(self, maps: BoardMaps, dice: NDArray[np.float32], cube: NDArray[np.float32]) -> None:
        self.maps, self.die_classes, self.cube_classes = maps, dice, cube
        self.given: list[Map | None] = []

    @property
    def boards_read(self) -> int:
        """How many rectified pictures they were shown."""
        return len(self.given)

    def board(self, rectified: NDArray[np.uint8], bare: Map | None = None) -> BoardMaps:
        """The maps; what was said of the bare board is kept in `given`."""
        assert rectified.shape == (384, 512, 3)
        self.given.append(bare)
        return self.maps

    def dice(self, crops: NDArray[np.uint8]) -> NetAnswer:
        """The dice's classes, the same for every crop, all of them in its middle."""
        assert crops.shape[1:] == (48, 48, 3)
        return NetAnswer(np.tile(self.die_classes, (len(crops), 1)), np.zeros((len(crops), 2), np.float32))

    def cubes(self, crops: NDArray[np.uint8]) -> NetAnswer:
        """The cube's classes, the same for every crop, all of them in its middle; none where that is black."""
        assert crops.shape[1:] == (64, 64, 3)
        told = np.tile(self.cube_classes, (len(crops), 1))
        told[crops[:, 32, 32].max(axis=-1) == 0] = np.eye(7, dtype=np.float32)[6]
        return NetAnswer(told, np.zeros((len(crops), 2), np.float32))


def empty_maps() -> BoardMaps:
    """Maps of a board on which nothing lies."""
    return BoardMaps(*(np.zeros((96, 128), np.float32) for _ in range(5)))


def bump(heat: NDArray[np.float32], u: float, v: float, height: float = 0.97) -> None:
    """Adds a peak at (u, v) to a map."""
    x, y = canvas_of(np.array([[u, v]]))[0] / 4 - 0.5
    ys, xs = np.mgrid[:96, :128]
    np.maximum(heat, height * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 2), out=heat, casting="unsafe")


@pytest.fixture
def model() -> BoardModel:
    """The model of the painted board."""
    return BoardModel(SIZE, CORNERS, (0.45, 0.55), (0.072, 0.092), Lift(0.01, 0.5, 0.5), PALETTE)


@pytest.fixture
def paint(model: BoardModel) -> Callable[..., Painted]:
    """Paints a board with light and dark checkers: points (25 the bar) to (light, dark); perhaps `larger` ones."""

    def painted(sites: Mapping[int, tuple[int, int]], larger: float = 1.0) -> Painted:
        scale = 2
        board = np.full((384 * scale, 512 * scale, 3), (70, 90, 80), np.uint8)
        surface = canvas_of(np.array([[0, 0], [1, 1]]), scale).astype(int)
        board[surface[0, 1] : surface[1, 1], surface[0, 0] : surface[1, 0]] = (120, 140, 60)
        for column in range(12):
            for far in (True, False):
                colour = (50, 60, 170) if (column + far) % 2 else (190, 210, 215)
                middle, half = model.column(column), model.pitch / 2
                base, tip = (0.0, 0.42) if far else (1.0, 0.58)
                triangle = canvas_of(
                    np.array([[middle - half, base], [middle + half, base], [middle, tip]]), scale
                )
                cv2.fillPoly(board, [triangle.astype(np.int32)], colour)
        bar = canvas_of(np.array([[0.45, 0.0], [0.55, 1.0]]), scale).astype(int)
        board[bar[0, 1] : bar[1, 1], bar[0, 0] : bar[1, 0]] = (40, 50, 60)
        maps = empty_maps()
        across, along = (larger * side for side in model.checker)
        for site, contents in sites.items():
            for k in range(sum(contents)):
                v = along * (k + 0.5) if site != 25 else 0.3 + along * k
                v = 1 - v if site <= 12 else v
                u, v = model.lift.raised(model.middle(site), v)
                kind = "light" if k < contents[0] else "dark"
                x, y = canvas_of(np.array([[u, v]]), scale)[0].astype(int)
                axes = (int(across * 448 * scale / 2), int(along * 336 * scale / 2))
                cv2.ellipse(board, (int(x), int(y)), axes, 0, 0, 360, SHADES[kind], -1)
                bump(maps.checker, u, v)
        corners = np.array(CORNERS, np.float32)
        target = canvas_of(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), scale).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(target, corners)
        picture = cv2.warpPerspective(board, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=(90, 100, 110))
        return Painted(np.asarray(picture, np.uint8), maps)

    return painted


@pytest.fixture
def knowing() -> Callable[..., KnowingNets]:
    """Networks that know: `knowing(maps, die=3, cube=64)`; die 0 leans, None is none."""

    def make(maps: BoardMaps, die: int | None = None, cube: int | None = None) -> KnowingNets:
        dice = np.full(8, 0.004, np.float32)
        dice[7 if die is None else 6 if die == 0 else die - 1] = 0.972
        cubes = np.full(7, 0.004, np.float32)
        cubes[6 if cube is None else (2, 4, 8, 16, 32, 64).index(cube)] = 0.976
        return KnowingNets(maps, dice, cubes)

    return make


@pytest.fixture
def mark() -> Callable[..., None]:
    """Adds a peak at (u, v) to a map."""
    return bump


@pytest.fixture
def cold(model: BoardModel) -> BoardModel:
    """The same board before its checkers' colours are known."""
    return replace(model, colour_model=None)


@pytest.fixture
def quad() -> tuple[Corners, object]:
    """The corners of the painted board and their homographies."""
    return CORNERS, rectifier(CORNERS)
