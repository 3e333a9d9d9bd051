"""Reading Jellyfish .mat files: every play is kept as it was written, legal or not.

What real files leave out is filled in only where the rules leave no choice, and said in a note.
"""

import re
from dataclasses import replace

from engine.board import Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.errors import AmbiguousPlay, IllegalPlay, InvalidPlay, InvalidRecord, InvalidRoll
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import CheckerTurn, Crawford, CubeTurn, Game, Match, Result, Score, Turn, crawford_next
from engine.notation import parse_play, played_out
from engine.position import Position
from engine.records.grid import Cell, GridGame, parse_grid
from engine.records.record import Record
from engine.result import win_of
from engine.tables import TablesGame

_ANSWERS = {
    "takes": CubeAction.TAKE, "accepts": CubeAction.TAKE, "beavers": CubeAction.BEAVER, "raccoons": CubeAction.RACCOON,
    "drops": CubeAction.PASS, "passes": CubeAction.PASS, "rejects": CubeAction.PASS,
}  # fmt: skip
_ENDS = {"wins": 1, "losses": -1, "loses": -1, "concedes": -1, "resigns": -1}


def read_mat(text: str) -> Match:
    """The match that a .mat file records, as it was written. Raises InvalidRecord."""
    return read_mat_record(text).match


def read_mat_record(text: str) -> Record:
    """The match that a .mat file records, with notes. Raises InvalidRecord."""
    grid = parse_grid(text)
    game = find_game("backgammon")
    assert isinstance(game, TablesGame)
    notes: list[str] = []
    games: list[Game] = []
    off = (grid.tag("Crawford") or "on").casefold() == "off"
    crawford = Crawford.OFF if off or grid.length < 2 else Crawford.PENDING
    for number, each in enumerate(grid.games, 1):
        score = Score(*each.score)
        crawford = crawford_next(crawford, grid.length, score)
        reader = _GameReader(game, each, number)
        start = Game(game.start, score, crawford is Crawford.ACTIVE)
        games.append(replace(start, turns=tuple(reader.turns), result=reader.result))
        notes += reader.notes
    white, black = grid.games[0].players if grid.games else ("", "")
    return Record(Match(grid.length, white, black, tuple(games), game.id), tuple(notes), grid.tags)


class _GameReader:
    """The reading of one game, cell by cell; afterwards `turns`, `result` and `notes`."""

    def __init__(self, game: TablesGame, grid: GridGame, number: int) -> None:
        self.game = game
        self.number = number
        self.position: Position = game.start
        self.turns: list[Turn] = []
        self.notes: list[str] = []
        self.result: Result | None = None
        self.stake = 1
        cells = list(grid.cells)
        for index, cell in enumerate(cells):
            last = not any(later.head not in _ENDS for later in cells[index + 1 :])
            self._read(cell, last)

    def _note(self, cell: Cell, text: str) -> None:
        self.notes.append(f"game {self.number}, line {cell.line}: {text}")

    def _read(self, cell: Cell, last: bool) -> None:
        if cell.head.isdigit():
            self._play(cell, last)
        elif cell.head in ("doubles", "redoubles"):
            found = re.search(r"\d+", cell.text)
            self.turns.append(CubeTurn(cell.side, int(found[0]) if found else self.stake * 2))
        elif cell.head in _ANSWERS:
            self._answer(cell)
        else:
            self._end(cell)

    def _play(self, cell: Cell, last: bool) -> None:
        text = cell.text
        try:
            roll = Roll.parse(cell.head)
        except InvalidRoll:
            self._note(cell, f"{cell.head} is no roll; left out")
            return
        illegal = re.match(r"illegal play\s*\((.*)\)", text, re.IGNORECASE)
        if illegal is not None:
            self._note(cell, "the file itself calls this play illegal")
            text = illegal[1]
        if text.strip("? ") == "" and (text or last):
            outcomes = legal_plays(self.game, self.position, cell.side, roll)
            if last and (text or len(outcomes) > 1):
                self._note(cell, f"{roll} was thrown, but no play is written")
                return
        self._turn(cell, roll, "" if text.strip("? ") == "" else text)

    def _turn(self, cell: Cell, roll: Roll, text: str) -> None:
        outcomes = legal_plays(self.game, self.position, cell.side, roll)
        if not text and len(outcomes) == 1:
            if outcomes[0].play.moves:
                self._note(cell, f"{roll}: the only legal play is not written; filled in")
            after, play = outcomes[0].position, outcomes[0].play
        else:
            try:
                outcome = parse_play(self.game, self.position, cell.side, roll, text)
            except (IllegalPlay, AmbiguousPlay):
                outcome = played_out(self.game, self.position, cell.side, text)
            except InvalidPlay as error:
                raise InvalidRecord(f"line {cell.line}: {error}") from error
            after, play = outcome.position, outcome.play
        self.turns.append(CheckerTurn(cell.side, roll, play, after))
        self.position = after

    def _answer(self, cell: Cell) -> None:
        double = self.turns[-1] if self.turns else None
        if isinstance(double, CubeTurn) and double.answer is CubeAction.BEAVER:
            self._after_beaver(cell, double)
            return
        if not isinstance(double, CubeTurn) or double.answer is not None:
            self._note(cell, f"{cell.head} without a double; left out")
            return
        answer = _ANSWERS[cell.head]
        self.turns[-1] = replace(double, answer=answer)
        if answer is CubeAction.PASS:
            self.result = Result(double.side, self.stake, "passed")
        else:
            self.stake = double.value * (2 if answer is CubeAction.BEAVER else 1)

    def _after_beaver(self, cell: Cell, double: CubeTurn) -> None:
        """Who doubled answers the beaver: plays on, passes what the cube stood at before it, or doubles once more."""
        answer = _ANSWERS[cell.head]
        if answer is CubeAction.PASS:
            self.result = Result(double.side.other, double.value, "passed")
        elif answer is CubeAction.RACCOON:
            self.turns[-1] = replace(double, answer=answer)
            self.stake = double.value * 4

    def _end(self, cell: Cell) -> None:
        found = re.search(r"\d+", cell.text)
        points = int(found[0]) if found else self.stake
        writer_won = _ENDS[cell.head] > 0
        winner: Side | None = cell.side if writer_won else cell.side.other
        how = "resigned"
        last_play = next((turn for turn in reversed(self.turns) if isinstance(turn, CheckerTurn)), None)
        won = win_of(self.game, self.position, last_play.side) if last_play else None
        double = self.turns[-1] if self.turns else None
        if isinstance(double, CubeTurn) and double.answer is CubeAction.PASS:
            winner, how = double.side, "passed"
        elif isinstance(double, CubeTurn) and double.answer is CubeAction.BEAVER and self.result is not None:
            winner, how = double.side.other, "passed"
        elif won is not None:
            winner, how = won[0], won[2]
        if self.result is not None and self.result.how != "passed" and self.result.points != points:
            self._note(cell, f"the file gives two results, {self.result.points} and {points} points")
        self.result = Result(winner, points, how)
