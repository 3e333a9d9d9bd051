"""A standing: all that bears on the next decision of a game of backgammon, as position codes tell it."""

from dataclasses import dataclass

from engine.board import BAR, OFF, POINTS, Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.i18n import Phrase, phrase
from engine.match.cube import Cube
from engine.match.match import Game, Match, Score
from engine.position import Position

MOST_LENGTH = 32767
"""The longest match that a Match ID has room for."""
MOST_CUBE = 1 << 15
"""The highest cube that a Match ID has room for."""
MEN = 15
"""The checkers of a side, where nothing else is said."""

_LOVE_ALL = Score()


@dataclass(frozen=True, slots=True)
class GameStanding:
    """How a game stands: the checkers, who is to play with what roll (None: not thrown), the
    cube, the score and the rules.

    `cube` is its value, `owner` None while it stands in the middle. `offered`: the side to play has doubled, to twice
    that value, and has no answer yet. `resigner` offers to lose `resigned` times the cube (1 to 3). `length` 0: for
    money, where alone `jacoby` and `beaver` mean anything; `cube_limit` is the highest value that the cube may reach.
    """

    position: Position
    to_play: Side = Side.WHITE
    roll: Roll | None = None
    cube: int = 1
    owner: Side | None = None
    score: Score = _LOVE_ALL
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beaver: bool = False
    offered: bool = False
    resigned: int = 0
    resigner: Side | None = None
    cube_limit: int = 1024

    @property
    def men(self) -> int:
        """How many checkers each side has, those borne off included."""
        return sum(self.position.white)


def checked_standing(standing: GameStanding) -> GameStanding:
    """The same standing. Raises InvalidRecord with one sentence where there can be no such one."""
    fault = _board_fault(standing.position) or _cube_fault(standing) or _score_fault(standing)
    if fault is not None:
        raise InvalidRecord(fault)
    return standing


def is_possible(standing: GameStanding) -> bool:
    """Whether there can be such a standing, so that a code can tell it."""
    try:
        checked_standing(standing)
    except InvalidRecord:
        return False
    return True


def standing_of(match: Match, game: Game, position: Position, cube: Cube) -> GameStanding:
    """How a game of a match stands at a position with the cube so; whose turn it is, and the roll, are left open."""
    return GameStanding(
        position,
        cube=cube.value,
        owner=cube.owner,
        score=game.score,
        length=match.length,
        crawford=game.crawford,
        jacoby=not match.length and match.terms.jacoby,
    )


def position_of(white: dict[int, int], black: dict[int, int], men: int = MEN) -> Position:
    """The position with so many checkers on points and bar, each side in its own numbering; the rest are borne off.

    Raises InvalidRecord where a side has more than `men`.
    """
    sides: list[tuple[int, ...]] = []
    for name, counts in (("White", white), ("Black", black)):
        total = sum(counts.values())
        if total > men:
            raise InvalidRecord(
                phrase(
                    "{name} has {total} checkers, but there are only {men}", name=name, total=total, men=men
                )
            )
        sites = [counts.get(site, 0) for site in range(BAR + 1)]
        sites[OFF] = men - total
        sides.append(tuple(sites))
    return Position(sides[0], sides[1])


def shared_point(position: Position) -> int | None:
    """A point, as White counts them, on which both sides stand, which no other program
    knows; None where there is none.
    """
    white, black = position.white, position.black
    return next((point for point in POINTS if white[point] and black[BAR - point]), None)


def exponent(value: int) -> int:
    """How often 1 has been doubled to give a cube's value. Raises InvalidRecord where that is no power of two."""
    if value < 1 or value & (value - 1) or value > MOST_CUBE:
        raise InvalidRecord(
            phrase("a position code has no cube of {value}, only 1, 2, 4, 8 and so on", value=value)
        )
    return value.bit_length() - 1


def _board_fault(position: Position) -> Phrase | None:
    white, black = position.white, position.black
    if len(white) != BAR + 1 or sum(white) != sum(black):
        return phrase("such codes are for backgammon: 24 points, a bar, and as many checkers for either side")
    if sum(white) > MEN:
        return phrase(
            "a side has {count} checkers, but a position code has room for {most}", count=sum(white), most=MEN
        )
    point = shared_point(position)
    if point is not None:
        return phrase("both sides stand on White's point {point}", point=point)
    if any(position.past.hand) or any(position.past.pinned):
        return phrase("such codes know no checkers in the hand, and none that are pinned")
    return None


def _cube_fault(standing: GameStanding) -> Phrase | None:
    exponent(standing.cube)
    exponent(standing.cube_limit)
    if standing.offered and standing.roll is not None:
        return phrase("a double is offered before the dice are thrown, not after")
    if standing.offered and standing.owner is standing.to_play.other:
        return phrase("a double is offered by the side that does not own the cube")
    if standing.roll is not None and len(standing.roll.dice) != 2:
        return phrase("{roll} is no roll of two dice", roll=str(standing.roll))
    if not 0 <= standing.resigned <= 3 or (standing.resigned > 0) != (standing.resigner is not None):
        return phrase("a resignation is for 1, 2 or 3 times the cube, by one of the sides")
    return None


def _score_fault(standing: GameStanding) -> Phrase | None:
    length, score = standing.length, standing.score
    if not 0 <= length <= MOST_LENGTH:
        return phrase("a match to {length} is longer than a position code has room for", length=length)
    if not (0 <= score.white <= MOST_LENGTH and 0 <= score.black <= MOST_LENGTH):
        return phrase(
            "a score of {score} is more than a position code has room for",
            score=f"{score.white}-{score.black}",
        )
    if length and max(score.white, score.black) >= length:
        return phrase(
            "at {score} a match to {length} is over", score=f"{score.white}-{score.black}", length=length
        )
    if standing.crawford and (not length or max(score.white, score.black) != length - 1):
        return phrase("this is called the Crawford game, but nobody needs just one point")
    if length and (standing.jacoby or standing.beaver):
        return phrase("Jacoby and beavers are for single games, not for a match")
    return None
