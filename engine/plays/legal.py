"""Legal plays: every position that a roll can lead to, each with one play that leads there (rules section 1.2)."""

import sys
from collections.abc import Callable
from functools import lru_cache, partial

from engine.board import Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.i18n import phrase
from engine.past import Past
from engine.play import Outcome, Play
from engine.plays.ordered import Exploration, explorations
from engine.plays.turn_end import ways_pinned
from engine.plays.unordered import free_outcomes, is_free
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.tafl.tafl_moves import on_the_way, tafl_plays


def legal_plays(game: Rules, position: Position, side: Side, roll: Roll | None) -> tuple[Outcome, ...]:
    """Every distinct position that the roll can legally lead to; one with an empty play where nothing can be played.

    `roll` is None in a game without dice, or where nobody threw. Where nobody knows whether a checker is pinned, what
    is legal either way is legal. Raises TooManyPlays where they are too many to list.

    >>> from engine.games import find_game
    >>> backgammon = find_game("backgammon")
    >>> len(legal_plays(backgammon, backgammon.start, Side.WHITE, Roll.of(3, 1)))
    16
    """
    if isinstance(game, TaflGame):
        return tafl_plays(game, position, side)
    if roll is None:
        return (Outcome(position, Play()),)
    found = _legal_plays(game, position, position.past, side, roll)
    if found is None:
        raise TooManyPlays(
            phrase(
                "{roll} can be played in too many ways to list them: ask for a single position instead",
                roll=roll,
            )
        )
    return found


def listed_plays(game: Rules, position: Position, side: Side, roll: Roll | None) -> tuple[Outcome, ...]:
    """As legal_plays, but none at all where they are too many to list."""
    try:
        return legal_plays(game, position, side, roll)
    except TooManyPlays:
        return ()


def can_play(game: Rules, position: Position, side: Side, roll: Roll | None) -> bool:
    """Whether a side can move any checker with a roll."""
    try:
        return bool(legal_plays(game, position, side, roll)[0].play.moves)
    except TooManyPlays:
        return True


@lru_cache(maxsize=128)
def _legal_plays(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll
) -> tuple[Outcome, ...] | None:
    """The plays; None, which is remembered too, where they are too many."""
    found: dict[Position, Outcome] = {}
    try:
        for way in ways_pinned(game, position, side):
            explored = partial(_explored, game, way, way.past, side, roll)
            for outcome in _plays(game, way, side, roll, explored):
                found.setdefault(outcome.position, outcome)
    except TooManyPlays:
        return None
    return tuple(found.values())


@lru_cache(maxsize=4)
def _explored(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll
) -> tuple[Exploration, ...]:
    """The explorations of a turn, which its plays and the boards on the way to them share."""
    return explorations(game, position, side, roll)


def _plays(
    game: TablesGame,
    position: Position,
    side: Side,
    roll: Roll,
    explored: Callable[[], tuple[Exploration, ...]],
) -> tuple[Outcome, ...]:
    """The distinct results of a turn, which is `explored` only where the order of its moves matters."""
    if game.family is not None:
        return game.family.outcomes(game, position, side, roll)
    plans = game.plans(roll, position.past, side)
    if is_free(game, plans):
        return free_outcomes(game, position, side, roll, plans[0])
    results: dict[Position, Outcome] = {}
    for exploration in explored():
        for node in exploration.ends:
            where = exploration.position_at(node)
            if where not in results:
                results[where] = exploration.outcome(node)
    return tuple(results.values())


def every_play(
    game: TablesGame, position: Position, side: Side, roll: Roll, most: int = sys.maxsize
) -> tuple[Outcome, ...]:
    """As legal_plays, but found anew, and however many moments the turn has. Raises TooManyPlays beyond `most`."""
    return _plays(game, position, side, roll, partial(explorations, game, position, side, roll, most))


def completable(game: Rules, position: Position, side: Side, roll: Roll | None) -> frozenset[Position]:
    """All positions, start and ends included, from which the turn can still be completed legally while the dice lie.

    Raises TooManyPlays as legal_plays does.
    """
    if isinstance(game, TaflGame):
        return on_the_way(game, position, side)
    if roll is None:
        return frozenset((position,))
    legal_plays(game, position, side, roll)
    return _completable(game, position, position.past, side, roll)


@lru_cache(maxsize=32)
def _completable(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll
) -> frozenset[Position]:
    if game.family is not None:
        return game.family.on_the_way(game, position, side, roll)
    return frozenset(
        where
        for way in ways_pinned(game, position, side)
        for each in _explored(game, way, way.past, side, roll)
        for where in each.on_the_way()
    )


def forget_plays() -> None:
    """Empty the memory of plays found before, so that finding them can be timed."""
    _legal_plays.cache_clear()
    _completable.cache_clear()
    _explored.cache_clear()
