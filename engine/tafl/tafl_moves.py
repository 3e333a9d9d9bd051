"""A tafl game as it is played (rules A32): what a move captures, where a piece may go, and when the game is over."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain, combinations

from engine.board import Shape, Side
from engine.past import Past
from engine.play import Move, Outcome, Play
from engine.position import Position
from engine.squares import (
    ATTACKER,
    BESIDE,
    CORNERS,
    DEFENDER,
    EMPTY,
    KING,
    RAYS,
    SOVEREIGN,
    THRONE,
    Counts,
    board_of,
    square_name,
)
from engine.tafl.tafl_game import Repetition, Stalemate, TaflGame

Board = bytes | bytearray
NO_MOVE = Play(shape=Shape.TAFL)
"""The play of a side that cannot move, or whose game is over."""
THIRD = 3


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


@dataclass(frozen=True, slots=True)
class _Reached:
    """Both sides' counts after a play, and the board as it is remembered, without what is remembered of its past."""

    white: Counts
    black: Counts
    play: Play
    board: str


def is_over(game: TaflGame, white: Counts) -> bool:
    """Whether the king has escaped or is gone."""
    return KING not in white or white.index(KING) in game.goal


def tafl_plays(game: TaflGame, position: Position, side: Side) -> tuple[Outcome, ...]:
    """Every legal play and the board after it, its captured men gone and its past advanced.

    Exactly one, without a move, where the side cannot move or the game is over.
    """
    reached = _reached(game, position.white, position.black, side)
    if reached[0].play is NO_MOVE:
        return (Outcome(position, NO_MOVE),)
    return tuple(
        Outcome(Position(each.white, each.black, past), each.play)
        for each, past in zip(reached, _pasts(game, position, side, reached), strict=True)
    )


def on_the_way(game: TaflGame, position: Position, side: Side) -> frozenset[Position]:
    """The boards that a turn may pass through: the start, a man moved, and its captures taken off one by one."""
    found = {position}
    for outcome in tafl_plays(game, position, side):
        captured = outcome.play.captured
        subsets = chain.from_iterable(combinations(captured, size) for size in range(len(captured) + 1))
        found |= {_still_standing(outcome.position, position, side.other, kept) for kept in subsets}
    return frozenset(found)


def made(game: TaflGame, position: Position, side: Side, play: Play) -> Position:
    """The position after the moves of a play, legal or not, its captured men taken off, its past advanced.

    A move of a piece that is not there changes nothing.
    """
    if not (play.moves or play.captured):
        return position
    own, theirs = list(position.of(side)), list(position.of(side.other))
    for move in play.moves:
        if own[move.origin]:
            piece, own[move.origin] = own[move.origin], 0
            own[move.target] = piece
    for taken in play.captured:
        theirs[taken] = 0
    ours, others = tuple(own), tuple(theirs)
    return tafl_stands(
        game, position, side, Position(*((ours, others) if side is Side.WHITE else (others, ours)))
    )


def tafl_stands(game: TaflGame, position: Position, side: Side, seen: Position) -> Position:
    """A board that was seen at the end of a move, legal or not, with its past advanced."""
    theirs, left = position.of(side.other), seen.of(side.other)
    gone = tuple(number for number, piece in enumerate(theirs) if piece and not left[number])
    play = Play((), gone, Shape.TAFL)
    reached = _Reached(seen.white, seen.black, play, board_of(seen.white, seen.black).decode("ascii"))
    return Position(seen.white, seen.black, _pasts(game, position, side, (reached,))[0])


def may_stop(game: TaflGame, king: bool, target: int) -> bool:
    """Whether the king, or a man, may stop on an empty square at all."""
    if target == THRONE:
        return game.king_may_return if king else game.throne_open
    return king or not game.corner_escape or target not in CORNERS


def may_cross_throne(game: TaflGame, king: bool) -> bool:
    """Whether the king, or a man, may pass over the empty throne."""
    return game.pass_throne or may_stop(game, king, THRONE)


def targets(game: TaflGame, board: bytes, origin: int) -> list[int]:
    """The squares to which the piece on `origin` may go."""
    king = board[origin] == SOVEREIGN
    barred = game.corner_escape and not king
    found = []
    for ray in RAYS[origin]:
        for target in ray:
            if board[target] != EMPTY:
                break
            if target == THRONE:
                if may_stop(game, king, target):
                    found.append(target)
                if not may_cross_throne(game, king):
                    break
            elif not barred or target not in CORNERS:
                found.append(target)
    return found


def can_move(game: TaflGame, position: Position, side: Side) -> bool:
    """Whether a side has any move."""
    board = board_of(position.white, position.black)
    return any(men and targets(game, board, origin) for origin, men in enumerate(position.of(side)))


@lru_cache(maxsize=64)
def _reached(game: TaflGame, white: Counts, black: Counts, side: Side) -> tuple[_Reached, ...]:
    """What the legal plays lead to."""
    board = board_of(white, black)
    if is_over(game, white):
        return (_Reached(white, black, NO_MOVE, board.decode("ascii")),)
    own, theirs = (white, black) if side is Side.WHITE else (black, white)
    found: list[_Reached] = []
    for origin, piece in enumerate(own):
        if not piece:
            continue
        for target in targets(game, board, origin):
            ours = list(own)
            ours[origin], ours[target] = 0, piece
            after = bytearray(board)
            after[origin], after[target] = EMPTY, board[origin]
            taken = captures(game, after, side, target)
            mine, others = tuple(ours), theirs
            if taken:
                left = list(theirs)
                for victim in taken:
                    left[victim], after[victim] = 0, EMPTY
                others = tuple(left)
            play = Play((Move(origin, target),), taken, Shape.TAFL)
            sides = (mine, others) if side is Side.WHITE else (others, mine)
            found.append(_Reached(*sides, play, after.decode("ascii")))
    return tuple(found) or (_Reached(white, black, NO_MOVE, board.decode("ascii")),)


def _pasts(game: TaflGame, position: Position, side: Side, reached: tuple[_Reached, ...]) -> list[Past]:
    """What is to be remembered after each play: the boards since the last capture, each with the side to move.

    What was before a capture cannot come again.
    """
    past = position.past
    if game.repetition is Repetition.NOTHING:
        return [past] * len(reached)
    before = past.history or (board_of(position.white, position.black).decode("ascii") + side.value,)
    mover = side.other.value
    return [
        Past(history=(each.board + mover,) if each.play.captured else (*before, each.board + mover))
        for each in reached
    ]


def _still_standing(after: Position, before: Position, owner: Side, squares: tuple[int, ...]) -> Position:
    """A position with some captured pieces put back as they stood before."""
    if not squares:
        return after
    counts = list(after.of(owner))
    for each in squares:
        counts[each] = before.of(owner)[each]
    left = tuple(counts)
    return Position(left, after.black) if owner is Side.WHITE else Position(after.white, left)


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


def tafl_text(play: Play) -> str:
    """A play as people write it; nothing at all where no move was possible.

    >>> from engine.board import Shape
    >>> from engine.play import Move
    >>> tafl_text(Play((Move(38, 2),), (3, 1), Shape.TAFL))
    'c5-c1xd1xb1'
    """
    moves = " ".join(f"{square_name(move.origin)}-{square_name(move.target)}" for move in play.moves)
    return moves + "".join(f"x{square_name(taken)}" for taken in play.captured)
