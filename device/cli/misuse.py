"""What click finds wrong with a command line, in the language of who reads it."""

import re

import click

from device.cli.output import Failure, Misuse
from engine.i18n import Phrase, marked, phrase

_SAID: tuple[tuple[str, str], ...] = (
    (r"No such option:? '?(?P<what>[^' ]+?)'?\.?(?: .*)?", marked("there is no option {what}")),
    (r"No such command '(?P<what>.*?)'\..*", marked("there is no command {what}")),
    (r"Missing command\.", marked("name a command")),
    (r"Option '(?P<what>.*)' requires an argument\.", marked("{what} needs a value")),
    (r"Option '(?P<what>.*)' does not take a value\.", marked("{what} takes no value")),
    (r"Got unexpected extra arguments? \((?P<what>.*)\)", marked("nothing is known to do with {what}")),
    (r"'(?P<given>.*)' is not one of (?P<choices>.*)\.", marked("{given} is none of {choices}")),
    (r"'(?P<given>.*)' is not a valid integer( range)?\.", marked("{given} is no whole number")),
    (r"'(?P<given>.*)' is not a valid float( range)?\.", marked("{given} is no number")),
    (r"(?P<given>\S+) is not in the range (?P<range>.*)\.", marked("{given} is not in the range {range}")),
    (r"\w+ '(?P<file>.*)' does not exist\.", marked("there is no {file}")),
    (r"\w+ '(?P<file>.*)' is a directory\.", marked("{file} is a folder: name a file")),
    (r"\w+ '(?P<file>.*)' is a file\.", marked("{file} is a file: name a folder")),
    (
        r"\w+ '(?P<file>.*)' is not (readable|writable)\.",
        marked("{file} may not be used by this user: use sudo"),
    ),
)
"""What click says, as patterns, and how we say it: it knows no language but that of gettext's files of the system."""


def usage_said(error: click.ClickException) -> Phrase:
    """What is wrong with a command line, and where more is told; what click says in words of its own is English."""
    said = error.said if isinstance(error, Misuse | Failure) else _said(error)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return phrase("{what} (see {command})", what=said, command=f"{error.ctx.command_path} --help")
    return said


def _said(error: click.ClickException) -> Phrase:
    if isinstance(error, click.MissingParameter):
        return phrase("{what} is missing", what=_plain(_hint(error)))
    said = _in_our_words(error.message)
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        return phrase("{what}: did you mean {options}?", what=said, options=", ".join(error.possibilities))
    if not isinstance(error, click.BadParameter):
        return said
    name = _hint(error)
    return Phrase("{name}: {why}", (("name", _plain(name)), ("why", said))) if name else said


def _hint(error: click.BadParameter) -> object:
    """What click calls the parameter that is wrong."""
    return error.param.get_error_hint(error.ctx) if error.param and error.ctx else error.param_hint


def _in_our_words(message: str) -> Phrase:
    for pattern, sentence in _SAID:
        if (found := re.fullmatch(pattern, message, re.DOTALL)) is not None:
            return Phrase(sentence, tuple(found.groupdict().items()))
    return Phrase("{what}", (("what", message),))


def _plain(name: object) -> str:
    """The name of a parameter as click hints at it, without its quotes."""
    names = name if isinstance(name, list | tuple) else (name,)
    return " / ".join(str(each).replace("'", "") for each in names)
