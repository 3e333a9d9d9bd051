"""Watching the doubling cube: offered, taken and passed by moving it on the real board (rules 5.1, 6.6)."""

from engine.board import CubePlace, Side
from engine.match.cube import CubeAction
from engine.match.match import CubeTurn
from engine.play import Play
from engine.referee.turn_ending import conclude
from engine.state.events import Beavered, CubeFault, Doubled, Raccooned, Taken
from engine.state.match_state import Phase, is_taken, may_do, why_no_double
from engine.state.messages import CubeSeen
from engine.turn.context import TurnContext
from engine.turn.tracker import Timer
from engine.turn.turn_reading import is_closed_out

CUBE_SECONDS = 0.5
"""How long the cube lies in its new place before it means anything."""
UNSEEN_SECONDS = 2.0
"""How long it lies on a player's side before an offer that nobody saw is concluded."""

OFFERS = {CubePlace.OFFERED_NEAR: Side.WHITE, CubePlace.OFFERED_FAR: Side.BLACK}
"""Who offers it, by where it lies."""
SIDES = {CubePlace.NEAR: Side.WHITE, CubePlace.FAR: Side.BLACK}
"""Whose the cube is, by where it lies."""


def offered(context: TurnContext) -> bool:
    """Whether the cube on the board offers a double, which is taken note of."""
    seen = context.tracker.look.cube if context.tracker.look else None
    if seen is None:
        context.forget(Timer.CUBE)
        return False
    if context.cube_is_idle(seen.place):
        return False
    held = context.hold(Timer.CUBE, seen.place)
    by = OFFERS.get(seen.place)
    if by is not None and held.lasts(context.tracker.now, CUBE_SECONDS):
        return _offer(context, by, held.frame)
    if (
        by is None
        and context.match_state.cube_fault is not None
        and held.lasts(context.tracker.now, CUBE_SECONDS)
    ):
        context.happen(CubeFault(context.match_state.side or Side.WHITE, None))
    taker = SIDES.get(seen.place)
    if held.lasts(context.tracker.now, CUBE_SECONDS) and _raised_again(context, seen, held.frame):
        return True
    if (
        taker is not None
        and held.lasts(context.tracker.now, UNSEEN_SECONDS)
        and is_taken(context.match_state, taker.other, seen)
    ):
        context.happen(Doubled(taker.other, context.match_state.cube.next_value), held.frame)
        context.happen(Taken(taker), held.frame)
        return True
    return False


def _raised_again(context: TurnContext, seen: CubeSeen, frame: int) -> bool:
    """Whether the cube has been turned once more where the taker has it: a beaver, or a
    raccoon; or a beaver is passed.
    """
    match_state, turn = context.match_state, context.match_state.last_turn
    if match_state.phase is not Phase.TO_THROW or not isinstance(turn, CubeTurn):
        return False
    if match_state.beaver is not None and seen.place is CubePlace.CENTRE:
        if CubeAction.PASS in may_do(match_state):
            context.pass_double()
            return True
        return False
    if SIDES.get(seen.place) is not turn.side.other or seen.value != match_state.cube.next_value:
        return False
    if turn.answer is CubeAction.TAKE and context.terms.beaver:
        context.happen(Beavered(turn.side.other), frame)
    elif turn.answer is CubeAction.BEAVER and context.terms.raccoon:
        context.happen(Raccooned(turn.side), frame)
    else:
        return False
    context.forget(Timer.CUBE)
    return True


def _offer(context: TurnContext, by: Side, frame: int) -> bool:
    match_state = context.match_state
    if (
        match_state.phase is Phase.TO_MOVE
        and match_state.side is by.other
        and match_state.cube.may_double(by)
    ):
        # A double ends the opponent's turn even while their dice still lie.
        conclude(context, only_if_moved=False)
        match_state = context.match_state
        if match_state.phase is not Phase.TO_THROW:
            return True
    if _passes(context, by.other):
        context.play(None, Play(), context.position)
        match_state = context.match_state
    why = why_no_double(match_state, by)
    if why is None:
        context.happen(Doubled(by, match_state.cube.next_value), frame)
        context.forget(Timer.CUBE, Timer.THROW, Timer.BOARD)
        return True
    if match_state.cube_fault != why:
        context.happen(CubeFault(by, why), frame)
    return False


def _passes(context: TurnContext, side: Side) -> bool:
    """Whether the side on turn is closed out and passes, so that its opponent may double (rules 6.7)."""
    on_turn = context.is_to_throw(side)
    return (
        on_turn
        and context.profile.auto_pass_closed_out
        and is_closed_out(context.game, context.position, side)
    )


def answered(context: TurnContext) -> bool:
    """Whether the double on offer has been answered by moving the cube, or by throwing."""
    cube, look = context.match_state.cube, context.tracker.look
    by = cube.offered_by
    assert by is not None
    throw = context.seen_throw(by)
    if throw.is_of(by) and throw.lasts(context.tracker.now):
        context.happen(Taken(by.other))
        context.leave_cube()
        context.accept(throw)
        return True
    if look is None or look.cube is None or context.cube_is_idle(look.cube.place):
        return False
    held = context.hold(Timer.CUBE, look.cube.place)
    if not held.lasts(context.tracker.now, CUBE_SECONDS):
        return False
    if look.cube.place is CubePlace.CENTRE:
        context.pass_double()
        return True
    if SIDES.get(look.cube.place) is by.other:
        beavered = context.terms.beaver and look.cube.value == cube.taken().next_value
        context.happen(Beavered(by.other) if beavered else Taken(by.other), held.frame)
        context.forget(Timer.CUBE)
        return True
    return False
