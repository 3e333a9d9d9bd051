"""GamesGrid's saved games (`.sgg`), as GNU Backgammon imports them (`import sgg`).

Two names with `vs.` between them, lines on what was agreed on, and each game under a line such as `Game 2.1-0/5`; then
a row for all that was done: its number, a tab, one more for the second player, and what. A throw stands there before it
is played and once more with its play; any row may stand twice.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Score
from engine.match.terms import CubeUse, Terms
from engine.records.record import MOST_GAMES, Record, Tags
from engine.records.servers.server_match import ServerGame, record_of_games
from engine.records.transcript import Transcript
from engine.records.unreadable import too_many_games
from engine.tables.tables_game import TablesGame

_NAMES = re.compile(r"\s*(?P<white>\S.*?)\s+vs\.\s+(?P<black>\S.*?)\s*$")
_GAME = re.compile(
    r"Game\s+\d{1,6}\.\s*(?P<white>\d{1,6})\*?\s*-\s*(?P<black>\d{1,6})\*?(?:/(?P<length>\d{1,6}))?\s*$"
)
_AGREED = re.compile(r"(?P<key>[A-Z][A-Za-z ]*):\s*(?P<value>.*\S)\s*$")
_DAY = re.compile(r"[A-Z][a-z]+day,?\s+(?P<day>[A-Z][a-z]+ \d{1,2}, \d{4})\s*$")
_ROW = re.compile(r"(?P<number>\d{1,6})\t(?P<second>\t?)\s*(?P<what>\S.*?)\s*$")
_AUTOMATIC = re.compile(r"[1-6]{2}:?\s*Automatic double", re.IGNORECASE)
_THROW = re.compile(r"(?P<first>[1-6])(?P<second>[1-6]):\s*(?P<play>.*)")
_WINS = re.compile(r"\s*(?P<name>\S.*?)\s+wins\s+(?P<points>\d{1,6})\s+points?")
_ANSWERS = {
    "accept": CubeAction.TAKE,
    "pass": CubeAction.PASS,
    "beaver": CubeAction.BEAVER,
    "raccoon": CubeAction.RACCOON,
}
_DANCES = "O-O"
_VARIANTS = {name: name.casefold() for name in ("Backgammon", "Nackgammon", "HyperGammon")}
_LONGEST = 300
"""No line of such a file is longer; what is beyond is not read."""
_MOST_HEAD = 60
"""The first game begins within so many lines."""


def is_gamesgrid(text: str) -> bool:
    """Whether a text is such a file."""
    lines = _lines(text)[:_MOST_HEAD]
    named = next((at for at, line in enumerate(lines) if _NAMES.match(line)), len(lines))
    return any(_GAME.match(line) for line in lines[named + 1 :])


def read_gamesgrid(text: str) -> Record:
    """The match, who is named first White, with notes. Raises InvalidRecord."""
    lines = _lines(text)
    named = next((found for line in lines if (found := _NAMES.match(line))), None)
    begins = [at for at, line in enumerate(lines) if _GAME.match(line)]
    if named is None or not begins:
        raise InvalidRecord(phrase("no game is in this file"))
    if len(begins) > MOST_GAMES:
        raise InvalidRecord(too_many_games(MOST_GAMES))
    agreed = {found["key"]: found["value"] for line in lines[: begins[0]] if (found := _AGREED.match(line))}
    rules = find_game(_VARIANTS.get(agreed.get("Variant", ""), "backgammon"))
    assert isinstance(rules, TablesGame)
    games = []
    for number, (begin, end) in enumerate(zip(begins, [*begins[1:], len(lines)], strict=True), 1):
        told = _GAME.match(lines[begin])
        assert told is not None
        taken = Transcript(rules, number)
        _take_down(taken, enumerate(lines[begin + 1 : end], begin + 2), named["white"], named["black"])
        score = Score(int(told["white"]), int(told["black"]))
        games.append(ServerGame(named["white"], named["black"], int(told["length"] or 0), score, taken))
    record = record_of_games(games, _tags(lines[: begins[0]]))
    return replace(record, match=replace(record.match, terms=_terms(agreed, record.match.length)))


def _lines(text: str) -> list[str]:
    return [line[:_LONGEST].rstrip() for line in text.lstrip("\ufeff").splitlines()]


def _tags(lines: Iterable[str]) -> Tags:
    """The day, where it is told."""
    for line in lines:
        if (found := _DAY.match(line)) is not None:
            try:
                day = datetime.strptime(found["day"], "%B %d, %Y")
            except ValueError:
                continue
            return (("EventDate", f"{day:%Y.%m.%d}"),)
    return ()


def _terms(agreed: dict[str, str], length: int) -> Terms:
    def is_on(key: str, *, unsaid: bool) -> bool:
        return agreed[key] == "Yes" if key in agreed else unsaid

    return Terms(
        cube=CubeUse.USUAL if is_on("Doubling Cube", unsaid=True) else CubeUse.OFF,
        crawford=is_on("Crawford", unsaid=True) if length else True,
        jacoby=not length and is_on("Jacoby", unsaid=True),
        beaver=not length and is_on("Beavers", unsaid=False),
        raccoon=not length and is_on("Raccoons", unsaid=False),
    )


def _take_down(taken: Transcript, lines: Iterable[tuple[int, str]], white: str, black: str) -> None:
    before = ""
    for number, line in lines:
        where = phrase("line {number}", number=number)
        if (row := _ROW.match(line)) is not None:
            # any row may stand twice
            if row[0] != before:
                _take(taken, where, Side.BLACK if row["second"] else Side.WHITE, row["what"])
            before = row[0]
        elif _AUTOMATIC.match(line) is not None:
            taken.put_cube(min(taken.cube.value * 2, 2**20))
        elif (won := _WINS.match(line)) is not None:
            sides = [s for s, name in ((Side.WHITE, white), (Side.BLACK, black)) if _is_of(won["name"], name)]
            if len(sides) != 1:
                # who won is told, never guessed
                taken.note(where, phrase("{text} says nothing of a game; left out", text=repr(line[:40])))
                continue
            taken.end(where, sides[0], int(won["points"]))
            return


def _is_of(told: str, name: str) -> bool:
    """Whether a name is that of a player, whose rating may stand behind it."""
    return f"{name} ".casefold().startswith(f"{told} ".casefold())


def _take(taken: Transcript, where: Phrase, side: Side, what: str) -> None:
    """What somebody did."""
    word = what.casefold()
    if (throw := _THROW.match(what)) is not None:
        play = throw["play"].replace(",", " ").strip()
        if not play or play.casefold().startswith("resign"):
            # the throw alone: it is played in another row, or the game is given up
            return
        try:
            roll = Roll.of(int(throw["first"]), int(throw["second"]))
            taken.play(where, side, roll, "" if play == _DANCES else play)
        except InvalidRecord:
            raise
        except EngineError as error:
            raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    elif word.startswith("double"):
        if taken.pending is None:
            taken.double(where, side)
    elif (answer := next((each for each in _ANSWERS if word.startswith(each)), None)) is not None:
        if taken.pending is not None:
            taken.answer(where, _ANSWERS[answer])
    elif not word.startswith(("resign", "-")):
        # a dash: the player was closed out and did not throw
        taken.note(where, phrase("{text} says nothing of a game; left out", text=repr(what[:40])))
