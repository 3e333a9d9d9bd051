"""Sums: what each player lost in a game, as GNU Backgammon itself adds it up, or added up here turn by turn."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class GameTally:
    """A game's sums as they grow turn by turn: what is thought of the turns, and of each player the throws, the
    decisions, and how much of the match was lost.
    """

    turns: list[TurnJudged] = field(default_factory=list)
    moves: Counter[Side] = field(default_factory=Counter)
    decisions: Counter[Side] = field(default_factory=Counter)
    chance_lost: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, 0.0))

    def lose(self, side: Side, stakes: Stakes, loss: float) -> None:
        """A player lost so much equity, which is so much of the match, where the table tells."""
        won, even = stakes.after(1.0)[1], stakes.after(0.0)[1]
        if won is not None and even is not None:
            self.chance_lost[side] += loss * (won - even)

    def totals(self, length: int) -> dict[Side, Totals]:
        """What each player lost, and how their dice were, in a game of a match to so many points, 0: money."""
        found = {}
        for side in Side:
            losses = [loss for turn in self.turns for who, loss in turn.losses() if who is side]
            marks = Counter(map(mark_of, losses))
            plays = sum(turn.play.loss for turn in self.turns if turn.side is side and turn.play is not None)
            found[side] = Totals(
                moves=self.moves[side],
                turns=self.moves.total(),
                decisions=self.decisions[side],
                error_play=plays,
                error_cube=sum(losses) - plays,
                chance_lost=self.chance_lost[side] if length else None,
                luck=sum(turn.luck or 0.0 for turn in self.turns if turn.side is side),
                doubtful=marks[MistakeGrade.DOUBTFUL],
                bad=marks[MistakeGrade.BAD],
                blunders=marks[MistakeGrade.BLUNDER],
            )
        return found


def _lost(cube: Record, unit: str) -> float:
    """What was lost with the cube in all; the program's own sum of it leaves some of the kinds out."""
    return sum(float(value) for key, value in cube.items() if key.startswith("err-") and key.endswith(unit))
