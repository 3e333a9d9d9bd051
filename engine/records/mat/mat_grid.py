"""The grid of a Jellyfish .mat file: tags, games and rows of cells, as text, before any rule is applied."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.board import Side
from engine.errors import InvalidRecord
from engine.i18n import Phrase, phrase
from engine.records.mat.cells import ROW, SET_UP, MatCell, cut
from engine.records.mat.headings import MatHeading, players_of
from engine.records.record import MOST_GAMES
from engine.records.unreadable import too_many_games

_OWNED = re.compile(
    r"\bGame\s+(\d{1,6})\s*,\s*Move\s+(\d{1,6})(?:\s+of\s+(?P<of>[^>\"|]{1,80}?))?\s*"
    r"(?:-+>[^|]{0,200}\billegal\b|\"\s*\]?\s*$)",
    re.IGNORECASE,
)
_OWNED_TAG = re.compile(r";\s*\[\s*IllegalPlay\b", re.IGNORECASE)
_TAG = re.compile(r';\s*\[\s*(?P<key>[^"]*?)\s*"(?P<value>[^"\n]*(?:"[^"\n]+)*)"\s*\]?\s*$')
_LENGTH = re.compile(r"\s*(\d{1,6})[\s-]*points?\s+match\b", re.IGNORECASE)
_MONEY = re.compile(r"\s*(?:money|unlimited)\s+(?:session|game|match)s?\b", re.IGNORECASE)
_GAME = re.compile(
    r"Game ?#? ?(?P<number>\d{0,6}) ?(?:of \d{1,6})? ?[:.]?"
    r" ?(?:[-,(\[]? ?(?:post[ -]?)?crawford(?: game)? ?[)\]]?)?$",
    re.IGNORECASE,
)
"""Of a line in which every blank is a single one: with more, it takes ages to see that it is none."""
_NEXT_GAME = re.compile(r"(?<=\S)\s{2,80}(?=Game \d{1,6}$)")
"""GNU Backgammon ends no line after a game that was broken off when the right side was to play."""
_ONE_PLAYER = re.compile(r"\s*\S[^:]{0,200}:\s*\d{1,6}$")
_SET_UP = re.compile(r";\s*(?P<text>Set\s*Pos\s*=.*)", re.IGNORECASE)
_TAB = 12
"""Wide enough that a cell behind two tabs, the left one being empty, is in the right column, and
one behind a single tab is not.
"""
_FRAMED = ("+", "|")
"""What the lines of a box around a title begin with."""
MOST_NOTES = 50
_MOST_MATCHES = 100
_LINE_END = re.compile(r"\r\n|\r|\n")
_COMMENTS = (";", "#")
_MOST_CHARACTERS = 5_000_000
_MOST_IN_A_LINE = 1000
"""No line of such a file is longer; what is beyond is not read."""


@dataclass(frozen=True, slots=True)
class Owned:
    """An illegal play that a transcriber owns up to, in a remark above the games or in a tag: the numbers of the game
    and the row as they are printed, and who played it, if told.

    `; |  Game 6, Move 19 of Anna --> 11: 3/2 1/Off(2) was illegal  |` or `; [IllegalPlay "Game 6, Move 19 of Anna"]`.
    """

    game: int
    row: int
    name: str = ""

    def is_by(self, name: str) -> bool:
        """Whether it may be a play of this player."""
        return not self.name or self.name.casefold() == name.casefold()


def owned_in(comment: str) -> Owned | None:
    """The illegal play that a line of comment tells, if it does."""
    found = _OWNED.search(comment)
    if found is None or not (_OWNED_TAG.match(comment) or "illegal" in found[0].casefold()):
        return None
    return Owned(int(found[1]), int(found[2]), (found["of"] or "").strip())


@dataclass(frozen=True, slots=True)
class GridGame:
    """One game as written: the players, the score before it, its cells in order, and the
    illegal plays it is said to have.
    """

    players: tuple[str, str]
    score: tuple[int, int]
    cells: tuple[MatCell, ...]
    owned: tuple[Owned, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A whole file: its tags, the length of the match, the games, and notes on lines that say nothing of them.

    `unended`: its last line has no end, so that it may have been cut off there. `next_match`: the line with
    which a second match begins, 0 where there is none.
    """

    tags: tuple[tuple[str, str], ...]
    length: int
    games: tuple[GridGame, ...]
    notes: tuple[Phrase, ...] = ()
    unended: bool = False
    next_match: int = 0

    def tag(self, key: str) -> str | None:
        """The value of a tag, capitals apart, or None."""
        return next((value for name, value in self.tags if name.casefold() == key.casefold()), None)


def parse_grid(text: str) -> Grid:
    """The grid of a file. Raises InvalidRecord where it is no .mat file."""
    if len(text) > _MOST_CHARACTERS:
        raise InvalidRecord(phrase("this file is longer than any match"))
    unended = text[-1:] not in "\r\n"
    lines = [*_lines(text)]
    reading = _Reading(lines[-1][0] if unended else 0)
    for number, line in lines:
        if not reading.line(number, line):
            break
    if reading.length is None:
        if not reading.games:
            raise InvalidRecord(phrase("this is no .mat file: there is no line like ' 7 point match'"))
        reading.notes.insert(
            0, phrase("how many points the match is to is not written; its games are read as single ones")
        )
    if not reading.games and reading.strays:
        raise InvalidRecord(
            phrase(
                "line {line}: this is no .mat file: no game begins, with a line like ' Game 1'",
                line=reading.strays,
            )
        )
    return Grid(
        tuple(reading.tags),
        reading.length or 0,
        tuple(_finished(game, reading.owned) for game in reading.games),
        tuple(reading.notes[:MOST_NOTES]),
        unended,
        reading.next_match,
    )


def matches_in(text: str) -> tuple[str, ...]:
    """The matches that a file holds, each behind as many empty lines as there were before it."""
    parts: list[str] = []
    while len(parts) < _MOST_MATCHES - 1:
        try:
            begins = parse_grid(text).next_match
        except InvalidRecord:
            break
        if not begins:
            break
        lines = _LINE_END.split(text)
        while begins > 1 and (
            not lines[begins - 2].strip() or lines[begins - 2].lstrip().startswith(_COMMENTS)
        ):
            # What is said of a match stands above it.
            begins -= 1
        parts.append("\n".join([*lines[: begins - 1], ""]))
        text = "\n" * (begins - 1) + "\n".join(lines[begins - 1 :])
    return (*parts, text)


def is_grid(text: str) -> bool:
    """Whether a text says somewhere, on lines of their own, how long a match it records, or that a
    game begins, as .mat files do.
    """
    if any(_LENGTH.match(line) for _, line in _lines(text)):
        return True
    return any(_heading_in(line) for _, line in _lines(text)) and any(
        _MONEY.match(line) or (ROW.match(line) and cut(line, 0, (), None).cells) for _, line in _lines(text)
    )


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without tabs and the hard blanks of web pages."""
    for number, raw in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        line = (
            raw[: _MOST_IN_A_LINE + 1].replace("\xa0", " ").expandtabs(_TAB).rstrip()[: _MOST_IN_A_LINE + 1]
        )
        if ROW.match(line) and len(line) < _MOST_IN_A_LINE:
            yield from ((number, part) for part in _NEXT_GAME.split(line, maxsplit=1))
        else:
            yield number, line


def _heading_in(line: str) -> re.Match[str] | None:
    """The head of a game, where a line is one."""
    plain = line.lstrip()
    return _GAME.match(" ".join(plain.split())) if plain[:4].casefold() == "game" else None


@dataclass(slots=True)
class _Game:
    """A game being read, with the number that its heading has; the players None until they are known."""

    number: int
    line: int
    players: MatHeading | None = None
    cells: list[MatCell] = field(default_factory=list)


def _finished(game: _Game, owned: list[Owned]) -> GridGame:
    assert game.players is not None
    own = tuple(each for each in owned if each.game == game.number)
    return GridGame(game.players.names, game.players.score, tuple(game.cells), own)


class _Reading:
    """A file being read, line by line; `unended` is the one that may have been cut off, 0 for none. `strays` is the
    first line that is no part of anything.
    """

    def __init__(self, unended: int) -> None:
        self._unended = unended
        self.tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.games: list[_Game] = []
        self.notes: list[Phrase] = []
        self.owned: list[Owned] = []
        self.strays = 0
        self.next_match = 0
        self._opened: _Game | None = None
        self._first_player = ""
        self._again = 0

    def line(self, number: int, line: str) -> bool:
        """Take in a line; False where the match ends before it."""
        if not line:
            return True
        if line.lstrip().startswith(_COMMENTS):
            self._comment(number, line.lstrip())
        elif self._opened is not None:
            return self._players(number, line, self._opened)
        elif (length := _length(line)) is not None and not (ROW.match(line) and self.games):
            if self.games and length != self.length:
                return self._ends_before(number)
            self.length, self._again = length, number if self.games else 0
        elif (game := _heading_in(line)) is not None:
            return self._heading(number, game["number"])
        elif self.games:
            self._row(number, line)
        elif not line.lstrip().startswith(_FRAMED):
            self.strays = self.strays or number
        return True

    def _ends_before(self, number: int) -> bool:
        self.notes.append(
            phrase("line {number}: a second match begins here, which is not read", number=number)
        )
        self.next_match = number
        return False

    def _comment(self, number: int, line: str) -> None:
        if len(line) > _MOST_IN_A_LINE:
            return
        tag, set_up, owned = _TAG.match(line), _SET_UP.match(line), owned_in(line)
        if owned is not None:
            self.owned.append(owned)
        if tag is not None and not self.games:
            self.tags.append((tag["key"], tag["value"]))
        elif set_up is not None and (game := self._opened or next(iter(self.games[-1:]), None)):
            game.cells.append(MatCell(Side.WHITE, number, SET_UP, set_up["text"]))

    def _heading(self, number: int, printed: str) -> bool:
        """A game begins. A repeated line with the length goes before the next game of the
        match, or before another match.
        """
        if self._again and not (printed and int(printed) > max(1, self.games[-1].number)):
            return self._ends_before(self._again)
        self._opened = _Game(int(printed) if printed else len(self.games) + 1, number)
        self._first_player = ""
        return True

    def _players(self, number: int, line: str, game: _Game) -> bool:
        """Take a line behind a heading as the players, or the first of them; False
        where another match begins with it.
        """
        known = [each.players.names for each in self.games[-1:] if each.players]
        told = {key.casefold(): value for key, value in self.tags}
        tagged = (told.get("player 1", ""), told.get("player 2", ""))
        whole = f"{self._first_player}  {line}" if self._first_player else line
        game.players = players_of(whole, [*known, tagged, tagged[::-1]])
        if game.players is not None:
            return self._begins(game)
        if not self._first_player and _ONE_PLAYER.fullmatch(line) and not ROW.match(line):
            self._first_player = line.rstrip()
            return True
        names = [each for each in (*known, tagged) if any(each)]
        if not names or not cut(line, number, (), None).cells:
            if number == self._unended and self.games:
                self._cut_off(number, line)
                return True
            raise InvalidRecord(
                phrase(
                    "line {line}: expected the players and the score, like ' Anna : 0    Ben : 0'",
                    line=number,
                )
            )
        self.notes.append(
            phrase("line {number}: the players and the score are not written below it", number=game.line)
        )
        before = self.games[-1].players if self.games else None
        game.players = MatHeading(names[0], before.score if before else (0, 0))
        if not self._begins(game):
            return False
        self._row(number, line)
        return True

    def _begins(self, game: _Game) -> bool:
        """Take up a game whose players are known; False where it is one of another match."""
        again, self._again, self._opened = self._again, 0, None
        first = game.number == 1 and self.games and self.games[-1].number >= 1
        if (again or first) and game.players and self.games[-1].players:
            before = self.games[-1].players.names
            if game.players.names not in (before, before[::-1]):
                return self._ends_before(again or game.line)
        if len(self.games) == MOST_GAMES:
            raise InvalidRecord(too_many_games(MOST_GAMES))
        self.games.append(game)
        return True

    def _row(self, number: int, line: str) -> None:
        game = self.games[-1]
        assert game.players is not None
        row = cut(line, number, game.players.names, game.cells[-1] if game.cells else None)
        if row.odd and number == self._unended:
            self._cut_off(number, line)
            return
        if row.odd:
            raise InvalidRecord(
                phrase(
                    "line {line}: {text} is neither a play, nor the cube, nor a result",
                    line=number,
                    text=repr(line.strip()[:60]),
                )
            )
        if row.stray:
            self.notes.append(
                phrase(
                    "line {number}: {text} is no part of a game; left out",
                    number=number,
                    text=repr(row.stray[:60]),
                )
            )
        cells = [each for each in row.cells if not _is_there(each, game.cells[-2:])]
        if len(cells) < len(row.cells):
            self.notes.append(
                phrase(
                    "line {number}: row {row} begins a second time; read once",
                    number=number,
                    row=row.cells[0].row,
                )
            )
        game.cells += cells

    def _cut_off(self, number: int, line: str) -> None:
        where, why = phrase("line {number}", number=number), ends_within(line.strip())
        self.notes.append(phrase("{where}: {why}", where=where, why=why))


def ends_within(text: str) -> Phrase:
    """That a file ends within this text."""
    return phrase("the file is cut off in the middle of {text}", text=repr(text[:40]))


def _is_there(cell: MatCell, before: Sequence[MatCell]) -> bool:
    """Whether a roll with its play was there before, in a row with the same number."""
    told = (cell.row, cell.side, cell.head, cell.text)
    return (
        cell.row is not None
        and cell.head.isdigit()
        and any((each.row, each.side, each.head, each.text) == told for each in before)
    )


def _length(line: str) -> int | None:
    found = _LENGTH.match(line)
    if found is not None:
        return int(found[1])
    return 0 if _MONEY.match(line) else None
