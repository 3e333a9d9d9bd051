"""The result of a game: who has won by the last play, and by how much."""

from engine.board import OFF, Side
from engine.position import Position
from engine.tables import TablesGame


def win_of(game: TablesGame, position: Position, just_moved: Side) -> tuple[Side, int, str] | None:
    """The winner, the grade (1, 2, 3: points before the cube) and how, or None while the game goes on.

    >>> from engine.games import find_game
    >>> from engine.position import parse_position
    >>> win_of(find_game("backgammon"), parse_position("W: off(15) B: bar(1) 6(14)"), Side.WHITE)
    (<Side.WHITE: 'W'>, 3, 'backgammon')
    """
    for side in (just_moved, just_moved.other):
        if position.of(side)[OFF] == game.men:
            grade = next(grade for grade in game.grades if grade.loser.shown_by(position.of(side.other)))
            return side, grade.points, grade.how
    return None
