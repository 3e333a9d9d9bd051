"""The command on position codes: any of them in, the board and all of them out."""

import sys
from pathlib import Path

import click

from device.cli.cli_options import ENGINE_OPTION, FILE, engine_of
from device.cli.output import Misuse, about, print_json, say
from device.cli.photo_options import Photographed, with_photo
from device.cli.writing import write_text
from device.errors import RecordError
from engine.board import Kind
from engine.i18n import phrase

_WAYS = ("xgid", "gnubg", "ogid", "text", "json")
_MOST_LETTERS = 10_000
"""How much is read from the standard input; no position is as long."""


@click.command()
@click.argument("code", nargs=-1, metavar="[CODE]")
@click.option(
    "--to", "to", type=click.Choice(_WAYS), default="text", show_default=True, help="What is printed."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
@click.option(
    "--game",
    default="backgammon",
    metavar="ID",
    help="backgammon, or a game like it; hypergammon has 3 checkers.",
)
@click.option("--svg", type=FILE, metavar="OUT.svg", help="Write a picture of the board, too.")
@click.option("--analyse", is_flag=True, help="Tell what an engine thinks of it, too.")
@ENGINE_OPTION
@with_photo
def position(
    code: tuple[str, ...],
    to: str,
    as_json: bool,
    game: str,
    svg: Path | None,
    analyse: bool,
    engine: str | None,
    photo: "Photographed",
) -> None:
    """Tell what a position code stands for, and the same in the others; or what stands on the board in a photograph.

    CODE is an XGID, GNU Backgammon's Position ID with a Match ID behind it or without one, an OGID,
    a position line of Snowie's, or a position as text, or the name of a file with one of them in
    it, such as what a program exports; - reads it from the standard input. White is X in an XGID,
    player 1 in a GNU Backgammon ID.

    Of a photograph, White is the player at its lower edge. What a picture cannot show is told with
    --near, --home, --to-play, --score, --length and --cube; without them the likeliest is taken, and
    said.
    """
    from device.library.games.position_text import board_lines, code_json, men_of
    from engine.records.codes.position_codes import WRITERS, read_code

    men = men_of(game)
    if photo.file is None:
        if not code:
            raise Misuse(phrase("name a position, or a picture with {option}", option="--photo"))
        standing, near, about = read_code(_text(" ".join(code)), men), Kind.LIGHT, {}
    else:
        if code:
            raise Misuse(phrase("a position is told by a code or by {option}, not by both", option="--photo"))
        found = photo.read()
        standing, near, about = found.standing, found.near, found.as_json()
        for line in found.doubts():
            say(line)
    if svg is not None:
        from device.library.positions.board_svg import board_svg

        write_text(svg, board_svg(standing, near))
    judged = None
    if analyse:
        from device.library.analysis.position_analysis import analyse_position

        judged = analyse_position(standing, engine_of(engine))
    if to == "json" or as_json:
        print_json({**code_json(standing), **about, **({"analysis": judged.as_json()} if judged else {})})
    elif to == "text":
        click.echo("\n".join([*board_lines(standing), *(("", *judged.lines()) if judged else ())]))
    else:
        click.echo(WRITERS[to](standing))


def _text(written: str) -> str:
    """The text that is meant: what is written, what is in the file of that name, or the
    standard input. Raises RecordError.
    """
    from device.library.records.files import decoded_text, read_bytes

    if written == "-":
        return sys.stdin.read(_MOST_LETTERS)
    try:
        is_file = Path(written).is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        return written
    try:
        return decoded_text(read_bytes(Path(written)))[:_MOST_LETTERS]
    except RecordError as error:
        raise RecordError(about(written, error)) from error
