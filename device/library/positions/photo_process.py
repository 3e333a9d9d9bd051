"""A photograph read in a process of its own: what a stranger sends can neither slow the referee down nor
take them along.

The process has a low priority and bounds of memory and time, and is the first to go where memory runs out;
it opens nothing but what it is given. As a program it is given its niceness, and reads corners, a line, and
a picture from its standard input, and tells what it read as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

from device.errors import NotNow
from device.io.cameras.phone_camera import LARGEST, MOST_PIXELS
from device.library.positions.photo_reading import PhotoReading, read_photo, reading_of, unpacked
from engine.i18n import phrase
from vision.errors import PictureError
from vision.rectify import Corners, parse_corners

MEMORY = 3 * 2**30
"""Bytes of addresses that the process may take, most of them never touched."""
PROCESSOR_SECONDS = 60
"""How much of the processor it may take; a picture takes some five seconds, on a Raspberry Pi three times as many."""
SECONDS = 600.0
"""How long it may take at its low priority, however busy the machine is."""
NICENESS = 5
"""By how much it steps back behind the referee, who gets three quarters of a core that both want."""
WAITING = 3
"""Pictures that wait while one is read; whoever sends another is told to try again."""
_UNREADABLE = 3
"""The exit status for what is no picture, or no board between those corners."""

_waiting = threading.Semaphore(WAITING + 1)
_reading = threading.Lock()


def read_apart(data: bytes, corners: Corners | None = None, niceness: int = NICENESS) -> PhotoReading:
    """The photograph in a file's bytes, read; one at a time, from any thread.

    Raises PictureError for what cannot be read, and NotNow where too many wait.
    """
    if len(data) > LARGEST:
        raise PictureError(phrase("That picture is too large: send one of at most two megabytes."))
    if not _waiting.acquire(blocking=False):
        raise NotNow(phrase("Other pictures are being read: try again in a few seconds."))
    try:
        with _reading:
            return _read(data, corners, niceness)
    finally:
        _waiting.release()


def _read(data: bytes, corners: Corners | None, niceness: int) -> PhotoReading:
    line = "" if corners is None else " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    command = [sys.executable, "-m", "device.library.positions.photo_process", str(niceness)]
    environment = {**os.environ, "OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS), "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command,
            input=line.encode() + b"\n" + data,
            capture_output=True,
            timeout=SECONDS,
            env=environment,
            check=False,
        )
        if done.returncode < 0:
            raise OSError("it was ended")
        told = json.loads(done.stdout) if done.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError):
        raise PictureError(phrase("The picture could not be read: take another one.")) from None
    if told is not None:
        return reading_of(told)
    if done.returncode == _UNREADABLE and corners is not None:
        raise PictureError(
            phrase("I see no board between these corners: put each where the playing field ends.")
        )
    raise PictureError(
        phrase("That is no picture that can be opened: take a JPEG, PNG or WebP of at most 16 megapixels.")
    )


def main() -> None:
    """Reads the picture that stands on the standard input."""
    os.nice(int(sys.argv[1]))
    with suppress(OSError):
        # where memory runs out, this process is ended, and not the referee beside it
        Path("/proc/self/oom_score_adj").write_text("1000")
    limits = (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    )
    for limit, most in limits:
        resource.setrlimit(limit, (most, most))
    line = sys.stdin.buffer.readline().decode("ascii", "replace").strip()
    data = b"".join(iter(partial(sys.stdin.buffer.read, 2**16), b""))
    try:
        told = read_photo(unpacked(data), parse_corners(line) if line else None)
    except PictureError:
        sys.exit(_UNREADABLE)
    print(json.dumps(told.as_json()))


if __name__ == "__main__":
    main()
