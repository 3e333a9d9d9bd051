"""A plain player for games of which no program knows more: a small network looks at the boards that a throw leads to.

It learned by playing against itself (`tests/bench/plain_players.py` trains and measures it). It is far weaker than the
programs for backgammon are at theirs, so that it is believed only where it is very sure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.board import Side
from engine.dice import Roll
from engine.past import one_of
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import TablesGame

Array = NDArray[np.float32]

SITES = 26
"""The sites of a side: the 24 points, the bar or the hand, and off."""
MOST = 15
WORTH = np.array([-2, -1, 1, 2], np.float32)
"""What its four outputs are the chances of: to lose two points, or one, or to win them."""
LONGEST = 400
"""A game that is played out has no more turns than this."""
WEIGHTS = Path(__file__).parent / "plain_weights.npz"
_STEPS = np.array(
    [[men >= 1, men >= 2, men >= 3, max(0, men - 3) / 4] for men in range(MOST + 1)], np.float32
)
"""What stands for so many checkers on a site."""
INPUTS = 2 * SITES * _STEPS.shape[1] + 2 * SITES + 2 * 4 * 2 + 2 * 2 + 5


@dataclass(frozen=True, slots=True)
class PlainPlayer:
    """A player of one game: the weights of its network."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array

    def chances(self, inputs: Array) -> Array:
        """For every board, the chances of the four ends for who has just played."""
        hidden = np.tanh(inputs @ self.first + self.first_bias)
        raised = np.exp(hidden @ self.second + self.second_bias)
        return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)

    def worths(self, game: TablesGame, results: Sequence[Position], side: Side) -> Array:
        """What boards are worth in points to the side that has just played them; an ended game as it counts."""
        worths = self.chances(inputs_of(results, side)) @ WORTH
        for index, position in enumerate(results):
            won = win_of(game, position, side)
            if won is not None:
                worths[index] = 0 if won[0] is None else won[1] * (1 if won[0] is side else -1)
        return np.asarray(worths, np.float32)

    def best(
        self, game: TablesGame, position: Position, side: Side, roll: Roll
    ) -> tuple[Outcome, tuple[Outcome, ...], Array]:
        """The play that it makes, all that could be made, and what each is worth to it."""
        outcomes = legal_plays(game, position, side, roll)
        worths = self.worths(game, [each.position for each in outcomes], side)
        return outcomes[int(worths.argmax())], outcomes, worths

    def looking_ahead(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, most: int = 3
    ) -> Outcome:
        """The play that it makes where it looks one throw of the other side ahead, with those that look best first."""
        _, outcomes, worths = self.best(game, position, side, roll)
        first = worths.argsort()[::-1][:most]
        return max(
            (outcomes[int(index)] for index in first), key=lambda each: self.ahead(game, each.position, side)
        )

    def played_out(self, game: TablesGame, position: Position, side: Side, dice: Random) -> int:
        """The points that the side which has just played wins where both go on as it would; 0 where that takes long."""
        mover = side if position.past.again else side.other
        for _ in range(LONGEST):
            roll = Roll.of(*(dice.choice(game.faces) for _ in range(game.dice)))
            position = self.best(game, position, mover, roll)[0].position
            won = win_of(game, position, mover)
            if won is not None:
                return 0 if won[0] is None else won[1] * (1 if won[0] is side else -1)
            mover = mover if position.past.again else mover.other
        return 0

    def ahead(self, game: TablesGame, position: Position, side: Side) -> float:
        """What a board is worth to the side that has just played it, the other side playing each throw as it would."""
        won = win_of(game, position, side)
        if won is not None:
            return 0.0 if won[0] is None else float(won[1] * (1 if won[0] is side else -1))
        told = 0.0
        for roll in game.rolls:
            weight = 1 if roll.is_doublet else 2
            told -= weight * float(self.best(game, position, side.other, roll)[2].max())
        return told / 36


def inputs_of(positions: Sequence[Position], side: Side) -> Array:
    """What the network is shown of boards, as the side that has just played sees them."""
    boards = np.array([[each.of(side), each.of(side.other)] for each in positions])
    steps = _STEPS[np.minimum(boards, MOST)].reshape(len(positions), -1)
    pinned = np.array(
        [[one_of(each.past.pinned, side), one_of(each.past.pinned, side.other)] for each in positions]
    )
    bits = (pinned[:, :, None] >> np.arange(SITES) & 1).reshape(len(positions), -1)
    held = np.stack([boards >= 1, boards >= 2], 2)[..., 1:25]
    quarters = held.reshape(*held.shape[:3], 4, 6).sum(4).reshape(len(positions), -1) / 6
    run = longest = np.zeros(held.shape[:3], int)
    for point in range(24):
        run = (run + 1) * held[..., point]
        longest = np.maximum(longest, run)
    pips = (boards * np.arange(SITES)).sum(2) / 100
    lead = (pips[:, 1:] - pips[:, :1]) * 3
    off = boards[:, :, 0] / 5
    return np.concatenate(
        [steps, bits, quarters, longest.reshape(len(positions), -1) / 4, pips, lead, off], 1
    ).astype(np.float32)


@cache
def players() -> dict[str, PlainPlayer]:
    """The players there are, by the ids of their games."""
    told = np.load(WEIGHTS)
    names = sorted({key.split("/")[0] for key in told.files})
    return {
        name: PlainPlayer(*(told[f"{name}/{part}"].astype(np.float32) for part in PlainPlayer.__slots__))
        for name in names
    }
