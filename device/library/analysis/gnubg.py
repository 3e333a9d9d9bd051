"""GNU Backgammon, called as the program that it is: a match goes in as SGF, what it found comes out as JSON;
and what it answers where it is asked of a position.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from device.errors import AnalysisError
from device.library.analysis.analysis_values import (
    CandidatePlay,
    CubeDecision,
    OutcomeChances,
    PositionAnalysis,
)
from device.library.analysis.gentle_process import Progress, no_analysis, run_gently
from device.library.analysis.script import BEGIN, END, POSITION_SCRIPT, SCRIPT
from engine.i18n import phrase
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.position_codes import WRITERS

LIMITS = {0: 600.0}
"""How many seconds it may take at a ply."""
LIMIT = 4 * 3600.0
"""The same at any other ply."""
_PLACES = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")


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
        command = [str(program), "-t", "-q", "-r", "-p", "script.py"]
        said, status = run_gently(
            command,
            folder,
            environment,
            seconds,
            name=f"GNU Backgammon ({program})",
            soon=soon,
            stop=stop,
            progress=progress,
            clock=clock,
        )
    return _answer(said, status)


def _answer(said: str, status: int) -> GnubgAnswer:
    warning = next((line.strip() for line in said.splitlines() if "WARNING" in line), None)
    if warning is not None:
        raise AnalysisError(phrase("GNU Backgammon does not take it as it is: {why}", why=warning[:200]))
    head, begin, rest = said.partition(BEGIN + "\n")
    found, end, _ = rest.partition("\n" + END)
    if not begin or not end:
        last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")
        raise AnalysisError(no_analysis("GNU Backgammon", status, last))
    try:
        games = json.loads(found)
    except ValueError as error:
        raise AnalysisError(phrase("GNU Backgammon gave an analysis that nobody can read")) from error
    version = re.search(r"GNU Backgammon [\d.]+", head)
    return GnubgAnswer(version[0] if version else "GNU Backgammon", games)


def may_double(standing: GameStanding) -> bool:
    """Whether the side to play may double before its throw."""
    return not standing.crawford and standing.owner in (None, standing.to_play)


def ask_position(
    program: Path, standing: GameStanding, ply: int, most: int, seconds: float
) -> PositionAnalysis:
    """Have GNU Backgammon look at a position. Raises AnalysisError."""
    told = {
        "TABLESIDE_POSITION": WRITERS["xgid"](standing),
        "TABLESIDE_ROLL": str(standing.roll or ""),
        "TABLESIDE_PLY": str(ply),
        "TABLESIDE_MOST": str(most),
    }
    answer = told_by(program, POSITION_SCRIPT, told, seconds, soon=True)
    try:
        return _read(answer.program, ply, answer.games[0], doubles=may_double(standing))
    except (LookupError, TypeError, ValueError) as error:
        raise AnalysisError(phrase("GNU Backgammon gave an analysis that nobody can read")) from error


def _read(program: str, ply: int, found: dict[str, Any], *, doubles: bool) -> PositionAnalysis:
    if "plays" in found:
        best = max((float(equity) for _, equity, *_ in found["plays"]), default=0.0)
        plays = tuple(
            CandidatePlay(
                str(play), float(equity), best - float(equity), OutcomeChances(*map(float, chances))
            )
            for play, equity, *chances in found["plays"]
        )
        return PositionAnalysis(program, ply, plays)
    _, no_double, take, passed = map(float, found["cube"])
    cube = CubeDecision(no_double, take, passed) if doubles else None
    return PositionAnalysis(program, ply, (), OutcomeChances(*map(float, found["chances"])), cube)
