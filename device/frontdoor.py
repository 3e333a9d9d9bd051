"""What every command has in common: exit statuses, errors in one line, options, and what is written."""

import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from device.redacting import without_secrets

if TYPE_CHECKING:
    from vision.frame import Picture
    from vision.rectify import Corners

NO, FAILED = 1, 2
"""Exit statuses: the answer is no; the command could not be carried out."""


class BoardNotFound(Exception):
    """The answer is no: there is no board in the picture where it was said to be."""


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
        except BoardNotFound as error:
            say(error)
            sys.exit(NO)
        except Exception as error:
            if logging.getLogger().isEnabledFor(logging.DEBUG):
                raise
            say(_sentence(error))
        else:
            sys.exit(0)
        sys.exit(FAILED)


def corners_option(_: click.Context, __: click.Parameter, value: str | None) -> "Corners | None":
    """The corners in a text like `100,80 900,90 1000,700 20,690`, on the command line. Raises BadParameter."""
    if value is None:
        return None
    from vision.errors import PictureError
    from vision.rectify import parse_corners

    try:
        return parse_corners(value)
    except PictureError as error:
        raise click.BadParameter(str(error)) from None


FILE = click.Path(path_type=Path, dir_okay=False)
"""A file, on the command line."""
_BOARD_OPTIONS = (
    click.option("--board", type=FILE, help="The board's model, as `tableside calibrate` makes it."),
    click.option(
        "--corners",
        callback=corners_option,
        metavar="C",
        help='Or its corners: "x,y x,y x,y x,y", far-left first, clockwise.',
    ),
)
DATA = click.Path(path_type=Path, file_okay=False)
"""A folder, on the command line."""
JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
PROFILE_OPTION = click.option(
    "--profile",
    metavar="NAME",
    help="How it is refereed: home, tournament, nardy or silent; see `tableside games --profiles`.",
)
GAME_OPTION = click.option("--game", metavar="ID", help="The game, by id or name; see `tableside games`.")

_AGREED_OPTIONS = (
    click.option(
        "--game",
        metavar="ID",
        help="The game, by id or name; a series such as tavli_match; or games with commas between them.",
    ),
    click.option(
        "--option", "options", multiple=True, metavar="K=V", help="A variation of the game; may be repeated."
    ),
    click.option(
        "--match-length",
        type=click.IntRange(0, 99),
        metavar="N",
        help="Points that win a match; 0: single games.",
    ),
    click.option(
        "--term",
        "terms",
        multiple=True,
        metavar="K=V",
        help="What is agreed on, such as jacoby=on; see `tableside games --terms`; may be repeated.",
    ),
)


def with_agreed(command: Any) -> Any:
    """Gives a command the options that say what is played, and on what terms."""
    for option in reversed(_AGREED_OPTIONS):
        command = option(command)
    return command


def with_board(command: Any) -> Any:
    """Gives a command the options that say where the board is."""
    for option in reversed(_BOARD_OPTIONS):
        command = option(command)
    return command


def print_json(value: object) -> None:
    """Prints a value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))


def write_text(path: Path, text: str, remarks: Sequence[str] = ()) -> None:
    """Writes a file, and tells what of it people should know. Raises ClickException."""
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
    for remark in remarks:
        say(f"{path}: {remark}")


def write_picture(path: Path, picture: "Picture") -> None:
    """Writes a picture in the format that its name ends in. Raises ClickException."""
    import cv2

    try:
        _, data = cv2.imencode(path.suffix, picture)
    except cv2.error as error:
        raise click.ClickException(f"{path} is no name of a picture: end it in .png or .jpg") from error
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error


def _usage(error: click.ClickException) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{error.format_message()} (see {error.ctx.command_path} --help)"
    return error.format_message()


def _sentence(error: Exception) -> str:
    from device.errors import DeviceError
    from engine.errors import EngineError

    if isinstance(error, DeviceError | EngineError | BoardNotFound) or _is_of_vision(error):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'the system'}: {error.strerror}"
    return f"an error in Tableside itself ({error!r}): please report what you did, with the output of --debug"


def _is_of_vision(error: Exception) -> bool:
    vision = sys.modules.get("vision.errors")
    return vision is not None and isinstance(error, vision.VisionError)


def one_line(error: object) -> str:
    """The text of an error without line breaks, and without what is nobody's business."""
    return without_secrets(" ".join(str(error).split()))


def say(message: object) -> None:
    """Tells people on standard error what is wrong."""
    click.echo(f"tableside: {one_line(message)}", err=True)
