"""The command that looks after hardware and software."""

import sys
from contextlib import suppress
from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, JSON_OPTION, THERE, data_option, settings_of
from device.cli.findings import print_findings, told_once


@click.command()
@CONFIG_OPTION
@data_option()
@click.option(
    "--picture",
    type=THERE,
    metavar="FILE",
    help="Judge light, focus and aim by this picture; by default the camera takes one.",
)
@JSON_OPTION
def doctor(config: Path | None, data: Path | None, picture: Path | None, as_json: bool) -> None:
    """Say what hardware and software is there, what is missing, and what to do about it."""
    from device.errors import SettingsError
    from device.ops.backup.hub_backup import is_set_up
    from device.ops.doctor.examination import examine
    from device.store.settings.chosen import with_chosen
    from device.store.settings.paired import with_paired

    settings = settings_of(config, data)
    of_hub = settings
    with suppress(SettingsError):
        # Of a damaged file one of its findings tells.
        settings = with_chosen(settings)
    with told_once():
        findings = examine(settings, picture=picture)
        if is_set_up(settings):
            from device.ops.doctor.hub_checks import examine_hub

            findings += examine_hub(with_paired(of_hub, of_hub.hub_folder))
    sys.exit(print_findings(findings, as_json=as_json))
