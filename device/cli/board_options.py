"""Where a board is, as a command is told it: by its model's file, or by its corners in the picture."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from device.cli.cli_options import FILE, with_all
from device.cli.output import BoardNotFound, Misuse, about
from engine.i18n import phrase, phrase_of

if TYPE_CHECKING:
    from engine.board import Shape
    from vision.board_model import BoardModel
    from vision.frame import Picture
    from vision.rectify import Corners

_T = TypeVar("_T")


def corners_option(_: click.Context, __: click.Parameter, value: str | None) -> "Corners | None":
    """The corners in a text like `100,80 900,90 1000,700 20,690`, on the command line. Raises Misuse."""
    if value is None:
        return None
    from vision.errors import PictureError
    from vision.rectify import parse_corners

    try:
        return parse_corners(value)
    except PictureError as error:
        raise Misuse(about("--corners", error)) from None


_OPTIONS = (
    click.option("--board", type=FILE, help="The board's model, as `tableside calibrate` makes it."),
    click.option(
        "--corners",
        callback=corners_option,
        metavar="C",
        help='Or its corners: "x,y x,y x,y x,y", far-left first, clockwise.',
    ),
)


def with_board(command: Any) -> Any:
    """Gives a command the options that say where the board is."""
    return with_all(_OPTIONS, command)


def need_board(board: Path | None, corners: "Corners | None") -> None:
    """Raises UsageError unless it is told in exactly one way where the board is."""
    if (board is None) == (corners is None):
        raise Misuse(
            phrase(
                "say where the board is, with {option} or with {other}", option="--board", other="--corners"
            )
        )


def model_of(
    board: Path | None, corners: "Corners | None", picture: "Picture", shape: "Shape | None"
) -> "BoardModel":
    """The model of the board in a picture. Raises BoardNotFound and DeviceError."""
    from device.table.watch.boards import loaded, measured

    if board is not None:
        return loaded(board, shape)
    assert corners is not None
    return board_or_no(lambda: measured(corners, picture, shape))


def board_or_no(make: Callable[[], _T]) -> _T:
    """What is made of pictures of a board. Raises BoardNotFound where there is none in them."""
    from vision.errors import PictureError

    try:
        return make()
    except PictureError as error:
        raise BoardNotFound(phrase_of(error)) from error
