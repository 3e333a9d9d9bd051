"""What a move captures in a tafl game (rules A32, rules 4 to 8)."""

from engine.board import Side
from engine.squares import ATTACKER, BESIDE, CORNERS, DEFENDER, EMPTY, SOVEREIGN, THRONE
from engine.tafl.tafl_game import TaflGame

Board = bytes | bytearray


def captures(game: TaflGame, board: Board, side: Side, target: int) -> tuple[int, ...]:
    """The squares whose pieces are captured by the move that has just ended on `target`."""
    if game.unarmed_king and board[target] == SOVEREIGN:
        return ()
    found = []
    for direction, victim in enumerate(BESIDE[target]):
        if victim is None or board[victim] == EMPTY:
            continue
        behind = BESIDE[victim][direction]
        if side is Side.WHITE:
            taken = board[victim] == ATTACKER and _against_attackers(game, board, behind)
        elif board[victim] == SOVEREIGN:
            taken = _king_captured(game, board, victim, behind)
        else:
            taken = board[victim] == DEFENDER and (
                _is_hostile(game, board, behind) or _is_cut_off(board, victim, behind)
            )
        if taken:
            found.append(victim)
    return tuple(found)


def _against_attackers(game: TaflGame, board: Board, square: int | None) -> bool:
    """Whether what is on a square can hold an attacker for White."""
    if square is None:
        return False
    there = board[square]
    if there == EMPTY:
        return _is_hostile_ground(game, square)
    return there == DEFENDER or (there == SOVEREIGN and not game.unarmed_king)


def _is_hostile(game: TaflGame, board: Board, square: int | None) -> bool:
    """Whether what is on a square can hold a piece of White's for Black."""
    if square is None:
        return False
    there = board[square]
    return there == ATTACKER or (there == EMPTY and _is_hostile_ground(game, square))


def _is_hostile_ground(game: TaflGame, square: int) -> bool:
    """Whether a square, being empty, is everybody's enemy (rule 5)."""
    if square == THRONE:
        return game.throne_hostile
    return game.corner_escape and game.corner_hostile and square in CORNERS


def _is_cut_off(board: Board, victim: int, behind: int | None) -> bool:
    """Rule 8: the last defender beside a king on his throne, with attackers on the other three sides."""
    return (
        behind == THRONE
        and board[THRONE] == SOVEREIGN
        and all(board[each] == ATTACKER for each in BESIDE[THRONE] if each is not None and each != victim)
    )


def _king_captured(game: TaflGame, board: Board, king: int, behind: int | None) -> bool:
    """Whether an attacker that has come beside the king captures him (rule 7); `behind` is the square opposite."""
    if game.king_custodial or (game.king_four_on_throne_two_elsewhere and king != THRONE):
        return _is_hostile(game, board, behind)
    return all(
        game.edge_capture
        if each is None
        else _is_hostile(game, board, each) or (each == THRONE and board[each] == EMPTY)
        for each in BESIDE[king]
    )
