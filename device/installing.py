"""The commands of who installs a table: its address, its settings file, its wiring."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from device.frontdoor import DATA, FILE, JSON_OPTION, print_json, say, write_text


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
    from device.errors import SettingsError
    from device.settings import find_settings_file, load_settings
    from device.settings.chosen import FILE
    from device.settings.sample import sample

    _write(output, sample(port=port))
    with suppress(SettingsError):
        chosen = load_settings(find_settings_file()).table.data / FILE
        if chosen.exists():
            say(f"what was chosen in the set-up stands in {chosen}, and counts before this file")


@click.command()
@click.option("--set", "how", flag_value="set", help="Set another one, which is asked for.")
@click.option("--forget", "how", flag_value="forget", help="Have none any more: a code lets in who sets one.")
@click.option("--data", type=DATA, help="The data folder.")
@click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
def pin(how: str | None, data: Path | None, config: Path | None) -> None:
    """Tell whether there is a PIN for the referee; set or forget it. A service that runs notices at once."""
    from device.access import FILE as KEPT
    from device.access import Access
    from device.settings import find_settings_file, load_settings

    found = load_settings(config or find_settings_file())
    folder = data or found.table.data
    if not _may_read(folder / KEPT):
        raise click.ClickException(f"{folder / KEPT} may not be read by this user: use sudo")
    access = Access(folder, found.web.pin)
    if how == "set":
        access.set_pin(click.prompt("The new PIN, 4 to 12 digits", hide_input=True, confirmation_prompt=True))
        click.echo("The PIN is set. Whoever was let in by another one has to give it.")
    elif how == "forget":
        access.forget_pin()
        click.echo(
            "There is no PIN any more. The table's display shows a code with which one is set on the page; without a display, "
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
