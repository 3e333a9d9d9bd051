"""Writing eXtreme Gammon's .xg files: `write_xg`. Nothing is analysed; XG does that.

Before every throw stands a decision about the cube, as in XG's own files: doubled, not doubled, or, before the
first throw and where the cube is not the player's, none at all. An illegal play that stood is told by its moves
and marked as invalid. A result that would be read as another stands in the comment at the end of its game, which
we read back.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Side
from engine.games import find_game
from engine.match.cube import Cube, CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Score, Turn, match_winner
from engine.plays.notation import made
from engine.position import Position
from engine.records.format_limits import (
    MOST_MOVES,
    ROOMY,
    STAND_IN,
    Boards,
    FormatFit,
    Jump,
    fit_of,
    names_in,
    variation_of,
)
from engine.records.record import MOST_POINTS, Tags
from engine.records.replay import fault_of
from engine.records.result_remarks import Told, remark_on, with_results_told
from engine.records.single_moves import move_by_move
from engine.records.variations import BACKGAMMON
from engine.records.xg.xg_archive import COMMENTS, ENDS, MATCH, packed
from engine.records.xg.xg_header import header_record
from engine.records.xg.xg_reader import read_xg_record
from engine.records.xg.xg_records import (
    AT_BOARDS,
    AT_BODY,
    AT_KIND,
    DECISION,
    END,
    GAME,
    HOW,
    PLAY,
    RECORD,
    RESIGNED,
    XgAnswer,
    XgEntry,
    rich,
)
from engine.tables.tables_game import TablesGame

GAMES = (BACKGAMMON, "nackgammon", "hypergammon")
"""The games that such a file can hold."""
_ANSWERS = {
    CubeAction.PASS: XgAnswer.PASS,
    CubeAction.TAKE: XgAnswer.TAKE,
    CubeAction.BEAVER: XgAnswer.RAISE,
    CubeAction.RACCOON: XgAnswer.RAISE,
}
_TERMINATIONS = {how: number for number, how in HOW.items()}
_UNKNOWN = -1000.0
"""An error, or luck, that nobody has measured."""
_NOT_THEIRS = -2
"""A decision about the cube that is none."""
_INVALID = 2
"""What marks a play that the rules do not give."""
_NO_CUBE_ANALYSIS = (_UNKNOWN, -1, 0, -1, _UNKNOWN, _UNKNOWN, -1, -1, -1, _UNKNOWN, _UNKNOWN)
_MOST_GRADE, _MOST_SCORE = 3, 2**31 - 1


def write_xg(match: Match, tags: Tags = ()) -> bytes:
    """A match as an .xg file, White the first player."""
    return with_results_told(match, lambda told: _written_out(match, tags, told), read_xg_record)


def _written_out(match: Match, tags: Tags, told: Told) -> bytes:
    game_id = (variation_of(match.rules(match.games[0])) if match.games else None) or BACKGAMMON
    game_id = game_id if game_id in GAMES else BACKGAMMON
    records = [_record(XgEntry.HEADER_MATCH, header_record(match, game_id, names_in(match, ROOMY), tags))]
    comments: list[str] = []
    for number, game in enumerate(match.games, 1):
        fit = fit_of(match, game, Boards.START)
        if variation_of(match.rules(game)) != game_id:
            fit = FormatFit((), False, ())
        comment = -1
        if number in told:
            comment = len(comments)
            comments.append(rich(remark_on(told[number])))
        records += _game(match, game, game_id, number, fit, comment)
    records.append(_match_footer(match))
    files = {MATCH: b"".join(records), ENDS: records[0] + records[-1]}
    if comments:
        files[COMMENTS] = "".join(f"{each}\r\n" for each in comments).encode("ascii")
    return packed(files)


def _record(kind: XgEntry, record: bytearray) -> bytes:
    record[AT_KIND] = kind
    return bytes(record)


def _match_footer(match: Match) -> bytes:
    record = bytearray(RECORD)
    score = _score_after(match.games[-1]) if match.games else Score()
    winner = match_winner(match.length, score)
    struct.pack_into("<3i", record, AT_BODY, *_both(score), 0 if winner is None else _number(winner))
    return _record(XgEntry.FOOTER_MATCH, record)


def _score_after(game: Game) -> Score:
    result = game.result
    return game.score if result is None else game.score.plus(result.winner, result.points)


def _both(score: Score) -> tuple[int, int]:
    return min(score.white, _MOST_SCORE), min(score.black, _MOST_SCORE)


def _game(
    match: Match, game: Game, game_id: str, number: int, fit: FormatFit, comment: int
) -> Iterator[bytes]:
    rules = find_game(game_id)
    assert isinstance(rules, TablesGame)
    start = game.start if fit.parts else rules.start
    cube = fit.cube
    automatic = cube.raises if cube.owner is None else 0
    record = bytearray(RECORD)
    is_going_on = game.result is None and game is match.games[-1]
    about = (*_both(game.score), game.crawford, *_board(start), number, is_going_on, -1, comment, automatic)
    GAME.pack_into(record, AT_BODY, *about)
    yield _record(XgEntry.HEADER_GAME, record)
    writing = _Writing(rules, start, cube, automatic, bool(game.crawford or match.length == 1))
    for index, part in enumerate(fit.parts):
        assert not isinstance(part, Jump)
        yield from writing.turn(part, next(iter(fit.parts[index + 1 : index + 2]), None))
    result = game.result
    if result is not None and result.winner is not None and 0 < result.points <= MOST_POINTS:
        yield _footer(game, writing.cube)


def _footer(game: Game, cube: Cube) -> bytes:
    """The end of a game that somebody has won."""
    result = game.result
    assert result is not None and result.winner is not None
    grade = max(1, min(_MOST_GRADE, result.points // cube.value))
    record = bytearray(RECORD)
    score = _score_after(game)
    how = _TERMINATIONS.get(result.how, RESIGNED + grade)
    END.pack_into(record, AT_BODY, *_both(score), 0, _number(result.winner), result.points, how)
    struct.pack_into("<2d", record, 40, _UNKNOWN, _UNKNOWN)
    return _record(XgEntry.FOOTER_GAME, record)


@dataclass(slots=True)
class _Writing:
    """A game being written, turn by turn."""

    rules: TablesGame
    position: Position
    cube: Cube
    automatic: int
    """How often ties at the opening doubled the cube, which the cube of the file does not count."""
    without_cube: bool
    is_decided: bool = True
    """Whether a decision about the cube stands before the next throw already; before the first there is none."""
    is_first: bool = True

    def turn(self, turn: Turn | Jump, following: Turn | Jump | None) -> Iterator[bytes]:
        """The records of a turn."""
        if isinstance(turn, CubeTurn):
            yield self._decision(turn, following)
            self.cube = self.cube.offered(turn.side).answered(turn.answer)
            self.is_decided = True
            return
        assert isinstance(turn, CheckerTurn)
        if self.is_first or not self.is_decided:
            yield self._decision(turn, turn)
        self.is_first = self.is_decided = False
        yield self._move(turn)
        self.position = turn.after

    def _decision(self, turn: Turn, thrown: Turn | Jump | None) -> bytes:
        """Whether the side doubled, and how that was answered."""
        side, record = turn.side, bytearray(RECORD)
        doubled, take, beaver, raccoon = _NOT_THEIRS, -1, -1, -1
        if isinstance(turn, CubeTurn):
            doubled = 1
            take = -1 if turn.answer is None else _ANSWERS[turn.answer]
            if take == XgAnswer.RAISE:
                beaver = XgAnswer.TAKE
            if turn.answer is CubeAction.RACCOON:
                beaver, raccoon = XgAnswer.RAISE, XgAnswer.TAKE
        elif not self.is_first and not self.without_cube and self.cube.owner in (None, side):
            doubled = 0
        told = (_number(side), doubled, take, beaver, raccoon, self._power(), *_board(self.position))
        DECISION.pack_into(record, AT_BODY, *told)
        # It is not analysed.
        struct.pack_into("<h", record, 120, -100)
        struct.pack_into("<d", record, 200, _UNKNOWN)
        if isinstance(thrown, CheckerTurn) and thrown.side is side:
            record[208:211] = bytes([2]) + "".join(map(str, (thrown.roll or STAND_IN).dice)).encode()
        struct.pack_into("<d3i4xddi4xbb6xdd", record, 216, *_NO_CUBE_ANALYSIS)
        struct.pack_into("<i", record, 292, -1)
        struct.pack_into("<i", record, 300, self.automatic)
        return _record(XgEntry.CUBE, record)

    def _move(self, turn: CheckerTurn) -> bytes:
        """A throw and its play."""
        side, roll, record = turn.side, turn.roll or STAND_IN, bytearray(RECORD)
        before, after = _board(self.position), _board(turn.after)
        fault = None if turn.roll is None else fault_of(self.rules, self.position, turn)
        play = turn.play if fault is not None else move_by_move(self.rules, self.position, turn)
        assert len(play.moves) <= MOST_MOVES and made(self.rules, self.position, side, play) == turn.after
        moves = [move for move in play.moves if move.origin != move.target]
        steps = [site - 1 for move in moves for site in (move.origin, move.target)]
        steps += [-1] * (2 * MOST_MOVES - len(steps))
        told = (*before, *_seen_by(side, after), _number(side), *steps, *roll.dice, self._power())
        PLAY.pack_into(record, AT_BOARDS, *told)
        # What XG would analyse is told once more; nothing has been analysed.
        struct.pack_into("<26b2x3i", record, 124, *_seen_by(side, before), *roll.dice, -1)
        record[2308] = 1
        struct.pack_into("<ddi4xd", record, 2312, _UNKNOWN, _UNKNOWN, 0, _UNKNOWN)
        struct.pack_into("<32i3i", record, 2344, *[-1] * 32, -1, -1, _INVALID if fault is not None else 0)
        struct.pack_into("<b", record, 2510, -1)
        struct.pack_into("<d", record, 2512, _UNKNOWN)
        struct.pack_into("<i", record, 2524, -1)
        struct.pack_into("<i", record, 2540, self.automatic)
        return _record(XgEntry.MOVE, record)

    def _power(self) -> int:
        """The power of two on the cube, negative where the second player owns it."""
        raises = self.cube.raises - self.automatic
        return -raises if self.cube.owner is Side.BLACK else raises


def _number(side: Side) -> int:
    return 1 if side is Side.WHITE else -1


def _board(position: Position) -> list[int]:
    """A board as White sees it, their checkers positive: 25 their bar, 0 that of Black."""
    white, black = position.white, position.black
    return [-black[25], *(white[site] - black[25 - site] for site in range(1, 25)), white[25]]


def _seen_by(side: Side, board: list[int]) -> list[int]:
    """A board as a side sees it, their own checkers positive."""
    return board if side is Side.WHITE else [-count for count in reversed(board)]
