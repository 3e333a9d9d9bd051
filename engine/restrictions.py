"""Restrictions that a game may add to blocking, hitting and bearing off (rules section 1.4), as rule objects."""

from dataclasses import dataclass

from engine.play import Move
from engine.tables import TurnSoFar


@dataclass(frozen=True, slots=True)
class NoHitAndRun:
    """A checker that has hit on one of the points 1 to `within` may not move again in the same turn."""

    within: int = 6
    rule: str = "R.hit_run"
    message: str = "hit_run"

    def allows(self, turn: TurnSoFar, move: Move) -> bool:
        """Whether the move leaves every such checker where it hit."""
        alone = turn.own[move.origin] == 1
        return not alone or not any(
            made.hit and made.target == move.origin <= self.within for made in turn.moves
        )
