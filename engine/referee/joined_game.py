"""A game that is under way when it is first seen."""

from dataclasses import replace

from engine.referee.cubing import SIDES
from engine.referee.unseen import ask_which, likeliest_boards
from engine.state.events import Corrected
from engine.state.match_state import Phase
from engine.turn.context import TurnContext
from engine.turn.throws import FollowedDie, ThrowKind, played_out

SURE_CUBE = 0.9
"""The probability from which on the number and the place of a cube are believed at first sight."""
UNTURNED = 64
"""The number that a cube shows which stands at 1."""


def join(context: TurnContext) -> None:
    """The game that a throw is made in is taken to be under way."""
    throw = context.seen_throw(None)
    if throw.kind is not ThrowKind.VALID or throw.side is None or throw.roll is None:
        return
    if not throw.lasts(context.tracker.now):
        return
    seating, start = context.seating, context.game.start
    boards = likeliest_boards(context, start)
    if boards[0] == start:
        # heaps made it doubtful, but it is the beginning: the throw is the opening's
        context.start_game(start, seating)
        return
    context.start_game(boards[0], seating, throw.side)
    context.tracker = replace(context.tracker, opened=context.evidence)
    _take_cube(context)
    if len(boards) > 1:
        ask_which(context, *boards)
    context.throw(throw.side, throw.roll, throw.dice, opening=False)


def _take_cube(context: TurnContext) -> None:
    """The cube is whose it lies with, at the number that it shows; one that shows 64 has not been turned yet."""
    seen = context.tracker.look.cube if context.tracker.look is not None else None
    owner = None if seen is None else SIDES.get(seen.place)
    if seen is None or owner is None or not context.match_state.cube.in_play:
        return
    if seen.p >= SURE_CUBE and seen.value < UNTURNED:
        context.happen(
            Corrected("cube", cube=replace(context.match_state.cube, value=seen.value, owner=owner))
        )
        context.leave_cube()


def lying_before(context: TurnContext, dice: tuple[FollowedDie, ...]) -> tuple[FollowedDie, ...]:
    """The dice of the very first look, or of the first after a restart, with those marked that say nothing.

    Dice on the last mover's half are those that they played with; where a game may be
    joined that is under way all may be.
    """
    match_state = context.match_state
    if match_state.phase is Phase.NO_GAME and context.tracker.join:
        return tuple(replace(die, stale=True) for die in dice)
    last, side = match_state.last_play, match_state.side
    played = last.side if last is not None else None if side is None else side.other
    return dice if match_state.phase is not Phase.TO_THROW or played is None else played_out(dice, played)
