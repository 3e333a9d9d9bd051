"""What the First Internet Backgammon Server (FIBS) answers to `oldmoves`, as players have kept it and GNU Backgammon
imports it (`import oldmoves`).

Each game has a line with the score and one with who is X and who is O, which change from game to game; then a line for
all that was done. O counts the points, so that X moves up. In later games the scores may be in the wrong order.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Score
from engine.records.record import Record
from engine.records.servers.server_match import ServerGame, own_numbering, record_of_games, transcript
from engine.records.transcript import Transcript

_SCORE = re.compile(r"\s*Score is (?P<x>\d{1,6})-(?P<o>\d{1,6})(?: in an? (?P<length>\d{1,6}) point match)?")
_NAMES = re.compile(r"\s*(?P<x>\S+) is X - (?P<o>\S+) is O\s*$")
_LINE = re.compile(r"\s*(?P<who>[XO]): (?P<what>.*\S)\s*$")
_THROW = re.compile(r"\((?P<first>[1-6]) (?P<second>[1-6])\)\s*(?P<play>.*)")
_WINS = re.compile(r"wins(?: (?P<points>\d{1,6}) points?)?")
_ANSWERS = {"accepts": CubeAction.TAKE, "rejects": CubeAction.PASS, "beavers": CubeAction.BEAVER}


def is_fibs(text: str) -> bool:
    """Whether a text is such an answer."""
    lines = [line for line in text.lstrip("\ufeff").splitlines()[:20] if line.strip()]
    return any(
        _SCORE.match(line) is not None and _NAMES.match(after) is not None for line, after in pairwise(lines)
    )


def read_fibs(text: str) -> Record:
    """The match, whoever is X in its first game White, with notes. Raises InvalidRecord."""
    games: list[ServerGame] = []
    for number, (score, names, lines) in enumerate(_games(text), 1):
        white = games[0].white if games else names["x"]
        black = games[0].black if games else names["o"]
        if {names["x"], names["o"]} != {white, black}:
            raise InvalidRecord(
                phrase("game {number} is played by others than those before it", number=number)
            )
        is_white = names["x"] == white
        taken = transcript(number)
        for line, who, what in lines:
            side = Side.WHITE if (who == "X") is is_white else Side.BLACK
            counted_by = Side.BLACK if is_white else Side.WHITE
            _take(taken, phrase("line {number}", number=line), side, counted_by, what)
        told = (int(score["x"]), int(score["o"]))
        begun = Score(*(told if is_white else told[::-1]))
        games.append(ServerGame(white, black, int(score["length"] or 0), _right_way(games, begun), taken))
    if not games:
        raise InvalidRecord(phrase("no game is in this file"))
    return record_of_games(games)


def _right_way(games: list[ServerGame], score: Score) -> Score:
    """The score with which a game begins: turned round where the game before it says so."""
    if not games or (result := games[-1].taken.result) is None:
        return score
    expected = games[-1].score.plus(result.winner, result.points)
    return expected if (expected.white, expected.black) == (score.black, score.white) else score


def _games(text: str) -> Iterator[tuple[re.Match[str], re.Match[str], list[tuple[int, str, str]]]]:
    """The line with the score, that with the names, and the others, of each game."""
    score = names = None
    lines: list[tuple[int, str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if (begun := _SCORE.match(line.lstrip("\ufeff"))) is not None:
            if score is not None and names is not None:
                yield score, names, lines
            score, names, lines = begun, None, []
        elif score is not None and names is None and (found := _NAMES.match(line)) is not None:
            names = found
        elif names is not None and (done := _LINE.match(line)) is not None:
            lines.append((number, done["who"], done["what"]))
    if score is not None and names is not None:
        yield score, names, lines


def _take(taken: Transcript, where: Phrase, side: Side, counted_by: Side, what: str) -> None:
    """What somebody did."""
    word = what.split()[0].rstrip(".,").casefold()
    if (throw := _THROW.match(what)) is not None:
        text = throw["play"].rstrip(" .")
        play = "" if text.startswith("can't move") else own_numbering(text, side, counted_by)
        try:
            taken.play(where, side, Roll.of(int(throw["first"]), int(throw["second"])), play)
        except InvalidRecord:
            raise
        except EngineError as error:
            raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    elif word in ("doubles", "redoubles"):
        taken.double(where, side)
    elif word in _ANSWERS:
        if taken.pending is not None:
            taken.answer(where, _ANSWERS[word])
    elif (won := _WINS.match(what)) is not None:
        taken.end(where, side, int(won["points"]) if won["points"] else None)
    elif not what.startswith("wants to resign"):
        taken.note(where, phrase("{text} says nothing of a game; left out", text=repr(what[:40])))
