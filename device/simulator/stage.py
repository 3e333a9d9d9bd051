"""The stage of the virtual table: board, checkers, dice, cube and hands, and how long everything takes."""

from dataclasses import dataclass, replace
from random import Random

from device.simulator.choreography import Act, resting_place
from device.simulator.pieces import Pieces, Stand
from engine.board import BAR, OFF, Seating, Side
from engine.play import Move
from engine.position import Position
from engine.profile import ThrowsCount
from engine.tables.tables_game import Landing, TablesGame
from vision.scene import CubeSpot, DoublingCube, Place, Scene, SceneDie, Sizes


@dataclass(frozen=True, slots=True)
class TablePace:
    """How long things take at the table, in seconds."""

    begin: float = 2.4
    ready: float = 0.7
    reach: float = 0.55
    roll: float = 1.0
    rest: float = 1.3
    think: float = 0.9
    carry: float = 0.75
    hop: float = 0.4
    leave: float = 0.5
    settle: float = 1.5
    doubt: float = 1.9
    ponder: float = 1.8
    set_up: float = 0.34

    def times(self, factor: float) -> "TablePace":
        """The same game played that much slower (or, below 1, faster)."""
        names = self.__dataclass_fields__
        return TablePace(**{name: getattr(self, name) * factor for name in names})


class Stage:
    """What lies on the table and what hands do with it; every deed takes time and is kept as acts.

    A deed leaves the player's hand where it ended; `leave` takes it away.
    """

    def __init__(
        self,
        game: TablesGame,
        seating: Seating,
        sizes: Sizes,
        pace: TablePace,
        rng: Random,
        men: int | None = None,
    ) -> None:
        self.sizes, self.pace = sizes, pace
        self.pieces = Pieces(game, seating, sizes, rng, men)
        self.throws = ThrowsCount.STRICT
        self.dice: tuple[SceneDie, ...] = ()
        self.cube: DoublingCube | None = None
        self.acts: list[Act] = []
        self.now = 0.0
        self._rng = rng
        self._hand: tuple[bool, Place] | None = None

    @property
    def _standing(self) -> Scene:
        return Scene(self.pieces.checkers, self.dice, self.cube)

    def _act(self, duration: float, act: Act | None = None) -> None:
        act = act or Act(0.0, 0.0, self._standing)
        # People are not machines: no two things take quite as long.
        if duration:
            duration *= self._rng.uniform(0.85, 1.2)
        self.acts.append(replace(act, start=self.now, end=self.now + duration))
        self.now += duration

    def _reach(
        self, side: Side, target: Place, opened: tuple[float, float] = (0.2, 0.2), hop: float | None = None
    ) -> None:
        """A player's hand goes, with nothing in it, from where it is to a place."""
        far = side is Side.BLACK
        if self._hand is not None and self._hand[0] is not far:
            self.leave()
        start = resting_place(far, self.sizes) if self._hand is None else self._hand[1]
        duration = self.pace.reach if self._hand is None else self.pace.hop if hop is None else hop
        self._act(duration, Act(0, 0, self._standing, far, start, target, 1.5, opened))
        self._hand = (far, target)

    def leave(
        self, duration: float | None = None, rolling: tuple[SceneDie, ...] = (), opened: float = 0.2
    ) -> None:
        """The hand goes out of the picture; dice that it lets go of come to rest."""
        if self._hand is None:
            return
        far, place = self._hand
        away = resting_place(far, self.sizes)
        act = Act(0, 0, self._standing, far, place, away, 1.0, (opened, 0.3), rolling=rolling)
        self._act(self.pace.leave if duration is None else duration, act)
        self._hand = None

    def carry(
        self, side: Side, owner: Side, origin: Stand, target: Stand, duration: float, hop: float | None = None
    ) -> None:
        """A player's hand takes a checker to another place and lets go of it. Raises LookupError for none there."""
        pieces = self.pieces
        self._reach(side, pieces.top(origin, owner).at, hop=hop)
        lifted = pieces.take(origin, owner)
        standing = self._standing
        laid = pieces.put(target, owner)
        carried = replace(lifted, on_edge=laid.on_edge or lifted.on_edge)
        far = side is Side.BLACK
        self._act(duration, Act(0, 0, standing, far, lifted.at, laid.at, 3.5, carried=carried))
        self._hand = (far, laid.at)

    def move(self, side: Side, move: Move) -> None:
        """A player makes a move, and puts what it hits on the bar first, or beside the
        board where it is out for good.
        """
        pieces = self.pieces
        origin, target = self._origin(side, move), pieces.stand(side, move.target)
        if move.hit:
            game, other = pieces.game, side.other
            met = pieces.stand(other, game.facing(side)[move.target])
            beside = game.landing in (Landing.CAPTURE, Landing.DRAW)
            there = pieces.count(met, other)
            for _ in range(min(1, there) if game.landing is Landing.DRAW else there):
                self.carry(side, other, met, pieces.stand(other, OFF if beside else BAR), self.pace.carry)
        self.carry(side, side, origin, target, self.pace.carry)

    def try_out(self, side: Side, move: Move) -> None:
        """A player makes a move that hits nothing, looks at it, with their hand away or not, and takes it back."""
        origin, target = self._origin(side, move), self.pieces.stand(side, move.target)
        self.carry(side, side, origin, target, self.pace.carry)
        if self._rng.random() < 0.5:
            self.leave()
        self.wait(self.pace.think)
        self.carry(side, side, target, origin, self.pace.carry)

    def _origin(self, side: Side, move: Move) -> Stand:
        """Where the checker of a move stands; one that comes in from the hand lies beside the board."""
        bar = self.pieces.stand(side, BAR)
        in_hand = move.origin == BAR and not self.pieces.count(bar, side)
        return self.pieces.stand(side, OFF if in_hand else move.origin)

    def arrange(self, side: Side, position: Position) -> None:
        """A player puts every checker where a position has it, whatever moves have not done."""
        for origin, target, owner in self.pieces.shuffled(position):
            self.carry(side, owner, origin, target, self.pace.carry)

    def move_cube(self, side: Side, value: int, spot: CubeSpot | None) -> None:
        """A player's hand puts the cube somewhere with a number up; None: takes it off the table."""
        old = self.cube
        if old is None:
            return
        self._reach(side, old.at)
        self.cube = None
        if spot is None:
            return
        at = self.sizes.cube_at(spot)
        far = side is Side.BLACK
        cube = DoublingCube(value, at, self._rng.uniform(-0.25, 0.25))
        self._act(self.pace.carry, Act(0, 0, self._standing, far, old.at, at, 4.0, carried=cube))
        self.cube = cube
        self._hand = (far, at)

    def throw(self, side: Side, dice: tuple[SceneDie, ...]) -> None:
        """A player's hand comes in, lets dice go, and leaves; the dice lie still."""
        half = 3 * self.sizes.point_width
        x = self.sizes.width - half if _is_right(side) else half
        y = self.sizes.depth * (0.28 if side is Side.WHITE else 0.72)
        self._reach(side, Place(x + self._rng.gauss(0, 1.5), y, 3.0), (0.0, 0.5))
        self.leave(self.pace.roll, dice, 1.0)
        self.dice = (*self.dice, *dice)

    def good_dice(self, side: Side, values: tuple[int, ...]) -> tuple[SceneDie, ...]:
        """Dice that will come to rest flat where they count: on a side's right-hand
        half, unless `throws` allows more.
        """
        dice: tuple[SceneDie, ...] = ()
        right, loose = _is_right(side), len(values) > 1 and not self.throws.own_half
        for index, value in enumerate(values):
            if loose and (index == 0 or self.throws is ThrowsCount.HALF_ANY):
                right = self._rng.random() < 0.5
            die = self.pieces.thrown(value, right, side is Side.BLACK, (*self.dice, *dice))
            dice = (*dice, die)
        return dice

    def cocked_dice(self, side: Side, values: tuple[int, ...]) -> tuple[SceneDie, ...]:
        """Dice of which the last one leans, or lies on the wrong half."""
        right, far = _is_right(side), side is Side.BLACK
        good: tuple[SceneDie, ...] = ()
        for value in values[:-1]:
            good = (*good, self.pieces.thrown(value, right, far, (*self.dice, *good)))
        if self.throws is not ThrowsCount.HALF_ANY and self._rng.random() < 0.25:
            return *good, self.pieces.thrown(values[-1], not right, far, (*self.dice, *good))
        return *good, self.pieces.leaning(values[-1], right, far)

    def lift(self, side: Side) -> None:
        """A player picks up all dice."""
        for die in sorted(self.dice, key=lambda each: each.at.x if side is Side.WHITE else -each.at.x):
            self._reach(side, die.at, (0.4, 0.0))
            self.dice = tuple(each for each in self.dice if each is not die)
        self.leave()

    def wait(self, duration: float) -> None:
        """Time goes by, with the hand a little above where it is if it is over the board."""
        if self._hand is None:
            self._act(duration)
            return
        far, place = self._hand
        over = place.raised(4.0)
        self._act(duration, Act(0, 0, self._standing, far, place, over, 0.0, (0.2, 0.5)))
        self._hand = (far, over)


def _is_right(side: Side) -> bool:
    """Whether a side's right-hand half is the right one in the picture."""
    return side is Side.WHITE
