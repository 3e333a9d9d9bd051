"""What a command tells, people on standard error, programs on standard output, and how it ends where it could not do
what it was asked.
"""

import json
import os
import re
import sys
from typing import TYPE_CHECKING

import click

from device.redacting import without_secrets
from engine.i18n import ENGLISH, Phrase, Translator, phrase, phrase_of

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

NO, FAILED = 1, 2
"""Exit statuses: the answer is no; the command could not be carried out."""


def say(message: object) -> None:
    """Tells people on standard error what is wrong."""
    click.echo(f"tableside: {one_line(message)}", err=True)


def one_line(message: object) -> str:
    """The text of a message or an error without line breaks, and without what is nobody's business; in the reader's
    language where it is known in that.
    """
    said = phrase_of(message) if isinstance(message, Exception) else message
    text = said.in_language(reader()) if isinstance(said, Phrase) else str(said)
    return without_secrets(" ".join(text.split()))


def about(file: object, said: object) -> Phrase:
    """What is said, or an error that was raised, of a file."""
    return Phrase("{file}: {why}", (("file", str(file)), ("why", said)))


def reader() -> Translator:
    """The language of who reads the console, as the environment names it; English where nobody here speaks that."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split(r"[_.@]", named)[0]
    if code in ("", "C", "POSIX", ENGLISH.code):
        return ENGLISH
    from device.i18n import LANGUAGES, find_translator

    return find_translator(code) if code in LANGUAGES else ENGLISH


class Misuse(click.UsageError):
    """A command line that makes no sense, said so in the language of who reads it."""

    def __init__(self, said: Phrase) -> None:
        super().__init__(str(said))
        self.said = said


class Failure(click.ClickException):
    """What a command could not do, said so in the language of who reads it."""

    def __init__(self, said: Phrase) -> None:
        super().__init__(str(said))
        self.said = said


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


def error_text(error: Exception) -> Phrase | str:
    """An error as people are told of it."""
    if is_ours(error) or isinstance(error, AnswerIsNo):
        return phrase_of(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return phrase(
        "an error in Tableside itself ({error}): please report what you did, with the output of {option}",
        error=repr(error),
        option="--debug",
    )


def is_ours(error: Exception) -> bool:
    """Whether an error says in its own words what happened and what to do."""
    from device.errors import DeviceError
    from engine.errors import EngineError

    return isinstance(error, DeviceError | EngineError) or _is_of_vision(error)


def _is_of_vision(error: Exception) -> bool:
    # What was never imported has raised nothing, and takes long to import.
    vision = sys.modules.get("vision.errors")
    return vision is not None and isinstance(error, vision.VisionError)
