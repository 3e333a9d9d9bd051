"""The search of chase: every moment that a turn can pass through, and the moments at which it may end."""

from dataclasses import dataclass

from engine.board import OFF, POINTS, Side
from engine.chase.variety import CORNER_STEPS, CORNERS, CornerEntry, Counting, LastChecker, Variety, men_left
from engine.dice import Roll
from engine.faults.diagnosis import HIGHER_DIE, MUST_USE
from engine.play import Move, Play
from engine.position import Position

STACKED, PROTECTED, CORNERED = "chase_stacked", "chase_protected", "chase_corner"
UNTAKEN, LEFT, COUNTING = "chase_untaken", "chase_left", "chase_counting"
ONE_LEFT = "chase_one_left"
"""Rules that can be set aside, to see which of them a board breaks."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A moment of a turn: both sides' counts, the numbers left, and where a 6 that two checkers play has landed."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]
    left: tuple[int, ...]
    landed: int = OFF


class Search:
    """Everything that a turn can pass through, with some rules set aside where they are `ignored`."""

    def __init__(
        self,
        family: Variety,
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
        self.alone = family.alone(own) and CORNERED not in ignored
        self.on_corner = any(own[corner] for corner in CORNERS)
        self.units = self._units()
        self.one = roll.either and ONE_LEFT not in ignored
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
        if COUNTING in self.ignored and not roll.is_doublet:
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
        """The moments after a last checker has shifted to a corner, with the numbers owed.

        Of different ones its owner has chosen which to leave: the opponent is owed either.
        """
        shifts = self.family.last is LastChecker.SHIFTS and not self.roll.carried
        if not (self.alone and shifts and not self.on_corner and self.units):
            return {}
        origin = next((point for point in POINTS if self.first.own[point]), None)
        if origin is None:
            return {}
        left = self.units if len(set(self.units)) > 1 else self.units[1:]
        corners = self._corners(origin)
        return {self._child(self.first, origin, corner, self.units[0], over=True): left for corner in corners}

    def _grow(self, node: _Node) -> list[_Node]:
        """The moments one move after this one that were not known before."""
        if not men_left(node.theirs):
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

    def _can_play(self, number: int) -> bool:
        """Whether a number can be played as the first of a turn."""
        origins = (point for point in POINTS if self.first.own[point])
        return number in self.units and any(
            self._target(self.first, origin, number) is not None for origin in origins
        )

    def _target(self, node: _Node, origin: int, unit: int) -> int | None:
        """Where a number takes a checker, or None if it cannot be moved by it."""
        if self.alone and origin in CORNERS:
            steps = CORNER_STEPS.get(unit)
            if steps is None:
                return None
            target = CORNERS[(CORNERS.index(origin) + steps) % len(CORNERS)]
        else:
            target = (origin + unit - 1) % 24 + 1
            while node.own[target] and target != origin and STACKED not in self.ignored:
                if not self.family.skip:
                    return None
                target = target % 24 + 1
            if target == origin:
                return None
        if node.theirs[target] and PROTECTED not in self.ignored and self._protected(node, target):
            return None
        return target

    def _protected(self, node: _Node, target: int) -> bool:
        """Whether the opponent's checker there is their last and may not be taken."""
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
        if hit and LEFT not in self.ignored:
            theirs = _taken(theirs, target)
        if unit is not None:
            left.remove(unit)
        pair = self.family.counting is Counting.SIXES_MOVE_TWO and not self.roll.is_doublet
        landed = target if pair and unit == 6 else OFF if unit == 6 else node.landed
        child = _Node(tuple(own), theirs, () if over or self.one else tuple(left), landed)
        self.parents.setdefault(child, []).append((node, Move(origin, target, hit)))
        return child

    def _ends(self) -> list[_Node]:
        """The moments at which the turn may be over: as many numbers used as possible, the highest if only one."""
        nodes = [node for node in self.parents if node in self.may_end]
        won = [node for node in nodes if not men_left(node.theirs)]
        if MUST_USE in self.ignored:
            return nodes
        fewest = min(len(node.left) for node in nodes)
        ends = [node for node in nodes if len(node.left) == fewest]
        if fewest == len(self.units) - 1 and HIGHER_DIE not in self.ignored:
            least = min(sum(node.left) for node in ends)
            ends = [node for node in ends if sum(node.left) == least]
        if self.one and self.first not in ends and not all(map(self._can_play, self.roll.dice)):
            ends.append(self.first)
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


def _taken(men: tuple[int, ...], point: int) -> tuple[int, ...]:
    """A side's counts after one of its checkers was taken for good."""
    left = list(men)
    left[point] -= 1
    left[OFF] += 1
    return tuple(left)
