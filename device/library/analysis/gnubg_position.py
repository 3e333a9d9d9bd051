"""A position before GNU Backgammon: what it is asked, and what it answers."""

from pathlib import Path
from typing import Any

from device.errors import AnalysisError
from device.library.analysis.analysis_values import (
    CandidatePlay,
    CubeDecision,
    OutcomeChances,
    PositionAnalysis,
)
from device.library.analysis.gnubg import told_by
from device.library.analysis.script import POSITION_SCRIPT
from engine.i18n import phrase
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.position_codes import WRITERS


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
