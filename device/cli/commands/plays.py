"""The command that lists the legal plays of a roll."""

import json
import sys
from collections.abc import Sequence

import click

from device.cli.cli_options import GAME_OPTION, JSON_OPTION, VARIATION_OPTION
from device.cli.output import AnswerIsNo, Misuse, print_json, say
from engine.i18n import phrase


@click.command()
@GAME_OPTION
@click.option(
    "--position", metavar="P", help="The position, like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'."
)
@click.option("--roll", metavar="3-1", help="The roll, in a game with dice.")
@click.option("--to-play", type=click.Choice(["W", "B"]), default="W", help="Whose turn it is.")
@VARIATION_OPTION
@click.option(
    "--legal",
    metavar="POSITION",
    help="Say whether this board is one of the results, however many there are.",
)
@click.option("--batch", is_flag=True, help="Answer questions on standard input, one object of JSON a line.")
@JSON_OPTION
def plays(
    game: str | None,
    position: str | None,
    roll: str | None,
    to_play: str,
    options: Sequence[str],
    legal: str | None,
    batch: bool,
    as_json: bool,
) -> None:
    """List the legal plays of a roll."""
    from device.library.games.plays_query import answer, answer_json, asked_of, is_legal, option_of, playable

    if batch:
        if game or position or roll or options or legal:
            raise Misuse(phrase("with {option} the questions are read from standard input", option="--batch"))
        for line in sys.stdin.buffer:
            if line.strip():
                print_json(answer_json(_json_or_none(line)))
        return
    if not (game and position):
        raise Misuse(
            phrase(
                "give {options}, or {batch}; only a game without dice has no {roll}",
                options="--game, --position, --roll",
                batch="--batch",
                roll="--roll",
            )
        )
    agreed = dict(map(option_of, options))
    asked = asked_of(
        {
            "game": game,
            "position": position,
            "roll": roll or None,
            "to_play": to_play,
            "options": agreed,
            "legal": legal,
        }
    )
    if as_json:
        told = answer(asked)
        print_json(told)
        if told.get("legal") is False:
            raise AnswerIsNo(told["text"])
        return
    if legal is not None:
        found = is_legal(asked)
        if isinstance(found, str):
            raise AnswerIsNo(found)
        click.echo(f"Legal: {found.notation or 'nothing can be played'}")
        return
    can = playable(asked)
    for play in can.plays:
        won = f", {play.winner.value} +{play.points}" if play.winner else ""
        ends = f"  ({play.ends}{won})" if play.ends else ""
        click.echo(f"{play.notation or 'cannot play':<24} {play.result}{ends}")
    numbers = {"told": len(can.plays), "count": can.count, "option": "--legal"}
    if not can.counted:
        say(
            phrase(
                "these are {told} of the results, of which there are at least {count}; {option} asks about one board",
                **numbers,
            )
        )
    elif can.count > len(can.plays):
        say(phrase("these are the first {told} of {count} results; {option} asks about one board", **numbers))


def _json_or_none(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
