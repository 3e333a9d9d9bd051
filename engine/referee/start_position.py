"""A starting position that is set up wrongly: seen when the game begins, and put right in time (rules section 6.5)."""

from engine.board import BAR, POINTS, Seating, Side
from engine.position import Position
from engine.state.events import SetupFault, SetupFixed
from engine.state.match_state import Phase, next_place, rules_at, starter
from engine.turn.context import TurnContext
from engine.turn.throws import ThrowKind
from engine.turn.tracker import Timer
from engine.turn.turn_reading import TurnVerdict, read_turn, settled_board, shows

WRONG_SECONDS = 1.6
"""How long a wrong starting position lies still beside the opening throw before the game begins from it."""
RIGHT_SECONDS = 0.6
"""How long the board stands put right before it is believed."""
MOST_MISPLACED = 4
"""The most checkers that stand wrongly on a board that is meant to be a starting position."""


def misplaced(start: Position, seen: Position) -> int:
    """How many checkers do not stand where the starting position has them."""
    return sum(max(0, start.of(side)[site] - seen.of(side)[site]) for side in Side for site in (*POINTS, BAR))


def begun_wrongly(context: TurnContext, seatings: tuple[Seating, ...]) -> bool:
    """Whether the opening throw lies beside a board that is nearly the starting position; the game then begins from it.

    One die on each half, or the throw of who is known to begin, is what tells the beginning of a game from a
    board that is still being set up.
    """
    place = next_place(context.match_state)
    first = starter(context.match_state, place)
    throw = context.seen_throw(first)
    halves = len({die.side for die in throw.dice})
    if throw.kind is not ThrowKind.VALID or (halves != 2 if first is None else throw.side is not first):
        context.forget(Timer.WRONG)
        return False
    game = rules_at(context.match_state, place)
    start = game.start
    boards = [(settled_board(game, context.evidence, seating, start), seating) for seating in seatings]
    seen, seating = min(boards, key=lambda board: misplaced(start, board[0]))
    if not 0 < misplaced(start, seen) <= MOST_MISPLACED or not shows(game, context.evidence, seen, seating):
        context.forget(Timer.WRONG)
        return False
    held = context.hold(Timer.WRONG, (seen, seating))
    if not held.lasts(context.tracker.now, WRONG_SECONDS):
        return False
    context.forget(Timer.WRONG)
    context.start_game(seen, seating, frame=held.frame)
    context.happen(SetupFault(seen), held.frame)
    return True


def put_right(context: TurnContext) -> bool:
    """Whether the board shows the wrong set-up put right, alone or with what has been played of the present throw."""
    wrong, side, roll = context.match_state.setup, context.match_state.side, context.match_state.roll
    right = None if wrong is None else context.position.shifted(wrong, context.game.start)
    if right is None:
        return False
    if context.match_state.phase is Phase.TO_MOVE and side is not None and roll is not None:
        before = read_turn(context.game, context.position, side, roll, context.seating, context.evidence)
        after = read_turn(context.game, right, side, roll, context.seating, context.evidence)
        fits = before.ongoing is TurnVerdict.OPEN and after.ongoing is TurnVerdict.LEGAL
    else:
        fits = shows(context.game, context.evidence, right, context.seating)
    if not fits:
        context.forget(Timer.SETUP)
        return False
    held = context.hold(Timer.SETUP, right)
    if held.lasts(context.tracker.now, RIGHT_SECONDS):
        context.happen(SetupFixed(right), held.frame)
        context.forget(Timer.SETUP, Timer.BOARD, Timer.SEEN, Timer.START, Timer.LIFTED)
    return True
