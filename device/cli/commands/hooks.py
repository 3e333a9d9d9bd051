"""The commands about hooks: what they can be told of, and trying them."""

import sys
from pathlib import Path

import click

from device.cli.cli_options import CONFIG_OPTION, JSON_OPTION, settings_of
from device.cli.output import NO, Failure, Misuse, print_json, say
from engine.i18n import phrase


@click.group()
def hooks() -> None:
    """Scripts, web addresses and MQTT topics that are told what happens at the table; see [[hooks]] in the settings."""


@hooks.command(name="list")
@CONFIG_OPTION
@JSON_OPTION
def list_(config: Path | None, as_json: bool) -> None:
    """Say what hooks there are, and what a hook can be told of."""
    from device.hooks.hook_follower import hook_title
    from device.store.log.happenings import ALL, HAPPENINGS

    found = settings_of(config).hooks
    if as_json:
        told = [{"on": list(hook.on), "to": hook_title(hook), "seconds": hook.seconds} for hook in found]
        print_json({"hooks": told, "events": HAPPENINGS})
        return
    for hook in found:
        click.echo(f"{hook_title(hook)} is told of {', '.join(hook.on)}.")
    click.echo("What a hook can be told of:" if found else "There are no hooks. What one can be told of:")
    for name, when in {**HAPPENINGS, ALL: "any of these"}.items():
        click.echo(f"  {name:<14} {when}")


@hooks.command(name="try")
@click.argument("event", default="game_over")
@CONFIG_OPTION
@JSON_OPTION
def try_(event: str, config: Path | None, as_json: bool) -> None:
    """Tell every hook that is told of EVENT of a made-up one, and say what came of it. Ends with 1 if one failed."""
    from device.errors import HookError
    from device.hooks.hook_follower import broker_for, deliver, hook_title
    from device.hooks.samples import sample
    from device.store.log.happenings import ALL, HAPPENINGS

    if event not in HAPPENINGS:
        raise Misuse(
            phrase(
                "there is no event {event}, only {events}", event=repr(event), events=", ".join(HAPPENINGS)
            )
        )
    settings = settings_of(config)
    meant = [hook for hook in settings.hooks if {event, ALL} & set(hook.on)]
    if not meant:
        raise Failure(
            phrase(
                "no hook is told of {event}: write one under {section} in the settings",
                event=event,
                section="[[hooks]]",
            )
        )
    broker = broker_for(tuple(meant), settings.mqtt)
    if broker is not None:
        broker.start()
    told, failed = sample(event, settings.table.name), False
    for hook in meant:
        try:
            deliver(hook, told, broker)
            wrong = ""
        except HookError as error:
            wrong, failed = str(error), True
        if as_json:
            print_json({"to": hook_title(hook), "event": event, "well": not wrong, "error": wrong or None})
        elif wrong:
            say(wrong)
        else:
            click.echo(f"{hook_title(hook)} was told: {told['text']}")
    if broker is not None:
        broker.stop()
    sys.exit(NO if failed else 0)
