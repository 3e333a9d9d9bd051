"""A scene: what lies on, stands on and reaches over a board, in centimetres; the simulator draws it as a picture.

x runs to the right and y away from the near player, from the near-left corner of the playing surface; z runs up from
the playing surface. Angles are in radians.
"""

from dataclasses import dataclass
from enum import Enum
from math import asin, cos, sin

from engine.board import Kind

CHECKERS_IN_A_ROW = 5
"""The checkers that lie side by side on a point before the next ones are laid on top of them."""

PLAIN_CUBE = 64
"""The face that a cube shows before anybody has doubled."""


class Trays(Enum):
    """Where a board keeps the checkers that were borne off."""

    RIGHT = "right"
    LEFT = "left"
    BOTH = "both"
    NONE = "none"


class CubeSpot(Enum):
    """Where a doubling cube is put."""

    CENTRE = "centre"
    NEAR = "near"
    FAR = "far"
    OFFERED_NEAR = "offered-near"
    OFFERED_FAR = "offered-far"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in space; z is the height of what a thing stands on."""

    x: float
    y: float
    z: float = 0.0

    def towards(self, other: "Place", share: float) -> "Place":
        """The place that lies a share, 0 to 1, of the way to another."""
        return Place(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.z + (other.z - self.z) * share,
        )

    def raised(self, height: float) -> "Place":
        """The place that much higher."""
        return Place(self.x, self.y, self.z + height)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of a board and its pieces, in centimetres; lengths, widths and heights above the playing surface."""

    point_width: float = 4.25
    point_length: float = 18.5
    depth: float = 45.0
    bar: float = 5.0
    bar_height: float = 0.9
    rail: float = 2.6
    rail_height: float = 1.8
    tray: float = 4.8
    tray_floor: float = -1.3
    checker: float = 4.0
    thickness: float = 1.0
    die: float = 1.6
    cube: float = 2.9
    trays: Trays = Trays.RIGHT

    @property
    def width(self) -> float:
        """The width of the playing surface, bar included."""
        return 12 * self.point_width + self.bar

    def point_x(self, slot: int) -> float:
        """The middle line of a point, 1 to 24 as the near player counts them (1 bottom right, 13 top left)."""
        # told here once more: what is drawn must not agree with what is read by construction
        column = 12 - slot if slot <= 12 else slot - 13
        return (column + 0.5) * self.point_width + (self.bar if column >= 6 else 0.0)

    def on_point(self, slot: int, index: int) -> Place:
        """Where the checker with that index lies on a point: five from the frame on, then astride those below."""
        layer, row = 0, index
        while row >= max(1, CHECKERS_IN_A_ROW - layer):
            row -= max(1, CHECKERS_IN_A_ROW - layer)
            layer += 1
        from_frame = (row + 0.5 + 0.5 * min(layer, CHECKERS_IN_A_ROW - 1)) * self.checker + 0.05
        y = from_frame if slot <= 12 else self.depth - from_frame
        return Place(self.point_x(slot), y, layer * self.thickness)

    def on_bar(self, near: bool, index: int) -> Place:
        """Where a hit checker of the near (or far) player lies: on the bar, off its middle."""
        layer, row = divmod(index, 4)
        from_middle = self.cube / 2 + 0.4 + (row + 0.5) * self.checker
        y = self.depth / 2 + (from_middle if near else -from_middle)
        return Place(self.width / 2, y, self.bar_height + layer * self.thickness)

    def borne_off(self, near: bool, index: int, right: bool = True) -> Place:
        """Where a checker lies once it is borne off: on its edge in a tray, or in piles beside a board without."""
        if self.has_tray(right):
            from_end = (index + 0.5) * (self.thickness + 0.02) + 0.1
            beside = self.rail + self.tray / 2
            height = self.tray_floor
        else:
            layer, row = divmod(index, CHECKERS_IN_A_ROW)
            from_end = 2.5 + row * (self.checker + 0.3)
            beside = self.rail + 1.0 + self.checker / 2
            height = TABLE_LEVEL + layer * self.thickness
        y = from_end if near else self.depth - from_end
        return Place(self.width + beside if right else -beside, y, height)

    def has_tray(self, right: bool) -> bool:
        """Whether the board has trays on that side."""
        return self.trays is Trays.BOTH or self.trays is (Trays.RIGHT if right else Trays.LEFT)

    def cube_at(self, spot: CubeSpot) -> Place:
        """Where the cube stands: on the bar's middle, on the frame at the bar's ends, or offered on a half."""
        quarter = 3 * self.point_width
        match spot:
            case CubeSpot.CENTRE:
                return Place(self.width / 2, self.depth / 2, self.bar_height)
            case CubeSpot.NEAR:
                return Place(self.width / 2, -self.rail / 2, self.rail_height)
            case CubeSpot.FAR:
                return Place(self.width / 2, self.depth + self.rail / 2, self.rail_height)
            case CubeSpot.OFFERED_NEAR:
                return Place(quarter, self.depth / 2, 0.0)
            case CubeSpot.OFFERED_FAR:
                return Place(self.width - quarter, self.depth / 2, 0.0)


TABLE_LEVEL = -2.6
"""The height of the table that the board lies on, below the playing surface."""


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker: where its middle stands, and how far it has been turned. `on_edge`: it stands on its rim."""

    kind: Kind
    at: Place
    turn: float = 0.0
    on_edge: bool = False


@dataclass(frozen=True, slots=True)
class SceneDie:
    """A die: `value` on its upper face before it is tipped by `tip` about the horizontal axis in direction `axis`.

    `at` is the lowest height of the die under its middle; `far`: it is one of the far player's dice.
    """

    value: int
    at: Place
    turn: float = 0.0
    tip: float = 0.0
    axis: float = 0.0
    far: bool = False


@dataclass(frozen=True, slots=True)
class DoublingCube:
    """A doubling cube: the number on its upper face, 2 to 64, where it stands, and how it is turned."""

    value: int
    at: Place
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its forearm, reaching in from the near or far side; `at` is the place between its fingertips.

    `open`: 0 the fingertips together, 1 spread out as after a throw.
    """

    at: Place
    far: bool = False
    open: float = 0.0


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup, tapered a little, standing with its bottom's middle at a place."""

    at: Place
    radius: float = 4.2
    height: float = 10.5


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a camera over a board can see at one moment.

    `light`: how much there is, 1 as usual, 0 none. `nudge`: by how much the picture is displaced, in pixels right and
    down and radians, because the board or the camera was pushed. `held`: the checkers in somebody's fingers.
    """

    checkers: tuple[Checker, ...] = ()
    dice: tuple[SceneDie, ...] = ()
    cube: DoublingCube | None = None
    hands: tuple[Hand, ...] = ()
    cups: tuple[Cup, ...] = ()
    light: float = 1.0
    nudge: tuple[float, float, float] = (0.0, 0.0, 0.0)
    held: tuple[Checker, ...] = ()


def leaning_on_rail(value: int, sizes: Sizes, along: float, right: bool, turn: float, far: bool) -> SceneDie:
    """A die that leans on the right (or left) side of the frame, `along` from the near edge."""
    tip = 0.55
    reach = sizes.die * (cos(tip) + sin(tip)) / 2
    x = sizes.width - reach if right else reach
    axis = 1.5707963 if right else -1.5707963
    return SceneDie(value, Place(x, along), turn, tip, axis, far)


def leaning_on_checker(value: int, sizes: Sizes, checker: Place, direction: float, far: bool) -> SceneDie:
    """A die that leans on a checker's rim, on the side of it that lies in a direction."""
    tip = asin(min(0.75, 1.12 * sizes.thickness / sizes.die))
    away = sizes.checker / 2 + sizes.die * 0.30
    spot = Place(checker.x + cos(direction) * away, checker.y + sin(direction) * away, 0.0)
    return SceneDie(value, spot, direction, tip, direction + 1.5707963, far)
