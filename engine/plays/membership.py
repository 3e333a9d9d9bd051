"""Vast turns: throws that give so many numbers to play that their results cannot be listed, only looked for one by one.

A doublet of gul bara runs on to the sixes: up to 24 moves, with millions of results on an open board. Whether a given
board is one of them is found by a search that only makes moves which lead towards it.
"""

from functools import lru_cache
from itertools import combinations
from operator import sub
from random import Random

from engine.board import OFF, Side
from engine.dice import Roll
from engine.errors import TooManyPlays
from engine.i18n import phrase
from engine.past import Past
from engine.play import Move, Outcome, Play
from engine.plays.legal import forget_plays, legal_plays
from engine.plays.ordered import Exploration, TurnNode, explorations
from engine.position import Position
from engine.rules import Rules
from engine.tables.tables_game import TablesGame

_MOST_LOOKED_AT = 3_500
"""So many moments of a turn are looked at before the search is given up: this is asked at every look at a board."""
_MOST_FOR_ONE = 9_000
"""The same where a board is asked about once."""


def reached(
    game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position, most: int = _MOST_LOOKED_AT
) -> Outcome | None:
    """The legal result of a turn that shows this board, or None if the turn cannot end so.

    Raises TooManyPlays where the search had to be given up, after `most` moments.
    """
    return _search(game, position, side, roll, seen, most)[0]


def _search(
    game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position, most: int
) -> tuple[Outcome | None, bool]:
    """The legal result that shows a board, if there is one, and whether the turn can pass through it at all."""
    found = _searched(game, position, position.past, side, roll, seen, most)
    if found is None:
        raise TooManyPlays(phrase("whether {roll} leads there could not be found out", roll=roll))
    return found


@lru_cache(maxsize=64)
def _searched(
    game: TablesGame, position: Position, past: Past, side: Side, roll: Roll, seen: Position, most: int
) -> tuple[Outcome | None, bool] | None:
    """The same; None where the search had to be given up, which is remembered as every look at the board asks again."""
    left, passes = _fewest_left(game, position, past, side, roll), False
    try:
        for exploration, fewest in zip(explorations(game, position, side, roll, None), left, strict=True):
            search = _Towards(exploration, seen)
            found = search.way(fewest, most)
            if found is not None and search.unplayed(found) <= fewest:
                return search.outcome(found), True
            passes = passes or found is not None
    except TooManyPlays:
        return None
    return None, passes


@lru_cache(maxsize=16)
def _fewest_left(game: TablesGame, position: Position, past: Past, side: Side, roll: Roll) -> tuple[int, ...]:
    """For every plan of a turn, how many numbers are left at least, as far as a search finds."""
    ways = explorations(game, position, side, roll, None)
    return tuple(each.unplayed(_Towards(each, position).farthest()) for each in ways)


def may_pass_through(game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> bool:
    """Whether a turn can pass through this board, whether or not it may end there.

    Raises TooManyPlays where the search had to be given up.
    """
    return _search(game, position, side, roll, seen, _MOST_LOOKED_AT)[1]


def forget_searches() -> None:
    """Empty the memory of plays found and boards looked for before, so that it can be timed."""
    forget_plays()
    _searched.cache_clear()
    _fewest_left.cache_clear()


def turn_to(game: Rules, position: Position, side: Side, roll: Roll | None, seen: Position) -> Outcome | None:
    """The legal result of a turn that is this board, however many others there are; None:
    there is none, or nobody can say.
    """
    try:
        return _turn_to(game, position, side, roll, seen)
    except TooManyPlays:
        return None


def may_end_so(game: Rules, position: Position, side: Side, roll: Roll | None, seen: Position) -> bool:
    """Whether a turn may legally end with this board: nobody is accused where nobody can say that it does not."""
    try:
        return _turn_to(game, position, side, roll, seen) is not None
    except TooManyPlays:
        return True


def _turn_to(
    game: Rules, position: Position, side: Side, roll: Roll | None, seen: Position
) -> Outcome | None:
    """The legal result of a turn that is this board; None where there is none. Raises TooManyPlays: nobody can say."""
    try:
        return next((each for each in legal_plays(game, position, side, roll) if each.position == seen), None)
    except TooManyPlays:
        assert isinstance(game, TablesGame) and roll is not None
    return reached(game, position, side, roll, seen, _MOST_FOR_ONE)


def sampled(game: TablesGame, position: Position, side: Side, roll: Roll, count: int) -> tuple[Outcome, ...]:
    """Some results of a vast turn, so many if that can be, one at least: played to the end at random, always in the
    same way; where that finds none, the one that a search finds.
    """
    chance, ways = Random(f"{position} {roll}"), explorations(game, position, side, roll, None)
    found: dict[Position, Outcome] = {}
    least = min(_fewest_left(game, position, position.past, side, roll))
    for _ in range(4 * count):
        exploration = chance.choice(ways)
        node, moves = exploration.start, list[Move]()
        while children := exploration.children(node):
            node, move = chance.choice(children)
            moves += [move] if move is not None else []
        if exploration.unplayed(node) <= least and exploration.may_end(node):
            found.setdefault(exploration.position_at(node), exploration.outcome(node, Play(tuple(moves))))
        if len(found) == count:
            break
    return tuple(found.values()) or (some_play(game, position, side, roll),)


def _dominates(own: tuple[int, ...], target: tuple[int, ...], moves: int) -> bool:
    """Whether checkers that only move forward can still come from one board to the other in so many moves."""
    ahead = away = 0
    for men, wanted in zip(own, target, strict=True):
        more = wanted - men
        ahead += more
        if ahead < 0:
            return False
        if more < 0:
            away -= more
    return ahead == 0 and away <= moves


def some_play(game: TablesGame, position: Position, side: Side, roll: Roll) -> Outcome:
    """A result of a vast turn in which as many numbers are played as a search from the hindmost checkers finds."""
    searches = [_Towards(each, position) for each in explorations(game, position, side, roll, None)]
    found = [(search, search.farthest()) for search in searches]
    search, node = min(found, key=lambda each: each[0].unplayed(each[1]))
    return search.outcome(node)


class _Towards:
    """The search for a way to one board."""

    def __init__(self, exploration: Exploration, seen: Position) -> None:
        self.exploration = exploration
        self.own = seen.of(exploration.steps.side)
        self.theirs = seen.of(exploration.steps.side.other)
        self.parents: dict[TurnNode, tuple[TurnNode, Move | None] | None] = {exploration.start: None}
        self._beyond = self._numbers_beyond()

    def way(self, enough: int, most: int = _MOST_LOOKED_AT) -> TurnNode | None:
        """The moment at which the board is reached with the fewest numbers left, none
        better than `enough` being sought.
        """
        waiting = [self.exploration.start] if self._pips_fit() else []
        best: TurnNode | None = None
        while waiting:
            node = waiting.pop()
            there = node.own == self.own and node.theirs == self.theirs
            if there and (best is None or self.unplayed(node) < self.unplayed(best)):
                best = node
                if self.unplayed(best) <= enough:
                    return best
            if len(self.parents) > most:
                raise TooManyPlays(
                    phrase("whether {roll} leads there could not be found out", roll=self.exploration.roll)
                )
            onward: list[TurnNode] = []
            for child, move in self.exploration.children(node):
                if child not in self.parents and _dominates(child.own, self.own, self._moves_left(child)):
                    self.parents[child] = (node, move)
                    onward.append(child)
            # What looks most like the board is looked at first.
            waiting += sorted(onward, key=self._apart, reverse=True)
        return best

    def _apart(self, node: TurnNode) -> int:
        return sum(map(abs, map(sub, node.own, self.own)))

    def _moves_left(self, node: TurnNode) -> int:
        """How many moves can still be made, the numbers being played in their order, before the pips are used up."""
        later = self.exploration.plan.stages[node.stage + 1 :]
        return len(node.left) + sum(len(stage.numbers) for stage in later) - self._beyond

    def _numbers_beyond(self) -> int:
        """How many of the last numbers cannot be played on the way, as the boards do not ask for them."""
        start, plan = self.exploration.start.own, self.exploration.plan
        alike = all(len(set(stage.numbers)) == 1 for stage in plan.stages)
        if self.own[OFF] != start[OFF] or not alike:
            return 0
        left = sum(
            site * (men - wanted) for site, (men, wanted) in enumerate(zip(start, self.own, strict=True))
        )
        for used, number in enumerate(plan.numbers):
            if left <= 0:
                return len(plan.numbers) - used
            left -= number
        return 0

    def _pips_fit(self) -> bool:
        """Whether the numbers, played in their order, can come to the pips between the
        boards; bearing off wastes some.
        """
        start = self.exploration.start.own
        if self.own[OFF] != start[OFF]:
            return True
        needed = sum(
            site * (men - left) for site, (men, left) in enumerate(zip(start, self.own, strict=True))
        )
        sums, total = {0}, 0
        for stage in self.exploration.plan.stages:
            sums |= {
                total + sum(some)
                for n in range(len(stage.numbers) + 1)
                for some in combinations(stage.numbers, n)
            }
            total += sum(stage.numbers)
        return needed in sums

    def farthest(self) -> TurnNode:
        """The moment with the fewest numbers left that is found, whatever board it shows."""
        waiting, best = [self.exploration.start], self.exploration.start
        while waiting and len(self.parents) < _MOST_LOOKED_AT:
            node = waiting.pop()
            best = min(best, node, key=self.unplayed)
            if not self.unplayed(best):
                break
            for child, move in self.exploration.children(node):
                if child not in self.parents:
                    self.parents[child] = (node, move)
                    waiting.append(child)
        return best

    def unplayed(self, node: TurnNode) -> int:
        """How many numbers are left at a moment that should be played."""
        return self.exploration.unplayed(node)

    def outcome(self, node: TurnNode) -> Outcome:
        """The result of ending the turn at a moment."""
        moves: list[Move] = []
        at = self.parents[node]
        while at is not None:
            before, move = at
            if move is not None:
                moves.append(move)
            at = self.parents[before]
        return self.exploration.outcome(node, Play(tuple(reversed(moves))))
