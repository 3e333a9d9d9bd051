"""Scoring: what programs make of the results and scores of a match, which may be other than
what they were worth at the table.
"""

from engine.match.cube import Cube, CubeAction
from engine.match.match import Crawford, CubeTurn, Game, Match, Result, crawford_next

_GRADES = {"passed": (1,), "single": (1,), "gammon": (2,), "backgammon": (3,)}
"""How many times the cube a game counts that ended so; in all other ways once, twice or three times."""


def crawford_by_score(match: Match) -> tuple[bool, ...]:
    """Which games whoever knows only the scores takes for the Crawford game."""
    state, found = Crawford.PENDING if match.length > 1 else Crawford.OFF, []
    for each in match.games:
        state = crawford_next(state, match.length, each.score)
        found.append(state is Crawford.ACTIVE)
    return tuple(found)


def ends_with_beaver(each: Game) -> bool:
    """Whether the last that was done in a game was a beaver."""
    last = each.turns[-1] if each.turns else None
    return isinstance(last, CubeTurn) and last.answer is CubeAction.BEAVER


def points_counted(match: Match, each: Game, result: Result, cube: Cube) -> int | None:
    """The points that programs count for a result, by the board or the cube; None where
    those are others than it was worth.

    Sites write no more than a match needed: such points stand for all that the game was worth.
    """
    assert result.winner is not None
    missing = match.length - each.score.of(result.winner) if match.length else None
    last = each.turns[-1] if each.turns else None
    grades = _GRADES.get(result.how, (1, 2, 3))
    worth = cube.value
    if result.how == "passed" and ends_with_beaver(each):
        worth = cube.value // 2
    for_a_pass = ("resigned", worth) == (result.how, result.points)
    if isinstance(last, CubeTurn) and last.answer is None and not (for_a_pass and result.winner is last.side):
        # Programs count a double that was not answered as taken, or as passed where it was won for as much.
        return None
    if match.terms.jacoby and not match.length and cube.value == 1:
        grades = (1,) if result.how in _GRADES else grades
    for grade in grades:
        if result.points == grade * worth or (result.points == missing and missing < grade * worth):
            return grade * worth
    return None


def is_taken_for_jacoby(match: Match, result: Result, cube: Cube) -> bool:
    """Whether GNU Backgammon, which holds single games in such formats for played so, counts less than it was worth."""
    return (
        not match.length
        and not match.terms.jacoby
        and cube.value == 1
        and result.how in ("gammon", "backgammon")
    )


def cube_at_start(each: Game) -> Cube:
    """The cube as a game began with it: raised already, where there were automatic doubles."""
    first = next((turn for turn in each.turns if isinstance(turn, CubeTurn)), None)
    if first is not None:
        before = first.before or Cube(max(1, first.value // 2) if first.value % 2 == 0 else first.value)
        return Cube(before.value, before.owner)
    return Cube() if each.cube is None else Cube(each.cube.value, each.cube.owner)


def passed_beaver(each: Game, turn: CubeTurn) -> bool:
    """Whether a game ended because this double was beavered, and the beaver passed."""
    ended = each.result is not None and each.result.how == "passed" and each.turns[-1] is turn
    return ended and turn.answer is CubeAction.BEAVER
