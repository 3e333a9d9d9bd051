"""The command that referees a table."""

import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import (
    CONFIG_OPTION,
    FILE,
    PORT,
    PROFILE_OPTION,
    THERE,
    but,
    data_option,
    settings_file,
    settings_of,
    with_agreed,
)
from device.cli.joining_options import Joining, with_joining
from device.cli.output import say
from device.cli.serving import ENDING_SECONDS, Pages, Restart, leave, need_port, start_again, until_told

if TYPE_CHECKING:
    from device.ops.assembly.table_assembly import Running
    from device.store.access import Access
    from device.store.settings import Settings


@click.command()
@click.option(
    "--camera", metavar="NAME|FILE|URL", help="Where the pictures come from; by default the best there is."
)
@click.option(
    "--board",
    type=THERE,
    metavar="FILE",
    help="The board's model, as `tableside calibrate` makes it; by default board.json in the data folder.",
)
@click.option(
    "--lights", metavar="NAME", help="What the lamps hang on, as `backend` in [lights]: simulated, for one."
)
@with_agreed
@with_joining
@PROFILE_OPTION
@click.option("--host", metavar="H", help="The address to listen on.")
@click.option("--port", type=PORT, metavar="P", help="The port to listen on.")
@data_option()
@CONFIG_OPTION
@click.option(
    "--diary",
    type=FILE,
    metavar="FILE",
    help="Keep every message there, so that the evening can be refereed again.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in this computer's browser.")
@click.pass_obj
def run(
    serve: Pages,
    camera: str | None,
    board: Path | None,
    lights: str | None,
    game: str | None,
    options: Sequence[str],
    match_length: int | None,
    terms: Sequence[str],
    host: str | None,
    port: int | None,
    data: Path | None,
    config: Path | None,
    diary: Path | None,
    open_page: bool,
    profile: str | None,
    joining: Joining,
) -> None:
    """Referee a table until Ctrl-C: camera, lamps, log and pages."""
    from device.address import addresses
    from device.cli.game_choice import agreed
    from device.ops.assembly.table_assembly import start_table
    from device.ops.settings_keeper import SettingsKeeper
    from device.store.settings import ProfileSettings, own_settings_file
    from device.table.service.systemd import manager_here

    settings = _with_chosen(settings_of(config, data), camera=camera is None)
    settings = replace(
        settings,
        camera=but(settings.camera, source=camera, board=None if board is None else str(board)),
        lights=but(settings.lights, backend=lights),
        match=agreed(settings.match, game, match_length, options, terms),
        # A profile that is named here takes nothing from the settings file.
        profile=settings.profile if profile is None else ProfileSettings(profile),
        web=but(settings.web, host=host, port=port),
    )
    joined = joining.game(settings.match)
    web = settings.web
    need_port(web.host, web.port, "choose another with --port")
    running = start_table(settings, diary, waits=camera is None, config=settings_file(config))
    if joined is not None:
        running.service.tell(joined)
    restart = Restart()
    keeper = SettingsKeeper(
        settings_file(config) or own_settings_file(), lambda: running.service.settings, restart.ask
    )
    pages = addresses(web.host, web.port)
    manager = manager_here(running.service, web)

    def ready() -> None:
        _tell_of(running, pages)
        manager.start()
        if open_page:
            webbrowser.open(f"http://127.0.0.1:{web.port}/")

    try:
        with until_told(running.service.close_broadcasters):
            serve.table(
                running.service,
                web.host,
                web.port,
                ready,
                running,
                settings.announce.language,
                running.setup,
                web.names.split(","),
                running.library,
                web.https_port_used,
                running.certificate,
                running.positions,
                keeper,
            )
    finally:
        manager.stop()
        running.stop(ENDING_SECONDS)
    if restart.wanted:
        start_again(looked_after=manager.heard)
    if running.service.watcher.is_watching:
        leave()


def _tell_of(running: "Running", pages: Sequence[str]) -> None:
    """What whoever stands at the box should know, now that the pages can be opened."""
    from device.address import addresses

    click.echo(f"Open {' or '.join(pages)} on any phone in the room.")
    click.echo(_way_in(running.service.access, pages[0]))
    web = running.service.settings.web
    if running.certificate is not None and web.https_port_used is not None:
        secure = addresses(web.host, web.https_port_used, secure=True)[0]
        click.echo(f"Over HTTPS: {secure}; how a phone comes to trust it is told at {pages[0]}https.")
    click.echo(
        f"Camera: {running.camera}. Lamps: {running.lights}. Ctrl-C ends it; nothing that was shown is lost."
    )
    for each in running.missing:
        click.echo(f"Missing: {each}.")


def _way_in(access: "Access", page: str) -> str:
    """How somebody gets to change anything: by the PIN, or by the code for who is to set one."""
    if access.code is None:
        where = (
            "is the one in the settings"
            if access.is_given
            else "has been set: `tableside pin --forget` undoes it"
        )
        return f"The referee's PIN {where}."
    return f"Set it up, and a PIN for the referee, at {page}setup with the code {access.code}."


def _with_chosen(settings: "Settings", *, camera: bool) -> "Settings":
    """The settings with what was chosen in the set-up; a file of that which is damaged is
    told of, and counts for nothing.
    """
    from device.errors import SettingsError
    from device.store.settings.chosen import with_chosen

    try:
        return with_chosen(settings, camera=camera)
    except SettingsError as error:
        say(error)
        return settings
