"""Analysing a match: which of its games engines know, and what one says of them."""

from collections.abc import Callable, Collection
from dataclasses import replace

from device.errors import AnalysisError
from device.library.analysis.analysis_values import Analysis
from device.library.analysis.engines import Engine
from device.library.analysis.gentle_process import Progress
from device.library.analysis.plain_judging import PlainEngine, plain_games
from device.library.analysis.studying import studied
from engine.i18n import phrase
from engine.match.match import Match
from engine.records.format_limits import is_known


def known_games(match: Match) -> tuple[int, ...]:
    """The numbers of the games that engines know and that were played, from 1."""
    return tuple(
        number for number, each in enumerate(match.games, 1) if is_known(match.rules(each)) and each.turns
    )


def analyse(
    match: Match,
    ply: int,
    *,
    engine: Engine | PlainEngine,
    numbers: tuple[int, ...] | None = None,
    elsewhere: Collection[int] = (),
    threads: int = 1,
    limit: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> Analysis:
    """What an engine thinks of those games of a match, by their `numbers`, by default of all that it knows; `progress`
    is told of how many turns are done. Of the games `elsewhere` it is told in another place, or why not.

    Raises AnalysisError, and Stopped as soon as `stop` says so.
    """
    if numbers is None:
        numbers = plain_games(match) if isinstance(engine, PlainEngine) else known_games(match)
    if not numbers:
        raise AnalysisError(phrase("there is nothing here to analyse: engines know only backgammon"))
    if isinstance(engine, PlainEngine):
        analysis = engine.judge(match, numbers, limit=limit, stop=stop, progress=progress)
    else:
        judged = engine.judge(match, numbers, ply, threads=threads, limit=limit, stop=stop, progress=progress)
        analysis = studied(match, judged)
    played = [number for number, each in enumerate(match.games, 1) if each.turns]
    others = [str(number) for number in played if number not in (*numbers, *elsewhere)]
    if others:
        note = phrase(
            "Game {number}: not analysed, since engines do not know what was played.",
            number=", ".join(others),
        )
        analysis = replace(analysis, notes=(note, *analysis.notes))
    return analysis
