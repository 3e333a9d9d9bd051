"""Sums: what each player lost in a game, as GNU Backgammon itself adds it up, or added up here turn by turn."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from device.library.analysis.analysis_values import MistakeGrade, Totals, TurnJudged, mark_of
from device.library.analysis.money_stakes import Stakes
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


def totals_by_turn(
    turns: Sequence[TurnJudged],
    moves: Counter[Side],
    decisions: Counter[Side],
    chance_lost: Mapping[Side, float] | None,
) -> dict[Side, Totals]:
    """A game's sums, added up here; `moves` are throws, `chance_lost` what was lost of the match, None without one."""
    found = {}
    for side in Side:
        losses = [loss for turn in turns for who, loss in turn.losses() if who is side]
        marks = Counter(map(mark_of, losses))
        plays = sum(turn.play.loss for turn in turns if turn.side is side and turn.play is not None)
        found[side] = Totals(
            moves=moves[side],
            turns=moves.total(),
            decisions=decisions[side],
            error_play=plays,
            error_cube=sum(losses) - plays,
            chance_lost=None if chance_lost is None else float(chance_lost[side]),
            luck=sum(turn.luck or 0.0 for turn in turns if turn.side is side),
            doubtful=marks[MistakeGrade.DOUBTFUL],
            bad=marks[MistakeGrade.BAD],
            blunders=marks[MistakeGrade.BLUNDER],
        )
    return found


def chance_of_loss(stakes: Stakes, loss: float) -> float:
    """How much of the match a loss of equity is; 0 where the table does not tell."""
    won, even = stakes.after(1.0)[1], stakes.after(0.0)[1]
    return 0.0 if won is None or even is None else loss * (won - even)


def _lost(cube: Record, unit: str) -> float:
    """What was lost with the cube in all; the program's own sum of it leaves some of the kinds out."""
    return sum(float(value) for key, value in cube.items() if key.startswith("err-") and key.endswith(unit))
