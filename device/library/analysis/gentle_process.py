"""A program that thinks for long: it runs at the lowest priority, in a folder of its own, no longer than it may."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from device.errors import AnalysisError
from device.library.analysis.script import DONE
from engine.i18n import Phrase, phrase

MOST_BYTES = 64 * 2**20
"""None prints as much as this about a match."""
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
_SLOWEST = 8
"""On a busy computer a program may take so many times as long as it may have the processor."""
_DONE = re.compile(rf"^{DONE} (\d{{1,9}}) (\d{{1,9}})$".encode(), re.MULTILINE)

Progress = Callable[[int, int], None]
"""Is told how many turns have been analysed, and of how many."""


class Stopped(Exception):
    """It was told to stop before it was done."""


def run_gently(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    seconds: float,
    *,
    name: str,
    soon: bool = False,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[str, int]:
    """What a command says in a folder, and how it ends; `name` is what people call it.

    `soon`: somebody waits for it, who would else wait for all that is done here. `progress` is told of every line
    that begins with DONE. Raises AnalysisError, and Stopped as soon as `stop` says so, which is asked ten times a
    second.
    """
    with (folder / "said").open("wb") as said:
        try:
            process = subprocess.Popen(
                [*gently(SOON if soon else None), *command],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise AnalysisError(
                phrase("{name} cannot be started: {why}", name=name, why=error.strerror)
            ) from error
        try:
            _wait(process, folder / "said", name.partition(" (")[0], seconds, stop, progress, clock)
        finally:
            _end(process)
    return (folder / "said").read_text(encoding="utf-8", errors="replace"), process.returncode


def no_analysis(name: str, status: int, last: str) -> Phrase:
    """A program has ended without an analysis: how, and what it said last."""
    return phrase(
        "{name} gave no analysis (exit status {status}); its last words: {words}",
        name=name,
        status=status,
        words=last[:200] or phrase("nothing"),
    )


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
    name: str,
    seconds: float,
    stop: Callable[[], bool],
    progress: Progress | None,
    clock: Callable[[], float],
) -> None:
    read, told, began = 0, b"", clock()
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_LOOK_SECONDS)
            return
        if progress is not None and (size := said.stat().st_size) > read:
            read = size
            done = list(_DONE.finditer(said.read_bytes()[-_LAST_BYTES:]))
            # it may have said something else since
            if done and done[-1][0] != told:
                told = done[-1][0]
                progress(int(done[-1][1]), int(done[-1][2]))
        if stop():
            raise Stopped
        took = clock() - began
        if took > seconds and not took / _SLOWEST < _spent(process.pid) < seconds:
            raise AnalysisError(
                phrase(
                    "{name} took too long with it, and was stopped: try a smaller ply, or again when less is going on",
                    name=name,
                )
            )
        if said.stat().st_size > MOST_BYTES:
            raise AnalysisError(phrase("{name} printed far too much about it, and was stopped", name=name))


def _spent(pid: int) -> float:
    """The seconds of processor that a program has had; 0 where this system does not tell."""
    try:
        # After its name, in brackets: the 14th and 15th of all are its clock ticks, here and in the system.
        told = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Nothing of it goes on running."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
