"""How a position looks on the board, and what position a look at the board amounts to.

The eye sees points and bar. It does not judge what lies beside the board: checkers borne off, captured, or still in
hand. Many checkers on one point, a heap, it easily counts wrong, each time in the same way.
"""

from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from engine.board import BAR, OFF, Kind, Occupancy, Seating, Side
from engine.past import Pair
from engine.plays.turn_end import with_pins
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import Landing, TablesGame
from engine.tafl.seen_position import tafl_occupancy, tafl_position
from engine.tafl.tafl_game import TaflGame

VANISHED = 5.0
"""What it costs, in log-likelihood, that a checker is gone though its side is not about to bear off."""
HEAP = 6
"""So many checkers on one point are a heap."""


def seen_as(game: Rules, position: Position, seating: Seating) -> Occupancy:
    """How a position looks to the eye."""
    if isinstance(game, TaflGame):
        return tafl_occupancy(position, seating)
    return _seen_as(game, position, position.past.hand, seating)


@lru_cache(maxsize=4096)
def _seen_as(game: TablesGame, position: Position, hand: Pair, seating: Seating) -> Occupancy:
    white, black = (
        (OFF, *places((0, *men[1:])), max(0, men[-1] - aside))
        for places, men, aside in zip(
            _places(game, seating), (position.white, position.black), hand, strict=True
        )
    )
    return Occupancy(white, black) if seating.near is Kind.LIGHT else Occupancy(black, white)


@lru_cache(maxsize=64)
def _places(game: TablesGame, seating: Seating) -> "tuple[itemgetter[tuple[int, ...]], ...]":
    """For White and Black, what takes from a side's counts those of the points as they lie in the picture."""
    found = []
    for side in Side:
        there = [OFF] * BAR
        for point in range(1, game.bar):
            there[seating.slot(game.lying(side)[point])] = point
        found.append(itemgetter(*there[1:]))
    return tuple(found)


def as_position(game: Rules, occupancy: Occupancy, seating: Seating, like: Position) -> Position:
    """An occupancy as a position; checkers that `like` has and the board does not are
    in hand, if any were, else off, and those pinned that still can be.
    """
    if isinstance(game, TaflGame):
        return tafl_position(occupancy, seating)
    light, dark = occupancy.light, occupancy.dark
    near, far = (light, dark) if seating.near is Kind.LIGHT else (dark, light)
    white = [near[seating.slot(place)] for place in game.lying(Side.WHITE)[1:-1]]
    black = [far[seating.slot(place)] for place in game.lying(Side.BLACK)[1:-1]]
    off, hand = zip(
        _aside(white, near[BAR], like.white, like.past.hand[0]),
        _aside(black, far[BAR], like.black, like.past.hand[1]),
        strict=True,
    )
    past = replace(like.past, hand=hand) if any(like.past.hand) else like.past
    seen = Position((off[0], *white, near[BAR] + hand[0]), (off[1], *black, far[BAR] + hand[1]), past)
    return with_pins(game, seen)


def _aside(points: list[int], bar: int, like: tuple[int, ...], hand: int) -> Pair:
    """How many checkers are off, and how many in hand."""
    aside = max(0, sum(like) - sum(points) - bar)
    return (0, aside) if hand and not like[OFF] else (aside, 0)


def on_board(position: Position, side: Side) -> int:
    """How many checkers of a side stand on points and bar."""
    men, hand = position.of(side), position.past.hand[0 if side is Side.WHITE else 1]
    return sum(men) - men[OFF] - min(hand, men[-1])


def totals(game: TablesGame, before: Position, side: Side, units: int) -> tuple[tuple[int, int, float], ...]:
    """How many checkers of the mover's and the opponent's there may be on the board after a turn, rules aside.

    Each with a penalty in log-likelihood: one for every checker gone, as misreading one away is easier than
    misreading one to another place, and `VANISHED` where more of its side are outside the home than the turn
    can bring there: hardly ever is one taken off then.
    """
    own, other = on_board(before, side), on_board(before, side.other)
    hand = min(before.past.hand[0 if side is Side.WHITE else 1], before.of(side)[-1])
    each = 1.0 if sum(before.of(side)[game.home + 1 :]) <= units else VANISHED
    found = [(own - gone, other, each * gone) for gone in range(min(units, own) + 1)]
    found += [(own + come, other, 0.0) for come in range(1, min(units, hand) + 1)]
    if game.landing is Landing.DRAW:
        found += [
            (own + come, other - drawn, float(max(0, drawn - come)))
            for come in range(min(units, hand) + 1)
            for drawn in range(1, min(units, other) + 1)
        ]
    elif game.landing is Landing.CAPTURE:
        found += [(own, other - taken, float(taken)) for taken in range(1, min(units, other) + 1)]
    elif other:
        found.append((own, other - 1, 3.0))
    return tuple(found)


def heaps_alone(seen: Position, other: Position) -> bool:
    """Whether a board differs from the one that is seen by nothing but how many lie in heaps, or are off."""
    return all(
        here == there or here >= HEAP
        for side in Side
        for here, there in zip(seen.of(side)[1:], other.of(side)[1:], strict=True)
    )


def differ_by_heaps(one: Position, other: Position) -> bool:
    """Whether two boards differ by nothing but that, whichever of them has the heaps: one that is read far too short
    looks like none.
    """
    return heaps_alone(one, other) or heaps_alone(other, one)


def stays_heap(before: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether the contents (light, dark) of a site were a heap of either kind and still are."""
    return any(min(then, since) >= HEAP for then, since in zip(before, now, strict=True))
