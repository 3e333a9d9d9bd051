"""Looking: a legal play near to what was made, where the legal plays of a turn are too many to list."""

from engine.board import Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.play import Move, Play
from engine.plays.membership import reached
from engine.plays.ordered import Exploration, TurnNode, explorations
from engine.position import Position
from engine.tables.tables_game import TablesGame

_MOST_LOOKED_AT = 2_000
"""So many moments are looked at for a way to use all numbers after the moves that were made."""


def nearest_by_looking(
    game: TablesGame, position: Position, side: Side, roll: Roll, made: tuple[Move, ...]
) -> Play | None:
    """A legal play that begins with as many of the moves made as can be kept, or None if none is found in good time."""
    for exploration in explorations(game, position, side, roll, None):
        kept = _kept(exploration, made)
        for count in dict.fromkeys((len(kept), len(kept) // 2, 0)):
            end, moves = _completed(exploration, kept[:count])
            whole = exploration.unplayed(end) == 0 and not game.turn_rules
            if whole or _is_legal(game, position, side, roll, exploration.position_at(end)):
                return Play(moves)
    return None


def _is_legal(game: TablesGame, position: Position, side: Side, roll: Roll, end: Position) -> bool:
    """Whether a turn can end so, as far as can be found out."""
    try:
        return reached(game, position, side, roll, end) is not None
    except TooManyPlays:
        return False


def _kept(exploration: Exploration, made: tuple[Move, ...]) -> list[tuple[TurnNode, Move | None]]:
    """The moments reached by those of the moves that the rules allow, one after the other."""
    node = exploration.start
    found: list[tuple[TurnNode, Move | None]] = []
    waiting = [(move.origin, move.target) for move in made]
    while waiting:
        ways = {
            (move.origin, move.target): (child, move) for child, move in exploration.children(node) if move
        }
        next_one = next((wanted for wanted in waiting if wanted in ways), None)
        if next_one is None:
            break
        waiting.remove(next_one)
        found.append(ways[next_one])
        node = ways[next_one][0]
    return found


def _completed(
    exploration: Exploration, kept: list[tuple[TurnNode, Move | None]]
) -> tuple[TurnNode, tuple[Move, ...]]:
    """The moment with the fewest numbers left that is found after the kept moves, and all moves that lead there."""
    begin = kept[-1][0] if kept else exploration.start
    first = tuple(move for _, move in kept if move is not None)
    ways: dict[TurnNode, tuple[Move, ...]] = {begin: first}
    waiting = [begin]
    best = begin
    while waiting and len(ways) < _MOST_LOOKED_AT:
        node = waiting.pop()
        if exploration.unplayed(node) < exploration.unplayed(best):
            best = node
            if exploration.unplayed(best) == 0:
                break
        for child, move in reversed(exploration.children(node)):
            if child not in ways:
                ways[child] = ways[node] if move is None else (*ways[node], move)
                waiting.append(child)
    return best, ways[best]
