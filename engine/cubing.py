"""Watching the doubling cube: offered, taken and passed by moving it on the real board (rules 5.1, 6.6)."""

from engine.board import CubePlace, Side
from engine.case import Case
from engine.events import CubeFault, Doubled, Taken
from engine.ledger import Phase
from engine.match import Result
from engine.messages import CubeSeen
from engine.throws import ThrowKind
from engine.turns import conclude

CUBE_SECONDS = 0.5
"""How long the cube lies in its new place before it means anything."""
UNSEEN_SECONDS = 2.0
"""How long it lies on a player's side before an offer that nobody saw is concluded."""

_OFFERS = {CubePlace.OFFERED_NEAR: Side.WHITE, CubePlace.OFFERED_FAR: Side.BLACK}
_SIDES = {CubePlace.NEAR: Side.WHITE, CubePlace.FAR: Side.BLACK}


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
    taker = _SIDES.get(seen.place)
    if taker is not None and held.lasts(case.attention.now, UNSEEN_SECONDS) and _unseen(case, seen, taker):
        case.happen(Doubled(taker.other, case.ledger.cube.value * 2), held.frame)
        case.happen(Taken(taker), held.frame)
        return True
    return False


def _offer(case: Case, by: Side, frame: int) -> bool:
    ledger = case.ledger
    if ledger.phase is Phase.TO_MOVE and ledger.side is by.other and ledger.cube.may_double(by):
        # A double ends the opponent's turn even while his dice still lie.
        conclude(case, only_if_moved=False)
        ledger = case.ledger
        if ledger.phase is not Phase.TO_THROW:
            return True
    why = None
    if not ledger.cube.in_play:
        why = "the cube is out of play in this game"
    elif not ledger.cube.may_double(by):
        why = "the cube belongs to the opponent"
    elif ledger.side is not by or ledger.phase is not Phase.TO_THROW:
        why = "a double is offered on one's own turn, before throwing"
    if why is None:
        case.happen(Doubled(by, ledger.cube.value * 2), frame)
        case.forget("cube", "throw", "board")
        return True
    if ledger.cube_fault != why:
        case.happen(CubeFault(by, why), frame)
    return False


def _unseen(case: Case, seen: CubeSeen, taker: Side) -> bool:
    cube = case.ledger.cube
    on_turn = case.ledger.phase is Phase.TO_THROW and case.ledger.side is taker.other
    return (
        on_turn and cube.owner is not taker and cube.may_double(taker.other) and seen.value == cube.value * 2
    )


def answered(case: Case) -> bool:
    """Whether the double on offer has been answered by moving the cube, or by throwing."""
    cube, look = case.ledger.cube, case.attention.look
    by = cube.offered_by
    assert by is not None
    throw = case.attention.throw(by)
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
        case.end_game(Result(by, cube.value, "passed"))
        return True
    if _SIDES.get(look.cube.place) is by.other:
        case.happen(Taken(by.other), held.frame)
        case.forget("cube")
        return True
    return False
