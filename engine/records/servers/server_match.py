"""A match of a server: its games in order, whoever they name first, as one record."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.board import Side
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.match.match import Crawford, Game, Match, Score, crawford_next
from engine.records.bookkeeping import with_results
from engine.records.record import MOST_GAMES, Record, Tags
from engine.records.transcript import Transcript
from engine.records.unreadable import too_many_games
from engine.tables.tables_game import TablesGame

_POINT = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class ServerGame:
    """A game that was taken down, White being `white`; `score` is what it began at."""

    white: str
    black: str
    length: int
    score: Score
    taken: Transcript


def transcript(number: int) -> Transcript:
    """An empty transcript of a game of backgammon, counted from 1. Raises InvalidRecord where there are too many."""
    if number > MOST_GAMES:
        raise InvalidRecord(too_many_games(MOST_GAMES))
    game = find_game("backgammon")
    assert isinstance(game, TablesGame)
    return Transcript(game, number)


def own_numbering(text: str, side: Side, counted_by: Side) -> str:
    """A play whose points one side counts, as whoever made it counts them: `12-18` is 13/7 for the other."""
    moves = []
    for move in text.replace("-", "/").split():
        points = [
            str(25 - int(point)) if side is not counted_by and _POINT.fullmatch(point) else point
            for point in move.split("/")
        ]
        moves.append("/".join(points))
    return " ".join(moves)


def record_of_games(games: Iterable[ServerGame], tags: Tags = ()) -> Record:
    """The games as a match, with the notes that were made. Raises InvalidRecord where there are none."""
    found = list(games)
    first = found[0]
    played: list[Game] = []
    crawford = Crawford.PENDING if first.length > 1 else Crawford.OFF
    for each in found:
        crawford = crawford_next(crawford, first.length, each.score)
        begun = Game(each.taken.start, each.score, crawford is Crawford.ACTIVE)
        played.append(replace(begun, turns=tuple(each.taken.turns), result=each.taken.result))
    match, more = with_results(
        Match(first.length, first.white, first.black, tuple(played), first.taken.game.id)
    )
    notes = (note for each in found for note in each.taken.notes)
    return Record(match, (*notes, *more), tags)
