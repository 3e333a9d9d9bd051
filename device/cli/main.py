"""The command `tableside`: its commands are the modules of `device.cli.commands`, and
this is what serves their pages.
"""

import logging
from typing import Any

import click

from device.cli import commands
from device.cli.group import CommandGroup, Commands
from device.cli.serving import Pages
from device.redacting import RedactingFormatter


def _serve_table(*table_and_place: Any) -> None:
    from webui.app import serve

    serve(*table_and_place)


def _serve_hub(*hub_and_place: Any) -> None:
    from webui.hub.hub_app import serve_hub

    serve_hub(*hub_and_place)


def _spectators_page(*way_and_words: Any) -> str:
    from webui.hub.spectators_page import spectators_page

    return spectators_page(*way_and_words)


PAGES = Pages(_serve_table, _serve_hub, _spectators_page)
"""Here alone device and webui meet: what a command serves is handed down to it."""


def _print_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from device.packages import installed_version

    found = installed_version() or "from a folder in which it is not installed"
    click.echo(f"tableside, version {found}")
    context.exit()


@click.group(
    cls=CommandGroup, commands=Commands(commands), context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.option(
    "--debug", is_flag=True, help="Log everything, and show where in the program an error came from."
)
@click.pass_context
def main(context: click.Context, debug: bool) -> None:
    """A referee and a scribe for backgammon and its relatives, played on a real board in front of a camera."""
    level = logging.DEBUG if debug else logging.WARNING
    to_terminal = logging.StreamHandler()
    to_terminal.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[to_terminal], force=True)
    context.obj = PAGES
