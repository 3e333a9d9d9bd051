"""The commands of the upkeep: the doctor, backups, and the way back."""

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.frontdoor import DATA, FILE, JSON_OPTION, NO, print_json

if TYPE_CHECKING:
    from device.settings import Settings

_CONFIG = click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
_DATA = click.option("--data", type=DATA, help="The folder of the log and the board.")


@click.command()
@_CONFIG
@_DATA
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="Judge light, focus and aim by this picture; by default the camera takes one.",
)
@JSON_OPTION
def doctor(config: Path | None, data: Path | None, picture: Path | None, as_json: bool) -> None:
    """Say what hardware and software is there, what is missing, and what to do about it."""
    from device.doctor import Health, examine
    from device.errors import SettingsError
    from device.settings.chosen import with_chosen

    settings, _ = _settings(config, data)
    with suppress(SettingsError):
        # of a damaged file one of its findings tells
        settings = with_chosen(settings)
    findings = examine(settings, picture=picture)
    sick = any(finding.health is Health.FAILURE for finding in findings)
    if as_json:
        print_json({"well": not sick, "findings": [finding.as_json() for finding in findings]})
    else:
        marks = {Health.OK: "ok", Health.WARNING: "--", Health.FAILURE: "!!"}
        for finding in findings:
            click.echo(f"{marks[finding.health]}  {finding.check:<11} {finding.found}")
            if finding.advice:
                click.echo(f"                {finding.advice}")
    sys.exit(NO if sick else 0)


@click.command()
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="FILE.zip",
    help="Where the backup is written; what was there is replaced. By default a new file here, named for today.",
)
@click.option("--pictures", is_flag=True, help="Take the pictures of decisions, too.")
@_DATA
@_CONFIG
@JSON_OPTION
def backup(
    output: Path | None, pictures: bool, data: Path | None, config: Path | None, as_json: bool
) -> None:
    """Write log, board and settings into one file, while the service runs or not.

    The file holds the settings with the referee's PIN, if it is set there: keep it as you keep the PIN.
    """
    from device.backup import make_backup

    settings, file = _settings(config, data)
    made = make_backup(settings, output, config=file, pictures=pictures)
    if as_json:
        print_json({"file": str(made.path), "bytes": made.size, **made.manifest.as_json()})
        return
    others = len(made.manifest.files) - 1
    click.echo(
        f"{made.manifest.events} events and {others} {'file' if others == 1 else 'files'} are in {made.path} "
        f"({made.size / 10**6:.1f} MB), which has been read through."
    )


@click.command()
@click.argument("file", type=FILE, metavar="FILE.zip")
@click.option(
    "--force", is_flag=True, help="Where there is a log already: keep it in a folder beside, and go on."
)
@_DATA
@_CONFIG
@JSON_OPTION
def restore(file: Path, force: bool, data: Path | None, config: Path | None, as_json: bool) -> None:
    """Bring a backup back. The service must not run; what was there is kept, in a folder beside."""
    from device.backup import restore_backup

    settings, used = _settings(config, data)
    done = restore_backup(file, settings, force=force)
    if as_json:
        print_json(
            {
                "data": str(settings.table.data), "events": done.manifest.events,
                "kept": None if done.aside is None else str(done.aside),
                "settings": None if done.settings is None else str(done.settings),
            }
        )  # fmt: skip
        return
    click.echo(f"{done.manifest.events} events are back in {settings.table.data}.")
    if done.aside is not None:
        click.echo(f"What was there before is kept in {done.aside}.")
    if done.settings is not None:
        to = f"copy them over {used}" if used else "--config names them"
        click.echo(f"The settings of then are {done.settings}: {to}, if they are to be used.")
    if settings.camera.board and done.board is not None:
        click.echo(f"The board is {done.board}, but the settings name {settings.board_file}: copy it there.")


def _settings(config: Path | None, data: Path | None) -> "tuple[Settings, Path | None]":
    """The settings, and the file that they are from."""
    from device.settings import find_settings_file, load_settings

    file = config or find_settings_file()
    settings = load_settings(file)
    if data is not None:
        settings = replace(settings, table=replace(settings.table, data=data))
    return settings, file
