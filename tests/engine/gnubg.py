"""GNU Backgammon, run once for many commands."""

import subprocess
from pathlib import Path

import pytest
from written_matches import GNUBG

COMPLAINTS = ("WARN", "Warning", "nrecogni", "rror", "nvalid", "llegal", "failed")
"""What it says when a file is not as it expects."""


def gnubg(folder: Path, *commands: str) -> str:
    """What GNU Backgammon says to some commands, run in a folder; without it the test is skipped, loudly."""
    if GNUBG is None:
        pytest.skip("NOT TESTED: GNU Backgammon is not installed")
    lines = ["set automatic game off", "set automatic roll off", "set confirm save off", *commands]
    (folder / "script").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [GNUBG, "-t", "-q", "-r", "-c", str(folder / "script")]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=folder)
    return (done.stdout + done.stderr).decode("utf-8", "replace")
