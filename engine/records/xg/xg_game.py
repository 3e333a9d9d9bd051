"""One game of an .xg file, taken down record by record.

Boards are 26 signed counts, 25 the own bar and 0 the opponent's: in the first player's numbering, their
checkers positive, but for the board after a play, which is the mover's; one without a checker is not told. A
play is pairs of points from 0 in the mover's numbering, 24 the bar. The cube is the power of two, negative
where the second player owns it.

A turn is told three times, by its moves, by the board after it and by the board with which the next record begins, and
transcribers leave out any of them. What two of them say is taken; where they do not agree, the next board is, since the
game went on from it, with a note.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord
from engine.faults.explain import likely_play
from engine.i18n import Phrase, phrase, phrase_of
from engine.match.cube import Cube, CubeAction
from engine.match.match import Game, Result, Score
from engine.play import Move, Outcome, Play
from engine.plays.legal import legal_plays
from engine.plays.notation import made
from engine.plays.turn_end import win_of
from engine.position import Position
from engine.records.codes.game_standing import MOST_CUBE
from engine.records.record import MOST_POINTS
from engine.records.transcript import ITS_RESULT, Transcript
from engine.records.unreadable import in_game
from engine.records.xg.xg_header import XgHeader
from engine.records.xg.xg_records import (
    AT_BOARDS,
    AT_BODY,
    DECISION,
    END,
    GAME,
    HOW,
    PLAY,
    RESIGNED,
    SETTLED,
    XgAnswer,
)
from engine.tables.tables_game import TablesGame

_AUTOMATIC = 26
"""The version of the file since which it tells of automatic doubles."""
_MOST_AUTOMATIC = 10
"""The most automatic doubles that are believed."""
_ANSWERS: dict[int, CubeAction] = {
    XgAnswer.PASS: CubeAction.PASS,
    XgAnswer.TAKE: CubeAction.TAKE,
    XgAnswer.RAISE: CubeAction.BEAVER,
}

_Counts = tuple[int, ...] | list[int]


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A roll whose play only the next record can confirm: the moves and the board after
    it, None where they are not told.
    """

    side: Side
    roll: Roll
    play: Play | None
    after: Position | None


class GameReading:
    """The reading of a game, whose header is given; `broken` says why it could not be read to its end, if so."""

    def __init__(self, header: XgHeader, number: int, record: bytes) -> None:
        white, black, crawford, *rest, _, _, _, self.comment, automatic = GAME.unpack_from(record, AT_BODY)
        """`comment` is the number of the comment at its end."""
        self.rules: TablesGame = header.game
        self.taken = Transcript(header.game, number)
        self.broken: Phrase | None = None
        self.score = Score(white, black)
        self.crawford = bool(crawford and header.length)
        self.thrown: _Thrown | None = None
        self.automatic = automatic if header.version >= _AUTOMATIC else 0
        """How often the cube was doubled by ties at the opening, which the cube of the file does not count."""
        try:
            if not (0 <= white <= MOST_POINTS and 0 <= black <= MOST_POINTS):
                self.score = Score()
                raise InvalidRecord(phrase("it is said to begin at {score}", score=f"{white}:{black}"))
            if not 0 <= self.automatic <= _MOST_AUTOMATIC:
                raise InvalidRecord(
                    phrase("there cannot have been {count} automatic doubles", count=self.automatic)
                )
            start = self._board(rest[:26])
        except InvalidRecord as error:
            self._break(error)
            return
        self.start_told = start is not None
        if start is not None:
            self.taken.begin(start)
        if self.automatic:
            self.taken.put_cube(1 << self.automatic)
            began = phrase("it began at {value}, after ties at the opening", value=1 << self.automatic)
            self.taken.note(phrase("its cube"), began)

    @property
    def notes(self) -> list[Phrase]:
        """What the file leaves out of the game, or says oddly."""
        return self.taken.notes

    @property
    def _turn(self) -> Phrase:
        return phrase("turn {number}", number=len(self.taken.turns) + 1)

    def game(self) -> Game:
        """What has been read."""
        if self.broken is None:
            self._attempt(lambda: self._settle(None))
        taken = self.taken
        begun = Game(taken.start, self.score, self.crawford)
        return replace(begun, turns=tuple(taken.turns), result=taken.result)

    def unknown(self) -> None:
        """A record of a kind that the description does not have."""
        self.taken.note(self._turn, phrase("a part of it is missing in the file"))

    def decision(self, record: bytes) -> None:
        """Take in a decision about the cube."""
        self._attempt(lambda: self._decide(*DECISION.unpack_from(record, AT_BODY)))

    def move(self, record: bytes) -> None:
        """Take in a roll and its play."""
        self._attempt(lambda: self._move(PLAY.unpack_from(record, AT_BOARDS)))

    def footer(self, record: bytes) -> None:
        """Take in how the game ended."""
        if self.broken is None:
            self._attempt(lambda: self._settle(None))
        *_, winner, points, termination = END.unpack_from(record, AT_BODY)
        if winner == 0:
            return
        if winner not in (1, -1) or abs(points) > MOST_POINTS:
            odd = phrase(
                "player {player} won {points} points, which cannot be; left out", player=winner, points=points
            )
            self.taken.note(ITS_RESULT, odd)
            return
        side = _side(winner)
        if termination >= SETTLED:
            settled = phrase("the players settled it; the winner is the one whom the file names")
            self.taken.note(ITS_RESULT, settled)
        self.taken.end(ITS_RESULT, side, abs(points) or None)
        told = self.taken.result
        assert told is not None
        how = HOW.get(termination % RESIGNED) if termination < RESIGNED else "resigned"
        if how is None:
            won = win_of(self.rules, self.taken.position, side)
            how = "resigned" if won is None else won[2]
        self.taken.result = Result(side, told.points, how)

    def _attempt(self, step: Callable[[], None]) -> None:
        """Take a step; where it cannot be taken, the game is read up to there."""
        if self.broken is not None:
            return
        try:
            step()
        except InvalidRecord as error:
            self._break(error)

    def _break(self, error: InvalidRecord) -> None:
        with suppress(InvalidRecord):
            self._settle(None)
        self.broken = in_game(self.taken.number, self._turn, error)
        self.taken.note(self._turn, phrase("nothing can be read from here on: {why}", why=error))

    def _stands(self, board: Position | None, active: Side, power: int) -> None:
        """Hold the board and the cube with which a record begins against what the turns before it left."""
        self._settle(board)
        taken = self.taken
        if board is not None and board != taken.position:
            if taken.turns:
                taken.note(
                    self._turn,
                    phrase("the board is not as the turn before it left it; read on from it as it is told"),
                )
                taken.jump(self._turn, board, active.other, None)
            else:
                if self.start_told:
                    taken.note(
                        self._turn, phrase("the board is not the one with which the game is said to begin")
                    )
                taken.begin(board)
        self._cube_stands(active, power)

    def _cube_stands(self, active: Side, power: int) -> None:
        taken = self.taken
        if abs(power) + self.automatic >= MOST_CUBE.bit_length():
            raise InvalidRecord(phrase("there is no cube with the power {power}", power=power))
        owner = None if power == 0 else Side.WHITE if power > 0 else Side.BLACK
        told = Cube(1 << (abs(power) + self.automatic), owner)
        pending = taken.pending
        if pending is not None and pending.answer is None:
            if told == taken.cube.taken():
                taken.note(
                    self._turn,
                    phrase("the double before it is not answered; the cube says that it was taken"),
                )
                taken.answer(self._turn, CubeAction.TAKE)
            return
        if told == taken.cube:
            return
        offered = taken.cube.offered(active) if taken.cube.owner in (None, active) else None
        if offered is not None and told == offered.taken():
            taken.note(
                self._turn,
                phrase("its double is not told, but the cube is as one that was taken left it; filled in"),
            )
            taken.double(self._turn, active)
            taken.answer(self._turn, CubeAction.TAKE)
            return
        taken.note(
            self._turn,
            phrase("the cube is not as the turns before it left it; read on with it as it is told"),
        )
        taken.put_cube(told.value, told.owner)

    def _decide(
        self, active: int, double: int, take: int, beaver: int, _: int, power: int, *board: int
    ) -> None:
        side = _side(active)
        self._stands(self._board(board), side, power)
        if double != 1:
            return
        self.taken.double(self._turn, side)
        answer = _ANSWERS.get(take)
        if answer is not None:
            self.taken.answer(self._turn, answer)
        if answer is CubeAction.BEAVER and beaver == XgAnswer.RAISE:
            self.taken.answer(self._turn, CubeAction.RACCOON)

    def _move(self, values: tuple[int, ...]) -> None:
        side, steps, dice, power = _side(values[52]), values[53:61], values[61:63], values[63]
        self._stands(self._board(values[:26]), side, power)
        after = self._board(values[26:52], side)
        if dice == (0, 0):
            self.taken.note(self._turn, phrase("it has no roll; left out"))
            return
        try:
            roll = Roll.of(*dice)
        except EngineError as error:
            raise InvalidRecord(phrase_of(error)) from error
        written = _written(steps)
        self.thrown = _Thrown(side, roll, None if after is None and not written.moves else written, after)

    def _settle(self, board: Position | None) -> None:
        """Take down the roll that was thrown last, with the board that follows it; None where nothing does."""
        thrown, self.thrown = self.thrown, None
        if thrown is None:
            return
        side, roll, play, after = thrown.side, thrown.roll, thrown.play, thrown.after
        taken, where = self.taken, self._turn
        before = taken.position
        led = None if play is None else made(self.rules, before, side, play)
        if play is not None and led is not None and led in (board, after):
            if after is not None and led != after:
                taken.note(
                    where,
                    phrase(
                        "the board after it is not the one that its moves lead to, from which the game goes on"
                    ),
                )
            taken.take_as_it_was(side, roll, Outcome(led, _with_hits(self.rules, before, side, play)))
            return
        reached = after if board is None else board
        if reached is None:
            legal = legal_plays(self.rules, before, side, roll)
            found = next((each for each in legal if each.position == led), None)
            if found is None:
                taken.unplayed(where, roll)
            else:
                taken.take_as_it_was(side, roll, found)
            return
        if self._seen(thrown, reached, sure=board is not None):
            taken.note(where, phrase("only the board that the play left is told"))

    def _seen(self, thrown: _Thrown, reached: Position, *, sure: bool) -> bool:
        """Take down a play by the board that it left; False where that is not `sure`, and no legal play leaves it."""
        taken, where, side, roll = self.taken, self._turn, thrown.side, thrown.roll
        legal = legal_plays(self.rules, taken.position, side, roll)
        found = next((each for each in legal if each.position == reached), None)
        if found is not None:
            taken.take_as_it_was(side, roll, found)
            return True
        if not sure:
            # XG cannot write down every illegal play, nor the board after it.
            taken.note(
                where,
                phrase(
                    "{roll} was thrown; its moves do not lead to the board after it, and nothing follows; left out",
                    roll=roll,
                ),
            )
            return False
        try:
            play = likely_play(self.rules, taken.position, side, reached, roll)
        except EngineError:
            taken.jump(where, reached, side, roll)
        else:
            taken.take_as_it_was(side, roll, Outcome(reached, play))
        return True

    def _board(self, counts: _Counts, side: Side = Side.WHITE) -> Position | None:
        """A board of the file as a side sees it, None where it is not told; checkers that are
        not on it have been borne off.
        """
        if not any(counts):
            return None
        if side is Side.BLACK:
            counts = [-count for count in reversed(counts)]
        white = [0, *(max(0, count) for count in counts[1:])]
        black = [0, *(max(0, -counts[BAR - site]) for site in range(1, BAR + 1))]
        men = sum(self.rules.start.white)
        if counts[0] > 0 or counts[BAR] < 0 or sum(white) > men or sum(black) > men:
            raise InvalidRecord(phrase("there cannot be such a board"))
        white[OFF], black[OFF] = men - sum(white), men - sum(black)
        return Position(tuple(white), tuple(black))


def _side(number: int) -> Side:
    if number not in (1, -1):
        raise InvalidRecord(phrase("there is no player {number}", number=number))
    return Side.WHITE if number == 1 else Side.BLACK


def _written(steps: tuple[int, ...]) -> Play:
    """The moves as they are written: pairs from 0, 24 the bar; one that ends below the first point bears off."""
    moves = []
    for origin, target in zip(steps[::2], steps[1::2], strict=True):
        # Where no play was entered, every step is from the first point to itself.
        if not 0 <= origin < BAR or origin == target:
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
