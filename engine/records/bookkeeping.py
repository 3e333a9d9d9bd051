"""Bookkeeping: what a record says of results and scores, where that does not fit what was played."""

from collections.abc import Container, Iterator
from dataclasses import replace
from types import MappingProxyType

from engine.board import Side
from engine.match.match import CheckerTurn, Game, Match, Result, Score, cube_after, match_winner
from engine.plays.result import win_of
from engine.records.result_remarks import Told
from engine.words.wording import Names


def odd_scores(match: Match) -> Iterator[str]:
    """What is odd about the scores with which the games of a match begin; sessions of
    single games count as they like.
    """
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


def with_results(
    match: Match, doubtful: Container[int] = (), said: Told = MappingProxyType({})
) -> tuple[Match, tuple[str, ...]]:
    """A match with the results that its file does not write, where the score of the next game or
    the board tells them, and notes.

    `doubtful`: games, counted from 1, whose result gives way to the score of the next game. `said`: results
    that the file tells in remarks, which are sure.
    """
    games, notes = [], []
    for number, game in enumerate(match.games, 1):
        if number in said:
            games.append(replace(game, result=said[number]))
            continue
        result, told = game.result, None
        if result is None or number in doubtful:
            told = _by_score(match, game, next(iter(match.games[number:]), None))
        if told is not None and (
            result is None or (told.winner, told.points) != (result.winner, result.points)
        ):
            what = "its result is not written" if result is None else "its result is not sure"
            notes.append(f"game {number}: {what}; the score of the next game tells it")
            result = told
        elif result is None and (result := _by_board(match, game)) is not None:
            notes.append(f"game {number}: its result is not written; the board tells it")
        games.append(replace(game, result=result))
    return replace(match, games=tuple(games)), tuple(notes)


def _by_score(match: Match, game: Game, after: Game | None) -> Result | None:
    """The result that the score of the game after it tells: one side, and no other, has more points there."""
    if after is None:
        return None
    gained = {side: after.score.of(side) - game.score.of(side) for side in Side}
    winner = next((side for side in Side if gained[side] > 0 and gained[side.other] == 0), None)
    if winner is None:
        return None
    won = _won(match, game)
    return Result(winner, gained[winner], won[2] if won is not None and won[0] is winner else "resigned")


def _by_board(match: Match, game: Game) -> Result | None:
    """The result that the last board shows, at the cube as it stood then."""
    won = _won(match, game)
    if won is None or won[0] is None:
        return None
    cube = cube_after(game).value
    counts = 1 if match.terms.jacoby and not match.length and cube == 1 else won[1]
    return Result(won[0], counts * cube, won[2])


def _won(match: Match, game: Game) -> tuple[Side | None, int, str] | None:
    last = next((turn for turn in reversed(game.turns) if isinstance(turn, CheckerTurn)), None)
    return None if last is None else win_of(match.rules(game), last.after, last.side)
