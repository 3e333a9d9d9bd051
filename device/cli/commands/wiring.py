"""The command that draws how things hang on the pins."""

from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, FILE, settings_of
from device.cli.writing import print_or_write


@click.command()
@CONFIG_OPTION
@click.option(
    "-o", "output", type=FILE, metavar="FILE.svg", help="Where it is written; by default to the terminal."
)
def wiring(config: Path | None, output: Path | None) -> None:
    """Draw how lamps, buttons, buzzer, strip and display hang on the Pi's pins, as the settings say."""
    from device.signals.wiring import drawing

    print_or_write(output, drawing(settings_of(config)))
