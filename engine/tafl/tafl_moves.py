"""The moves of a tafl game: where a piece may go, and every legal play (rules A32)."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from engine.board import Shape, Side
from engine.outcome import Outcome
from engine.past import Past
from engine.play import Move, Play
from engine.position import Position
from engine.squares import CORNERS, EMPTY, KING, RAYS, SOVEREIGN, THRONE, Counts, board_of
from engine.tafl.capture import captures
from engine.tafl.tafl_game import Repetition, TaflGame

NO_MOVE = Play(shape=Shape.TAFL)
"""The play of a side that cannot move, or whose game is over."""


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
