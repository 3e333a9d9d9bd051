"""A board painted flat, as a camera would see it, for calibrations."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_model import BoardModel, Lift
from vision.nets import BoardMaps, Map, NetAnswer
from vision.reading import own_nets
from vision.rectify import Corners, canvas_of

SIZE = (1280, 960)
CORNERS: Corners = ((180.0, 120.0), (1120.0, 128.0), (1180.0, 860.0), (120.0, 848.0))
SHADES = {"light": (200, 220, 235), "dark": (60, 40, 30)}
START = {6: (5, 0), 8: (3, 0), 13: (5, 0), 24: (2, 0), 1: (0, 2), 12: (0, 5), 17: (0, 3), 19: (0, 5)}

Paint = Callable[..., tuple[NDArray[np.uint8], "TellingNets"]]


class TellingNets:
    """Networks that know where checkers were painted, and see nothing else."""

    def __init__(self, checker: NDArray[np.float32]) -> None:
        empty = np.zeros((96, 128), np.float32)
        self.maps = BoardMaps(checker, empty, empty, empty, empty)

    def board(self, rectified: NDArray[np.uint8], bare: Map | None = None) -> BoardMaps:
        """The maps."""
        assert rectified.shape == (384, 512, 3)
        return self.maps

    def lattice(self, view: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Where the board's places may lie, as the networks that come with Tableside tell."""
        return own_nets().lattice(view)

    def dice(self, crops: NDArray[np.uint8]) -> NetAnswer:
        """No die in any crop."""
        return _nothing(len(crops), 8)

    def cubes(self, crops: NDArray[np.uint8]) -> NetAnswer:
        """No cube in any crop."""
        return _nothing(len(crops), 7)


def _nothing(crops: int, classes: int) -> NetAnswer:
    chances = np.zeros((crops, classes), np.float32)
    chances[:, -1] = 1.0
    return NetAnswer(chances, np.zeros((crops, 2), np.float32))


@pytest.fixture
def start() -> dict[int, tuple[int, int]]:
    """The starting position with light checkers near."""
    return dict(START)


@pytest.fixture
def corners() -> Corners:
    """The corners of the painted boards."""
    return CORNERS


@pytest.fixture
def paint() -> Paint:
    """Paints a board with a bar of some width (0: none) and checkers on points (light, dark), lit by a gain."""

    def painted(
        sites: Mapping[int, tuple[int, int]],
        bar: float = 0.09,
        shades: Mapping[str, tuple[int, int, int]] = SHADES,
    ) -> tuple[NDArray[np.uint8], TellingNets]:
        ends = (0.5 - bar / 2, 0.5 + bar / 2) if bar else None
        pitch = (1 - bar) / 12
        model = BoardModel(SIZE, CORNERS, ends, (pitch * 0.95, pitch * 0.95 * 1.25), Lift(0.0, 0.5, 0.5))
        scale = 3
        board = np.full((384 * scale, 512 * scale, 3), (70, 90, 80), np.uint8)
        x0, y0 = canvas_of(np.array([[0.0, 0.0]]), scale)[0].astype(int)
        x1, y1 = canvas_of(np.array([[1.0, 1.0]]), scale)[0].astype(int)
        board[y0:y1, x0:x1] = (120, 140, 60)
        for column in range(12):
            for far in (True, False):
                colour = (50, 60, 170) if (column + far) % 2 else (60, 180, 215)
                middle, half = model.column(column), model.pitch / 2
                base, tip = (0.0, 0.42) if far else (1.0, 0.58)
                triangle = np.array([[middle - half, base], [middle + half, base], [middle, tip]])
                cv2.fillPoly(board, [canvas_of(triangle, scale).astype(np.int32)], colour)
        if ends:
            (left, _), (right, _) = canvas_of(np.array([[ends[0], 0.0], [ends[1], 1.0]]), scale).astype(int)
            board[y0:y1, left:right] = (40, 50, 60)
        checker = np.zeros((96, 128), np.float32)
        ys, xs = np.mgrid[:96, :128]
        across, along = model.checker
        for site, contents in sites.items():
            for k in range(sum(contents)):
                v = along * (k + 0.5)
                u, v = model.middle(site), 1 - v if site <= 12 else v
                kind = "light" if k < contents[0] else "dark"
                x, y = canvas_of(np.array([[u, v]]), scale)[0].astype(int)
                axes = (int(across * 448 * scale / 2), int(along * 336 * scale / 2))
                cv2.ellipse(board, (int(x), int(y)), axes, 0, 0, 360, shades[kind], -1, cv2.LINE_AA)
                a, b = canvas_of(np.array([[u, v]]))[0] / 4 - 0.5
                np.maximum(
                    checker,
                    0.97 * np.exp(-((xs - a) ** 2 + (ys - b) ** 2) / 2),
                    out=checker,
                    casting="unsafe",
                )
        target = canvas_of(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]), scale).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(target, np.array(CORNERS, np.float32))
        picture = cv2.warpPerspective(board, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=(90, 100, 110))
        return np.asarray(picture, np.uint8), TellingNets(checker)

    return painted
