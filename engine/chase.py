"""Chase games: single checkers that run round and round the board and take each other off it (rules A27).

Both sides number the points alike, along their common way, and run upwards: after point 24 comes point 1 (the slots of
rules A27). A checker that is taken counts as off and never comes back.
"""

from dataclasses import dataclass, replace
from enum import Enum

from engine.blame import HIGHER_DIE, MUST_USE, Law, Scene, blamed
from engine.board import BAR, OFF, POINTS, Side
from engine.dice import Roll
from engine.fault import Fault
from engine.outcome import Outcome
from engine.past import Past
from engine.play import Move, Play
from engine.position import Position
from engine.tables import TablesGame

CORNERS = (1, 6, 7, 12, 13, 18, 19, 24)
"""The corner points in the order in which they are passed."""
_CORNER_STEPS = {1: 1, 6: 2}
"""How many corners on a number takes a last checker."""
_STACKED, _PROTECTED, _CORNERED = "chase_stacked", "chase_protected", "chase_corner"
_UNTAKEN, _LEFT, _COUNTING = "chase_untaken", "chase_left", "chase_counting"


class Counting(Enum):
    """Which numbers of a throw are played."""

    ONES_AND_SIXES = "1s, 6s and doublets; 6-6 four times, the other doublets twice"
    SIXES_MOVE_TWO = "the same, a single 6 being played by two checkers"
    ALL = "every number, doublets four times"


class LastChecker(Enum):
    """How a side's last checker moves."""

    PLACED = "from corner to corner, put on one before his first turn alone; safe while off the corners"
    SHIFTS = (
        "may shift to the next corner, the opponent playing the other numbers; then from corner to corner"
    )
    ORDINARY = "like any other"


class CornerEntry(Enum):
    """On which corner a last checker is put."""

    AHEAD = "the next one ahead"
    EITHER_SIDE = "the nearest, ahead or behind"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class _Node:
    """A moment of a turn: both sides' counts, the numbers left, and where a 6 that two checkers play has landed."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]
    left: tuple[int, ...]
    landed: int = OFF


@dataclass(frozen=True, slots=True)
class Chase:
    """The family of chase games; `skip`: a checker that would land on one of its own goes on to the next point."""

    counting: Counting = Counting.ONES_AND_SIXES
    doublets_again: bool = True
    last: LastChecker = LastChecker.PLACED
    entry: CornerEntry = CornerEntry.AHEAD
    skip: bool = True

    def outcomes(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> tuple[Outcome, ...]:
        """Every legal result with its past; one with an empty play where nothing can be played."""
        search = _Search(self, position, side, roll)
        return tuple(
            Outcome(replace(where, past=self._past(position, side, roll, where, owed)), play)
            for where, (play, owed) in search.results().items()
        )

    def on_the_way(self, game: TablesGame, position: Position, side: Side, roll: Roll) -> frozenset[Position]:
        """The positions that the turn may pass through and still be completed legally, start and ends included."""
        return _Search(self, position, side, roll).on_the_way()

    def win(
        self, game: TablesGame, position: Position, just_moved: Side
    ) -> tuple[Side | None, int, str] | None:
        """Who has taken the opponent's last checker."""
        for side in (just_moved, just_moved.other):
            if not _men(position.of(side.other)):
                return side, 1, "single"
        return None

    def explain(self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position) -> Fault:
        """The fault of a seen position that no legal play reaches."""
        alone = self.alone(position.of(side))
        laws = [
            Law("R.must_use", MUST_USE),
            Law("R.higher_die", HIGHER_DIE),
            Law("R.opponent_man", _UNTAKEN, lambda move: move.hit),
            Law("R.block", _PROTECTED, lambda move: move.hit),
            Law("R.block", _STACKED),
        ]
        if alone:
            laws.append(Law("R.corner", _CORNERED))
        if self.counting is not Counting.ALL and not alone:
            laws.append(Law("R.dice", _COUNTING))
        units = self.units(roll, alone=False)
        facing = game.facing(side)
        outcomes = self.outcomes(game, position, side, roll)
        scene = Scene(
            position,
            side,
            roll,
            units,
            outcomes,
            seen,
            facing,
            number=_points_between,
            endless=True,
            directed=False,
        )

        def reach(ignored: frozenset[str]) -> dict[Position, Play]:
            results = _Search(self, position, side, roll, ignored).results()
            if _UNTAKEN in ignored:
                off = position.of(side.other)[OFF]
                barred = {_barred(where, side, off): found for where, found in results.items()}
                results = {**barred, **_Search(self, position, side, roll, ignored | {_LEFT}).results()}
            return {where: play for where, (play, _) in results.items()}

        return blamed(scene, laws, reach, together=2)

    def stands(
        self, game: TablesGame, position: Position, side: Side, roll: Roll, seen: Position
    ) -> Position:
        """A board that stands although no legal play leads to it, with the past that it has."""
        return replace(seen, past=self._past(position, side, roll, seen, ()))

    def alone(self, men: tuple[int, ...]) -> bool:
        """Whether a side with these counts is down to a last checker that has rules of its own."""
        return self.last is not LastChecker.ORDINARY and _men(men) == 1

    def units(self, roll: Roll, *, alone: bool) -> tuple[int, ...]:
        """The numbers that a roll gives to play, highest first; `alone`: to a last checker on a corner."""
        if roll.carried:
            numbers = roll.dice
        elif roll.is_doublet:
            four = self.counting is Counting.ALL or roll.dice[0] == 6
            numbers = roll.dice * 2 if four and not alone else roll.dice
        elif self.counting is Counting.ALL:
            numbers = roll.dice
        else:
            numbers = tuple(die for die in roll.dice if die in _CORNER_STEPS)
            if self.counting is Counting.SIXES_MOVE_TWO and 6 in numbers and not alone:
                numbers = (6, *numbers)
        return tuple(number for number in numbers if not alone or number in _CORNER_STEPS)

    def _past(
        self, position: Position, side: Side, roll: Roll, after: Position, owed: tuple[int, ...]
    ) -> Past:
        """The past after a turn: who was owed numbers throws once he has played them; doublets may throw again."""
        over = not _men(after.of(side.other))
        again = not over and (roll.carried or (self.doublets_again and roll.is_doublet))
        past = position.past
        return replace(past, owed=() if over else owed, again=again, opener=past.opener or side)


class _Search:
    """Everything that a turn can pass through, with some rules set aside where they are `ignored`."""

    def __init__(
        self,
        family: Chase,
        position: Position,
        side: Side,
        roll: Roll,
        ignored: frozenset[str] = frozenset(),
    ) -> None:
        self.family = family
        self.position = position
        self.side = side
        self.roll = roll
        self.ignored = ignored
        own, theirs = position.of(side), position.of(side.other)
        self.alone = family.alone(own) and _CORNERED not in ignored
        self.on_corner = any(own[corner] for corner in CORNERS)
        self.units = self._units()
        first = _Node(own, theirs, self.units)
        self.parents: dict[_Node, list[tuple[_Node, Move]]] = {first: []}
        self.first = first
        layer = [first]
        if self.alone and family.last is LastChecker.PLACED and not self.on_corner:
            layer = self._placed(first)
        self.may_end = set(layer)
        while layer:
            layer = [child for node in layer for child in self._grow(node)]
        self.ends = self._ends()
        self.shifts = self._shifted()

    def _units(self) -> tuple[int, ...]:
        family, roll = self.family, self.roll
        if _COUNTING in self.ignored and not roll.is_doublet:
            return roll.dice
        placed = family.last is LastChecker.PLACED
        return family.units(roll, alone=self.alone and (self.on_corner or placed))

    def _placed(self, first: _Node) -> list[_Node]:
        """The moments after a last checker has been put on a corner."""
        origin = next((point for point in POINTS if first.own[point]), None)
        if origin is None:
            # A board that was left illegal may have it on no point: it is not moved.
            return [first]
        return [self._child(first, origin, corner, None) for corner in self._corners(origin)]

    def _corners(self, origin: int) -> list[int]:
        """The corners to which a last checker may be taken from a point between them."""
        ahead = sorted(CORNERS, key=lambda corner: (corner - origin) % 24)
        match self.family.entry:
            case CornerEntry.AHEAD:
                return ahead[:1]
            case CornerEntry.EITHER_SIDE:
                return [min(ahead, key=lambda corner: min((origin - corner) % 24, (corner - origin) % 24))]
            case CornerEntry.ANY:
                return ahead

    def _shifted(self) -> dict[_Node, tuple[int, ...]]:
        """The moments after a last checker has shifted to a corner, with the numbers owed."""
        shifts = self.family.last is LastChecker.SHIFTS and not self.roll.carried
        if not (self.alone and shifts and not self.on_corner and self.units):
            return {}
        origin = next((point for point in POINTS if self.first.own[point]), None)
        if origin is None:
            return {}
        highest, left = self.units[0], self.units[1:]
        corners = self._corners(origin)
        return {self._child(self.first, origin, corner, highest, over=True): left for corner in corners}

    def _grow(self, node: _Node) -> list[_Node]:
        """The moments one move after this one that were not known before."""
        if not _men(node.theirs):
            return []
        found: list[_Node] = []
        for unit in dict.fromkeys(node.left):
            for origin in POINTS:
                if not node.own[origin]:
                    continue
                if node.landed == origin and unit == 6:
                    continue
                target = self._target(node, origin, unit)
                if target is None:
                    continue
                child = self._child(node, origin, target, unit)
                if child not in self.may_end:
                    self.may_end.add(child)
                    found.append(child)
        return found

    def _target(self, node: _Node, origin: int, unit: int) -> int | None:
        """Where a number takes a checker, or None if it cannot be moved by it."""
        if self.alone and origin in CORNERS:
            steps = _CORNER_STEPS.get(unit)
            if steps is None:
                return None
            target = CORNERS[(CORNERS.index(origin) + steps) % len(CORNERS)]
        else:
            target = (origin + unit - 1) % 24 + 1
            while node.own[target] and target != origin and _STACKED not in self.ignored:
                if not self.family.skip:
                    return None
                target = target % 24 + 1
            if target == origin:
                return None
        if node.theirs[target] and _PROTECTED not in self.ignored and self._protected(node, target):
            return None
        return target

    def _protected(self, node: _Node, target: int) -> bool:
        """Whether the opponent's checker there is his last and may not be taken."""
        if not self.family.alone(node.theirs):
            return False
        if target not in CORNERS:
            return self.family.last is LastChecker.PLACED
        return bool(node.own[target % 24 + 1] and node.own[(target - 2) % 24 + 1])

    def _child(self, node: _Node, origin: int, target: int, unit: int | None, *, over: bool = False) -> _Node:
        """The moment after a move, with its way noted; `over`: no more numbers are played."""
        own, theirs, left = list(node.own), node.theirs, list(node.left)
        own[origin] -= 1
        own[target] += 1
        hit = bool(theirs[target])
        if hit and _LEFT not in self.ignored:
            theirs = _taken(theirs, target)
        if unit is not None:
            left.remove(unit)
        pair = self.family.counting is Counting.SIXES_MOVE_TWO and not self.roll.is_doublet
        landed = target if pair and unit == 6 else OFF if unit == 6 else node.landed
        child = _Node(tuple(own), theirs, () if over else tuple(left), landed)
        self.parents.setdefault(child, []).append((node, Move(origin, target, hit)))
        return child

    def _ends(self) -> list[_Node]:
        """The moments at which the turn may be over: as many numbers used as possible, the highest if only one."""
        nodes = [node for node in self.parents if node in self.may_end]
        won = [node for node in nodes if not _men(node.theirs)]
        if MUST_USE in self.ignored:
            return nodes
        fewest = min(len(node.left) for node in nodes)
        ends = [node for node in nodes if len(node.left) == fewest]
        if fewest == len(self.units) - 1 and HIGHER_DIE not in self.ignored:
            least = min(sum(node.left) for node in ends)
            ends = [node for node in ends if sum(node.left) == least]
        return ends + [node for node in won if node not in ends]

    def results(self) -> dict[Position, tuple[Play, tuple[int, ...]]]:
        """The positions at which the turn may end, each with a play and the numbers that the opponent is owed."""
        found: dict[Position, tuple[Play, tuple[int, ...]]] = {}
        for node in self.ends:
            found.setdefault(self._position(node), (self._play(node), ()))
        for node, owed in self.shifts.items():
            found.setdefault(self._position(node), (self._play(node), owed))
        return found

    def on_the_way(self) -> frozenset[Position]:
        """The positions of all moments from which an end can be reached."""
        good = {*self.ends, *self.shifts}
        waiting = list(good)
        while waiting:
            for parent, _ in self.parents[waiting.pop()]:
                if parent not in good:
                    good.add(parent)
                    waiting.append(parent)
        return frozenset(self._position(node) for node in good)

    def _position(self, node: _Node) -> Position:
        if self.side is Side.WHITE:
            return Position(node.own, node.theirs, self.position.past)
        return Position(node.theirs, node.own, self.position.past)

    def _play(self, node: _Node) -> Play:
        moves: list[Move] = []
        while node != self.first:
            node, move = self.parents[node][0]
            moves.append(move)
        return Play(tuple(reversed(moves)))


def _points_between(origin: int, target: int) -> int:
    """The number that takes a checker from one point to another."""
    return (target - origin) % 24


def _men(men: tuple[int, ...]) -> int:
    """How many checkers a side still has in play."""
    return sum(men[1 : BAR + 1])


def _barred(position: Position, side: Side, off: int) -> Position:
    """A board on which the opponent's checkers taken in this turn, those beyond `off`, lie on the bar."""
    men = list(position.of(side.other))
    men[BAR], men[OFF] = men[BAR] + men[OFF] - off, off
    theirs, own = tuple(men), position.of(side)
    return Position(own, theirs) if side is Side.WHITE else Position(theirs, own)


def _taken(men: tuple[int, ...], point: int) -> tuple[int, ...]:
    """A side's counts after one of its checkers was taken for good."""
    left = list(men)
    left[point] -= 1
    left[OFF] += 1
    return tuple(left)
