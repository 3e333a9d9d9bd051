"""The command that tries lamps, strip, display and buzzer, so that a person can check the wiring."""

import sys
import time
from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, JSON_OPTION, settings_of
from device.cli.output import NO, print_json


@click.command()
@CONFIG_OPTION
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=1.0,
    show_default=True,
    help="How long each lamp is lit; 0: only try whether all of it answers.",
)
@JSON_OPTION
def signals(config: Path | None, seconds: float, as_json: bool) -> None:
    """Try every lamp, LED and sound and the display in turn. Stop the service before: it holds their pins."""
    from device.address import addresses
    from device.signals.signal_opening import open_signals
    from device.signals.signal_trial import tried

    settings = settings_of(config)
    page = addresses(settings.web.host, settings.web.port)[0]

    def pause(share: float) -> None:
        time.sleep(share * seconds)

    def tell(says: str) -> None:
        if not as_json:
            click.echo(says)

    found = tried(open_signals(settings), pause, tell, page)
    for each in found:
        if as_json:
            print_json(each.as_json())
        else:
            click.echo(f"{'!!' if each.wrong else 'ok'}  {each.kind:<8} {each.wrong or each.name}")
    if not found and not as_json:
        click.echo("There is nothing to try: name lamps, strip, display or buzzer in the settings.")
    sys.exit(NO if any(each.wrong for each in found) else 0)
