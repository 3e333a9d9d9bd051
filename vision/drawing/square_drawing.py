"""A board of squares to look at: its measures, its camera, and its playing surface; a king is a man upon a man."""

from dataclasses import replace

import cv2
import numpy as np

from engine.board import Kind, Occupancy
from vision.drawing.board_look import Appearance
from vision.drawing.materials import bgr
from vision.drawing.pinhole_camera import Array32, aimed
from vision.scene import Checker, Place, Sizes, Trays

SIDE = 9
"""The squares along an edge."""
SQUARE = 4.6
"""The width of a square, in centimetres."""


def on_squares(look: Appearance) -> Appearance:
    """The same colours, materials and light on a board of nine by nine squares."""
    width = SIDE * SQUARE
    sizes = Sizes(
        point_width=width / 12, depth=width, bar=0.0, bar_height=0.0, tray=0.0, trays=Trays.NONE, checker=3.4
    )
    camera = aimed(sizes, 84, 26, 3, 0.004, 0.8, look.camera.size)
    return replace(look, name=f"{look.name} with squares", sizes=sizes, camera=camera, squares=True)


def middle(square: int, height: float = 0.0) -> Place:
    """The middle of a square, numbered row by row from the near left corner."""
    return Place((square % SIDE + 0.5) * SQUARE, (square // SIDE + 0.5) * SQUARE, height)


def piece_on(kind: Kind, piece: int, square: int, sizes: Sizes) -> tuple[Checker, ...]:
    """A man (1), or the king (2), on a square."""
    return tuple(Checker(kind, middle(square, layer * sizes.thickness)) for layer in range(piece))


def set_out(occupancy: Occupancy, sizes: Sizes) -> tuple[Checker, ...]:
    """All that stands on the squares."""
    sides = ((Kind.LIGHT, occupancy.light), (Kind.DARK, occupancy.dark))
    return tuple(
        checker
        for kind, counts in sides
        for square, piece in enumerate(counts)
        for checker in piece_on(kind, piece, square, sizes)
    )


def square_colours(look: Appearance, width: int, height: int) -> Array32:
    """The colours of the playing surface, height x width x 3: squares parted by lines, the throne in the middle."""
    palette = look.palette
    painted = np.empty((height, width, 3), np.float32)
    painted[:] = bgr(palette.point)
    line = bgr(palette.other_point)
    edges = [round(width * part / SIDE) for part in range(SIDE + 1)]
    left, right = edges[SIDE // 2], edges[SIDE // 2 + 1]
    painted[left:right, left:right] += (line - painted[left:right, left:right]) * np.float32(0.55)
    marks = np.zeros((height, width), np.uint8)
    for edge in edges[1:-1]:
        cv2.line(marks, (edge, 0), (edge, height), 255, 4, cv2.LINE_AA)
        cv2.line(marks, (0, edge), (width, edge), 255, 4, cv2.LINE_AA)
    share = (marks.astype(np.float32) / 255)[..., None]
    painted += (line * np.float32(0.6) - painted) * share
    return painted
