"""How the players of the virtual table choose: sensible, quick, and no more."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.match.cube import Cube
from engine.match.match import Score
from engine.play import Outcome
from engine.plays.legal import legal_plays
from engine.plays.membership import some_play
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.tables.tables_game import BearOff, Landing, TablesGame
from engine.tables.winning import Alternating, Pattern

_LOOKED_AT = 600
"""A player does not look at more plays than this; where there are more, at some of them."""


def choose_play(game: TablesGame, position: Position, side: Side, roll: Roll, rng: Random) -> Outcome:
    """The legal outcome that a middling player would choose."""
    try:
        outcomes: Sequence[Outcome] = legal_plays(game, position, side, roll)
    except TooManyPlays:
        return some_play(game, position, side, roll)
    if len(outcomes) > _LOOKED_AT:
        outcomes = rng.sample(outcomes, _LOOKED_AT)
    return max(outcomes, key=lambda outcome: worth(game, outcome.position, side) + rng.gauss(0, 0.05))


def worth(game: TablesGame, position: Position, side: Side) -> float:
    """How good a position looks to a side that has just moved, by what the game is about."""
    if game.wins or game.family is not None:
        won = win_of(game, position, side)
        if won is not None:
            return 0.0 if won[0] is None else 100.0 if won[0] is side else -100.0
    if game.landing is Landing.CAPTURE:
        return 2.0 * (position.of(side.other)[OFF] - position.of(side)[OFF])
    if game.bearoff is BearOff.NONE and (patterns := _patterns(game)):
        return _paired(game, position, side, patterns)
    score = _running(position, side)
    if game.giveaway:
        return -score
    if game.landing is Landing.COEXIST:
        return score
    if game.landing is Landing.SOLO_BLOCK:
        return score + 0.12 * sum(men > 0 for men in position.of(side)[1:25])
    if game.landing is Landing.PIN:
        index = 0 if side is Side.WHITE else 1
        pinned, theirs = position.past.pinned[index], position.past.pinned[1 - index]
        score += 0.6 * (theirs.bit_count() - pinned.bit_count())
    return score + _guarded(game, position, side)


def _running(position: Position, side: Side) -> float:
    """What a side has of being ahead in the race and of the opponent's checkers on the bar."""
    own, theirs = position.of(side), position.of(side.other)
    score = 0.05 * (position.pip_count(side.other) - position.pip_count(side))
    return score + 0.25 * own[OFF] + 0.7 * theirs[BAR] - 0.15 * max(0, own[24] - 1)


def _guarded(game: TablesGame, position: Position, side: Side) -> float:
    """What a side has of points made, less its single checkers in reach."""
    own, theirs = position.of(side), position.of(side.other)
    if not _contact(game.facing(side.other), own, theirs):
        return 0.0
    score = 0.0
    for point in range(1, 25):
        men = own[point]
        if men >= 2:
            score += 0.5 if 4 <= point <= 7 else 0.35 if point <= 8 else 0.2
            score -= 0.12 * max(0, men - 3)
        elif men == 1:
            score -= _danger(game.facing(side)[point], theirs) * (0.35 + (25 - point) / 30)
    return score


_EVERY_SECOND = (range(12, 0, -2), range(11, 0, -2))
"""The points on which checkers are to stand in pairs where every second point is to be made."""


def _patterns(game: TablesGame) -> Sequence[Collection[int]]:
    """The points that a side may win on by having pairs there: every second one, or those of a pattern."""
    if any(isinstance(win, Alternating) for win in game.wins):
        return _EVERY_SECOND
    return [
        tuple(point for point, _ in win.counts)
        for win in game.wins
        if isinstance(win, Pattern) and all(men == 2 for _, men in win.counts)
    ]


def _paired(game: TablesGame, position: Position, side: Side, patterns: Sequence[Collection[int]]) -> float:
    """How near a side has come to the pairs of a pattern, which are missed once too many checkers are past one."""
    own, theirs = position.of(side), position.of(side.other)
    facing = game.facing(side)
    blots = sum(own[point] == 1 and _danger(facing[point], theirs) > 0.3 for point in range(1, 25))
    made = max(_made(own, pattern, game.men) for pattern in patterns)
    return made - 0.02 * position.pip_count(side) - 0.5 * theirs[BAR] - 0.5 * blots


def _made(own: tuple[int, ...], pattern: Collection[int], men: int) -> float:
    """How much of a pattern is made: its pairs, less checkers beside it, less those that come too low for it."""
    score = sum(0.5 * min(own[point], 2) for point in pattern)
    low, needed, spare = 0, 0, men - 2 * len(pattern)
    for point in range(1, 13):
        low += own[point]
        needed += 2 * (point in pattern)
        score -= 2.0 * max(0, low - needed - spare) + 0.3 * own[point] * (point not in pattern)
    return score


def _contact(back: tuple[int, ...], own: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    last = max((point for point in range(1, 26) if own[point]), default=0)
    return any(theirs[point] and back[point] <= last for point in range(1, 26))


def _danger(there: int, theirs: tuple[int, ...]) -> float:
    """Roughly the chance that a blot on one's own point is hit: it stands on the opponent's point `there`."""
    away = [spot - there for spot in range(there + 1, 26) if theirs[spot]]
    direct = sum(distance <= 6 for distance in away)
    return min(
        0.75, 0.31 * min(direct, 1) + 0.14 * max(0, direct - 1) + 0.08 * any(7 <= d <= 12 for d in away)
    )


@dataclass(frozen=True, slots=True)
class CubeStake:
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


def wants_to_double(position: Position, side: Side, stake: CubeStake, rng: Random) -> bool:
    """Whether a side offers a double before it throws."""
    if not stake.cube.may_double(side) or stake.cube.value > 16 or stake.is_dead(side):
        return False
    return 0.70 < chance(position, side) + rng.gauss(0, 0.03) < 0.92 and rng.random() < 0.4


def would_beaver(position: Position, side: Side, rng: Random) -> bool:
    """Whether a side that is offered a double takes it and doubles again, thinking the offer rash."""
    return chance(position, side.other) < 0.76 and rng.random() < 0.3


def would_take(position: Position, side: Side, rng: Random) -> bool:
    """Whether a side that is offered a double takes it."""
    return chance(position, side.other) + rng.gauss(0, 0.03) < 0.84
