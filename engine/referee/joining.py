"""A game that is under way when it is first seen."""

from dataclasses import replace

from engine.board import Kind, Side
from engine.hearing.appearance import as_position, on_board
from engine.hearing.case import Case
from engine.hearing.reading import settled_board
from engine.hearing.throws import Die, ThrowKind, played_out
from engine.ledger.events import Corrected
from engine.ledger.ledger import Phase
from engine.position import Position
from engine.referee.cubing import SIDES
from engine.referee.unseen import ask_which
from engine.tables.tables import TablesGame

DOUBTED, BELIEVED = 6.0, 18.0
"""By how much likelier (in log-likelihood) the board with checkers missing must be, while others of their side still stand
outside its home, for people to be asked, and for it to be taken as it is seen until they have answered.
"""
STRAGGLERS = 2
"""So many checkers outside, the others at home, may have been hit while they were borne off."""
DOUBTED_LATE, BELIEVED_LATE = 1.0, 4.0
"""The same where no more than those are outside."""
SURE_CUBE = 0.9
"""The probability from which on the number and the place of a cube are believed at first sight."""
UNTURNED = 64
"""The number that a cube shows which stands at 1."""


def join(case: Case) -> None:
    """The game that a throw is made in is taken to be under way."""
    throw = case.seen_throw(None)
    if throw.kind is not ThrowKind.VALID or throw.side is None or throw.roll is None:
        return
    if not throw.lasts(case.attention.now):
        return
    seating, like = case.seating, case.game.start
    seen = settled_board(case.game, case.evidence, seating, like)
    boards: tuple[Position, ...] = (seen,)
    if isinstance(case.game, TablesGame):
        boards = _weighed(case, case.game, seen, like)
    if boards[0] == like:
        # heaps made it doubtful, but it is the beginning: the throw is the opening's
        case.start_game(like, seating)
        return
    case.start_game(boards[0], seating, throw.side)
    _take_cube(case)
    if len(boards) > 1:
        ask_which(case, *boards)
    case.throw(throw.side, throw.roll, throw.dice, opening=False)


def _take_cube(case: Case) -> None:
    """The cube is whose it lies with, at the number that it shows; one that shows 64 has not been turned yet."""
    seen = case.attention.look.cube if case.attention.look is not None else None
    owner = None if seen is None else SIDES.get(seen.place)
    if seen is None or owner is None or not case.ledger.cube.in_play:
        return
    if seen.p >= SURE_CUBE and seen.value < UNTURNED:
        case.happen(Corrected("cube", cube=replace(case.ledger.cube, value=seen.value, owner=owner)))
        case.leave_cube()


def lying_before(case: Case, dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice of the very first look, or of the first after a restart, with those marked that say nothing.

    Dice on the last mover's half are those that he played with; where a game may be joined that is under way all may be.
    """
    ledger = case.ledger
    if ledger.phase is Phase.NO_GAME and case.attention.join:
        return tuple(replace(die, stale=True) for die in dice)
    last, side = ledger.last_play, ledger.side
    played = last.side if last is not None else None if side is None else side.other
    return dice if ledger.phase is not Phase.TO_THROW or played is None else played_out(dice, played)


def _weighed(case: Case, game: TablesGame, seen: Position, like: Position) -> tuple[Position, ...]:
    """The likelier board, with all checkers there or as it is seen; and after it the other, unless that is out of the question.

    Checkers that lie in a heap are easily overlooked, and hardly ever is one off while others are still on their way.
    """
    outside = {side: _on_their_way(game, seen, side) if seen.of(side)[0] > 0 else 0 for side in Side}
    if not any(outside.values()) or any(like.past.hand):
        return (seen,)
    counts = {side: on_board(like if outside[side] else seen, side) for side in Side}
    kinds = [case.seating.side(kind) for kind in (Kind.LIGHT, Kind.DARK)]
    best = case.evidence.best((counts[kinds[0]], counts[kinds[1]]))
    whole = as_position(game, best, case.seating, like)
    gain = case.likelihood(seen) - case.likelihood(whole)
    late = max(outside.values()) <= STRAGGLERS
    if gain < (DOUBTED_LATE if late else DOUBTED):
        return (whole,)
    return (whole, seen) if gain < (BELIEVED_LATE if late else BELIEVED) else (seen, whole)


def _on_their_way(game: TablesGame, position: Position, side: Side) -> int:
    """How many checkers a side has outside its home, the bar included."""
    return sum(position.of(side)[game.home + 1 :])
