"""A game that is under way when it is first seen."""

from dataclasses import replace

from engine.referee.cubing import SIDES
from engine.referee.unseen import ask_which, likeliest_boards
from engine.state.events import Corrected
from engine.state.match_state import Phase
from engine.turn.context import Case
from engine.turn.throws import FollowedDie, ThrowKind, played_out

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
    seating, start = case.seating, case.game.start
    boards = likeliest_boards(case, start)
    if boards[0] == start:
        # heaps made it doubtful, but it is the beginning: the throw is the opening's
        case.start_game(start, seating)
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


def lying_before(case: Case, dice: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """The dice of the very first look, or of the first after a restart, with those marked that say nothing.

    Dice on the last mover's half are those that he played with; where a game may be joined that is under way all may be.
    """
    ledger = case.ledger
    if ledger.phase is Phase.NO_GAME and case.attention.join:
        return tuple(replace(die, stale=True) for die in dice)
    last, side = ledger.last_play, ledger.side
    played = last.side if last is not None else None if side is None else side.other
    return dice if ledger.phase is not Phase.TO_THROW or played is None else played_out(dice, played)
