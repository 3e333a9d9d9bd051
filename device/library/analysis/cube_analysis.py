"""The cube in an analysis: what was decided about a double, and what each decision is worth."""

from typing import Any

from device.library.analysis.analysis_values import AnswerJudged, CubeJudged
from device.library.analysis.money_stakes import Stakes
from engine.board import Side

Record = dict[str, Any]
CLOSE = 0.16
"""A double that would lose less than this is a decision, GNU Backgammon's own measure."""


def no_double(nothing: float, take: float) -> CubeJudged:
    """What is thought of not doubling before a throw, by the equities of that and of a double that is taken."""
    best = max(nothing, min(take, 1.0))
    return CubeJudged("no double", _right(nothing, take), nothing, take, 1.0, max(0.0, best - nothing))


def is_close(judged: CubeJudged) -> bool:
    """Whether not doubling was a decision: a double would have lost little."""
    double = min(judged.take, 1.0)
    return max(judged.no_double, double) - double < CLOSE


def doubled(nothing: float, take: float) -> CubeJudged:
    """What is thought of a double that was made."""
    best = max(nothing, min(take, 1.0))
    return CubeJudged("double", _right(nothing, take), nothing, take, 1.0, max(0.0, best - min(take, 1.0)))


def answered(take: float, *, took: bool) -> AnswerJudged:
    """What is thought of a take or a pass."""
    loss = max(0.0, take - 1.0 if took else 1.0 - take)
    return AnswerJudged("take" if took else "pass", "take" if take <= 1.0 else "pass", take, 1.0, loss)


def equities(stakes: Stakes, side: Side, analysis: Record) -> tuple[float, float] | None:
    """The equities of not doubling, and of doubling and a take; None where there was nothing to decide."""
    given = analysis.get("nd-cubeful-eq"), analysis.get("dt-cubeful-eq")
    if given[0] is None or given[1] is None:
        return None
    nothing, take = stakes.equity(side, float(given[0])), stakes.equity(side, float(given[1]))
    return None if nothing is None or take is None else (nothing, take)


def _right(nothing: float, take: float) -> str:
    """What is best to do with the cube."""
    if min(take, 1.0) > nothing:
        return "double"
    return "too good" if nothing > 1.0 and take > 1.0 else "no double"
