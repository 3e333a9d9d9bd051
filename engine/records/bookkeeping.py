"""Bookkeeping: what a record says of results and scores, where that does not fit what was played."""

from collections.abc import Iterator

from engine.board import Side
from engine.match.match import Game, Match, Result, Score, match_winner
from engine.words.wording import Names


def odd_scores(match: Match) -> Iterator[str]:
    """What is odd about the scores with which the games of a match begin; sessions of single games count as they like."""
    for number, (before, game) in enumerate(zip(match.games, match.games[1:], strict=False), 2):
        expected = score_after(before)
        if match.length and match_winner(match.length, game.score) is not None:
            yield f"game {number}: it begins at {_score(game.score)}, when the match to {match.length} is over"
        elif match.length and expected is not None and expected != game.score:
            yield f"game {number}: it begins at {_score(game.score)}; after game {number - 1} it was {_score(expected)}"


def odd_result(
    match: Match, game: Game, won: tuple[Side | None, int, str], result: Result, cube: int | None
) -> Iterator[str]:
    """What is odd about the result of a game that the board shows to be `won`: by whom, the grade and how.

    `cube` is what it stood at, None where that is not sure.
    """
    names = Names(match.white, match.black)
    winner, grade, how = won
    if winner is not result.winner:
        given = "a draw" if result.winner is None else f"a win for {names.of(result.winner)}"
        who = "nobody" if winner is None else names.of(winner)
        yield f"its result is written as {given}, but {who} has won"
        return
    # Jacoby, and what else people agree on in single games, no file tells for sure; nor do other games have one scale.
    if not match.length or winner is None or cube is None or match.game_id != "backgammon":
        return
    points = grade * cube
    # Servers write no more than was needed.
    capped = min(points, match.length - game.score.of(winner))
    if result.points not in (points, capped):
        yield (
            f"its result is written as {_points(result.points)}; a {how} with the cube at {cube} is {_points(points)}"
        )


def score_after(game: Game) -> Score | None:
    """The score after a game; None where its result is not known."""
    return None if game.result is None else game.score.plus(game.result.winner, game.result.points)


def _score(score: Score) -> str:
    return f"{score.white}-{score.black}"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
