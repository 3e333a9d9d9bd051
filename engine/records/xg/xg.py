"""Reading eXtreme Gammon's .xg files: `read_xg_record`. They are not written: nothing here could try what XG makes of it.

The records of 2,560 bytes are described at extremegammon.com/XGformat.aspx: a header of the match, then for every game a
header, its cube decisions and moves, and a footer. Boards are 26 signed counts, 25 the own bar and 0 the opponent's: in the
first player's numbering, his checkers positive, but for the board after a play, which is the mover's. A play is pairs of
points from 0 in the mover's numbering, 24 the bar. The cube is the power of two, negative where the second player owns it.
Every turn is checked against the boards and the cube before and after it that the file has too: where they do not agree,
nothing is read.
"""

import struct
from dataclasses import replace

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.faults.explain import likely_play
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.play import Move, Play
from engine.plays.legal import legal_plays
from engine.plays.notation import made
from engine.plays.result import win_of
from engine.position import Position
from engine.records.record import MOST_GAMES, MOST_POINTS, Record
from engine.records.transcript import MOST_TURNS
from engine.records.xg.archive import files_of
from engine.records.xg.header import XgHeader, read_header
from engine.tables.tables import TablesGame

RECORD = 2560
"""The bytes of a record."""
_HEADER_MATCH, _HEADER_GAME, _CUBE, _MOVE, _FOOTER_GAME, _FOOTER_MATCH = range(6)
_GAME = struct.Struct("<iiB26bxiBxxxiii")
_DECISION = struct.Struct("<iiiiii26b")
_PLAY = struct.Struct("<26b26bxxxi8i2ii")
_END = struct.Struct("<iiBxxxiii")
_AUTOMATIC = 26
"""The version of the file since which it tells of automatic doubles."""
_MOST_AUTOMATIC = 10
"""The most automatic doubles that are believed."""
_RESIGNED, _SETTLED = 100, 1000
"""What is added to how a game ended where somebody gave it up, and where the players settled it."""
_HOW = {0: "passed", 1: "single", 2: "gammon", 3: "backgammon"}
_ANSWERS = {0: CubeAction.PASS, 1: CubeAction.TAKE, 2: CubeAction.BEAVER}
_RACCOON = 2
"""How a beaver was answered by one in return."""


def read_xg_record(data: bytes) -> Record:
    """The match that an .xg file records, with notes. Raises InvalidRecord."""
    main = files_of(data).get("temp.xg")
    if main is None:
        raise InvalidRecord("this .xg file holds no match: its archive has no temp.xg")
    records = [main[at : at + RECORD] for at in range(0, len(main) - RECORD + 1, RECORD)]
    if not records or records[0][8] != _HEADER_MATCH:
        raise InvalidRecord("this .xg file is damaged: it does not begin with the header of a match")
    reader = _Reader(read_header(records[0]))
    for record in records[1:]:
        reader.read(record)
    return reader.record()


class _Reader:
    """The reading of a file, record by record; at the end `record`."""

    def __init__(self, header: XgHeader) -> None:
        self.header = header
        self.game: TablesGame = header.game
        self.games: list[Game] = []
        self.notes: list[str] = []
        self.position: Position = self.game.start
        self.cube = Cube()
        self.automatic = 0
        """How often the cube was doubled by ties at the opening, which the cube of the file does not count."""
        self.unproved: str | None = None
        """The turn whose board only the next record can confirm."""

    def record(self) -> Record:
        """What has been read. Raises InvalidRecord."""
        self._prove()
        header = self.header
        names = (header.white, header.black)
        match = Match(header.length, *names, tuple(self.games), self.game.id, terms=header.terms)
        return Record(match, tuple(self.notes), header.tags)

    def read(self, record: bytes) -> None:
        """One record more."""
        kind = record[8]
        if kind == _HEADER_GAME:
            self._begin(record)
        elif kind in (_CUBE, _MOVE, _FOOTER_GAME) and not self.games:
            raise InvalidRecord("this .xg file is damaged: a turn comes before the first game")
        elif kind == _CUBE:
            self._decide(record)
        elif kind == _MOVE:
            self._move(record)
        elif kind == _FOOTER_GAME:
            self._end(record)
        elif kind != _FOOTER_MATCH:
            self._note("a part of it is missing in the file")

    def _note(self, text: str) -> None:
        self.notes.append(f"game {len(self.games)}: {text}")

    def _add(self, turn: Turn) -> None:
        turns = self.games[-1].turns
        if len(turns) >= MOST_TURNS:
            raise InvalidRecord(
                f"game {len(self.games)} has more than {MOST_TURNS} turns; nobody plays so long"
            )
        self.games[-1] = replace(self.games[-1], turns=(*turns, turn))

    @property
    def _place(self) -> str:
        return f"game {len(self.games)}, turn {len(self.games[-1].turns) + 1}"

    def _begin(self, record: bytes) -> None:
        self._prove()
        white, black, crawford, *rest, _, _, _, _, automatic = _GAME.unpack_from(record, 12)
        self.position, self.cube = self._board(rest[:26]), Cube()
        self.automatic = automatic if self.header.version >= _AUTOMATIC else 0
        number = len(self.games) + 1
        if number > MOST_GAMES:
            raise InvalidRecord(f"this .xg file has more than {MOST_GAMES} games, which no match has")
        if not (0 <= white <= MOST_POINTS and 0 <= black <= MOST_POINTS):
            raise InvalidRecord(f"this .xg file is damaged: game {number} begins at {white}:{black}")
        if not 0 <= self.automatic <= _MOST_AUTOMATIC:
            raise InvalidRecord(
                f"this .xg file is damaged: {self.automatic} automatic doubles in game {number}"
            )
        self.games.append(Game(self.position, Score(white, black), bool(crawford and self.header.length)))
        if self.automatic:
            self._note(f"the cube began at {1 << self.automatic}, after ties at the opening")

    def _agrees(self, board: Position, cube: int) -> None:
        """Check the board and the cube with which a record begins. Raises InvalidRecord."""
        if board != self.position:
            raise InvalidRecord(
                f"{self._place} cannot be read with certainty: its board is not what the turn before it left"
            )
        self.unproved = None
        if cube != self.cube.raises * (-1 if self.cube.owner is Side.BLACK else 1):
            raise InvalidRecord(
                f"{self._place} cannot be read with certainty: its cube is not what the turns before it left"
            )

    def _prove(self) -> None:
        if self.unproved is not None:
            raise InvalidRecord(
                f"{self.unproved} cannot be read with certainty: its moves do not lead to the board after it"
            )

    def _decide(self, record: bytes) -> None:
        active, double, take, beaver, _, cube, *board = _DECISION.unpack_from(record, 12)
        self._agrees(self._board(board), cube)
        if double != 1:
            return
        side = _side(active)
        answer = _ANSWERS.get(take)
        offered = self.cube.offered(side)
        before = None
        if self.automatic and not any(isinstance(turn, CubeTurn) for turn in self.games[-1].turns):
            before = Cube(1 << self.automatic)
        if answer is CubeAction.TAKE:
            self.cube = offered.taken()
        elif answer is CubeAction.BEAVER:
            self.cube = offered.beavered()
            if beaver == _RACCOON:
                answer, self.cube = CubeAction.RACCOON, self.cube.raised()
        self._add(CubeTurn(side, offered.next_value << self.automatic, answer, before=before))

    def _move(self, record: bytes) -> None:
        values = _PLAY.unpack_from(record, 9)
        side, steps, dice = _side(values[52]), values[53:61], values[61:63]
        before, after = self._board(values[:26]), self._board(values[26:52], side)
        if dice == (0, 0):
            self._note("the last turn has no roll; left out")
            return
        try:
            roll = Roll.of(*dice)
        except EngineError as error:
            raise InvalidRecord(f"this .xg file is damaged: {self._place}: {error}") from error
        self._agrees(before, values[63])
        self._add(CheckerTurn(side, roll, self._play(side, roll, _written(steps), after), after))
        self.position = after

    def _play(self, side: Side, roll: Roll, play: Play, after: Position) -> Play:
        """The play that leads to the board after it: the one that is written, or where it does not lead there, what was seen."""
        if made(self.game, self.position, side, play) == after:
            return _with_hits(self.game, self.position, side, play)
        self._note(f"turn {len(self.games[-1].turns) + 1}: only the board that the play left is told")
        legal = (each for each in legal_plays(self.game, self.position, side, roll) if each.position == after)
        found = next(legal, None)
        if found is not None:
            return found.play
        # XG cannot write down every illegal play; the board that it left is told by what follows it too.
        self.unproved = self._place
        try:
            return likely_play(self.game, self.position, side, after, roll)
        except EngineError as error:
            raise InvalidRecord(f"{self._place} cannot be read with certainty: {error}") from error

    def _end(self, record: bytes) -> None:
        self._prove()
        *_, winner, points, termination = _END.unpack_from(record, 12)
        if winner == 0:
            return
        if abs(points) > MOST_POINTS:
            raise InvalidRecord(
                f"this .xg file is damaged: game {len(self.games)} was won by {points} points"
            )
        how = _HOW.get(termination % _RESIGNED) if termination < _RESIGNED else "resigned"
        if how is None:
            won = win_of(self.game, self.position, _side(winner))
            how = "resigned" if won is None else won[2]
        if termination >= _SETTLED:
            self._note("the players settled it; the winner is the one whom the file names")
        self.games[-1] = replace(self.games[-1], result=Result(_side(winner), abs(points), how))

    def _board(self, counts: tuple[int, ...] | list[int], side: Side = Side.WHITE) -> Position:
        """A board of the file as a side sees it; the checkers that are not on it have been borne off."""
        if side is Side.BLACK:
            counts = [-count for count in reversed(counts)]
        white = [0, *(max(0, count) for count in counts[1:])]
        black = [0, *(max(0, -counts[BAR - site]) for site in range(1, BAR + 1))]
        men = sum(self.game.start.white)
        if counts[0] > 0 or counts[BAR] < 0 or sum(white) > men or sum(black) > men:
            raise InvalidRecord(
                f"this .xg file is damaged: a board in game {max(1, len(self.games))} cannot be"
            )
        white[OFF], black[OFF] = men - sum(white), men - sum(black)
        return Position(tuple(white), tuple(black))


def _side(number: int) -> Side:
    if number not in (1, -1):
        raise InvalidRecord(f"this .xg file is damaged: there is no player {number}")
    return Side.WHITE if number == 1 else Side.BLACK


def _written(steps: tuple[int, ...]) -> Play:
    """The moves as they are written: pairs from 0, 24 the bar; one that ends below the first point bears off."""
    moves = []
    for origin, target in zip(steps[::2], steps[1::2], strict=True):
        if not 0 <= origin < BAR:
            break
        moves.append(Move(origin + 1, max(OFF, target + 1) if target < BAR else OFF))
    return Play(tuple(moves))


def _with_hits(game: TablesGame, before: Position, side: Side, play: Play) -> Play:
    """The same moves, each with whether it hits."""
    moves = []
    position = before
    for move in play.moves:
        facing = position.of(side.other)[game.facing(side)[move.target]] if move.target else 0
        moves.append(Move(move.origin, move.target, facing == 1))
        position = made(game, position, side, Play((move,)))
    return Play(tuple(moves))
