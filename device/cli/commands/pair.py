"""The command that lets a table in at its club's broker."""

from pathlib import Path

import click

from device.cli.options import CONFIG_OPTION, data_option, settings_of

PAGES = 8090
"""The port of a hub's pages."""


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
    from device.club.broker.joining import find_hub, join_hub

    settings = settings_of(config, data)
    if settings.mqtt.host:
        raise click.UsageError(
            f"the settings name a broker, {settings.mqtt.host}: take [mqtt] out of the settings file first"
        )
    host, port = find_hub() if hub is None else _place(hub)
    broker = join_hub(host, port, code, settings.table.name, settings.table.data)
    click.echo(
        f"Paired: the broker at {broker.host}, port {broker.port_used}, lets in table {settings.table.name}."
    )
    click.echo("It is told of once the service starts anew: sudo systemctl restart tableside")


def _place(text: str) -> tuple[str, int]:
    """A host, and the port of its pages. Raises BadParameter."""
    host, _, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    if not host or (port and not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535)):
        raise click.BadParameter("write it like hub.local or 192.0.2.7:8090", param_hint="--hub")
    return host, int(port) if port else PAGES
