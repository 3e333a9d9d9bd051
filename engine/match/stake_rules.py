"""What a game that has ended counts: its grade, the cube and the terms agreed on (rules sections 5.1, 5.3)."""

from engine.board import OFF, Shape, Side
from engine.match.cube import Cube
from engine.match.match import Result
from engine.match.terms import Stake, Terms
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables import TablesGame


def result_of(
    terms: Terms,
    cube: Cube,
    position: Position,
    winner: Side | None,
    grade: int,
    how: str,
    game: Rules | None = None,
) -> Result:
    """The result of a game that ends in a position; `grade` is what it counts without the cube. A draw counts nothing.

    `game` is given where it was played out: one that counts the loser's checkers itself
    is not made to count them twice.
    """
    if winner is None:
        return Result(None, 0, how)
    if terms.jacoby and cube.in_play and not cube.is_turned:
        grade = 1
    match terms.stake:
        case Stake.GAME:
            grade = 1
        case Stake.PER_MAN:
            if not (isinstance(game, TablesGame) and any(each.per_man for each in game.grades)):
                grade *= _left(position, winner.other) or _left(position, winner)
        case Stake.POINT:
            pass
    return Result(winner, grade * cube.value, how)


def passed(terms: Terms, cube: Cube, position: Position, offered_by: Side) -> Result:
    """The result of a game in which a double is passed: a single game at what the cube stood at before the offer."""
    return result_of(terms, cube, position, offered_by, 1, "passed")


def _left(position: Position, side: Side) -> int:
    """How many of a side's checkers are on the board, the bar or in the hand."""
    men = position.of(side)
    return sum(map(bool, men)) if position.shape is Shape.TAFL else sum(men) - men[OFF]
