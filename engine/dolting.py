"""Ketch-dolt: a number lays a checker on the point of its own, and draws one of the opponent's that lies across.

Both sides count the six points of their tables alike, so that each lies straight across from the opponent's of the same
number. Who forgets to draw is dolted and has lost.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.board import BAR, OFF, Side
from engine.dice import Roll
from engine.faults.diagnosis import MUST_USE, JudgedTurn, Law, diagnosed
from engine.past import Past
from engine.play import Fault, Move, Outcome, Play
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.rabattues import EARLY, NumberedTurn
from engine.tables.tables_game import TablesGame

_DOLTED = "ketch_dolted"


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of a turn: both sides' counts, the numbers left."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KetchDolt:
    """The family of ketch-dolt; `from_full`: checkers are also drawn from a table that has been filled.

    The past's tally says which side has been dolted: (1, 0) White.
    """

    from_full: bool = False

    @property
    def travels(self) -> bool:
        """Nothing travels: a checker is laid on its point and borne off from there."""
        return False

    def outcomes(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """The legal results with their past: just one, but where the last checker is laid in the middle of a throw."""
        turn = self._turn(game, position, side, roll)
        ends = {self._board(position, side, each): each for each in reversed(turn.ends)}
        return tuple(
            Outcome(self._with_past(board, position, side), Play(turn.ways[end]))
            for board, end in reversed(ends.items())
        )

    def on_the_way(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included.

        Of laying a checker and drawing the other either may be done first.
        """
        good = self._turn(game, position, side, roll).completable
        return frozenset(
            self._board(position, side, replace(laid, theirs=drawn.theirs)) for laid in good for drawn in good
        )

    def win(
        self, game: TablesGame, position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """Whose opponent is dolted, or who has borne off their last checker."""
        if any(position.past.tally):
            return Side.BLACK if position.past.tally[0] else Side.WHITE, 1, "dolted"
        for side in (just_moved, just_moved.other):
            if position.of(side)[OFF] == game.men:
                return side, 1, "single"
        return None

    def explain(self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
        """The fault of a seen position that no legal play reaches."""
        theirs, seen = position.of(side.other), self._told_apart(game, position, side, roll, seen)
        laws = [
            Law("R.must_use", MUST_USE),
            Law(
                "R.dolted", _DOLTED, lambda move: _is_laid(move) and not move.hit and theirs[move.target] > 0
            ),
            Law("R.bearoff", EARLY, lambda move: move.target == OFF),
        ]
        scene = JudgedTurn(
            position,
            side,
            roll,
            game.units(roll),
            legal_plays(game, position, side, roll),
            seen,
            game.facing(side),
            number=lambda origin, target: target or origin,
            pile=lambda site: site,
        )

        def reach(ignored: frozenset[str]) -> dict[Position, Play]:
            turn = self._turn(game, position, side, roll, ignored)
            moments = turn.ways if MUST_USE in ignored else turn.ends
            return {self._board(position, side, each): Play(turn.ways[each]) for each in moments}

        fault = diagnosed(scene, laws, reach, together=2)
        if fault.message == "opponent_moved":
            undue = _undue(position, side, scene.seen)
            if undue is None:
                # Each that was drawn went with one that was laid: what is wrong is where that was.
                undrawn = self._board(scene.seen, side, _Moment(scene.seen.of(side), theirs, ()))
                # But where all else is in order nothing was to be drawn: the table is full.
                if all(each.position != undrawn for each in scene.outcomes):
                    fault = diagnosed(replace(scene, seen=undrawn), laws, reach, together=2)
            else:
                args = (*(each for each in fault.args if each[0] != "origin"), ("origin", str(undue)))
                fault = replace(fault, message="ketch_undue", args=args, points=(undue,))
        return _in_hand(fault)

    def stands(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that stands although no legal play leads to it: who did not draw is dolted."""
        seen = self._told_apart(game, position, side, roll, seen)
        dolted = seen in self._boards(game, position, side, roll, frozenset((_DOLTED,)))
        dolted = dolted and seen not in self._boards(game, position, side, roll, frozenset())
        return self._with_past(seen, position, side, dolted=dolted)

    def _told_apart(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that was seen, with what lies beside it in the hand or off, as it can have come there."""
        readings = _readings(position, side, seen)
        boards = self._boards(game, position, side, roll, frozenset((_DOLTED, EARLY)))
        return next((each for each in readings if each in boards), readings[0])

    def _boards(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, ignored: frozenset[str]
    ) -> set[Position]:
        """The boards of all moments of a turn."""
        turn = self._turn(game, position, side, roll, ignored)
        return {self._board(position, side, each) for each in turn.ways}

    def _turn(
        self,
        game: TablesGame,
        position: Position,
        side: Side,
        roll: Roll,
        ignored: frozenset[str] = frozenset(),
    ) -> NumberedTurn[_Moment]:
        """A turn, the numbers taken in every order; `ignored`: as if the laws with these messages did not hold."""
        start = _Moment(position.of(side), position.of(side.other), game.units(roll))
        return NumberedTurn.explored(start, lambda moment: self._grow(moment, ignored))

    def _grow(self, moment: _Moment, ignored: frozenset[str]) -> Iterator[tuple[Move, _Moment]]:
        """The moments after one, each with the move."""
        own, theirs = moment.own, moment.theirs
        for number in dict.fromkeys(moment.left):
            left = list(moment.left)
            left.remove(number)
            moves = []
            if own[BAR]:
                due = theirs[number] > 0 and (theirs[BAR] > 0 or self.from_full)
                moves.append(Move(BAR, number, due))
                if due and _DOLTED in ignored:
                    moves.append(Move(BAR, number))
            if own[number] and (not own[BAR] or EARLY in ignored):
                moves.append(Move(number, OFF))
            for move in moves:
                after = _shifted(own, move.origin, move.target)
                drawn = _shifted(theirs, number, BAR) if move.hit else theirs
                yield move, _Moment(after, drawn, tuple(left))

    @staticmethod
    def _board(position: Position, side: Side, moment: _Moment) -> Position:
        white, black = (moment.own, moment.theirs)[:: 1 if side is Side.WHITE else -1]
        return Position(white, black, position.past)

    @staticmethod
    def _with_past(board: Position, before: Position, side: Side, *, dolted: bool = False) -> Position:
        """A board at the end of a side's turn, with its past."""
        tally = (int(side is Side.WHITE), int(side is Side.BLACK)) if dolted else ()
        opener = before.past.opener or side
        return replace(
            board, past=Past(hand=(board.white[BAR], board.black[BAR]), opener=opener, tally=tally)
        )


def _undue(before: Position, side: Side, seen: Position) -> int | None:
    """The point from which more of the opponent's checkers were drawn than were laid there."""
    own, theirs = before.of(side), before.of(side.other)
    mine, others = seen.of(side), seen.of(side.other)
    return next((p for p in range(1, 7) if theirs[p] - others[p] > max(0, mine[p] - own[p])), None)


def _in_hand(fault: Fault) -> Fault:
    """A fault as this game has it: what is on no point, and not borne off, is in the hand."""
    args = tuple(
        (name, re.sub(r"\bbar\b", "hand", told) if isinstance(told, str) else told)
        for name, told in fault.args
        # A play that did not draw may be written like the one that does.
        if not (fault.message == _DOLTED and name == "play")
    )
    return replace(fault, args=args, also=tuple(map(_in_hand, fault.also)))


def _is_laid(move: Move) -> bool:
    return move.origin == BAR


def _shifted(counts: tuple[int, ...], origin: int, target: int) -> tuple[int, ...]:
    """A side's counts with one checker moved."""
    after = list(counts)
    after[origin] -= 1
    after[target] += 1
    return tuple(after)


def _readings(before: Position, side: Side, seen: Position) -> list[Position]:
    """A board that was seen, what lies beside it told apart: who has still checkers to lay bears none off, unless the
    last of them was laid in this turn; and nobody bears off in the other's.
    """
    ours, theirs = before.of(side), before.of(side.other)
    own, other = seen.of(side), _beside(seen.of(side.other), theirs[OFF])
    told = [_beside(own, ours[OFF]), _beside(own, own[OFF] + own[BAR])] if ours[BAR] else [own]
    white = side is Side.WHITE
    return [Position(*((each, other) if white else (other, each)), seen.past) for each in told]


def _beside(men: tuple[int, ...], off: int) -> tuple[int, ...]:
    """A side's counts with so many of those beside the board off, if they are as many, and the others in the hand."""
    aside = men[OFF] + men[BAR]
    return (off, *men[1:BAR], aside - off) if aside >= off else men
