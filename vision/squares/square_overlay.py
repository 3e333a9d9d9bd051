"""What was read of a board of squares, drawn over the picture it was read from."""

import cv2
import numpy as np

from engine.board import Kind
from vision.board_model import BoardModel
from vision.frame import FloatArray, Picture
from vision.inks import (
    CERTAIN,
    DOUBT,
    GOOD,
    GREY,
    INK,
    PAPER,
    SURE,
    Colour,
    extent,
    percent,
    size_of,
    thickness,
    whole,
    write,
)
from vision.rectify import Rectifier
from vision.squares.men import raised_middles
from vision.squares.square_geometry import SIDE, middles, on_canvas
from vision.squares.square_observation import Square, SquareObservation

CROWN: Colour = (40, 200, 240)


def overlay_squares(picture: Picture, model: BoardModel, observation: SquareObservation) -> Picture:
    """A copy of the picture with the grid, a ring round every man in his kind's colour, and a crown on the king."""
    board = model.rectifier(picture.shape)
    drawing = picture.copy()
    size = size_of(board.shrinking())
    thin = max(1, round(size / 12))
    for step in range(SIDE + 1):
        at = step / SIDE
        for ends in ([[at, 0.0], [at, 1.0]], [[0.0, at], [1.0, at]]):
            edge = step in (0, SIDE)
            line = whole(board.line(np.array(ends)))
            cv2.polylines(drawing, [line], False, GOOD, 2 * thin if edge else thin, cv2.LINE_AA)
    drawing = np.asarray(cv2.addWeighted(drawing, 0.6, picture, 0.4, 0), dtype=np.uint8)
    canvas = on_canvas(board)
    tops, flat = canvas.pixels(raised_middles(model)), canvas.pixels(middles())
    for square in observation.squares:
        place = (flat if square.hidden else tops)[square.number]
        _draw(drawing, square, place, _radius(canvas, square.number), size)
    return drawing


def _draw(drawing: Picture, square: Square, place: FloatArray, radius: float, size: float) -> None:
    centre = (round(float(place[0])), round(float(place[1])))
    thick = thickness(size)
    if square.hidden:
        cv2.circle(drawing, centre, round(radius * 0.35), GREY, -1, cv2.LINE_AA)
        write(drawing, "?", centre, INK, size)
        return
    if square.kind is not None:
        colour, rim = (PAPER, INK) if square.kind is Kind.LIGHT else (INK, PAPER)
        cv2.circle(drawing, centre, round(radius * 0.62), rim, 2 * thick + 1, cv2.LINE_AA)
        cv2.circle(drawing, centre, round(radius * 0.62), colour, thick, cv2.LINE_AA)
    if square.king:
        _crown(drawing, centre, radius * 0.42)
    if square.p < CERTAIN and (square.kind is not None or square.p < SURE):
        below = (centre[0], centre[1] + round(radius * 0.75))
        _label(drawing, below, percent(square.p), size * 0.62, GOOD if square.p >= SURE else DOUBT)


def _crown(drawing: Picture, centre: tuple[int, int], half: float) -> None:
    shape = np.array([[-1, 0.6], [-1, -0.5], [-0.5, 0.1], [0, -0.8], [0.5, 0.1], [1, -0.5], [1, 0.6]]) * half
    outline = whole(shape + np.array(centre))
    cv2.fillPoly(drawing, [outline], CROWN, cv2.LINE_AA)
    cv2.polylines(drawing, [outline], True, INK, thickness(half), cv2.LINE_AA)


def _radius(canvas: Rectifier, number: int) -> float:
    """Half the width of a square in pixels of the picture."""
    u, v = middles()[number]
    step = 0.5 / SIDE
    ends = canvas.pixels(np.array([[u, v - step], [u, v + step]]))
    return float(np.hypot(*(ends[1] - ends[0]))) / 2


def _label(drawing: Picture, centre: tuple[int, int], text: str, size: float, colour: Colour) -> None:
    width, height = extent(text, size)
    half = (width // 2 + 3, height // 2 + 3)
    low = (centre[0] - half[0], centre[1] - half[1])
    cv2.rectangle(drawing, low, (centre[0] + half[0], centre[1] + half[1]), colour, -1)
    write(drawing, text, centre, INK, size)
