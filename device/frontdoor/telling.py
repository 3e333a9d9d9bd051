"""What a command tells: people on standard error, programs on standard output."""

import json

import click

from device.redacting import without_secrets


def say(message: object) -> None:
    """Tells people on standard error what is wrong."""
    click.echo(f"tableside: {one_line(message)}", err=True)


def one_line(error: object) -> str:
    """The text of an error without line breaks, and without what is nobody's business."""
    return without_secrets(" ".join(str(error).split()))


def print_json(value: object) -> None:
    """Prints a value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))
