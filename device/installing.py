"""The commands of who installs a table: its address, its settings file, its wiring."""

import sys
from pathlib import Path

import click

from device.frontdoor import FILE, JSON_OPTION, print_json, write_text


@click.command()
@click.option("--qr", is_flag=True, help="Draw a QR code, too, for phones.")
@click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
@JSON_OPTION
def address(qr: bool, config: Path | None, as_json: bool) -> None:
    """Tell where the pages are to be opened."""
    from device.address import addresses, qr_text
    from device.settings import find_settings_file, load_settings

    web = load_settings(config or find_settings_file()).web
    found = addresses(web.host, web.port)
    if as_json:
        print_json({"addresses": list(found)})
        return
    if qr:
        click.echo(qr_text(found[0]))
    click.echo(" or ".join(found))


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), metavar="P", help="Set the port in it.")
@click.option(
    "-o", "output", type=FILE, metavar="FILE", help="Where it is written; by default to the terminal."
)
def settings(port: int | None, output: Path | None) -> None:
    """Write a settings file with every setting in it, explained."""
    from device.settings.sample import sample

    _write(output, sample(port=port))


@click.command()
@click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
@click.option(
    "-o", "output", type=FILE, metavar="FILE.svg", help="Where it is written; by default to the terminal."
)
def wiring(config: Path | None, output: Path | None) -> None:
    """Draw how lamps, buttons, buzzer, strip and display hang on the Pi's pins, as the settings say."""
    from device.settings import find_settings_file, load_settings
    from device.wiring import drawing

    _write(output, drawing(load_settings(config or find_settings_file())))


def _write(output: Path | None, text: str) -> None:
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)
