"""Watching the doubling cube: offered, taken and passed by moving it on the real board (rules 5.1, 6.6)."""

from engine.board import CubePlace, Side
from engine.match.cube import CubeAction
from engine.match.match import CubeTurn
from engine.play import Play
from engine.referee.turn_watching import conclude
from engine.state.events import Beavered, CubeFault, Doubled, Raccooned, Taken
from engine.state.match_state import Phase
from engine.state.messages import CubeSeen
from engine.turn.context import Case
from engine.turn.doubling import is_taken, may_do, why_no_double
from engine.turn.throws import ThrowKind
from engine.turn.turn_reading import is_closed_out

CUBE_SECONDS = 0.5
"""How long the cube lies in its new place before it means anything."""
UNSEEN_SECONDS = 2.0
"""How long it lies on a player's side before an offer that nobody saw is concluded."""

_OFFERS = {CubePlace.OFFERED_NEAR: Side.WHITE, CubePlace.OFFERED_FAR: Side.BLACK}
SIDES = {CubePlace.NEAR: Side.WHITE, CubePlace.FAR: Side.BLACK}
"""Whose the cube is, by where it lies."""


def offered(case: Case) -> bool:
    """Whether the cube on the board offers a double, which is taken note of."""
    seen = case.attention.look.cube if case.attention.look else None
    if seen is None:
        case.forget("cube")
        return False
    if case.cube_is_idle(seen.place):
        return False
    held = case.hold("cube", seen.place)
    by = _OFFERS.get(seen.place)
    if by is not None and held.lasts(case.attention.now, CUBE_SECONDS):
        return _offer(case, by, held.frame)
    if by is None and case.ledger.cube_fault is not None and held.lasts(case.attention.now, CUBE_SECONDS):
        case.happen(CubeFault(case.ledger.side or Side.WHITE, None))
    taker = SIDES.get(seen.place)
    if held.lasts(case.attention.now, CUBE_SECONDS) and _raised_again(case, seen, held.frame):
        return True
    if (
        taker is not None
        and held.lasts(case.attention.now, UNSEEN_SECONDS)
        and is_taken(case.ledger, taker.other, seen)
    ):
        case.happen(Doubled(taker.other, case.ledger.cube.next_value), held.frame)
        case.happen(Taken(taker), held.frame)
        return True
    return False


def _raised_again(case: Case, seen: CubeSeen, frame: int) -> bool:
    """Whether the cube has been turned once more where the taker has it: a beaver, or a raccoon; or a beaver is passed."""
    ledger, turn = case.ledger, case.ledger.last_turn
    if ledger.phase is not Phase.TO_THROW or not isinstance(turn, CubeTurn):
        return False
    if ledger.beaver is not None and seen.place is CubePlace.CENTRE:
        if CubeAction.PASS in may_do(ledger):
            case.pass_double()
            return True
        return False
    if SIDES.get(seen.place) is not turn.side.other or seen.value != ledger.cube.next_value:
        return False
    if turn.answer is CubeAction.TAKE and case.terms.beaver:
        case.happen(Beavered(turn.side.other), frame)
    elif turn.answer is CubeAction.BEAVER and case.terms.raccoon:
        case.happen(Raccooned(turn.side), frame)
    else:
        return False
    case.forget("cube")
    return True


def _offer(case: Case, by: Side, frame: int) -> bool:
    ledger = case.ledger
    if ledger.phase is Phase.TO_MOVE and ledger.side is by.other and ledger.cube.may_double(by):
        # A double ends the opponent's turn even while his dice still lie.
        conclude(case, only_if_moved=False)
        ledger = case.ledger
        if ledger.phase is not Phase.TO_THROW:
            return True
    if _passes(case, by.other):
        case.play(None, Play(), case.position)
        ledger = case.ledger
    why = why_no_double(ledger, by)
    if why is None:
        case.happen(Doubled(by, ledger.cube.next_value), frame)
        case.forget("cube", "throw", "board")
        return True
    if ledger.cube_fault != why:
        case.happen(CubeFault(by, why), frame)
    return False


def _passes(case: Case, side: Side) -> bool:
    """Whether the side on turn is closed out and passes, so that its opponent may double (rules 6.7)."""
    on_turn = case.ledger.phase is Phase.TO_THROW and case.ledger.side is side
    return on_turn and case.profile.auto_pass_closed_out and is_closed_out(case.game, case.position, side)


def answered(case: Case) -> bool:
    """Whether the double on offer has been answered by moving the cube, or by throwing."""
    cube, look = case.ledger.cube, case.attention.look
    by = cube.offered_by
    assert by is not None
    throw = case.seen_throw(by)
    if throw.kind is ThrowKind.VALID and throw.side is by and throw.lasts(case.attention.now):
        case.happen(Taken(by.other))
        case.leave_cube()
        case.accept(throw)
        return True
    if look is None or look.cube is None or case.cube_is_idle(look.cube.place):
        return False
    held = case.hold("cube", look.cube.place)
    if not held.lasts(case.attention.now, CUBE_SECONDS):
        return False
    if look.cube.place is CubePlace.CENTRE:
        case.pass_double()
        return True
    if SIDES.get(look.cube.place) is by.other:
        beavered = case.terms.beaver and look.cube.value == cube.taken().next_value
        case.happen(Beavered(by.other) if beavered else Taken(by.other), held.frame)
        case.forget("cube")
        return True
    return False
