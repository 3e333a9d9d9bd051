"""The command that brings a backup back."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import CONFIG_OPTION, FILE, JSON_OPTION, data_option, settings_file, settings_of
from device.cli.output import Misuse, print_json
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.store.settings import PairedBroker, Settings


@click.command()
@click.argument("file", type=FILE, metavar="[FILE.zip|NAME]", required=False)
@click.option(
    "--from-hub",
    is_flag=True,
    help="Take a daily backup that the club's hub has of this table, once it is paired with that: the one of "
    "this NAME, without one the newest.",
)
@click.option("--list", "listing", is_flag=True, help="With --from-hub: only say which the hub has.")
@click.option(
    "--force", is_flag=True, help="Where there is a log already: keep it in a folder beside, and go on."
)
@data_option()
@CONFIG_OPTION
@JSON_OPTION
def restore(
    file: Path | None,
    from_hub: bool,
    listing: bool,
    force: bool,
    data: Path | None,
    config: Path | None,
    as_json: bool,
) -> None:
    """Bring a backup back. Neither service nor hub may run; what was there is kept, in a folder beside."""
    from device.ops.backup import restore_backup

    if file is None and not from_hub:
        raise Misuse(phrase("name a backup, or give {option}", option="--from-hub"))
    if listing and (file is not None or as_json or not from_hub):
        raise Misuse(phrase("{option} is for {other} alone", option="--list", other="--from-hub"))
    settings, used = settings_of(config, data), settings_file(config)
    if listing:
        _list_copies(settings)
        return
    with ExitStack() as scratch:
        name = "" if file is None else file.name
        found = scratch.enter_context(_from_hub(settings, name)) if from_hub or file is None else file
        done = restore_backup(found, settings, force=force)
    if as_json:
        print_json(
            {
                "data": str(settings.table.data),
                "events": done.manifest.events,
                "hub": done.manifest.hub,
                "kept": None if done.aside is None else str(done.aside),
                "settings": None if done.settings is None else str(done.settings),
            }
        )
        return
    click.echo(f"{done.manifest.events} events are back in {settings.table.data}.")
    if from_hub and not name:
        click.echo("That was the newest; which others the hub has says: tableside restore --from-hub --list")
    if done.manifest.has_hub:
        where = "the database of [hub]" if settings.hub.database else settings.hub_folder
        click.echo(f"{done.manifest.hub} events and entries of tournaments of the hub are back in {where}.")
    if done.aside is not None:
        click.echo(f"What was there before is kept in {done.aside}.")
    if done.settings is not None:
        to = f"copy them over {used}" if used else "--config names them"
        click.echo(f"The settings of then are {done.settings}: {to}, if they are to be used.")
    if settings.camera.board and done.board is not None:
        click.echo(f"The board is {done.board}, but the settings name {settings.board_file}: copy it there.")


def _list_copies(settings: "Settings") -> None:
    """Says which daily backups the hub has of this table, the newest last."""
    from device.ops.backup.copies_sent import kept_copies

    copies = kept_copies(_hub_of(settings), settings.table.name)
    for each in copies:
        came = datetime.fromtimestamp(each.came).strftime("%Y-%m-%d %H:%M")
        click.echo(f"{each.name}  {each.size // 1024 + 1} kB, came {came}")
    if not copies:
        click.echo("The hub has none of a table of this name.")


def _hub_of(settings: "Settings") -> "PairedBroker":
    """The broker of the hub that this table is paired with. Raises UsageError."""
    from device.store.settings.paired import paired_broker

    broker = paired_broker(settings.table.data)
    if broker is None:
        raise Misuse(
            phrase(
                "this table is paired with no hub: {command}, with a code of its page {page}",
                command="tableside pair CODE",
                page="/pairing",
            )
        )
    return broker


@contextmanager
def _from_hub(settings: "Settings", name: str) -> Iterator[Path]:
    """The daily backup of that name that the hub has of this table, without one the newest, for as long as it is
    needed. Raises DeviceError.
    """
    from device.ops.backup.copies_sent import fetch_copy

    found = fetch_copy(_hub_of(settings), settings.table.name, settings.table.data, name)
    try:
        yield found
    finally:
        found.unlink(missing_ok=True)
