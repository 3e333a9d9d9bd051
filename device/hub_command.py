"""The command `tableside hub`: one computer that shows and keeps all tables of a club."""

import logging
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from device.frontdoor import DATA, FILE

_log = logging.getLogger(__name__)

Serve = Callable[..., None]
"""What serves the pages of a hub until the process ends: the pages are built upon the device rooms, not beneath them."""


def hub_command(serve: Serve) -> click.Command:
    """The command, which hands a hub to who serves its pages."""

    @click.command()
    @click.option("--host", metavar="H", help="The address to listen on.")
    @click.option("--port", type=click.IntRange(1, 65535), metavar="P", help="The port to listen on.")
    @click.option("--data", type=DATA, help="The data folder; the hub keeps its own in hub/ below it.")
    @click.option(
        "--database", metavar="URL", help="The database's URL, such as postgresql+psycopg://host/tableside."
    )
    @click.option(
        "--broker", metavar="HOST[:PORT]", help="Where the MQTT broker is; by default on this computer."
    )
    @click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
    def hub(
        host: str | None, port: int | None, data: Path | None, database: str | None, broker: str | None, config: Path | None
    ) -> None:  # fmt: skip
        """Show and keep all tables of a club, until Ctrl-C: wall, matches and results."""
        from device.address import addresses
        from device.club.nearby import HERE, Announcement, announce_hub
        from device.doctor import Health, check_port
        from device.hub.running import RunningHub
        from device.settings import find_settings_file, load_settings

        settings = load_settings(config or find_settings_file())
        settings = replace(
            settings,
            table=_but(settings.table, data=data),
            hub=_but(settings.hub, host=host, port=port, database=database),
            mqtt=_but(settings.mqtt, **_broker(broker)),
        )
        free = check_port(settings.hub.host, settings.hub.port)
        if free.health is not Health.OK:
            raise click.ClickException(f"{free.found}: choose another with --port, or 'port' in [hub]")
        # Its complaints that somebody had to wait a moment are for nobody in the room.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        running = RunningHub(settings)
        pages = addresses(settings.hub.host, settings.hub.port)
        manager = _manager(running, settings.hub)
        found: list[Announcement] = []

        def end(*_: object) -> None:
            # Followers hold a thread each until there is nothing more to follow.
            running.close_boards()
            raise SystemExit

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)

        def ready() -> None:
            click.echo(f"Open {' or '.join(pages)} on a television, or on any phone in the room.")
            click.echo(_way_in(running.access))
            click.echo(
                f"Matches are kept in {_place(settings.hub_database_url)}. Ctrl-C ends it; nothing is lost."
            )
            manager.start()
            if settings.hub.host not in HERE:
                found.append(announce_hub(settings.hub.name, settings.hub.port, settings.mqtt))

        try:
            running.start()
            serve(
                running,
                settings.hub.host,
                settings.hub.port,
                ready,
                settings.announce.language,
                settings.hub.names.split(","),
            )
        except SystemExit:
            _log.info("told to end")
        finally:
            for each in found:
                each.close()
            manager.stop()
            running.stop()

    return hub


def _but(table: Any, **changes: object) -> Any:
    """A table of settings with those changed that the command line names."""
    return replace(table, **{name: value for name, value in changes.items() if value is not None})


def _broker(given: str | None) -> dict[str, object]:
    """The settings of the broker that was named: its host, and its port where there is one. Raises BadParameter."""
    if given is None:
        return {}
    host, _, port = given.rpartition(":") if given.count(":") == 1 else (given, "", "")
    if not host or (port and not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535)):
        raise click.BadParameter("write it like 192.0.2.7 or broker.local:1883", param_hint="--broker")
    return {"host": host, "port": int(port) if port else None}


def _way_in(access: Any) -> str:
    if access.code is None:
        return "The organiser's PIN has been set."
    return f"Whoever organises something sets a PIN on the pages, with the code {access.code}."


def _place(url: str) -> str:
    from device.redacting import without_secrets

    return without_secrets(url).removeprefix("sqlite:///")


def _manager(running: Any, web: Any) -> Any:
    from device.address import answers
    from device.systemd import Manager, notifier_here, watchdog_here

    return Manager(
        notifier_here(), watchdog_here(), running.heartbeat, lambda: answers(web.host, web.port), lambda: running.status,
        starting="Starting.",
    )  # fmt: skip
