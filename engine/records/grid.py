"""The grid of a Jellyfish .mat file: tags, games and rows of cells, as text, before any rule is applied.

Real files differ in columns, capitals and habits, so cells are found by what they begin with, not by where they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.board import Side
from engine.errors import InvalidRecord
from engine.records.headings import Players, players_of

_TAG = re.compile(r';\s*\[\s*(?P<key>[^"]*?)\s*"(?P<value>[^"\n]*(?:"[^"\n]+)*)"\s*\]?\s*$')
_LENGTH = re.compile(r"\s*(\d{1,6})[\s-]*points?\s+match\b", re.IGNORECASE)
_MONEY = re.compile(r"\s*(?:money|unlimited)\s+(?:session|game|match)s?\b", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s*#?\s*(\d{0,6})\s*[:.]?$", re.IGNORECASE)
_NEXT_GAME = re.compile(r"(?<=\S)\s{2,80}(?=Game \d{1,6}$)")
"""GNU Backgammon ends no line after a game that was broken off when the right side was to play."""
_SET_UP = re.compile(r";\s*(?P<text>Set\s*Pos\s*=.*)", re.IGNORECASE)
_ROW = re.compile(r"\s*\d{1,6}\s*\)")
_CELL = re.compile(
    r"(?<![\d/*(])(?P<roll>\d\d):"
    r"|\b(?P<word>Double|Redouble|Beaver|Raccoon|Take|Accept|Drop|Passe?|Reject)(?:s|d|ed)?\b"
    r"|\b(?P<resigned>Resign(?:ed|s)?\s+(?:game|match|single|normal|gammon|backgammon))\b"
    r"|\b(?P<end>Win|Losse|Lose|Concede|Resign)s?\b(?=\s*(?:\d|and\b|$))",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"\b(?:on time|out of time|time ?out|timed out|disconnect\w*|abandon\w*|adjourn\w*|left the)\b",
    re.IGNORECASE,
)
"""What servers write in the place of a play that was never made."""
_RIGHT_COLUMN = 18
"""A lone cell that starts further right than this belongs to the second player."""
RESIGNED = "resigned"
"""The head of a cell that says that somebody gave up; who, the line with the result tells."""
SET_UP = "set up"
"""The head of a cell that puts up the board."""
MOST_NOTES = 50
_MOST_CHARACTERS = 5_000_000
_MOST_IN_A_TAG = 1000


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry: whose, on which line of the file, the two dice or a word in small letters, and the text behind it."""

    side: Side
    line: int
    head: str
    text: str


@dataclass(frozen=True, slots=True)
class GridGame:
    """One game as written: the players, the score before it, and its cells in order."""

    players: tuple[str, str]
    score: tuple[int, int]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole file: its tags, the length of the match, the games, and notes on lines that say nothing of them.

    `unended`: its last line has no end, so that it may have been cut off there.
    """

    tags: tuple[tuple[str, str], ...]
    length: int
    games: tuple[GridGame, ...]
    notes: tuple[str, ...] = ()
    unended: bool = False

    def tag(self, key: str) -> str | None:
        """The value of a tag, capitals apart, or None."""
        return next((value for name, value in self.tags if name.casefold() == key.casefold()), None)


def parse_grid(text: str) -> Grid:
    """The grid of a file. Raises InvalidRecord where it is no .mat file."""
    if len(text) > _MOST_CHARACTERS:
        raise InvalidRecord("this file is longer than any match")
    reading = _Reading()
    for number, line in _lines(text):
        if not reading.line(number, line):
            break
    if reading.length is None:
        raise InvalidRecord("this is no .mat file: there is no line like ' 7 point match'")
    games = tuple(GridGame(players.names, players.score, tuple(cells)) for players, cells in reading.games)
    return Grid(
        tuple(reading.tags), reading.length, games, tuple(reading.notes[:MOST_NOTES]), text[-1:] not in "\r\n"
    )


def is_grid(text: str) -> bool:
    """Whether a text says somewhere, on a line of its own, how long a match it records, as .mat files do."""
    return any(_LENGTH.match(line) for _, line in _lines(text)) or (
        any(_MONEY.match(line) for _, line in _lines(text))
        and any(_GAME.match(line) for _, line in _lines(text))
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without tabs and the hard blanks of web pages."""
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = raw.replace("\xa0", " ").expandtabs().rstrip()
        if _ROW.match(line) and len(line) < _MOST_IN_A_TAG:
            yield from ((number, part) for part in _NEXT_GAME.split(line, maxsplit=1))
        else:
            yield number, line


class _Reading:
    """A file being read, line by line."""

    def __init__(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.games: list[tuple[Players, list[Cell]]] = []
        self.notes: list[str] = []
        self._players_wanted = False

    def line(self, number: int, line: str) -> bool:
        """Take in a line; False where the match ends before it."""
        if not line:
            return True
        if line.lstrip().startswith((";", "#")):
            self._comment(number, line.lstrip())
        elif self._players_wanted:
            self.games.append((self._players(number, line), []))
            self._players_wanted = False
        elif (length := _length(line)) is not None and not (_ROW.match(line) and self.games):
            if self.length is not None:
                self.notes.append(f"line {number}: a second match begins here, which is not read")
                return False
            self.length = length
        elif _GAME.match(line) is not None:
            if self.length is None:
                raise InvalidRecord(f"line {number}: a game begins before a line like ' 7 point match'")
            self._players_wanted = True
        elif self.games:
            self._row(number, line)
        return True

    def _comment(self, number: int, line: str) -> None:
        if len(line) > _MOST_IN_A_TAG:
            return
        tag, set_up = _TAG.match(line), _SET_UP.match(line)
        if tag is not None and not self.games:
            self.tags.append((tag["key"], tag["value"]))
        elif set_up is not None and self.games:
            self.games[-1][1].append(Cell(Side.WHITE, number, SET_UP, set_up["text"]))

    def _players(self, number: int, line: str) -> Players:
        known = [players.names for players, _ in self.games[-1:]]
        told = {key.casefold(): value for key, value in self.tags}
        tagged = (told.get("player 1", ""), told.get("player 2", ""))
        known += [tagged, tagged[::-1]]
        found = players_of(line, known)
        if found is None:
            raise InvalidRecord(
                f"line {number}: expected the players and the score, like ' Anna : 0    Ben : 0'"
            )
        return found

    def _row(self, number: int, line: str) -> None:
        cells = self.games[-1][1]
        row = _ROW.match(line)
        start = row.end() if row else 0
        heads = list(_CELL.finditer(line, start))
        before = line[start : heads[0].start()] if heads else line[start:]
        named = heads and heads[0]["end"] and self._side_named(before.strip())
        if named:
            cells.append(Cell(named, number, _plain(heads[0]["end"]), line[heads[0].end() :].strip()))
            return
        if row is not None and before.strip(" -."):
            if ASIDE.search(before) is None:
                raise InvalidRecord(
                    f"line {number}: {line.strip()[:60]!r} is neither a play, nor the cube, nor a result"
                )
            self.notes.append(f"line {number}: {before.strip()[:60]!r} is no part of a game; left out")
        if row is None and (not heads or before.strip()):
            self.notes.append(f"line {number}: {line.strip()[:60]!r} is no part of a game; left out")
            return
        found = _cells(line, number, heads)
        alone = row is None and len(found) == 1 and found[0].head.isdigit()
        if alone and cells and cells[-1].side is Side.WHITE and cells[-1].head.isdigit():
            # A cell that did not fit beside a long one stands on a line of its own.
            found = [replace(found[0], side=Side.BLACK)]
        cells += found

    def _side_named(self, name: str) -> Side | None:
        """The side that a name on the line of a result stands for."""
        names = [each.casefold() for each in self.games[-1][0].names]
        return tuple(Side)[names.index(name.casefold())] if name and name.casefold() in names else None


def _length(line: str) -> int | None:
    found = _LENGTH.match(line)
    if found is not None:
        return int(found[1])
    return 0 if _MONEY.match(line) else None


def _cells(line: str, number: int, heads: list[re.Match[str]]) -> list[Cell]:
    cells: list[Cell] = []
    for index, head in enumerate(heads):
        end = heads[index + 1].start() if index + 1 < len(heads) else len(line)
        right = head.start() > _RIGHT_COLUMN or index == 1
        side = Side.BLACK if right else Side.WHITE
        name = RESIGNED if head["resigned"] else head["roll"] or _plain(head["word"] or head["end"])
        cells.append(Cell(side, number, name, line[head.end() : end].strip()))
    return cells


def _plain(word: str) -> str:
    """A word of the cube or of a result as it is usually written, in small letters."""
    plain = word.casefold()
    return {"passe": "passes", "pass": "passes"}.get(plain, plain + "s")
