"""The phases of a game of backgammon: in which of them a turn is played."""

from enum import Enum

from engine.board import BAR, Side
from engine.position import Position

OPENING_TURNS = 6
"""So many turns, three of either side, are the opening."""
_HOME = 6
_HIGH_ANCHORS = range(18, 23)
"""Where a point held is a high anchor: the opponent's bar point down to their three point, in one's own numbering.

A. Ortega (The Holding Game, 1993): an anchor in the opponent's home board, or on the bar point, that hinders the
bear-in; usually one of the higher points. B. Sheppard (rec.games.backgammon, 1998) draws the line at the 22 point:
lower anchors are ace-point and deuce-point games. That the opponent's runners have escaped is in every account of it.
"""
_DEEPEST_ANCHOR = 24


class GamePhase(Enum):
    """What is played for: development, holding a point in front of the other's checkers, all else that comes while the
    sides are in contact, the race, or bearing off.
    """

    OPENING = "opening"
    MIDDLE = "middle"
    HOLDING = "holding"
    RACE = "race"
    BEAR_OFF = "bear-off"


def phase_of(before: Position, side: Side, number: int) -> GamePhase:
    """The phase in which a side plays from a position; `number`: the turn of the game, from 1."""
    own, others = furthest(before, side), furthest(before, side.other)
    if own <= _HOME:
        return GamePhase.BEAR_OFF
    if own + others < BAR:
        return GamePhase.RACE
    if number <= OPENING_TURNS:
        return GamePhase.OPENING
    return GamePhase.HOLDING if any(is_holding(before, each) for each in Side) else GamePhase.MIDDLE


def is_holding(position: Position, side: Side) -> bool:
    """Whether a side holds one anchor, a high one, behind in a race against an opponent whose runners have escaped.

    A lone checker behind the anchor may stand sentry there; a second anchor makes a back game of it.
    """
    men = position.of(side)
    anchors = [point for point in range(_HIGH_ANCHORS.start, _DEEPEST_ANCHOR + 1) if men[point] > 1]
    escaped = furthest(position, side.other) < _HIGH_ANCHORS.start
    behind = position.pip_count(side) > position.pip_count(side.other)
    return len(anchors) == 1 and anchors[0] in _HIGH_ANCHORS and not men[BAR] and escaped and behind


def furthest(position: Position, side: Side) -> int:
    """Where the checker of a side stands that has the longest way to go: 25 the bar, 0 where none is left."""
    men = position.of(side)
    return next((site for site in range(BAR, 0, -1) if men[site]), 0)
