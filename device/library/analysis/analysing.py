"""Analysing a match: which of its games GNU Backgammon knows, and what it says of them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from device.errors import AnalysisError
from device.library.analysis.analysis_values import Analysis
from device.library.analysis.attributing import attribute
from device.library.analysis.gnubg import MISSING, Progress, ask, find_gnubg
from engine.match.match import Match
from engine.match.terms import CubeUse
from engine.records.format_limits import is_known
from engine.records.sgf.sgf_writer import write_sgf


def known_games(match: Match) -> tuple[int, ...]:
    """The numbers of the games that GNU Backgammon knows and that were played, from 1."""
    return tuple(
        number for number, each in enumerate(match.games, 1) if is_known(match.rules(each)) and each.turns
    )


def analyse(
    match: Match,
    ply: int,
    *,
    program: Path | None = None,
    threads: int = 1,
    limit: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> Analysis:
    """What GNU Backgammon thinks of a match; `progress` is told of every game that is done.

    Raises AnalysisError, and Stopped as soon as `stop` says so.
    """
    found = program or find_gnubg()
    if found is None:
        raise AnalysisError(MISSING)
    numbers = known_games(match)
    if not numbers:
        raise AnalysisError("there is nothing here to analyse: GNU Backgammon knows only backgammon")
    # Nobody's name is its business.
    given = replace(
        match, white="White", black="Black", games=tuple(match.games[number - 1] for number in numbers)
    )
    cube = match.terms.cube is not CubeUse.OFF
    answer = ask(
        found, write_sgf(given), ply, cube=cube, threads=threads, limit=limit, stop=stop, progress=progress
    )
    analysis = attribute(match, numbers, answer, ply)
    played = [number for number, each in enumerate(match.games, 1) if each.turns]
    others = [str(number) for number in played if number not in numbers]
    if others:
        which = f"Game {others[0]}" if len(others) == 1 else f"Games {', '.join(others)}"
        note = f"{which}: not analysed, since GNU Backgammon does not know what was played."
        analysis = replace(analysis, notes=(note, *analysis.notes))
    return analysis
