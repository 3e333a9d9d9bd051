"""The command that shows and keeps all tables of a club, on one computer."""

import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import (
    CONFIG_OPTION,
    JSON_OPTION,
    PORT,
    but,
    data_option,
    settings_file,
    settings_of,
)
from device.cli.findings import print_findings, told_once
from device.cli.output import Misuse
from device.cli.serving import Pages, need_port, until_told
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.ops.assembly.hub_assembly import RunningHub
    from device.store.access import Access
    from device.store.settings import HubSettings, Settings
    from device.table.service.systemd import Manager

MOST = 100
"""How many simulated tables one computer plays at."""


@click.command()
@click.option("--host", metavar="H", help="The address to listen on.")
@click.option("--port", type=PORT, metavar="P", help="The port to listen on.")
@data_option("The data folder; the hub keeps its own in hub/ below it.")
@click.option(
    "--database", metavar="URL", help="The database's URL, such as postgresql+psycopg://host/tableside."
)
@click.option(
    "--broker", metavar="HOST[:PORT]", help="Where the MQTT broker is; by default on this computer."
)
@click.option(
    "--simulated",
    type=click.IntRange(1, MOST),
    metavar="N",
    help="Try it: N simulated tables play, over a broker of their own unless one is named. Nothing of it is kept.",
)
@click.option(
    "--setup",
    is_flag=True,
    help="Only have Mosquitto on this computer ask each table for a password of its own, over TLS (as root).",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="With --setup: write what is Mosquitto's into this folder, for a broker that is started otherwise.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Only say how broker, rights, database, disk and clocks are, and what to do.",
)
@CONFIG_OPTION
@JSON_OPTION
@click.pass_obj
def hub(
    serve: Pages,
    host: str | None,
    port: int | None,
    data: Path | None,
    database: str | None,
    broker: str | None,
    simulated: int | None,
    setup: bool,
    into: Path | None,
    check: bool,
    config: Path | None,
    as_json: bool,
) -> None:
    """Show and keep all tables of a club, until Ctrl-C: wall, matches and results."""
    if simulated is not None and (data or database or check or setup):
        raise Misuse(
            phrase(
                "with {option} nothing is kept: leave {others} out",
                option="--simulated",
                others="--data, --database, --check, --setup",
            )
        )
    if into is not None and not setup:
        raise Misuse(phrase("{option} is for {other} alone", option="--into", other="--setup"))
    if as_json and not check:
        raise Misuse(phrase("{option} is for {other} alone", option="--json", other="--check"))
    settings = settings_of(config, data)
    named = settings.mqtt.host
    settings = replace(
        settings,
        hub=but(settings.hub, host=host, port=port, database=database),
        mqtt=but(settings.mqtt, **_broker(broker)),
    )
    if setup:
        if named:
            raise Misuse(
                phrase(
                    "the settings name a broker, {host}: take {section} out of the settings file first",
                    host=named,
                    section="[mqtt]",
                )
            )
        _set_up(settings, into)
        return
    if simulated is None:
        from device.store.settings.paired import with_paired

        settings = with_paired(settings, settings.hub_folder)
    if check:
        from device.ops.doctor.hub_checks import examine_hub

        with told_once():
            findings = examine_hub(settings)
        sys.exit(print_findings(findings, as_json=as_json))
    need_port(settings.hub.host, settings.hub.port, "choose another with --port, or 'port' in [hub]")
    if simulated is None:
        _serve(serve, settings, _kept(settings), settings_file(config))
        return
    from device.club.rehearsal.evening import Evening

    says = f"{simulated} simulated tables play; nothing is kept when Ctrl-C ends it."
    # Whatever ends it, the broker is not left behind.
    with (
        until_told(lambda: None),
        closing(Evening(settings, simulated, own_broker=broker is None)) as evening,
    ):
        evening.start()
        # nor are there backups of it
        pretended = replace(evening.settings, backup=but(evening.settings.backup, days=0))
        _serve(serve, pretended, says, is_real=False)


def _set_up(settings: "Settings", into: Path | None) -> None:
    """Has Mosquitto let in nobody but the hub, and the tables that are paired with it."""
    from device.club.broker.broker_setup import DEBIAN, PORT, look_beside, place_in, restart, set_up

    folders = DEBIAN if into is None else (into.absolute(), into.absolute() / "secret")
    place = place_in(*folders, settings.mqtt.port or PORT)
    heed = look_beside(place)
    fresh = set_up(place, settings.mqtt, settings.hub_folder)
    said = "is set up" if fresh else "was set up already; tables stay paired"
    click.echo(f"The broker {said}: {place.configuration}, port {place.port}, over TLS.")
    for sentence in heed:
        click.echo(sentence)
    if into is None and not restart():
        click.echo("Now restart it: sudo systemctl restart mosquitto")
    click.echo("Then restart the hub (sudo systemctl restart tableside-hub) and open /pairing on its pages,")
    click.echo("which makes a code for each table; at the table: sudo tableside pair CODE")


def _serve(
    serve: Pages, settings: "Settings", says: str, config: Path | None = None, *, is_real: bool = True
) -> None:
    """Runs the hub until it is told to end; one that is not real is not announced to tables in the network."""
    from device.address import addresses
    from device.club.link.discovery import HERE, ServiceAnnouncement, announce_hub
    from device.ops.assembly.hub_assembly import RunningHub

    web = settings.hub
    running = RunningHub(settings, config=config, is_real=is_real)
    pages = addresses(web.host, web.port)
    manager = _manager(running, web)
    found: list[ServiceAnnouncement] = []

    def ready() -> None:
        click.echo(f"Open {' or '.join(pages)} on a television, or on any phone in the room.")
        click.echo(_way_in(running.access))
        click.echo(says)
        manager.start()
        if is_real and web.host not in HERE:
            found.append(announce_hub(web.name, web.port, settings.mqtt))

    try:
        with until_told(running.close_broadcasters):
            running.start()
            serve.hub(running, web.host, web.port, ready, settings.announce.language, web.names.split(","))
    finally:
        for each in found:
            each.close()
        manager.stop()
        running.stop()


def _kept(settings: "Settings") -> str:
    return f"Matches are kept in {_place(settings.hub_database_url)}. Ctrl-C ends it; nothing is lost."


def _broker(given: str | None) -> dict[str, object]:
    """The settings of the broker that was named: its host, and its port where there is one. Raises Misuse."""
    if given is None:
        return {}
    host, _, port = given.rpartition(":") if given.count(":") == 1 else (given, "", "")
    if not host or (port and not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535)):
        raise Misuse(
            phrase(
                "{option}: write it like {example} or {other}",
                option="--broker",
                example="192.0.2.7",
                other="broker.local:1883",
            )
        )
    return {"host": host, "port": int(port) if port else None}


def _way_in(access: "Access") -> str:
    if access.code is None:
        return "The organiser's PIN has been set."
    return f"Whoever organises something sets a PIN on the pages, with the code {access.code}."


def _place(url: str) -> str:
    from device.redacting import without_secrets

    return without_secrets(url).removeprefix("sqlite:///")


def _manager(running: "RunningHub", web: "HubSettings") -> "Manager":
    from device.address import answers
    from device.table.service.systemd import Manager, notifier_here, watchdog_here

    return Manager(
        notifier_here(),
        watchdog_here(),
        running.heartbeat,
        lambda: answers(web.host, web.port),
        lambda: running.status,
        starting="Starting.",
    )
