"""What a command tells: people on standard error, programs on standard output."""

import json
import sys
from typing import TYPE_CHECKING

import click

from device.redacting import without_secrets

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


def say(message: object) -> None:
    """Tells people on standard error what is wrong."""
    click.echo(f"tableside: {one_line(message)}", err=True)


def one_line(error: object) -> str:
    """The text of an error without line breaks, and without what is nobody's business."""
    return without_secrets(" ".join(str(error).split()))


def progress_bar(length: int, label: str) -> "ProgressBar[int]":
    """A bar on standard error with how far something has come, and how long it will
    still take; none but on a terminal.
    """
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())


def print_json(value: object) -> None:
    """Prints a value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))
