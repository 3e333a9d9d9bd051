"""The phases of a game of backgammon: in which of them a turn is played."""

from enum import Enum

from engine.board import BAR, Side
from engine.position import Position

OPENING_TURNS = 6
"""So many turns, three of either side, are the opening."""
_HOME = 6


class GamePhase(Enum):
    """What is played for: development, all that comes while the sides are in contact, the race, or bearing off."""

    OPENING = "opening"
    MIDDLE = "middle"
    RACE = "race"
    BEAR_OFF = "bear-off"


def phase_of(before: Position, side: Side, number: int) -> GamePhase:
    """The phase in which a side plays from a position; `number`: the turn of the game, from 1."""
    own, others = furthest(before, side), furthest(before, side.other)
    if own <= _HOME:
        return GamePhase.BEAR_OFF
    if own + others < BAR:
        return GamePhase.RACE
    return GamePhase.OPENING if number <= OPENING_TURNS else GamePhase.MIDDLE


def furthest(position: Position, side: Side) -> int:
    """Where the checker of a side stands that has the longest way to go: 25 the bar, 0 where none is left."""
    men = position.of(side)
    return next((site for site in range(BAR, 0, -1) if men[site]), 0)
