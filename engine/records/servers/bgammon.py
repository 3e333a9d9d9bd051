"""Replays of bgammon.org (.match), by the server's own description (REPLAY.md of tslocum/bgammon).

A table of where each game begins, then the games: a line that begins with `i` says who plays, the score, and how the
game ended, and each line below it what a player did. Player 1 counts the points, also those that the other plays.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Score
from engine.records.record import Record
from engine.records.servers.server_match import ServerGame, own_numbering, record_of_games, transcript
from engine.records.transcript import ITS_RESULT, Transcript
from engine.records.unreadable import unknown_game

_MARK = "bgammon-replay "
_HEAD = re.compile(
    r"i (?P<time>\d{1,12}) (?P<white>\S+) (?P<black>\S+) (?P<length>\d{1,6})"
    r" (?P<a>\d{1,6}) (?P<b>\d{1,6}) (?P<winner>[0-2]) (?P<points>\d{1,6}) (?P<variant>\d{1,2})\s*$"
)
_THROW = re.compile(r"(?P<player>[12]) r (?P<first>[1-6])-(?P<second>[1-6])(?P<play>(?: \S+)*)\s*$")
_DOUBLE = re.compile(r"(?P<player>[12]) d (?P<value>\d{1,6}) (?P<taken>[01])\s*$")
_ENDS = re.compile(r"(?P<player>[12]) t\s*$")
_BACKGAMMON = 0
_SIDES = {"1": Side.WHITE, "2": Side.BLACK}


def is_bgammon(text: str) -> bool:
    """Whether a text is such a replay."""
    return text.startswith(_MARK)


def read_bgammon(text: str) -> Record:
    """The match of a replay, player 1 White, with notes. Raises InvalidRecord."""
    games, heads = list[ServerGame](), list[re.Match[str]]()
    for number, (head, lines) in enumerate(_games(text), 1):
        if int(head["variant"]) != _BACKGAMMON:
            raise InvalidRecord(unknown_game(".match", int(head["variant"])))
        taken = transcript(number)
        for line, entry in lines:
            _take(taken, phrase("line {number}", number=line), entry)
        if head["winner"] in _SIDES:
            taken.end(ITS_RESULT, _SIDES[head["winner"]], int(head["points"]) or None)
        score = Score(int(head["a"]), int(head["b"]))
        games.append(ServerGame(head["white"], head["black"], int(head["length"]), score, taken))
        heads.append(head)
    if not games:
        raise InvalidRecord(phrase("no game is in this file"))
    day = datetime.fromtimestamp(int(heads[0]["time"]), UTC) if int(heads[0]["time"]) < 2**33 else None
    return record_of_games(games, (("EventDate", day.strftime("%Y.%m.%d")),) if day else ())


def _games(text: str) -> Iterator[tuple[re.Match[str], list[tuple[int, str]]]]:
    """The head, and the numbered lines, of each game."""
    head, lines = None, list[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_MARK) or not line.strip():
            continue
        if line.startswith("i "):
            if head is not None:
                yield head, lines
            head, lines = _HEAD.match(line), []
            if head is None:
                raise InvalidRecord(
                    phrase(
                        "line {number}: {text} says nothing of a game", number=number, text=repr(line[:40])
                    )
                )
        elif head is not None:
            lines.append((number, line))
    if head is not None:
        yield head, lines


def _take(taken: Transcript, where: Phrase, line: str) -> None:
    """What a line tells."""
    if (throw := _THROW.match(line)) is not None:
        side = _SIDES[throw["player"]]
        play = own_numbering(throw["play"].strip(), side, Side.WHITE)
        try:
            taken.play(where, side, Roll.of(int(throw["first"]), int(throw["second"])), play)
        except InvalidRecord:
            raise
        except EngineError as error:
            raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    elif (double := _DOUBLE.match(line)) is not None:
        taken.double(where, _SIDES[double["player"]], int(double["value"]))
        taken.answer(where, CubeAction.TAKE if double["taken"] == "1" else CubeAction.PASS)
    elif _ENDS.match(line) is None:
        raise InvalidRecord(
            phrase("{where}: {text} is nothing that is done in a game", where=where, text=repr(line[:40]))
        )
