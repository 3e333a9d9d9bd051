"""How a tafl position looks on the board, and which position it is that is seen."""

from engine.board import Kind, Occupancy, Seating, Side
from engine.position import Position


def tafl_occupancy(position: Position, seating: Seating) -> Occupancy:
    """What stands on the 81 squares, a1 being the near left corner, for White sitting near."""
    if seating.near is Kind.LIGHT:
        return Occupancy(position.white, position.black)
    return Occupancy(position.black, position.white)


def tafl_position(occupancy: Occupancy, seating: Seating) -> Position:
    """The position that an occupancy is; inverse of tafl_occupancy."""
    if seating.near is Kind.LIGHT:
        return Position(occupancy.light, occupancy.dark)
    return Position(occupancy.dark, occupancy.light)


MOST_CAPTURED = 3
"""The most men that a move captures: one on every side of it but where it came from."""


def tafl_penalty(before: Position, side: Side, seen: Position) -> float:
    """What tells against a board on which men have come or gone, in log-likelihood, rules aside.

    Three for every man come, gone from the mover's own, or gone beyond what a move can capture; one for any other.
    """
    own = _men(seen, side) - _men(before, side)
    gone = _men(before, side.other) - _men(seen, side.other)
    captured = min(max(0, gone), MOST_CAPTURED)
    return 3.0 * (abs(own) + abs(gone - captured)) + captured


def _men(position: Position, side: Side) -> int:
    return sum(map(bool, position.of(side)))
