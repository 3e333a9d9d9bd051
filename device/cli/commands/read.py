"""The command that reads what stands on the board in pictures."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.board_options import model_of, need_board, with_board
from device.cli.cli_options import FILE, GAME_OPTION, JSON_OPTION
from device.cli.output import FAILED, NO, BoardNotFound, Misuse, about, print_json, say
from device.cli.writing import write_picture
from engine.i18n import phrase

if TYPE_CHECKING:
    from vision.rectify import Corners


@click.command()
@click.argument("images", type=FILE, nargs=-1, required=True, metavar="IMAGE...")
@with_board
@GAME_OPTION
@click.option(
    "--overlay", type=FILE, metavar="OUT.png", help="Write the picture with what was read drawn in."
)
@JSON_OPTION
def read(
    images: Sequence[Path],
    board: Path | None,
    corners: "Corners | None",
    game: str | None,
    overlay: Path | None,
    as_json: bool,
) -> None:
    """Read what stands on the board in pictures."""
    need_board(board, corners)
    if overlay is not None and len(images) > 1:
        raise Misuse(phrase("{option} takes one picture at a time", option="--overlay"))
    from device.errors import DeviceError
    from device.table.watch.boards import examined
    from device.table.watch.readings import reading_json, reading_text
    from engine.games import find_game
    from vision.errors import VisionError
    from vision.frame import load_picture

    rules = None if game is None else find_game(game)
    shape = None if rules is None else rules.shape
    status = 0
    for image in images:
        try:
            picture = load_picture(image)
            model = model_of(board, corners, picture, shape)
            observation, tops = examined(model, picture)
        except (VisionError, DeviceError, BoardNotFound) as error:
            say(about(image, error))
            status = max(status, NO if isinstance(error, BoardNotFound) else FAILED)
            continue
        if overlay is not None:
            from vision.overlay import overlay as draw

            write_picture(overlay, draw(picture, model, observation, tops))
        if as_json:
            print_json(reading_json(str(image), observation, rules))
        else:
            click.echo(reading_text(str(image), observation, rules))
    sys.exit(status)
