"""The command that writes a settings file."""

from contextlib import suppress
from pathlib import Path

import click

from device.cli.cli_options import FILE, PORT, settings_of
from device.cli.output import say
from device.cli.writing import print_or_write


@click.command()
@click.option("--port", type=PORT, metavar="P", help="Set the port in it.")
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Where it is written; by default to the terminal."
)
def settings(port: int | None, output: Path | None) -> None:
    """Write a settings file with every setting in it, explained."""
    from device.errors import SettingsError
    from device.store.settings.chosen import FILE as CHOSEN
    from device.store.settings.sample_file import sample

    print_or_write(output, sample(port=port))
    with suppress(SettingsError):
        chosen = settings_of(None).table.data / CHOSEN
        if chosen.exists():
            say(f"what was chosen in the set-up stands in {chosen}, and counts before this file")
