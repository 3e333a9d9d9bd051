"""The real pieces of the virtual table: which checker lies where, a little out of line as on any real board."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from math import hypot, pi
from random import Random

from engine.board import BAR, OFF, Seating, Side
from engine.position import Position
from engine.tables.tables_game import Landing, TablesGame
from vision.scene import Checker, Place, SceneDie, Sizes, leaning_on_checker, leaning_on_rail


@dataclass(frozen=True, slots=True)
class Stand:
    """Where checkers stand: a point of the picture (1-24), or a side's bar (25) or tray (0)."""

    slot: int
    side: Side | None = None


class Pieces:
    """The checkers of a game on the virtual table; changes as they are moved.

    Each side has `men` checkers, as many as the game has unless given; those that it has no
    use for lie where it bears off.
    """

    def __init__(
        self, game: TablesGame, seating: Seating, sizes: Sizes, rng: Random, men: int | None = None
    ) -> None:
        self.men = game.men if men is None else men
        self.game, self.seating, self.sizes, self.rng = game, seating, sizes, rng
        self.stacks: dict[Stand, list[tuple[Side, Checker]]] = {}
        for stand, side, men_there in self.wanted(game.start):
            for _ in range(men_there):
                self.put(stand, side)

    def stand(self, side: Side, point: int) -> Stand:
        """Where a side's checkers of a point in its own numbering stand (25 the bar, 0 off)."""
        if point in (OFF, BAR):
            return Stand(point, side)
        return Stand(self.seating.slot(self.game.lying(side)[point]))

    def wanted(self, position: Position) -> list[tuple[Stand, Side, int]]:
        """How many checkers of which side stand where in a position."""
        found = []
        for side in Side:
            men = position.of(side)
            hand = min(position.past.hand[0 if side is Side.WHITE else 1], men[BAR])
            for point, here in enumerate(men):
                # What is in hand, or not needed, lies where checkers are borne off.
                beside = max(0, self.men - sum(men)) + hand if point == OFF else -hand if point == BAR else 0
                if here + beside:
                    found.append((self.stand(side, point), side, here + beside))
        return found

    @property
    def checkers(self) -> tuple[Checker, ...]:
        """All checkers that lie on the table."""
        return tuple(checker for stack in self.stacks.values() for _, checker in stack)

    def count(self, stand: Stand, side: Side) -> int:
        """How many checkers of a side stand somewhere."""
        return sum(owner is side for owner, _ in self.stacks.get(stand, []))

    def top(self, stand: Stand, side: Side) -> Checker:
        """A side's uppermost checker somewhere. Raises LookupError where it has none there."""
        for owner, checker in reversed(self.stacks.get(stand, [])):
            if owner is side:
                return checker
        raise LookupError(f"no checker of {side.name.lower()} stands on {stand}")

    def take(self, stand: Stand, side: Side) -> Checker:
        """Lifts a side's uppermost checker; where it lay. Raises LookupError where it has none there."""
        checker = self.top(stand, side)
        stack = self.stacks[stand]
        stack.remove((side, checker))
        if not stack:
            del self.stacks[stand]
        return checker

    def put(self, stand: Stand, side: Side) -> Checker:
        """Puts a side's checker down on top of, or beside, those that stand there; where it lies now."""
        stack = self.stacks.setdefault(stand, [])
        index = len(stack)
        near, sizes = side is Side.WHITE, self.sizes
        turn = self.rng.uniform(0, 2 * pi)
        kind = self.seating.kind(side)
        if stand.slot == OFF:
            right = self.seating.home_right
            checker = Checker(kind, sizes.borne_off(near, index, right), turn, sizes.has_tray(right))
        else:
            at = sizes.on_bar(near, index) if stand.slot == BAR else self._free(stand.slot, side, stack)
            at = Place(at.x + self.rng.gauss(0, 0.07), at.y + self.rng.uniform(-0.04, 0.04), at.z)
            checker = Checker(kind, at, turn)
        stack.append((side, checker))
        return checker

    def _free(self, slot: int, side: Side, stack: list[tuple[Side, Checker]]) -> Place:
        """Where the next checker of a side goes on a point: on the opponent's that it
        pins, else the first free place.
        """
        sizes = self.sizes
        if self.game.landing is Landing.PIN and len(stack) == 1 and stack[0][0] is not side:
            # Not straight on top: people let the lower one show, and so far over it lies safely.
            at, inward = sizes.on_point(slot, 0), 0.3 * sizes.checker
            return Place(at.x, at.y + (inward if slot <= 12 else -inward), sizes.thickness)
        if all(owner is side for owner, _ in stack):
            return sizes.on_point(slot, len(stack))
        taken = [checker.at for _, checker in stack]
        places = (sizes.on_point(slot, index) for index in count())
        return next(at for at in places if all(_is_clear(at, other, sizes) for other in taken))

    def shuffled(self, position: Position) -> list[tuple[Stand, Stand, Side]]:
        """The moves, in an order in which they can be made, that set up a position from what is there."""
        goal = {(stand, side): men for stand, side, men in self.wanted(position)}
        have = {
            (stand, side): self.count(stand, side)
            for stand in self.stacks
            for side in Side
            if self.count(stand, side)
        }
        pinned = self._pinned(position)
        moves: list[tuple[Stand, Stand, Side]] = []
        while have != goal:
            move = self._next_move(have, goal, pinned)
            origin, target, side = move
            have[origin, side] -= 1
            if not have[origin, side]:
                del have[origin, side]
            have[target, side] = have.get((target, side), 0) + 1
            moves.append(move)
        return moves

    def _pinned(self, position: Position) -> dict[Stand, Side]:
        """Where a checker lies under the opponent's in a position, and whose it is."""
        bits = zip(Side, position.past.pinned, strict=True)
        return {
            self.stand(side, point): side
            for side, pinned in bits
            for point in range(1, self.game.bar)
            if pinned >> point & 1
        }

    def _next_move(
        self,
        have: Mapping[tuple[Stand, Side], int],
        goal: Mapping[tuple[Stand, Side], int],
        pinned: Mapping[Stand, Side],
    ) -> tuple[Stand, Stand, Side]:
        surplus = [key for key, men in have.items() if men > goal.get(key, 0)]
        lacking = [key for key, men in goal.items() if men > have.get(key, 0)]
        for origin, side in surplus:
            for target, owner in lacking:
                shared = goal.get((target, side.other), 0) >= have.get((target, side.other), 0)
                early = pinned.get(target) is side.other and not have.get((target, side.other))
                if owner is side and shared and not early:
                    return origin, target, side
        # Every place that wants a checker is held by the opponent: somebody has to make room first.
        origin, side = next(key for key in surplus if key[0].slot != OFF)
        return origin, self.stand(side, OFF), side

    def die_spot(self, right: bool, others: tuple[SceneDie, ...]) -> Place:
        """A free place for a die on the right or left half of the board, clear of checkers, walls and other dice."""
        sizes, rng = self.sizes, self.rng
        half = 6 * sizes.point_width
        first = sizes.width - half if right else 0.0
        best, room = Place(first + half / 2, sizes.depth / 2), -1.0
        taken = [checker.at for checker in self.checkers]
        for _ in range(80):
            x = first + rng.uniform(1.2 * sizes.die, half - 1.2 * sizes.die)
            y = sizes.depth / 2 + rng.gauss(0, sizes.depth * 0.14)
            y = min(max(y, 1.5 * sizes.die), sizes.depth - 1.5 * sizes.die)
            gap = min((hypot(x - at.x, y - at.y) - sizes.checker / 2 for at in taken), default=9.0)
            gap = min([gap, *(hypot(x - die.at.x, y - die.at.y) - 0.9 * sizes.die for die in others)])
            if gap > room:
                best, room = Place(x, y), gap
            if room > 1.0 * sizes.die:
                break
        return best

    def thrown(self, value: int, right: bool, far: bool, others: tuple[SceneDie, ...]) -> SceneDie:
        """A die that has come to rest on a half of the board."""
        return SceneDie(value, self.die_spot(right, others), self.rng.uniform(0, 2 * pi), far=far)

    def leaning(self, value: int, right: bool, far: bool) -> SceneDie:
        """A die that has come to rest against the frame, or against a checker that has room beside it."""
        rng, sizes = self.rng, self.sizes
        half = 6 * sizes.point_width
        first = sizes.width - half if right else 0.0
        # Only a checker whose inner side is free can be leant on: the last of a row that is one deep.
        ends = [
            stack[-1][1].at
            for stand, stack in self.stacks.items()
            if 1 <= stand.slot <= 24 and len(stack) <= 4 and first < stack[-1][1].at.x < first + half
        ]
        if ends and rng.random() < 0.5:
            at = rng.choice(ends)
            inward = pi / 2 if at.y < sizes.depth / 2 else -pi / 2
            return leaning_on_checker(value, sizes, at, inward + rng.uniform(-0.25, 0.25), far)
        along = sizes.depth / 2 + rng.uniform(-0.08, 0.08) * sizes.depth
        return replace(leaning_on_rail(value, sizes, along, right, rng.uniform(-0.1, 0.1), far))


def _is_clear(at: Place, other: Place, sizes: Sizes) -> bool:
    """Whether a checker fits on a place beside, above or below another."""
    return (
        hypot(at.x - other.x, at.y - other.y) > 0.8 * sizes.checker
        or abs(at.z - other.z) > 0.8 * sizes.thickness
    )
