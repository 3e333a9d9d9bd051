"""GNU Backgammon, called as the program that it is: a match goes in as SGF, what it found comes out as JSON.

It runs at the lowest priority, in a folder of its own that is gone afterwards, and never longer than it may.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from device.errors import AnalysisError
from device.library.analysis.script import BEGIN, DONE, END, SCRIPT

LIMITS = {0: 600.0}
"""How many seconds it may take at a ply."""
LIMIT = 4 * 3600.0
"""The same at any other ply."""
MOST_BYTES = 64 * 2**20
"""It never prints as much as this about a match."""
_PLACES = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")
GENTLE = (
    ("nice", "-n", "19"),
    ("ionice", "-c", "3"),
    ("chrt", "--idle", "0"),
    ("setpriv", "--pdeathsig", "KILL"),
)
"""Commands that make another wait for all others on the machine, or end with us."""
SOON = (("nice", "-n", "5"), ("setpriv", "--pdeathsig", "KILL"))
"""For what somebody waits for: a step behind the referee, and before what nobody does."""
_LOOK_SECONDS = 0.1
_LAST_BYTES = 4096
_DONE = re.compile(rf"^{DONE} (\d{{1,9}}) (\d{{1,9}})$".encode(), re.MULTILINE)
MISSING = "GNU Backgammon is not installed, which analyses matches: install it with `sudo apt install gnubg`"

Progress = Callable[[int, int], None]
"""Is told how many turns have been analysed, and of how many."""


class Stopped(Exception):
    """It was told to stop before it was done."""


@dataclass(frozen=True, slots=True)
class GnubgAnswer:
    """What GNU Backgammon found: what it calls itself, and of a match its games as its `gnubg.match()` gives them."""

    program: str
    games: list[dict[str, Any]]


def find_gnubg() -> Path | None:
    """The program; None where it is not installed."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *_PLACES))
    found = shutil.which("gnubg", path=path)
    return Path(found) if found else None


def ask(
    program: Path,
    sgf: str,
    ply: int,
    *,
    cube: bool = True,
    threads: int = 1,
    limit: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> GnubgAnswer:
    """Have GNU Backgammon analyse a match, without the cube if there is none; `limit` in seconds.

    `progress` is told of every game that is done. Raises AnalysisError, and Stopped as soon as `stop` says
    so, which is asked ten times a second.
    """
    told = {
        "TABLESIDE_MATCH": "match.sgf",
        "TABLESIDE_PLY": str(ply),
        "TABLESIDE_CUBE": "on" if cube else "off",
        "TABLESIDE_THREADS": str(threads),
    }
    seconds = LIMITS.get(ply, LIMIT) if limit is None else limit
    return told_by(
        program, SCRIPT, told, seconds, files={"match.sgf": sgf}, stop=stop, progress=progress, clock=clock
    )


def told_by(
    program: Path,
    script: str,
    told: Mapping[str, str],
    seconds: float,
    *,
    files: Mapping[str, str] = MappingProxyType({}),
    soon: bool = False,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> GnubgAnswer:
    """What a script has GNU Backgammon print; `told` stands in its environment, `files` beside it.

    `soon`: somebody waits for it, who would else wait for all that is done here. Raises AnalysisError and Stopped.
    """
    with TemporaryDirectory(prefix="tableside-") as name:
        folder = Path(name)
        for file, text in {**files, "script.py": script}.items():
            (folder / file).write_text(text, encoding="utf-8")
        # English messages, and none of its user's own settings.
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "C", "HOME": name, **told}
        command = [*gently(SOON if soon else None), str(program), "-t", "-q", "-r", "-p", "script.py"]
        with (folder / "said").open("wb") as said:
            try:
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as error:
                raise AnalysisError(
                    f"GNU Backgammon ({program}) cannot be started: {error.strerror}"
                ) from error
            try:
                _wait(process, folder / "said", clock() + seconds, stop, progress, clock)
            finally:
                _end(process)
        said_text = (folder / "said").read_text(encoding="utf-8", errors="replace")
    return _answer(said_text, process.returncode)


@cache
def gently(ways: tuple[tuple[str, ...], ...] | None = None) -> tuple[str, ...]:
    """The words before a command that make it wait for all others, and not outlive us, as far as they work here."""
    return tuple(word for words in (GENTLE if ways is None else ways) if _works(words) for word in words)


def _works(words: tuple[str, ...]) -> bool:
    """A container may have a command, and forbid what it does."""
    try:
        return subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _wait(
    process: "subprocess.Popen[bytes]",
    said: Path,
    until: float,
    stop: Callable[[], bool],
    progress: Progress | None,
    clock: Callable[[], float],
) -> None:
    told = 0
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_SECONDS)
            return
        if progress is not None and (size := said.stat().st_size) > told:
            told = size
            if done := _DONE.findall(said.read_bytes()[-_LAST_BYTES:]):
                progress(int(done[-1][0]), int(done[-1][1]))
        if stop():
            raise Stopped
        if clock() > until:
            raise AnalysisError("GNU Backgammon took too long with it, and was stopped")
        if said.stat().st_size > MOST_BYTES:
            raise AnalysisError("GNU Backgammon printed far too much about it, and was stopped")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Nothing of it goes on running."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _answer(said: str, status: int) -> GnubgAnswer:
    warning = next((line.strip() for line in said.splitlines() if "WARNING" in line), None)
    if warning is not None:
        raise AnalysisError(f"GNU Backgammon does not take it as it is: {warning[:200]}")
    head, begin, rest = said.partition(BEGIN + "\n")
    found, end, _ = rest.partition("\n" + END)
    if not begin or not end:
        last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "nothing")
        raise AnalysisError(
            f"GNU Backgammon gave no analysis (exit status {status}); its last words: {last[:200]}"
        )
    try:
        games = json.loads(found)
    except ValueError as error:
        raise AnalysisError("GNU Backgammon gave an analysis that nobody can read") from error
    version = re.search(r"GNU Backgammon [\d.]+", head)
    return GnubgAnswer(version[0] if version else "GNU Backgammon", games)
