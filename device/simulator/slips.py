"""The mistakes of the players at the virtual table: which, how often, and an illegal play to make."""

from dataclasses import dataclass
from random import Random

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.play import Move, Outcome, Play
from engine.plays.legal import completable
from engine.plays.turn_end import after_turn
from engine.position import Position
from engine.tables.tables_game import Relation, TablesGame


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How often, of all turns (0-1), a player does something that a referee has to see through.

    `corrected`: an illegal play, put right before the dice are lifted; `standing`: one that nobody minds;
    `cocked`: a throw that has to be repeated; `second_thoughts`: a move tried and taken back.
    """

    corrected: float = 0.05
    standing: float = 0.02
    cocked: float = 0.07
    second_thoughts: float = 0.08


FLAWLESS = Mistakes(0.0, 0.0, 0.0, 0.0)
_MANY = 4
"""Turns of more moves than this are played carefully."""


def wrong_play(
    game: TablesGame, position: Position, side: Side, roll: Roll, meant: Outcome, rng: Random
) -> Outcome | None:
    """An illegal play that looks much like the one that was meant: its last move goes to a wrong point.

    It hits nobody, conserves the checkers, and no legal play passes through where it ends. None if there is none, or
    where the moves are many.
    """
    moves = meant.play.moves
    if not moves or any(move.hit for move in moves) or moves[-1].target == OFF:
        return None
    last = moves[-1]
    if len(game.units(roll, position.past, side)) > _MANY or not meant.position.of(side)[last.target]:
        # Where no checker stands that the last move has brought, the board was set up anew after it.
        return None
    try:
        fine = completable(game, position, side, roll)
    except TooManyPlays:
        return None
    theirs, facing = position.of(side.other), game.facing(side)
    # Nobody who keeps to one half puts a checker into the other.
    lowest = game.points // 2 + 1 if game.relation is Relation.ACROSS else 1
    shifts = [-2, -1, 1, 2]
    rng.shuffle(shifts)
    for shift in shifts:
        target = last.target + shift
        if not lowest <= target < min(last.origin, BAR) or theirs[facing[target]]:
            continue
        shifted = _shifted(meant.position, side, last.target, target)
        if shifted not in fine:
            after = after_turn(game, position, side, roll, shifted)
            return Outcome(after, Play((*moves[:-1], Move(last.origin, target))))
    return None


def _shifted(position: Position, side: Side, origin: int, target: int) -> Position:
    men = list(position.of(side))
    men[origin] -= 1
    men[target] += 1
    own = tuple(men)
    return Position(own, position.black) if side is Side.WHITE else Position(position.white, own)
