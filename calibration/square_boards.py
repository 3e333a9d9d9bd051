"""The steps that make the model of a board of squares: corners, the men's size, their colours, the king."""

from dataclasses import replace

from calibration.grid_lines import refine_grid
from engine.board import Kind, Shape
from vision.board_model import BoardModel
from vision.frame import Picture
from vision.nets import Nets
from vision.rectify import Corners
from vision.squares.square_geometry import SQUARES, on_canvas
from vision.squares.square_learning import (
    DEFENDERS,
    as_started,
    is_start,
    learn_sizes,
    learn_start,
    taken,
    with_usual_sizes,
)
from vision.squares.square_reading import SquareReading, read_squares

SURE = 0.9
"""Men as likely as this are counted."""


def squares_model(corners: Corners, picture: Picture, empty: Picture | None = None) -> BoardModel:
    """The model of a board of squares before any man has been seen on it; the corners are put right by its grid.

    PictureError where the corners span no board.
    """
    height, width = picture.shape[:2]
    corners = refine_grid(corners, picture if empty is None else empty)
    model = with_usual_sizes(BoardModel((width, height), corners, None, shape=Shape.TAFL))
    return model if empty is None else model.with_empty(_canvas(model, empty))


def with_men(
    model: BoardModel, picture: Picture, nets: Nets, told: bool = False
) -> tuple[BoardModel, bool, int]:
    """The model with the men's size and colours, and the king, as a picture shows them.

    Whether it shows the starting position, and how many men; `told`: somebody says that it does.
    """
    board = model.rectifier(picture.shape)
    rectified = on_canvas(board).rectify(picture)
    men = read_squares(model, nets, board, picture).men
    model = learn_sizes(as_started(men) if is_start(men, told) else men, model, rectified)
    reading = read_squares(model, nets, board, picture)
    seen = int((reading.men.chances > 0.5).sum())
    lesson = learn_start(as_started(reading.men), model) if is_start(reading.men, told) else None
    if lesson is None:
        return replace(model, colour_model=reading.colour_model, near=_near(reading)), False, seen
    model = replace(model, colour_model=lesson.colour_model, near=lesson.near, king=lesson.king)
    if model.empty is None:
        bare = tuple(square for square in range(SQUARES) if square not in taken())
        model = replace(model.with_empty(rectified), bare=bare)
    return model, True, seen


def _near(reading: SquareReading) -> Kind | None:
    """The kind of the king's men where it is told by there being too many of the other to be his."""
    if reading.colour_model is None:
        return None
    seen = [square for square in reading.observation.squares if square.p > SURE and not square.king]
    for kind in Kind:
        if sum(square.kind is kind for square in seen) > len(DEFENDERS.split()):
            return kind.other
    return None


def _canvas(model: BoardModel, picture: Picture) -> Picture:
    return on_canvas(model.rectifier(picture.shape)).rectify(picture)
