"""The group of all commands, which says in one line what is wrong."""

import logging
import os
import sys
from typing import Any, NoReturn

import click

from device.frontdoor.exits import FAILED, NO, AnswerIsNo, sentence
from device.frontdoor.telling import say


class FrontDoor(click.Group):
    """A group of commands that says what is wrong in one line on standard error, and never shows a traceback."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Runs the command line and exits: 0 done, 1 the answer is no, 2 it could not be carried out."""
        extra |= {"standalone_mode": False, "prog_name": "tableside"}
        try:
            super().main(*args, **extra)
        except click.exceptions.Exit as exit_:
            sys.exit(exit_.exit_code)
        except click.ClickException as error:
            say(_usage(error))
        except (click.Abort, KeyboardInterrupt):
            say("stopped")
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
            say(sentence(error))
        else:
            sys.exit(0)
        sys.exit(FAILED)


def _usage(error: click.ClickException) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{error.format_message()} (see {error.ctx.command_path} --help)"
    return error.format_message()
