"""The engines: programs that analyse, GNU Backgammon and Open Sage, each behind the same two questions."""

import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from device.errors import AnalysisError
from device.library.analysis.analysis_values import Analysis, PositionAnalysis
from device.library.analysis.attributing import attribute
from device.library.analysis.gentle_process import Progress, no_analysis, run_gently
from device.library.analysis.gnubg import LIMIT, LIMITS, ask, ask_position, find_gnubg
from device.library.analysis.sage_process import ASKED, FOUND, MatchAsked, PositionAsked
from engine.i18n import phrase
from engine.match.match import Match
from engine.match.terms import CubeUse
from engine.records.codes.game_standing import GameStanding
from engine.records.sgf.sgf_writer import write_sgf

AUTO, GNUBG, SAGE = "auto", "gnubg", "sage"
"""Which engine is to analyse; auto: GNU Backgammon where it is installed, else Open Sage."""
MISSING = {
    AUTO: phrase(
        "nothing is installed that analyses matches: `sudo apt install gnubg`, or `pip install tableside[analysis]` "
        "where Tableside is"
    ),
    GNUBG: phrase(
        "GNU Backgammon is to analyse, and is not installed: `sudo apt install gnubg`, or choose another engine"
    ),
    SAGE: phrase(
        "Open Sage is to analyse, and is not installed: `pip install tableside[analysis]` where Tableside is, "
        "or choose another engine"
    ),
}
"""What is said where an engine is named that there is not."""
SAGE_PLIES = 3
"""Open Sage looks no farther ahead."""
ROOT = Path(__file__).parents[3]
"""The folder of the packages, for a process of their own."""


class Engine(Protocol):
    """A program that analyses. Raises AnalysisError, and Stopped as soon as `stop` says so."""

    def judge(
        self,
        match: Match,
        numbers: tuple[int, ...],
        ply: int,
        *,
        threads: int = 1,
        limit: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> Analysis:
        """What it thinks of those games of a match, by their numbers from 1; `limit` in seconds."""

    def look_at(self, standing: GameStanding, ply: int, most: int, seconds: float) -> PositionAnalysis:
        """What it thinks of a position, of whose plays it tells at `most` so many, for who waits for it."""


@dataclass(frozen=True, slots=True)
class GnubgEngine:
    """GNU Backgammon, a program of its own."""

    program: Path

    def judge(
        self,
        match: Match,
        numbers: tuple[int, ...],
        ply: int,
        *,
        threads: int = 1,
        limit: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> Analysis:
        """As `Engine` has it."""
        # Nobody's name is its business.
        given = replace(
            match, white="White", black="Black", games=tuple(match.games[number - 1] for number in numbers)
        )
        cube = match.terms.cube is not CubeUse.OFF
        answer = ask(
            self.program,
            write_sgf(given),
            ply,
            cube=cube,
            threads=threads,
            limit=limit,
            stop=stop,
            progress=progress,
        )
        return attribute(match, numbers, answer, ply)

    def look_at(self, standing: GameStanding, ply: int, most: int, seconds: float) -> PositionAnalysis:
        """As `Engine` has it."""
        return ask_position(self.program, standing, ply, most, seconds)


@dataclass(frozen=True, slots=True)
class SageEngine:
    """Open Sage, a package of Python's, in a process of its own, so that it can be kept low and stopped."""

    python: str = sys.executable

    def judge(
        self,
        match: Match,
        numbers: tuple[int, ...],
        ply: int,
        *,
        threads: int = 1,
        limit: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> Analysis:
        """As `Engine` has it."""
        asked = MatchAsked(replace(match, white="", black=""), numbers, _ply(ply), threads)
        seconds = LIMITS.get(ply, LIMIT) if limit is None else limit
        found = self._answer(asked, seconds, stop=stop, progress=progress)
        assert isinstance(found, Analysis)
        return found

    def look_at(self, standing: GameStanding, ply: int, most: int, seconds: float) -> PositionAnalysis:
        """As `Engine` has it."""
        found = self._answer(PositionAsked(standing, _ply(ply), most), seconds, soon=True)
        assert isinstance(found, PositionAnalysis)
        return found

    def _answer(
        self,
        asked: MatchAsked | PositionAsked,
        seconds: float,
        *,
        soon: bool = False,
        stop: Callable[[], bool] = lambda: False,
        progress: Progress | None = None,
    ) -> object:
        with TemporaryDirectory(prefix="tableside-") as name:
            folder = Path(name)
            (folder / ASKED).write_bytes(pickle.dumps(asked))
            path = os.pathsep.join((str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])))
            said, status = run_gently(
                [self.python, "-m", "device.library.analysis.sage_process"],
                folder,
                {**os.environ, "PYTHONPATH": path},
                seconds,
                name="Open Sage",
                soon=soon,
                stop=stop,
                progress=progress,
            )
            try:
                return pickle.loads((folder / FOUND).read_bytes())
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                last = next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "")
                raise AnalysisError(no_analysis("Open Sage", status, last)) from error


def find_engine(named: str = AUTO) -> Engine | None:
    """The engine that the settings name; None where it is not installed."""
    program = find_gnubg() if named in (AUTO, GNUBG) else None
    if program is not None:
        return GnubgEngine(program)
    return SageEngine() if named in (AUTO, SAGE) and find_spec("bgsage") is not None else None


def engine_named(named: str = AUTO) -> Engine:
    """The same engine, and no other in its place. Raises AnalysisError where it is not installed."""
    found = find_engine(named)
    if found is None:
        raise AnalysisError(MISSING[named])
    return found


def _ply(ply: int) -> int:
    if ply > SAGE_PLIES:
        raise AnalysisError(phrase("Open Sage looks {plies} plies ahead at most", plies=SAGE_PLIES))
    return ply
