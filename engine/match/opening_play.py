"""Opening plays by their usual names: what the first play of a game does, where the throw is no doublet.

The names are those of the literature: a play runs, makes a point, slots one, splits the back checkers, or brings
builders down. One that does more than one is called for the first of these.
"""

from dataclasses import dataclass
from enum import Enum

from engine.board import Side
from engine.games import find_game
from engine.position import Position

_BACK, _MIDPOINT, _SIX = 24, 13, 6
_BAR_POINT = 7
_BUILDERS = range(9, _MIDPOINT)
"""Where a checker from the midpoint bears on the points that are to be made."""


class OpeningIdea(Enum):
    """What an opening play is for."""

    RUN = "run"
    POINT = "point"
    SLOT = "slot"
    SPLIT = "split"
    BUILD = "build"


@dataclass(frozen=True, slots=True)
class OpeningPlay:
    """The idea of an opening play, and the point it is about, if it is about one."""

    idea: OpeningIdea
    point: int | None = None


def opening_of(before: Position, after: Position, side: Side) -> OpeningPlay | None:
    """What the first play of a game of backgammon is called; None where it has no name, or is none.

    >>> from engine.position_parsing import parse_position
    >>> start = find_game("backgammon").start
    >>> made = parse_position("W: 24(2) 13(5) 8(2) 6(4) 5(2) B: 24(2) 13(5) 8(3) 6(5)")
    >>> opening_of(start, made, Side.WHITE)
    OpeningPlay(idea=<OpeningIdea.POINT: 'point'>, point=5)
    """
    backgammon = find_game("backgammon")
    if backgammon is None or before != backgammon.start:
        return None
    was, men = before.of(side), after.of(side)
    moved_back = was[_BACK] - men[_BACK]
    if moved_back == 1 and men[_MIDPOINT] >= was[_MIDPOINT] and men[8] >= was[8] and men[_SIX] >= was[_SIX]:
        return OpeningPlay(OpeningIdea.RUN)
    made = next((point for point in range(1, _BAR_POINT + 1) if men[point] > 1 >= was[point]), None)
    if made is not None:
        return OpeningPlay(OpeningIdea.POINT, made)
    slotted = next((point for point in range(_BAR_POINT, 1, -1) if men[point] == 1 and not was[point]), None)
    if slotted is not None:
        return OpeningPlay(OpeningIdea.SLOT, slotted)
    if moved_back == 1:
        return OpeningPlay(OpeningIdea.SPLIT)
    if men[_MIDPOINT] < was[_MIDPOINT] and any(men[point] > was[point] for point in _BUILDERS):
        return OpeningPlay(OpeningIdea.BUILD)
    return None
