"""How a tafl game ends, and what White must announce."""

from enum import Enum

from engine.board import Side
from engine.position import Position
from engine.squares import KING, RAYS, board_of
from engine.tafl.tafl_game import Repetition, Stalemate, TaflGame
from engine.tafl.tafl_moves import can_move, is_over, targets

THIRD = 3


class EscapeCall(Enum):
    """What is said when the king has a clear way out: raichi for one, tuichu for two or more, as check in chess."""

    RAICHI = "raichi"
    TUICHU = "tuichu"


def tafl_win(game: TaflGame, position: Position, just_moved: Side) -> tuple[Side | None, int, str] | None:
    """The winner (None: a draw), the points and how, or None while the game goes on.

    `how` is escape, capture, no move or repetition.
    """
    if is_over(game, position.white):
        return (Side.WHITE, 1, "escape") if KING in position.white else (Side.BLACK, 1, "capture")
    if not can_move(game, position, just_moved.other):
        return (just_moved, 1, "no move") if game.stalemate is Stalemate.LOSES else (None, 0, "no move")
    history = position.past.history
    if history and history.count(history[-1]) >= THIRD:
        match game.repetition:
            case Repetition.DRAW:
                return None, 0, "repetition"
            case Repetition.LOSES:
                return just_moved.other, 1, "repetition"
            case Repetition.NOTHING:
                return None
    return None


def ways_out(game: TaflGame, position: Position) -> tuple[int, ...]:
    """The squares where the king could escape by one move, at most one in each direction."""
    if is_over(game, position.white):
        return ()
    king = position.white.index(KING)
    open_to_him = set(targets(game, board_of(position.white, position.black), king)) & game.goal
    found = (next((each for each in ray if each in open_to_him), None) for ray in RAYS[king])
    return tuple(each for each in found if each is not None)


def announcement(game: TaflGame, position: Position) -> EscapeCall | None:
    """What is to be announced on a position, where the players have agreed to announce."""
    ways = len(ways_out(game, position)) if game.announce else 0
    return (None, EscapeCall.RAICHI)[ways] if ways < 2 else EscapeCall.TUICHU
