"""The command that watches a film of a game and writes its record."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.board_options import board_or_no, need_board, with_board
from device.cli.cli_options import FILE, JSON_OPTION, PROFILE_OPTION, with_agreed
from device.cli.joining_options import Joining, with_joining
from device.cli.output import AnswerIsNo, print_json, progress_bar
from device.cli.writing import write_bytes

if TYPE_CHECKING:
    from vision.rectify import Corners


@click.command()
@click.argument("films", metavar="FILM...", type=FILE, nargs=-1, required=True)
@with_board
@click.option(
    "--near",
    type=click.Choice(["light", "dark"]),
    default=None,
    help="Which checkers the near player has, where the film does not begin with a starting position.",
)
@click.option(
    "--every",
    type=click.FloatRange(0.01, 60.0),
    default=None,
    metavar="SECONDS",
    help="How many seconds passed between two frames of a time-lapse, where it plays faster than life.",
)
@with_agreed
@with_joining
@PROFILE_OPTION
@JSON_OPTION
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="match.mat",
    help="Where the record is written: .mat, .sgf, .json or .txt.",
)
def watch(
    films: tuple[Path, ...],
    board: Path | None,
    corners: "Corners | None",
    near: str | None,
    every: float | None,
    game: str | None,
    options: Sequence[str],
    match_length: int | None,
    terms: Sequence[str],
    as_json: bool,
    output: Path | None,
    profile: str | None,
    joining: Joining,
) -> None:
    """Watch a film of a game, or several in sequence, as fast as possible, and write the record."""
    need_board(board, corners)
    from device.cli.game_choice import agreed
    from device.library.records.converting import written_for
    from device.store.settings import MatchSettings
    from device.table.watch.film import watch_film
    from device.table.watch.film_json import nothing_sentence, watched_json
    from device.table.watch.film_sequence import length_of
    from engine.board import Kind
    from engine.profile import profile_of
    from vision.board_model import BoardModel

    match = agreed(MatchSettings(length=0), game, match_length, options, terms)
    joined = joining.game(match)
    refereed = profile_of(profile or "home")
    where = BoardModel.load(board) if board else corners
    assert where is not None
    total = length_of(films)
    with progress_bar(total, "watching") as bar:
        watched = board_or_no(
            lambda: watch_film(
                films,
                where,
                near=Kind(near) if near else None,
                match_format=match.match_format,
                match_length=match.length,
                terms=match.terms,
                profile=refereed,
                joined=joined,
                every=every,
                progress=lambda done, _: bar.update(done - bar.pos),
            )
        )
    if as_json:
        print_json(watched_json(watched))
    if watched.nothing is not None:
        raise AnswerIsNo(nothing_sentence(watched.nothing))
    record = written_for(output or Path("match.mat"), watched.record)
    if output is not None:
        write_bytes(output, record.data, record.remarks)
    if as_json:
        return
    if output is None:
        click.echo(record.text, nl=False)
    else:
        click.echo(f"{len(watched.record.games)} games in {output}, {watched.frames} frames.")
