"""The command that makes films of simulated games."""

from collections.abc import Sequence
from pathlib import Path

import click

from device.cli.cli_options import FILE, PROFILE_OPTION, with_agreed


@click.command()
@click.option("-o", "output", type=FILE, required=True, metavar="film.mp4", help="Where the film is written.")
@click.option("--truth", type=FILE, metavar="truth.json", help="Where the truth about it is written.")
@with_agreed
@PROFILE_OPTION
@click.option("--seed", type=int, default=0, metavar="N", help="The same number makes the same film.")
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), help="How long the film lasts at most."
)
def simulate(
    output: Path,
    truth: Path | None,
    game: str | None,
    options: Sequence[str],
    match_length: int | None,
    terms: Sequence[str],
    seed: int,
    seconds: float | None,
    profile: str | None,
) -> None:
    """Make a film of a simulated game, hands, mistakes and all."""
    from device.cli.game_choice import agreed
    from device.simulator.films import write_film
    from device.store.settings import MatchSettings
    from engine.profile import profile_of

    match = agreed(MatchSettings(length=0), game, match_length, options, terms)
    film = write_film(
        output,
        truth,
        match.match_format,
        seed,
        match_length=match.length,
        terms=match.terms,
        seconds=seconds,
        profile=profile_of(profile or "home"),
    )
    click.echo(f"{film.frames} frames, {film.seconds:.0f} s, {film.games} games in {output}.")
