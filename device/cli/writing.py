"""Files that a command writes; each of these raises Failure where it cannot."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.output import Failure, about, say
from engine.i18n import phrase

if TYPE_CHECKING:
    from vision.frame import Picture


@contextmanager
def written_to(path: Path) -> Iterator[None]:
    """Says of a file or folder why it cannot be written, where it cannot."""
    try:
        yield
    except OSError as error:
        raise Failure(
            phrase("{path} cannot be written: {reason}", path=path, reason=error.strerror or error)
        ) from error


def print_or_write(output: Path | None, text: str) -> None:
    """Writes a text to a file, or to the terminal where none is named."""
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)


def write_text(path: Path, text: str) -> None:
    """Writes a file of text."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, remarks: Sequence[object] = ()) -> None:
    """Writes a file, and tells what of it people should know."""
    with written_to(path):
        path.write_bytes(data)
    for remark in remarks:
        say(about(path, remark))


def write_picture(path: Path, picture: "Picture") -> None:
    """Writes a picture in the format that its name ends in."""
    import cv2

    try:
        _, data = cv2.imencode(path.suffix, picture)
    except cv2.error as error:
        raise Failure(
            phrase(
                "{path} is no name of a picture: end it in {one} or {other}",
                path=path,
                one=".png",
                other=".jpg",
            )
        ) from error
    write_bytes(path, data.tobytes())
