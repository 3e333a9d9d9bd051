"""The board in front of the camera: of which shape it must be for what is played, and its model."""

from dataclasses import replace
from pathlib import Path

from calibration import model_from_corners
from device.errors import CameraError
from engine.board import Shape, View
from engine.i18n import phrase
from engine.match_format import MatchFormat
from vision.beside.trays import read_off
from vision.board_model import BoardModel
from vision.checkers import Top, sure_looks
from vision.colour_model import learn_colour_model
from vision.frame import Picture
from vision.motion.light_meter import brightened
from vision.reading import examine, own_nets, read_picture
from vision.rectify import Corners
from vision.squares.square_observation import Seen


def shape_of(match_format: MatchFormat) -> Shape:
    """The shape of the board on which a match format is played. Raises CameraError where it needs more than one."""
    games = [*match_format.games, *([match_format.decider] if match_format.decider else [])]
    shapes = {game.rules().shape for game in games}
    if len(shapes) > 1:
        raise CameraError(
            phrase(
                "the games of this match are played on different boards, of points and of squares: a camera "
                "watches one"
            )
        )
    return shapes.pop()


def fitting(model: BoardModel, shape: Shape) -> BoardModel:
    """The model of a board, if it is of the shape that is played on. Raises CameraError."""
    if model.shape is not shape:
        raise CameraError(
            phrase(
                "this is the model of a board of squares, but the game is played on points: calibrate the board once "
                "more, and name the game with --game"
            )
            if shape is Shape.TABLES
            else phrase(
                "this is the model of a board of points, but the game is played on squares: calibrate the board once "
                "more, and name the game with --game"
            )
        )
    return model


def loaded(path: Path, shape: Shape | None = None) -> BoardModel:
    """The model in a file; where a shape is given, one of that shape. Raises CameraError, VisionError."""
    model = BoardModel.load(path)
    return fitting(model, shape or model.shape)


def measured(
    corners: Corners, picture: Picture, shape: Shape | None = None, *, is_straight: bool = False
) -> BoardModel:
    """The model of a board from its corners and a picture alone, of points unless said
    otherwise; `is_straight`: no lens bends the picture. Raises PictureError.
    """
    return model_from_corners(corners, picture, shape=shape or Shape.TABLES, is_straight=is_straight).model


def examined(model: BoardModel, picture: Picture) -> tuple[Seen, tuple[Top, ...]]:
    """What a picture says of a board and of what lies off it, and the checkers on points that it rests on."""
    if model.shape is Shape.TAFL:
        return read_picture(model, picture), ()
    reading = examine(model, picture)
    if reading.view is not View.CLEAR:
        return reading.observation, reading.tops
    known = replace(model, colour_model=model.colour_model or learn_colour_model(sure_looks(reading.tops)))
    picture = brightened(picture, reading.tone)
    off = read_off(picture, model.rectifier(picture.shape), known, own_nets())
    return replace(reading.observation, off=off), reading.tops
