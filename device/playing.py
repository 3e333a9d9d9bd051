"""How the players of the virtual table choose: sensible, quick, and no more."""

from dataclasses import dataclass
from math import exp
from random import Random

from engine.board import BAR, OFF, Side
from engine.cube import Cube
from engine.dice import ALL_ROLLS, Roll
from engine.legal import Outcome, legal_plays
from engine.match import Score
from engine.position import Position
from engine.tables import TablesGame


def choose_play(game: TablesGame, position: Position, side: Side, roll: Roll, rng: Random) -> Outcome:
    """The legal outcome that a middling player would choose."""
    outcomes = legal_plays(game, position, side, roll)
    return max(outcomes, key=lambda outcome: worth(game, outcome.position, side) + rng.gauss(0, 0.05))


def worth(game: TablesGame, position: Position, side: Side) -> float:
    """How good a position looks to a side that has just moved: pips, points made, and blots in reach."""
    own, theirs = position.of(side), position.of(side.other)
    score = 0.05 * (position.pip_count(side.other) - position.pip_count(side))
    score += 0.25 * own[OFF] + 0.7 * theirs[BAR] - 0.15 * max(0, own[24] - 1)
    contact = _contact(game, own, theirs)
    for point in range(1, 25):
        men = own[point]
        if men >= 2 and contact:
            score += 0.5 if 4 <= point <= 7 else 0.35 if point <= 8 else 0.2
            score -= 0.12 * max(0, men - 3)
        elif men == 1 and contact:
            score -= _danger(game, theirs, point) * (0.35 + (25 - point) / 30)
    return score


def _contact(game: TablesGame, own: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    last = max((point for point in range(1, 26) if own[point]), default=0)
    return any(theirs[point] and game.relation.theirs(point) <= last for point in range(1, 26))


def _danger(game: TablesGame, theirs: tuple[int, ...], point: int) -> float:
    """Roughly the chance that a blot on one's own point is hit."""
    there = game.relation.theirs(point)
    away = [spot - there for spot in range(there + 1, 26) if theirs[spot]]
    direct = sum(distance <= 6 for distance in away)
    return min(
        0.75, 0.31 * min(direct, 1) + 0.14 * max(0, direct - 1) + 0.08 * any(7 <= d <= 12 for d in away)
    )


def is_shut_out(game: TablesGame, position: Position, side: Side) -> bool:
    """Whether a side has a checker on the bar that no roll can bring in, so that it does not throw (rules 6.7)."""
    if not position.of(side)[BAR]:
        return False
    return all(not legal_plays(game, position, side, roll)[0].play.moves for roll in ALL_ROLLS)


@dataclass(frozen=True, slots=True)
class Stake:
    """What a decision about the cube depends on besides the position: the cube, the score and the match's length."""

    cube: Cube
    score: Score
    length: int

    def is_dead(self, side: Side) -> bool:
        """Whether a side that doubled would gain nothing, since the game wins it the match as it is."""
        return bool(self.length) and self.score.of(side) + self.cube.value >= self.length


def chance(position: Position, side: Side) -> float:
    """A rough guess at how likely a side, about to throw, is to win."""
    own, theirs = position.of(side), position.of(side.other)
    mine, others = position.pip_count(side) - 4, position.pip_count(side.other)
    lead = (others - mine) / (max(mine, others) + 12)
    held = sum(men >= 2 for men in own[1:7]) - sum(men >= 2 for men in theirs[1:7])
    lead += 0.10 * theirs[BAR] * (1 + sum(men >= 2 for men in own[1:7]) / 3) - 0.2 * own[BAR] + 0.025 * held
    return 1 / (1 + exp(-6.0 * lead))


def wants_to_double(position: Position, side: Side, stake: Stake, rng: Random) -> bool:
    """Whether a side offers a double before it throws."""
    if not stake.cube.may_double(side) or stake.cube.value > 16 or stake.is_dead(side):
        return False
    return 0.70 < chance(position, side) + rng.gauss(0, 0.03) < 0.92 and rng.random() < 0.4


def would_take(position: Position, side: Side, rng: Random) -> bool:
    """Whether a side that is offered a double takes it."""
    return chance(position, side.other) + rng.gauss(0, 0.03) < 0.84
