"""The command that makes a page by which people anywhere look on."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.cli_options import CONFIG_OPTION, FILE, FOLDER, PORT, THERE, data_option, settings_of
from device.cli.output import Failure, Misuse
from device.cli.serving import Pages
from engine.i18n import phrase

if TYPE_CHECKING:
    from device.club.broker.spectator_access import Papers, SpectatorsWay
    from device.store.settings import PairedBroker, Settings


@click.command()
@click.argument("page", type=FILE, required=False)
@click.option(
    "--broker",
    metavar="URL",
    help="The broker to read at, such as wss://broker.example.org:8884/mqtt; by default this computer's, "
    "which is then set up for it (as root).",
)
@click.option(
    "--user", metavar="NAME", default="", help="With --broker: the name to read by, which all may know."
)
@click.option(
    "--password", metavar="WORD", default="", help="With --broker: its password, which all may know."
)
@click.option(
    "--address",
    metavar="URL",
    help="What this computer's broker is called from outside: wss://club.example.org:8884.",
)
@click.option(
    "--port", type=PORT, metavar="P", help="Where this computer's broker is to listen; by default 8884."
)
@click.option(
    "--certificate",
    type=THERE,
    metavar="FILE",
    help="A certificate for that name, with all that vouch for it.",
)
@click.option("--key", type=THERE, metavar="FILE", help="The key of that certificate.")
@click.option(
    "--into",
    type=FOLDER,
    metavar="FOLDER",
    help="What is Mosquitto's is in this folder, as with `hub --setup`.",
)
@click.option(
    "--end",
    is_flag=True,
    help="End it: this computer's broker takes spectators in no more, and their password is good for nothing.",
)
@data_option("The data folder; the hub keeps its own in hub/ below it.")
@CONFIG_OPTION
@click.pass_obj
def share(
    pages: Pages,
    page: Path | None,
    broker: str | None,
    user: str,
    password: str,
    address: str | None,
    port: int | None,
    certificate: Path | None,
    key: Path | None,
    into: Path | None,
    end: bool,
    data: Path | None,
    config: Path | None,
) -> None:
    """Make PAGE, one file for any web space: whoever opens it looks on, as late as [feed] of each table says."""
    from device.club.broker.spectator_access import Papers, SpectatorsWay

    settings = settings_of(config, data)
    own = address, port, certificate, key, into
    if end:
        if page is not None or broker is not None or any(each is not None for each in own[:-1]):
            raise Misuse(phrase("{option} is for {other} alone", option="--end", other="--into"))
        _end(settings, into)
        return
    if page is None:
        raise Misuse(phrase("name the file of the page, such as {example}", example="spectators.html"))
    if broker is not None and any(each is not None for each in own):
        raise Misuse(
            phrase(
                "with {option} there is nothing to set up here: leave the other options out",
                option="--broker",
            )
        )
    if broker is None and (user or password):
        raise Misuse(phrase("{option} is for {other} alone", option="--user, --password", other="--broker"))
    if (certificate is None) is not (key is None):
        raise Misuse(phrase("{one} and {other} go together", one="--certificate", other="--key"))
    for given in (broker, address):
        if given is not None and not given.startswith(("wss://", "ws://")):
            raise Misuse(
                phrase(
                    "{given}: browsers speak to a broker at {address} (or {plain}, for all to read)",
                    given=given,
                    address="wss://...",
                    plain="ws://...",
                )
            )
    if broker is not None:
        way = SpectatorsWay(broker, user, password, settings.mqtt.prefix)
    else:
        papers = None if certificate is None or key is None else Papers(certificate, key)
        way = _own_broker(settings, papers, address or "", port, into)
    try:
        page.write_text(
            pages.spectators(way, settings.hub.name, settings.announce.language), encoding="utf-8"
        )
    except OSError as error:
        raise Failure(
            phrase("{path} cannot be written: {reason}", path=page, reason=error.strerror)
        ) from error
    click.echo(f"{page} reads at {way.address}: put it on any web space, as it is.")
    click.echo(
        "It shows those tables that have on = true under [feed] in their settings, as late as they say there."
    )


def _own_broker(
    settings: "Settings", papers: "Papers | None", address: str, port: int | None, into: Path | None
) -> "SpectatorsWay":
    """Has the broker that the hub set up let spectators in."""
    from device.club.broker.spectator_access import PORT as USUAL
    from device.club.broker.spectator_access import open_to_spectators

    broker = _set_up_here(settings)
    way = open_to_spectators(broker, *_folders(into), port=port or USUAL, address=address, papers=papers)
    _restart(into)
    if papers is None:
        click.echo(
            "Its certificate is the hub's own, which browsers take only once they trust the hub: give one that they "
            "know with --certificate and --key, or put a proxy before it."
        )
    return way


def _end(settings: "Settings", into: Path | None) -> None:
    """Has the broker that the hub set up let spectators in no more."""
    from device.club.broker.spectator_access import shut_to_spectators

    _set_up_here(settings)
    shut_to_spectators(*_folders(into))
    if _restart(into):
        click.echo("Nobody looks on from elsewhere any more; pages that were made read nothing.")
    else:
        click.echo(
            "Nobody looks on from elsewhere once the broker has been started anew: "
            "pages that were made read nothing then."
        )


def _set_up_here(settings: "Settings") -> "PairedBroker":
    """The broker that the hub on this computer set up. Raises UsageError."""
    from device.store.settings import PairedBroker
    from device.store.settings.paired import with_paired

    broker = with_paired(settings, settings.hub_folder).mqtt
    if not isinstance(broker, PairedBroker):
        raise Misuse(
            phrase(
                "no broker was set up here: {command} does it, or name another one with {option}",
                command="`tableside hub --setup`",
                option="--broker",
            )
        )
    return broker


def _folders(into: Path | None) -> tuple[Path, Path]:
    """Where the broker's configuration lies, and what is secret of it."""
    from device.club.broker.broker_setup import DEBIAN

    return DEBIAN if into is None else (into.absolute(), into.absolute() / "secret")


def _restart(into: Path | None) -> bool:
    """Starts the system's broker anew, or says that somebody has to; whether it was started."""
    from device.club.broker.broker_setup import restart

    if into is not None or not restart():
        click.echo("Now restart the broker: sudo systemctl restart mosquitto")
        return False
    return True
