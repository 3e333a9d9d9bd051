"""A guard: what a program has only for its own time does not outlive it, however it ends."""

import subprocess
from pathlib import Path

_SCRIPT = 'read -r _; [ -z "$1" ] || kill "$1" 2> /dev/null; rm -rf -- "$0"'
"""Nobody writes what it reads: it comes to an end when this program has, even where that was killed."""


class Guard:
    """Ends a process and removes a folder once this program has ended without `close`."""

    def __init__(self, folder: Path, process: int | None = None) -> None:
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT, str(folder), "" if process is None else str(process)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def close(self) -> None:
        """There is nothing left to watch over."""
        self._watch.kill()
        self._watch.communicate()
