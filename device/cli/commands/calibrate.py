"""The command that makes the model of a board."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.board_options import corners_option
from device.cli.cli_options import FILE, GAME_OPTION
from device.cli.output import BoardNotFound, Misuse
from engine.i18n import phrase, phrase_of

if TYPE_CHECKING:
    from vision.frame import Picture
    from vision.rectify import Corners


NEAR_TAKEN = (
    "The near side is taken to be the one towards the bottom of the picture (where the board stands "
    "sideways, the right): "
    "if that is wrong, give the corners with --corners, far-left first."
)


@click.command()
@click.argument("image", type=FILE, required=False)
@click.option(
    "--corners",
    callback=corners_option,
    metavar="C",
    help='The corners: "x,y x,y x,y x,y", far-left first. Without them they are looked for.',
)
@click.option("--empty", type=FILE, help="A picture of the board without checkers.")
@click.option("--start", type=FILE, help="A picture of the starting position.")
@GAME_OPTION
@click.option(
    "-o", "output", type=FILE, required=True, help="Where the model is written, board.json for instance."
)
def calibrate(
    image: Path | None,
    corners: "Corners | None",
    empty: Path | None,
    start: Path | None,
    game: str | None,
    output: Path,
) -> None:
    """Make the model of a board from pictures of it, and from its four corners where they are given."""
    from calibration import model_from_corners
    from engine.board import Shape
    from engine.games import find_game
    from vision.errors import PictureError
    from vision.frame import load_picture
    from vision.markers import PLACES

    shape = Shape.TABLES if game is None else find_game(game).shape
    plain, bare, begun = (load_picture(path) if path else None for path in (image, empty, start))
    pictures = [each for each in (plain, bare, begun) if each is not None]
    if not pictures:
        raise Misuse(phrase("give a picture of the board: {options}", options="IMAGE, --empty, --start"))
    picture = pictures[0]
    if any(each.shape != picture.shape for each in pictures):
        raise Misuse(
            phrase("the pictures are of different sizes: take them all from the same camera, unmoved")
        )
    if corners is None:
        if shape is not Shape.TABLES:
            raise Misuse(
                phrase(
                    "on a board of squares the corners are not found yet: give {option}", option="--corners"
                )
            )
        corners = _found(picture if bare is None else bare)
    try:
        made = model_from_corners(corners, picture, bare, begun, shape=shape)
    except PictureError as error:
        raise BoardNotFound(phrase_of(error)) from error
    made.model.save(output)
    for line in made.verdict:
        click.echo(line)
    if made.model.markers:
        seen = ", ".join(PLACES[marker.number] for marker in made.model.markers)
        click.echo(
            f"Markers seen: {seen}. While two far apart can be seen, the board is found again by them."
        )
    click.echo(f"The model is in {output}.")


def _found(picture: "Picture") -> "Corners":
    """The corners in a picture, told on the way. Raises BoardNotFound."""
    from calibration.locate import locate

    located = locate(picture)
    if located is None:
        raise BoardNotFound(
            phrase(
                "The corners of the board cannot be found surely in this picture: take hands and cups off, let all "
                "four corners be seen, or give the corners with {option}.",
                option='--corners "x,y x,y x,y x,y"',
            )
        )
    places = " ".join(f"{x:.0f},{y:.0f}" for x, y in located.corners)
    if not located.is_sure:
        raise BoardNotFound(
            phrase(
                'The corners of the board cannot be found surely in this picture. They may be at "{places}": look '
                "whether they are, and give them with {option}, put right where they are not.",
                places=places,
                option="--corners",
            )
        )
    click.echo(f'The corners were found at "{places}", far-left first.')
    if not located.near_known:
        click.echo(NEAR_TAKEN)
    return located.corners
