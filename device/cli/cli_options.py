"""Options that more than one command takes, and the settings with what options name laid over them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from device.library.analysis.engines import Engine
    from device.store.settings import Settings


FILE = click.Path(path_type=Path, dir_okay=False)
"""A file, on the command line."""
THERE = click.Path(path_type=Path, dir_okay=False, exists=True)
"""A file that is there already."""
FOLDER = click.Path(path_type=Path, file_okay=False)
"""A folder, on the command line."""


class GameName(click.ParamType):  # type: ignore[type-arg]
    """A game on the command line: its id or name, or the file of one of somebody's own, as the game's id."""

    name = "game"

    def convert(self, value: str, _: click.Parameter | None, __: click.Context | None) -> str:
        """The id of the game of a file; what else was named as it is. Raises GameFileError."""
        from device.store.settings.game_file import game_named

        return game_named(value)


GAME = GameName()
PORT = click.IntRange(1, 65535)
"""The number of a port."""

CONFIG_OPTION = click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
MATCH_OPTION = click.option(
    "--match",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which match, where a file holds several; the first by itself.",
)
PROFILE_OPTION = click.option(
    "--profile",
    metavar="NAME",
    help="How it is refereed: home, tournament, nardy, silent or by a federation; see `tableside games --profiles`.",
)
GAME_OPTION = click.option(
    "--game",
    type=GAME,
    metavar="ID|FILE",
    help="The game, by id or name; see `tableside games`; or one of your own: game.toml.",
)
VARIATION_OPTION = click.option(
    "--option", "options", multiple=True, metavar="K=V", help="A variation of the game; may be repeated."
)
ENGINE_OPTION = click.option(
    "--engine",
    type=click.Choice(["auto", "gnubg", "sage"]),
    help="Which program: GNU Backgammon, or Open Sage (bgsage); auto: the first of these that is installed. "
    "By default what the settings name.",
)

_AGREED_OPTIONS = (
    click.option(
        "--game",
        type=GAME,
        metavar="ID|FILE",
        help="The game, by id or name, or one of your own, game.toml; a series such as tavli_match; "
        "or games with commas between them.",
    ),
    VARIATION_OPTION,
    click.option(
        "--match-length",
        type=click.IntRange(0, 99),
        metavar="N",
        help="Points that win a match; 0: single games.",
    ),
    click.option(
        "--term",
        "terms",
        multiple=True,
        metavar="K=V",
        help="What is agreed on, such as jacoby=on; see `tableside games --terms`; may be repeated.",
    ),
)


def data_option(help_: str = "The folder of the log and the board.") -> Callable[[Any], Any]:
    """The option that names the data folder, for what a command wants of it."""
    return click.option("--data", type=FOLDER, help=help_)


def with_all(options: Sequence[Any], command: Any) -> Any:
    """Gives a command several options, told in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def with_agreed(command: Any) -> Any:
    """Gives a command the options that say what is played, and on what terms."""
    return with_all(_AGREED_OPTIONS, command)


def settings_file(config: Path | None) -> Path | None:
    """The settings file that counts, if there is one."""
    from device.store.settings import find_settings_file

    return config or find_settings_file()


def settings_of(config: Path | None, data: Path | None = None) -> "Settings":
    """The settings, with the data folder that was named. Raises SettingsError."""
    from device.store.settings import load_settings

    settings = load_settings(settings_file(config))
    return replace(settings, table=but(settings.table, data=data))


def engine_of(named: str | None) -> "Engine":
    """The engine that was named, else that of the settings. Raises AnalysisError where it is not installed."""
    from device.library.analysis.engines import engine_named
    from device.store.settings.chosen import with_chosen

    return engine_named(named or with_chosen(settings_of(None)).analysis.engine)


def but(table: Any, **changes: object) -> Any:
    """A table of settings with those changed that the command line names."""
    return replace(table, **{name: value for name, value in changes.items() if value is not None})
