"""What a command tells, people on standard error, programs on standard output, and how it ends where it could not do
what it was asked.
"""

import json
import sys
from typing import TYPE_CHECKING

import click

from device.redacting import without_secrets

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

NO, FAILED = 1, 2
"""Exit statuses: the answer is no; the command could not be carried out."""


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


class AnswerIsNo(Exception):
    """What was asked could be looked into, and the answer is no."""


class BoardNotFound(AnswerIsNo):
    """The answer is no: there is no board in the picture where it was said to be."""


def sentence(error: Exception) -> str:
    """An error as people are told of it."""
    if is_ours(error) or isinstance(error, AnswerIsNo):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return f"an error in Tableside itself ({error!r}): please report what you did, with the output of --debug"


def is_ours(error: Exception) -> bool:
    """Whether an error says in its own words what happened and what to do."""
    from device.errors import DeviceError
    from engine.errors import EngineError

    return isinstance(error, DeviceError | EngineError) or _is_of_vision(error)


def _is_of_vision(error: Exception) -> bool:
    # What was never imported has raised nothing, and takes long to import.
    vision = sys.modules.get("vision.errors")
    return vision is not None and isinstance(error, vision.VisionError)
