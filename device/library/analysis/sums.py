"""Sums: what each player lost in a game, as GNU Backgammon itself adds it up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from device.library.analysis.analysis_values import MistakeGrade, Totals, TurnJudged, mark_of
from engine.board import Side

Record = dict[str, Any]
SIDES = {"X": Side.WHITE, "O": Side.BLACK}
"""Its first player is ours."""


def totals_of(stats: Mapping[str, Record], turns: Iterable[TurnJudged], length: int) -> dict[Side, Totals]:
    """A game's sums, which are the program's own; what is counted by marks is counted turn by turn."""
    known = tuple(turns)
    both = sum(each["moves"]["total-moves"] for each in stats.values())
    found = {}
    for name, side in SIDES.items():
        moves, dice = stats[name]["moves"], stats[name]["dice"]
        cube = stats[name].get("cube", {"close-cube": 0})
        marks = Counter(mark_of(loss) for turn in known for who, loss in turn.losses() if who is side)
        found[side] = Totals(
            moves=moves["total-moves"],
            turns=both,
            decisions=moves["unforced-moves"] + cube["close-cube"],
            error_play=moves["error-skill"],
            error_cube=_lost(cube, "skill"),
            chance_lost=moves["error-cost"] + _lost(cube, "cost") if length else None,
            luck=dice["luck"],
            doubtful=marks[MistakeGrade.DOUBTFUL],
            bad=marks[MistakeGrade.BAD],
            blunders=marks[MistakeGrade.BLUNDER],
        )
    return found


def _lost(cube: Record, unit: str) -> float:
    """What was lost with the cube in all; the program's own sum of it leaves some of the kinds out."""
    return sum(float(value) for key, value in cube.items() if key.startswith("err-") and key.endswith(unit))
