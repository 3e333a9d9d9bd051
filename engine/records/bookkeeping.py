"""Bookkeeping: what a record says of results and scores, where that does not fit what was played."""

from collections.abc import Container, Iterator
from dataclasses import replace
from types import MappingProxyType

from engine.board import Side
from engine.i18n import Phrase, phrase
from engine.match.match import CheckerTurn, Game, Match, Result, Score, cube_after, match_winner
from engine.plays.turn_end import win_of
from engine.records.result_remarks import Told
from engine.records.unreadable import of_game


def called(match: Match, side: Side) -> Phrase | str:
    """What a player of a match is called; who has no name by their colour."""
    name = match.white if side is Side.WHITE else match.black
    return name or (phrase("White") if side is Side.WHITE else phrase("Black"))


def odd_scores(match: Match) -> Iterator[Phrase]:
    """What is odd about the scores with which the games of a match begin; sessions of
    single games count as they like.
    """
    for number, (before, game) in enumerate(zip(match.games, match.games[1:], strict=False), 2):
        expected = score_after(before)
        if match.length and match_winner(match.length, game.score) is not None:
            over = phrase(
                "it begins at {score}, when the match to {length} is over",
                score=_score(game.score),
                length=match.length,
            )
            yield of_game(number, over)
        elif match.length and expected is not None and expected != game.score:
            other = phrase(
                "it begins at {score}; after game {before} it was {due}",
                score=_score(game.score),
                before=number - 1,
                due=_score(expected),
            )
            yield of_game(number, other)


def odd_result(
    match: Match, game: Game, won: tuple[Side | None, int, str], result: Result, cube: int | None
) -> Iterator[Phrase]:
    """What is odd about the result of a game that the board shows to be `won`: by whom, the grade and how.

    `cube` is what it stood at, None where that is not sure.
    """
    winner, grade, _ = won
    if winner is not result.winner:
        who = None if winner is None else called(match, winner)
        if result.winner is None:
            yield phrase("its result is written as a draw, but {name} has won", name=who)
        elif who is None:
            given = called(match, result.winner)
            yield phrase("its result is written as a win for {name}, but nobody has won", name=given)
        else:
            given = called(match, result.winner)
            yield phrase(
                "its result is written as a win for {given}, but {name} has won", given=given, name=who
            )
        return
    # Jacoby, and what else people agree on in single games, no file tells for sure; nor do other games have one scale.
    if not match.length or winner is None or cube is None or match.game_id != "backgammon":
        return
    points = grade * cube
    # Servers write no more than was needed.
    capped = min(points, match.length - game.score.of(winner))
    if result.points not in (points, capped):
        yield phrase(
            "its result is written as {given}; with the cube at {cube} it is {points}",
            given=result.points,
            cube=cube,
            points=points,
        )


def score_after(game: Game) -> Score | None:
    """The score after a game; None where its result is not known."""
    return None if game.result is None else game.score.plus(game.result.winner, game.result.points)


def _score(score: Score) -> str:
    return f"{score.white}-{score.black}"


def with_results(
    match: Match, *, doubtful: Container[int] = (), said: Told = MappingProxyType({})
) -> tuple[Match, tuple[Phrase, ...]]:
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
            if result is None:
                why = phrase("its result is not written; the score of the next game tells it")
            else:
                why = phrase("its result is not sure; the score of the next game tells it")
            notes.append(of_game(number, why))
            result = told
        elif result is None and (result := _by_board(match, game)) is not None:
            notes.append(of_game(number, phrase("its result is not written; the board tells it")))
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
