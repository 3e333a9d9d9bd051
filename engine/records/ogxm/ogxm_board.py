"""How OGXM numbers things: colours, points, throws and what happens at a table."""

from enum import IntEnum
from itertools import combinations_with_replacement

from engine.board import OFF, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.play import Play
from engine.position import Position
from engine.records.unreadable import strange

COLOURS = {Side.BLACK: 0, Side.WHITE: 1}
"""Who acts in a ply."""
WINNERS = {Side.WHITE: 0, Side.BLACK: 1}
"""Who has won a game, which is counted the other way round."""
BAR = 25
THROWS = {pair: number for number, pair in enumerate(combinations_with_replacement(range(1, 7), 2))}
"""The action of each throw, the lower die first."""


class Action(IntEnum):
    """What happens in a ply that is no throw."""

    DOUBLE = 21
    TAKE = 22
    DROP = 23
    RESIGN_GAME = 27
    SET_POSITION = 31
    BEAVER = 32
    RACCOON = 33
    CUBE_SET = 36


def point_of(point: int, side: Side) -> int:
    """A point of a side's own as OGXM counts it, or the other way round: White goes up, from the bar at 0."""
    return point if side is Side.BLACK else BAR - point


def steps(play: Play, side: Side) -> list[dict[str, int]]:
    """A play move by move."""
    return [{"from": point_of(move.origin, side), "pips": move.origin - move.target} for move in play.moves]


def play_text(found: object, side: Side) -> str:
    """The moves of a play as people write them, of what should be steps. Raises InvalidRecord."""
    try:
        moves = [(point_of(each["from"], side), each["pips"]) for each in found or ()]  # type: ignore[attr-defined]
        return " ".join(
            f"{'bar' if origin == BAR else origin}/{target if (target := origin - pips) > OFF else 'off'}"
            for origin, pips in moves
        )
    except (TypeError, KeyError, ValueError):
        raise InvalidRecord(strange()) from None


def board_of(position: Position) -> list[int]:
    """A position point by point: White's checkers positive, Black's negative."""
    white, black = position.white, position.black
    points = [white[BAR - at] - black[at] for at in range(1, BAR)]
    return [white[BAR], *points, -black[BAR]]


def position_of(board: object, men: int) -> Position:
    """The position that such a list tells. Raises InvalidRecord."""
    if not isinstance(board, list) or len(board) != BAR + 1 or not all(type(each) is int for each in board):
        raise InvalidRecord(strange())
    white = [0, *(max(0, board[BAR - own]) for own in range(1, BAR + 1))]
    black = [0, *(max(0, -board[own]) for own in range(1, BAR + 1))]
    if max(sum(white), sum(black)) > men:
        raise InvalidRecord(strange())
    white[OFF], black[OFF] = men - sum(white), men - sum(black)
    return Position(tuple(white), tuple(black))


def roll_of(first: object, second: object) -> Roll | None:
    """A throw; None where these are no dice."""
    if type(first) is int and type(second) is int and {first, second} <= set(range(1, 7)):
        return Roll.of(first, second)
    return None
