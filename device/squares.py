"""What a look at a board of squares says, where it comes from somebody who knows: the simulator, or a test."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.board import Occupancy
from engine.tafl.board import SQUARES

SLIP = 12.0
"""What a square is against an occupancy that has it otherwise, in natural logarithms: hardly ever otherwise."""
Square = tuple[int, int]
"""What stands on a square: light and dark, of which one at most is not 0; a man counts 1, the king 2."""


@dataclass(frozen=True, slots=True)
class SquaresSeen:
    """Satisfies `engine.board.Evidence` for 81 squares: what stands on each, surely but for those in `doubts`.

    `doubts` maps a square to what else may stand there and how much less likely that is, in natural logarithms.
    """

    occupancy: Occupancy
    doubts: Mapping[int, tuple[Square, float]] = field(default_factory=dict)

    def log_likelihood(self, occupancy: Occupancy) -> float:
        """0 for what was seen; every square that is otherwise takes away as much as it was sure."""
        seen = self.occupancy
        if (occupancy.light, occupancy.dark) == (seen.light, seen.dark):
            return 0.0
        total = 0.0
        there = zip(occupancy.light, occupancy.dark, seen.light, seen.dark, strict=True)
        for number, (light, dark, own_light, own_dark) in enumerate(there):
            if (light, dark) != (own_light, own_dark):
                other, cost = self.doubts.get(number, (None, SLIP))
                total -= cost if (light, dark) == other else SLIP
        return total

    def to_data(self) -> dict[str, object]:
        """Plain lists and numbers from which `from_data` makes the same again."""
        doubts = [[number, list(square), cost] for number, (square, cost) in self.doubts.items()]
        return {"squares": [list(self.occupancy.light), list(self.occupancy.dark)], "doubts": doubts}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> "SquaresSeen":
        """What `to_data` wrote down. Raises ValueError, KeyError or TypeError for anything else."""
        light, dark = (tuple(int(piece) for piece in counts) for counts in data["squares"])
        if not len(light) == len(dark) == SQUARES:
            raise ValueError(f"a board has {SQUARES} squares, not {len(light)} and {len(dark)}")
        doubts = {int(number): ((int(a), int(b)), float(cost)) for number, (a, b), cost in data["doubts"]}
        return SquaresSeen(Occupancy(light, dark), doubts)

    def best(self, men: tuple[int, int] | None) -> Occupancy:
        """What was seen; how many men there are does not change that."""
        return self.occupancy
