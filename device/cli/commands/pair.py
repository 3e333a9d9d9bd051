"""The command that lets a table in at its club's broker."""

from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, data_option, settings_of
from device.cli.output import Misuse
from engine.i18n import phrase


@click.command()
@click.argument("code")
@click.option(
    "--hub",
    metavar="HOST[:PORT]",
    help="Where the hub's pages are, such as hub.local:8090; by default it is looked for in the network.",
)
@data_option("The data folder.")
@CONFIG_OPTION
def pair(code: str, hub: str | None, data: Path | None, config: Path | None) -> None:
    """Pair this table with its club's hub, by the code that the hub's page /pairing shows."""
    from device.club.broker.joining import find_hub, hub_place, join_hub, need_code

    settings = settings_of(config, data)
    if settings.mqtt.host:
        raise Misuse(
            phrase(
                "the settings name a broker, {host}: take {section} out of the settings file first",
                host=settings.mqtt.host,
                section="[mqtt]",
            )
        )
    need_code(code)
    host, port = find_hub() if hub is None else hub_place(hub)
    broker = join_hub(host, port, code, settings.table.name, settings.table.data)
    click.echo(
        f"Paired: the broker at {broker.host}, port {broker.port_used}, lets in table {settings.table.name}."
    )
    click.echo("It is told of once the service starts anew: sudo systemctl restart tableside")
