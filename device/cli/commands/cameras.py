"""The command that lists the cameras at hand."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import CONFIG_OPTION, FOLDER, JSON_OPTION, settings_of
from device.cli.output import print_json
from device.cli.writing import written_to

if TYPE_CHECKING:
    from device.store.settings import Settings


@click.command()
@CONFIG_OPTION
@click.option(
    "--thumbnails",
    type=FOLDER,
    metavar="FOLDER",
    help="Take a small picture with every camera that is free, and put it there as JPEG.",
)
@JSON_OPTION
def cameras(config: Path | None, thumbnails: Path | None, as_json: bool) -> None:
    """List the cameras at hand, as --camera and the settings take them."""
    from device.io.cameras.listing import cameras_at_hand

    settings = settings_of(config)
    for listed in cameras_at_hand(settings):
        taken, trouble = _taken(listed.id, settings, thumbnails) if thumbnails else (None, None)
        if as_json:
            print_json({**listed.as_json(), "thumbnail": taken and str(taken), "trouble": trouble})
            continue
        click.echo(f"{listed.id:<12} {listed.name}")
        if taken or trouble:
            click.echo(f"{'':<12} {taken or trouble}")


def _taken(camera: str, settings: "Settings", folder: Path) -> tuple[Path | None, str | None]:
    """The file of a camera's thumbnail, or why there is none."""
    from device.errors import CameraError
    from device.io.cameras.listing import thumbnail

    path = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', camera).strip('-')}.jpg"
    try:
        data = thumbnail(camera, settings)
    except CameraError as error:
        return None, str(error)
    with written_to(path):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path, None
