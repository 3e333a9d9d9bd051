"""Match winning chances at a score, and what a game is worth there, from a match equity
table (engine.match.equity_table).

They are those of two players who are as good as each other, before the first throw of a game.
"""

from dataclasses import dataclass

from engine.board import Side
from engine.match.equity_table import LONGEST, POST_CRAWFORD, PRE_CRAWFORD
from engine.match.match import Crawford, Score, crawford_next

TABLE = "Kazaross XG2"
"""What the table is called."""
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ScoreOutcome:
    """What the match would be, had a side won so many points with the game: White's chances then, 0 to 1."""

    winner: Side
    points: int
    chance: float


def chance_at(length: int, score: Score, crawford: Crawford) -> float | None:
    """White's chances of winning a match as a game begins, 0 to 1.

    `crawford`: where the match stands in that game. None in single games, and where somebody needs more points than the
    table knows.

    >>> chance_at(5, Score(3, 2), Crawford.PENDING)
    0.59947
    """
    if length <= 0:
        return None
    white, black = length - score.white, length - score.black
    if white <= 0 or black <= 0:
        return 1.0 if white <= 0 else 0.0
    if max(white, black) > LONGEST:
        return None
    if min(white, black) == 1 and crawford in (Crawford.EXPIRED, Crawford.OFF):
        # Who needs one point has nothing to gain from the cube, and who is behind doubles at once.
        trailing = POST_CRAWFORD[max(white, black) - 1]
        return (_MILLION - trailing if white == 1 else trailing) / _MILLION
    ahead = PRE_CRAWFORD[min(white, black) - 1][abs(white - black)]
    return (ahead if white <= black else _MILLION - ahead) / _MILLION


def chance_after(length: int, score: Score, crawford: Crawford, winner: Side, points: int) -> float | None:
    """White's chances once a side has won so many points with the game that began at
    `score`; None as for `chance_at`.
    """
    after = score.plus(winner, points)
    return chance_at(length, after, crawford_next(crawford, length, after))


def at_stake(length: int, score: Score, crawford: Crawford, cube: int) -> tuple[ScoreOutcome, ...]:
    """What a game with the cube at a value leads to, if it is won single or by a gammon, first White's wins.

    Empty where the table does not know. A win of more points than are needed is one of as many as are needed.
    """
    found: list[ScoreOutcome] = []
    for winner in Side:
        needed = length - score.of(winner)
        for points in dict.fromkeys(min(grade * cube, needed) for grade in (1, 2)):
            chance = chance_after(length, score, crawford, winner, points)
            if chance is None:
                return ()
            found.append(ScoreOutcome(winner, points, chance))
    return tuple(found)


def chance_of(equity: float, length: int, score: Score, crawford: Crawford, cube: int) -> float | None:
    """White's match winning chances at an equity of theirs that is normalised at the cube's value: 1 is a
    game that they win single, -1 one that they lose so. None as for `chance_at`.
    """
    won = chance_after(length, score, crawford, Side.WHITE, cube)
    lost = chance_after(length, score, crawford, Side.BLACK, cube)
    if won is None or lost is None:
        return None
    return min(1.0, max(0.0, (won + lost) / 2 + equity * (won - lost) / 2))


def equity_of(chance: float, length: int, score: Score, crawford: Crawford, cube: int) -> float | None:
    """White's equity, normalised at the cube's value, at match winning chances of
    theirs; the inverse of `chance_of`.
    """
    won = chance_after(length, score, crawford, Side.WHITE, cube)
    lost = chance_after(length, score, crawford, Side.BLACK, cube)
    if won is None or lost is None or won == lost:
        return None
    return (2 * chance - (won + lost)) / (won - lost)
