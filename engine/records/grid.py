"""The grid of a Jellyfish .mat file: tags, games and rows of cells, as text, before any rule is applied.

Real files differ in columns, capitals and habits, so cells are found by what they begin with, not by where they are.
"""

import re
from dataclasses import dataclass

from engine.board import Side
from engine.errors import InvalidRecord

_TAG = re.compile(r';\s*\[\s*(?P<key>[^"]*?)\s*"(?P<value>.*)"\s*\]')
_LENGTH = re.compile(r"\s*(\d+)\s+point\s+match", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d+)\s*$", re.IGNORECASE)
_PLAYERS = re.compile(r"\s*(?P<left>.*?)\s*:\s*(?P<a>\d+)\s+(?P<right>.*?)\s*:\s*(?P<b>\d+)\s*$")
_ROW = re.compile(r"\s*\d+\)")
_CELL = re.compile(
    r"(?<![\d/*(])(?P<roll>\d\d):"
    r"|(?P<word>\b(?:Doubles|Redoubles|Beavers|Raccoons|Takes|Accepts|Drops|Passes|Rejects"
    r"|Wins|Losses|Loses|Concedes|Resigns))\b",
    re.IGNORECASE,
)
_RIGHT_COLUMN = 18
"""A lone cell that starts further right than this belongs to the second player."""


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
    """A whole file: its tags, the length of the match and the games."""

    tags: tuple[tuple[str, str], ...]
    length: int
    games: tuple[GridGame, ...]

    def tag(self, key: str) -> str | None:
        """The value of a tag, capitals apart, or None."""
        return next((value for name, value in self.tags if name.casefold() == key.casefold()), None)


def parse_grid(text: str) -> Grid:
    """The grid of a file. Raises InvalidRecord where it is no .mat file."""
    tags: list[tuple[str, str]] = []
    length: int | None = None
    games: list[GridGame] = []
    players_wanted = False
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.rstrip()
        if players_wanted and line:
            games.append(_players(line, number))
            players_wanted = False
        elif line.lstrip().startswith(";"):
            tag = _TAG.match(line.lstrip())
            if tag is not None:
                tags.append((tag["key"], tag["value"]))
        elif length is None and (found := _LENGTH.match(line)) is not None:
            length = int(found[1])
        elif _GAME.match(line) is not None:
            if length is None:
                raise InvalidRecord(f"line {number}: a game begins before a line like ' 7 point match'")
            players_wanted = True
        elif games and line:
            last = games[-1]
            games[-1] = GridGame(last.players, last.score, (*last.cells, *_cells(line, number)))
    if length is None:
        raise InvalidRecord("this is no .mat file: there is no line like ' 7 point match'")
    return Grid(tuple(tags), length, tuple(games))


def _players(line: str, number: int) -> GridGame:
    found = _PLAYERS.match(line)
    if found is None:
        raise InvalidRecord(f"line {number}: expected the players and the score, like ' Anna : 0    Ben : 0'")
    return GridGame((found["left"], found["right"]), (int(found["a"]), int(found["b"])), ())


def _cells(line: str, number: int) -> list[Cell]:
    row = _ROW.match(line)
    start = row.end() if row else 0
    heads = list(_CELL.finditer(line, start))
    if not heads:
        if row is not None and not line[start:].strip():
            return []
        raise InvalidRecord(f"line {number}: {line.strip()!r} is neither a play, nor the cube, nor a result")
    cells: list[Cell] = []
    for index, head in enumerate(heads):
        end = heads[index + 1].start() if index + 1 < len(heads) else len(line)
        right = index > 0 or head.start() > _RIGHT_COLUMN
        if index > 1:
            right = head.start() > _RIGHT_COLUMN
        side = Side.BLACK if right else Side.WHITE
        cells.append(
            Cell(side, number, head["roll"] or head["word"].casefold(), line[head.end() : end].strip())
        )
    return cells
