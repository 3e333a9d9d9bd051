"""The command about the referee's PIN."""

import os
from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, data_option, settings_of
from device.cli.output import Failure
from engine.i18n import phrase


@click.command()
@click.option("--set", "how", flag_value="set", help="Set another one, which is asked for.")
@click.option("--forget", "how", flag_value="forget", help="Have none any more: a code lets in who sets one.")
@data_option("The data folder.")
@CONFIG_OPTION
def pin(how: str | None, data: Path | None, config: Path | None) -> None:
    """Tell whether there is a PIN for the referee; set or forget it. A service that runs notices at once."""
    from device.store.access import FILE as KEPT
    from device.store.access import PIN_RULE, Access

    found = settings_of(config, data)
    folder = found.table.data
    if not _may_read(folder / KEPT):
        raise Failure(
            phrase("{file} may not be read by this user: use {command}", file=folder / KEPT, command="sudo")
        )
    access = Access(folder, found.web.pin)
    if how == "set":
        click.echo(str(PIN_RULE))
        access.set_pin(click.prompt("The new PIN", hide_input=True, confirmation_prompt=True))
        click.echo("The PIN is set. Whoever was let in by another one has to give it.")
    elif how == "forget":
        access.forget_pin()
        click.echo(
            "There is no PIN any more. The table's display shows a code with which one is set on the "
            "page; without a display, "
            "`tableside pin --set` sets one here. Programs keep their tokens."
        )
    elif access.is_given:
        click.echo("The PIN stands in the settings, under [web].")
    else:
        click.echo("A PIN is set." if access.has_pin else "No PIN is set: `tableside pin --set` sets one.")


def _may_read(path: Path) -> bool:
    try:
        return not path.exists() or os.access(path, os.R_OK)
    except PermissionError:
        return False
