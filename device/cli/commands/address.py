"""The command that tells where the pages are."""

from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, JSON_OPTION, settings_of
from device.cli.output import print_json


@click.command()
@click.option("--qr", is_flag=True, help="Draw a QR code, too, for phones.")
@CONFIG_OPTION
@JSON_OPTION
def address(qr: bool, config: Path | None, as_json: bool) -> None:
    """Tell where the pages are to be opened."""
    from device.address import addresses, qr_text

    web = settings_of(config).web
    found = addresses(web.host, web.port)
    if as_json:
        print_json({"addresses": list(found)})
        return
    if qr:
        click.echo(qr_text(found[0]))
    click.echo(" or ".join(found))
