"""Where a computer tells of itself: files below /sys, /proc and /etc, and programs such as `vcgencmd`."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 5.0
"""Seconds that a program may take to answer."""


def output_of(command: Sequence[str]) -> str | None:
    """What a program prints; None where there is no such program, or it fails or hangs."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=True, stdin=subprocess.DEVNULL
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return done.stdout


@dataclass(frozen=True, slots=True)
class Host:
    """A computer; `root` and `ask` are other ones in tests."""

    root: Path = Path("/")
    ask: Callable[[Sequence[str]], str | None] = output_of

    def text(self, path: str | Path) -> str | None:
        """What a file says, like `sys/class/thermal/thermal_zone0/temp`; None where it cannot be read."""
        try:
            # names in a device tree end with a NUL
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0 \n")
        except OSError:
            return None

    def number(self, path: str | Path) -> int | None:
        """The whole number in a file; None where there is none."""
        text = self.text(path)
        try:
            return None if text is None else int(text, 0)
        except ValueError:
            return None

    def glob(self, pattern: str) -> list[Path]:
        """The files that there are, in their order."""
        return sorted(self.root.glob(pattern))

    def exists(self, path: str | Path) -> bool:
        """Whether there is such a file."""
        return (self.root / path).exists()
