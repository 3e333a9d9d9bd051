"""The command that lists the games, and what can be agreed on."""

import click

from device.cli.cli_options import GAME, JSON_OPTION
from device.cli.output import Misuse, print_json
from engine.i18n import phrase


@click.command()
@click.argument("game", type=GAME, metavar="ID|FILE", required=False)
@click.option(
    "--terms", "what", flag_value="terms", help="What can be agreed on for a match: cube, stakes, Crawford."
)
@click.option(
    "--profiles", "what", flag_value="profiles", help="How a match can be refereed: at home, in a tournament."
)
@click.option(
    "--traditions", "what", flag_value="traditions", help="What rolls can be called in several languages."
)
@JSON_OPTION
def games(game: str | None, what: str | None, as_json: bool) -> None:
    """List the games, or tell one's rules; or list what else can be agreed on."""
    from device.library.games import agreements
    from device.library.games.catalogue import game_json, game_lines, game_text, listed_games
    from engine.games import all_games, find_game
    from engine.match_formats import all_series, find_series

    if what is not None:
        if game is not None:
            raise Misuse(
                phrase(
                    "{option} is the same for every game: leave {game} out",
                    option=f"--{what}",
                    game=repr(game),
                )
            )
        told, text = agreements.LISTS[what]
        if as_json:
            for each in told():
                print_json(each)
        else:
            click.echo(text())
    elif game is not None:
        found = find_series(game) or find_game(game)
        if as_json:
            print_json(game_json(found, with_rules=True))
        else:
            click.echo(game_text(found))
    else:
        everything = listed_games(all_games(), all_series())
        if as_json:
            for one in everything:
                print_json(game_json(one))
        else:
            click.echo(game_lines(everything))
