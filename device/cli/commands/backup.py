"""The command that writes a backup."""

from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, FILE, JSON_OPTION, data_option, settings_file, settings_of
from device.cli.output import print_json


@click.command()
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE.zip",
    help="Where the backup is written; what was there is replaced. By default a new file here, named for today.",
)
@click.option("--pictures", is_flag=True, help="Take the pictures of decisions, too.")
@data_option()
@CONFIG_OPTION
@JSON_OPTION
def backup(
    output: Path | None, pictures: bool, data: Path | None, config: Path | None, as_json: bool
) -> None:
    """Write log, board and settings, and a hub's whole database, into one file, while the service runs or not.

    The file holds the settings with the referee's PIN, if it is set there: keep it as you keep the PIN.
    """
    from device.ops.backup import make_backup

    made = make_backup(settings_of(config, data), output, config=settings_file(config), pictures=pictures)
    if as_json:
        print_json({"file": str(made.path), "bytes": made.size, **made.manifest.as_json()})
        return
    others = len(made.manifest.files) - 1
    click.echo(
        f"{made.manifest.events} events and {others} {'file' if others == 1 else 'files'} are in {made.path} "
        f"({made.size / 10**6:.1f} MB), which has been read through."
    )
    if made.manifest.has_hub:
        click.echo(f"The hub's database is in it: {made.manifest.hub} events and entries of tournaments.")
