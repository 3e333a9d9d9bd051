"""Reading the listings that GNU Backgammon exports as text, a game a file, with a drawing of the board at every move.

Only the headings are read, such as `Move number 4:  Bob to play 43`, and the lines with a star, such as
`* Bob moves bar/22 13/9`; what the program thinks of a move stands between them.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, Game, Match, Score
from engine.play import Play
from engine.plays.legal import can_play
from engine.records.bookkeeping import with_results
from engine.records.record import Record, Tags
from engine.records.transcript import Transcript
from engine.tables.tables_game import TablesGame

_SCORE = re.compile(
    r"The score \(after \d+ games?\) is: (?P<white>.*?) (?P<a>\d{1,6}), (?P<black>.*?) (?P<b>\d{1,6})(?P<what> \(.*)?$"
)
_LENGTH = re.compile(r"match to (\d{1,6}) points?")
_HEAD = re.compile(r"Move number \d+:\s+(?P<who>.*?) to play (?P<roll>[1-6]{2})\s*$")
_ACT = re.compile(
    r"\* (?P<who>.*?) (?P<what>moves|cannot move|doubles|redoubles|accepts|rejects|beavers)(?: (?P<text>.*))?$"
)
_WINS = re.compile(r"(?P<who>.*?) wins (?P<points>\d{1,6}) points?\b")
_TAG = re.compile(r"(?P<key>Date|Event|Place|Round):\s*(?P<value>.*\S)\s*$")
_TAGS = {"Date": "EventDate", "Place": "Site"}
_ANSWERS = {"accepts": CubeAction.TAKE, "rejects": CubeAction.PASS, "beavers": CubeAction.BEAVER}


def is_gnubg_listing(text: str) -> bool:
    """Whether a text is such a listing."""
    return text.lstrip("\ufeff\r\n ").startswith("The score (after ")


def read_gnubg_listing(text: str) -> Record:
    """The game, or games, of a listing, with notes. Raises InvalidRecord."""
    game = find_game("backgammon")
    assert isinstance(game, TablesGame)
    games: list[Game] = []
    notes: list[Phrase] = []
    tags: dict[str, str] = {}
    length, names = 0, ("", "")
    for number, (head, lines) in enumerate(_games(text), 1):
        names = head["white"], head["black"]
        found = _LENGTH.search(head["what"] or "")
        length = int(found[1]) if found else 0
        taken = _taken_down(game, names, lines, number, tags)
        begun = Game(
            taken.start, Score(int(head["a"]), int(head["b"])), ", Crawford game" in (head["what"] or "")
        )
        games.append(replace(begun, turns=tuple(taken.turns), result=taken.result))
        notes += taken.notes
    if not games:
        raise InvalidRecord(phrase("this is no listing by GNU Backgammon: no line says the score"))
    match, more = with_results(Match(length, *names, tuple(games), game.id))
    return Record(match, (*notes, *more), _tags(tags))


def _games(text: str) -> Iterator[tuple[re.Match[str], list[tuple[int, str]]]]:
    """The line with the score, and the numbered lines, of each game."""
    head, lines = None, list[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        found = _SCORE.match(line.lstrip("\ufeff"))
        if found is not None:
            if head is not None:
                yield head, lines
            head, lines = found, []
        elif head is not None:
            lines.append((number, line))
    if head is not None:
        yield head, lines


def _taken_down(
    game: TablesGame, names: tuple[str, str], lines: list[tuple[int, str]], number: int, tags: dict[str, str]
) -> Transcript:
    taken = Transcript(game, number)
    sides = {names[1]: Side.BLACK, names[0]: Side.WHITE}
    roll: Roll | None = None
    for line, text in lines:
        where = phrase("line {number}", number=line)
        if (tag := _TAG.match(text)) is not None and not taken.turns:
            tags.setdefault(tag["key"], tag["value"])
        elif (head := _HEAD.match(text)) is not None:
            roll = Roll.parse(head["roll"])
        elif (act := _ACT.match(text)) is not None and act["who"] in sides:
            _act(taken, where, sides[act["who"]], act, roll)
        elif (won := _WINS.match(text)) is not None and won["who"] in sides:
            taken.end(where, sides[won["who"]], int(won["points"]))
    return taken


def _act(taken: Transcript, where: Phrase, side: Side, act: re.Match[str], roll: Roll | None) -> None:
    what = act["what"]
    if what in ("doubles", "redoubles"):
        taken.double(where, side)
    elif what in _ANSWERS:
        taken.answer(where, _ANSWERS[what])
    elif roll is None:
        taken.note(where, phrase("a move without a throw; left out"))
    elif what == "cannot move" and _danced(taken, side, roll):
        taken.note(where, phrase("the dance with {roll} is written twice; read once", roll=roll))
    elif what == "cannot move" and can_play(taken.game, taken.position, side, roll):
        # So it lists a throw after which nobody has played yet.
        taken.unplayed(where, roll)
    else:
        try:
            taken.play(where, side, roll, act["text"] or "" if what == "moves" else "")
        except InvalidRecord:
            raise
        except EngineError as error:
            raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error


def _danced(taken: Transcript, side: Side, roll: Roll) -> bool:
    """Whether the last turn was a dance of this side with this roll."""
    last = taken.turns[-1] if taken.turns else None
    return isinstance(last, CheckerTurn) and (last.side, last.roll, last.play) == (side, roll, Play())


def _tags(found: dict[str, str]) -> Tags:
    """What is said of the match, by the keys of .mat files; the date as year, month and day."""
    tags = []
    for key, value in found.items():
        date = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", value) if key == "Date" else None
        tags.append((_TAGS.get(key, key), f"20{date[3]}.{date[1]}.{date[2]}" if date else value))
    return tuple(tags)
