"""What may be done with the cube now, and why not (rules sections 5.1, 5.2)."""

from engine.board import CubePlace, Side
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, Crawford
from engine.match.terms import BeaverPass, NoDouble
from engine.state.match_state import MatchState, Phase
from engine.state.messages import CubeSeen
from engine.words.reasons import CubeReason


def why_no_double(match_state: MatchState, side: Side) -> CubeReason | None:
    """Why a side may not offer a double now; None where it may."""
    cube = match_state.cube
    if not cube.in_play:
        return CubeReason.OUT_OF_PLAY
    if not cube.may_double(side):
        return CubeReason.OPPONENTS
    if match_state.side is not side or match_state.phase is not Phase.TO_THROW:
        return CubeReason.NOT_NOW
    if match_state.must_put_right:
        return CubeReason.FAULT_FIRST
    terms = match_state.match.terms
    if terms.holland and match_state.crawford is Crawford.EXPIRED and not _thrown_twice(match_state):
        return CubeReason.HOLLAND
    if _is_too_early(match_state, side):
        if terms.no_double_first_turn is NoDouble.BOTH:
            return CubeReason.BEFORE_OWN_PLAY
        return CubeReason.BEFORE_FIRST_PLAY
    return None


def is_taken(match_state: MatchState, side: Side, seen: CubeSeen) -> bool:
    """Whether the cube lies as though a side, whose turn it is to throw, had doubled and its opponent had taken."""
    place = CubePlace.NEAR if side is Side.BLACK else CubePlace.FAR
    return (
        seen.place is place
        and seen.value == match_state.cube.next_value
        and match_state.cube.owner is not side.other
        and why_no_double(match_state, side) is None
    )


def may_do(match_state: MatchState) -> tuple[CubeAction, ...]:
    """What can be done with the cube now, by the side whose turn it is or, to a double, by its opponent."""
    terms = match_state.match.terms
    if match_state.phase is Phase.DOUBLED:
        answers = (CubeAction.TAKE, CubeAction.PASS)
        return (*answers, CubeAction.BEAVER) if terms.beaver else answers
    if match_state.beaver is not None:
        passing = (CubeAction.PASS,) if terms.beaver_pass is BeaverPass.ALLOWED else ()
        return (*passing, CubeAction.RACCOON) if terms.raccoon else passing
    if match_state.side is not None and why_no_double(match_state, match_state.side) is None:
        return (CubeAction.DOUBLE,)
    return ()


def _plays(match_state: MatchState) -> tuple[CheckerTurn, ...]:
    turns = match_state.game.turns if match_state.game else ()
    return tuple(turn for turn in turns if isinstance(turn, CheckerTurn))


def _thrown_twice(match_state: MatchState) -> bool:
    thrown = [turn.side for turn in _plays(match_state) if turn.roll is not None]
    return all(thrown.count(side) >= 2 for side in Side)


def _is_too_early(match_state: MatchState, side: Side) -> bool:
    game = match_state.game
    if game is None or game.start != match_state.match.rules(game).start:
        # Somebody has joined in the middle: these are not the first turns.
        return False
    plays = _plays(match_state)
    board = match_state.position
    if not plays and board is not None and (board.white, board.black) != (game.start.white, game.start.black):
        # Somebody has said how the board stands by now: the first turns went by unseen.
        return False
    if match_state.match.terms.no_double_first_turn is NoDouble.BOTH:
        return all(turn.side is not side for turn in plays)
    return not plays
