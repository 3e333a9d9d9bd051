"""Reading eXtreme Gammon's .xg files: `read_xg_record`. They are not written: nothing here could try what XG makes of it.

The records of 2,560 bytes are described at extremegammon.com/XGformat.aspx: a header of the match, then for every game a
header, its cube decisions and moves, and a footer. Boards are 26 signed counts in the first player's numbering, his
checkers positive, 25 his bar and 0 the opponent's; a play is pairs of points from 0 in the mover's numbering, 24 the bar.
Every play is checked against the boards before and after it that the file has too: where they do not agree, nothing is read.
"""

import struct
from dataclasses import replace
from datetime import date, timedelta

from engine.board import BAR, OFF, Side
from engine.cube import CubeAction
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.games import find_game
from engine.legal import legal_plays
from engine.match import CheckerTurn, CubeTurn, Game, Match, Result, Score, Turn
from engine.notation import made
from engine.play import Move, Play
from engine.position import Position
from engine.records.record import Record, Tags
from engine.records.xg_archive import files_of
from engine.tables import TablesGame

RECORD = 2560
"""The bytes of a record."""
UNLIMITED = 99999
"""The length of a match that has none."""
_GAMES = {0: "backgammon", 1: "nackgammon", 2: "hypergammon"}
_HEADER_MATCH, _HEADER_GAME, _CUBE, _MOVE, _FOOTER_GAME, _FOOTER_MATCH = range(6)
_LENGTH = struct.Struct("<ii4B")
_GAME = struct.Struct("<iiB26bxiB")
_DECISION = struct.Struct("<iiiiii26b")
_PLAY = struct.Struct("<26b26bxxxi8i2i")
_END = struct.Struct("<iiBxxxiii")
_AT_LENGTH, _AT_DATE, _AT_VERSION, _AT_NAMES = 92, 128, 552, 622
_UNICODE = 24
"""The version of the file since which names are in Unicode, in places of 129 characters each."""
_MAGIC = 0x494C4D44
_RESIGNED, _SETTLED = 100, 1000
_HOW = {0: "passed", 1: "single", 2: "gammon", 3: "backgammon"}


def read_xg_record(data: bytes) -> Record:
    """The match that an .xg file records, with notes. Raises InvalidRecord."""
    main = files_of(data).get("temp.xg")
    if main is None:
        raise InvalidRecord("this .xg file holds no match: its archive has no temp.xg")
    records = [main[at : at + RECORD] for at in range(0, len(main) - RECORD + 1, RECORD)]
    if not records or records[0][8] != _HEADER_MATCH:
        raise InvalidRecord("this .xg file is damaged: it does not begin with the header of a match")
    reader = _Reader(records[0])
    for record in records[1:]:
        reader.read(record)
    return reader.record


class _Reader:
    """The reading of a file, record by record; afterwards `record`."""

    def __init__(self, header: bytes) -> None:
        length, variation, self.crawford, _, _, _ = _LENGTH.unpack_from(header, _AT_LENGTH)
        version, magic = struct.unpack_from("<iI", header, _AT_VERSION)
        if magic != _MAGIC:
            raise InvalidRecord("this .xg file is damaged: the header of its match is none")
        if variation not in _GAMES:
            raise InvalidRecord(
                f"this .xg file is of a variation that is not known here (its number is {variation})"
            )
        found = find_game(_GAMES[variation])
        assert isinstance(found, TablesGame)
        self.game = found
        self.length = 0 if length == UNLIMITED else length
        if not 0 <= self.length < 1000:
            raise InvalidRecord(f"this .xg file is damaged: a match to {length} points")
        self.names = _names(header, version)
        self.tags = _tags(header, version)
        self.games: list[Game] = []
        self.notes: list[str] = []
        self.position: Position = self.game.start
        self.cube = 1

    @property
    def record(self) -> Record:
        """What has been read."""
        white, black = self.names
        match = Match(self.length, white, black, tuple(self.games), self.game.id)
        return Record(match, tuple(self.notes), self.tags)

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
        self.games[-1] = replace(self.games[-1], turns=(*self.games[-1].turns, turn))

    def _begin(self, record: bytes) -> None:
        white, black, crawford, *rest = _GAME.unpack_from(record, 12)
        self.position, self.cube = self._board(rest[:26]), 1
        if white < 0 or black < 0:
            raise InvalidRecord(
                f"this .xg file is damaged: game {len(self.games) + 1} begins at {white}:{black}"
            )
        self.games.append(Game(self.position, Score(white, black), bool(crawford and self.length)))

    def _decide(self, record: bytes) -> None:
        active, double, take, beaver, *_ = _DECISION.unpack_from(record, 12)
        if double != 1:
            return
        side = _side(active)
        answer = {0: CubeAction.PASS, 1: CubeAction.TAKE, 2: CubeAction.BEAVER}.get(take)
        if answer is CubeAction.BEAVER and beaver == 2:
            answer = CubeAction.RACCOON
        self._add(CubeTurn(side, self.cube * 2, answer))
        self.cube *= {CubeAction.TAKE: 2, CubeAction.BEAVER: 4, CubeAction.RACCOON: 8}.get(answer, 1)  # type: ignore[arg-type]

    def _move(self, record: bytes) -> None:
        values = _PLAY.unpack_from(record, 9)
        before, after = self._board(values[:26]), self._board(values[26:52])
        side, steps, dice = _side(values[52]), values[53:61], values[61:63]
        place = f"game {len(self.games)}, turn {len(self.games[-1].turns) + 1}"
        if dice == (0, 0):
            self._note("the last turn has no roll; left out")
            return
        try:
            roll = Roll.of(*dice)
        except EngineError as error:
            raise InvalidRecord(f"this .xg file is damaged: {place}: {error}") from error
        if before != self.position:
            raise InvalidRecord(
                f"{place} cannot be read with certainty: its board is not what the turn before it left"
            )
        play = _play(steps)
        if made(self.game, before, side, play) != after:
            legal = (each for each in legal_plays(self.game, before, side, roll) if each.position == after)
            found = next(legal, None)
            if found is None:
                raise InvalidRecord(
                    f"{place} cannot be read with certainty: its moves do not lead to the board after it"
                )
            play = found.play
        else:
            play = _with_hits(self.game, before, side, play)
        self._add(CheckerTurn(side, roll, play, after))
        self.position = after

    def _end(self, record: bytes) -> None:
        *_, winner, points, termination = _END.unpack_from(record, 12)
        if winner == 0:
            return
        how = _HOW.get(termination % _RESIGNED, "single")
        if termination >= _RESIGNED:
            how = "resigned"
        if termination >= _SETTLED:
            self._note("the players settled it; the winner is the one whom the file names")
        self.games[-1] = replace(self.games[-1], result=Result(_side(winner), abs(points), how))

    def _board(self, counts: tuple[int, ...] | list[int]) -> Position:
        """A board of the file; the checkers that are not on it have been borne off."""
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


def _play(steps: tuple[int, ...]) -> Play:
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


def _names(header: bytes, version: int) -> tuple[str, str]:
    if version >= _UNICODE:
        return _wide(header, 1), _wide(header, 2)
    return _short(header, 9, 41), _short(header, 50, 41)


def _tags(header: bytes, version: int) -> Tags:
    """What the header says besides, under the keys of .mat files."""
    event = _wide(header, 0) if version >= _UNICODE else _short(header, 136, 129)
    days = struct.unpack_from("<d", header, _AT_DATE)[0]
    tags = [("Event", event)] if event else []
    if version >= _UNICODE:
        tags += [
            (key, text) for key, text in (("Site", _wide(header, 3)), ("Round", _wide(header, 4))) if text
        ]
    # Delphi counts days from the end of 1899.
    if 0 < days < 100_000:
        tags.append(("EventDate", (date(1899, 12, 30) + timedelta(int(days))).strftime("%Y.%m.%d")))
    return tuple(tags)


def _wide(header: bytes, place: int) -> str:
    begin = _AT_NAMES + 258 * place
    return header[begin : begin + 258].decode("utf-16-le", errors="replace").split("\0", 1)[0].strip()


def _short(header: bytes, begin: int, size: int) -> str:
    length = min(header[begin], size - 1)
    return header[begin + 1 : begin + 1 + length].decode("cp1252", errors="replace").strip()
