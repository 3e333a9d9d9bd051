"""The command on position codes: any of them in, the board and all of them out."""

import sys
from pathlib import Path

import click

from device.cli.output import print_json
from device.errors import RecordError

_WAYS = ("xgid", "gnubg", "ogid", "text", "json")
_MOST_LETTERS = 10_000
"""How much is read from the standard input; no position is as long."""


@click.command()
@click.argument("code", nargs=-1, required=True, metavar="CODE")
@click.option(
    "--to", "to", type=click.Choice(_WAYS), default="text", show_default=True, help="What is printed."
)
@click.option(
    "--game",
    default="backgammon",
    metavar="ID",
    help="backgammon, or a game like it; hypergammon has 3 checkers.",
)
def position(code: tuple[str, ...], to: str, game: str) -> None:
    """Tell what a position code stands for, and the same in the others.

    CODE is an XGID, GNU Backgammon's Position ID with a Match ID behind it or without one, an OGID,
    a position line of Snowie's, or a position as text, or the name of a file with one of them in
    it, such as what a program exports; - reads it from the standard input. White is X in an XGID,
    player 1 in a GNU Backgammon ID.
    """
    from device.library.games.position_text import board_lines, code_json, men_of
    from engine.records.codes.codes import WRITERS, read_code

    standing = read_code(_text(" ".join(code)), men_of(game))
    if to == "json":
        print_json(code_json(standing))
    elif to == "text":
        click.echo("\n".join(board_lines(standing)))
    else:
        click.echo(WRITERS[to](standing))


def _text(written: str) -> str:
    """The text that is meant: what is written, what is in the file of that name, or the
    standard input. Raises RecordError.
    """
    from device.library.records.files import decoded, read_bytes

    if written == "-":
        return sys.stdin.read(_MOST_LETTERS)
    try:
        is_file = Path(written).is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        return written
    try:
        return decoded(read_bytes(Path(written)))[:_MOST_LETTERS]
    except RecordError as error:
        raise RecordError(f"{written}: {error}") from error
