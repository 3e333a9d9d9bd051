"""The group of all commands, which says in one line what is wrong."""

import logging
import os
import pkgutil
import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

import click

from device.cli.misuse import usage_said
from device.cli.output import FAILED, NO, AnswerIsNo, error_text, say
from engine.i18n import phrase


class CommandGroup(click.Group):
    """A group of commands that says what is wrong in one line on standard error, and never shows a traceback."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Runs the command line and exits: 0 done, 1 the answer is no, 2 it could not be carried out."""
        extra |= {"standalone_mode": False, "prog_name": "tableside"}
        try:
            super().main(*args, **extra)
        except click.exceptions.Exit as exit_:
            sys.exit(exit_.exit_code)
        except click.ClickException as error:
            say(usage_said(error))
        except (click.Abort, KeyboardInterrupt):
            say(phrase("stopped"))
        except BrokenPipeError:
            # Whoever read our output has had enough of it; nothing more can be flushed.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except AnswerIsNo as error:
            say(error)
            sys.exit(NO)
        except Exception as error:
            if logging.getLogger().isEnabledFor(logging.DEBUG):
                raise
            say(error_text(error))
        else:
            sys.exit(0)
        sys.exit(FAILED)


class Commands(MutableMapping[str, click.Command]):
    """The commands of a package by name: every module is one, named as the command is,
    and imported once it is wanted.
    """

    def __init__(self, package: ModuleType) -> None:
        self._package = package.__name__
        self._commands: dict[str, click.Command | None] = {
            module.name: None for module in pkgutil.iter_modules(package.__path__)
        }

    def __getitem__(self, name: str) -> click.Command:
        command = self._commands[name]
        if command is None:
            command = self._commands[name] = getattr(import_module(f"{self._package}.{name}"), name)
        return command

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
