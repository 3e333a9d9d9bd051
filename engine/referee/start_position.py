"""A starting position that is set up wrongly: seen when the game begins, and put right in time (rules section 6.5)."""

from engine.board import BAR, POINTS, Seating, Side
from engine.position import Position
from engine.state.amending import shifted
from engine.state.beginning import next_place, rules_at, starter
from engine.state.events import SetupFault, SetupFixed
from engine.state.match_state import Phase
from engine.turn.context import Case
from engine.turn.throws import ThrowKind
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


def begun_wrongly(case: Case, seatings: tuple[Seating, ...]) -> bool:
    """Whether the opening throw lies beside a board that is nearly the starting position; the game then begins from it.

    One die on each half, or the throw of who is known to begin, is what tells the beginning of a game from a board that is
    still being set up.
    """
    place = next_place(case.ledger)
    first = starter(case.ledger, place)
    throw = case.seen_throw(first)
    halves = len({die.side for die in throw.dice})
    if throw.kind is not ThrowKind.VALID or (halves != 2 if first is None else throw.side is not first):
        case.forget("wrong")
        return False
    game = rules_at(case.ledger, place)
    start = game.start
    boards = [(settled_board(game, case.evidence, seating, start), seating) for seating in seatings]
    seen, seating = min(boards, key=lambda board: misplaced(start, board[0]))
    if not 0 < misplaced(start, seen) <= MOST_MISPLACED or not shows(game, case.evidence, seen, seating):
        case.forget("wrong")
        return False
    held = case.hold("wrong", (seen, seating))
    if not held.lasts(case.attention.now, WRONG_SECONDS):
        return False
    case.forget("wrong")
    case.start_game(seen, seating, frame=held.frame)
    case.happen(SetupFault(seen), held.frame)
    return True


def put_right(case: Case) -> bool:
    """Whether the board shows the wrong set-up put right, alone or with what has been played of the present throw."""
    wrong, side, roll = case.ledger.setup, case.ledger.side, case.ledger.roll
    right = None if wrong is None else shifted(case.position, wrong, case.game.start)
    if right is None:
        return False
    if case.ledger.phase is Phase.TO_MOVE and side is not None and roll is not None:
        before = read_turn(case.game, case.position, side, roll, case.seating, case.evidence)
        after = read_turn(case.game, right, side, roll, case.seating, case.evidence)
        fits = before.ongoing is TurnVerdict.OPEN and after.ongoing is TurnVerdict.LEGAL
    else:
        fits = shows(case.game, case.evidence, right, case.seating)
    if not fits:
        case.forget("setup")
        return False
    held = case.hold("setup", right)
    if held.lasts(case.attention.now, RIGHT_SECONDS):
        case.happen(SetupFixed(right), held.frame)
        case.forget("setup", "board", "seen", "start", "lifted")
    return True
