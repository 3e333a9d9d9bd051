"""The stage of a game on squares: the board, and the hands that move what stands on it; every deed takes time."""

from bisect import bisect_right
from dataclasses import dataclass, replace
from random import Random

from device.simulator.choreography import Act, resting_place, scene_of
from device.simulator.stage import TablePace
from engine.board import Kind, Occupancy, Seating, Side
from engine.position import Position
from engine.tafl.seen_position import tafl_occupancy
from vision.drawing.square_drawing import middle, piece_on, set_out
from vision.scene import Checker, Place, Scene, Sizes


@dataclass(frozen=True, slots=True)
class Stretch:
    """An act, what stands on the squares all the while, and what the hand carries."""

    act: Act
    board: Occupancy
    carried: tuple[Checker, ...] = ()


class TaflStage:
    """What stands on the squares and what hands do with it; all that has been done is kept as stretches of time."""

    def __init__(self, seating: Seating, sizes: Sizes, pace: TablePace, rng: Random) -> None:
        self.seating, self.sizes, self.pace = seating, sizes, pace
        self.now = 0.0
        self._rng = rng
        self._stretches: list[Stretch] = []
        self._counts = {Kind.LIGHT: [0] * 81, Kind.DARK: [0] * 81}
        self._aside: list[Checker] = []
        self._hand: tuple[bool, Place] | None = None

    @property
    def board(self) -> Occupancy:
        """What stands on the squares now."""
        return Occupancy(tuple(self._counts[Kind.LIGHT]), tuple(self._counts[Kind.DARK]))

    def at(self, time: float) -> Stretch:
        """What happens at a time."""
        index = bisect_right(self._stretches, time, key=lambda stretch: stretch.act.start) - 1
        return self._stretches[max(0, index)]

    def scene_at(self, time: float) -> Scene:
        """What can be seen at a time."""
        stretch = self.at(time)
        scene = scene_of(stretch.act, time, self.sizes)
        if not stretch.carried or not scene.hands:
            return scene
        at = scene.hands[0].at
        held = tuple(
            replace(each, at=Place(at.x, at.y, max(0.0, at.z - 0.3) + layer * self.sizes.thickness))
            for layer, each in enumerate(stretch.carried)
        )
        return replace(scene, held=held)

    def forget_before(self, time: float) -> None:
        """What lies further back is not asked for any more."""
        index = bisect_right(self._stretches, time, key=lambda stretch: stretch.act.start) - 1
        del self._stretches[: max(0, index)]

    def set_up(self, position: Position) -> None:
        """The position is set up, in the twinkling of an eye."""
        seen = tafl_occupancy(position, self.seating)
        self._counts = {Kind.LIGHT: list(seen.light), Kind.DARK: list(seen.dark)}
        self._aside.clear()

    def carry(self, side: Side, owner: Side, origin: int, target: int | None) -> None:
        """A player's hand takes what stands on a square to another, or (None) off the board."""
        kind = self.seating.kind(owner)
        self._reach(side, middle(origin))
        piece, self._counts[kind][origin] = self._counts[kind][origin], 0
        carried = piece_on(kind, piece, origin, self.sizes)
        place = self._beside(owner) if target is None else middle(target)
        start = middle(origin)
        self._do(self.pace.carry, Act(0, 0, self._scene, side is Side.BLACK, start, place, 3.5), carried)
        if target is None:
            self._aside += [
                replace(each, at=place.raised(layer * self.sizes.thickness))
                for layer, each in enumerate(carried)
            ]
        else:
            self._counts[kind][target] = piece
        self._hand = (side is Side.BLACK, place)

    def leave(self) -> None:
        """The hand goes out of the picture."""
        if self._hand is not None:
            far, place = self._hand
            away = resting_place(far, self.sizes)
            self._do(self.pace.leave, Act(0, 0, self._scene, far, place, away, 1.0, (0.2, 0.3)))
            self._hand = None

    def wait(self, duration: float) -> None:
        """Time goes by; the hands are away."""
        self.leave()
        self._do(duration, Act(0, 0, self._scene))

    @property
    def _scene(self) -> Scene:
        return Scene((*set_out(self.board, self.sizes), *self._aside))

    def _reach(self, side: Side, target: Place) -> None:
        far = side is Side.BLACK
        if self._hand is not None and self._hand[0] is not far:
            self.leave()
        start = resting_place(far, self.sizes) if self._hand is None else self._hand[1]
        duration = self.pace.reach if self._hand is None else self.pace.hop
        self._do(duration, Act(0, 0, self._scene, far, start, target, 1.5, (0.2, 0.2)))
        self._hand = (far, target)

    def _do(self, duration: float, act: Act, carried: tuple[Checker, ...] = ()) -> None:
        duration *= self._rng.uniform(0.85, 1.2)
        self._stretches.append(
            Stretch(replace(act, start=self.now, end=self.now + duration), self.board, carried)
        )
        self.now += duration

    def _beside(self, owner: Side) -> Place:
        """Where the next captured man of a side is put: on the table, at their captor's right hand."""
        count = len(self._aside)
        layer, row = divmod(count, 8)
        far = owner is Side.WHITE
        along = 3.0 + row * (self.sizes.checker + 0.4)
        x = -self.sizes.rail - 3.2 if far else self.sizes.width + self.sizes.rail + 3.2
        y = self.sizes.depth - along if far else along
        return Place(x, y, -2.6 + layer * self.sizes.thickness)
