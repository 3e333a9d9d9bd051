"""How checkers move in trictrac and its relatives: every way of playing a throw (rules A29).

Points are in the mover's own numbering; `against` are the opponent's counts in that numbering too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from engine.board import OFF
from engine.faults.diagnosis import HIGHER_DIE, MUST_USE
from engine.play import Move

CORNER = 13
"""A side's own rest corner."""
THEIR_CORNER = 12
"""The opponent's rest corner."""
TALON = 24
HOME = 6
QUARTERS = (range(19, 25), range(13, 19), range(1, 7))
"""The quarters that a side can fill: its small jan, its big jan, and its jan of return."""
ENOUGH_TO_FILL = 12

BLOCK, COIN, THEIR_COIN, FORCE = "trictrac_block", "trictrac_coin", "trictrac_their_coin", "trictrac_force"
SMALL, BIG, PAIRS = "trictrac_small", "trictrac_big", "trictrac_pairs"
OUTSIDE, FILL, KEEP = "trictrac_bearoff", "trictrac_fill", "trictrac_keep"


class EntryObstacle(Enum):
    """What stands against entering the opponent's side of the board."""

    JANS = "not where they can still fill a quarter"
    PAIRS = "only so that a made point stands there at once"


@dataclass(frozen=True, slots=True)
class Way:
    """A way of playing a throw: the counts after it, the moves, and the numbers used."""

    own: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    used: tuple[int, ...] = ()

    @property
    def one_checker(self) -> bool:
        """Whether one checker made both moves."""
        return len(self.moves) == 2 and self.moves[0].target == self.moves[1].origin

    @property
    def trips(self) -> tuple[tuple[int, int], ...]:
        """From where to where checkers went, a touching down on the way left out."""
        if self.one_checker:
            return ((self.moves[0].origin, self.moves[1].target),)
        return tuple((move.origin, move.target) for move in self.moves)


@dataclass(frozen=True, slots=True)
class Turn:
    """A throw to be played: both sides' counts, the dice, the rules, and the laws that are set aside.

    `provincial`: a number bears off only a hindmost checker, and only if no checker can play it on the board. `jans`:
    quarters must be filled and kept where they can be.
    """

    own: tuple[int, ...]
    against: tuple[int, ...]
    dice: tuple[int, ...]
    entry: EntryObstacle = EntryObstacle.JANS
    provincial: bool = False
    jans: bool = True
    ignored: frozenset[str] = frozenset()

    @property
    def men(self) -> int:
        """How many checkers the side has."""
        return sum(self.own)

    def legal(self) -> tuple[Way, ...]:
        """The ways that the rules leave open; several may lead to the same board."""
        ways = self.usable()
        if self.jans:
            done = tuple(way for way in ways if way.own[OFF] == self.men)
            full = [quarter for quarter in QUARTERS if is_full(self.own, quarter)]
            kept = tuple(way for way in ways if all(is_full(way.own, quarter) for quarter in full))
            if full and kept and KEEP not in self.ignored:
                ways = (*kept, *done)
            filling = tuple(way for way in ways if self.fills(way))
            if filling and FILL not in self.ignored:
                ways = (*filling, *done)
        if MUST_USE in self.ignored:
            most = len(ways[0].used)
            ways = (*ways, *(way for way in self._endings() if len(way.used) < most))
        return ways

    def fills(self, way: Way) -> bool:
        """Whether a quarter is full after it that was not before."""
        return any(is_full(way.own, quarter) and not is_full(self.own, quarter) for quarter in QUARTERS)

    def usable(self) -> tuple[Way, ...]:
        """The ways that use as much of the throw as can be used, before quarters are filled or kept."""
        ways = self._endings()
        done = [way for way in ways if way.own[OFF] == self.men]
        most = max(len(way.used) for way in ways)
        best = [way for way in ways if len(way.used) == most]
        if most == 1 and HIGHER_DIE not in self.ignored:
            highest = max(way.used for way in best)
            best = [way for way in best if way.used == highest]
        return (*best, *done)

    def _endings(self) -> list[Way]:
        """The ways after which the corner and the opponent's side are held as they should be; all, if none is."""
        ways = list(self._ways())
        return [way for way in ways if self._may_end(way)] or ways

    def _ways(self) -> Iterator[Way]:
        """Every way of moving, compulsion apart: nothing, one number, both, or the corner by force."""
        yield Way(self.own)
        for first, second in dict.fromkeys((self.dice, self.dice[::-1])):
            for origin, target in self._steps(self.own, first):
                after = _moved(self.own, origin, target)
                stops = self._may_stop(target)
                if stops:
                    yield Way(after, (Move(origin, target),), (first,))
                for origin2, target2 in self._steps(after, second):
                    if self._may_stop(target2) and (stops or origin2 == target):
                        moves = (Move(origin, target), Move(origin2, target2))
                        yield Way(_moved(after, origin2, target2), moves, (first, second))
        yield from self._by_force()

    def _steps(self, men: tuple[int, ...], die: int) -> Iterator[tuple[int, int]]:
        """The single moves that a number allows, if only to rest on the way."""
        home = OUTSIDE in self.ignored or not any(men[HOME + 1 :])
        on_board = False
        for origin in range(TALON, 0, -1):
            target = origin - die
            if men[origin] and target > OFF and (not self.against[target] or BLOCK in self.ignored):
                on_board = on_board or self._may_stop(target)
                yield origin, target
        hindmost = max((point for point in range(1, TALON + 1) if men[point]), default=OFF)
        for origin in range(min(die, TALON), 0, -1):
            if not men[origin] or not home:
                continue
            allowed = origin in (die, hindmost)
            if self.provincial:
                allowed = origin == hindmost and not on_board
            if allowed or OUTSIDE in self.ignored:
                yield origin, OFF

    def _may_stop(self, point: int) -> bool:
        """Whether a checker may come to rest there, the coin apart."""
        if point == THEIR_CORNER:
            return THEIR_COIN in self.ignored
        if self.entry is not EntryObstacle.JANS or not OFF < point < THEIR_CORNER:
            return True
        if point > HOME:
            return BIG in self.ignored or not can_fill(self.against, 13)
        return SMALL in self.ignored or not can_fill(self.against, 19)

    def _may_end(self, way: Way) -> bool:
        """Whether the coin is empty or held by two, and the opponent's side was entered as it should be."""
        if way.own[CORNER] == 1 and COIN not in self.ignored:
            return False
        if self.entry is not EntryObstacle.PAIRS or PAIRS in self.ignored:
            return True
        ways = [way.trips]
        if way.one_checker and self.own[way.moves[0].target] and self._may_stop(way.moves[0].target):
            ways.append(tuple((move.origin, move.target) for move in way.moves))
        return any(
            all(way.own[target] > 1 for origin, target in trips if origin > THEIR_CORNER >= target > OFF)
            for trips in ways
        )

    def _by_force(self) -> Iterator[Way]:
        """The own corner taken because the opponent's, empty too, could be."""
        if self.own[CORNER] or self.against[THEIR_CORNER] or len(self.dice) != 2:
            return
        reach = [THEIR_CORNER + die for die in self.dice]
        direct = [CORNER + die for die in self.dice]
        if _has(self.own, reach) and (FORCE in self.ignored or not _has(self.own, direct)):
            own = self.own
            for origin in reach:
                own = _moved(own, origin, CORNER)
            yield Way(own, tuple(Move(origin, CORNER) for origin in reach), self.dice)


def is_full(own: tuple[int, ...], quarter: range) -> bool:
    """Whether two checkers or more stand on all six points."""
    return all(own[point] > 1 for point in quarter)


def can_fill(against: tuple[int, ...], lowest: int) -> bool:
    """Whether the opponent can still fill their quarter that ends at this point of
    theirs: twelve are on or behind it.
    """
    return sum(against[point] for point in range(1, 26 - lowest)) >= ENOUGH_TO_FILL


def moments(turn: Turn, ways: Iterable[Way]) -> set[tuple[int, ...]]:
    """The counts that a side can pass through on these ways, its moves made in whatever order is possible."""
    found = {turn.own}
    for way in ways:
        found.add(way.own)
        if len(way.moves) == 2:
            first, second = way.moves
            found.add(_moved(turn.own, first.origin, first.target))
            if not way.one_checker and turn.own[second.origin]:
                found.add(_moved(turn.own, second.origin, second.target))
    return found


def _has(own: tuple[int, ...], points: list[int]) -> bool:
    return all(own[point] >= points.count(point) for point in points)


def _moved(men: tuple[int, ...], origin: int, target: int) -> tuple[int, ...]:
    after = list(men)
    after[origin] -= 1
    after[target] += 1
    return tuple(after)
