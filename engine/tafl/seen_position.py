"""How a tafl position looks on the board, and which position it is that is seen."""

from engine.board import Kind, Occupancy, Seating, Side
from engine.position import Position
from engine.squares import KING, MAN, SQUARES


def tafl_occupancy(position: Position, seating: Seating) -> Occupancy:
    """What stands on the 81 squares, a1 being the near left corner, for White sitting near."""
    if seating.near is Kind.LIGHT:
        return Occupancy(position.white, position.black)
    return Occupancy(position.black, position.white)


def tafl_position(occupancy: Occupancy, seating: Seating) -> Position:
    """The position that an occupancy is; inverse of tafl_occupancy."""
    if seating.near is Kind.LIGHT:
        return Position(occupancy.light, occupancy.dark)
    return Position(occupancy.dark, occupancy.light)


MOST_CAPTURED = 3
"""The most men that a move captures: one on every side of it but where it came from."""


def tafl_penalty(before: Position, side: Side, seen: Position) -> float:
    """What tells against a board on which men have come or gone, in log-likelihood, rules aside.

    Three for every man come, gone from the mover's own, or gone beyond what a move can capture; one for any other.
    """
    own = _men(seen, side) - _men(before, side)
    gone = _men(before, side.other) - _men(seen, side.other)
    captured = min(max(0, gone), MOST_CAPTURED)
    return 3.0 * (abs(own) + abs(gone - captured)) + captured


def _men(position: Position, side: Side) -> int:
    return sum(map(bool, position.of(side)))


STOOD = 12.0
"""What tells against the king being elsewhere while one of his men stands where he stood, in
log-likelihood: more than looks can say.
"""
WAS_A_MAN = 6.0
"""What tells against his being where one of his men stood, once he has left his square: what
that man does then is unknown.
"""


def royal_penalty(before: Position, seen: Position) -> float:
    """What tells against the king having changed places with his men: he is who he was until he is seen to move."""
    home, place = king_square(before), king_square(seen)
    if home is None or place == home:
        return 0.0
    if seen.white[home]:
        return STOOD
    return WAS_A_MAN if place is not None and before.white[place] else 0.0


def king_square(position: Position) -> int | None:
    """Where the king stands; None where there is none."""
    return position.white.index(KING) if KING in position.white else None


def who_is_king(before: Position, seen: Position) -> tuple[Position, ...]:
    """The boards on which the same men stand as on one that is seen, the king being each of those that he may be.

    He may be whoever is taken for him, who stands where he stood, whoever has come to a square, or be gone. Where he
    only seemed to be there may be anyone, or nobody.
    """
    place, home = _seen_king(seen), king_square(before)
    white, black = (tuple(min(count, MAN) for count in counts) for counts in (seen.white, seen.black))
    boards = [Position(white, black)]
    if place is not None:
        boards = [_put(boards[0], place, *here) for here in ((MAN, 0), (0, MAN), (0, 0))]
    places = {number for number in range(SQUARES) if white[number] and not before.white[number]}
    if home is not None and (white[home] or black[home]):
        places.add(home)
    crowned = [_put(board, each, KING, 0) for board in boards for each in sorted(places - {place})]
    taken = [] if place is None else [_put(boards[0], place, KING, 0)]
    return (*taken, *boards, *crowned)


def _seen_king(seen: Position) -> int | None:
    """Where somebody is taken for the king, whosever he seems to be."""
    return next(
        (number for number in range(SQUARES) if KING in (seen.white[number], seen.black[number])), None
    )


def _put(board: Position, place: int, white: int, black: int) -> Position:
    """A board with something else on one square."""
    ours, theirs = list(board.white), list(board.black)
    ours[place], theirs[place] = white, black
    return Position(tuple(ours), tuple(theirs))
