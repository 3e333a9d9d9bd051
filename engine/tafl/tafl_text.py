"""A tafl play as text."""

from engine.play import Play
from engine.squares import square_name


def tafl_text(play: Play) -> str:
    """A play as people write it; nothing at all where no move was possible.

    >>> from engine.board import Shape
    >>> from engine.play import Move
    >>> tafl_text(Play((Move(38, 2),), (3, 1), Shape.TAFL))
    'c5-c1xd1xb1'
    """
    moves = " ".join(f"{square_name(move.origin)}-{square_name(move.target)}" for move in play.moves)
    return moves + "".join(f"x{square_name(taken)}" for taken in play.captured)
