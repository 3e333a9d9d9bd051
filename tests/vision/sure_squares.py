"""Boards of squares as an eye sees them that is sure of everything."""

from functools import cache

from engine.board import Occupancy
from vision.squares.square_observation import SquareObservation


@cache
def observation(board: Occupancy) -> SquareObservation:
    """What an eye says that is sure of every square."""
    rows = {(0, 0): (0.998, 0.001, 0.001), (1, 0): (0.001, 0.998, 0.001), (0, 1): (0.001, 0.001, 0.998)}
    squares = list(zip(board.light, board.dark, strict=True))
    men = tuple(rows[min(light, 1), min(dark, 1)] for light, dark in squares)
    king = tuple(0.9999 if 2 in square else 0.0 for square in squares)
    return SquareObservation(men, king, 0.0 if 2 in board.dark else 1.0)
