"""A game that is under way when it is first seen."""

from dataclasses import replace

from engine.board import OFF, Side
from engine.match.cube import Cube
from engine.match.match import Crawford
from engine.position import Position
from engine.referee.cubing import OFFERS, SIDES
from engine.referee.unseen import MISCOUNTED, STRAGGLERS, ask_which, likeliest_boards
from engine.rules import Rules
from engine.state.events import Corrected, Doubled
from engine.state.match_state import Phase, cube_at_start, next_crawford, next_place, why_no_double
from engine.state.messages import CubeSeen
from engine.tables.tables_game import TablesGame
from engine.turn.appearance import on_board
from engine.turn.context import TurnContext
from engine.turn.throws import FollowedDie, ThrowKind, played_out
from engine.turn.tracker import Timer
from engine.turn.turn_reading import settled_board

SURE_CUBE = 0.9
"""The probability from which on the number and the place of a cube are believed at first sight."""
UNTURNED = 64
"""The number that a cube shows which stands at 1."""


DOUBLED_SECONDS = 1.0
"""How long the cube lies on offer in a game that nothing is known of yet."""


def join(context: TurnContext) -> None:
    """The game that a throw is made in, or a double offered, is taken to be under way."""
    if not _join_doubled(context):
        _join_thrown(context)


def _join_thrown(context: TurnContext) -> None:
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
    likely = tuple(board for board in boards if not _is_none(context.game, board))
    if not likely:
        return
    _begin(context, likely, throw.side)
    _take_cube(context)
    context.throw(throw.side, throw.roll, throw.dice, opening=False)


def _begin(context: TurnContext, boards: tuple[Position, ...], side: Side, frame: int | None = None) -> None:
    """The game goes on from the first of these boards, with a side to throw; people are asked which, if several."""
    context.start_game(boards[0], context.seating, side, frame)
    context.tracker = replace(context.tracker, opened=context.evidence)
    if len(boards) > 1:
        ask_which(context, *boards)


def _join_doubled(context: TurnContext) -> bool:
    """Whether the cube is on offer beside a board on which play is under way: whoever offers it was to throw."""
    rules, seen = context.game, context.tracker.look.cube if context.tracker.look is not None else None
    by = None if seen is None or seen.p < SURE_CUBE else OFFERS.get(seen.place)
    before = None if seen is None or by is None else _before_double(context, seen, by)
    if seen is None or by is None or before is None or not isinstance(rules, TablesGame):
        context.forget(Timer.CUBE)
        return False
    held = context.hold(Timer.CUBE, (seen.place, seen.value))
    if not held.lasts(context.tracker.now, DOUBLED_SECONDS):
        return False
    if _is_being_set_up(rules, settled_board(rules, context.evidence, context.seating, rules.start)):
        return False
    _begin(context, likeliest_boards(context, rules.start), by, held.frame)
    if before != context.match_state.cube:
        context.happen(Corrected("cube", cube=before), held.frame)
    if why_no_double(context.match_state, by) is None:
        context.happen(Doubled(by, seen.value), held.frame)
    return True


def _is_none(rules: Rules, seen: Position) -> bool:
    """Whether a board is none of a game that goes on: nothing is left of a side, or too many are missing. Of games that
    begin with checkers in hand that is not known.
    """
    if not isinstance(rules, TablesGame) or any(rules.start.past.hand):
        return False
    return any(not on_board(seen, side) or _are_missing(rules, seen, side) for side in Side)


def _is_being_set_up(rules: TablesGame, seen: Position) -> bool:
    """Whether a side has not moved yet, or too many of it are missing."""
    return any(seen.of(side) == rules.start.of(side) or _are_missing(rules, seen, side) for side in Side)


def _are_missing(rules: TablesGame, seen: Position, side: Side) -> bool:
    """Whether more of a side are missing, while others are on their way, than may be overlooked."""
    return seen.of(side)[OFF] > MISCOUNTED and sum(seen.of(side)[rules.home + 1 :]) > STRAGGLERS


def _before_double(context: TurnContext, seen: CubeSeen, by: Side) -> Cube | None:
    """The cube as it lay before a side offered it at the number that it shows; None where no double leads there."""
    crawford = next_crawford(context.match_state) is Crawford.ACTIVE
    cube = cube_at_start(context.match_state, next_place(context.match_state), crawford=crawford)
    while cube.in_play and cube.next_value < min(seen.value, UNTURNED):
        cube = replace(cube.raised(), owner=by)
    return cube if cube.in_play and cube.next_value == seen.value < UNTURNED else None


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
